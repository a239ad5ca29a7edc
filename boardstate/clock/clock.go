package clock

import (
	"fmt"

	"jadoube/rules"
)

const (
	maxMoment = int64(1) << 52 // ms: no sum of times and moments overflows
	maxCount  = 1_000_000      // moves of one side
)

// Clock is a chess clock. The zero value is none: use New or Restore. It is not for several goroutines.
type Clock struct{ s State }

// New returns a clock that shows both sides' first times. Settings that don't pass Check are refused with an *Error.
func New(s Settings) (*Clock, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	c := &Clock{s: State{Settings: s, Face: Face{Turn: s.Begins}}}
	for i := range c.s.Face.Sides {
		p := s.Controls[i].at(0)
		side := &c.s.Face.Sides[i]
		side.Left, side.Present = p.Time, s.DefaultTime == NoDefault
		if s.First && (p.Mode == Fischer || p.Mode == Bronstein) {
			side.Left += p.Bonus
		}
	}
	return c, nil
}

// State returns everything that the clock is. Advance before, to have Now where it belongs.
func (c *Clock) State() State { return c.s }

// Restore returns the clock of a stored state, stopped for the reason Restored if it ran: what passed
// after the last moment that it had been told of (Now) is nobody's time. The caller's moments may have
// begun anew; t is the moment on their scale. A state that no clock can have is refused with an *Error.
func Restore(s State, t int64) (*Clock, []Event, error) {
	if err := s.check(t); err != nil {
		return nil, nil, err
	}
	c := &Clock{s: s}
	c.settle(s.Now)
	if c.s.Face.Phase != Ready {
		c.s.Face.Start += t - s.Now // the time until the default time stays what it was
	}
	c.s.Since, c.s.Now = t, t
	e := c.open(t, Reloaded, c.s.Face.Turn, Itself)
	e.Reason = Restored
	if c.s.Face.Phase == Running {
		c.stop(Restored)
	}
	return c, []Event{c.close(e)}, nil
}

func (s State) check(t int64) error {
	if err := s.Settings.Check(); err != nil {
		return err
	}
	if err := s.Face.check(s.Settings); err != nil {
		return err
	}
	if err := within("moment", t, 0, maxMoment, " ms", ""); err != nil {
		return err
	}
	if err := within("now", s.Now, 0, maxMoment, " ms", ""); err != nil {
		return err
	}
	if err := within("events", int64(s.Events), 0, maxMoment, "", ""); err != nil {
		return err
	}
	return within("since", s.Since, 0, s.Now, " ms", "the stored state is damaged: set the times by hand")
}

// Next returns the first moment at which something happens by itself: a flag falls, or a default time is
// over. Advance to any earlier moment tells nothing, to this one at least one event. False: nothing will happen.
func (c *Clock) Next() (t int64, ok bool) {
	fall, falls := c.fall()
	_, late, lates := c.late()
	if falls && (!lates || fall <= late) {
		return fall, true
	}
	return late, lates
}

// fall returns the moment at which the running side has used its last millisecond.
func (c *Clock) fall() (int64, bool) {
	f := &c.s.Face
	side := &f.Sides[f.Turn]
	if f.Phase != Running || side.Out {
		return 0, false
	}
	return c.s.Since + c.delayLeft() + side.Left, true
}

// late returns who will next have failed to arrive, and when: a millisecond after the default time, since who
// arrives with it is in time.
func (c *Clock) late() (rules.Color, int64, bool) {
	f := &c.s.Face
	if c.s.Settings.DefaultTime == NoDefault || f.Phase == Ready || f.Reason == Over {
		return 0, 0, false
	}
	for i, side := range f.Sides {
		if !side.Present && !side.Defaulted {
			return rules.Color(i), max(f.Start+c.s.Settings.DefaultTime+1, c.s.Since), true
		}
	}
	return 0, 0, false
}

// Advance lets time pass until t and returns what happened by then, each event at its own moment. A moment before
// one that the clock was told of is refused with an *Error, as by all inputs.
func (c *Clock) Advance(t int64) ([]Event, error) {
	if err := within("moment", t, c.s.Now, maxMoment, " ms", "time doesn't run backwards: date it after the last input"); err != nil {
		return nil, err
	}
	var events []Event
	for {
		next, ok := c.Next()
		if !ok || next > t {
			c.s.Now = t
			return events, nil
		}
		if fall, falls := c.fall(); falls && fall == next {
			events = append(events, c.dropFlag(next))
		} else {
			events = append(events, c.miss(next))
		}
	}
}

func (c *Clock) dropFlag(t int64) Event {
	turn := c.s.Face.Turn
	e := c.open(t, Fell, turn, Itself)
	side, other := &c.s.Face.Sides[turn], &c.s.Face.Sides[turn.Other()]
	side.Out = true
	if !side.Flag.Down {
		place, _ := c.s.Settings.Controls[turn].period(side.Moves)
		side.Flag = Flag{Down: true, First: !other.Flag.Down, At: t, Period: place + 1}
	}
	if c.s.Settings.OnFlag == Freeze {
		c.stop(FlagFell)
	}
	return c.close(e)
}

func (c *Clock) miss(t int64) Event {
	who, _, _ := c.late()
	e := c.open(t, Absent, who, Itself)
	c.s.Face.Sides[who].Defaulted = true
	return c.close(e)
}

// Start starts the time of the side that begins, at the time set for the game whether the players are there or
// not (Articles 6.5 and 6.6 in 2001, 6.5 in 2023).
func (c *Clock) Start(t int64) ([]Event, error) {
	return c.input(t, func() (Event, error) {
		if c.s.Face.Phase != Ready {
			return Event{}, c.phaseError("start", "one that has not been started", "")
		}
		return c.start(t, Arbiter), nil
	})
}

func (c *Clock) start(t int64, by By) Event {
	e := c.open(t, Started, c.s.Face.Turn, by)
	c.s.Face.Phase, c.s.Face.Start = Running, t
	return c.close(e)
}

// Arrive says that a side's player is there. A press says so too. Who arrives after the default time
// stays Defaulted: what follows from it is the arbiter's decision.
func (c *Clock) Arrive(t int64, side rules.Color) ([]Event, error) {
	if err := checkSide(side); err != nil {
		return nil, err
	}
	events, err := c.Advance(t)
	if err != nil || c.s.Face.Sides[side].Present {
		return events, err
	}
	e := c.open(t, Arrived, side, player(side))
	c.s.Face.Sides[side].Present = true
	return append(events, c.close(e)), nil
}

// Press is a side's lever. While his time runs it completes his move, if his flag hasn't fallen by t and frozen the
// clock. The one who doesn't begin may start the clock with it. At any other time it does nothing.
func (c *Clock) Press(t int64, side rules.Color) ([]Event, error) {
	events, err := c.Arrive(t, side)
	if err != nil {
		return nil, err
	}
	switch f := &c.s.Face; {
	case f.Phase == Ready && side != f.Turn:
		events = append(events, c.start(t, player(side)))
	case f.Phase == Running && side == f.Turn:
		e := c.open(t, Completed, side, player(side))
		e.Gain, e.Period = c.count(side)
		f.Turn, f.Spell = side.Other(), 0
		events = append(events, c.close(e))
	}
	return events, nil
}

// Complete counts a move of a side that is complete although he didn't press, as it is in the Laws of 2023
// (6.2.1.2) when he makes his next one. He gets what the move gives; the times run on as they were.
func (c *Clock) Complete(t int64, side rules.Color) ([]Event, error) {
	if err := checkSide(side); err != nil {
		return nil, err
	}
	return c.input(t, func() (Event, error) {
		if c.s.Face.Phase == Ready {
			return Event{}, c.phaseError("complete a move", "one that was started", "start it first")
		}
		e := c.open(t, Counted, side, Itself)
		e.Gain, e.Period = c.count(side)
		if side == c.s.Face.Turn {
			c.s.Face.Spell = 0
		}
		return c.close(e), nil
	})
}

// Pause stops both times. A player may do so for Assistance only; pausing a clock that stands changes its reason.
func (c *Clock) Pause(t int64, by By, why Reason) ([]Event, error) {
	if by > Arbiter || why == NoReason || int(why) >= len(reasonNames) {
		return nil, &Error{"pause", fmt.Sprintf("by %v for %v", by, why), "someone, and a reason", ""}
	}
	if (by == ByWhite || by == ByBlack) && why != Assistance {
		return nil, &Error{"pause", fmt.Sprintf("by %v for %v", by, why), "assistance as a player's reason", "let the arbiter pause the clock"}
	}
	return c.input(t, func() (Event, error) {
		if c.s.Face.Phase == Ready {
			return Event{}, c.phaseError("pause", "one that was started", "it doesn't run yet")
		}
		e := c.open(t, Paused, c.s.Face.Turn, by)
		e.Reason = why
		c.stop(why)
		return c.close(e), nil
	})
}

// End stops both times at t, since the game is over. It was at an earlier moment already where a move ended it at once, as mate does (5.1; 2023:
// 5.1.1): what ran since then is nobody's, unless something else has happened to the clock meanwhile.
func (c *Clock) End(t, at int64) ([]Event, error) {
	if c.s.Face.Phase == Running && c.s.Since <= at && at < t && c.s.Now <= t {
		c.settle(at)
		c.s.Since = t
	}
	return c.Pause(t, Arbiter, Over)
}

// Resume lets the time of the side to move run on, with what is left of its delay. Also after a fallen flag: where the
// game goes on all the same, with what the arbiter has set, or with no time and the flag down.
func (c *Clock) Resume(t int64) ([]Event, error) {
	return c.input(t, func() (Event, error) {
		if c.s.Face.Phase != Stopped {
			return Event{}, c.phaseError("resume", "one that stands", "")
		}
		e := c.open(t, Resumed, c.s.Face.Turn, Arbiter)
		c.s.Face.Phase, c.s.Face.Reason = Running, NoReason
		return c.close(e), nil
	})
}

// input lets time pass until t, then makes one change, and tells what that brings about at once (a clock resumed without
// time). When the change is refused, what had happened is told all the same.
func (c *Clock) input(t int64, change func() (Event, error)) ([]Event, error) {
	events, err := c.Advance(t)
	if err != nil {
		return nil, err
	}
	e, err := change()
	if err != nil {
		return events, err
	}
	more, err := c.Advance(t)
	return append(append(events, e), more...), err
}

func (c *Clock) phaseError(what, want, remedy string) error {
	return &Error{what, "a clock that is " + c.s.Face.Phase.String(), want, remedy}
}

func (c *Clock) stop(why Reason) { c.s.Face.Phase, c.s.Face.Reason = Stopped, why }

func checkSide(side rules.Color) error {
	return within("side", int64(side), 0, 1, "", "0 is White, 1 Black")
}
