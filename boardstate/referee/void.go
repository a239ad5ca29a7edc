package referee

import (
	"jadoube/boardstate/clock"
	"jadoube/boardstate/laws"
	"jadoube/rules"
	"jadoube/rules/square"
)

// void takes back the last move, which was claimed. Where the move that was owed had been made already, that is the move and the game
// goes on from there; else the mover has the move again, and owes what he owed, by the clock of when he pressed.
func (r *Referee) void() {
	n := len(r.moves) - 1
	m := r.moves[n]
	before := m.turn.p
	v := Ruling{Move: m.move, Before: &before, Ply: n + 1, Breach: r.open.breach, Article: r.open.breach.Article}
	owed, at := r.open.breach.Move, int64(0)
	if made, ok := m.turn.wasMade(owed); ok {
		v.Instead, v.Made, at = owed, made, made
	} else {
		owed = rules.NoMove
	}
	r.say(Void, r.now, m.by, v)
	r.moves = r.moves[:n]
	r.hist.Pop()
	r.open = nil
	r.unbeat()
	if owed != rules.NoMove {
		r.standInstead(&m, owed, at)
	} else {
		r.moveAgain(&m)
	}
	r.tellBack(&before, m.by, m.move, owed)
}

// standInstead puts a move that had been made into the place of the one that was played after it. The press completed it.
func (r *Referee) standInstead(m *played, owed rules.Move, at int64) {
	before := m.turn.p
	p := *m
	p.move, p.made, p.broken = owed, at, false
	r.moves = append(r.moves, p)
	r.hist.Push(owed)
	if m.completed != laws.Never {
		r.say(Completed, m.completed, m.by, Ruling{Move: owed, Before: &before, Ply: len(r.moves)})
	}
	r.turn = turn{}
	r.begin()
	r.await()
}

// moveAgain gives the move back to him who made one that counts no more: what he touched he touched, and what he released before that
// move stays released.
func (r *Referee) moveAgain(m *played) {
	r.undo(m.press)
	r.recount()
	r.turn = m.turn
	t := &r.turn
	t.move, t.told, t.late, t.down, t.broken = rules.NoMove, rules.NoMove, nil, nil, false
	kept := t.acts[:0:0]
	for _, a := range t.acts {
		if a.do != releases || !begins(a, m.move) {
			kept = append(kept, a)
		}
	}
	t.acts = kept
	t.ledger = laws.NewLedger(laws.DefaultTiming())
	t.relate()
	r.await()
	r.tellObligation(r.now)
}

// begins reports whether a release is part of a move.
func begins(a act, m rules.Move) bool {
	return a.from.Valid() && brings(m, a.from, a.to) || !a.from.Valid() && m.Promotion() != rules.NoRole && a.to == m.To()
}

// Await is for moves that were taken back at a word, as [Referee.Shown] was told: nothing counts until the men stand as they did before them.
func (r *Referee) Await() {
	if r.opt.Level != Off {
		r.await()
	}
}

// await lets nothing count until the men stand as they did when the turn began.
func (r *Referee) await() {
	r.restore = !asPosition(&r.turn.p, &r.frame, r.opt.Kind, r.broken)
	r.turn.hands.settle(&r.turn.p, &r.frame, r.opt.Kind, r.broken)
}

// tellBack asks for the men to be put from where one move brought them to where another would have, or none.
func (r *Referee) tellBack(p *rules.Position, by rules.Color, was, is rules.Move) {
	for o := range p.Occupied().Squares() {
		from, to := goes(p, was, o), goes(p, is, o)
		if from != to {
			man := p.At(o)
			if was.Promotion() != rules.NoRole && o == was.From() {
				man = rules.NoPiece // it was exchanged
			}
			r.say(PutBack, r.now, by, Ruling{From: from, To: to, Man: man})
		}
	}
}

// goes is where a move brings the man of a square, None for off the board.
func goes(p *rules.Position, m rules.Move, o square.Square) square.Square {
	switch {
	case m == rules.NoMove:
		return o
	case m.IsCastle():
		king, rook := m.CastleTo()
		if o == m.From() {
			return king
		}
		if o == m.To() {
			return rook
		}
		return o
	case o == m.From():
		return m.To()
	case o == p.Victim(m):
		return square.None
	}
	return o
}

// wasMade returns when a move was made in this turn, whatever was done afterwards; false when it never was.
func (t *turn) wasMade(m rules.Move) (at int64, ok bool) {
	if m == rules.NoMove {
		return 0, false
	}
	l := laws.NewLedger(laws.DefaultTiming())
	for i := range t.acts {
		t.acts[i].tell(&l)
		if at, ok := laws.MadeAt(&t.p, m, &l); ok {
			return at, true
		}
	}
	return 0, false
}

// set goes back to after so many moves, as an arbiter wants it: the men are led back to there, all moves that are left are completed and
// counted by the clock, no others, and the times stay what they are (6.14; 2023: 7.1).
func (r *Referee) set(plies int) bool {
	if r.turn.move != rules.NoMove {
		r.pass()
	}
	if plies > len(r.moves) {
		return false
	}
	if plies < len(r.moves) {
		m := r.moves[plies]
		r.say(Void, r.now, m.by, Ruling{Move: m.move, Before: r.hist.At(plies), Ply: plies + 1})
	}
	r.rewind(plies)
	for side, offers := range r.offered { // it was made in another position
		if offers {
			r.offered[side] = false
			r.say(Offered, r.now, rules.Color(side), Ruling{Word: "withdrawn"})
		}
	}
	r.await()
	r.recount()
	for i := range r.moves {
		if m := &r.moves[i]; m.completed == laws.Never {
			r.completed(i, max(r.now, m.made))
			r.countUp(m.by, nil)
		}
	}
	r.giveTurn(r.turn.side)
	return true
}

// giveTurn lets the time of a side run, if any does.
func (r *Referee) giveTurn(side rules.Color) {
	if r.clock == nil {
		return
	}
	f := r.clock.State().Face
	if f.Phase == clock.Ready || f.Turn == side {
		return
	}
	r.correct(func(c *clock.Correction) { c.Turn = side })
}
