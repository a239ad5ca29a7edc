package rules

// Outcome is how a game ends by the position alone.
type Outcome uint8

// The outcomes. None: the game goes on.
const (
	None Outcome = iota
	Checkmate
	Stalemate
)

// String returns "none", "checkmate" or "stalemate".
func (o Outcome) String() string {
	return [...]string{"none", "checkmate", "stalemate"}[o]
}

// Outcome returns whether the side to move is mated (5.1.1) or stalemated (5.2.1).
func (p *Position) Outcome() Outcome {
	switch {
	case p.HasLegalMove():
		return None
	case p.InCheck():
		return Checkmate
	}
	return Stalemate
}
