// Package mcp3008 knows the MCP3008, a converter with 8 channels of 10 bits on SPI. It must not know what is measured.
//
// Datasheet: Microchip DS21295D. The command bits are table 5-2, page 19, a conversion is figure 5-1, page 20, and in three bytes section 6.1: a start
// bit alone in the first, single-ended and the channel in the second, and the value in the last ten bits. The clock may have
// 1.35 MHz at 2.7 V and 3.6 MHz at 5 V. The supply is the reference, so levels are shares of it.
package mcp3008

import (
	"fmt"

	"jadoube/hw"
)

// Bounds of the clock in Hz: a slower one loses the charge that was sampled.
const (
	MinClock = 10_000
	MaxClock = 3_600_000
)

// Channels is the number of inputs.
const Channels = 8

// Chip is one MCP3008. It is used from one goroutine.
type Chip struct {
	bus     hw.SPI
	channel int
	w, r    [3]byte
}

// New returns the chip on a line in mode 0. Nothing is sent yet.
func New(bus hw.SPI) *Chip { return &Chip{bus: bus} }

// String names the chip: "MCP3008 on SPI0.0".
func (c *Chip) String() string { return fmt.Sprintf("MCP3008 on %v", c.bus) }

// Channels is 8.
func (c *Chip) Channels() int { return Channels }

// Start chooses the channel that Level measures.
func (c *Chip) Start(channel int) error {
	if channel < 0 || channel >= Channels {
		return fmt.Errorf("MCP3008: channel %d: expected 0 to 7", channel)
	}
	c.channel = channel
	return nil
}

// Level measures, and returns the level in 65536ths of the supply.
func (c *Chip) Level() (uint16, error) {
	c.w = [3]byte{1, 0x80 | byte(c.channel)<<4, 0}
	if err := c.bus.Tx(c.w[:], c.r[:]); err != nil {
		return 0, err
	}
	if c.r[1]&4 != 0 { // the null bit before the value
		return 0, fmt.Errorf("%v: %w: its answer % x has no null bit", c, hw.ErrNoAnswer, c.r)
	}
	return uint16(c.r[1]&3)<<14 | uint16(c.r[2])<<6, nil
}
