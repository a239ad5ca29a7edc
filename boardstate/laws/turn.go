package laws

import (
	"jadoube/rules"
	"jadoube/rules/square"
)

// mark is a piece that was touched deliberately, and when first.
type mark struct {
	at     int64
	square square.Square
	own    bool
}

// turn is what an obligation is found from: the position, its legal moves, and the touched pieces in the order of their first touch.
type turn struct {
	p        *rules.Position
	legal    []rules.Move
	together int64
	marks    [64]mark
	n        int
}

// look finds the touched pieces among the acts.
func (t *turn) look(acts []act) {
	var seen square.Set
	own := t.p.Side(t.p.Turn())
	t.n = 0
	for _, a := range acts {
		if a.deliberate() && t.p.Occupied().Has(a.from) && !seen.Has(a.from) {
			seen = seen.With(a.from)
			t.marks[t.n] = mark{a.at, a.from, own.Has(a.from)}
			t.n++
		}
	}
}

// king returns the index of the own king's mark, -1 if it wasn't touched.
func (t *turn) king() int {
	king := t.p.King(t.p.Turn())
	for i, m := range t.marks[:t.n] {
		if m.square == king {
			return i
		}
	}
	return -1
}

// rook returns the first own rook touched after the king, whose mark is k, or together with it; else None.
func (t *turn) rook(k int) square.Square {
	rooks := t.p.Pieces(t.p.Turn(), rules.Rook)
	for _, m := range t.marks[:t.n] {
		if rooks.Has(m.square) && t.marks[k].at-m.at < t.together {
			return m.square
		}
	}
	return square.None
}

// barred returns the own rooks that were touched before the king.
func (t *turn) barred() (b square.Set) {
	k := t.king()
	if k < 0 {
		return 0
	}
	rooks := t.p.Pieces(t.p.Turn(), rules.Rook)
	for _, m := range t.marks[:k] {
		if rooks.Has(m.square) && t.marks[k].at-m.at >= t.together {
			b = b.With(m.square)
		}
	}
	return b
}

// obliged reports whether a piece other than the rook was touched before the king, whose mark is k, and can move or be captured.
func (t *turn) obliged(moves []rules.Move, k int, rook square.Square) bool {
	for _, m := range t.marks[:k] {
		unclear := !m.own && t.marks[k].at-m.at < t.together
		if m.square != rook && !unclear && t.able(moves, m) {
			return true
		}
	}
	return false
}

// first returns the first own or the first enemy piece touched, or None.
func (t *turn) first(own bool) square.Square {
	for _, m := range t.marks[:t.n] {
		if m.own == own {
			return m.square
		}
	}
	return square.None
}

// crowd reports whether pieces of both colours were touched, and more than one of either.
func (t *turn) crowd() bool {
	return t.n > 2 && t.first(true) != square.None && t.first(false) != square.None
}

// firstAble returns the index of the first piece touched that can be moved or captured, -1 if none can. An own piece comes first when
// the order is unclear.
func (t *turn) firstAble(moves []rules.Move) int {
	enemy := -1
	for i, m := range t.marks[:t.n] {
		switch {
		case enemy >= 0 && (!m.own || m.at-t.marks[enemy].at >= t.together) || !t.able(moves, m):
		case m.own:
			return i
		default:
			enemy = i
		}
	}
	return enemy
}

// able reports whether a touched piece can be moved or captured.
func (t *turn) able(moves []rules.Move, m mark) bool {
	return contains(moves, func(mv rules.Move) bool { return t.uses(mv, m) })
}

// uses reports whether a move moves or captures the touched piece. Castling is a move of the king; where the king stands already where it
// brings him, in Chess960, it is the rook's.
func (t *turn) uses(mv rules.Move, m mark) bool {
	if king, _ := mv.CastleTo(); mv.IsCastle() && king == mv.From() {
		return m.own && (m.square == mv.From() || m.square == mv.To())
	}
	return m.own && mv.From() == m.square || !m.own && t.p.Victim(mv) == m.square
}

// castlingTried reports whether the king was released where only castling could have brought it, and none of the moves does.
func (t *turn) castlingTried(acts []act, king square.Square, moves []rules.Move) bool {
	for _, a := range acts {
		if a.released && a.from == king && t.farStep(king, a.to) && !contains(moves, a.begins) {
			return true
		}
	}
	return false
}

// farStep reports whether to is where castling with some own rook beyond would bring the king, a step of two squares or more.
func (t *turn) farStep(king, to square.Square) bool {
	if !to.Valid() || to.Rank() != king.Rank() || king.Distance(to) < 2 || t.p.Standard() && king.Distance(to) > 2 {
		return false
	}
	for rook := range t.p.Pieces(t.p.Turn(), rules.Rook).Squares() {
		if rook.Rank() == king.Rank() && (rook > king) == (to > king) {
			return true
		}
	}
	return false
}

// begins reports whether an act is a release that is part of a move.
func (a act) begins(m rules.Move) bool {
	if a.from == a.to || a.role != rules.NoRole && a.role != m.Promotion() {
		return false
	}
	if m.IsCastle() {
		king, rook := m.CastleTo()
		return a.from == m.From() && a.to == king || a.from == m.To() && a.to == rook
	}
	return a.to == m.To() && (a.from == m.From() || a.from == square.None && a.role != rules.NoRole)
}

func from(s square.Square) func(rules.Move) bool {
	return func(m rules.Move) bool { return m.From() == s }
}

// keep leaves in moves those that are wanted. It writes over moves.
func keep(moves []rules.Move, wanted func(rules.Move) bool) []rules.Move {
	kept := moves[:0]
	for _, m := range moves {
		if wanted(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

func contains(moves []rules.Move, wanted func(rules.Move) bool) bool {
	for _, m := range moves {
		if wanted(m) {
			return true
		}
	}
	return false
}

func all(moves []rules.Move, wanted func(rules.Move) bool) bool {
	return !contains(moves, func(m rules.Move) bool { return !wanted(m) })
}
