// Package hc165 knows a chain of 74HC165, chips with 8 inputs that are latched together and shifted out over SPI. It must
// not know what the inputs mean.
//
// Datasheet: Nexperia 74HC165 revision 5, general description on page 1 and function table. While PL (SH/LD) is low the inputs D0 to D7 are loaded, and Q7 follows D7; each
// rising edge of CP then brings the next lower one to Q7, and into the first place what is at DS. So in SPI mode 0, where the computer reads on the rising edge, the highest input of the chip next
// to MISO comes first. At 3.3 V the clock may have some 10 MHz.
package hc165

import (
	"errors"
	"fmt"

	"jadoube/hw"
)

// Bounds of the clock in Hz: slower ones tell nothing new in time, faster ones are too fast for the chip at 3.3 V.
const (
	MinClock = 10_000
	MaxClock = 10_000_000
)

// MaxChips is the longest chain: 64 inputs.
const MaxChips = 8

// ErrBroken is the error of a chain whose end isn't what it is wired to: a wire, a chip or the supply is missing.
var ErrBroken = errors.New("the end of the chain of 74HC165 doesn't come through: look at its supply, Q7 to DS from chip to chip, and MISO")

// End is what DS of the chip that is farthest from MISO is wired to.
type End uint8

// The ends.
const (
	Open End = iota // to nothing: the chain isn't checked
	Low             // to ground
	High            // to the supply
)

// Options say how the chain is wired.
type Options struct {
	Chips int        // 1 to 8
	Latch hw.OutPins // PL, 0 = low; nil when an inverter makes it from the chip select
	End   End
}

// Chain is a chain of chips. Inputs 0 to 7 are D0 to D7 of the chip whose Q7 is wired to MISO, 8 to 15 those of the chip
// whose Q7 goes to that one's DS, and so on. It is used from one goroutine.
type Chain struct {
	bus hw.SPI
	opt Options
	w   [MaxChips + 1]byte
	r   [MaxChips + 1]byte
}

// New returns a chain. Nothing is sent yet.
func New(bus hw.SPI, opt Options) (*Chain, error) {
	if opt.Chips < 1 || opt.Chips > MaxChips {
		return nil, fmt.Errorf("%d 74HC165 in a chain: expected 1 to %d", opt.Chips, MaxChips)
	}
	return &Chain{bus: bus, opt: opt}, nil
}

// String names the chain: "8 74HC165 on SPI0.0".
func (c *Chain) String() string { return fmt.Sprintf("%d 74HC165 on %v", c.opt.Chips, c.bus) }

// Len is the number of inputs.
func (c *Chain) Len() int { return 8 * c.opt.Chips }

// Init lets the chain shift.
func (c *Chain) Init() error {
	if c.opt.Latch == nil {
		return nil
	}
	return c.opt.Latch.Write(1, 1)
}

// Read loads and shifts out the inputs, a byte for each chip.
func (c *Chain) Read() (uint64, error) { return c.shift(c.opt.Chips) }

// Confirm reads one byte more, in which the end of the chain must come through.
func (c *Chain) Confirm() (uint64, error) {
	levels, err := c.shift(c.opt.Chips + 1)
	end := c.r[c.opt.Chips]
	if err == nil && (c.opt.End == Low && end != 0 || c.opt.End == High && end != 0xff) {
		err = ErrBroken
	}
	return levels, err
}

func (c *Chain) shift(n int) (levels uint64, err error) {
	if c.opt.Latch != nil {
		if err := errors.Join(c.opt.Latch.Write(0, 1), c.opt.Latch.Write(1, 1)); err != nil {
			return 0, err
		}
	}
	if err := c.bus.Tx(c.w[:n], c.r[:n]); err != nil {
		return 0, err
	}
	for i := range c.opt.Chips {
		levels |= uint64(c.r[i]) << (8 * i)
	}
	return levels, nil
}
