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

const (
	channels = 3 * 64
	levels   = 3 * 255 // of a whole LED
	// reserve is what lifting every channel that scaling would put out to level 1 may cost, in levels.
	reserve = channels
)

// Power is how bright the LEDs may be.
type Power struct {
	Brightness int // percent of the palette's own brightness, 1 to 100
	Budget     int // mA for all 64 LEDs together, 100 to 4000: what the supply can spare
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

// Fit returns the palette dimmed to p's brightness, and further until the scene keeps within the
// budget with all its lights on at once, so that blinking doesn't pump the brightness of the others.
// A channel that was on stays on. p must have passed Check.
func (p Power) Fit(c *Scene, palette *Palette) Palette {
	dimmed := palette.scale(p.Brightness, 100)
	sum := dimmed.sum(c)
	allowed := (p.Budget-64*Idle)*levels/FullWhite - reserve
	if sum <= allowed {
		return dimmed
	}
	return dimmed.scale(allowed, sum)
}

// Current is what an image is taken to draw, in mA rounded up.
func Current(img *Image) int {
	sum := 0
	for _, c := range img {
		sum += c.sum()
	}
	return 64*Idle + (sum*FullWhite+levels-1)/levels
}

func (p *Palette) sum(c *Scene) int {
	sum := 0
	for _, m := range c {
		if m < meanings {
			sum += p[m].Colour.sum()
		}
	}
	return sum
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
