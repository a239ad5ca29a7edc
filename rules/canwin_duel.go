package rules

import "jadoube/rules/square"

// duel is where the two kings can stand at the same time, and who is to move then. It knows what the facts about one
// king forget: that kings keep a square between them, that they move in turn, and that a side whose other men are all
// stuck must move its king.
type duel struct {
	pairs [2][2][64]square.Set // by side to move, colour and that king's square: where the other king can be
	left  [2]square.Set        // squares that the colour's king can leave
	safe  [2]square.Set        // squares on which the colour's king can be without ending the game there
	loose [2]bool              // whether the colour can move another man
}

// walledIn reports whether c can't mate from p by the facts about both kings together. It says nothing while castling
// is possible, a move of a king that a duel doesn't know.
func walledIn(p *Position, c Color) bool {
	if p.CastlingRooks() != 0 {
		return false
	}
	r := newReach(p, newDuel(p))
	found := false
	r.outlines(c, func(outline) bool {
		found = true
		return false
	})
	return !found
}

// narrow reports whether the kings have so little room that it is cheap to look at their duel.
func (r *reach) narrow() bool { return r.kings[White].Len()*r.kings[Black].Len() < 1200 }

func newDuel(p *Position) *duel {
	d := new(duel)
	d.add(p.turn, White, p.King(White), p.King(Black).Set())
	return d
}

// add notes that with the side to move, c's king can be on s and the other on each of the squares.
func (d *duel) add(turn, c Color, s square.Square, others square.Set) (more bool) {
	at := &d.pairs[turn][c][s&63]
	fresh := others &^ *at
	*at |= fresh
	for b := fresh; b != 0; {
		d.pairs[turn][c^1][b.Pop()&63] |= s.Set()
	}
	return fresh != 0
}

// close adds all that follows from the facts in r, and reports whether that is anything.
func (d *duel) close(r *reach) bool {
	before := *d
	for i := range r.men[:r.n] {
		if m := &r.men[i]; m.role != King && m.anywhere() != m.home.Set() {
			d.loose[m.color] = true
		}
	}
	for more := true; more; {
		more = false
		for s := range square.Square(64) {
			more = d.move(r, White, s) || more
			more = d.move(r, Black, s) || more
		}
	}
	return *d != before
}

// move lets c move while the other king is on s.
func (d *duel) move(r *reach, c Color, s square.Square) bool {
	from := d.pairs[c][c^1][s]
	if from == 0 {
		return false
	}
	free := (r.clear | r.visit[c^1]) &^ r.held[c^1] &^ kingAttacks[s] &^ s.Set()
	d.left[c] |= from & kingSteps(free)
	to := kingSteps(from) & free
	if d.loose[c] {
		to |= from
	}
	if to != 0 {
		d.safe[c^1] |= s.Set()
	}
	return d.add(c^1, c^1, s, to)
}

// squares returns where c's king can stand.
func (d *duel) squares(c Color) (b square.Set) {
	for s := range square.Square(64) {
		if d.pairs[White][c][s]|d.pairs[Black][c][s] != 0 {
			b |= s.Set()
		}
	}
	return b
}

// supports returns where c's king can be when a move of its side mates the other king on k. Either another man makes
// that move, or the king, and then it stood before between k and a man that gives check.
func (d *duel) supports(r *reach, c Color, k square.Square) (b square.Set) {
	before := d.pairs[c][c^1][k&63]
	if d.loose[c] {
		b = before
	}
	for w := before; w != 0; {
		if s := w.Pop(); r.mayDiscover(c, k, s) {
			b |= kingAttacks[s&63] & d.pairs[c^1][c^1][k&63]
		}
	}
	return b
}

// mayDiscover reports whether a man of c can attack k through s once s is empty.
func (r *reach) mayDiscover(c Color, k, s square.Square) bool {
	through := line[k&63][s&63]
	straight := k.File() == s.File() || k.Rank() == s.Rank()
	for i := range r.men[:r.n] {
		m := &r.men[i]
		if m.color != c || m.role == King || m.role == Knight || straight && m.role == Bishop || !straight && m.role == Rook {
			continue
		}
		from := m.squares
		if m.role == Pawn {
			from = m.promoted
		}
		for from &= through; from != 0; {
			if way := between[k&63][from.Pop()&63]; way.Has(s) && way&^r.clear.With(s) == 0 {
				return true
			}
		}
	}
	return false
}
