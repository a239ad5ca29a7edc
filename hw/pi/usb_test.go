package pi

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadoube/hw"
)

// fakeSys makes a tree as the kernel's: two FTDI adapters, an Arduino (cdc_acm), and a port without USB.
func fakeSys(t *testing.T) string {
	t.Helper()
	sys := t.TempDir()
	device := func(tty, path, at, id string) {
		dir := filepath.Join(sys, "devices", path)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if vendor, product, usb := strings.Cut(id, ":"); usb {
			write(t, filepath.Join(sys, "devices", at, "idVendor"), vendor+"\n")
			write(t, filepath.Join(sys, "devices", at, "idProduct"), product+"\n")
		}
		link := filepath.Join(sys, "class/tty", tty)
		if err := os.MkdirAll(link, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(dir, filepath.Join(link, "device")); err != nil {
			t.Fatal(err)
		}
	}
	device("ttyUSB0", "usb1/1-1/1-1:1.0/ttyUSB0", "usb1/1-1", "10c4:ea60")
	device("ttyUSB1", "usb1/1-2/1-2:1.0/ttyUSB1", "usb1/1-2", "0403:6001")
	device("ttyUSB2", "usb1/1-3/1-3:1.0/ttyUSB2", "usb1/1-3", "0403:6001")
	device("ttyACM0", "usb1/1-4/1-4:1.0", "usb1/1-4", "2341:0043")
	device("ttyS0", "platform/serial8250", "", "")
	return sys
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestFindUSB(t *testing.T) {
	sys := fakeSys(t)
	for id, want := range map[string]string{"10c4:ea60": "/dev/ttyUSB0", "10C4:EA60": "/dev/ttyUSB0", "2341:0043": "/dev/ttyACM0"} {
		if path, err := findUSB(id, sys); path != want || err != nil {
			t.Errorf("%s is %q, %v, expected %s", id, path, err, want)
		}
	}
	if _, err := findUSB("0403:6001", sys); err == nil || errors.Is(err, hw.ErrUnplugged) || !strings.Contains(err.Error(), "/dev/ttyUSB1, /dev/ttyUSB2") {
		t.Errorf("two of a kind: %v", err)
	}
	for _, id := range []string{"1a86:7523", "", ":"} {
		if _, err := findUSB(id, sys); !errors.Is(err, hw.ErrUnplugged) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestOpenByUSB(t *testing.T) {
	if _, err := OpenSerial("usb:ffff:fffe", mode); !errors.Is(err, hw.ErrUnplugged) || !strings.Contains(err.Error(), "ffff:fffe") {
		t.Errorf("a device that isn't there: %v", err)
	}
}
