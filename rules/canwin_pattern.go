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

// outline is a mate as far as the facts tell: where the kings stand, and which squares men of the mated king's side
// must block.
type outline struct {
	mated, support square.Square
	need           square.Set
}

// outlines calls yield with the outlines of mates by c until it returns false.
func (r *reach) outlines(c Color, yield func(outline) bool) {
	checks, _ := r.attacks(c)
	for at := r.king(c^1).squares & checks; at != 0; {
		k := at.Pop()
		covers := r.covers(c, k)
		for b := r.supports(c, k); b != 0; {
			w := b.Pop()
			for _, cover := range covers {
				need := kingAttacks[k&63] &^ kingAttacks[w&63] &^ cover
				if r.canBlock(need, c^1) && !yield(outline{k, w, need}) {
					return
				}
			}
		}
	}
}

// supports returns where c's king can be when the other is mated on k.
func (r *reach) supports(c Color, k square.Square) square.Set {
	if r.duel != nil {
		return r.duel.supports(r, c, k)
	}
	return r.king(c).squares &^ kingAttacks[k&63] &^ k.Set()
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

// covers returns which squares around k the men of c can attack at once at most, by the man that gives check: it does
// so from one square.
func (r *reach) covers(c Color, k square.Square) (out []square.Set) {
	around := kingAttacks[k&63]
	for i := range r.men[:r.n] {
		m := &r.men[i]
		if m.color != c || m.role == King {
			continue
		}
		rest := r.attacksBut(c, i) & around
		if m.role == Pawn || m.role == Queen {
			if r.manAttacks(m).Has(k) {
				out = appendCover(out, (rest|r.manAttacks(m))&around)
			}
			continue
		}
		for from := attacksFrom(m.role, c, k, 0) & m.squares; from != 0; {
			out = appendCover(out, (rest|attacksFrom(m.role, c, from.Pop(), 0))&around)
		}
	}
	return out
}

// appendCover adds a set unless another holds it.
func appendCover(sets []square.Set, b square.Set) []square.Set {
	for _, s := range sets {
		if b&^s == 0 {
			return sets
		}
	}
	return append(sets, b)
}

// attacksBut returns what the men of c but one and the king can attack.
func (r *reach) attacksBut(c Color, one int) (b square.Set) {
	for i := range r.men[:r.n] {
		if m := &r.men[i]; m.color == c && m.role != King && i != one {
			b |= r.manAttacks(m)
		}
	}
	return b
}
