package rules

import "jadoube/rules/square"

// origins returns those of some squares from which a piece of one role, of the side to move, can legally go to a
// square. Castling is left out. It looks from the destination, so that one move is read without listing all.
func (p *Position) origins(r Role, to square.Square, among square.Set) (from square.Set) {
	own := p.Side(p.turn)
	if own.Has(to) {
		return 0
	}
	for near := p.reaching(r, to) & own & p.role(r) & among; near != 0; near &= near - 1 {
		if p.keepsKing(near.First(), to, p.victim(r, to)) {
			from |= near & -near
		}
	}
	return from
}

// reaching returns the squares from which a piece of one role reaches a square, the king's safety left aside.
func (p *Position) reaching(r Role, to square.Square) square.Set {
	switch r {
	case Pawn:
		return p.pawnsReaching(to)
	case Knight:
		return knightAttacks[to&63]
	case Bishop:
		return bishopAttacks(to, p.Occupied())
	case Rook:
		return rookAttacks(to, p.Occupied())
	case Queen:
		return bishopAttacks(to, p.Occupied()) | rookAttacks(to, p.Occupied())
	}
	return kingAttacks[to&63]
}

// pawnsReaching is reaching for pawns: a capture, also in passing, or a step of one square or two.
func (p *Position) pawnsReaching(to square.Square) (from square.Set) {
	occupied, back := p.Occupied(), -forward(p.turn)
	if occupied.Has(to) || to == p.enPassant {
		from = pawnAttacks[p.turn&1^1][to&63]
	}
	if occupied.Has(to) {
		return from
	}
	one, fourth := rotate(to.Set(), back), square.Rank1<<(24+8*(p.turn&1))
	return from | one | rotate(one&^occupied&rotate(fourth, back), back)
}

// victim returns the square of what a piece of one role would take by moving to a square, if it takes something.
func (p *Position) victim(r Role, to square.Square) square.Square {
	if r == Pawn && to == p.enPassant {
		return to ^ 8
	}
	return to
}

// keepsKing reports whether the own king is safe after a move between two squares that takes what stands on a third. A
// pawn that takes in passing empties two squares at once, so no pin would tell.
func (p *Position) keepsKing(from, to, victim square.Square) bool {
	king, taken := p.King(p.turn), victim.Set()
	if king == from {
		king = to
	}
	occupied := p.Occupied()&^(from.Set()|taken) | to.Set()
	return p.attackers(king, p.turn^1, occupied)&^taken == 0
}

// moveOf makes the move of a piece of one role between two squares, castling left out. It need not be legal.
func (p *Position) moveOf(r Role, from, to square.Square, promotion Role) Move {
	kind := Move(r)
	switch {
	case promotion != NoRole:
		kind = kindPromotion + Move(promotion-Knight)
	case r != Pawn:
	case from^to == 16:
		kind = kindDouble
	case to == p.enPassant:
		kind = kindEnPassant
	}
	return makeMove(from, to, kind)
}
