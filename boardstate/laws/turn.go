package laws

import (
	"slices"

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
	room     [maxDues]due
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

// rook returns the first own rook touched after the king, whose mark is k, or together with it, of those with which he may be meant to
// castle; else None.
func (t *turn) rook(k int) square.Square {
	rooks := t.p.Pieces(t.p.Turn(), rules.Rook)
	for _, m := range t.marks[:t.n] {
		if rooks.Has(m.square) && t.marks[k].at-m.at < t.together && t.intends(t.marks[k].square, m.square) {
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

// due is what is owed if the pieces were touched in one order: an own piece, an enemy piece, or the one with the other.
type due struct{ own, enemy square.Square }

// maxDues bounds how many are told apart: a hand can't touch more pieces together.
const maxDues = 16

// dues returns what is owed in each order in which the pieces can have been touched, nothing twice; none when nothing can be moved or
// captured.
func (t *turn) dues(moves []rules.Move) []due {
	all := t.room[:0]
	t.orders(moves, true, func() {
		t.orders(moves, false, func() {
			if d, ok := t.due(moves); ok && len(all) < maxDues && !slices.Contains(all, d) {
				all = append(all, d)
			}
		})
	})
	return all
}

// orders calls f once for each piece of a colour that may have been touched first of those that can be moved or captured, with the marks
// in that order.
func (t *turn) orders(moves []rules.Move, own bool, f func()) {
	lead := slices.IndexFunc(t.marks[:t.n], func(m mark) bool { return m.own == own && t.able(moves, m) })
	if lead < 0 {
		f()
		return
	}
	for i := lead; i < t.n && t.marks[i].at-t.marks[lead].at < t.together; i++ {
		if a, b := &t.marks[lead].square, &t.marks[i].square; t.marks[i].own == own && t.able(moves, t.marks[i]) {
			*a, *b = *b, *a
			f()
			*a, *b = *b, *a
		}
	}
}

// due is what is owed in the order of the marks.
func (t *turn) due(moves []rules.Move) (d due, ok bool) {
	d = due{t.first(true), t.first(false)}
	if d.own != square.None && d.enemy != square.None && contains(moves, func(m rules.Move) bool { return t.does(m, d) }) {
		return d, true
	}
	i := t.firstAble(moves)
	switch {
	case i < 0:
		return d, false
	case t.marks[i].own:
		return due{t.marks[i].square, square.None}, true
	}
	return due{square.None, t.marks[i].square}, true
}

// does reports whether a move does what is due.
func (t *turn) does(m rules.Move, d due) bool {
	switch {
	case d.enemy == square.None:
		return t.uses(m, mark{square: d.own, own: true})
	case d.own == square.None:
		return t.uses(m, mark{square: d.enemy})
	}
	return m.From() == d.own && t.p.Victim(m) == d.enemy
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
		if t.intends(king, rook) && (rook > king) == (to > king) {
			return true
		}
	}
	return false
}

// intends reports whether a player who touches king and rook may intend to castle, legally or not, which is what 4.4 asks: they stand where
// castling begins. From elsewhere nobody castles.
func (t *turn) intends(king, rook square.Square) bool {
	home := [2]int{0, 7}[t.p.Turn()]
	corner := rook.File() == 0 || rook.File() == 7
	return king.Rank() == home && rook.Rank() == home && (!t.p.Standard() || king.File() == 4 && corner)
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
