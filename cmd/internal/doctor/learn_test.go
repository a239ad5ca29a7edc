package doctor

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/ledmatrix"
	"jadoube/ledmatrix/simled"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// usual are wirings for tests: by ranks, by files, by ranks to and fro, and each of them seen from the other side.
func usual(inputs int) (list [][]square.Square) {
	for _, at := range []func(n int) square.Square{
		func(n int) square.Square { return square.Square(n) },
		func(n int) square.Square { return square.At(n/8, n%8) },
		func(n int) square.Square {
			if n/8%2 == 1 {
				return square.At(7-n%8, n/8)
			}
			return square.Square(n)
		},
	} {
		for _, turned := range []square.Square{0, 63} {
			w := make([]square.Square, inputs)
			for i := range w {
				if w[i] = square.None; i < 64 {
					w[i] = at(i) ^ turned
				}
			}
			list = append(list, w)
		}
	}
	return list
}

// window is a view of 64 inputs of a board of which contact k is input at[k].
type window struct {
	*wood
	at    []int
	first int
	told  bool
}

func (w *window) Next(ctx context.Context) (sensors.Reading, error) {
	if !w.told {
		w.told = true
		r := sensors.Reading{T: time.Since(w.began).Milliseconds()}
		for s := range w.seen().Squares() {
			r.Changes = append(r.Changes, w.moved(sensors.Change{Square: s, To: sensors.Something})...)
		}
		return r, nil
	}
	r, err := w.wood.Next(ctx)
	if err != nil {
		return r, err
	}
	out := sensors.Reading{T: r.T}
	for _, c := range r.Changes {
		out.Changes = append(out.Changes, w.moved(c)...)
	}
	return out, nil
}

func (w *window) moved(c sensors.Change) []sensors.Change {
	i := w.at[c.Square] - w.first
	if i < 0 || i >= 64 {
		return nil
	}
	return []sensors.Change{{Square: square.Square(i), To: c.To}}
}

// learned has a hand teach a board whose contacts lie on the inputs at.
func learned(t *testing.T, w func() *wood, at []int, inputs int) (m *Map, log string, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := &hand{t: t, wood: w()}
		h.wood.stand(0)
		ctx, cancel := context.WithCancel(t.Context())
		con := h.sit(ctx)
		open := 0
		m, err = Wired{Inputs: inputs, Usual: usual(inputs), Open: func(first int) (sensors.Source, func(), error) {
			open++
			return &window{wood: h.wood, at: at, first: first}, func() { open-- }, nil
		}}.Learn(ctx, con)
		if open != 0 {
			t.Errorf("%d boards were left open", open)
		}
		cancel()
		h.leave()
		log = h.log.String()
	})
	return m, log, err
}

// straight is contact k on input k.
func straight() (at []int) {
	for i := range 64 {
		at = append(at, i)
	}
	return at
}

// is checks that each contact's input was learned to be that of its square.
func (m *Map) is(t *testing.T, w *wood, at []int, but square.Set) {
	t.Helper()
	for s := range square.None {
		if i := at[w.contact[s]]; !but.Has(s) && (i >= len(m.Square) || m.Square[i] != s) {
			t.Errorf("input %d is on %v, which wasn't learned", i, s)
		}
	}
}

func TestLearnUsual(t *testing.T) {
	for i, want := range usual(64) {
		w := newWood()
		for input, s := range want {
			w.contact[s] = square.Square(input)
		}
		m, log, err := learned(t, func() *wood { v := newWood(); v.contact = w.contact; return v }, straight(), 64)
		if err != nil {
			t.Fatalf("%v\n%s", err, log)
		}
		if m.is(t, w, straight(), 0); m.Usual != i || m.Placements > 3 || m.Slides != 1 {
			t.Errorf("wiring %d: learned %d with %d placements and %d slides\n%s", i, m.Usual, m.Placements, m.Slides, log)
		}
	}
}

// TestLearnWithFaults: a stuck contact and a dead one don't keep a usual wiring from being seen.
func TestLearnWithFaults(t *testing.T) {
	m, log, err := learned(t, func() *wood {
		w := newWood()
		w.stuck, w.dead = square.C4.Set(), square.B7.Set()
		return w
	}, straight(), 64)
	if err != nil || m.Usual != 0 || !strings.Contains(log, "1 contacts are closed though") {
		t.Errorf("%v, %+v\n%s", err, m, log)
	}
}

func TestLearnAnything(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 4))
	shuffled := func() *wood {
		w := newWood()
		for s, c := range random.Perm(64) {
			w.contact[s] = square.Square(c)
		}
		return w
	}
	w := shuffled()
	w.bounces[square.E4] = 2
	m, log, err := learned(t, func() *wood { v := newWood(); v.contact, v.bounces = w.contact, w.bounces; return v }, straight(), 64)
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	if m.is(t, w, straight(), 0); m.Usual != -1 || m.Slides > 9 || m.Placements > enough {
		t.Errorf("learned with %d placements and %d slides", m.Placements, m.Slides)
	}
}

// TestLearnManyInputs: 70 inputs, of which the contacts take 64 anywhere.
func TestLearnManyInputs(t *testing.T) {
	at := rand.New(rand.NewPCG(7, 0)).Perm(70)[:64]
	m, log, err := learned(t, newWood, at, 70)
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	if m.is(t, newWood(), at, 0); len(m.Square) != 70 || m.Usual != -1 {
		t.Errorf("learned %d inputs", len(m.Square))
	}
	used := 0
	for _, s := range m.Square {
		if s != square.None {
			used++
		}
	}
	if used != 64 {
		t.Errorf("%d inputs are used", used)
	}
}

func TestLearnDeadSquare(t *testing.T) {
	_, log, err := learned(t, func() *wood {
		w := newWood()
		for s, c := range rand.New(rand.NewPCG(6, 4)).Perm(64) {
			w.contact[s] = square.Square(c)
		}
		w.dead = w.contact[square.E6].Set()
		return w
	}, straight(), 64)
	if err == nil || !strings.Contains(err.Error(), "e6 has no contact of its own") {
		t.Errorf("%v\n%s", err, log)
	}
}

func TestLearnInverted(t *testing.T) {
	_, _, err := learned(t, func() *wood { w := newWood(); w.stuck = ^square.Empty; return w }, straight(), 64)
	if !errors.Is(err, ErrInverted) {
		t.Error(err)
	}
}

func TestInOrder(t *testing.T) {
	for _, c := range []struct {
		want, got []int
		n         int
	}{
		{[]int{1, 2, 3}, []int{1, 2, 3}, 3},
		{[]int{1, 2, 3}, []int{9, 1, 3, 2, 3}, 3},
		{[]int{1, 2, 3}, []int{3, 2, 1}, 1},
		{[]int{1, 2, 3}, nil, 0},
		{nil, []int{4}, 0},
		{[]int{1, 2, 3, 4}, []int{1, 3, 4}, 3},
	} {
		if n := inOrder(c.want, c.got); n != c.n {
			t.Errorf("%v in %v: %d, expected %d", c.want, c.got, n, c.n)
		}
	}
}

// strung has a hand teach LEDs of which the n-th lies on order[n]; square.None is one that lies nowhere.
func strung(t *testing.T, order []square.Square) (c *Chain, log string, err error) {
	t.Helper()
	var ways [][64]square.Square
	for _, w := range usual(64) {
		ways = append(ways, [64]square.Square(w))
	}
	synctest.Test(t, func(t *testing.T) {
		h := &hand{t: t, wood: newWood(), leds: &simled.Panel{}}
		h.wood.stand(0)
		ctx, cancel := context.WithCancel(t.Context())
		con := h.sit(ctx)
		c, err = Strung{Board: h.wood, Usual: ways, Open: func(first int) (*Lights, func(), error) {
			h.order = order[first:]
			lights := &Lights{Driver: h.leds, Power: ledmatrix.DefaultPower, Strip: ledmatrix.Layout{}.Strip()}
			return lights, func() { h.leds.Halt() }, nil
		}}.Learn(ctx, con)
		if img, _ := h.leds.Image(); img.Mono() != 0 {
			t.Errorf("lights are left on: %v", img.Mono())
		}
		cancel()
		h.leave()
		log = h.log.String()
	})
	return c, log, err
}

func TestLearnLEDs(t *testing.T) {
	for i, want := range usual(64) {
		c, log, err := strung(t, want)
		if err != nil || c.Usual != i || c.Square != [64]square.Square(want) || c.Placements > 4 || c.Offset != 0 {
			t.Errorf("way %d: %v, learned %d with %d placements\n%s", i, err, c.Usual, c.Placements, log)
		}
	}
}

func TestLearnLEDsAfterOthers(t *testing.T) {
	c, log, err := strung(t, slices.Concat([]square.Square{square.None, square.None, square.None}, usual(64)[1]))
	if err != nil || c.Usual != 1 || c.Offset != 3 {
		t.Errorf("%v, %+v\n%s", err, c, log)
	}
}

func TestLearnLEDsInAnyOrder(t *testing.T) {
	var order []square.Square
	for _, s := range rand.New(rand.NewPCG(8, 1)).Perm(64) {
		order = append(order, square.Square(s))
	}
	c, log, err := strung(t, order)
	if err != nil || c.Usual != -1 || c.Square != [64]square.Square(order) || c.Placements != 63 {
		t.Errorf("%v, %d placements\n%s", err, c.Placements, log)
	}
}
