package ledmatrix

import (
	"errors"
	"fmt"
)

// What an LED is taken to draw, in mA: a WS2812B at full white, and one that is dark but powered. Both
// are assumptions from datasheets of the kind, not measurements; newer types draw less.
const (
	FullWhite = 60
	Idle      = 1
)

// levels of a whole LED: three channels.
const levels = 3 * 255

// Power is how bright the LEDs may be.
type Power struct {
	Brightness int // percent of the palette's own brightness, 1 to 100
	Budget     int // mA for all LEDs together, 100 to 4000: what the supply can spare
}

// DefaultPower suits LEDs that hang on the same supply as the computer.
var DefaultPower = Power{Brightness: 60, Budget: 500}

// Check returns everything that is wrong with p.
func (p Power) Check() error {
	var problems []error
	if p.Brightness < 1 || p.Brightness > 100 {
		problems = append(problems, fmt.Errorf("LED brightness %d: expected 1 to 100 percent", p.Brightness))
	}
	if p.Budget < 100 || p.Budget > 4000 {
		problems = append(problems, fmt.Errorf("LED current budget %d mA: expected 100 to 4000; 64 LEDs at full white take %d",
			p.Budget, 64*(FullWhite+Idle)))
	}
	return errors.Join(problems...)
}

// Least is the smallest budget in mA that n LEDs can keep to: they are powered, and a colour doesn't go
// out when it is dimmed.
func Least(n int) int { return n*Idle + (3*n*FullWhite+levels-1)/levels }

// Fit returns the palette dimmed to p's brightness, and further until the scene keeps within the
// budget on the strip with all its lights on at once, so that blinking doesn't pump the brightness of
// the others. A channel that was on stays on. p must have passed Check, and its budget be Least's.
func (p Power) Fit(c *Scene, palette *Palette, strip Strip) Palette {
	dimmed := palette.scale(p.Brightness, 100)
	sum, n := dimmed.sum(c, strip), len(strip)
	// Lifting each channel that scaling would put out to level 1 costs 3n levels at the most.
	allowed := max(0, (p.Budget-n*Idle)*levels/FullWhite-3*n)
	if sum <= allowed {
		return dimmed
	}
	return dimmed.scale(allowed, sum)
}

// Step is the highest of a chip's steps of brightness, 1 to steps, that keeps within p, and at least 1;
// full is what all LEDs together draw at the highest step, in mA. For chips that dim all LEDs at once.
func (p Power) Step(steps, full int) int {
	step := steps * p.Brightness / 100
	if full > 0 {
		step = min(step, steps*p.Budget/full)
	}
	return max(1, step)
}

// Current is what a strip is taken to draw when it shows an image, in mA rounded up.
func (s Strip) Current(img *Image) int {
	sum := 0
	for n := range s {
		sum += s.Colour(img, n).sum()
	}
	return len(s)*Idle + (sum*FullWhite+levels-1)/levels
}

// sum is what the strip's LEDs show together at the most, in levels: each the brightest of its squares.
func (p *Palette) sum(c *Scene, strip Strip) int {
	var of [meanings]int
	for m := range of {
		of[m] = p[m].Colour.sum()
	}
	total := 0
	for _, set := range strip {
		most := 0
		for ; set != 0; set &= set - 1 {
			if m := c[set.First()]; m < meanings {
				most = max(most, of[m])
			}
		}
		total += most
	}
	return total
}

func (p *Palette) scale(num, den int) Palette {
	q := *p
	for m := range q {
		c := &q[m].Colour
		*c = RGB{dim(c.R, num, den), dim(c.G, num, den), dim(c.B, num, den)}
	}
	return q
}

func (c RGB) sum() int { return int(c.R) + int(c.G) + int(c.B) }

func dim(v uint8, num, den int) uint8 {
	if v == 0 {
		return 0
	}
	return uint8(max(1, int(v)*num/den))
}
