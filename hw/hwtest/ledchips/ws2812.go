package ledchips

import (
	"fmt"

	"jadoube/hw"
)

// WS2812 is a strip of WS2812B LEDs on the MOSI of an SPI line, read as the pulses that they see.
type WS2812 struct {
	wire
	// IdleHigh is a line that rests high, as some controllers' do: each transfer begins with an edge.
	IdleHigh bool

	order string // of the bytes, as "GRB"
	hz    int
	shown []byte // what the LEDs show, in that order
	bits  []byte // what came since the last pause, one bit each
}

var _ hw.SPI = (*WS2812)(nil)

// NewWS2812 returns n dark LEDs on a bus with the given clock.
func NewWS2812(n int, order string, hz int) *WS2812 {
	return &WS2812{order: order, hz: hz, shown: make([]byte, n*len(order)), bits: make([]byte, 0, 1<<16)}
}

// Clock sets the bus's clock, in Hz.
func (c *WS2812) Clock(hz int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hz = hz
}

// Pulses of the datasheet, in ns, with 10 to spare for clocks that can't be made exactly.
var (
	shortHigh = span{240, 560}
	longHigh  = span{640, 960}
	afterZero = span{690, 1010}
	afterOne  = span{290, 610}
)

// latch is how long the line must be low until the colours are shown, in ns.
const latch = 280_000

type span struct{ from, to int }

func (s span) has(ns int) bool { return s.from <= ns && ns <= s.to }

// Tx reads what is sent as levels of the line.
func (c *WS2812) Tx(w, r []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.enter(errCut); err != nil {
		return err
	}
	clear(r)
	line := lineReader{bytes: w}
	high := 0
	if c.IdleHigh {
		high = latch
	}
	for {
		high += c.ns(line.run(1))
		low := c.ns(line.run(0))
		if high > 0 {
			c.pulse(high, low)
		} else if low >= latch {
			c.bits = c.bits[:0]
		}
		if low == 0 {
			break
		}
		high = 0
	}
	return nil
}

func (c *WS2812) ns(bits int) int { return bits * 1_000_000 / (c.hz / 1000) }

// pulse takes one bit, and shows what came when the pause after it is long enough.
func (c *WS2812) pulse(high, low int) {
	bit, after := byte(0), afterZero
	switch {
	case shortHigh.has(high):
	case longHigh.has(high) || c.IdleHigh && high >= latch:
		bit, after = 1, afterOne
	default:
		c.fault(fmt.Sprintf("high for %d ns is neither a 0 nor a 1", high))
		return
	}
	c.bits = append(c.bits, bit)
	switch {
	case low >= latch:
		c.show()
	case !after.has(low):
		c.fault(fmt.Sprintf("low for %d ns after a %d of %d ns", low, bit, high))
	}
}

// show hands the bits down the strip: each LED takes as many as it needs, what is left over falls off the end.
func (c *WS2812) show() {
	width := 8 * len(c.order)
	for i := 0; i < len(c.bits)/width*len(c.order) && i < len(c.shown); i++ {
		v := byte(0)
		for _, bit := range c.bits[8*i : 8*i+8] {
			v = v<<1 | bit
		}
		c.shown[i] = v
	}
	c.bits = c.bits[:0]
}

// Lights is what the LEDs show.
func (c *WS2812) Lights() []Light {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]Light, len(c.shown)/len(c.order))
	for i, v := range c.shown {
		for k, name := range "RGB" {
			if rune(c.order[i%len(c.order)]) == name {
				out[i/len(c.order)][k] = v
			}
		}
	}
	return out
}

// Forget takes the power away and gives it back: all dark.
func (c *WS2812) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.shown)
	c.bits = c.bits[:0]
}

// String returns "simulated SPI".
func (c *WS2812) String() string { return "simulated SPI" }

// lineReader walks over the bits of a transfer, the highest of each byte first.
type lineReader struct {
	bytes []byte
	at    int // bit
}

// run is how many bits of a level come next.
func (l *lineReader) run(level byte) (n int) {
	for ; l.at < 8*len(l.bytes) && l.bytes[l.at/8]>>(7-l.at%8)&1 == level; l.at++ {
		n++
	}
	return n
}
