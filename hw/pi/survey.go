package pi

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// DeviceKind is what a board can hang on.
type DeviceKind string

// The kinds.
const (
	I2CBus     DeviceKind = "I2C bus"
	SPILine    DeviceKind = "SPI line"
	GPIOChip   DeviceKind = "GPIO chip"
	SerialPort DeviceKind = "serial port"
)

// Device is a bus, line, chip or port of this computer.
type Device struct {
	Kind DeviceKind
	Path string // "/dev/i2c-1"
	Err  error  // why this user can't use it; nil when that is allowed
}

// where devices of each kind are in /dev.
var where = []struct {
	kind    DeviceKind
	pattern string
}{
	{I2CBus, "i2c-*"},
	{SPILine, "spidev*"},
	{GPIOChip, "gpiochip*"},
	{SerialPort, "ttyUSB*"},
	{SerialPort, "ttyACM*"},
	{SerialPort, "ttyAMA*"},
	{SerialPort, "rfcomm*"},
}

// Devices lists what boards can hang on, without opening anything: opening a serial port can reset what
// is on it.
func Devices() []Device { return devices("/dev", isDevice) }

// isDevice reports whether an entry is a device itself. Links are left out: following one that leads to a file system
// that hangs would hang.
func isDevice(e os.DirEntry) bool { return e.Type()&os.ModeCharDevice != 0 }

func devices(dir string, is func(os.DirEntry) bool) (list []Device) {
	entries, _ := os.ReadDir(dir)
	for _, w := range where {
		for _, e := range entries {
			if fits, _ := filepath.Match(w.pattern, e.Name()); !fits || !is(e) {
				continue
			}
			d := Device{Kind: w.kind, Path: filepath.Join(dir, e.Name())}
			if err := unix.Access(d.Path, unix.R_OK|unix.W_OK); err != nil {
				d.Err = fmt.Errorf("%s: %w", d.Path, err)
			}
			list = append(list, d)
		}
	}
	return list
}

// Fact is one thing about this computer, "model": "Raspberry Pi Zero W Rev 1.1".
type Fact struct{ Name, Value string }

// bootSettings are the beginnings of those lines of config.txt that have to do with buses.
var bootSettings = []string{"dtparam=i2c", "dtparam=spi", "dtoverlay=i2c", "dtoverlay=spi", "dtoverlay=uart", "enable_uart", "core_freq"}

// Facts tells what this computer is and how its buses are set, as far as it says so. Nothing in it names a
// person or a network.
func Facts() []Fact { return facts("/") }

func facts(root string) (list []Fact) {
	for _, f := range []struct{ name, path string }{
		{"model", "proc/device-tree/model"},
		{"kernel", "proc/sys/kernel/osrelease"},
		{"longest SPI transfer", "sys/module/spidev/parameters/bufsiz"},
	} {
		if text, err := os.ReadFile(filepath.Join(root, f.path)); err == nil {
			list = append(list, Fact{f.name, strings.Trim(string(text), "\x00\n ")})
		}
	}
	for _, path := range []string{"boot/firmware/config.txt", "boot/config.txt"} {
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if slices.ContainsFunc(bootSettings, func(begin string) bool { return strings.HasPrefix(line, begin) }) {
				list = append(list, Fact{"/" + path, line})
			}
		}
		break
	}
	return list
}
