package doctor

import (
	"context"
	"slices"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// Exam is what is to be examined.
type Exam struct {
	Board  sensors.Source
	Lights *Lights // nil when there are none
	On     int     // of sensors that measure: thousandths by which a magnet must move a level; 0 for others
	// Crossed: switches between rows and columns, with a diode at each, which are tried too.
	Crossed bool
}

// Run walks a person through the board. After ErrQuit the findings are those so far.
func (x Exam) Run(ctx context.Context, con *Console) (*Findings, error) {
	t := sit(ctx, con, x.Board)
	defer t.leave()
	e := &exam{table: t, lights: x.Lights, crossed: x.Crossed, f: &Findings{On: x.On}}
	e.board, _ = x.Board.(sensors.Monitored)
	err := e.run(ctx)
	if e.board != nil {
		health := e.board.Health()
		e.f.Health = &health
	}
	return e.f, err
}

type exam struct {
	*table
	board  sensors.Monitored // nil when it doesn't know how it does
	lights *Lights
	f      *Findings

	crossed bool
}

func (e *exam) run(ctx context.Context) error {
	for _, part := range []func(context.Context) error{e.empty, e.walk, e.corners, e.diodes, e.colours} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}

// empty looks at the board without pieces.
func (e *exam) empty(ctx context.Context) error {
	e.con.Say("Take all pieces off the board, then press Enter. (q and Enter ends the examination at any time.)")
	if _, err := e.enter(ctx); err != nil {
		return err
	}
	if err := e.rest(ctx, quiet); err != nil { // what the hand did last
		return err
	}
	e.forget()
	if err := e.rest(ctx, watch); err != nil {
		return err
	}
	for _, m := range e.marks {
		e.f.Restless = e.f.Restless.With(m.square)
	}
	e.f.Stuck = e.frame.Occupied()
	if n := e.f.Stuck.Len(); n > 0 {
		e.con.Say("%d of 64 squares say that a piece stands there: %s", n, names(e.f.Stuck))
	}
	return nil
}

// path goes through all squares from each to its neighbour.
func path() []square.Square {
	var all []square.Square
	for rank := range 8 {
		line := make([]square.Square, 8)
		for file := range line {
			line[file] = square.At(file, rank)
		}
		if rank%2 == 1 {
			slices.Reverse(line)
		}
		all = append(all, line...)
	}
	return all
}

// walk has one piece carried over all squares.
func (e *exam) walk(ctx context.Context) error {
	e.con.Say("Now one piece goes over all squares. Press Enter where nothing happens.")
	for i, s := range path() {
		e.lights.only(s)
		if i == 0 {
			e.con.Progress(i, 64, "Put one piece on %v.", s)
		} else {
			e.con.Progress(i, 64, "Move it to %v.", s)
		}
		if err := e.visit(ctx, s); err != nil {
			return err
		}
	}
	e.con.Progress(64, 64, "Take it off.")
	e.lights.only(square.None)
	_, err := e.settle(ctx, func(closed square.Set) bool { return closed&^(e.f.Stuck|e.f.Hanging) == 0 }, "Press Enter if the board is empty.")
	if err != nil {
		return err
	}
	e.f.Hanging |= e.frame.Occupied() &^ e.f.Stuck
	e.measure()
	return nil
}

// visit waits for the piece on s and notes which contacts it closes.
func (e *exam) visit(ctx context.Context, s square.Square) error {
	ignore := e.f.Stuck | e.f.Hanging
	before := e.frame.Occupied() &^ ignore
	arrived := func(closed square.Set) bool {
		closed &^= ignore
		return closed != 0 && closed != before && closed&^before != 0
	}
	came, err := e.settle(ctx, arrived, "Nothing yet: turn the piece or press it down on %v, or press Enter to go on.", s)
	if err != nil {
		return err
	}
	found := &e.f.Squares[s]
	found.Asked = true
	if !came {
		return nil
	}
	now := e.frame.Occupied() &^ ignore
	found.Seen = now &^ before
	e.f.Hanging |= now & before // the piece has left, they don't know
	return e.gauge(ctx, found)
}

// gauge measures how far the magnet moves the level, where levels are told.
func (e *exam) gauge(ctx context.Context, found *Square) error {
	if e.f.On == 0 || e.board == nil || found.Seen == 0 {
		return nil
	}
	if err := e.rest(ctx, sample); err != nil {
		return err
	}
	h, s := e.board.Health(), found.Seen.First()
	found.Move = abs(h.Levels[s] - h.Rests[s])
	return nil
}

// measure works out from all marks how each contact behaved.
func (e *exam) measure() {
	var of [64][]mark
	for _, m := range e.marks {
		of[m.square] = append(of[m.square], m)
	}
	for s := range of {
		e.f.Squares[s].Contact = contactOf(of[s])
	}
	e.forget()
}

// corners looks for a fourth corner that three pieces close.
func (e *exam) corners(ctx context.Context) error {
	three := square.Of(square.A1, square.A8, square.H1)
	for s := range three.Squares() {
		if e.f.Squares[s].Seen != s.Set() {
			e.con.Say("Whether diodes are missing can't be tried while a1, a8 or h1 don't work.")
			return nil
		}
	}
	e.con.Say("Put pieces on a1, a8 and h1. (Enter leaves this out.)")
	ignore := e.f.Stuck | e.f.Hanging
	came, err := e.settle(ctx, func(closed square.Set) bool { return closed&three == three }, "Press Enter to leave this out.")
	if err != nil || !came {
		return err
	}
	e.f.Cornered = true
	e.f.Ghosts = e.frame.Occupied() &^ three &^ ignore
	return nil
}

// colours shows each colour everywhere, and a light that runs.
func (e *exam) colours(ctx context.Context) error {
	if e.lights == nil {
		return nil
	}
	e.f.Lights = &LightFindings{Name: e.lights.Driver.String()}
	for _, c := range e.lights.palette() {
		if err := e.lights.all(c.RGB); err != nil {
			e.f.Lights.Err = err
			e.con.Say("The lights can't be lit: %v", err)
			return nil
		}
		e.con.Say("All squares should be %s. Press Enter if they are, or type those that aren't, as a1 b2.", c.name)
		answer, err := e.enter(ctx)
		if err != nil {
			return err
		}
		e.f.Lights.wrong(c.name, answer)
	}
	return e.order(ctx)
}

func (e *exam) order(ctx context.Context) error {
	e.con.Say("A light runs now from a1 to h1, then from a2 to h2, up to h8. Press Enter if it does, or type no.")
	for {
		for s := range square.None {
			e.lights.only(s)
			what, answer, err := e.next(ctx, running)
			if err != nil {
				return err
			}
			if what == line {
				e.f.Lights.Disordered = answer != ""
				e.lights.only(square.None)
				return nil
			}
			if e.con.lines == nil {
				return ErrQuit
			}
		}
	}
}
