package doctor

import (
	"strings"
	"time"

	"jadoube/ledmatrix"
	"jadoube/rules/square"
)

// Lights is the LEDs of a board, and how bright they may be.
type Lights struct {
	Driver ledmatrix.Driver
	Power  ledmatrix.Power
	Strip  ledmatrix.Strip
	Mono   bool // of one colour
}

// running is how long a light that runs stays on a square.
const running = 120 * time.Millisecond

// named is a colour with its name.
type named struct {
	ledmatrix.RGB
	name string
}

var white = ledmatrix.RGB{R: 255, G: 255, B: 255}

// palette is the colours that LEDs of this kind are tried with.
func (l *Lights) palette() []named {
	if l.Mono {
		return []named{{white, "lit"}}
	}
	return []named{{ledmatrix.RGB{R: 255}, "red"}, {ledmatrix.RGB{G: 255}, "green"}, {ledmatrix.RGB{B: 255}, "blue"}, {white, "white"}}
}

// all lights all squares in a colour, as bright as the supply allows.
func (l *Lights) all(c ledmatrix.RGB) error { return l.show(^square.Empty, c) }

// only lights one square, or none. That it doesn't can be seen; the walk goes on.
func (l *Lights) only(s square.Square) {
	if l != nil {
		l.show(s.Set(), white)
	}
}

func (l *Lights) show(set square.Set, c ledmatrix.RGB) error {
	var scene ledmatrix.Scene
	scene.AddAll(set, ledmatrix.Touched)
	palette := ledmatrix.Palette{ledmatrix.Touched: {Colour: c, Blink: ledmatrix.Steady}}
	fitted := l.Power.Fit(&scene, &palette, l.Strip)
	img := ledmatrix.Render(&scene, &fitted, 0)
	return l.Driver.Show(&img)
}

// LightFindings is what was found out about the LEDs.
type LightFindings struct {
	Name       string                // of the driver
	Err        error                 // why they couldn't be lit
	Wrong      map[string]square.Set // by colour: squares that didn't show it
	Disordered bool                  // the light didn't run as it should
}

// wrong notes the squares of an answer.
func (f *LightFindings) wrong(colour, answer string) {
	var set square.Set
	for _, word := range strings.FieldsFunc(answer, func(r rune) bool { return r == ' ' || r == ',' }) {
		if s, err := square.Parse(strings.ToLower(word)); err == nil {
			set = set.With(s)
		}
	}
	if set == 0 {
		return
	}
	if f.Wrong == nil {
		f.Wrong = map[string]square.Set{}
	}
	f.Wrong[colour] = set
}
