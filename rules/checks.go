package rules

// Check is the way in which a move gives check.
type Check uint8

// The ways. A double check is given by two pieces at once, so that the king must move; a piece that attacks king and
// another piece at once is a double attack, not a double check (see [Position.DoubleAttacks]).
const (
	NoCheck         Check = iota
	DirectCheck           // by the piece that moves; in castling the rook
	DiscoveredCheck       // by another piece, whose line the move opens
	DoubleCheck           // by two pieces
)

// String returns "none", "direct", "discovered" or "double".
func (c Check) String() string { return [...]string{"none", "direct", "discovered", "double"}[c&3] }

// CheckBy returns which check m gives. m must be legal.
func (p *Position) CheckBy(m Move) Check {
	q := p.Play(m)
	to := m.To()
	if m.IsCastle() {
		_, to = m.CastleTo()
	}
	switch by := q.Checkers(); {
	case by == 0:
		return NoCheck
	case by.Len() > 1:
		return DoubleCheck
	case by.Has(to):
		return DirectCheck
	}
	return DiscoveredCheck
}
