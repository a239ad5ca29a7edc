package laws

import (
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
)

// Obligation says which of the legal moves the player having the move still may make, and why. It names an own piece, an enemy piece
// and a move as far as there is only one that will do.
type Obligation struct {
	Reason    Reason
	Piece     square.Square // of the own piece that must move, else None
	Victim    square.Square // of the enemy piece that must be captured, else None
	Move      rules.Move    // the only move permitted, else NoMove
	Moves     []rules.Move  // all that are permitted: never empty when there are legal moves
	Either    square.Set    // pieces of which one is owed, since nobody can tell which of a colour was touched first; empty when that is clear
	Barred    square.Set    // own rooks with which there is no castling this turn, since they were touched before the king
	Ambiguous bool          // the edition's text doesn't cover so many touched pieces; a later edition's was followed
}

// Obligation goes through the eight steps of docs/laws.md. p is the position at the start of the turn; the moves are written over buf,
// which needs room for rules.MaxMoves if nothing is to be allocated.
func (e *Edition) Obligation(p *rules.Position, l *Ledger, buf []rules.Move) Obligation {
	return e.obligation(p, l, l.acts, buf)
}

// obligation takes only a part of the ledger's acts into account.
func (e *Edition) obligation(p *rules.Position, l *Ledger, acts []act, buf []rules.Move) Obligation {
	var room [rules.MaxMoves]rules.Move
	var t turn
	t.p, t.legal, t.together = p, p.LegalMoves(room[:0]), l.timing.Together
	o := t.oblige(acts, buf)
	t.look(acts)
	o.Barred = t.barred()
	o.Ambiguous = !e.SeveralOfEachColour.Value && t.crowd() && (o.Reason == OwnTouched || o.Reason == EnemyTouched || o.Reason == BothTouched)
	if len(o.Moves) == 1 {
		o.Move = o.Moves[0]
	}
	return o
}

// oblige does step 8 around the others: the first release that begins a permitted move binds, and later doings change nothing.
func (t *turn) oblige(acts []act, buf []rules.Move) Obligation {
	for i, a := range acts {
		if a.touch() {
			continue
		}
		o := t.owed(acts[:i], buf)
		if bound := keep(o.Moves, a.begins); len(bound) > 0 {
			return bind(bound, a, acts[i+1:])
		}
	}
	return t.owed(acts, buf)
}

// bind returns what is left after release a began the moves. A pawn on the last rank waits for the choice of what it becomes.
func bind(moves []rules.Move, a act, later []act) Obligation {
	for _, b := range later {
		if b.role != rules.NoRole && contains(moves, b.begins) {
			a = b
			moves = keep(moves, b.begins)
		}
	}
	o := Obligation{Reason: Released, Piece: moves[0].From(), Victim: square.None, Moves: moves}
	switch {
	case moves[0].IsCastle():
		o.Reason = CastlingBegun
	case a.role != rules.NoRole:
		o.Reason = PromotionChosen
	}
	if !all(moves, from(o.Piece)) { // a new piece stands where several pawns could have promoted
		o.Piece = square.None
	}
	return o
}

// owed does steps 1 to 7: what the touches oblige to, before anything was released that binds.
func (t *turn) owed(acts []act, buf []rules.Move) Obligation {
	t.look(acts)
	moves := t.choices(buf)
	if t.n == 0 || len(moves) == 0 {
		return Obligation{Reason: Free, Piece: square.None, Victim: square.None, Moves: moves}
	}
	o, ok := t.castling(acts, moves)
	if !ok {
		o = t.touched(moves)
	}
	if len(o.Moves) == 0 { // step 7
		o.Piece, o.Victim, o.Moves = square.None, square.None, t.choices(buf)
	}
	return o
}

// choices does steps 1 and 4: the legal moves without castling that is barred, unless there are no others.
func (t *turn) choices(buf []rules.Move) []rules.Move {
	barred := t.barred()
	moves := keep(append(buf[:0], t.legal...), func(m rules.Move) bool { return !m.IsCastle() || !barred.Has(m.To()) })
	if len(moves) == 0 {
		return append(buf[:0], t.legal...)
	}
	return moves
}

// castling does steps 2 and 3. They are for a king that comes first: what was touched before and can move, or be captured, is owed
// although castling was thought of later.
func (t *turn) castling(acts []act, moves []rules.Move) (o Obligation, ok bool) {
	k := t.king()
	if k < 0 {
		return o, false
	}
	king, rook := t.marks[k].square, t.rook(k)
	if t.obliged(moves, k, rook) {
		return o, false
	}
	o = Obligation{Reason: KingAndRook, Piece: king, Victim: square.None}
	castle := func(m rules.Move) bool { return m.IsCastle() && m.To() == rook }
	switch {
	case t.castlingTried(acts, king, moves):
		o.Reason, o.Moves = CannotCastle, keep(moves, from(king))
	case rook == square.None:
		return o, false
	case contains(moves, castle):
		o.Moves = keep(moves, castle)
	default:
		o.Reason, o.Moves = CannotCastle, keep(moves, from(king))
	}
	return o, true
}

// touched does steps 5 and 6. Of pieces of one colour that were touched together each may have been the first: what is owed is one of
// them then.
func (t *turn) touched(moves []rules.Move) Obligation {
	dues := t.dues(moves)
	if len(dues) == 0 {
		return Obligation{Reason: NoneCanMove}
	}
	o := Obligation{Reason: OwnTouched, Piece: dues[0].own, Victim: dues[0].enemy}
	switch {
	case t.first(true) != square.None && t.first(false) != square.None: // 4.3c says what is owed in this case, too
		o.Reason = BothTouched
	case o.Piece == square.None:
		o.Reason = EnemyTouched
	}
	for i, d := range dues[1:] {
		o.either(dues[i].own, d.own)
		o.either(dues[i].enemy, d.enemy)
		o.Piece, o.Victim = same(o.Piece, d.own), same(o.Victim, d.enemy)
	}
	o.Moves = keep(moves, func(m rules.Move) bool {
		return slices.ContainsFunc(dues, func(d due) bool { return t.does(m, d) })
	})
	return o
}

// either notes that one of two pieces is owed, if they are two.
func (o *Obligation) either(a, b square.Square) {
	if a != b && a.Valid() && b.Valid() {
		o.Either |= square.Of(a, b)
	}
}

// same is a square if both are this one, else None.
func same(a, b square.Square) square.Square {
	if a == b {
		return a
	}
	return square.None
}
