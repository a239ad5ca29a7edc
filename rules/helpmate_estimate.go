package rules

import "jadoube/rules/square"

// estimates tell by three ways how far a mate by h's side seems to be, in no unit: a net around the king where it is,
// the taking of all that hinders, a mate in a corner. They only order the search: nothing depends on their truth.
func (h *hunt) estimates(p *Position) [huntQueues - 1]int {
	us := h.mater
	k := p.King(us ^ 1)
	flights, check := countFlights(p, k, us), checkDistance(p, k, us)
	force := forceDistance(p, us)
	corner := cornerDistance(p, us) + flights + 2*check + force
	net := 4*flights + 6*check + force
	return [...]int{net + corner/4, corner + 2*hindrance(p, us), 2 * corner}
}

// forceDistance tells how far c is from having an army that mates with its king's help alone.
func forceDistance(p *Position, c Color) int {
	army := p.Side(c) &^ p.role(King)
	pawns, knights, bishops := army&p.role(Pawn), army&p.role(Knight), army&p.role(Bishop)
	d := 45
	switch {
	case army&(p.role(Queen)|p.role(Rook)) != 0:
		return 0
	case knights.Len() > 1, knights != 0 && bishops != 0, bishops&lightSquares != 0 && bishops&^lightSquares != 0:
		d = 8
	}
	if pawns != 0 {
		d = min(d, 10+4*promotionDistance(p, pawns, c))
	}
	return d
}

// cornerDistance tells how far the kings are from a mate in a corner: one in it, ours a knight's move away. A lone minor
// piece needs a corner that it can attack, and men of theirs beside it.
func cornerDistance(p *Position, us Color) int {
	k, w := p.King(us^1), p.King(us)
	army := p.Side(us).Without(w)
	lone := army&(army-1) == 0 && army&(p.role(Bishop)|p.role(Knight)) != 0
	best := maxEstimate
	for _, t := range [...]square.Square{square.A1, square.H1, square.A8, square.H8} {
		if lone && army&p.role(Bishop) != 0 && army&lightSquares == 0 == t.Light() {
			continue
		}
		e := 3*k.Distance(t) + 3*nearest(w, knightAttacks[t])
		if lone {
			e += 2 * nearest(t, p.Side(us^1).Without(k))
		}
		best = min(best, e)
	}
	return best
}

// nearest is the least number of king's steps from s to a square of b, 8 when there is none.
func nearest(s square.Square, b square.Set) int {
	ring := s.Set()
	for n := range 8 {
		if ring&b != 0 {
			return n
		}
		ring |= kingSteps(ring)
	}
	return 8
}

// countFlights counts the squares that the king on k could move to.
func countFlights(p *Position, k square.Square, by Color) (n int) {
	occupied := p.Occupied().Without(k)
	for around := kingAttacks[k&63] &^ p.Side(by^1); around != 0; {
		if p.attackers(around.Pop(), by, occupied) == 0 {
			n++
		}
	}
	return n
}

// checkDistance is how many moves the nearest check seems to be away, at most 2.
func checkDistance(p *Position, k square.Square, by Color) int {
	if p.turn != by && p.InCheck() {
		return 0
	}
	own, occupied := p.Side(by), p.Occupied()
	diagonal, straight := bishopAttacks(k, occupied)&^own, rookAttacks(k, occupied)&^own
	for b := own & (p.role(Bishop) | p.role(Rook) | p.role(Queen)); b != 0; {
		s := b.Pop()
		var to square.Set
		if !p.role(Rook).Has(s) {
			to |= diagonal
		}
		if !p.role(Bishop).Has(s) {
			to |= straight
		}
		if attacksFrom(p.at(s).Role(), by, s, occupied)&to != 0 {
			return 1
		}
	}
	if knightSteps(own&p.role(Knight))&knightAttacks[k&63]&^own != 0 {
		return 1
	}
	return 2
}

// hindrance counts what stands in the way of a mate, most of all men of the side that is to be mated, and how far the
// next capture is. A lone minor piece needs these men.
func hindrance(p *Position, us Color) int {
	k, w := p.King(us^1), p.King(us)
	theirs, army := p.Side(us^1), p.Side(us).Without(w)
	if army&^(p.role(Bishop)|p.role(Knight)) == 0 && army&(army-1) == 0 {
		return 10
	}
	return min(7, nearest(k, army), nearest(w, theirs.Without(k))) + 6*theirs.Len() + 2*(army&p.role(Pawn)).Len()
}
