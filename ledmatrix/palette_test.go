package ledmatrix

import (
	"fmt"
	"math"
	"testing"
)

var palettes = map[string]*Palette{"default": &Default, "colour-blind": &ColourBlind, "mono": &Mono}

func TestParsePalette(t *testing.T) {
	for name, want := range palettes {
		if got, err := ParsePalette(name); err != nil || got != *want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ParsePalette("sepia"); err == nil {
		t.Error("no error for sepia")
	}
}

func TestDarkIsDark(t *testing.T) {
	for name, p := range palettes {
		if p[Dark] != (Style{}) {
			t.Errorf("%s: dark has the style %v", name, p[Dark])
		}
		for _, m := range Meanings() {
			if p[m].Blink == 0 || p[m].Colour == (RGB{}) {
				t.Errorf("%s: %v can't be seen", name, m)
			}
		}
	}
}

func TestEveryPairDiffersByColourOrBlink(t *testing.T) {
	for name, p := range palettes {
		for _, a := range Meanings() {
			for b := a + 1; b < meanings; b++ {
				if p[a] == p[b] {
					t.Errorf("%s: %v and %v look the same", name, a, b)
				}
			}
		}
	}
}

func TestColourIsNeverTheOnlySignOfWhatIsUrgent(t *testing.T) {
	for name, p := range palettes {
		for _, a := range []Meaning{MayCapture, Check, DoNext, CannotStay} {
			for _, b := range Meanings() {
				if a != b && p[a].Blink == p[b].Blink {
					t.Errorf("%s: only the colour tells %v from %v", name, a, b)
				}
			}
		}
	}
}

// Rows turn linear RGB into what an eye without one kind of cone makes of it: Machado, Oliveira and
// Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009), severity 1.
var eyes = map[string][3][3]float64{
	"any": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanope": {
		{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998},
	},
	"deuteranope": {
		{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881},
	},
	"tritanope": {
		{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900},
	},
}

func seen(eye [3][3]float64, c RGB) (v [3]float64) {
	for i, row := range eye {
		v[i] = row[0]*float64(c.R) + row[1]*float64(c.G) + row[2]*float64(c.B)
	}
	return v
}

func TestColourBlindEyesTellSteadyLightsApart(t *testing.T) {
	const apart = 60 // of 255, in linear light
	for name, eye := range eyes {
		for _, a := range Meanings() {
			for b := a + 1; b < meanings; b++ {
				if ColourBlind[a].Blink != ColourBlind[b].Blink {
					continue
				}
				x, y := seen(eye, ColourBlind[a].Colour), seen(eye, ColourBlind[b].Colour)
				if d := math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2]); d < apart {
					t.Errorf("%s: %v and %v are %.0f apart, expected %d", name, a, b, d, apart)
				}
			}
		}
	}
}

func ExamplePattern() {
	for _, m := range Meanings() {
		fmt.Printf("%-12s %v\n", m, Mono[m].Blink)
	}
	// Output:
	// unrecorded   ###.............
	// last-move    #...............
	// hint         #.#.............
	// setup        ######..##......
	// may-go       ################
	// may-capture  ######..######..
	// at-risk      ##############..
	// check        #.#.#...........
	// touched      ########........
	// do-next      ####....####....
	// cannot-stay  ##..##..##..##..
}

func TestGammaKeepsTheEnds(t *testing.T) {
	for name, p := range palettes {
		if q := p.Gamma(1); q != *p {
			t.Errorf("%s: gamma 1 changes it to %v", name, q)
		}
		q := p.Gamma(2.2)
		for m := range q {
			before, after := p[m].Colour, q[m].Colour
			if on(before) != on(after) || after.sum() > before.sum() || q[m].Blink != p[m].Blink {
				t.Errorf("%s: %v went from %v to %v", name, Meaning(m), before, after)
			}
		}
	}
	half := Palette{Touched: {RGB{255, 128, 1}, Steady}}
	if got := half.Gamma(2)[Touched].Colour; got != (RGB{255, 64, 1}) {
		t.Errorf("the half with gamma 2 is %v", got)
	}
}
