package referee

import (
	"slices"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/laws"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// press is a press that no move stood for: it may come a little early, or be an offence.
type press struct {
	at    int64
	side  rules.Color
	ev    *counted // what the clock made of it
	gap   int64    // ms: when the board was read again, if it wasn't when he pressed
	doubt bool     // a move may have been missed: nobody is charged
	made  bool     // by 7.5.2 of 2023 the move was made by it
}

// lever is a side's press of the clock.
func (r *Referee) lever(side rules.Color) {
	r.drain(r.now)
	if r.idle(side) {
		r.say(Refused, r.now, side, Ruling{Word: "stands"})
		return
	}
	t := &r.turn
	if t.side != side && r.stuck != nil {
		r.stuck.replied = r.now
	}
	if t.side == side && r.early.Move != rules.NoMove { // he says that what he did too early is his move
		t.hands.strayed = t.hands.strayed.Without(r.early.Move.From())
		r.stand(r.early)
		r.early = Move{}
	}
	switch {
	case t.move != rules.NoMove && t.side == side:
		if t.goesOn() { // he touched something since, and says now that this is his move
			r.own()
		}
		r.letGo(r.opt.Dwell, true)
		r.complete(side, r.now, r.tick(side))
	case t.side != side && r.uncompleted(side):
		r.complete(side, r.now, r.tick(side))
	case t.side == side && r.opt.Level != Off && r.press == nil && len(t.acts)+len(t.down) == 0 && r.uncompleted(side):
		var ev *counted
		if r.uncompleted(side.Other()) {
			ev = r.tick(side)
		}
		r.late(side, r.now, ev)
	case t.side == side && r.opt.Level != Off && r.press == nil:
		r.press = &press{at: r.now, side: side, ev: r.tick(side)}
		r.weighPress(false)
	default:
		r.tick(side)
	}
}

// complete notes that the moves of a side that were made are completed.
func (r *Referee) complete(side rules.Color, at int64, ev *counted) {
	r.tellMade(true)
	for i := range r.moves {
		if m := &r.moves[i]; m.by == side && m.completed == laws.Never {
			r.completed(i, max(at, m.made))
		}
	}
	if t := &r.turn; t.side == side && t.move != rules.NoMove {
		r.press = nil
		knocked := t.knockedOver()
		r.pass()
		r.completed(len(r.moves)-1, max(at, r.moves[len(r.moves)-1].made))
		if knocked &= t.hands.strayed; knocked != 0 && r.opt.Level != Off {
			r.askBackOf(knocked) // 7.3; 2023: 7.4.1
		}
	}
	r.countUp(side, ev)
	if n := len(r.moves); n > 0 {
		r.moves[n-1].press = ev
	}
}

// late takes in a press for moves to which the opponent has replied already: a player may always press after he moved (6.8a; 2023:
// 6.2.2). The opponent's time runs by it, unless he has completed his reply: then the press came too late to change whose time runs.
func (r *Referee) late(side rules.Color, at int64, ev *counted) {
	if !r.uncompleted(side.Other()) {
		r.undo(ev)
		ev = nil
	}
	for i := range r.moves {
		if m := &r.moves[i]; m.by == side && m.completed == laws.Never {
			r.completed(i, max(at, m.made))
			m.press = ev
		}
	}
	r.countUp(side, ev)
}

// countUp lets the clock count a side's moves that were completed and that no press of his made it count: in a period moves count, not
// presses (6.2a; 2023: 6.3.1). What they give stays given when the press that completed them, if one did, is undone.
func (r *Referee) countUp(side rules.Color, ev *counted) {
	if r.clock == nil || r.clock.State().Face.Phase == clock.Ready {
		return
	}
	for r.clock.State().Face.Sides[side].Moves < r.moveCount(side) {
		events, err := r.clock.Complete(max(r.now, r.clock.State().Now), side)
		r.clocked(events, err)
		if err != nil {
			return
		}
		for i := range events {
			if e := &events[i]; ev != nil && e.What == clock.Counted {
				ev.kept[side] += e.Gain
			}
		}
	}
}

// recount lets the clock count as many moves as were completed, after some were taken back. The times stay what they are.
func (r *Referee) recount() {
	if r.clock == nil || r.clock.State().Face.Phase == clock.Ready {
		return
	}
	n := [2]int{r.moveCount(rules.White), r.moveCount(rules.Black)}
	for side := range n {
		if n[side] < 0 { // the arbiter had set it to fewer than are left
			r.beyond[side] -= n[side]
			n[side] = 0
		}
	}
	if r.clock.Correction(r.now).Moves != n {
		r.correct(func(c *clock.Correction) { c.Moves = n })
	}
}

// moveCount is how many moves of a side the clock has to count.
func (r *Referee) moveCount(side rules.Color) int {
	n := r.beyond[side]
	for i := range r.moves {
		if m := &r.moves[i]; m.by == side && m.completed != laws.Never {
			n++
		}
	}
	return n
}

func (r *Referee) completed(i int, at int64) {
	m := &r.moves[i]
	m.completed = at
	r.say(Completed, at, m.by, Ruling{Move: m.move, Before: r.hist.At(i), Ply: i + 1, Open: m.broken})
}

func (r *Referee) uncompleted(side rules.Color) bool {
	return slices.ContainsFunc(r.moves, func(m played) bool { return m.by == side && m.completed == laws.Never })
}

// completeByNext completes the mover's move before this one, if he forgot to press.
func (r *Referee) completeByNext(at int64) {
	for i := len(r.moves) - 2; i >= 0; i -= 2 {
		if m := &r.moves[i]; m.completed == laws.Never {
			r.completed(i, at)
			r.countUp(m.by, nil)
		}
	}
}

// weighPress decides what a press was for which no move stood, as soon as nothing speaks for one any more, or now. A man whose
// contact comes late looks like one in the air, and a scan that was lost like a hand that did nothing: while that may be so nobody is
// charged, and when the opponent goes on it was so.
func (r *Referee) weighPress(now bool) {
	p, t := r.press, &r.turn
	switch {
	case p == nil:
	case t.side != p.side:
		r.press = nil
	case t.move != rules.NoMove:
		r.press = nil
		r.letGo(r.opt.Dwell, true)
		r.date()
		if r.notFor(p, t.made) {
			r.refuse(p)
			return
		}
		if p.made {
			t.made = min(t.made, p.at)
		}
		if t.made > p.at {
			r.say(Advice, p.at, p.side, Ruling{Word: "pressed-early"})
		}
		r.complete(p.side, p.at, p.ev)
	case p.doubt || p.made:
	default:
		if due, ok := r.pressDue(); now || ok && r.now >= due {
			r.press = nil
			r.judgePress(p)
		}
	}
}

// notFor reports whether a press wasn't for a move that was made at a time: both times had been stopped since, and no press completes what
// is made then or later.
func (r *Referee) notFor(p *press, made int64) bool {
	return !p.made && p.at < r.pausedAt && made > r.pausedAt && made-p.at > pressEarly
}

// refuse takes a press back that was for nothing.
func (r *Referee) refuse(p *press) {
	r.say(Refused, p.at, p.side, Ruling{Word: "no_move", Article: r.e.PressWithoutMove.Article})
	r.unpress(p)
}

// pressIdle is for how many ms after a press, with every man on his square, a move may still turn out to have been missed.
const pressIdle = 5000

// pressDue is when a press is decided on; false for not by time: a man is in the air, or stands where his contact doesn't close, or the
// clock was stopped meanwhile, unless what is wrong stood before that.
func (r *Referee) pressDue() (at int64, ok bool) {
	p, t := r.press, &r.turn
	from := max(p.at, p.gap)
	back := len(t.acts) > 0 && t.acts[len(t.acts)-1].do == returns && t.acts[len(t.acts)-1].at > p.at
	_, wrong := t.hands.wrong()
	air := t.hands.loose(&t.p)
	switch {
	case r.Paused() && (len(wrong) == 0 || len(air) > 0 || r.rest() > r.pausedAt):
		return 0, false
	case len(air) > 0 && len(wrong) == 0 && !t.takesUnseen(r.opt.Kind) && (!r.opt.Exact || r.doubtful()):
		return 0, false
	case len(wrong) == 0 && !back && !r.opt.Exact:
		return from + pressIdle, true
	case len(wrong) == 0 || len(air) > 0 || p.at-r.rest() < pressEarly:
		return from + pressEarly, true
	}
	return from, true
}

// rest is when hands did something last.
func (r *Referee) rest() int64 {
	rest := int64(-1 << 62)
	if n := len(r.turn.acts); n > 0 {
		rest = r.turn.acts[n-1].at
	}
	for _, d := range r.turn.down {
		rest = max(rest, d.at)
	}
	return rest
}

// Gap says that the board wasn't read for ms up to now: what was done then was not seen.
func (r *Referee) Gap(ms int64) {
	if p := r.press; p != nil && p.at >= r.now-ms {
		p.gap = r.now
	}
}

// goesOn notes that a player touched a man of his: if the other's press still waits for a move, there must have been one.
func (r *Referee) goesOn(man rules.Piece) {
	if p := r.press; p != nil && man.Color() != p.side && !r.opt.Exact {
		p.doubt = true
	}
}

// undoes judges a press at once when, with every man standing, one that had been released where he can't stand is taken up again: the
// move was completed by the press, and what comes later repairs nothing (7.4; 2023: 7.5.1).
func (r *Referee) undoes(c sensors.Stable) {
	p, t := r.press, &r.turn
	if p == nil || p.doubt || p.made || t.side != p.side || t.move != rules.NoMove || c.From == sensors.Nothing || c.First <= p.at {
		return
	}
	o := t.hands.at[c.Square]
	if !o.Valid() || o == c.Square || t.hands.strayed.Has(o) || t.p.At(o).Color() != t.side || len(t.hands.loose(&t.p)) > 0 {
		return
	}
	if i := slices.IndexFunc(t.down, func(d act) bool { return d.from == o && d.to == c.Square }); i >= 0 && c.First-t.down[i].at < r.opt.Dwell {
		return // he was on his way
	}
	if r.Paused() && t.stoodSince(o, c.Square) > r.pausedAt {
		return // what hands do while both times stand is no part of what was pressed for
	}
	r.press = nil
	r.judgePress(p)
}

// stoodSince is when the mover's man from o was set down on s, where he stands.
func (t *turn) stoodSince(o, s square.Square) (at int64) {
	for _, list := range [...][]act{t.acts, t.down} {
		for i := range list {
			if a := &list[i]; a.do == releases && a.from == o && a.to == s {
				at = max(at, a.at)
			}
		}
	}
	return at
}

// judgePress decides that a press was for nothing, or for an illegal move.
func (r *Referee) judgePress(p *press) {
	t := &r.turn
	r.letGo(r.opt.Dwell, true)
	pawn := r.pawnLeft()
	t.takeUnseen(r.opt.Kind)
	wrong := t.misplaced()
	switch {
	case r.unsure && !r.opt.Exact:
		r.refuse(p)
	case pawn != rules.NoMove:
		r.offend(p, "pawn", pawn)
	case wrong && r.madeBeside():
		p.doubt = true // it is completed when they stand again
		r.press = p
		r.askBackOf(t.hands.strayed)
	case wrong && !r.doubtful():
		r.offend(p, "move", rules.NoMove)
	case r.uncompleted(p.side):
		r.late(p.side, p.at, p.ev)
	case r.e.PressWithoutMove.Value && !r.doubtful():
		r.offend(p, "no_move", rules.NoMove)
	default:
		r.refuse(p)
	}
}

// misplaced reports whether a man stands wrong whom nobody but the mover can have set there.
func (t *turn) misplaced() bool {
	_, wrong := t.hands.wrong()
	return slices.ContainsFunc(wrong, func(o square.Square) bool { return !t.hands.strayed.Has(o) })
}

// doubtful reports whether the sensors can't tell what was done: a man is in the air and may have taken, by pushing, the place of one
// whose sensor never changed.
func (r *Referee) doubtful() bool {
	t := &r.turn
	if r.opt.Kind == sensors.Piece {
		return false
	}
	return slices.ContainsFunc(t.p.LegalMoves(nil), func(m rules.Move) bool {
		return t.p.IsCapture(m) && slices.Contains(t.hands.air, m.From()) && t.hands.at[m.To()] == m.To()
	})
}

// takesUnseen reports whether a man of the mover's in the air rather stands where one of the opponent's was lifted meanwhile, and something
// was set down again: a board that sees only that can't tell them apart, and no hand keeps its man when it presses.
func (t *turn) takesUnseen(kind sensors.Kind) bool {
	mover, victim := t.unseen(kind)
	return mover.Valid() && victim.Valid()
}

// takeUnseen lets that man stand there.
func (t *turn) takeUnseen(kind sensors.Kind) {
	if mover, victim := t.unseen(kind); mover.Valid() && victim.Valid() {
		t.hands.at[victim] = mover
		t.hands.air[slices.Index(t.hands.air, mover)] = victim
	}
}

// unseen are the men of a capture that the sensors can't tell from a man put back; None for nobody.
func (t *turn) unseen(kind sensors.Kind) (mover, victim square.Square) {
	mover, victim = square.None, square.None
	if kind != sensors.Occupancy || len(t.hands.air) != 1 || t.p.At(t.hands.air[0]).Color() != t.side {
		return mover, victim
	}
	mover = t.hands.air[0]
	lifted, ok := t.ledger.Deliberate(mover)
	for i := range t.acts {
		if a := &t.acts[i]; ok && a.do == returns && a.another && a.at > lifted && t.p.At(a.from).Color() != t.side && t.hands.at[a.from] == a.from {
			if _, meant := t.ledger.Deliberate(a.from); meant {
				victim = a.from
			}
		}
	}
	return mover, victim
}

// madeBeside reports whether a legal move was made and all other men that stand wrong were displaced: that is no illegal move (7.3; 2023:
// 7.4.1).
func (r *Referee) madeBeside() bool {
	t := &r.turn
	_, wrong := t.hands.wrong()
	return slices.ContainsFunc(t.p.LegalMoves(nil), func(m rules.Move) bool {
		_, made := laws.MadeAt(&t.p, m, &t.ledger)
		return made && !slices.ContainsFunc(wrong, func(o square.Square) bool {
			return !t.hands.strayed.Has(o) && (!o.Valid() || t.hands.at[arrives(&t.p, m, o)] != o)
		})
	})
}

// arrives is where a move brings the man of a square; his own square for one that it takes off the board.
func arrives(p *rules.Position, m rules.Move, o square.Square) square.Square {
	if to := goes(p, m, o); to.Valid() {
		return to
	}
	return o
}

// pawnLeft is the promotion that is missing when a pawn was left on the last rank.
func (r *Referee) pawnLeft() rules.Move {
	t := &r.turn
	for _, m := range t.p.LegalMoves(nil) {
		if m.Promotion() == rules.Queen && t.hands.at[m.To()] == m.From() {
			return m
		}
	}
	return rules.NoMove
}

// unpress puts the clock back to before a press; it runs on for him who pressed.
func (r *Referee) unpress(p *press) {
	if r.clock == nil || p.ev == nil {
		return
	}
	r.undo(p.ev)
}
