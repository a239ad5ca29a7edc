package ledmatrix

import (
	"errors"
	"fmt"
	"strings"

	"jadoube/rules/square"
)

// Strip is the LEDs of a board in the order of their wire: for each LED the squares that it serves. One
// square each is the common case; an LED on a corner of squares serves up to four, a square under which
// several LEDs lie has each of them, and an LED that serves none stays dark.
type Strip []square.Set

// MaxLEDs is the length of the longest strip.
const MaxLEDs = maxOffset + 1 + corners*corners

// corners is how many corners of squares lie along a side of the board.
const corners = 9

// Strip is the wire that l describes: 64 LEDs, or 81 with Corners, after Offset dark ones. l must have
// passed Check.
func (l Layout) Strip() Strip {
	strip := make(Strip, l.Len())
	for s := range square.None {
		for _, i := range l.of(s) {
			strip[i] |= s.Set()
		}
	}
	return strip
}

// of lists the LEDs of a square.
func (l Layout) of(s square.Square) []int {
	if !l.Corners {
		return []int{l.Index(s)}
	}
	var list []int
	for _, file := range []int{s.File(), s.File() + 1} {
		for _, rank := range []int{s.Rank(), s.Rank() + 1} {
			list = append(list, l.place(file, rank, corners))
		}
	}
	return list
}

// ParseStrip reads a strip LED by LED: each word is the square that the LED serves ("e4"), several joined
// by "+" ("e4+f4"), or "-" for an LED that stays dark. Lines may be broken anywhere between words. The
// error names every word that can't be read, and the squares that no LED serves.
func ParseStrip(lines []string) (Strip, error) {
	words := strings.Fields(strings.Join(lines, " "))
	if len(words) > MaxLEDs {
		return nil, fmt.Errorf("LED map of %d LEDs: expected at most %d", len(words), MaxLEDs)
	}
	strip := make(Strip, len(words))
	var problems []error
	for i, word := range words {
		var err error
		if strip[i], err = parseLED(word); err != nil {
			problems = append(problems, fmt.Errorf("LED %d of the map: %w", i+1, err))
		}
	}
	if len(problems) == 0 {
		problems = append(problems, strip.Check())
	}
	return strip, errors.Join(problems...)
}

func parseLED(word string) (square.Set, error) {
	if word == "-" {
		return 0, nil
	}
	var set square.Set
	for name := range strings.SplitSeq(word, "+") {
		s, err := square.Parse(name)
		if err != nil {
			return 0, err
		}
		set |= s.Set()
	}
	return set, nil
}

// Check reports the squares that no LED of the strip serves.
func (s Strip) Check() error {
	var served square.Set
	for _, set := range s {
		served |= set
	}
	if missing := ^served; missing != 0 {
		return fmt.Errorf("LED map: no LED serves %v", missing)
	}
	return nil
}

// Words writes the strip as ParseStrip reads it, eight LEDs a line.
func (s Strip) Words() []string {
	var lines []string
	for i, set := range s {
		if i%8 == 0 {
			lines = append(lines, word(set))
		} else {
			lines[i/8] += " " + word(set)
		}
	}
	return lines
}

func word(set square.Set) string {
	var names []string
	for s := range set.Squares() {
		names = append(names, s.String())
	}
	if len(names) == 0 {
		return "-"
	}
	return strings.Join(names, "+")
}

// Colour is what the n-th LED shows of an image: the brightest of its squares, the first of them where
// two are equally bright. Mixed colours would be the colours of other meanings.
func (s Strip) Colour(img *Image, n int) RGB {
	var best RGB
	for set := s[n]; set != 0; set &= set - 1 {
		if c := img[set.First()]; c.sum() > best.sum() {
			best = c
		}
	}
	return best
}
