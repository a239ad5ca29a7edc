package rules

// Outcome is how a game ends by itself, without anybody's claim or agreement.
type Outcome uint8

// The outcomes. None: the game goes on.
const (
	None Outcome = iota
	Checkmate
	Stalemate
	DeadPosition
	Fivefold         // only of a [History]
	SeventyFiveMoves // only of a [History]
)

// String returns "none", "checkmate", "stalemate", "dead_position", "fivefold" or "seventyfive_moves".
func (o Outcome) String() string {
	return [...]string{"none", "checkmate", "stalemate", "dead_position", "fivefold", "seventyfive_moves"}[o]
}

// Outcome returns whether the side to move is mated (5.1.1) or stalemated (5.2.1), or whether neither side can mate any
// more (5.2.2) as far as the material shows: a dead position of another kind goes unnoticed (ask [IsDead]), a live one is
// never called dead. The counts of positions and moves are left out of account: see [History.Outcome].
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
