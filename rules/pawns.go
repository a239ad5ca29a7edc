package rules

import "jadoube/rules/square"

// PassedPawns returns c's pawns that have no enemy pawn ahead of them, neither on their own file nor on those beside it.
func (p *Position) PassedPawns(c Color) (passed square.Set) {
	theirs := p.Pieces(c.Other(), Pawn)
	for s := range p.Pieces(c, Pawn).Squares() {
		f := s.File()
		if theirs&ahead(s, c)&(file(f-1)|file(f)|file(f+1)) == 0 {
			passed |= s.Set()
		}
	}
	return passed
}

// ahead returns the ranks beyond a square, as c sees it.
func ahead(s square.Square, c Color) square.Set {
	if c == White {
		return square.All << (8 * (s.Rank() + 1))
	}
	return square.All >> (8 * (8 - s.Rank()))
}

// MarchOf returns how many moves the pawn on s needs at least to promote, at most five since the first may be a double
// step; 0 when no pawn stands there. Nothing that stands in the way is looked at.
func (p *Position) MarchOf(s square.Square) int {
	pc := p.At(s)
	if pc.Role() != Pawn {
		return 0
	}
	steps := 7 - s.Rank()
	if pc.Color() == Black {
		steps = s.Rank()
	}
	return min(steps, 5)
}
