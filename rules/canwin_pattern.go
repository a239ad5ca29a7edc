package rules

import "jadoube/rules/square"

// mayMate reports whether the facts leave room for c to mate: a square where the other king can be checked, and from
// which each square beside it is attacked by c or blocked by a man of the king's own side, no man blocking two.
func (r *reach) mayMate(c Color) bool {
	checks, cover := r.attacks(c)
	king := r.king(c ^ 1)
	for at := king.squares & checks; at != 0; {
		if open := kingAttacks[at.Pop()&63] &^ cover; r.canBlock(open, c^1) {
			return true
		}
	}
	return false
}

func (r *reach) king(c Color) *man {
	for i := range r.men[:r.n] {
		if m := &r.men[i]; m.role == King && m.color == c {
			return m
		}
	}
	return nil
}

// attacks returns the squares on which c can give check, and those that it can attack with the king too.
func (r *reach) attacks(c Color) (checks, cover square.Set) {
	for i := range r.men[:r.n] {
		m := &r.men[i]
		if m.color != c {
			continue
		}
		if m.role == King {
			cover |= kingSteps(m.squares)
			continue
		}
		checks |= r.manAttacks(m)
	}
	return checks, cover | checks
}

func (r *reach) manAttacks(m *man) (b square.Set) {
	switch m.role {
	case Pawn:
		b = pawnCaptures(m.squares, m.color)
		if m.promoted != 0 {
			b |= knightSteps(m.promoted) | diagonals(m.promoted, r.clear) | straights(m.promoted, r.clear)
		}
	case Knight:
		b = knightSteps(m.squares)
	case Bishop:
		b = diagonals(m.squares, r.clear)
	case Rook:
		b = straights(m.squares, r.clear)
	case Queen:
		b = diagonals(m.squares, r.clear) | straights(m.squares, r.clear)
	}
	return b
}

// canBlock reports whether men of c other than the king can stand on all squares of open at once, as far as the facts
// tell: it looks for as many different men by augmenting paths.
func (r *reach) canBlock(open square.Set, c Color) bool {
	if open == 0 {
		return true
	}
	if open&^r.visit[c] != 0 {
		return false
	}
	var holds [32]square.Square
	for i := range holds {
		holds[i] = square.None
	}
	for open != 0 {
		tried := uint32(0)
		if !r.assign(open.Pop(), c, &holds, &tried) {
			return false
		}
	}
	return true
}

// assign finds a man for s, if need be by finding another for what that man holds.
func (r *reach) assign(s square.Square, c Color, holds *[32]square.Square, tried *uint32) bool {
	for i := range r.men[:r.n] {
		m := &r.men[i]
		if m.color != c || m.role == King || *tried>>i&1 != 0 || !m.anywhere().Has(s) {
			continue
		}
		*tried |= 1 << i
		if holds[i] == square.None || r.assign(holds[i], c, holds, tried) {
			holds[i] = s
			return true
		}
	}
	return false
}
