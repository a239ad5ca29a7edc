package pgn

import "fmt"

// Error is what is wrong in a PGN text, and where.
type Error struct {
	Line, Column int // both from 1; columns count characters
	Text         string
	Err          error // what lies behind it, often a *rules.MoveError; may be nil
}

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Text) }

// Unwrap returns what lies behind the error.
func (e *Error) Unwrap() error { return e.Err }

type kind uint8

const (
	kindEOF kind = iota
	kindTag      // name and text
	kindComment
	kindOpen
	kindClose
	kindNAG    // text is the number
	kindNumber // a move number, or dots
	kindSymbol // a move, a result, a glyph
	kindBad    // nothing but what is wrong
	kindLost   // a comment without its end: the rest of the game is in it
)

// token is one piece of the text. Its strings are parts of the scanner's window: who keeps one clones it.
type token struct {
	kind      kind
	text      string
	name      string // of a tag
	bad       string // what is wrong with a token that can't be used: a tag, or of the last two kinds
	odd       string // what is strange about a tag that could still be read
	line, col int
}

// classes of bytes.
const (
	endsWord    = 1 << iota // can't be part of a word
	isName                  // may be part of a tag's name
	notTidy                 // in a comment needs a closer look: not ASCII, or control characters
	beginsMove              // a letter with which a move may begin
	marksMove               // at a word's end needs a closer look
	isBlankByte             // white space
	isWide                  // not ASCII
)

var class = func() (c [256]uint8) {
	mark := func(bits uint8, bytes string) {
		for i := range len(bytes) {
			c[bytes[i]] |= bits
		}
	}
	for b := range 256 {
		if b <= ' ' {
			c[b] |= endsWord
		}
		if b < ' ' || b >= 0x7f {
			c[b] |= notTidy
		}
		if b >= 0x80 {
			c[b] |= marksMove | isWide
		}
	}
	mark(endsWord, `{}()[]<>;*$"`)
	mark(isName, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+#=:-")
	mark(beginsMove, "abcdefghKQRBNPO")
	mark(marksMove, "!?.=-")
	mark(isBlankByte, " \t\n\v\f\r\x1a") // DOS ended files with the last
	return c
}()
