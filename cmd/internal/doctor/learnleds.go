package doctor

import (
	"context"
	"fmt"
	"slices"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// Strung is LEDs of which only the wire is known, on a board whose contacts are right.
type Strung struct {
	Board sensors.Source
	// Open opens the LEDs from first on along the wire, so that showing a1 lights the first of them, b1 the next, and so on. What
	// it returns makes them dark.
	Open func(first int) (*Lights, func(), error)
	// Usual is the ways in which LEDs are usually strung, the commonest first: the square of each LED.
	Usual [][64]square.Square
}

// Chain is what was learned about LEDs.
type Chain struct {
	Square     [64]square.Square // by place on the wire, after Offset
	Usual      int               // which of the usual ways it is; -1 for none of them
	Offset     int               // LEDs before the first square's
	Placements int
}

// maxOffset is how many LEDs in a row may be out of sight at the beginning of the wire.
const maxOffset = 16

// Learn lights one LED after the other and has a piece put where the light is, as seldom as can be.
func (s Strung) Learn(ctx context.Context, con *Console) (*Chain, error) {
	l := &stringer{Strung: s, con: con, table: sit(ctx, con, s.Board), c: &Chain{Usual: -1}, at: map[int]square.Square{}}
	defer l.table.leave()
	defer l.shut()
	return l.c, l.run(ctx)
}

type stringer struct {
	Strung
	con    *Console
	table  *table
	lights *Lights
	close  func()
	c      *Chain
	at     map[int]square.Square
}

func (l *stringer) shut() {
	if l.close != nil {
		l.close()
		l.close = nil
	}
}

func (l *stringer) look(first int) (err error) {
	l.shut()
	l.lights, l.close, err = l.Open(first)
	return err
}

func (l *stringer) run(ctx context.Context) error {
	if err := l.table.rest(ctx, quiet); err != nil {
		return err
	}
	if err := l.offset(ctx); err != nil {
		return err
	}
	fits, err := l.usual(ctx)
	if err != nil {
		return err
	}
	if fits >= 0 {
		l.c.Usual, l.c.Square = fits, l.Usual[fits]
		l.con.Progress(64, 64, "The lights are strung in a usual way.")
		return nil
	}
	l.con.Say("The lights aren't strung in a usual way.")
	for n := range 64 {
		if err := l.learn(ctx, n); err != nil {
			return err
		}
	}
	for n, s := range l.at {
		l.c.Square[n] = s
	}
	l.con.Progress(64, 64, "Done.")
	return nil
}

// offset finds the first LED under a square.
func (l *stringer) offset(ctx context.Context) error {
	for ; l.c.Offset < maxOffset; l.c.Offset++ {
		if err := l.look(l.c.Offset); err != nil {
			return err
		}
		s, seen, err := l.show(ctx, 0)
		if err != nil {
			return err
		}
		if seen {
			l.at[0] = s
			return nil
		}
	}
	return fmt.Errorf("none of the first %d LEDs could be seen: `jadoube doctor --config` tries whether they shine at all", maxOffset)
}

// show lights LED n and waits for a piece there; false when Enter said that no light is on.
func (l *stringer) show(ctx context.Context, n int) (square.Square, bool, error) {
	before := l.table.frame.Occupied()
	if err := l.lights.show(square.Square(n).Set(), white); err != nil {
		return square.None, false, err
	}
	l.con.Progress(len(l.at), 64, "Put a piece on the light that is on. (Enter: no light is on.)")
	l.c.Placements++
	fresh := func(closed square.Set) square.Set { return closed &^ before }
	came, err := l.table.settle(ctx, func(closed square.Set) bool { return fresh(closed) != 0 }, "Nothing yet: press the piece down, or press Enter if no light is on.")
	if err != nil || !came {
		return square.None, false, err
	}
	return fresh(l.table.frame.Occupied()).First(), true, nil
}

// usual finds the usual way in which the LEDs are strung; -1 when it is none of them.
func (l *stringer) usual(ctx context.Context) (int, error) {
	left := make([]int, 0, len(l.Usual))
	for i := range l.Usual {
		left = append(left, i)
	}
	fit := func(n int, s square.Square) {
		left = slices.DeleteFunc(left, func(i int) bool { return l.Usual[i][n] != s })
	}
	fit(0, l.at[0])
	for len(left) > 1 || len(l.at) < 3 {
		n := l.telling(left)
		if len(left) == 0 || n < 0 {
			return -1, nil
		}
		if err := l.learn(ctx, n); err != nil {
			return -1, err
		}
		fit(n, l.at[n])
	}
	if len(left) == 0 {
		return -1, nil
	}
	return left[0], nil
}

// telling is the LED on which the ways that are left differ most, of those not seen yet.
func (l *stringer) telling(left []int) int {
	best, most := -1, 0
	for n := 63; n >= 0; n-- {
		if _, seen := l.at[n]; seen {
			continue
		}
		squares := map[square.Square]bool{}
		for _, i := range left {
			squares[l.Usual[i][n]] = true
		}
		if len(squares) > most {
			best, most = n, len(squares)
		}
	}
	return best
}

// learn has LED n shown unless it is known.
func (l *stringer) learn(ctx context.Context, n int) error {
	if _, known := l.at[n]; known {
		return nil
	}
	if len(l.at) == 63 {
		l.at[n] = l.missing()
		return nil
	}
	s, seen, err := l.show(ctx, n)
	switch {
	case err != nil:
		return err
	case !seen:
		return fmt.Errorf("LED %d can't be seen: see docs/leds.md", l.c.Offset+n+1)
	case slices.Contains(l.squares(), s):
		return fmt.Errorf("LED %d is on %v, where another one was already: put the piece on the light that is on, and begin anew", l.c.Offset+n+1, s)
	}
	l.at[n] = s
	return nil
}

func (l *stringer) squares() (list []square.Square) {
	for _, s := range l.at {
		list = append(list, s)
	}
	return list
}

// missing is the square on which no LED was seen yet.
func (l *stringer) missing() square.Square {
	var seen square.Set
	for _, s := range l.at {
		seen = seen.With(s)
	}
	return (^seen).First()
}
