package rules

import "jadoube/rules/square"

const maxPromise = 255

// estimate tells how far a mate seems to be, in no unit. It only orders the search: nothing depends on its truth.
func (h *hunt) estimate(p *Position) int {
	us := h.mater
	army := p.Side(us) &^ p.role(King)
	pawns := army & p.role(Pawn)
	switch {
	case army&(p.role(Queen)|p.role(Rook)) != 0:
		return h.heavyEstimate(p)
	case pawns != 0:
		return min(20+h.heavyEstimate(p)/2+4*promotionDistance(p, pawns, us), maxPromise)
	}
	return min(h.minorEstimate(p), maxPromise)
}

// heavyEstimate: king alone against queen or rook.
func (h *hunt) heavyEstimate(p *Position) int {
	us, them := h.mater, h.mater^1
	k, w := p.King(them), p.King(us)
	flights := countFlights(p, k, us)
	e := 4*flights + 3*checkDistance(p, k, us)
	if flights > 1 {
		e += 2*k.Distance(w) + edge(k)
	}
	return e
}

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
	own, occupied := p.Side(by), p.Occupied()
	if p.turn != by && p.Checkers() != 0 {
		return 0
	}
	diagonal, straight := bishopAttacks(k, occupied)&^own, rookAttacks(k, occupied)&^own
	for b := own & (p.role(Bishop) | p.role(Queen)); b != 0; {
		s := b.Pop()
		to := diagonal
		if p.role(Queen).Has(s) {
			to |= straight
		}
		if bishopAttacks(s, occupied)&to != 0 {
			return 1
		}
	}
	for b := own & (p.role(Rook) | p.role(Queen)); b != 0; {
		s := b.Pop()
		to := straight
		if p.role(Queen).Has(s) {
			to |= diagonal
		}
		if rookAttacks(s, occupied)&to != 0 {
			return 1
		}
	}
	if knightSteps(own&p.role(Knight))&knightAttacks[k&63]&^own != 0 {
		return 1
	}
	return 2
}

func promotionDistance(p *Position, pawns square.Set, c Color) int {
	best := 20
	for pawns != 0 {
		s := pawns.Pop()
		ahead := between[s&63][square.At(s.File(), 7-7*int(c))&63].With(square.At(s.File(), 7-7*int(c)))
		best = min(best, ahead.Len()+2*(ahead&p.Occupied()).Len())
	}
	return best
}

// minorEstimate wants the king in a corner that the bishops reach, ours near it, and men of theirs to wall it in.
func (h *hunt) minorEstimate(p *Position) int {
	us, them := h.mater, h.mater^1
	k, w := p.King(them), p.King(us)
	best := maxPromise
	bishops := p.Side(us) & p.role(Bishop)
	single := p.Side(us).Len() == 2
	for corners := square.Of(square.A1, square.A8, square.H1, square.H8); corners != 0; {
		t := corners.Pop()
		if bishops != 0 && single && bishops&lightSquares == 0 == t.Light() {
			continue
		}
		e := 4*k.Distance(t) + 2*abs(w.Distance(t)-2)
		if single {
			near := 16
			for b := p.Side(them).Without(k); b != 0; {
				near = min(near, b.Pop().Distance(t)*2)
			}
			e += near
		}
		best = min(best, e)
	}
	return best + 2*countFlights(p, k, us) + checkDistance(p, k, us)
}

// edge returns how far a square is from the nearest corner.
func edge(s square.Square) int {
	f, r := s.File(), s.Rank()
	return min(f, 7-f) + min(r, 7-r)
}

func abs(n int) int { return max(n, -n) }

// strip wants their men taken and ours promoted: the longer way to a mate, but one that is seldom barred.
func (h *hunt) strip(p *Position) int {
	us, them := h.mater, h.mater^1
	k, w := p.King(them), p.King(us)
	d := 7
	for b := p.Side(us).Without(w); b != 0; {
		d = min(d, k.Distance(b.Pop()))
	}
	for b := p.Side(them).Without(k); b != 0; {
		d = min(d, w.Distance(b.Pop()))
	}
	army := p.Side(us) &^ p.role(King)
	if army&^(p.role(Bishop)|p.role(Knight)) == 0 && army.Len() == 1 {
		return 10
	}
	return d + 6*p.Side(them).Len() + 2*(p.Side(us)&p.role(Pawn)).Len()
}
