// Package pca9552 knows the PCA9552 as 16 inputs on I²C: a driver for LEDs whose pins can be read while their LEDs are off. It
// must not know what the inputs mean.
//
// Datasheet: Philips PCA9552 of 1 October 2004. The control register and the addresses of the registers are page 5; a read with
// auto-increment must not begin at register 0, and goes on there after the last one. LED selectors and what they
// make of the pins are told with the registers LS0 to LS3.
package pca9552

import (
	"fmt"

	"jadoube/hw"
)

// Inputs is the number of pins: LED0 to LED15.
const Inputs = 16

// Registers, with the auto-increment flag.
const (
	psc0 = 0x12 // PSC0, PWM0, PSC1, PWM1, LS0, LS1, LS2, LS3; then INPUT0, INPUT1
	ls3  = 0x19 // the last one; then INPUT0, INPUT1
)

const allOff = 0x55 // a selector of four LEDs: 01 each, high impedance

// settings are the registers from PSC0 on: the dimmers, which nothing uses and which hold something else after a reset, and the
// selectors.
var settings = [8]byte{0xa5, 0x5a, 0xa5, 0x5a, allOff, allOff, allOff, allOff}

// Chip is one PCA9552 with all pins as inputs. They need pull-ups. A chip is used from one goroutine.
type Chip struct {
	bus  hw.I2C
	addr uint16
	w    [9]byte
	r    [10]byte
}

// CheckAddress returns an error for an address that the chip can't have.
func CheckAddress(addr uint16) error {
	if addr < 0x60 || addr > 0x67 {
		return fmt.Errorf("PCA9552 at 0x%02x: expected an address of 0x60 to 0x67", addr)
	}
	return nil
}

// New returns the chip at an address. Nothing is sent yet.
func New(bus hw.I2C, addr uint16) (*Chip, error) {
	return &Chip{bus: bus, addr: addr}, CheckAddress(addr)
}

// String names the chip: "PCA9552 at 0x60 on I2C1".
func (c *Chip) String() string { return fmt.Sprintf("PCA9552 at 0x%02x on %v", c.addr, c.bus) }

// Len is 16.
func (c *Chip) Len() int { return Inputs }

// Init switches all LEDs off.
func (c *Chip) Init() error {
	c.w[0] = psc0
	copy(c.w[1:], settings[:])
	return c.bus.Tx(c.addr, c.w[:], nil)
}

// Read reads all pins, from the last selector on, as the chip wants it.
func (c *Chip) Read() (uint64, error) {
	c.w[0] = ls3
	if err := c.bus.Tx(c.addr, c.w[:1], c.r[:3]); err != nil {
		return 0, err
	}
	if c.r[0] != allOff {
		return 0, c.reset()
	}
	return uint64(c.r[1]) | uint64(c.r[2])<<8, nil
}

// Confirm reads all settings and all pins.
func (c *Chip) Confirm() (uint64, error) {
	c.w[0] = psc0
	if err := c.bus.Tx(c.addr, c.w[:1], c.r[:]); err != nil {
		return 0, err
	}
	if [8]byte(c.r[:8]) != settings {
		return 0, c.reset()
	}
	return uint64(c.r[8]) | uint64(c.r[9])<<8, nil
}

func (c *Chip) reset() error { return fmt.Errorf("PCA9552 at 0x%02x: %w", c.addr, hw.ErrReset) }
