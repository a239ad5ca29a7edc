package clock

import "jadoube/rules"

// settle takes what passed since the last change from the time that runs. However often it is called, the
// sum is the same.
func (c *Clock) settle(t int64) {
	f := &c.s.Face
	passed := t - c.s.Since
	c.s.Since = t
	if f.Phase != Running || passed <= 0 {
		return
	}
	side := &f.Sides[f.Turn]
	cost := passed - min(passed, c.delayLeft())
	cost = min(cost, side.Left)
	side.Used += passed
	side.Free += passed - cost
	side.Left -= cost
	f.Spell += passed
	if other := &f.Sides[f.Turn.Other()]; c.s.Settings.sandglass(f.Turn) {
		other.Left += cost
		other.Out = other.Out && other.Left == 0
	}
}

// delayLeft is what is left of the delay of the move under way, ms.
func (c *Clock) delayLeft() int64 {
	f := &c.s.Face
	p := c.period(f.Turn)
	if p.Mode != Delay || f.Sides[f.Turn].Out {
		return 0
	}
	return max(0, p.Bonus-f.Spell)
}

// period returns the period of a side's next move.
func (c *Clock) period(side rules.Color) Period {
	place, _ := c.place(side)
	return c.s.Settings.Controls[side].at(place)
}

func (c *Clock) place(side rules.Color) (place, left int) {
	return c.s.Settings.Controls[side].period(c.s.Face.Sides[side].Moves)
}

// count counts a completed move and gives what it earns: the bonus, and the next period's time. To a side whose time
// ran out nothing is given but the latter (FIDE's standards of equipment: nothing is added after the last control).
func (c *Clock) count(side rules.Color) (gain int64, period int) {
	s := &c.s.Face.Sides[side]
	was, _ := c.place(side)
	old := c.period(side)
	s.Moves = min(s.Moves+1, maxCount)
	now, _ := c.place(side)
	if !s.Out {
		gain = c.earned(side, old) + c.advance(old, c.period(side))
	}
	if now > was {
		period = now + 1
	}
	if now > s.Given {
		gain += c.period(side).Time
		s.Given = now
	}
	gain = max(0, min(gain, maxClock-s.Left))
	s.Left += gain
	s.Earned += gain
	s.Out = s.Out && s.Left == 0
	return gain, period
}

// earned is what a move in a period gives when it is complete.
func (c *Clock) earned(side rules.Color, p Period) int64 {
	switch {
	case p.Mode == Fischer && !c.s.Settings.First:
		return p.Bonus
	case p.Mode == Bronstein && side == c.s.Face.Turn:
		return min(p.Bonus, c.s.Face.Spell)
	}
	return 0
}

// advance is what is given ahead for the next move, where the first move had its bonus too. Bronstein's is
// on the clock once and given back from then on.
func (c *Clock) advance(old, next Period) int64 {
	switch {
	case !c.s.Settings.First:
	case next.Mode == Fischer, next.Mode == Bronstein && old.Mode != Bronstein:
		return next.Bonus
	}
	return 0
}
