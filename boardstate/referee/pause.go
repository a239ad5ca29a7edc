package referee

import (
	"jadoube/boardstate/clock"
	"jadoube/boardstate/laws"
	"jadoube/rules"
	"jadoube/rules/square"
)

// pause stops both times for a reason in the clock's words, "" for assistance. A flag that fell remains the reason.
func (r *Referee) pause(why string) {
	if r.clock == nil || r.clock.State().Face.Reason == clock.FlagFell {
		return
	}
	reason := clock.Assistance
	if why != "" && reason.UnmarshalText([]byte(why)) != nil {
		return
	}
	if !r.Paused() {
		r.pausedAt = r.now
	}
	r.clocked(r.clock.Pause(r.now, clock.Arbiter, reason))
}

// Paused reports whether somebody or something stopped both times: nobody has to hurry, no press completes a move, and nobody is
// charged. A clock that a flag froze isn't paused.
func (r *Referee) Paused() bool {
	if r.clock == nil {
		return false
	}
	f := r.clock.State().Face
	return f.Phase == clock.Stopped && f.Reason != clock.FlagFell && f.Reason != clock.Over
}

// stoodAt reports whether both times were stopped at a time, and are still.
func (r *Referee) stoodAt(at int64) bool { return r.Paused() && at >= r.pausedAt }

// touch is a man's leaving his square. While both times stand it may be anybody's hand, and counts only if a player still holds the man when
// they run on.
func (r *Referee) touch(o square.Square, at int64) act {
	a := act{at: at, do: touches, from: o, to: o}
	if r.stoodAt(at) {
		a.judged, a.intent, a.paused = true, laws.OutOfTurn, true
	}
	return a
}

// forget drops what was done with a man who is back on his square, if he left it while both times stood; false if he left it before.
func (t *turn) forget(o square.Square) bool {
	i := t.firstLift(o)
	if i < 0 || !t.acts[i].paused {
		return false
	}
	t.drop(o, t.acts[i].at)
	return true
}

// takeUp lets those touches count whose men are off their squares when the times run on: the player having the move holds them, or has set
// them down for his move.
func (r *Referee) takeUp() {
	t := &r.turn
	for i := range t.acts {
		if a := &t.acts[i]; a.paused && a.intent == laws.OutOfTurn && !a.others && !t.hands.strayed.Has(a.from) {
			a.judged, a.intent, a.paused = false, laws.Deliberate, false
			t.relate()
			r.touched(a.from, a.at)
		}
	}
}

// Resume lets the time run on of him who has to press: of the side to move, or of him whose move, made while the clock stood, isn't
// completed. Where nobody presses such moves are completed then, one after the other.
func (r *Referee) Resume() {
	if r.clock == nil {
		return
	}
	turn, f := r.turn.side, r.clock.State().Face
	last := r.turn.made
	if n := len(r.moves); r.turn.move == rules.NoMove && n > 0 {
		last = r.moves[n-1].made
		if r.moves[n-1].completed == laws.Never {
			turn = r.moves[n-1].by
		}
	}
	if r.Paused() && !r.opt.Auto && f.Turn != turn && last > r.pausedAt {
		r.correct(func(c *clock.Correction) { c.Turn = turn })
	}
	r.resume()
}

// standAgain lets the clock do what it did before something of it was put back: run, or stand for the reason it had.
func (r *Referee) standAgain(was clock.Face) {
	if was.Phase == clock.Stopped && was.Reason != clock.FlagFell {
		r.clocked(r.clock.Pause(r.now, clock.Arbiter, was.Reason))
		return
	}
	r.resume()
}

// idle reports whether a side's press is for nothing: both times stand, or the game hasn't begun and he has no move to complete.
func (r *Referee) idle(side rules.Color) bool {
	if r.clock == nil {
		return false
	}
	f, t := r.clock.State().Face, &r.turn
	return r.Paused() || f.Phase == clock.Ready && f.Turn == side && t.side == side && t.move == rules.NoMove && r.opt.Level != Off
}
