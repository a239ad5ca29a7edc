package pi

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jadoube/hw"
)

// usbPrefix begins the name of a serial port that is found by what it is plugged in: "usb:0403:6001" is the
// port of the device with that vendor and product, as lsusb lists it.
const usbPrefix = "usb:"

// findUSB returns the path of the only serial port of a USB device. sys is where the kernel shows its devices.
func findUSB(id, sys string) (string, error) {
	id = strings.ToLower(id)
	lines, err := filepath.Glob(filepath.Join(sys, "class/tty/*/device"))
	if err != nil {
		return "", err
	}
	var found []string
	for _, line := range lines {
		if dir, err := filepath.EvalSymlinks(line); err == nil && id != "" && usbID(dir, sys) == id {
			found = append(found, filepath.Join("/dev", filepath.Base(filepath.Dir(line))))
		}
	}
	slices.Sort(found)
	switch len(found) {
	case 0:
		return "", fmt.Errorf("no serial port of a USB device %s: %w: plug it in; lsusb lists what is there", id, hw.ErrUnplugged)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("the USB devices %s have several serial ports, %s: name one, best as in /dev/serial/by-id", id, strings.Join(found, ", "))
}

// usbID looks for the USB device above a tty's and returns its vendor and product, "" when there is none.
func usbID(dir, sys string) string {
	top, err := filepath.EvalSymlinks(sys)
	if err != nil {
		return ""
	}
	for ; strings.HasPrefix(dir, top+"/"); dir = filepath.Dir(dir) {
		vendor, err := os.ReadFile(filepath.Join(dir, "idVendor"))
		if err != nil {
			continue
		}
		product, err := os.ReadFile(filepath.Join(dir, "idProduct"))
		if err == nil {
			return strings.TrimSpace(string(vendor)) + ":" + strings.TrimSpace(string(product))
		}
	}
	return ""
}
