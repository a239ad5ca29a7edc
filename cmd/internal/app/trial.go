package app

import (
	"time"

	"jadoube/boardstate/teacher"
	"jadoube/cmd/internal/engine"
	"jadoube/rules"
)

// How long an engine thinks about each of the two positions by which a move is judged, and how long, in ms, it is waited for.
const (
	trialTime = 250 * time.Millisecond
	trialWait = 2000
)

// trial is the judging of a move: an engine is asked about the position before it and then about that after it. One that
// doesn't answer in time leaves it to the exchanges.
type trial struct {
	before rules.Position
	move   rules.Move
	advice [2]*teacher.Advice // before and after
	until  int64              // ms of the board: when it is judged without an engine
}

// forTrial is the purpose of a query for a trial: the position's FEN.
type forTrial string

// asked is the position about which the engine is asked next; ok is false when it has said all.
func (t *trial) asked() (p rules.Position, ok bool) {
	switch {
	case t.advice[0] == nil:
		return t.before, true
	case t.advice[1] == nil:
		return t.before.Play(t.move), true
	}
	return p, false
}

// askTrial asks the engine what is still to be known, or concludes.
func (d *daemon) askTrial() {
	x := d.tutor.moment.trial
	p, open := x.asked()
	if !open || !p.HasLegalMove() {
		d.conclude()
		return
	}
	d.askEngine(engine.Query{Game: d.opponent.games, Start: p, Limit: engine.Limit{Time: trialTime}, Purpose: forTrial(p.FEN())})
	d.tutor.wake(trialWait * time.Millisecond)
}

// testified takes in what the engine says of a position.
func (d *daemon) testified(a *engine.Answer, fen forTrial) {
	x := d.tutor.moment.trial
	if x == nil {
		return
	}
	if p, open := x.asked(); !open || p.FEN() != string(fen) {
		return
	}
	i := 0
	if x.advice[0] != nil {
		i = 1
	}
	x.advice[i] = adviceOf(a)
	d.askTrial()
	d.refresh()
}

// conclude judges the move by what is known.
func (d *daemon) conclude() {
	t := d.tutor
	x := t.moment.trial
	t.moment.trial = nil
	if v := teacher.Judge(&x.before, x.move, x.advice[0], x.advice[1]); v.Bad() {
		t.moment.verdict = &v
		t.moment.until = d.clock() + t.patience.Milliseconds()
		t.wake(t.patience)
	}
}
