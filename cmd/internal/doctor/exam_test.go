package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"jadoube/hw"
	"jadoube/rules/square"
	"jadoube/sensors"
)

func TestSoundBoard(t *testing.T) {
	f, log, err := examined(t, newWood, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	if p := f.Problems(); len(p) != 0 || !f.Cornered || f.Health.Retries != 7 {
		t.Errorf("problems of a sound board: %+v, cornered %v\n%s", p, f.Cornered, log)
	}
	for s := range square.None {
		if q := f.Squares[s]; !q.Asked || q.Seen != s.Set() || q.Contact.Changes < 2 {
			t.Errorf("%v: %+v", s, q)
		}
	}
	if !strings.Contains(log, "[................................] 0/64  Put one piece on a1.\n") || !strings.Contains(log, "63/64  Move it to a8.") {
		t.Errorf("it said\n%s", log)
	}
}

// TestFaults: each fault of a board is found, on its squares, and nothing else.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		harm    func(w *wood)
		squares square.Set
		what    string
		letters string // in the map, on those squares
	}{
		"dead":      {func(w *wood) { w.dead = square.Of(square.B3, square.G6) }, square.Of(square.B3, square.G6), "b3 g6: dead", "D"},
		"stuck":     {func(w *wood) { w.stuck = square.D5.Set() }, square.D5.Set(), "d5: stuck", "S"},
		"swapped":   {func(w *wood) { w.contact[square.C2], w.contact[square.C7] = square.C7, square.C2 }, square.Of(square.C2, square.C7), "c2 and c7 are swapped", "X"},
		"elsewhere": {func(w *wood) { w.contact[square.C2] = square.F7 }, square.C2.Set(), "a piece on c2 is seen on f7", "X"},
		"leaking":   {func(w *wood) { w.leaks[square.E4] = square.E5.Set() }, square.E4.Set(), "a piece on e4 closes e4 e5", "L"},
		"hanging":   {func(w *wood) { w.hanging = square.H3.Set() }, square.H3.Set(), "h3: hanging", "H"},
		"weak":      {func(w *wood) { w.losses[square.A5] = 3 }, square.A5.Set(), "a5: weak", "W"},
		"bouncing":  {func(w *wood) { w.bounces[square.F8] = 9 }, square.F8.Set(), "f8: weak", "W"},
		"ghosts":    {func(w *wood) { w.bridged = ^square.Empty }, square.H8.Set(), "h8: ghost", "."},
	} {
		t.Run(name, func(t *testing.T) {
			f, log, err := examined(t, func() *wood { w := newWood(); c.harm(w); return w }, nil)
			if err != nil {
				t.Fatalf("%v\n%s", err, log)
			}
			p := f.Problems()
			if len(p) != 1 || p[0].Squares != c.squares || !strings.HasPrefix(p[0].What.Text, c.what) || p[0].Remedy.Text == "" {
				t.Errorf("found %+v\n%s", p, log)
			}
			for s := range square.None {
				want := byte('.')
				if c.squares.Has(s) {
					want = c.letters[0]
				}
				if got := f.letter(s); got != want {
					t.Errorf("%v is %c on the map, expected %c", s, got, want)
				}
			}
		})
	}
}

// TestDiodes: a bridged diode is found, whichever it is: between the men at home by itself, among them on its file. a1 is a corner
// of the three pieces, b2 isn't tried.
func TestDiodes(t *testing.T) {
	for bridged := range square.None {
		f, log, err := examinedAs(t, Exam{Crossed: true}, func() *wood { w := newWood(); w.bridged = bridged.Set(); return w }, nil)
		if err != nil {
			t.Fatalf("%v: %v\n%s", bridged, err, log)
		}
		p := f.Problems()
		switch {
		case bridged == square.A1:
			if len(p) != 1 || !strings.HasPrefix(p[0].What.Text, "h8: ghost") {
				t.Errorf("%v: found %+v\n%s", bridged, p, log)
			}
		case bridged == square.B2:
			if len(p) != 0 || !f.Diodes {
				t.Errorf("%v: found %+v\n%s", bridged, p, log)
			}
		case men.Has(bridged):
			if len(p) != 1 || f.Suspects != aFile<<bridged.File()&men || f.Diodes {
				t.Errorf("%v: found %+v\n%s", bridged, p, log)
			}
		default:
			if len(p) != 1 || f.Bridged != bridged.Set() || !f.Diodes {
				t.Errorf("%v: found %+v\n%s", bridged, p, log)
			}
		}
	}
}

// TestSoundDiodes: none is found wrong where none is, nor where a contact is dead; and they are left out when there is no matrix.
func TestSoundDiodes(t *testing.T) {
	f, log, err := examinedAs(t, Exam{Crossed: true}, newWood, nil)
	if p := f.Problems(); err != nil || len(p) != 0 || !f.Diodes || !strings.Contains(f.Summary(), "Nothing is wrong") {
		t.Errorf("%v, %+v\n%s", err, p, log)
	}
	f, log, err = examinedAs(t, Exam{Crossed: true}, func() *wood { w := newWood(); w.dead = square.Of(square.C3, square.D7); return w }, nil)
	if p := f.Problems(); err != nil || len(p) != 1 || !strings.HasPrefix(p[0].What.Text, "c3 d7: dead") || !f.Diodes {
		t.Errorf("%v, %+v\n%s", err, p, log)
	}
	f, log, err = examined(t, newWood, nil)
	if err != nil || f.Diodes || strings.Contains(log, "diode") {
		t.Errorf("%v\n%s", err, log)
	}
}

func TestWrongLayoutIsOneProblem(t *testing.T) {
	f, _, err := examined(t, func() *wood {
		w := newWood()
		for s := range w.contact {
			w.contact[s] = square.At(square.Square(s).Rank(), square.Square(s).File())
		}
		return w
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p := f.Problems(); len(p) != 1 || p[0].Squares.Len() != 56 || !strings.Contains(p[0].Remedy.Text, "calibrate") {
		t.Errorf("%+v", p)
	}
}

func TestLightsThatAreWrong(t *testing.T) {
	f, log, err := examined(t, newWood, func(line string) (string, bool) {
		switch {
		case strings.Contains(line, "should be green"):
			return "e4, E5 xx", true
		case strings.HasPrefix(line, "A light runs"):
			return "no", true
		}
		return "", false
	})
	if err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	p := f.Problems()
	if len(p) != 2 || p[0].Squares != square.Of(square.E4, square.E5) || !strings.Contains(p[0].What.Text, "green") || !strings.Contains(p[1].Remedy.Text, "calibrate --leds") {
		t.Errorf("%+v", p)
	}
}

func TestQuit(t *testing.T) {
	f, _, err := examined(t, newWood, func(line string) (string, bool) { return "q", strings.Contains(line, "Move it to d1") })
	if !errors.Is(err, ErrQuit) || !f.Squares[square.C1].Asked || f.Squares[square.E1].Asked || f.letter(square.E1) != '?' {
		t.Errorf("%v, c1 %+v, e1 %+v", err, f.Squares[square.C1], f.Squares[square.E1])
	}
}

// TestBoardThatFails: a board that can't be read for a while is told of and waited for; one that is unplugged ends it.
func TestBoardThatFails(t *testing.T) {
	var w *wood
	f, log, err := examined(t, func() *wood { w = newWood(); return w }, func(line string) (string, bool) {
		switch {
		case strings.Contains(line, "Move it to d1"):
			w.faults <- errors.New("a loose contact")
		case strings.Contains(line, "Move it to g1"):
			w.faults <- fmt.Errorf("serial port: %w", hw.ErrUnplugged)
		}
		return "", false
	})
	if !errors.Is(err, hw.ErrUnplugged) || strings.Count(log, "The board can't be read: a loose contact") != 1 || f.letter(square.D1) != '.' {
		t.Errorf("%v\n%s", err, log)
	}
}

func TestContact(t *testing.T) {
	marks := func(times ...int64) (list []mark) {
		for i, at := range times {
			list = append(list, mark{at, square.A1, i%2 == 0})
		}
		return list
	}
	for name, c := range map[string]struct {
		marks []mark
		want  Contact
		weak  bool
	}{
		"never":          {nil, Contact{}, false},
		"clean":          {marks(0, 700), Contact{Changes: 2}, false},
		"a bounce":       {marks(0, 5, 10, 700), Contact{Changes: 4, Chatter: 10}, false},
		"two lobes":      {marks(0, 150, 240, 700), Contact{Changes: 4, Chatter: 90, Dropouts: 1}, true},
		"slow two lobes": {marks(0, 250, 400, 700), Contact{Changes: 4, Dropouts: 1}, false},
		"comes and goes": {marks(0, 200, 400, 600, 800, 1000), Contact{Changes: 6, Dropouts: 2}, true},
		"two visits":     {marks(0, 700, 9000, 9700), Contact{Changes: 4}, false},
		"a long chatter": {marks(0, 20, 40, 60, 80, 1000), Contact{Changes: 6, Chatter: 80, Dropouts: 2}, true},
	} {
		if got := contactOf(c.marks); got != c.want || got.Weak() != c.weak {
			t.Errorf("%s: %+v, weak %v, expected %+v", name, got, got.Weak(), c.want)
		}
	}
}

// scale is a board whose sensors measure: a piece moves each level by 100 thousandths, but faint ones by 70.
type scale struct {
	*wood
	faint square.Set
}

func (b *scale) Health() (h sensors.Health) {
	for s := range square.None {
		h.Rests[s], h.Levels[s] = 500, 500
		if b.seen().Has(s) {
			h.Levels[s] -= 100
			if b.faint.Has(s) {
				h.Levels[s] += 30
			}
		}
	}
	return h
}

func TestFaintMagnets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hand{t: t, wood: newWood()}
		ctx, cancel := context.WithCancel(t.Context())
		con := h.sit(ctx)
		f, err := Exam{Board: &scale{h.wood, square.G3.Set()}, On: 60}.Run(ctx, con)
		cancel()
		h.leave()
		if err != nil {
			t.Fatal(err)
		}
		if p := f.Problems(); len(p) != 1 || p[0].Squares != square.G3.Set() || !strings.HasPrefix(p[0].What.Text, "g3: faint") || f.letter(square.G3) != 'W' {
			t.Errorf("%+v", p)
		}
		var b strings.Builder
		f.write(&b)
		if !strings.Contains(b.String(), "60 are needed") || !strings.Contains(b.String(), "3  100  100  100  100  100  100   70  100\n") {
			t.Error(b.String())
		}
	})
}
