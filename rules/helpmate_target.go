package rules

import (
	"slices"

	"jadoube/rules/square"
)

// target is a mating position in outline: where the kings stand, and which squares must be blocked by men of the mated
// king's side. The distances are those of the kings' ways over the squares that they can ever come to.
type target struct {
	need     square.Set
	mated    [64]uint8 // moves of the mated king from a square to where it is mated
	supports [64]uint8 // moves of the other from a square to where it helps
}

const maxTargets = 24

// targets finds outlines of mates by c, one for each square of the mated king, those first that need the fewest men and
// moves.
func (r *reach) targets(p *Position, c Color) []target {
	var costs [64]int
	var best [64]outline
	r.outlines(c, func(o outline) bool {
		cost := 1 + 12*o.need.Len() + 3*p.King(c^1).Distance(o.mated) + 3*p.King(c).Distance(o.support)
		if was := &costs[o.mated]; *was == 0 || cost < *was {
			*was, best[o.mated] = cost, o
		}
		return true
	})
	order := make([]outline, 0, 64)
	for _, o := range best {
		if costs[o.mated] != 0 && o.mated != o.support {
			order = append(order, o)
		}
	}
	slices.SortFunc(order, func(a, b outline) int { return costs[a.mated] - costs[b.mated] })
	var out []target
	for _, o := range order[:min(len(order), maxTargets)] {
		out = append(out, target{o.need, kingWalk(o.mated, r.king(c^1).squares), kingWalk(o.support, r.king(c).squares)})
	}
	return out
}

// kingWalk counts a king's steps to a square from each of the squares.
func kingWalk(to square.Square, squares square.Set) (steps [64]uint8) {
	for i := range steps {
		steps[i] = 30
	}
	seen := to.Set()
	edge := seen
	for n := uint8(0); edge != 0; n++ {
		for b := edge; b != 0; {
			steps[b.Pop()&63] = n
		}
		edge = kingSteps(edge) & squares &^ seen
		seen |= edge
	}
	return steps
}

// estimate tells how far p is from the target.
func (t *target) estimate(p *Position, us Color) int {
	e := 3*int(t.mated[p.King(us^1)]) + 3*int(t.supports[p.King(us)])
	for b := t.need; b != 0; {
		e += 2 * blockDistance(p, b.Pop(), us^1)
	}
	return e
}

// blockDistance tells how far the nearest man of c is that may come to s.
func blockDistance(p *Position, s square.Square, c Color) int {
	men := p.Side(c) &^ p.role(King)
	if men.Has(s) {
		return 0
	}
	same := lightSquares
	if !s.Light() {
		same = ^same
	}
	best := 8
	if men&(p.role(Rook)|p.role(Queen)|p.role(Bishop)&same) != 0 {
		best = 2
	}
	for b := men & (p.role(Knight) | p.role(Pawn)); b != 0; {
		best = min(best, 1+b.Pop().Distance(s))
	}
	return best
}
