// Package mcp23017 knows the MCP23017, a chip with 16 inputs or outputs on I²C: its registers, and the fewest
// bytes in which it can be read. It must not know what its inputs mean.
//
// Datasheet: Microchip DS20001952C. The registers are those of table 3-5, which ends on page 18 (IOCON.BANK = 0); reading is
// figure 3-2, page 14; the pointer that goes to and fro between a pair of registers is section 3.2.1.
// Revision D of the datasheet (2022) makes GPA7 and GPB7 outputs only: an input that changes there while the chip is
// being read disturbs SDA, in chips of all ages.
package mcp23017

import (
	"fmt"

	"jadoube/hw"
)

// Inputs is the number of pins: GPA0 to GPA7 are 0 to 7, GPB0 to GPB7 are 8 to 15.
const Inputs = 16

// Safe are the pins that may be inputs: all but GPA7 and GPB7.
const Safe uint64 = 0x7f7f

// Registers, the first of a pair: A, then B.
const (
	iodir   = 0x00
	iocon1  = 0x05 // IOCON when BANK = 1; GPINTENB otherwise
	ipol    = 0x02
	gpinten = 0x04
	intcon  = 0x08
	iocon   = 0x0a
	gppu    = 0x0c
	gpio    = 0x12
	olat    = 0x14
)

// Bits of IOCON.
const (
	mirror = 0x40 // INTA and INTB are one
	seqop  = 0x20 // byte mode: the pointer stays on its pair of registers
	odr    = 0x04 // INT is open-drain, so that chips can share a line
)

const settings = mirror | seqop | odr

// Options say how the pins are used.
type Options struct {
	Inputs  uint64 // pins that are inputs; the others are outputs, driven low until Drive says otherwise
	PullUps uint64 // inputs with the chip's pull-up of 100 kΩ
}

// Chip is one MCP23017. Its INT pins, both alike, go low when an input has changed since it was read. It is used from one
// goroutine.
type Chip struct {
	bus  hw.I2C
	addr uint16
	opt  Options
	out  [2]byte // levels of the outputs
	regs [5]pair // what the registers hold that are looked at
	w    [3]byte
	r    [2]byte
}

// pair is a pair of registers and what they are set to.
type pair struct {
	reg byte
	to  [2]byte
}

// CheckAddress returns an error for an address that the chip can't have.
func CheckAddress(addr uint16) error {
	if addr < 0x20 || addr > 0x27 {
		return fmt.Errorf("MCP23017 at 0x%02x: expected an address of 0x20 to 0x27", addr)
	}
	return nil
}

// New returns the chip at an address, 0x20 to 0x27. Nothing is sent yet.
func New(bus hw.I2C, addr uint16, opt Options) (*Chip, error) {
	if err := CheckAddress(addr); err != nil {
		return nil, err
	}
	c := &Chip{bus: bus, addr: addr, opt: opt}
	c.regs = [5]pair{
		{iocon, [2]byte{settings, settings}},
		{iodir, both(opt.Inputs)},
		{gppu, both(opt.PullUps & opt.Inputs)},
		{ipol, [2]byte{}},
		{gpinten, both(opt.Inputs)},
	}
	return c, nil
}

func both(pins uint64) [2]byte { return [2]byte{byte(pins), byte(pins >> 8)} }

// String names the chip: "MCP23017 at 0x20 on I2C1".
func (c *Chip) String() string { return fmt.Sprintf("MCP23017 at 0x%02x on %v", c.addr, c.bus) }

// Len is 16.
func (c *Chip) Len() int { return Inputs }

// Warnings tells of inputs that the chip isn't made for.
func (c *Chip) Warnings() []string {
	if c.opt.Inputs&^Safe == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%v: GPA7 and GPB7 are used as inputs: a change there while the chip is read disturbs the bus; "+
		"five chips with 14 inputs each, or a PCA9555, are safe", c)}
}

// Init sets the chip up, whatever state it is in.
func (c *Chip) Init() error {
	// BANK may be 1: then this clears IOCON, and with it BANK.
	if err := c.write(iocon1, 0); err != nil {
		return err
	}
	if err := c.write(iocon, settings); err != nil {
		return err
	}
	if err := c.writePair(pair{olat, c.out}); err != nil {
		return err
	}
	for _, p := range c.regs[1:] {
		if err := c.writePair(p); err != nil {
			return err
		}
	}
	if err := c.writePair(pair{reg: intcon}); err != nil { // changes against the value before, not against DEFVAL
		return err
	}
	_, err := c.readPair(gpio)
	return err
}

// Read reads both ports in 3 bytes on the wire: the pointer stands on GPIOA, and comes back to it.
func (c *Chip) Read() (uint64, error) {
	if err := c.bus.Tx(c.addr, nil, c.r[:]); err != nil {
		return 0, err
	}
	return uint64(c.r[0]) | uint64(c.r[1])<<8, nil
}

// Drive sets the outputs to their bits of levels, in 4 bytes on the wire. It leaves the pointer where Read needs it.
func (c *Chip) Drive(levels uint64) error {
	c.out = both(levels)
	return c.writePair(pair{gpio, c.out})
}

// Confirm looks at the settings and reads with the pointer set.
func (c *Chip) Confirm() (uint64, error) {
	for _, p := range c.regs {
		got, err := c.readPair(p.reg)
		if err != nil {
			return 0, err
		}
		if got != p.to {
			return 0, fmt.Errorf("MCP23017 at 0x%02x: register 0x%02x holds % x, not % x: %w", c.addr, p.reg, got, p.to, hw.ErrReset)
		}
	}
	got, err := c.readPair(gpio)
	return uint64(got[0]) | uint64(got[1])<<8, err
}

func (c *Chip) write(reg, to byte) error {
	c.w[0], c.w[1] = reg, to
	return c.bus.Tx(c.addr, c.w[:2], nil)
}

func (c *Chip) writePair(p pair) error {
	c.w = [3]byte{p.reg, p.to[0], p.to[1]}
	return c.bus.Tx(c.addr, c.w[:], nil)
}

func (c *Chip) readPair(reg byte) ([2]byte, error) {
	c.w[0] = reg
	err := c.bus.Tx(c.addr, c.w[:1], c.r[:])
	return c.r, err
}
