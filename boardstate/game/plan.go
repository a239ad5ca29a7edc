package game

import (
	"cmp"
	"slices"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// step is what to do with one man: carry it from a square (None: from beside the board) to another (None: off the board).
type step struct {
	from, to square.Square
	piece    sensors.Contact // what stands on to afterwards
}

// agrees reports whether what is known of a square, a piece, a colour or that something stands there, fits the piece
// that is wanted there.
func agrees(have, want sensors.Contact) bool {
	return have == want || have == want.As(sensors.Occupancy) || have == want.As(sensors.Colour)
}

// plan returns the fewest steps, and of so few those of the least total distance, that lead from what is known to
// stand on the board to the frame of kind Piece that is wanted, in an order in which they can be done: men that go
// to free squares, the nearest first; men that belong nowhere; men that come from beside the board. A square whose
// man waits for another to leave comes last; where all wait for each other, one is taken off first.
func plan(have, want *sensors.Frame) []step {
	var extra, missing []square.Square
	for i := range want {
		if s := square.Square(i); !agrees(have[s], want[s]) {
			if have[s] != sensors.Nothing {
				extra = append(extra, s)
			}
			if want[s] != sensors.Nothing {
				missing = append(missing, s)
			}
		}
	}
	steps := pairUp(extra, missing, have, want)
	rank := func(s step) int {
		switch {
		case s.to.Valid() && have[s.to] != sensors.Nothing:
			return 3
		case !s.from.Valid():
			return 2
		case !s.to.Valid():
			return 1
		}
		return 0
	}
	slices.SortStableFunc(steps, func(a, b step) int {
		return cmp.Or(rank(a)-rank(b), a.length()-b.length())
	})
	if len(steps) > 0 && rank(steps[0]) == 3 {
		first := slices.IndexFunc(steps, func(s step) bool { return s.from.Valid() })
		steps = slices.Insert(steps, 0, step{from: steps[first].from, to: square.None})
	}
	return steps
}

// length is how far a step goes; the others come in the order of squares.
func (s step) length() int {
	if s.from.Valid() && s.to.Valid() {
		return apart(s.from, s.to)
	}
	return 0
}

// apart is the distance of two squares, in about tenths of a square's side.
func apart(a, b square.Square) int {
	df, dr := max(a.File()-b.File(), b.File()-a.File()), max(a.Rank()-b.Rank(), b.Rank()-a.Rank())
	return 10*max(df, dr) + 4*min(df, dr)
}

// pairUp carries as many men as can be from squares where they are too many to squares where they are missing.
func pairUp(extra, missing []square.Square, have, want *sensors.Frame) []step {
	const away, never = 10_000, 1_000_000 // to take a man off and put another on is dearer than any way
	costs := make([][]int, len(extra))
	for i, e := range extra {
		costs[i] = make([]int, len(missing)+len(extra)) // each may be taken off
		for j := range costs[i] {
			switch {
			case j >= len(missing):
				costs[i][j] = away
			case agrees(have[e], want[missing[j]]):
				costs[i][j] = apart(e, missing[j])
			default:
				costs[i][j] = never
			}
		}
	}
	var steps []step
	var filled square.Set
	for i, j := range assign(costs) {
		if j >= len(missing) {
			steps = append(steps, step{from: extra[i], to: square.None})
			continue
		}
		filled = filled.With(missing[j])
		steps = append(steps, step{extra[i], missing[j], want[missing[j]]})
	}
	for _, m := range missing {
		if !filled.Has(m) {
			steps = append(steps, step{square.None, m, want[m]})
		}
	}
	return steps
}
