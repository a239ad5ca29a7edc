// Package plain knows LEDs that hang on output pins, of a computer or of expanders: each on a pin of its own, or crossed
// as rows and columns that take turns; it must not know which chip has the pins, nor what the lights mean.
package plain

import (
	"fmt"

	"jadoube/hw"
	"jadoube/ledmatrix"
)

// MaxLEDs is the length of the longest strip.
const MaxLEDs = 256

// LEDs is LEDs with a pin of their own.
type LEDs struct {
	ledmatrix.Latch
	groups []hw.OutPins
	strip  ledmatrix.Strip
	low    bool
}

var _ ledmatrix.Refresher = (*LEDs)(nil)

// New returns LEDs on groups of pins: LED n of the strip is the n-th pin, the groups' pins counted on. With low an LED is on
// when its pin is 0.
func New(groups []hw.OutPins, strip ledmatrix.Strip, low bool) (*LEDs, error) {
	pins := 0
	for _, g := range groups {
		pins += g.Len()
	}
	if n := len(strip); n < 1 || n > min(pins, MaxLEDs) {
		return nil, fmt.Errorf("%d LEDs on %d pins: expected 1 to as many as there are pins, %d at the most", n, pins, MaxLEDs)
	}
	d := &LEDs{groups: groups, strip: strip, low: low}
	d.Latch = ledmatrix.NewLatch(d.send)
	return d, nil
}

func (d *LEDs) send(img *ledmatrix.Image, anew bool) error {
	first := 0
	for _, g := range d.groups {
		n := min(g.Len(), len(d.strip)-first)
		if n <= 0 {
			break
		}
		if err := write(g, d.levels(img, first, n), mask(n), anew); err != nil {
			return err
		}
		first += n
	}
	return nil
}

// levels is what the pins of n LEDs from the first on must be.
func (d *LEDs) levels(img *ledmatrix.Image, first, n int) (levels uint64) {
	for i := range n {
		if (d.strip.Colour(img, first+i) != ledmatrix.RGB{}) != d.low {
			levels |= 1 << i
		}
	}
	return levels
}

// write drives pins; anew after setting up those of a chip that may have lost its settings.
func write(g hw.OutPins, levels, mask uint64, anew bool) error {
	if err := g.Write(levels, mask); err != nil {
		return fmt.Errorf("plain LEDs: %w", err)
	}
	chip, can := g.(interface{ Init() error })
	if !anew || !can {
		return nil
	}
	if err := chip.Init(); err != nil {
		return fmt.Errorf("plain LEDs: %w", err)
	}
	return nil
}

func mask(n int) uint64 { return ^uint64(0) >> (64 - n) }

// String names the LEDs: "64 LEDs on mcp23017 0x20 on I2C1 and 3 more".
func (d *LEDs) String() string {
	if n := len(d.groups) - 1; n > 0 {
		return fmt.Sprintf("%d LEDs on %v and %d more", len(d.strip), d.groups[0], n)
	}
	return fmt.Sprintf("%d LEDs on %v", len(d.strip), d.groups[0])
}
