package rules

import (
	"slices"

	"jadoube/rules/square"
)

// DoubleAttack is one piece that attacks two or more enemy pieces at once so that not all can be saved: a fork.
type DoubleAttack struct {
	By      square.Square
	Targets square.Set // at least two; the king is among them when the attack gives check
}

// DoubleAttacks returns the double attacks by c's pieces. A target is the king, or a piece that By can legally take and
// wins something by it (see [Position.StaticExchange]). When it is the opponent's turn, every legal reply that doesn't
// lose material where it goes must leave By a target to take. A reply that takes By without loss, say, saves all, as
// does a check that must be answered first. Beyond that one reply nothing is looked at.
func (p *Position) DoubleAttacks(c Color) (attacks []DoubleAttack) {
	for by := range p.Side(c).Squares() {
		if targets := p.doubleAttack(by); targets != 0 {
			attacks = append(attacks, DoubleAttack{by, targets})
		}
	}
	return attacks
}

// DoubleAttackMoves returns the legal moves by which the moved piece, in castling the rook, comes to attack doubly.
func (p *Position) DoubleAttackMoves() (moves []Move) {
	for _, m := range p.LegalMoves(nil) {
		to := m.To()
		if m.IsCastle() {
			_, to = m.CastleTo()
		}
		if q := p.Play(m); q.doubleAttack(to) != 0 {
			moves = append(moves, m)
		}
	}
	return moves
}

// doubleAttack returns what the piece on a square attacks doubly; nothing when it doesn't.
func (p *Position) doubleAttack(by square.Square) square.Set {
	targets := p.targets(by)
	if targets.Len() < 2 || p.turn != p.at(by).Color() && p.savesAll(by, targets) {
		return 0
	}
	return targets
}

// targets returns the enemy king if the piece on a square attacks it, and the pieces that it wins something by taking.
func (p *Position) targets(by square.Square) (b square.Set) {
	c := p.at(by).Color()
	for s := range p.Side(c ^ 1).Squares() {
		if !p.attackers(s, c, p.Occupied()).Has(by) {
			continue
		}
		victim := p.at(s).Role()
		x := exchange{p: p, at: s}
		if victim == King || x.capture(c, by, p.Occupied(), victim.Value()) > 0 {
			b |= s.Set()
		}
	}
	return b
}

// savesAll reports whether the side to move has a move, not at a loss, after which the piece on a square wins none of
// its targets; or no move at all.
func (p *Position) savesAll(by square.Square, targets square.Set) bool {
	var buf [MaxMoves]Move
	moves := p.LegalMoves(buf[:0])
	return len(moves) == 0 || slices.ContainsFunc(moves, func(m Move) bool {
		q := p.Play(m)
		return (q.at(by) != p.at(by) || q.targets(by)&follow(targets, m) == 0) && p.ExchangeOf(m) >= 0
	})
}

// follow returns where the pieces on some squares stand after a move by their side. A king that is attacked doesn't
// castle, so of castling only the rook matters.
func follow(pieces square.Set, m Move) square.Set {
	from, to := m.From(), m.To()
	if m.IsCastle() {
		from = m.To()
		_, to = m.CastleTo()
	}
	if !pieces.Has(from) {
		return pieces
	}
	return pieces.Without(from).With(to)
}
