// Package layout knows which of a board's inputs belongs to which square: the usual ways to wire a board, by name, and any other. It must
// not know what the inputs are.
package layout

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"jadoube/rules/square"
)

// Layout says which input belongs to which square: entry n is the square of input n, square.None for an input that
// is not used. The inputs of all chips are counted on.
type Layout []square.Square

// layouts are the usual ways to wire a board: the square of the n-th input.
var layouts = map[string]func(n int) square.Square{
	"ranks":            func(n int) square.Square { return square.At(n%8, n/8) },
	"files":            func(n int) square.Square { return square.At(n/8, n%8) },
	"ranks-serpentine": func(n int) square.Square { return square.At(back(n), n/8) },
	"files-serpentine": func(n int) square.Square { return square.At(n/8, back(n)) },
	"quarters":         func(n int) square.Square { return square.At(n/16%2*4+n%4, n/32*4+n/4%4) },
}

// back is the place in line n/8 when every other line runs back.
func back(n int) int {
	if n/8%2 == 1 {
		return 7 - n%8
	}
	return n % 8
}

// Names returns the names of the usual layouts, sorted: "files" runs a1, a2 … a8, b1 …; "ranks" a1, b1 … h1, a2 …;
// their serpentines run every other line back; "quarters" has the 16 squares a1 to d4, by ranks, then e1 to h4, a5 to
// d8, e5 to h8.
func Names() []string {
	var names []string
	for name := range layouts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Parse reads the name of a usual layout, or the squares of all inputs in order, separated by white space, "-"
// for an input that isn't used. A usual layout takes the usable inputs only, one for each square; usable has the bits of
// each chip's inputs that may be used, and each chip's number of inputs.
func Parse(text string, chips []Usable) (Layout, error) {
	words := strings.Fields(text)
	if len(words) != 1 {
		return listed(words, chips)
	}
	at, ok := layouts[words[0]]
	if !ok {
		return nil, fmt.Errorf("expected %s, or the squares of all inputs in order", strings.Join(Names(), ", "))
	}
	var l Layout
	next := 0
	for _, chip := range chips {
		for i := range chip.Len {
			s := square.None
			if chip.Mask>>i&1 == 1 && next < 64 {
				s = at(next)
				next++
			}
			l = append(l, s)
		}
	}
	if next < 64 {
		return nil, fmt.Errorf("the chips have %d usable inputs: expected 64 or more", next)
	}
	return l, nil
}

// Usable says how many inputs a chip has and which of them may be used.
type Usable struct {
	Len  int
	Mask uint64
}

func listed(words []string, chips []Usable) (Layout, error) {
	var l Layout
	var usable []bool
	for _, chip := range chips {
		for i := range chip.Len {
			l, usable = append(l, square.None), append(usable, chip.Mask>>i&1 == 1)
		}
	}
	if len(words) > len(l) {
		return nil, fmt.Errorf("%d words: expected at most %d, as many as the chips have inputs", len(words), len(l))
	}
	var seen square.Set
	var problems []error
	for i, word := range words {
		if word == "-" {
			continue
		}
		s, err := square.Parse(word)
		switch {
		case err != nil:
			problems = append(problems, fmt.Errorf("input %d: %q: expected a square, a1 to h8, or -", i, word))
			continue
		case !usable[i]:
			problems = append(problems, fmt.Errorf("input %d can't be used for %v: put - there", i, s))
		case seen.Has(s):
			problems = append(problems, fmt.Errorf("input %d: %v has an input already", i, s))
		}
		seen = seen.With(s)
		l[i] = s
	}
	if missing := ^seen; missing != 0 && problems == nil {
		problems = append(problems, fmt.Errorf("%d squares without an input: %v", missing.Len(), missing))
	}
	return l, errors.Join(problems...)
}

// Turned returns the layout of the same board after it was turned clockwise by 0, 90, 180 or 270 degrees, and before
// that, with mirror, seen from below: a and h swapped.
func (l Layout) Turned(degrees int, mirror bool) (Layout, error) {
	if degrees%90 != 0 || degrees < 0 || degrees > 270 {
		return nil, fmt.Errorf("board turned by %d degrees: expected 0, 90, 180 or 270", degrees)
	}
	out := slices.Clone(l)
	for i, s := range out {
		if s == square.None {
			continue
		}
		file, rank := s.File(), s.Rank()
		if mirror {
			file = 7 - file
		}
		for range degrees / 90 {
			file, rank = rank, 7-file
		}
		out[i] = square.At(file, rank)
	}
	return out, nil
}
