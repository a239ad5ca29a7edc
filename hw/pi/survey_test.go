package pi

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for path, text := range files {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestDevices(t *testing.T) {
	root := plant(t, map[string]string{"dev/i2c-1": "", "dev/spidev0.0": "", "dev/spidev0.1": "", "dev/ttyUSB0": "", "dev/tty1": "", "dev/null": ""})
	all := func(os.DirEntry) bool { return true }
	var got []string
	for _, d := range devices(filepath.Join(root, "dev"), all) {
		got = append(got, string(d.Kind)+" "+strings.TrimPrefix(d.Path, root))
		if d.Err != nil {
			t.Error(d.Err)
		}
	}
	want := []string{"I2C bus /dev/i2c-1", "SPI line /dev/spidev0.0", "SPI line /dev/spidev0.1", "serial port /dev/ttyUSB0"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	os.Remove(filepath.Join(root, "dev/i2c-1"))
	os.Symlink("/nowhere", filepath.Join(root, "dev/i2c-1"))
	if d := devices(filepath.Join(root, "dev"), all)[0]; d.Err == nil {
		t.Errorf("%s, which can't be opened, is called fit for use", d.Path)
	}
}

func TestOnlyDevicesAreDevices(t *testing.T) {
	root := plant(t, map[string]string{"dev/i2c-1": ""})
	if got := devices(filepath.Join(root, "dev"), isDevice); len(got) != 0 {
		t.Errorf("a file is called a device: %v", got)
	}
	entries, err := os.ReadDir("/dev")
	if err != nil {
		t.Skip(err)
	}
	if !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == "null" && isDevice(e) }) {
		t.Error("/dev/null isn't called a device")
	}
}

func TestFacts(t *testing.T) {
	root := plant(t, map[string]string{
		"proc/device-tree/model":              "Raspberry Pi Zero W Rev 1.1\x00",
		"proc/sys/kernel/osrelease":           "6.12.34+rpt-rpi-v6\n",
		"sys/module/spidev/parameters/bufsiz": "4096\n",
		"etc/hostname":                        "annas-board\n",
		"boot/firmware/config.txt":            "# mine\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\narm_64bit=0\n dtparam=spi=on\n[all]\ncore_freq=250\nwifi_password=x\n",
	})
	want := []Fact{
		{"model", "Raspberry Pi Zero W Rev 1.1"},
		{"kernel", "6.12.34+rpt-rpi-v6"},
		{"longest SPI transfer", "4096"},
		{"/boot/firmware/config.txt", "dtparam=i2c_arm=on,i2c_arm_baudrate=400000"},
		{"/boot/firmware/config.txt", "dtparam=spi=on"},
		{"/boot/firmware/config.txt", "core_freq=250"},
	}
	if got := facts(root); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := facts(t.TempDir()); len(got) != 0 {
		t.Errorf("of a computer that says nothing: %q", got)
	}
}
