package rules

import "jadoube/rules/square"

// reach tells where each man of a position can come at most, in any number of moves of both sides. It is the least set
// of facts that is closed under rules of the kind "a man may come to a square if the squares on its way can become
// empty", where what hinders for a while (a check, a pin, whose turn it is) is forgotten. What a legal game can bring
// about is among the facts by induction over its moves; so what isn't a fact can never happen.
type reach struct {
	men   [32]man
	n     int
	clear square.Set    // squares that are empty or can become so
	visit [2]square.Set // squares on which a man of the side, not its king, can stand
	take  [2]square.Set // squares on which a man of the side, not its king, can take: a pawn can't by a step
	kings [2]square.Set // squares on which the side's king can stand
	wall  [2]square.Set // homes of pawns of the side that can neither be taken nor leave their file
	held  [2]square.Set // squares that men of the side who can neither move nor be taken attack for ever
	duel  *duel         // where the kings can stand together; nil if that isn't looked at
}

// man is a piece or pawn of the position.
type man struct {
	home     square.Square
	color    Color
	role     Role
	squares  square.Set // where it can stand as what it is
	promoted square.Set // where a pawn can stand as what it can become
}

func (m *man) anywhere() square.Set { return m.squares | m.promoted }

func newReach(p *Position, d *duel) reach {
	r := reach{clear: ^p.Occupied(), duel: d}
	for b := p.Occupied(); b != 0; r.n++ {
		s := b.Pop()
		pc := p.at(s & 63)
		r.men[r.n&31] = man{home: s, color: pc.Color(), role: pc.Role(), squares: s.Set()}
		r.note(&r.men[r.n&31])
	}
	if p.enPassant != square.None {
		r.passed(p.enPassant)
	}
	for r.round(p) {
	}
	return r
}

// passed lets the pawn that has just passed s be taken there.
func (r *reach) passed(s square.Square) {
	for i := range r.men[:r.n] {
		if m := &r.men[i]; m.home == s^8 {
			m.squares |= s.Set()
			r.note(m)
		}
	}
}

// note enters where m can stand into the sums.
func (r *reach) note(m *man) {
	switch m.role {
	case King:
		r.kings[m.color] |= m.squares
		return
	case Pawn:
		r.take[m.color] |= pawnCaptures(m.squares, m.color) | m.promoted
	default:
		r.take[m.color] |= m.squares
	}
	r.visit[m.color] |= m.anywhere()
}

// round applies each rule once and reports whether anything came of it.
func (r *reach) round(p *Position) (more bool) {
	r.hold()
	if r.duel != nil {
		more = r.duel.close(r)
	}
	for i := range r.men[:r.n] {
		m := &r.men[i]
		before, promoted := m.squares, m.promoted
		r.extend(m)
		if m.role == King && p.CastlingRooks() != 0 {
			more = r.castle(p, m) || more
		}
		if m.squares != before || m.promoted != promoted {
			r.note(m)
			more = true
		}
	}
	for i := range r.men[:r.n] {
		if m := &r.men[i]; !r.clear.Has(m.home) && r.canGo(m) {
			r.clear = r.clear.With(m.home)
			more = true
		}
	}
	return more
}

// fixed reports whether m can neither move nor be taken where it stands.
func (r *reach) fixed(m *man) bool {
	return m.anywhere() == m.home.Set() && !r.canBeTaken(m)
}

// canBeTaken reports whether m can be taken anywhere.
func (r *reach) canBeTaken(m *man) bool {
	king := r.kings[m.color^1]
	if r.duel != nil {
		king &= r.duel.safe[m.color^1]
	}
	return m.anywhere()&(r.take[m.color^1]|king) != 0
}

// canGo reports whether m's home can become empty: m moves away, or is taken there by a man that can move on.
func (r *reach) canGo(m *man) bool {
	if m.anywhere() != m.home.Set() || r.take[m.color^1].Has(m.home) {
		return true
	}
	if r.duel != nil {
		return r.duel.left[m.color^1].Has(m.home)
	}
	return r.kings[m.color^1].Has(m.home)
}

// keepsFile reports whether the pawn m stays on its file.
func (m *man) keepsFile() bool {
	return m.squares&^(square.FileA<<m.home.File()) == 0
}

// hold finds the squares that the fixed men attack for ever, and the pawns that no other on their file can pass.
func (r *reach) hold() {
	r.held, r.wall = [2]square.Set{}, [2]square.Set{}
	ever := r.visit[White] | r.visit[Black] | r.kings[White] | r.kings[Black]
	for i := range r.men[:r.n] {
		if m := &r.men[i]; r.fixed(m) {
			r.held[m.color] |= attacksFrom(m.role, m.color, m.home, ever)
		} else if m.role == Pawn && m.keepsFile() && !r.canBeTaken(m) {
			r.wall[m.color] |= m.home.Set()
		}
	}
}

func attacksFrom(role Role, c Color, s square.Square, occupied square.Set) square.Set {
	switch role {
	case Pawn:
		return pawnAttacks[c][s&63]
	case Knight:
		return knightAttacks[s&63]
	case Bishop:
		return bishopAttacks(s, occupied)
	case Rook:
		return rookAttacks(s, occupied)
	case Queen:
		return bishopAttacks(s, occupied) | rookAttacks(s, occupied)
	case King:
		return kingAttacks[s&63]
	}
	return 0
}

// extend adds to a man's squares those that are a move away.
func (r *reach) extend(m *man) {
	them := m.color ^ 1
	free := r.clear | r.visit[them]
	switch m.role {
	case Pawn:
		r.extendPawn(m)
	case King:
		if r.duel != nil {
			m.squares |= r.duel.squares(m.color)
		} else {
			m.squares |= kingSteps(m.squares) & free &^ r.held[them]
		}
	case Knight:
		m.squares |= knightSteps(m.squares) & free
	case Bishop:
		m.squares |= diagonals(m.squares, r.clear) & free
	case Rook:
		m.squares |= straights(m.squares, r.clear) & free
	case Queen:
		m.squares |= (diagonals(m.squares, r.clear) | straights(m.squares, r.clear)) & free
	}
}

func (r *reach) extendPawn(m *man) {
	free := r.clear | r.visit[m.color^1]
	way := r.clear
	if m.keepsFile() {
		way &^= r.wall[m.color^1]
	}
	ahead := pawnSteps(m.squares, m.color) & way
	if m.squares.Has(m.home) && m.home.Rank() == 1+5*int(m.color) {
		ahead |= pawnSteps(ahead&(square.Rank1<<(16+24*m.color)), m.color) & way
	}
	m.squares |= ahead | pawnCaptures(m.squares, m.color)&r.visit[m.color^1]
	last := square.Rank1 << (56 - 56*m.color)
	m.promoted |= m.squares & last
	m.squares &^= last
	if m.promoted != 0 {
		m.promoted |= (knightSteps(m.promoted) | diagonals(m.promoted, r.clear) | straights(m.promoted, r.clear)) & free
	}
}

// castle lets the king m castle when the squares that it and the rook need can become empty, and reports whether that
// brings a rook anywhere new.
func (r *reach) castle(p *Position, m *man) (more bool) {
	for rooks := p.CastlingRooks() & p.Side(m.color); rooks != 0; {
		mv := makeMove(m.home, rooks.Pop(), kindCastle)
		kingTo, rookTo := mv.CastleTo()
		way := between[mv.From()&63][kingTo&63].With(kingTo) | between[mv.To()&63][rookTo&63].With(rookTo)
		if way&^r.clear&^(mv.From().Set()|mv.To().Set()) != 0 {
			continue
		}
		m.squares |= kingTo.Set()
		for i := range r.men[:r.n] {
			if rook := &r.men[i]; rook.home == mv.To() && !rook.squares.Has(rookTo) {
				rook.squares |= rookTo.Set()
				r.note(rook)
				more = true
			}
		}
	}
	return more
}
