// Package gesture knows what hands say to the board itself, in between the moves: the sign by which its menu is opened, and which of the
// menu's squares is chosen. It must not know what a choice is for, nor how a move is recognised: it sees what settled sensors say, what
// they say when all men stand as the game has them, and the time as a value.
package gesture

import (
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Look is what is seen of the board at a moment.
type Look struct {
	T     int64         // ms
	Frame sensors.Frame // what the settled sensors say
	Home  sensors.Frame // what they say when all men stand as the game has them
	Kings [2]square.Square
	Free  bool // the game lets gestures be made
}

// How long, in ms, the sign's parts last.
const (
	standTime = 500    // all men stand, before
	apartTime = 5000   // at most, between the first king's leaving or coming back and the second's
	holdTime  = 1500   // both kings are off the board, before the lights answer
	signTime  = 20_000 // at most, until both are back
	backTime  = 300    // both kings stand again
)

// Sign finds the one sign that opens the menu: both kings are off the board at the same time for 1.5 s, and come back to the squares
// they came from, while every other man stands where he belongs. No move, no capture, no castling and no man held in thought looks so,
// since nobody holds his opponent's king too; the result's sign ends on other squares.
//
//	        all stand           both off           held for 1.5 s, lit         both back
//	waiting ─────────▶ standing ────────▶ holding ────────────────────▶ answered ─────────▶ the menu opens
//	   ▲                                     │                              │
//	   └──────── anything else, or too long ─┴──────────────────────────────┘
type Sign struct {
	stage stage
	since int64 // ms: when the stage began
	home  sensors.Frame
}

type stage uint8

const (
	waiting  stage = iota
	standing       // all men
	lifting        // one king is off
	holding        // both are
	answered       // they are to be put back
	placing        // one is
	placed         // both are
)

// Look takes in what is seen and reports whether the sign has been made. What happens at the same moment is seen once.
func (s *Sign) Look(l *Look) bool {
	off := differ(&l.Frame, &l.Home)
	kings := square.Of(l.Kings[0], l.Kings[1])
	for at := range off.Squares() {
		if l.Frame[at] != sensors.Nothing {
			kings = 0 // another man stands there
		}
	}
	switch {
	case !l.Free || off&^kings != 0 || s.stage != waiting && s.home != l.Home:
		s.forget(l)
		if off == 0 && l.Free {
			s.enter(standing, l.T)
		}
		return false
	case off == 0:
		return s.back(l)
	}
	both := off == kings
	switch s.stage {
	case standing:
		if l.T-s.since < standTime {
			s.forget(l)
			return false
		}
		s.enter(lifting, l.T)
		if both {
			s.enter(holding, l.T)
		}
	case lifting:
		switch {
		case l.T-s.since > apartTime:
			s.forget(l)
		case both:
			s.enter(holding, l.T)
		}
	case holding:
		if !both { // not held for long enough
			s.forget(l)
		} else if l.T-s.since >= holdTime {
			s.enter(answered, l.T)
		}
	case answered:
		if l.T-s.since > signTime {
			s.forget(l)
		} else if !both {
			s.enter(placing, l.T)
		}
	case placing:
		if both || l.T-s.since > apartTime {
			s.forget(l)
		}
	case placed: // one was lifted again
		s.forget(l)
	}
	return false
}

// back is Look when all men stand.
func (s *Sign) back(l *Look) bool {
	switch s.stage {
	case standing:
	case answered, placing:
		s.enter(placed, l.T)
	case placed:
		if l.T-s.since >= backTime {
			s.enter(standing, l.T)
			return true
		}
	default:
		s.enter(standing, l.T)
		s.home = l.Home
	}
	return false
}

func (s *Sign) forget(l *Look) { *s = Sign{home: l.Home} }

func (s *Sign) enter(to stage, t int64) { s.stage, s.since = to, t }

// Answered reports whether the lights are to say that the sign is seen, so that it can still be left: putting one king elsewhere, or
// both later than in 20 s, opens nothing.
func (s *Sign) Answered() bool { return s.stage == answered || s.stage == placing || s.stage == placed }

// Next tells when Look will find something else if nothing moves.
func (s *Sign) Next() (at int64, ok bool) {
	switch s.stage {
	case holding:
		return s.since + holdTime, true
	case answered:
		return s.since + signTime + 1, true
	case placing:
		return s.since + apartTime + 1, true
	case placed:
		return s.since + backTime, true
	}
	return 0, false
}

// differ are the squares on which two frames differ.
func differ(a, b *sensors.Frame) (out square.Set) {
	for s := range a {
		if a[s] != b[s] {
			out = out.With(square.Square(s))
		}
	}
	return out
}
