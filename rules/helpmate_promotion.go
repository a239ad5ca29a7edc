package rules

import "jadoube/rules/square"

// promotionDistance tells how far the pawns of c are from a promotion. A pawn steps over what may go out of its way,
// at a price, or takes what may come to a square beside.
func promotionDistance(p *Position, pawns square.Set, c Color) int {
	var cost [64]int8
	bait := baitDistance(p, c^1)
	best := 99
	up := 8 - 16*int(c)
	for rank := 6; rank >= 1; rank-- {
		for file := range 8 {
			s := square.At(file, rank^7*int(c))
			to := square.Square(int(s) + up)
			d := int(cost[to&63]) + stepPrice(p, to, c)
			if file > 0 {
				d = min(d, int(cost[(to-1)&63])+takePrice(p, to-1, c, bait))
			}
			if file < 7 {
				d = min(d, int(cost[(to+1)&63])+takePrice(p, to+1, c, bait))
			}
			cost[s] = int8(d)
			if pawns.Has(s) {
				best = min(best, d)
			}
		}
	}
	return best
}

// stepPrice is what a pawn's step to s costs.
func stepPrice(p *Position, s square.Square, c Color) int {
	switch pc := p.at(s); {
	case pc == NoPiece:
		return 1
	case pc.Role() != Pawn:
		return 3
	case pc.Color() == c:
		return 4
	}
	return 7
}

func takePrice(p *Position, s square.Square, c Color, bait int) int {
	pc := p.at(s)
	if pc != NoPiece && pc.Color() != c && pc.Role() != King {
		return 1
	}
	return 1 + bait
}

// baitDistance tells how far c is from having a man that can be offered to a pawn.
func baitDistance(p *Position, c Color) int {
	men := p.Side(c) &^ p.role(King)
	switch pawns := men & p.role(Pawn); {
	case men&^pawns != 0:
		return 3
	case pawns != 0:
		return 6 + leastSteps(pawns, c)
	}
	return 20
}

// leastSteps is how many steps the foremost of some pawns has to go.
func leastSteps(pawns square.Set, c Color) int {
	for n := range 7 {
		if pawns = pawnSteps(pawns, c); pawns&(square.Rank1|square.Rank8) != 0 {
			return n + 1
		}
	}
	return 7
}
