package doctor

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// Findings is what an examination found out about a board.
type Findings struct {
	Stuck    square.Set // closed on an empty board
	Restless square.Set // changed on an empty board that nobody touched
	Hanging  square.Set // still closed when the piece had gone on
	Squares  [64]Square // by where the piece was put
	Cornered bool       // the test with three pieces was made
	Ghosts   square.Set // closed by three pieces on a1, a8 and h1, though nothing stands there
	Diodes   bool       // the diodes were tried one by one
	Bridged  square.Set // squares whose diode lets current back
	Suspects square.Set // squares of which one or more have such a diode
	On       int        // of sensors that measure: by how much a magnet must move a level; 0 for others
	Lights   *LightFindings
	Health   *sensors.Health // nil when the board doesn't know
}

// Square is what happened when a piece was put on one square, and how its own contact behaved.
type Square struct {
	Asked   bool       // a piece was asked for
	Seen    square.Set // the contacts that closed; none = it's dead
	Move    int        // of sensors that measure: thousandths by which the piece moved the level
	Contact Contact
}

// Contact is how the contact of a square behaved while a piece was carried over the board once.
type Contact struct {
	Changes  int   // in all; 2 is clean
	Chatter  int64 // ms: the longest time over which it changed again and again, with less than 100 ms between
	Dropouts int   // times that it opened for 20 ms to 2 s and closed again
}

// The bounds from which on a contact is weak.
const (
	maxChatter  = 50 // ms
	maxDropouts = 1  // two lobes of one magnet are usual
)

const (
	burst      = 100 // ms
	minDropout = 20
	maxDropout = 2000
)

// contactOf works out how one contact behaved.
func contactOf(marks []mark) (c Contact) {
	c.Changes = len(marks)
	for i, from := 1, 0; i < len(marks); i++ {
		gap := marks[i].t - marks[i-1].t
		if gap > burst {
			from = i
		}
		c.Chatter = max(c.Chatter, marks[i].t-marks[from].t)
		if marks[i].closed && gap >= minDropout && gap <= maxDropout {
			c.Dropouts++
		}
	}
	return c
}

// Weak reports whether the contact can't be trusted.
func (c Contact) Weak() bool { return c.Chatter > maxChatter || c.Dropouts > maxDropouts }

// Problem is one thing that is wrong, and what to do about it, in words.
type Problem struct {
	Squares square.Set // none = it isn't about squares
	What    Line       // with the squares; no full stop
	Remedy  Line
}

// problem has its words in one place, where a test looks them up in the page's languages.
func problem(set square.Set, remedy, what string, args ...any) Problem {
	return Problem{set, lineOf(what, args), lineOf(remedy, nil)}
}

// manyWrong is how many squares in the place of others mean that the map is wrong, not the wires.
const manyWrong = 8

// Problems returns what is wrong, the worst first.
func (f *Findings) Problems() (list []Problem) {
	add := func(p Problem) {
		if p.Squares != 0 {
			list = append(list, p)
		}
	}
	set := f.Stuck
	add(problem(set, "Look for a short circuit, solder between pins, a magnet that was left, or a wrong level in `occupied`.",
		"%v: stuck: closed though nothing stands there", names(set)))
	set = f.dead()
	add(problem(set, "Look for a broken wire or a cold joint; try a stronger magnet, and the piece turned over.",
		"%v: dead: no contact closes when a piece stands there", names(set)))
	list = append(list, f.misplaced()...)
	list = append(list, f.leaks()...)
	set = f.Hanging &^ f.Stuck
	add(problem(set, "The reed sticks or the magnet is too strong: tap it, move it aside, or replace it.",
		"%v: hanging: stays closed when the piece has gone", names(set)))
	add(problem(f.Ghosts, "Diodes are missing or the wrong way round: each switch of a matrix needs one (1N4148).",
		"%v: ghost: closes when pieces stand on a1, a8 and h1 only", names(f.Ghosts)))
	add(problem(f.Bridged, "Measure the diode: it is missing, broken through, or a drop of solder lies over it.",
		"%v: bridged: the diode lets current back, so that men elsewhere are seen who don't stand there", names(f.Bridged)))
	add(problem(f.Suspects, "Measure those diodes: one or more are missing, broken through, or bridged by solder.",
		"%v: a diode on these squares lets current back", names(f.Suspects)))
	set = f.weak()
	add(problem(set, "Move the sensor to the middle of its square, or take a stronger magnet.",
		"%v: weak: the contact comes and goes", names(set)))
	set = f.faint()
	add(problem(set, "Take a stronger magnet, bring the sensor nearer, or let `jadoube calibrate` learn the levels.",
		"%v: faint: the magnet moves the level by hardly as much as it must", names(set)))
	set = f.Restless &^ f.Stuck
	add(problem(set, "Look for a missing pull-up or a loose wire.",
		"%v: restless: changes on an empty board", names(set)))
	return append(list, f.lights()...)
}

func (f *Findings) dead() (set square.Set) {
	for s := range square.None {
		if q := &f.Squares[s]; q.Asked && q.Seen == 0 && !f.Stuck.Has(s) {
			set = set.With(s)
		}
	}
	return set
}

// seenElsewhere returns the square whose contact closed in place of s's.
func (f *Findings) seenElsewhere(s square.Square) (square.Square, bool) {
	seen := f.Squares[s].Seen
	return seen.First(), seen.Len() == 1 && !seen.Has(s)
}

// misplaced is squares in the place of others.
func (f *Findings) misplaced() (list []Problem) {
	var wrong square.Set
	for s := range square.None {
		if _, is := f.seenElsewhere(s); is {
			wrong = wrong.With(s)
		}
	}
	if wrong.Len() >= manyWrong {
		return []Problem{problem(wrong, "The layout is not that of the wires: `jadoube calibrate` learns it.", "%d squares are in the place of others", wrong.Len())}
	}
	for s := range wrong.Squares() {
		other, _ := f.seenElsewhere(s)
		if back, is := f.seenElsewhere(other); is && back == s {
			if s < other {
				list = append(list, problem(square.Of(s, other), "Swap their two wires, or let `jadoube calibrate` write the layout.", "%v and %v are swapped", s, other))
			}
			continue
		}
		list = append(list, problem(s.Set(), "Look where the wire goes, or let `jadoube calibrate` write the layout.", "a piece on %v is seen on %v", s, other))
	}
	return list
}

// leaks is squares whose piece closes others too.
func (f *Findings) leaks() (list []Problem) {
	for s := range square.None {
		if seen := f.Squares[s].Seen; seen.Len() > 1 {
			list = append(list, problem(s.Set(), "A neighbour: take a weaker magnet; far away: a bridge between two wires.", "a piece on %v closes %v", s, names(seen)))
		}
	}
	return list
}

func (f *Findings) weak() (set square.Set) {
	for s := range square.None {
		if f.Squares[s].Contact.Weak() {
			set = set.With(s)
		}
	}
	return set
}

// faint is the squares whose magnet has less than a quarter to spare.
func (f *Findings) faint() (set square.Set) {
	for s := range square.None {
		if move := f.Squares[s].Move; move > 0 && 4*move < 5*f.On {
			set = set.With(s)
		}
	}
	return set
}

func (f *Findings) lights() (list []Problem) {
	l := f.Lights
	if l == nil {
		return nil
	}
	if l.Err != nil {
		return []Problem{problem(0, "See docs/leds.md, \"Wiring\".", "the lights can't be lit: %v", l.Err)}
	}
	for _, colour := range slices.Sorted(maps.Keys(l.Wrong)) {
		set := l.Wrong[colour]
		list = append(list, problem(set, "An LED that is broken or badly soldered; after it on the strip none works; colours that are others: see `order`.", "%v: the lights are not %v", names(set), colour))
	}
	if l.Disordered {
		list = append(list, problem(0, "`jadoube calibrate --leds` learns it.", "the lights are in another order"))
	}
	return list
}

// letters of the map, the strongest first.
func (f *Findings) letter(s square.Square) byte {
	q := &f.Squares[s]
	_, elsewhere := f.seenElsewhere(s)
	switch {
	case f.Stuck.Has(s):
		return 'S'
	case !q.Asked:
		return '?'
	case q.Seen == 0:
		return 'D'
	case elsewhere:
		return 'X'
	case q.Seen.Len() > 1:
		return 'L'
	case f.Hanging.Has(s):
		return 'H'
	case q.Contact.Weak(), f.faint().Has(s):
		return 'W'
	}
	return '.'
}

// Map draws the board, a letter for each square.
func (f *Findings) Map() string {
	var w strings.Builder
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&w, "%d ", rank+1)
		for file := range 8 {
			w.WriteByte(' ')
			w.WriteByte(f.letter(square.At(file, rank)))
		}
		w.WriteByte('\n')
	}
	return w.String() + "   a b c d e f g h\n"
}

// chatter is how long the contacts chattered, in ms, the quietest first.
func (f *Findings) chatter() []int64 {
	var all []int64
	for s := range f.Squares {
		if f.Squares[s].Contact.Changes > 0 {
			all = append(all, f.Squares[s].Contact.Chatter)
		}
	}
	slices.SortFunc(all, cmp.Compare)
	return all
}
