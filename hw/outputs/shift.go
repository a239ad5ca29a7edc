package outputs

import (
	"fmt"

	"jadoube/hw"
)

// MaxShift is the length of the longest chain.
const MaxShift = 8

// Shift is a chain of 74HC595 on an SPI line whose chip line is their latch clock (RCLK, ST_CP), in mode 0. Pin n is output n mod 8 (QA to
// QH, Q0 to Q7) of chip n/8; the chip nearest to the computer is the first. The chain takes what was clocked
// in when the line rises (74HC595 datasheet, function table). Nothing tells whether it is there.
type Shift struct {
	bus    hw.SPI
	levels uint64
	buf    []byte
}

var _ hw.OutPins = (*Shift)(nil)

// NewShift returns a chain of 1 to MaxShift chips.
func NewShift(bus hw.SPI, chips int) (*Shift, error) {
	if chips < 1 || chips > MaxShift {
		return nil, fmt.Errorf("%d 74hc595 in a chain: expected 1 to %d", chips, MaxShift)
	}
	return &Shift{bus: bus, buf: make([]byte, chips)}, nil
}

// Len is the number of pins.
func (s *Shift) Len() int { return 8 * len(s.buf) }

// Init sends the levels that were written last.
func (s *Shift) Init() error { return s.Write(0, 0) }

// Write drives the pins in mask.
func (s *Shift) Write(levels, mask uint64) error {
	s.levels = s.levels&^mask | levels&mask
	for chip := range s.buf {
		s.buf[len(s.buf)-1-chip] = byte(s.levels >> (8 * chip)) // what is sent first goes furthest
	}
	if err := s.bus.Tx(s.buf, nil); err != nil {
		return fmt.Errorf("74hc595: %w", err)
	}
	return nil
}

// String names the chain: "2 74hc595 on SPI0.0".
func (s *Shift) String() string { return fmt.Sprintf("%d 74hc595 on %v", len(s.buf), s.bus) }
