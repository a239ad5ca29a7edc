package ledmatrix

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// one is the common strip: an LED for each square.
var one = Layout{}.Strip()

// strips are others: on corners, four in each square, some that serve nothing.
var strips = []Strip{one, Layout{Corners: true}.Strip(), slices.Concat(one, one, one, one), Layout{Offset: 20, Serpentine: true}.Strip()}

func TestPowerCheck(t *testing.T) {
	for _, c := range []struct {
		p  Power
		ok bool
	}{
		{DefaultPower, true},
		{Power{1, 100}, true},
		{Power{100, 4000}, true},
		{Power{0, 500}, false},
		{Power{101, 500}, false},
		{Power{50, 99}, false},
		{Power{50, 4001}, false},
		{Power{}, false},
	} {
		if err := c.p.Check(); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.p, err)
		}
	}
}

func TestCurrentOfFullWhite(t *testing.T) {
	var img Image
	if mA := one.Current(&img); mA != 64*Idle {
		t.Errorf("dark: %d mA", mA)
	}
	for s := range img {
		img[s] = white
	}
	if mA := one.Current(&img); mA != 64*(Idle+FullWhite) {
		t.Errorf("white: %d mA", mA)
	}
}

func TestFitKeepsTheBudgetAndPutsNothingOut(t *testing.T) {
	r := rand.New(rand.NewPCG(60, 64))
	for range 3000 {
		power := Power{1 + r.IntN(100), 100 + r.IntN(3901)}
		var c Scene
		for s := range c {
			c[s] = Meaning(r.IntN(int(meanings)))
		}
		for name, p := range palettes {
			strip := strips[r.IntN(len(strips))]
			power.Budget = max(power.Budget, Least(len(strip)))
			q := power.Fit(&c, p, strip)
			img := allLit(&c, &q)
			if mA := strip.Current(&img); mA > power.Budget {
				t.Fatalf("%s with %+v draws %d mA on %d LEDs", name, power, mA, len(strip))
			}
			for m := range q {
				if on(q[m].Colour) != on(p[m].Colour) || q[m].Blink != p[m].Blink {
					t.Fatalf("%s with %+v: %v went from %v to %v", name, power, Meaning(m), p[m], q[m])
				}
			}
		}
	}
}

func allLit(c *Scene, p *Palette) Image {
	var img Image
	for s, m := range c {
		img[s] = p[m].Colour
	}
	return img
}

func on(c RGB) [3]bool { return [3]bool{c.R > 0, c.G > 0, c.B > 0} }

func TestFitDimsNoMoreThanAsked(t *testing.T) {
	few := Scene{1: Touched, 2: MayGo}
	if q := (Power{100, 500}).Fit(&few, &Default, one); q != Default {
		t.Errorf("two LEDs within 500 mA were dimmed to %v", q)
	}
	q := Power{50, 500}.Fit(&few, &Default, one)
	if q[Touched].Colour != (RGB{0, 50, 127}) {
		t.Errorf("half of %v is %v", Default[Touched].Colour, q[Touched].Colour)
	}
}

func TestMeaningsStayApartWhenDim(t *testing.T) {
	for name, p := range palettes {
		q := Power{10, 4000}.Fit(&Scene{}, p, one)
		for _, a := range Meanings() {
			for b := a + 1; b < meanings; b++ {
				if q[a] == q[b] {
					t.Errorf("%s at 10%%: %v and %v look the same", name, a, b)
				}
			}
		}
	}
}

func TestStep(t *testing.T) {
	for _, c := range []struct {
		p           Power
		steps, full int
		want        int
	}{
		{Power{100, 500}, 16, 320, 16},
		{Power{60, 500}, 16, 320, 9},
		{Power{60, 100}, 16, 320, 5}, // 5/16 of 320 mA
		{Power{1, 100}, 16, 320, 1},
		{Power{100, 500}, 16, 0, 16},
	} {
		if got := c.p.Step(c.steps, c.full); got != c.want {
			t.Errorf("%+v: step %d of %d for %d mA, expected %d", c.p, got, c.steps, c.full, c.want)
		}
	}
}
