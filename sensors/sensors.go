// Package sensors knows what a board's sensors can tell: frames of 64 contacts, the changes between
// them, and buttons. It knows squares, but not what is legal.
package sensors

import (
	"context"
	"fmt"

	"jadoube/rules/square"
)

// Kind says what one sensor of the board can see.
type Kind uint8

// The kinds, from the one that sees least.
const (
	Occupancy Kind = iota + 1 // something stands there (reed switches)
	Colour                    // … and of which colour (hall sensors: the magnet's polarity)
	Piece                     // … and which piece (RFID, coils)
)

var kindNames = map[Kind]string{Occupancy: "occupancy", Colour: "colour", Piece: "piece"}

// String returns the word used in traces and configs.
func (k Kind) String() string { return kindNames[k] }

// ParseKind reads the word used in traces and configs.
func ParseKind(s string) (Kind, error) {
	for k, name := range kindNames {
		if s == name {
			return k, nil
		}
	}
	return 0, fmt.Errorf("sensor kind %q: expected occupancy, colour or piece", s)
}

// Contact is what one sensor says of its square.
type Contact uint8

// What a sensor can say. Something comes from boards of kind Occupancy; White and Black from kind
// Colour; the pieces from kind Piece.
const (
	Nothing Contact = iota
	Something
	White
	Black
	WhitePawn
	WhiteKnight
	WhiteBishop
	WhiteRook
	WhiteQueen
	WhiteKing
	BlackPawn
	BlackKnight
	BlackBishop
	BlackRook
	BlackQueen
	BlackKing
)

const contactLetters = ".+wbPNBRQKpnbrqk"

// Letter returns the FEN letter of a piece, 'w' or 'b' for a bare colour, '+' for Something and '.' for Nothing.
// 'b' is both a black man of unknown kind and a black bishop: the Kind tells them apart.
func (c Contact) Letter() byte {
	if int(c) >= len(contactLetters) {
		return '?'
	}
	return contactLetters[c]
}

// PieceContact returns the contact of a FEN piece letter, Nothing for any other byte.
func PieceContact(letter byte) Contact {
	for c := WhitePawn; c <= BlackKing; c++ {
		if contactLetters[c] == letter {
			return c
		}
	}
	return Nothing
}

// As returns what a board of kind k would say where c is the truth: a white rook is White to a
// board that sees colours and Something to one that sees occupancy. A contact that holds less than
// k could see is returned as it is.
func (c Contact) As(k Kind) Contact {
	switch {
	case c == Nothing:
		return Nothing
	case k == Occupancy:
		return Something
	case k == Colour && c >= BlackPawn:
		return Black
	case k == Colour && c >= WhitePawn:
		return White
	}
	return c
}

// Frame is what all sensors said in one scan, indexed by square.
type Frame [64]Contact

// Occupied is the set of squares on which something stands.
func (f *Frame) Occupied() square.Set {
	var b square.Set
	for s, c := range f {
		if c != Nothing {
			b |= 1 << s
		}
	}
	return b
}

// Change is one sensor's new word.
type Change struct {
	Square square.Square
	To     Contact
}

// Reading is what one scan found at one instant: what changed since the scan before, a button or
// lever that was pressed, or both: then the changes came first. A reading without either says only that the board was read.
type Reading struct {
	T       int64    // milliseconds since the start of the recording, never decreasing
	Changes []Change // at most one a square; their order means nothing
	Press   *Press   // nil when nothing was pressed
	Gap     int64    // > 0: the board was not read for this many milliseconds before T; Changes are the difference
}

// Press is a button, a clock lever or a word from outside the board.
type Press struct {
	Key  string // "white", "black", "takeback", "queen", … as formats of traces name them (see docs/traces.md)
	Args string // the rest: "touch", "threefold e2e4", an arbiter's words
}

// Info says what a board is.
type Info struct {
	Kind  Kind
	Scan  int64 // milliseconds between two scans; 0 = unknown
	Lever bool  // the players press a lever or button after each move
	Start Frame // what stands on the board before the first reading
}

// Source is a board that can be read.
//
// Next blocks until something changed, something was pressed, or a scan is worth reporting because
// time has passed; it returns io.EOF when the recording has ended and ctx.Err() when ctx is done.
// Any other error means that this reading failed: the caller reports it and calls Next again, which waits as
// long as makes sense before it tries; the first reading after it carries the Gap. A board that doesn't
// know what stood there before tells of all 64 squares in its first reading, with a Gap.
// Next is called from one goroutine; Close may be called from another and ends a blocked Next.
type Source interface {
	fmt.Stringer
	Info() Info
	Next(ctx context.Context) (Reading, error)
	Close() error
}
