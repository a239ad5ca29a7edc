package sensors

import (
	"fmt"
	"strings"

	"jadoube/rules/square"
)

// InitialPlacement is the placement field of the initial position's FEN.
const InitialPlacement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

// ParsePlacement reads the placement field of a FEN, or the first field of a whole one, into what a
// board of kind Piece would see. Whether such a position can be played is not asked.
func ParsePlacement(fen string) (Frame, error) {
	var f Frame
	field, _, _ := strings.Cut(strings.TrimSpace(fen), " ")
	ranks := strings.Split(field, "/")
	if len(ranks) != 8 {
		return f, fmt.Errorf("placement %q has %d ranks: expected 8, separated by '/'", field, len(ranks))
	}
	for i, text := range ranks {
		if err := f.parseRank(7-i, text); err != nil {
			return f, err
		}
	}
	return f, nil
}

func (f *Frame) parseRank(rank int, text string) error {
	file := 0
	for _, c := range []byte(text) {
		contact := PieceContact(c)
		width := 1
		switch {
		case c >= '1' && c <= '8':
			width = int(c - '0')
		case contact == Nothing:
			return fmt.Errorf("placement has %q in rank %d: expected a piece letter (PNBRQKpnbrqk) or 1-8", c, rank+1)
		}
		if file+width > 8 {
			return fmt.Errorf("placement %q of rank %d is longer than 8 squares", text, rank+1)
		}
		if contact != Nothing {
			f[square.At(file, rank)] = contact
		}
		file += width
	}
	if file != 8 {
		return fmt.Errorf("placement %q of rank %d has %d squares: expected 8", text, rank+1, file)
	}
	return nil
}

// As returns what a board of kind k would see of f.
func (f Frame) As(k Kind) Frame {
	for s, c := range f {
		f[s] = c.As(k)
	}
	return f
}

// Apply changes the frame as a reading says.
func (f *Frame) Apply(changes []Change) {
	for _, c := range changes {
		if c.Square.Valid() {
			f[c.Square] = c.To
		}
	}
}

// String returns the letters of the 64 contacts from a8 to h8, then down to a1 to h1, without separators.
func (f Frame) String() string {
	b := make([]byte, 0, 64)
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			b = append(b, f[square.At(file, rank)].Letter())
		}
	}
	return string(b)
}

// Fits reports whether a sensor of kind k could say c: Nothing always, else exactly what the kind sees.
func (c Contact) Fits(k Kind) bool {
	switch {
	case c == Nothing:
		return true
	case k == Occupancy:
		return c == Something
	case k == Colour:
		return c == White || c == Black
	}
	return k == Piece && c >= WhitePawn && c <= BlackKing
}
