package openings

import (
	"jadoube/rules"
	"jadoube/rules/square"
)

// Class is the rough division of openings by the first move of each side.
type Class uint8

// The classes. Books divide closed openings further, into semi-closed and flank openings.
const (
	NoClass  Class = iota // no move yet, or 1.e4 without an answer
	Open                  // 1.e4 e5
	SemiOpen              // 1.e4 and another answer
	Closed                // White begins otherwise
)

// String returns "none", "open", "semi-open" or "closed".
func (c Class) String() string { return [...]string{"none", "open", "semi-open", "closed"}[c&3] }

// ClassOf returns the class of a game from the usual start by its first two moves.
func ClassOf(moves []rules.Move) Class {
	switch {
	case len(moves) == 0:
		return NoClass
	case !goes(moves[0], square.E2, square.E4):
		return Closed
	case len(moves) == 1:
		return NoClass
	case goes(moves[1], square.E7, square.E5):
		return Open
	}
	return SemiOpen
}

func goes(m rules.Move, from, to square.Square) bool { return m.From() == from && m.To() == to }
