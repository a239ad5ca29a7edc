package referee

import (
	"jadoube/boardstate/clock"
	"jadoube/rules"
	"jadoube/rules/square"
)

// offend notes that an illegal move was completed by a press (7.4; 2023: 7.5).
func (r *Referee) offend(p *press, what string, pawn rules.Move) {
	article := r.e.IllegalTime.Article
	switch what {
	case "no_move":
		article = r.e.PressWithoutMove.Article
	case "pawn":
		article = r.e.PawnBecomesQueen.Article
	}
	n := r.illegal[p.side] + 1
	r.say(Offence, p.at, p.side, Ruling{N: n, Word: what, Article: article, Asked: r.opt.Level == Arbiter})
	r.leaves()
	switch r.opt.Level {
	case Strict:
		r.illegal[p.side], r.charged, r.turn.wrong = n, true, true
		if r.opt.Pace == clock.Blitz && r.e.BlitzClaimWins.Value {
			r.open, r.ending = &claim{by: p.side.Other(), illegal: true}, p
			r.say(ClaimOpen, p.at, p.side.Other(), Ruling{Article: r.e.BlitzClaimWins.Article, Word: "illegal"})
			return
		}
		if n >= r.e.IllegalLoses.Value {
			r.ending = p
			r.lose(p.side, p.at, ordinal(n)+"_illegal_move", r.e.DrawIfNoMate.Value)
			return
		}
		r.penalise(p, pawn)
	case Trainer:
		r.charged, r.turn.wrong = true, true
		r.explain(p.side.Other(), r.illegalTime(), clock.IllegalMove, r.e.IllegalTime.Article)
		r.unpress(p)
		if pawn == rules.NoMove { // else it is still to be exchanged
			r.putBack()
		}
	case Arbiter: // a person decides what follows from it
		r.noted = p
	}
}

// penalise gives the opponent time, and the offender the move again; a pawn may become a queen instead. It returns what the clock made of
// the press's being undone; nil for nothing.
func (r *Referee) penalise(p *press, pawn rules.Move) (undone *counted) {
	queen := pawn != rules.NoMove && r.e.PawnBecomesQueen.Value
	if !queen {
		undone = r.undo(p.ev)
	}
	r.fine(p.side.Other(), r.illegalTime(), clock.IllegalMove)
	switch {
	case queen:
		p.made, r.press = true, p
		r.say(Replace, p.at, p.side, Ruling{Move: pawn, To: pawn.To(), Article: r.e.PawnBecomesQueen.Article})
	default:
		r.putBack()
	}
	return undone
}

// ordinal is a number as reasons have it.
func ordinal(n int) string { return [...]string{"first", "second", "third"}[min(n, 3)-1] }

func (r *Referee) illegalTime() int64 {
	if r.opt.fast() {
		return r.e.IllegalTimeFast.Value
	}
	return r.e.IllegalTime.Value
}

// fine gives a side time, or takes it.
// It is false where the clock can't do that: more can't be taken than is left.
func (r *Referee) fine(side rules.Color, ms int64, why clock.Reason) bool {
	if r.clock == nil {
		r.say(Penalty, r.now, side, Ruling{Gain: ms, Reason: why})
		if r.opt.Outside {
			r.say(Advice, r.now, side, Ruling{Word: AdviceSetClock, Gain: ms, Reason: why})
		}
		return true
	}
	events, err := r.clock.Add(r.now, side, ms, why)
	if err != nil {
		r.clocked(events, nil)
		return false
	}
	r.say(Penalty, r.now, side, Ruling{Gain: ms, Reason: why})
	r.clocked(events, nil)
	r.fined[side] += ms
	return true
}

// explain says what a side would be given by the Laws, and isn't.
func (r *Referee) explain(side rules.Color, ms int64, why clock.Reason, article string) {
	r.say(Advice, r.now, side, Ruling{Word: AdviceWouldGain, Gain: ms, Reason: why, Article: article})
}

// AdviceSetClock is the word of advice to give a side time, or take it, on a clock that only hands can set.
const AdviceSetClock = "set-clock"

// AdviceWouldGain is the word of advice on what a side would be given where nobody is penalised.
const AdviceWouldGain = "would-gain"

// putBack asks for the men to be put back, and tells what is owed then: what was touched was touched, and what was released as part
// of a legal move was released (7.5.1 of 2023 names 4.3 and 4.7). Nothing counts until the men stand.
func (r *Referee) putBack() {
	t := &r.turn
	t.down, t.late = nil, nil
	r.restore = r.askBack() && !asPosition(&t.p, &r.frame, r.opt.Kind, r.broken)
	if t.ledger.Touched() {
		r.tellObligation(r.now)
	}
}

// askBack asks for the men to be put back that stand wrong, and reports whether there are any.
func (r *Referee) askBack() bool { return r.askBackOf(^square.Set(0)) }

// askBackOf is askBack for some men, and those from beside the board.
func (r *Referee) askBackOf(men square.Set) bool {
	from, to := r.turn.hands.wrong()
	for i := range from {
		if to[i].Valid() && !men.Has(to[i]) {
			continue
		}
		man := rules.NoPiece
		if to[i].Valid() {
			man = r.turn.p.At(to[i])
		}
		r.say(PutBack, r.now, r.turn.side, Ruling{From: from[i], To: home(to[i]), Man: man})
	}
	return len(from) > 0
}

// home is a man's square; None for one from beside the board.
func home(o square.Square) square.Square {
	if o.Valid() {
		return o
	}
	return square.None
}

// lookRestored goes on when all men stand again.
func (r *Referee) lookRestored() {
	t := &r.turn
	if !asPosition(&t.p, &r.frame, r.opt.Kind, r.broken) {
		return
	}
	r.restore, r.charged, t.wrong = false, false, false
	t.hands.settle(&t.p, &r.frame, r.opt.Kind, r.broken)
	r.say(Restored, r.now, t.side, Ruling{})
}

// Whence is the square of the man who stands on another, as far as hands were followed; None for nobody.
func (r *Referee) Whence(s square.Square) square.Square {
	if o := r.turn.hands.at[s]; o != s {
		return home(o)
	}
	return square.None
}

// Restoring reports whether the men are being put back, and the position in which they stood.
func (r *Referee) Restoring() (p *rules.Position, ok bool) { return &r.turn.p, r.restore }
