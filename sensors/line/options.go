package line

import (
	"errors"
	"fmt"

	"jadoube/hw"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Options are how a board writes its squares.
type Options struct {
	Kind    sensors.Kind
	First   square.Square // the corner whose contact comes first: a1, h1, a8 or h8
	Columns bool          // then the next of the same file, instead of the same rank
	Bits    Bits          // of a byte, which bit is the first square's
	Invert  bool          // 1 is an empty square
	Binary  bool          // frames of bytes instead of lines, see docs/protocol-line.md
}

// DefaultMode is how the line is clocked where nothing else is said: 115200 8N1.
var DefaultMode = hw.SerialMode{Baud: 115200, Data: 8, Stop: 1}

// Bits says which bit of a byte is the first of its eight squares.
type Bits uint8

// The orders of bits. Usual is the low bit first, but the high bit first in lines that begin with a colon.
const (
	Usual Bits = iota
	LowFirst
	HighFirst
)

// Check returns everything that is wrong with o.
func (o Options) Check() error {
	var problems []error
	if o.Kind < sensors.Occupancy || o.Kind > sensors.Piece {
		problems = append(problems, fmt.Errorf("sensor kind %d: expected occupancy, colour or piece", o.Kind))
	}
	switch o.First {
	case square.A1, square.H1, square.A8, square.H8:
	default:
		problems = append(problems, fmt.Errorf("first square %s: expected a corner: a1, h1, a8 or h8", o.First))
	}
	if o.Binary && o.Kind != sensors.Colour {
		problems = append(problems, fmt.Errorf("binary frames from a board of kind %v: expected colour, which is what they tell", o.Kind))
	}
	return errors.Join(problems...)
}

// squares are the squares in the order in which the board names them.
func (o Options) squares() (t [64]square.Square) {
	for i := range t {
		file, rank := i%8, i/8
		if o.Columns {
			file, rank = rank, file
		}
		if o.First.File() == 7 {
			file = 7 - file
		}
		if o.First.Rank() == 7 {
			rank = 7 - rank
		}
		t[i] = square.At(file, rank)
	}
	return t
}
