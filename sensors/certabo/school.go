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
	if s.times++; s.times == lessons && s.atHome() && s.news() {
		return s.learn()
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

// atHome reports whether every man is at home, with a chip of his own, and nobody elsewhere.
func (s *school) atHome() bool {
	chips := map[Chip]sensors.Contact{}
	for i, chip := range s.seen {
		sq := square.Square(i)
		who := man(sq)
		if chip.none() {
			if home[sq] != sensors.Nothing {
				return false
			}
			continue
		}
		if other, twice := chips[chip]; who == sensors.Nothing || twice && other != who {
			return false
		}
		chips[chip] = who
	}
	return true
}

// news reports whether a chip is unknown. Known ones are believed: men that are set up for Black's side of
// the board don't change their colours.
func (s *school) news() bool {
	for _, chip := range s.seen {
		if _, ok := s.known[chip]; !ok && !chip.none() {
			return true
		}
	}
	return false
}

// learn takes unknown chips for the men who begin there. Others may be reading what was known, so it becomes another map.
func (s *school) learn() error {
	known := maps.Clone(s.known)
	if known == nil {
		known = Chips{}
	}
	for i, chip := range s.seen {
		if _, ok := known[chip]; !ok && !chip.none() {
			known[chip] = man(square.Square(i))
		}
	}
	s.known = known
	if s.learnt == nil {
		return nil
	}
	return s.learnt(maps.Clone(known))
}
