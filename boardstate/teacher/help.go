package teacher

import (
	"fmt"
	"slices"
	"strings"
)

// Help is a set of steps of help, each of which a player has or hasn't.
type Help uint16

// The steps, from the least to the most.
const (
	Moves    Help = 1 << iota // where the lifted man may go
	Captures                  // … and what it may take
	Risks                     // where it would be taken at a loss
	Attacked                  // which of the player's men are attacked and can't be spared
	Blunders                  // that the move just made loses something, while it can be taken back
	Hints                     // when asked: which man to move, then where
	Check                     // how a check can be answered
	Castling                  // why castling isn't possible, when it was tried
	Touch                     // that in a serious game a touched man has to move
	steps         = iota

	None Help = 0
	All  Help = 1<<steps - 1
	// Usual is what a game shows by itself: the lights of a lifted man.
	Usual = Moves | Captures
	// Default is the help of who doesn't choose: the usual, and hints to who asks.
	Default = Usual | Hints
)

var stepWords = [steps]string{"moves", "captures", "risks", "attacked", "blunders", "hints", "check", "castling", "touch"}

// StepWords returns the words of all steps, from the least to the most.
func StepWords() []string { return slices.Clone(stepWords[:]) }

// ParseHelp reads steps by their words, and "all".
func ParseHelp(words []string) (Help, error) {
	var h Help
	for _, w := range words {
		i := slices.Index(stepWords[:], w)
		switch {
		case w == "all":
			h = All
		case i < 0:
			return None, fmt.Errorf("help %q: expected steps of %s, or all", w, strings.Join(stepWords[:], ", "))
		default:
			h |= 1 << i
		}
	}
	return h, nil
}

// Has reports whether all steps of o are in h.
func (h Help) Has(o Help) bool { return h&o == o }

// Words are the steps by their words, from the least to the most; empty for none.
func (h Help) Words() []string {
	words := []string{}
	for i, w := range stepWords {
		if h&(1<<i) != 0 {
			words = append(words, w)
		}
	}
	return words
}

// String lists the steps as the tag of a PGN has them: "moves captures hints", "none".
func (h Help) String() string {
	if h&All == 0 {
		return "none"
	}
	return strings.Join(h.Words(), " ")
}
