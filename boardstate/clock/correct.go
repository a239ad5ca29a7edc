package clock

import (
	"fmt"

	"jadoube/rules"
)

// Add gives a side time, or takes it (below 0), for a reason: a penalty, or what an assistant cost. It may run
// meanwhile. What would leave no time is refused, and so is a side whose flag has fallen: Correct can do that.
func (c *Clock) Add(t int64, side rules.Color, ms int64, why Reason) ([]Event, error) {
	if err := checkSide(side); err != nil {
		return nil, err
	}
	if int(why) >= len(reasonNames) {
		return nil, &Error{"reason", fmt.Sprint(uint8(why)), fmt.Sprintf("0 to %d", len(reasonNames)-1), ""}
	}
	return c.input(t, func() (Event, error) {
		if err := c.checkAdd(t, side, ms); err != nil {
			return Event{}, err
		}
		e := c.open(t, Added, side, Arbiter)
		e.Reason, e.Gain = why, ms
		c.s.Face.Sides[side].Left += ms
		return c.close(e), nil
	})
}

func (c *Clock) checkAdd(t int64, side rules.Color, ms int64) error {
	c.settle(t)
	s := &c.s.Face.Sides[side]
	if s.Out {
		return &Error{"time for " + side.String(), fmt.Sprintf("%d ms", ms), "a side whose flag stands", "correct the times instead, which can lift the flag"}
	}
	return within("time for "+side.String(), ms, 1-s.Left, maxClock-s.Left, " ms", "more can't be taken than is left, or shown than the clock holds")
}

// Correction is what the arbiter may set, all at once: take Clock.Correction, change what is wrong, hand
// it to Correct.
type Correction struct {
	Left  [2]int64    // ms of main time; 0 only where it ran out
	Moves [2]int      // completed, by which the period is known; no time is given or taken for it
	Given [2]int      // periods after the first whose time isn't given any more; those before the one under way are among them
	Down  [2]bool     // the flags: one that is down may be lifted, none may be let fall
	Turn  rules.Color // whose time will run
}

// Correction returns what the clock shows at t, to be changed and handed to Correct. Pause it first: what ran on
// meanwhile would be set back.
func (c *Clock) Correction(t int64) Correction {
	then := c.then(t)
	f := &then.s.Face
	r := Correction{Turn: f.Turn}
	for i, s := range f.Sides {
		r.Left[i], r.Moves[i], r.Given[i], r.Down[i] = s.Left, s.Moves, s.Given, s.Flag.Down
	}
	return r
}

// Correct sets what the arbiter found (6.11 and 6.14 in 2001; 6.10.2, 7.1 and 7.5 in 2023). The clock must stand, so that what
// is set is what both players see. A change of the side to move begins its move: its delay is whole.
func (c *Clock) Correct(t int64, r Correction) ([]Event, error) {
	return c.input(t, func() (Event, error) {
		if c.s.Face.Phase == Running {
			return Event{}, c.phaseError("correct", "one that stands", "pause it first")
		}
		if err := c.checkCorrection(r); err != nil {
			return Event{}, err
		}
		e := c.open(t, Corrected, r.Turn, Arbiter)
		c.set(r)
		return c.close(e), nil
	})
}

func (c *Clock) checkCorrection(r Correction) error {
	if err := within("turn", int64(r.Turn), 0, 1, "", "0 is White, 1 Black"); err != nil {
		return err
	}
	for i, s := range c.s.Face.Sides {
		at, low := rules.Color(i).String()+": ", int64(1)
		if s.Left == 0 && r.Down[i] == s.Flag.Down {
			low = 0
		}
		if err := within(at+"time left", r.Left[i], low, maxClock, " ms", "a side without time has lost by its flag: that is no correction"); err != nil {
			return err
		}
		if err := within(at+"moves", int64(r.Moves[i]), 0, maxCount, "", ""); err != nil {
			return err
		}
		if err := within(at+"periods given", int64(r.Given[i]), 0, maxCount, "", ""); err != nil {
			return err
		}
		if r.Down[i] && !s.Flag.Down {
			return &Error{at + "flag", "down", "a flag that stands", "a flag falls when the time is used; leave 1 ms and resume"}
		}
	}
	return nil
}

func (c *Clock) set(r Correction) {
	f := &c.s.Face
	if r.Turn != f.Turn {
		f.Turn, f.Spell = r.Turn, 0
	}
	for i := range f.Sides {
		s := &f.Sides[i]
		s.Left, s.Moves = r.Left[i], r.Moves[i]
		place, _ := c.place(rules.Color(i))
		s.Given = max(place, r.Given[i])
		s.Out = s.Out && s.Left == 0
		if !r.Down[i] {
			s.Flag = Flag{}
		}
	}
	for i := range f.Sides {
		if flag := &f.Sides[i].Flag; flag.Down && !f.Sides[1-i].Flag.Down {
			flag.First = true
		}
	}
}

// Undo puts the clock back to before one of its events, as it was at the event's moment, and leaves it standing: what
// was pressed by mistake, a wrong correction, or an undoing. What was changed since then goes too, but for who is there:
// of that only the event's own part is put back. Undo of the returned event brings back what was there.
func (c *Clock) Undo(t int64, e Event) ([]Event, error) {
	return c.input(t, func() (Event, error) {
		if err := within("event", int64(e.N), 1, int64(c.s.Events), "", "take one of this clock's events"); err != nil {
			return Event{}, err
		}
		return c.undo(t, e)
	})
}

func (c *Clock) undo(t int64, e Event) (Event, error) {
	if err := e.Before.check(c.s.Settings); err != nil {
		return Event{}, err
	}
	u := c.open(t, Undid, e.Before.Turn, Arbiter)
	u.Reason, u.Undoes = Undone, e.N
	c.putBack(e)
	return c.close(u), nil
}

// Retract takes back a press that was none, the last thing that happened to the clock: the time since then is that of the side who
// pressed, as if he hadn't, and runs on.
func (c *Clock) Retract(t int64, e Event) ([]Event, error) {
	return c.input(t, func() (Event, error) {
		if e.What != Completed || c.s.Face.Phase != Running {
			return Event{}, &Error{"retract", e.What.String(), "the press of a clock that runs", "undo it instead"}
		}
		last := int64(c.s.Events)
		if err := within("event", int64(e.N), max(last, 1), last, "", "undo what isn't the last"); err != nil {
			return Event{}, err
		}
		u, err := c.undo(t, e)
		if err == nil {
			c.s.Face.Phase, c.s.Face.Reason, c.s.Since = Running, NoReason, e.At
			u = c.close(u)
		}
		return u, err
	})
}

func (c *Clock) putBack(e Event) {
	was := c.s.Face
	f := &c.s.Face
	*f = e.Before
	for i := range f.Sides {
		before, after := e.Before.Sides[i], e.After.Sides[i]
		if before.Present == after.Present {
			f.Sides[i].Present = was.Sides[i].Present
		}
		if before.Defaulted == after.Defaulted {
			f.Sides[i].Defaulted = was.Sides[i].Defaulted
		}
	}
	if f.Phase == Ready {
		return
	}
	c.stop(Undone)
	if was.Phase != Ready {
		f.Start = was.Start // Restore may have moved it to another scale
	}
}
