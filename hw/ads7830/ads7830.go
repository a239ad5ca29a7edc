// Package ads7830 knows the ADS7830, a converter with 8 channels of 8 bits on I²C. It must not know what is measured.
//
// Datasheet: Texas Instruments SBAS302, page 11: the address, the command byte with its channels (table I and II), and power-down. A
// command is followed by a repeated start and the value. With PD = 01 the reference is what is wired to REF, here the supply, so
// levels are shares of it.
package ads7830

import (
	"fmt"

	"jadoube/hw"
)

// Channels is the number of inputs.
const Channels = 8

// Chip is one ADS7830. It is used from one goroutine.
type Chip struct {
	bus  hw.I2C
	addr uint16
	w, r [1]byte
}

// CheckAddress returns an error for an address that the chip can't have.
func CheckAddress(addr uint16) error {
	if addr < 0x48 || addr > 0x4b {
		return fmt.Errorf("ADS7830 at 0x%02x: expected an address of 0x48 to 0x4b", addr)
	}
	return nil
}

// New returns the chip at an address. Nothing is sent yet.
func New(bus hw.I2C, addr uint16) (*Chip, error) {
	return &Chip{bus: bus, addr: addr}, CheckAddress(addr)
}

// String names the chip: "ADS7830 at 0x48 on I2C1".
func (c *Chip) String() string { return fmt.Sprintf("ADS7830 at 0x%02x on %v", c.addr, c.bus) }

// Channels is 8.
func (c *Chip) Channels() int { return Channels }

// Start chooses the channel that Level measures.
func (c *Chip) Start(channel int) error {
	if channel < 0 || channel >= Channels {
		return fmt.Errorf("ADS7830: channel %d: expected 0 to 7", channel)
	}
	// SD = 1, single-ended; C2 is the channel's lowest bit, C1 and C0 are the others; PD = 01.
	c.w[0] = 0x84 | byte(channel)&1<<6 | byte(channel)>>1<<4
	return nil
}

// Level measures, and returns the level in 65536ths of the supply.
func (c *Chip) Level() (uint16, error) {
	err := c.bus.Tx(c.addr, c.w[:], c.r[:])
	return uint16(c.r[0]) << 8, err
}
