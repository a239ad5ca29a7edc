package ledmatrix

import (
	"fmt"
	"strings"
)

// Meaning is what the light of one square says to the players.
type Meaning uint8

// The meanings, from the weakest to the strongest. Where two fall on one square the later one in
// this list wins (see Scene.Add): what concerns the machine gives way to the past, the past to advice, advice to what the hand may do, that
// to what holds now, and everything to what must be done or undone next.
const (
	Dark       Meaning = iota // nothing to say: the light is off
	Unrecorded                // what is played doesn't reach the disk; on the corners, where nothing else is to be said
	LastMove                  // from or to of the last move
	Hint                      // asked-for advice
	Setup                     // a man is still missing or wrong here before the game can start
	MayGo                     // the held or owed man may land here
	MayCapture                // … and captures by it
	AtRisk                    // the man here can be taken, or could be if it went here
	Check                     // this king is in check
	Touched                   // the man of this square is in the hand, or owed a move
	DoNext                    // the next thing to do is here: castling rook, captured man, man to put back
	CannotStay                // what stands here (or is missing here) is illegal
	meanings                  // their number
)

var meaningWords = [meanings]string{
	"dark", "unrecorded", "last-move", "hint", "setup", "may-go", "may-capture", "at-risk", "check", "touched", "do-next", "cannot-stay",
}

// Meanings lists all meanings but Dark, from the weakest to the strongest.
func Meanings() []Meaning {
	all := make([]Meaning, 0, meanings-1)
	for m := Dark + 1; m < meanings; m++ {
		all = append(all, m)
	}
	return all
}

// String returns the word used in events and configs, "dark" for Dark.
func (m Meaning) String() string {
	if m >= meanings {
		return fmt.Sprintf("meaning(%d)", uint8(m))
	}
	return meaningWords[m]
}

// ParseMeaning reads the word used in events and configs. "dark" isn't one: a dark square is left out.
func ParseMeaning(word string) (Meaning, error) {
	for m := Dark + 1; m < meanings; m++ {
		if meaningWords[m] == word {
			return m, nil
		}
	}
	return Dark, fmt.Errorf("LED meaning %q: expected one of %s", word, strings.Join(meaningWords[1:], ", "))
}
