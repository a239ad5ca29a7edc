package rules

import (
	"slices"

	"jadoube/rules/square"
)

// StaticExchange returns what by wins when it begins to capture on s and both sides go on there, with any of their
// pieces, only as long as that pays; 0 when beginning doesn't pay or can't be done. The answer is exact for captures on
// that one square: pieces behind others join in, and a capture is made only if it is legal, so pinned pieces and kings
// capture only where they may. It tells nothing of captures elsewhere. It may be asked for the side that hasn't the
// move too, as if it had, and en passant is left out. Nobody takes a king.
func (p *Position) StaticExchange(s square.Square, by Color) Centipawns {
	victim := p.At(s)
	if by &= 1; victim == NoPiece || victim.Color() == by || victim.Role() == King {
		return 0
	}
	x := exchange{p: p, at: s}
	return x.best(by, p.Occupied(), victim.Role().Value())
}

// ExchangeOf returns what the mover has won when the captures that m begins on its destination, by either side, are
// over: m itself is played whether it pays or not, so that a piece put where it can be taken counts against it. It is
// exact as [Position.StaticExchange] is. m must be legal; castling never wins or loses anything.
func (p *Position) ExchangeOf(m Move) Centipawns {
	if m.IsCastle() {
		return 0
	}
	var won Centipawns
	occupied := p.Occupied().Without(m.From())
	if victim := p.Victim(m); victim != square.None {
		won = p.at(victim).Role().Value()
		occupied = occupied.Without(victim)
	}
	stake := p.at(m.From()).Role().Value()
	if r := m.Promotion(); r != NoRole {
		won += r.Value() - stake
		stake = r.Value()
	}
	x := exchange{p: p, at: m.To()}
	return won - x.best(p.turn.Other(), occupied.With(m.To()), stake)
}

// Hanging returns c's pieces that the opponent wins something by capturing, now or if it had the move.
func (p *Position) Hanging(c Color) (b square.Set) {
	for s := range p.Side(c).Squares() {
		if p.StaticExchange(s, c.Other()) > 0 {
			b |= s.Set()
		}
	}
	return b
}

// Defenders returns the pieces that cover the piece on s, that is, of its own side attack its square; none when s is
// empty.
func (p *Position) Defenders(s square.Square) square.Set {
	pc := p.At(s)
	if pc == NoPiece {
		return 0
	}
	return p.Attackers(s, pc.Color())
}

// IsExchange reports whether m, which must be legal in p, and the reply to it each take a piece and the two are of equal
// value. Bishop and knight count as equal here: they differ by less than a pawn.
func (p *Position) IsExchange(m, reply Move) bool {
	q := p.Play(m)
	if !p.IsCapture(m) || !q.IsLegal(reply) || !q.IsCapture(reply) {
		return false
	}
	difference := p.at(p.Victim(m)).Role().Value() - q.at(q.Victim(reply)).Role().Value()
	return -100 < difference && difference < 100
}

// ExchangeSacrifices returns the moves that give a rook for a bishop or a knight: the rook takes it, can be taken back,
// and what follows on that square doesn't make up for it.
func (p *Position) ExchangeSacrifices() []Move {
	return slices.DeleteFunc(p.LegalMoves(nil), func(m Move) bool {
		gives := p.At(m.From()).Role() == Rook && !m.IsCastle() && p.At(m.To()).Role().IsMinor()
		return !gives || p.ExchangeOf(m) >= 0
	})
}

// exchange is a series of captures on one square.
type exchange struct {
	p     *Position
	at    square.Square
	known map[exchangeState]Centipawns // made when needed: most exchanges are short
}

// exchangeState is what the rest of an exchange depends on. Whose turn it is follows from the number of pieces.
type exchangeState struct {
	occupied square.Set
	stake    Centipawns
}

// memorable is how many captures must be open to a side at once for results to be kept.
const memorable = 4

// best returns what c wins, with the given squares occupied, by taking what stands on the square and is worth stake;
// 0 when leaving it is better.
func (x *exchange) best(c Color, occupied square.Set, stake Centipawns) Centipawns {
	from := x.p.attackers(x.at, c, occupied) & occupied &^ x.at.Set()
	if from == 0 {
		return 0
	}
	if from.Len() < memorable {
		return x.search(c, from, occupied, stake)
	}
	state := exchangeState{occupied, stake}
	won, ok := x.known[state]
	if !ok {
		if x.known == nil {
			x.known = map[exchangeState]Centipawns{}
		}
		won = x.search(c, from, occupied, stake)
		x.known[state] = won
	}
	return won
}

// search tries every capture, that by the least valuable piece first, until one wins all that can be won.
func (x *exchange) search(c Color, from, occupied square.Set, stake Centipawns) (best Centipawns) {
	for r := Pawn; r <= King; r++ {
		for of := from & x.p.role(r); of != 0; {
			s := of.Pop()
			best = max(best, x.capture(c, s, occupied, stake))
			if best >= stake+x.promotion(r) {
				return best
			}
		}
	}
	return best
}

// capture returns what c wins by taking from a square, which may be less than nothing; 0 when that is illegal.
func (x *exchange) capture(c Color, from square.Square, occupied square.Set, stake Centipawns) Centipawns {
	if !x.legal(c, from, occupied) {
		return 0
	}
	r := x.p.at(from).Role()
	more := x.promotion(r)
	return stake + more - x.best(c^1, occupied.Without(from), r.Value()+more)
}

// promotion returns what a piece gains by promotion on the square. A queen is always best here: either it is taken,
// and then its value is gained and lost again, or it stays.
func (x *exchange) promotion(r Role) Centipawns {
	if r == Pawn && x.at.Rank()%7 == 0 {
		return Queen.Value() - Pawn.Value()
	}
	return 0
}

// legal reports whether c's king isn't attacked after a capture from a square.
func (x *exchange) legal(c Color, from square.Square, occupied square.Set) bool {
	king := x.p.King(c)
	if from == king {
		king = x.at
	}
	occupied = occupied.Without(from)
	return x.p.attackers(king, c^1, occupied)&occupied&^x.at.Set() == 0
}
