package ledmatrix

import (
	"errors"
	"fmt"

	"jadoube/rules/square"
)

// Layout says in which order the LEDs of a board lie on their wire. The zero Layout runs a1, b1 … h1,
// a2 … h8, each rank from the left.
type Layout struct {
	Origin     square.Square // the corner square of the first LED: a1, h1, a8 or h8
	Files      bool          // the wire runs along files (a1, a2 …) instead of ranks (a1, b1 …)
	Serpentine bool          // every other line runs back: a1 … h1, h2 … a2
	Rotate     int           // degrees by which the finished panel is then turned clockwise: 0, 90, 180 or 270
	Offset     int           // LEDs on the wire before the first square's, 0 to 1023
	Corners    bool          // 81 LEDs on the corners of the squares instead of 64 in their middle: nine lines of nine
}

const maxOffset = 1023

// Check returns everything that is wrong with l.
func (l Layout) Check() error {
	var problems []error
	switch l.Origin {
	case square.A1, square.H1, square.A8, square.H8:
	default:
		problems = append(problems, fmt.Errorf("LED layout: origin %s: expected a corner: a1, h1, a8 or h8", l.Origin))
	}
	switch l.Rotate {
	case 0, 90, 180, 270:
	default:
		problems = append(problems, fmt.Errorf("LED layout: rotate %d: expected 0, 90, 180 or 270 degrees", l.Rotate))
	}
	if l.Offset < 0 || l.Offset > maxOffset {
		problems = append(problems, fmt.Errorf("LED layout: offset %d: expected 0 to %d LEDs", l.Offset, maxOffset))
	}
	return errors.Join(problems...)
}

// Len is the number of LEDs on the wire up to the last one that serves a square.
func (l Layout) Len() int {
	if l.Corners {
		return l.Offset + corners*corners
	}
	return l.Offset + 64
}

// Index is the place of s's LED on the wire, from 0, where each square has its own. l must have passed
// Check, s must be valid.
func (l Layout) Index(s square.Square) int { return l.place(s.File(), s.Rank(), 8) }

// place is where the LED of a file and a rank lies, in a panel of n by n LEDs.
func (l Layout) place(file, rank, n int) int {
	last := n - 1
	for range l.Rotate / 90 {
		file, rank = last-rank, file // back to where the LED lay before the turn
	}
	if l.Origin.File() == 7 {
		file = last - file
	}
	if l.Origin.Rank() == 7 {
		rank = last - rank
	}
	line, pos := rank, file
	if l.Files {
		line, pos = file, rank
	}
	if l.Serpentine && line&1 == 1 {
		pos = last - pos
	}
	return l.Offset + n*line + pos
}

// Table is Index for all squares, for drivers that don't want to work it out for each image.
func (l Layout) Table() [64]int {
	var t [64]int
	for s := range t {
		t[s] = l.Index(square.Square(s))
	}
	return t
}
