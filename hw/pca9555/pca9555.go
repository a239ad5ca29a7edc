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

// settings are what the chip is set to: all pins are inputs. The outputs mean nothing then; they are 1 after a reset, so 0
// shows that there was none.
var settings = [3]pair{{config, [2]byte{0xff, 0xff}}, {polarity, [2]byte{}}, {output, [2]byte{}}}

// Chip is one PCA9555 with all pins as inputs. A PCA9555 and a TCA9555 have pull-ups of 100 kΩ, the others none. Its INT pin is
// open-drain and low when an input has changed since it was read. A chip is used from one goroutine.
type Chip struct {
	bus  hw.I2C
	addr uint16
	w    [3]byte
	r    [2]byte
}

// CheckAddress returns an error for an address that the chip can't have.
func CheckAddress(addr uint16) error {
	if addr < 0x20 || addr > 0x27 {
		return fmt.Errorf("PCA9555 at 0x%02x: expected an address of 0x20 to 0x27", addr)
	}
	return nil
}

// New returns the chip at an address. Nothing is sent yet.
func New(bus hw.I2C, addr uint16) (*Chip, error) {
	return &Chip{bus: bus, addr: addr}, CheckAddress(addr)
}

// String names the chip: "PCA9555 at 0x20 on I2C1".
func (c *Chip) String() string { return fmt.Sprintf("PCA9555 at 0x%02x on %v", c.addr, c.bus) }

// Len is 16.
func (c *Chip) Len() int { return Inputs }

// Init sets the chip up: configuration first, so that no pin is driven.
func (c *Chip) Init() error {
	for _, p := range settings {
		c.w = [3]byte{p.reg, p.to[0], p.to[1]}
		if err := c.bus.Tx(c.addr, c.w[:], nil); err != nil {
			return err
		}
	}
	_, err := c.inputs()
	return err
}

// Read reads both ports in 3 bytes on the wire, where the pointer stands.
func (c *Chip) Read() (uint64, error) {
	err := c.bus.Tx(c.addr, nil, c.r[:])
	return uint64(c.r[1]) | uint64(c.r[0])<<8, err
}

// Confirm looks at the settings and reads with the pointer set.
func (c *Chip) Confirm() (uint64, error) {
	for _, p := range settings {
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
