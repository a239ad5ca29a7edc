package referee

import (
	"jadoube/boardstate/clock"
	"jadoube/boardstate/laws"
	"jadoube/rules"
	"jadoube/rules/square"
)

// Kind is what a ruling says.
type Kind uint8

// The kinds. The comments name the fields that are set beside At and Side.
const (
	Obliged     Kind = iota // Obligation: what the player having the move owes after a touch
	Made                    // Move, Before, Open: his move is made
	Completed               // Move, Before, Open: and completed
	Breached                // Breach, Move, Before: the move that was made breaks what he owed
	ClaimOpen               // Side may claim the breach
	ClaimClosed             // Side may no more, Article
	Offence                 // N, Word ("move", "no_move", "pawn"), Article: Side completed an illegal move, his Nth
	Penalty                 // Gain: ms given to Side, or taken; Reason
	PutBack                 // From, To, Man: a man that is to be put back, None for beside the board
	Restored                // the men stand again as they should
	Void                    // Ply, Move, Before, Instead: a claimed move is none any more; the men are to be put back
	Claimed                 // Word, OK, Article: a claim of Side's, and the answer; at level arbiter there is none yet (Asked)
	Adjusting               // OK, Article: Side says that he adjusts
	OutOfTurn               // From, To: a man of Side's was displaced: knocked over, or moved by him who doesn't have the move
	Refused                 // Word: Side's press counts for nothing
	Replace                 // Move, To: the pawn there is to be exchanged, and the move that is recorded
	Offered                 // Word ("offered", "declined", "refused", "withdrawn"): a draw
	Clock                   // Word, View: what the clock did and shows
	Ended                   // Result, Word: how the game ended; N: so many moves of the line that is shown came after that, and are none
	Ruled                   // Word: what the arbiter said
	Advice                  // Word: something that only the players can know
)

// Ruling is one thing that the Laws say about what happened.
type Ruling struct {
	Kind       Kind
	At         int64 // ms: when it happened, which may be before now
	Side       rules.Color
	Article    string
	Move       rules.Move
	Instead    rules.Move // of a void move: the one that counts in its place, made at Made; NoMove
	Made       int64
	Before     *rules.Position
	Ply        int // from 1
	Open       bool
	OK         bool
	Asked      bool
	Obligation laws.Obligation
	Breach     laws.Breach
	N          int
	Gain       int64
	From, To   square.Square
	Man        rules.Piece // NoPiece for unknown
	Word       string
	Reason     clock.Reason
	View       clock.View
	Result     string
}

func (r *Referee) say(k Kind, at int64, side rules.Color, v Ruling) {
	v.Kind, v.At, v.Side = k, at, side
	r.out = append(r.out, v)
}

// Take returns the rulings since it was called last.
func (r *Referee) Take() []Ruling {
	out := r.out
	r.out = nil
	return out
}
