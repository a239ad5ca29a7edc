// Package pca9555 knows the PCA9555 and its twins TCA9555, PCA9535 and TCA9535: chips with 16 inputs or outputs on I²C.
// It must not know what the inputs mean.
//
// Datasheet: NXP PCA9555 revision 8. The registers are table 4, page 6; pairs of them are read and written to and fro
// (6.5.1, page 9), and a read needs no command byte when one was sent before (figure 13 and its remark, page 12).
// Texas Instruments SCPS131J, 8.4.1.1, warns that INT goes out too early when the last command byte was 0 and
// another chip on the bus is read; so the pointer is left on input port 1, and the ports come in that order.
package pca9555

import (
	"fmt"

	"jadoube/hw"
)

// Inputs is the number of pins: P00 to P07 are 0 to 7, P10 to P17 are 8 to 15.
const Inputs = 16

// Registers, the first of each pair.
const (
	input1   = 1
	output   = 2
	polarity = 4
	config   = 6
)

// pair is a pair of registers and what they are set to.
type pair struct {
	reg byte
	to  [2]byte
}

// Chip is one PCA9555. A PCA9555 and a TCA9555 have pull-ups of 100 kΩ, the others none. Its INT pin is
// open-drain and low when an input has changed since it was read. A chip is used from one goroutine.
type Chip struct {
	bus  hw.I2C
	addr uint16
	// settings are what the chip is set to. Outputs that aren't used mean nothing; they are 1 after a reset, so 0 shows that
	// there was none.
	settings [3]pair
	mixed    bool // some pins are outputs
	w        [3]byte
	r        [2]byte
}

// CheckAddress returns an error for an address that the chip can't have.
func CheckAddress(addr uint16) error {
	if addr < 0x20 || addr > 0x27 {
		return fmt.Errorf("PCA9555 at 0x%02x: expected an address of 0x20 to 0x27", addr)
	}
	return nil
}

// New returns the chip at an address, with all pins as inputs. Nothing is sent yet.
func New(bus hw.I2C, addr uint16) (*Chip, error) { return NewMixed(bus, addr, 0xffff) }

// NewMixed returns the chip with these inputs; its other pins are outputs, low until Drive says otherwise.
func NewMixed(bus hw.I2C, addr uint16, inputs uint64) (*Chip, error) {
	in := pair{config, [2]byte{byte(inputs), byte(inputs >> 8)}}
	c := &Chip{bus: bus, addr: addr, mixed: in.to != [2]byte{0xff, 0xff}, settings: [3]pair{in, {reg: polarity}, {reg: output}}}
	if c.mixed {
		c.settings = [3]pair{{reg: output}, {reg: polarity}, in}
	}
	return c, CheckAddress(addr)
}

// String names the chip: "PCA9555 at 0x20 on I2C1".
func (c *Chip) String() string { return fmt.Sprintf("PCA9555 at 0x%02x on %v", c.addr, c.bus) }

// Len is 16.
func (c *Chip) Len() int { return Inputs }

// Init sets the chip up: the configuration first, so that no input is driven; but where there are outputs their levels, so that
// none shows another for an instant.
func (c *Chip) Init() error {
	for _, p := range c.settings {
		if err := c.write(p); err != nil {
			return err
		}
	}
	_, err := c.inputs()
	return err
}

func (c *Chip) write(p pair) error {
	c.w = [3]byte{p.reg, p.to[0], p.to[1]}
	return c.bus.Tx(c.addr, c.w[:], nil)
}

// Drive sets the outputs of a chip made by NewMixed to their bits of levels, in 4 bytes on the wire.
func (c *Chip) Drive(levels uint64) error {
	c.settings[0] = pair{output, [2]byte{byte(levels), byte(levels >> 8)}}
	return c.write(c.settings[0])
}

// Read reads both ports in 3 bytes on the wire, where the pointer stands; with outputs in 5, for they move it.
func (c *Chip) Read() (uint64, error) {
	if c.mixed {
		return c.inputs()
	}
	err := c.bus.Tx(c.addr, nil, c.r[:])
	return uint64(c.r[1]) | uint64(c.r[0])<<8, err
}

// Confirm looks at the settings and reads with the pointer set.
func (c *Chip) Confirm() (uint64, error) {
	for _, p := range c.settings {
		c.w[0] = p.reg
		if err := c.bus.Tx(c.addr, c.w[:1], c.r[:]); err != nil {
			return 0, err
		}
		if c.r != p.to {
			return 0, fmt.Errorf("PCA9555 at 0x%02x: register %d holds % x, not % x: %w", c.addr, p.reg, c.r, p.to, hw.ErrReset)
		}
	}
	return c.inputs()
}

func (c *Chip) inputs() (uint64, error) {
	c.w[0] = input1
	err := c.bus.Tx(c.addr, c.w[:1], c.r[:])
	return uint64(c.r[1]) | uint64(c.r[0])<<8, err
}
