package rules

import "jadoube/rules/square"

// Centre is the four squares that an opening is about: d4, e4, d5 and e5.
const Centre square.Set = 0x0000_0018_1800_0000

// Development is how far c has brought its pieces out, by what openings are taught to aim at: the minor pieces out, the
// pawns before king and queen out of their bishops' way, the king able to castle or castled, the centre held.
type Development struct {
	Out        square.Set // minor pieces that have left the own back rank
	Home       square.Set // minor pieces that are still, or again, on it
	Pawns      square.Set // pawns on the d- and e-files that have left their second rank
	Held       square.Set // squares of the centre on which a piece of c stands
	Controlled square.Set // squares of the centre that c attacks more often than the opponent does
	Castling   square.Set // rooks with which castling has not been lost
}

// Development returns how far c is developed. A position doesn't tell which way a piece has gone, so one that went out
// and came back counts as at home; a rule that serves Chess960 too, where there are no fixed home squares.
func (p *Position) Development(c Color) Development {
	c &= 1
	minors := p.Pieces(c, Bishop) | p.Pieces(c, Knight)
	back, second := square.Rank1, square.Rank2
	if c == Black {
		back, second = square.Rank8, square.Rank7
	}
	return Development{
		Out:        minors &^ back,
		Home:       minors & back,
		Pawns:      p.Pieces(c, Pawn) & (file(3) | file(4)) &^ second,
		Held:       p.Side(c) & Centre,
		Controlled: p.controlled(c),
		Castling:   p.CastlingRooks() & back,
	}
}

func (p *Position) controlled(c Color) (b square.Set) {
	for s := range Centre.Squares() {
		if p.Attackers(s, c).Len() > p.Attackers(s, c.Other()).Len() {
			b |= s.Set()
		}
	}
	return b
}
