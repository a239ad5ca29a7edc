// Package pcf857x knows the PCF8574, PCF8574A and PCF8575: chips with 8 or 16 pins on I²C that are held up weakly and
// can be pulled down from both sides. It must not know what the pins mean.
//
// Datasheets: Philips PCF8574 of 22 November 2002 and Texas Instruments PCF8575 SCPS121. A pin is an input while a 1 is
// written to it, as after power-up; addresses are figure 10, reading is figure 12 (PCF8574, page 9 and 10). A PCF8575 sends P0
// and P1 in turn, so each read has an even number of bytes. There are no registers, so there are no settings to lose and no pointer to slip.
package pcf857x

import (
	"fmt"

	"jadoube/hw"
)

// Chip is one PCF8574 or PCF8575 whose pins are inputs, each held up by 100 µA, but for those that Drive pulls down. Its INT pin is open-drain and low when an
// input has changed since it was read. A chip is used from one goroutine.
type Chip struct {
	bus  hw.I2C
	addr uint16
	name string
	w    [2]byte
	r    [2]byte
	n    int // bytes
}

// CheckAddress8574 returns an error for an address that neither a PCF8574 nor a PCF8574A can have.
func CheckAddress8574(addr uint16) error {
	if (addr < 0x20 || addr > 0x27) && (addr < 0x38 || addr > 0x3f) {
		return fmt.Errorf("PCF8574 at 0x%02x: expected an address of 0x20 to 0x27, or for a PCF8574A 0x38 to 0x3f", addr)
	}
	return nil
}

// CheckAddress8575 returns an error for an address that a PCF8575 can't have.
func CheckAddress8575(addr uint16) error {
	if addr < 0x20 || addr > 0x27 {
		return fmt.Errorf("PCF8575 at 0x%02x: expected an address of 0x20 to 0x27", addr)
	}
	return nil
}

// New8574 returns the PCF8574 at an address: 8 pins. Nothing is sent yet.
func New8574(bus hw.I2C, addr uint16) (*Chip, error) {
	return newChip("PCF8574", bus, addr, 1), CheckAddress8574(addr)
}

// New8575 returns the PCF8575 at an address: 16 pins, P00 to P07 and P10 to P17. Nothing is sent yet.
func New8575(bus hw.I2C, addr uint16) (*Chip, error) {
	return newChip("PCF8575", bus, addr, 2), CheckAddress8575(addr)
}

func newChip(name string, bus hw.I2C, addr uint16, n int) *Chip {
	return &Chip{bus: bus, addr: addr, name: name, n: n, w: [2]byte{0xff, 0xff}}
}

// String names the chip: "PCF8575 at 0x20 on I2C1".
func (c *Chip) String() string { return fmt.Sprintf("%s at 0x%02x on %v", c.name, c.addr, c.bus) }

// Len is 8 or 16.
func (c *Chip) Len() int { return 8 * c.n }

// Init lets go of all pins but those that Drive has pulled down.
func (c *Chip) Init() error { return c.bus.Tx(c.addr, c.w[:c.n], nil) }

// Drive lets go of the pins that are 1 in levels, which may be inputs, and pulls down the others.
func (c *Chip) Drive(levels uint64) error {
	c.w = [2]byte{byte(levels), byte(levels >> 8)}
	return c.bus.Tx(c.addr, c.w[:c.n], nil)
}

// Read reads all pins.
func (c *Chip) Read() (uint64, error) {
	err := c.bus.Tx(c.addr, nil, c.r[:c.n])
	return c.levels(), err
}

// Confirm writes the pins again and reads them.
func (c *Chip) Confirm() (uint64, error) {
	err := c.bus.Tx(c.addr, c.w[:c.n], c.r[:c.n])
	return c.levels(), err
}

func (c *Chip) levels() uint64 { return uint64(c.r[0]) | uint64(c.r[1])<<8 }
