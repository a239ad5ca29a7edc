// Package render draws a position as SVG and as PNG, with the men that the page has (pieces.svg). It must not know games, boards or
// the web: it is told what stands and what is to be marked.
package render

import (
	"fmt"

	"jadoube/rules"
	"jadoube/rules/square"
)

// Options say how a position is drawn.
type Options struct {
	Size    int                      // width and height in pixels, MinSize to MaxSize; 0: DefaultSize
	Flipped bool                     // Black sits at the bottom
	Marks   map[square.Square]string // "#rrggbb" of squares that are tinted, such as those of the last move
	Lifted  square.Set               // squares whose men are in a hand: their shadows are drawn, in SVG alone
	Plain   bool                     // without the letters and numbers at the edge
}

// Bounds of Options.Size, in pixels.
const (
	MinSize     = 64
	MaxSize     = 2048
	DefaultSize = 480
)

// Colours of the squares and of what is written on them.
const (
	pale, deep     = "#ece7db", "#a3b4af"
	onPale, onDeep = "#6d7f7a", "#47554f"
)

// check fills in what is left out and reads the position.
func (o *Options) check(fen string) (*rules.Position, error) {
	if err := o.checkLooks(); err != nil {
		return nil, err
	}
	p, err := rules.ParsePosition(fen)
	if err != nil {
		return nil, fmt.Errorf("fen %q: %w", fen, err)
	}
	return &p, nil
}

// checkLooks is check for all but the position.
func (o *Options) checkLooks() error {
	if o.Size == 0 {
		o.Size = DefaultSize
	}
	if o.Size < MinSize || o.Size > MaxSize {
		return fmt.Errorf("size %d: expected %d to %d pixels", o.Size, MinSize, MaxSize)
	}
	for s, c := range o.Marks {
		if !s.Valid() {
			return fmt.Errorf("a mark on no square: expected a1 to h8")
		}
		if _, err := parseColour(c); err != nil {
			return fmt.Errorf("mark of %s: %w", s, err)
		}
	}
	return nil
}

// tile is one square as it is drawn: column and row from the top left.
type tile struct {
	square   square.Square
	col, row int
	piece    rules.Piece
	file     string // letter at the bottom edge, "" for none
	rank     string // number at the left edge
}

// tiles lists all squares, row by row from the top.
func tiles(p *rules.Setup, o *Options) []tile {
	list := make([]tile, 0, 64)
	for i := range 64 {
		t := tile{col: i % 8, row: i / 8}
		t.square = square.Square(8*(7-t.row) + t.col)
		if o.Flipped {
			t.square = 63 - t.square
		}
		t.piece = p.Board[t.square]
		if !o.Plain && t.row == 7 {
			t.file = t.square.String()[:1]
		}
		if !o.Plain && t.col == 0 {
			t.rank = t.square.String()[1:]
		}
		list = append(list, t)
	}
	return list
}

// dark reports whether the tile is one of the dark squares.
func (t *tile) dark() bool { return (t.square.File()+t.square.Rank())%2 == 0 }

// colours are those of the tile and of what is written on it.
func (t *tile) colours() (ground, text string) {
	if t.dark() {
		return deep, onDeep
	}
	return pale, onPale
}

// man is the id of a piece's drawing, as "wk".
func man(p rules.Piece) string {
	letter := string(p.Letter() | 0x20)
	if p.Color() == rules.White {
		return "w" + letter
	}
	return "b" + letter
}
