package referee

import (
	"jadoube/boardstate/clock"
	"jadoube/rules"
)

// setting is a change of the clock, or of the count of illegal moves, by the arbiter, to be taken back.
type setting struct {
	side    rules.Color
	ms      int64    // that were added to what was left
	count   bool     // the count of moves was set, too
	moves   int      // that were added to it
	beyond  int      // moves that were counted before beyond those completed in the game
	given   int      // periods whose time had been given before
	illegal int      // that were added to the other side's completed illegal moves
	noted   *press   // the press that was decided on
	ply     int      // when so many moves had been made
	undone  *counted // the press, on the clock
}

// correct puts the clock right in one step, whether it runs or stands, and lets it do afterwards what it did before. It is false where
// there is no clock, or none can show that.
func (r *Referee) correct(change func(*clock.Correction)) bool {
	if r.clock == nil {
		return false
	}
	f := r.clock.State().Face
	if f.Phase == clock.Running {
		r.clocked(r.clock.Pause(r.now, clock.Arbiter, clock.Ruling))
	}
	c := r.clock.Correction(r.now)
	was := c
	change(&c)
	events, err := r.clock.Correct(r.now, c)
	r.clocked(events, nil)
	if f.Phase == clock.Running {
		r.resume()
	}
	for side := range c.Left {
		if err == nil {
			r.fined[side] += c.Left[side] - was.Left[side]
		}
	}
	return err == nil
}

// ruleClock sets what a side has left, in ms, and with 0 or more how many moves he has completed, by which his period is known. A flag
// that fell is lifted.
func (r *Referee) ruleClock(side rules.Color, left int64, moves int) bool {
	s := setting{side: side, count: moves >= 0}
	ok := r.correct(func(c *clock.Correction) {
		s.ms, c.Left[side], c.Down[side] = left-c.Left[side], left, false
		if s.count {
			s.moves, c.Moves[side] = moves-c.Moves[side], moves
			s.given, c.Given[side] = c.Given[side], 0
		}
	})
	if ok {
		if s.count {
			s.beyond = r.beyond[side]
			r.beyond[side] += moves - r.moveCount(side)
			if p := r.press; p != nil && p.side == side && p.ev != nil { // it is counted already
				r.beyond[side]--
			}
		}
		r.lastSet = &s
	}
	return ok
}

// undoSetting takes back what the arbiter changed last; said again, it is so again.
func (r *Referee) undoSetting() bool {
	s := r.lastSet
	if s == nil || r.illegal[s.side.Other()] < s.illegal {
		return false
	}
	open := s.noted != nil && s.ply == len(r.moves) && r.turn.move == rules.NoMove // nobody has moved since
	switch {
	case open && s.illegal < 0:
		r.noted, s.illegal, s.ms = nil, 1, -s.ms
		r.illegal[s.side.Other()]++
		s.undone = r.penalise(s.noted, r.pawnLeft())
		return true
	case open && s.undone != nil:
		r.unpenalise(s)
	case r.clock == nil:
		r.fine(s.side, -s.ms, clock.Ruling)
	case !r.correct(func(c *clock.Correction) {
		c.Left[s.side] -= s.ms
		if s.count {
			c.Moves[s.side] -= s.moves
			s.given, c.Given[s.side] = c.Given[s.side], s.given
		}
	}):
		return false
	}
	if open {
		r.noted, r.restore = s.noted, false
	}
	if s.count {
		s.beyond, r.beyond[s.side] = r.beyond[s.side], s.beyond
	}
	r.illegal[s.side.Other()] -= s.illegal
	s.ms, s.moves, s.illegal = -s.ms, -s.moves, -s.illegal
	return true
}

// unpenalise lets the clock show again what it did before an illegal move was decided on.
func (r *Referee) unpenalise(s *setting) {
	was := r.clock.State().Face
	r.fined[s.side] -= s.ms
	r.goBack(s.undone)
	r.standAgain(was)
}
