package ledmatrix

import (
	"fmt"
	"math/bits"
	"strings"
	"time"

	"jadoube/rules/square"
)

// Image is what 64 LEDs show at one moment, indexed by square (a1 = 0), whatever the order of the
// LEDs on their wire. The zero Image is dark.
type Image [64]RGB

// Render is the image of a scene at the moment t since any fixed start; the same start for all calls
// keeps the blinking in step. It doesn't allocate.
func Render(c *Scene, p *Palette, t time.Duration) Image {
	var now [meanings]RGB
	for m := range now {
		if p[m].Blink.On(t) {
			now[m] = p[m].Colour
		}
	}
	var img Image
	for s, m := range c {
		if m < meanings {
			img[s] = now[m]
		}
	}
	return img
}

// Next is the first moment after t at which Render gives another image of the same scene; false when
// it never does, because nothing blinks. A loop sleeps until then instead of polling.
func Next(c *Scene, p *Palette, t time.Duration) (time.Duration, bool) {
	var changes Pattern
	for _, m := range c {
		if m < meanings && p[m].Colour != (RGB{}) {
			changes |= p[m].Blink.changes()
		}
	}
	if changes == 0 {
		return 0, false
	}
	k := tick(t)
	ahead := bits.LeadingZeros16(bits.RotateLeft16(uint16(changes), k+1)) + 1
	start := t - (t%Cycle+Cycle)%Cycle + time.Duration(k)*Tick
	return start + time.Duration(ahead)*Tick, true
}

// Mono is the set of squares whose LED is on at all: what a matrix of one colour shows. Render with the
// palette Mono for it, or the meanings fall together.
func (img *Image) Mono() square.Set {
	var on square.Set
	for s, c := range img {
		if c != (RGB{}) {
			on |= square.Square(s).Set()
		}
	}
	return on
}

// String draws the board as the players of White see it, a hexadecimal rrggbb for each square that is
// on: eight lines, the eighth rank first.
func (img *Image) String() string {
	var w strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			if file > 0 {
				w.WriteByte(' ')
			}
			w.WriteString(img[square.At(file, rank)].hex())
		}
		w.WriteByte('\n')
	}
	return w.String()
}

func (c RGB) hex() string {
	if c == (RGB{}) {
		return "......"
	}
	return fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B)
}
