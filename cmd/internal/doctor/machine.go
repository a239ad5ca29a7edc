package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"strings"

	"jadoube/hw"
	"jadoube/hw/pi"
)

// Machine is what a computer has for boards to hang on.
type Machine struct {
	Facts   []pi.Fact
	Devices []pi.Device
	Chips   map[string][]uint16 // by I²C bus: the addresses that answer, of those that boards use
}

// Survey looks at this computer.
func Survey() Machine {
	m := Machine{Facts: facts(), Devices: pi.Devices(), Chips: map[string][]uint16{}}
	for _, d := range m.Devices {
		if d.Kind != pi.I2CBus || d.Err != nil {
			continue
		}
		if bus, err := pi.OpenI2C(d.Path); err == nil {
			m.Chips[d.Path] = answering(bus)
			bus.Close()
		}
	}
	return m
}

// Facts tells what kind of computer this is, a line each, without touching anything that boards hang on.
func Facts() string {
	var w strings.Builder
	writeFacts(&w, facts())
	return w.String()
}

func facts() []pi.Fact {
	return append(pi.Facts(), pi.Fact{Name: "program for", Value: runtime.GOOS + "/" + runtime.GOARCH})
}

func writeFacts(w *strings.Builder, facts []pi.Fact) {
	for _, f := range facts {
		fmt.Fprintf(w, "%s: %s\n", f.Name, f.Value)
	}
}

// family is addresses that chips of boards have, and what is likely to be there.
type family struct {
	from, to uint16
	chips    string
}

var families = []family{
	{0x20, 0x27, "an expander: MCP23017, PCA9555, PCF8574, PCF8575"},
	{0x38, 0x3f, "an expander: PCF8574A"},
	{0x48, 0x4f, "a converter: ADS1115, ADS7830"},
	{0x60, 0x67, "a LED driver that reads: PCA9552"},
	{0x70, 0x77, "an HT16K33, or a PCA9548 multiplexer"},
}

// answering reads one byte at each address that chips of boards have. That changes nothing in any of them. A bus on which
// nothing moves is left alone.
func answering(bus hw.I2C) (list []uint16) {
	var b [1]byte
	for _, f := range families {
		for addr := f.from; addr <= f.to; addr++ {
			err := bus.Tx(addr, nil, b[:])
			if err == nil {
				list = append(list, addr)
			} else if !errors.Is(err, hw.ErrNoAnswer) {
				return list
			}
		}
	}
	return list
}

// groups is which group of users may use a kind of device, and how the device is switched on.
var groups = []struct {
	kind      pi.DeviceKind
	group, on string
}{
	{pi.I2CBus, "i2c", "`sudo raspi-config nonint do_i2c 0`, or dtparam=i2c_arm=on in /boot/firmware/config.txt, and a restart"},
	{pi.SPILine, "spi", "`sudo raspi-config nonint do_spi 0`, or dtparam=spi=on in /boot/firmware/config.txt, and a restart"},
	{pi.GPIOChip, "gpio", "a Raspberry Pi, or another computer with a GPIO header"},
	{pi.SerialPort, "dialout", "plug the board in; for the pins of the header, enable_uart=1 in /boot/firmware/config.txt"},
}

// String tells in words what there is, what isn't, and what to do about it.
func (m Machine) String() string {
	var w strings.Builder
	writeFacts(&w, m.Facts)
	for _, g := range groups {
		none := true
		for _, d := range m.Devices {
			if d.Kind == g.kind {
				none = false
				m.tell(&w, d, g.group)
			}
		}
		if none {
			fmt.Fprintf(&w, "%s: none. To have one: %s.\n", g.kind, g.on)
		}
	}
	return w.String()
}

func (m Machine) tell(w *strings.Builder, d pi.Device, group string) {
	switch {
	case d.Err == nil:
		fmt.Fprintf(w, "%s: %s, may be used\n", d.Kind, d.Path)
	case errors.Is(d.Err, fs.ErrPermission):
		fmt.Fprintf(w, "%s: %s, but this user may not: `sudo usermod -aG %s $USER`, then log out and in again\n", d.Kind, d.Path, group)
	default:
		fmt.Fprintf(w, "%s: %s, but it can't be opened: %v\n", d.Kind, d.Path, d.Err)
	}
	for _, addr := range m.Chips[d.Path] {
		fmt.Fprintf(w, "  0x%02x answers: %s\n", addr, likely(addr))
	}
}

func likely(addr uint16) string {
	for _, f := range families {
		if f.from <= addr && addr <= f.to {
			return f.chips
		}
	}
	return "something"
}
