// Package square knows the 64 squares of a chessboard and sets of them; it knows nothing of pieces
// or of what is legal. It is the vocabulary that the rules, the sensors and the lights share.
package square

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// Square is one of the 64 squares, counted from a1 = 0 along the ranks: b1 = 1, h1 = 7, a2 = 8, h8 = 63.
type Square uint8

// None is no square at all.
const None Square = 64

// Names of all squares.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
	A2
	B2
	C2
	D2
	E2
	F2
	G2
	H2
	A3
	B3
	C3
	D3
	E3
	F3
	G3
	H3
	A4
	B4
	C4
	D4
	E4
	F4
	G4
	H4
	A5
	B5
	C5
	D5
	E5
	F5
	G5
	H5
	A6
	B6
	C6
	D6
	E6
	F6
	G6
	H6
	A7
	B7
	C7
	D7
	E7
	F7
	G7
	H7
	A8
	B8
	C8
	D8
	E8
	F8
	G8
	H8
)

// At returns the square on a file (0 = a … 7 = h) and a rank (0 = first … 7 = eighth).
// Both must be in range.
func At(file, rank int) Square { return Square(rank<<3 | file) }

// Parse reads a square's name in algebraic notation, "a1" to "h8" in lower case.
func Parse(s string) (Square, error) {
	if len(s) != 2 || s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8' {
		return None, fmt.Errorf("%q is no square: expected a file a-h and a rank 1-8, as in e4", s)
	}
	return At(int(s[0]-'a'), int(s[1]-'1')), nil
}

// String returns the name in algebraic notation, "-" for None.
func (s Square) String() string {
	if s >= None {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// MarshalText writes the name, for JSON.
func (s Square) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a name as Parse does.
func (s *Square) UnmarshalText(b []byte) error {
	v, err := Parse(string(b))
	*s = v
	return err
}

// Valid reports whether s is one of the 64.
func (s Square) Valid() bool { return s < None }

// File returns 0 for the a-file … 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for the first rank … 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Light reports whether the square is a light one (h1 is).
func (s Square) Light() bool { return (s.File()+s.Rank())&1 == 1 }

// Set returns the set that holds only s.
func (s Square) Set() Set { return 1 << s }

// Distance is the number of king's steps from s to t.
func (s Square) Distance(t Square) int {
	return max(abs(s.File()-t.File()), abs(s.Rank()-t.Rank()))
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// Set is a set of squares: bit n is the square with the number n.
type Set uint64

// Sets that are often wanted.
const (
	Empty Set = 0
	All   Set = ^Set(0)
	FileA Set = 0x0101010101010101
	FileH Set = FileA << 7
	Rank1 Set = 0xff
	Rank2 Set = Rank1 << 8
	Rank7 Set = Rank1 << 48
	Rank8 Set = Rank1 << 56
)

// Of returns the set of the given squares.
func Of(squares ...Square) Set {
	var b Set
	for _, s := range squares {
		b |= s.Set()
	}
	return b
}

// Has reports whether s is in the set.
func (b Set) Has(s Square) bool { return b>>s&1 != 0 }

// With returns the set with s in it.
func (b Set) With(s Square) Set { return b | s.Set() }

// Without returns the set with s taken out.
func (b Set) Without(s Square) Set { return b &^ s.Set() }

// Len is the number of squares in the set.
func (b Set) Len() int { return bits.OnesCount64(uint64(b)) }

// First is the lowest square of the set, None when it is empty.
func (b Set) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Pop takes the lowest square out of the set and returns it; None when the set is empty.
func (b *Set) Pop() Square {
	s := b.First()
	*b &= *b - 1
	return s
}

// Squares yields the squares of the set from a1 to h8.
func (b Set) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for b != 0 {
			if !yield(b.Pop()) {
				return
			}
		}
	}
}

// String lists the squares: "{a1 e4}".
func (b Set) String() string {
	var w strings.Builder
	w.WriteByte('{')
	for s := range b.Squares() {
		if w.Len() > 1 {
			w.WriteByte(' ')
		}
		w.WriteString(s.String())
	}
	w.WriteByte('}')
	return w.String()
}
