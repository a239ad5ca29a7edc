package ledchips

import (
	"fmt"

	"jadoube/hw"
)

// APA102 is a strip of APA102 or SK9822 LEDs.
type APA102 struct {
	wire
	sk     bool
	lights []Light
	order  [3]int // which of red, green, blue the three bytes are
}

var _ hw.SPI = (*APA102)(nil)

// NewAPA102 returns n dark APA102, whose bytes are blue, green, red.
func NewAPA102(n int) *APA102 { return &APA102{lights: make([]Light, n), order: [3]int{2, 1, 0}} }

// NewSK9822 returns n dark SK9822, which show a colour only when 32 zero bits have come after it.
func NewSK9822(n int) *APA102 {
	c := NewAPA102(n)
	c.sk = true
	return c
}

// Tx reads a start frame, the LEDs' frames, and counts the clocks that are left for them to reach their LEDs: each LED
// on the way delays by half a clock.
func (c *APA102) Tx(w, r []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.enter(errCut); err != nil {
		return err
	}
	clear(r)
	if len(w) < 4 || w[0]|w[1]|w[2]|w[3] != 0 {
		c.fault("no start frame of 32 zeros")
		return nil
	}
	frames := w[4:]
	for i := range c.lights {
		if len(frames) < 4 || frames[0]&0xe0 != 0xe0 {
			c.fault(fmt.Sprintf("LED %d: no frame that begins with three ones", i))
			return nil
		}
		frame := frames
		frames = frames[4:]
		if !c.reaches(i, 8*(len(w)-4-4*len(c.lights))) {
			continue
		}
		for k, colour := range c.order {
			c.lights[i][colour] = byte(int(frame[1+k]) * int(frame[0]&0x1f) / 31)
		}
	}
	for _, b := range frames {
		if b != 0 {
			c.fault("something else than zeros after the last LED: it would light on a longer strip")
			break
		}
	}
	return nil
}

// reaches reports whether LED i gets to show its colour, given how many clocks follow the last LED's frame.
func (c *APA102) reaches(i, clocks int) bool {
	delay := (i + 1) / 2
	if c.sk {
		return clocks >= 32+delay // the zeros that end the frame of an SK9822 are delayed too
	}
	return clocks+32*(len(c.lights)-1-i) >= delay
}

// Lights is what the LEDs show.
func (c *APA102) Lights() []Light {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]Light(nil), c.lights...)
}

// Forget takes the power away and gives it back: all dark.
func (c *APA102) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.lights)
}

// String returns "simulated SPI".
func (c *APA102) String() string { return "simulated SPI" }
