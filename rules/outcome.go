package rules

// Outcome is how a game ends by the position alone.
type Outcome uint8

// The outcomes. None: the game goes on.
const (
	None Outcome = iota
	Checkmate
	Stalemate
	DeadPosition
)

// String returns "none", "checkmate", "stalemate" or "dead_position".
func (o Outcome) String() string {
	return [...]string{"none", "checkmate", "stalemate", "dead_position"}[o]
}

// Outcome returns whether the side to move is mated (5.1.1) or stalemated (5.2.1), or whether neither side can mate any
// more (5.2.2) as far as the material shows: a dead position of another kind goes unnoticed, a live one is never called
// dead.
func (p *Position) Outcome() Outcome {
	switch {
	case p.HasLegalMove():
		if tooLittle(p, White) && tooLittle(p, Black) {
			return DeadPosition
		}
		return None
	case p.InCheck():
		return Checkmate
	}
	return Stalemate
}
