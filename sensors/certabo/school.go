package certabo

import (
	"maps"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// lessons is how many frames the men must stand at home before it is believed who they are.
const lessons = 7

// spare are the squares on which further queens may stand while the chips are learnt.
var spare = map[square.Square]sensors.Contact{square.D3: sensors.WhiteQueen, square.D6: sensors.BlackQueen}

// home is where the men begin.
var home, _ = sensors.ParsePlacement(sensors.InitialPlacement)

// school learns which man has which chip from men that stand at home.
type school struct {
	known  Chips
	learnt func(Chips) error // is told when there is something new

	seen  [64]Chip
	times int // seen has been seen
}

// look looks at the chips on the squares. Its error is that of telling what was learnt.
func (s *school) look(stands *[64]Chip) error {
	if *stands != s.seen {
		s.seen, s.times = *stands, 0
	}
	if s.times++; s.times != lessons {
		return nil
	}
	if roll := Call(stands); roll.Whole() && s.news(roll.Men) {
		return s.learn(roll.Men)
	}
	return nil
}

// man is who stands on a square when all men are at home.
func man(sq square.Square) sensors.Contact {
	if queen, ok := spare[sq]; ok {
		return queen
	}
	return home[sq]
}

// Roll is what the chips on a board say when its men should stand at home.
type Roll struct {
	Men     Chips      // whose each chip would be
	Missing square.Set // squares of home on which no chip is read
	Strange square.Set // other squares on which one is read; d3 and d6 are for spare queens
	Twice   square.Set // squares of different men with the same chip
}

// Whole reports whether every man is at home, with a chip of his own, and nobody elsewhere.
func (r *Roll) Whole() bool { return r.Missing|r.Strange|r.Twice == 0 }

// Equal reports whether both say the same.
func (r *Roll) Equal(o *Roll) bool {
	return maps.Equal(r.Men, o.Men) && r.Missing == o.Missing && r.Strange == o.Strange && r.Twice == o.Twice
}

// Call looks at the chips on the squares.
func Call(stands *[64]Chip) Roll {
	r := Roll{Men: Chips{}}
	first := map[Chip]square.Square{}
	for i, chip := range stands {
		sq := square.Square(i)
		who := man(sq)
		switch other, twice := first[chip]; {
		case chip.none():
			if home[sq] != sensors.Nothing {
				r.Missing = r.Missing.With(sq)
			}
		case who == sensors.Nothing:
			r.Strange = r.Strange.With(sq)
		case twice && man(other) != who:
			r.Twice = r.Twice.With(sq).With(other)
		default:
			first[chip] = sq
			r.Men[chip] = who
		}
	}
	return r
}

// news reports whether a chip is unknown. Known ones are believed: men that are set up for Black's side of
// the board don't change their colours.
func (s *school) news(men Chips) bool {
	for chip := range men {
		if _, ok := s.known[chip]; !ok {
			return true
		}
	}
	return false
}

// learn takes unknown chips for the men who begin there. Others may be reading what was known, so it becomes another map.
func (s *school) learn(men Chips) error {
	maps.Copy(men, s.known)
	s.known = men
	if s.learnt == nil {
		return nil
	}
	return s.learnt(maps.Clone(men))
}
