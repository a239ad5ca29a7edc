package pgn

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

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
	kindNumber // a move number, or a dot
	kindSymbol // a move, a result, a glyph
	kindBad    // text says what is wrong
)

type token struct {
	kind      kind
	name      string // of a tag
	text      string
	line, col int
	odd       string // what is strange about a token that could still be read
}

// scanner takes a text apart. It never fails: what makes no sense is a token of kindBad, and it goes on behind it.
type scanner struct {
	r         *bufio.Reader
	line, col int   // of the rune that comes next
	failure   error // of the reader behind r, not io.EOF
	stored    int   // bytes kept since the game began
}

const eof rune = -1

func newScanner(r io.Reader) *scanner {
	s := &scanner{r: bufio.NewReaderSize(r, 1<<16), line: 1, col: 1}
	if c, _, err := s.r.ReadRune(); err == nil && c != '\ufeff' {
		_ = s.r.UnreadRune()
	} else if err != nil && err != io.EOF {
		s.failure = err
	}
	return s
}

// next returns the next character, every kind of line break as '\n', or eof.
func (s *scanner) next() rune {
	c := s.decode()
	switch c {
	case eof:
	case '\n':
		s.line++
		s.col = 1
	default:
		s.col++
	}
	return c
}

func (s *scanner) decode() rune {
	c, size, err := s.r.ReadRune()
	if err != nil {
		if err != io.EOF && s.failure == nil {
			s.failure = err
		}
		return eof
	}
	if c == utf8.RuneError && size == 1 {
		return s.latin1()
	}
	if c == '\r' {
		if b, _ := s.r.Peek(1); len(b) == 1 && b[0] == '\n' {
			_, _ = s.r.ReadByte()
		}
		return '\n'
	}
	return c
}

// latin1 reads the byte again that was no UTF-8; the control characters of Latin-1 become U+FFFD.
func (s *scanner) latin1() rune {
	_ = s.r.UnreadRune()
	b, _ := s.r.ReadByte()
	if b < 0xa0 {
		return utf8.RuneError
	}
	return rune(b)
}

// peek returns the next byte without reading it, 0 at the end.
func (s *scanner) peek() byte {
	b, err := s.r.Peek(1)
	if err != nil {
		return 0
	}
	return b[0]
}

// token returns the next token.
func (s *scanner) token() token {
	s.skipBlanks()
	t := token{line: s.line, col: s.col}
	switch c := s.next(); c {
	case eof:
		t.kind = kindEOF
	case '[':
		s.tag(&t)
	case '{':
		s.comment(&t)
	case ';':
		t.kind, t.text = kindComment, tidy(s.restOfLine())
	case '(':
		t.kind = kindOpen
	case ')':
		t.kind = kindClose
	case '$':
		s.nag(&t)
	case '*':
		t.kind, t.text = kindSymbol, "*"
	case '.':
		t.kind = kindNumber
	case '}', ']', '<', '>', '"':
		t.kind, t.text = kindBad, fmt.Sprintf("a %q that nothing opened", c)
	default:
		s.symbol(&t, c)
	}
	s.stored += len(t.text) + len(t.name) + 32
	return t
}

// skipBlanks goes to the next token, over lines that begin with % too.
func (s *scanner) skipBlanks() {
	for {
		switch c := s.peek(); {
		case c == '%' && s.col == 1:
			s.restOfLine()
		case c == ' ' || c >= '\t' && c <= '\r':
			s.next()
		default:
			return
		}
	}
}

// restOfLine returns what is left of the line and reads its end.
func (s *scanner) restOfLine() string {
	var b strings.Builder
	for c := s.next(); c != '\n' && c != eof; c = s.next() {
		s.keep(&b, c)
	}
	return b.String()
}

// maxGame bounds the bytes kept of one game, so that a broken file can't fill the memory.
const maxGame = 4 << 20

// keep keeps a character, a token's first always so that the next game's tags are known behind one that is too long.
func (s *scanner) keep(b *strings.Builder, c rune) {
	if b.Len() < 1024 || s.stored+b.Len() <= maxGame {
		b.WriteRune(c)
	}
}

// comment reads to the closing brace. When it is missing the next game tells: a blank line and an Event tag.
func (s *scanner) comment(t *token) {
	var b strings.Builder
	breaks := 0
	for c := s.next(); c != '}'; c = s.next() {
		if c == eof {
			t.kind, t.text = kindBad, "a comment whose } is missing"
			return
		}
		switch {
		case c == '\n':
			breaks++
		case c != ' ' && c != '\t':
			breaks = 0
		}
		s.keep(&b, c)
		if breaks >= 2 && s.peek() == '[' && s.eventFollows() {
			t.kind, t.text = kindBad, "a comment whose } is missing"
			return
		}
	}
	t.kind, t.text = kindComment, tidy(b.String())
}

func (s *scanner) eventFollows() bool {
	const event = `[Event "`
	b, _ := s.r.Peek(len(event))
	return string(b) == event
}

// nag reads a number from 0 to 255.
func (s *scanner) nag(t *token) {
	t.kind = kindNAG
	var b strings.Builder
	for c := s.peek(); c >= '0' && c <= '9' && b.Len() < 4; c = s.peek() {
		b.WriteRune(s.next())
	}
	if t.text = b.String(); t.text == "" {
		t.kind, t.text = kindBad, "a $ without a number"
	}
}

// symbol reads a word. A number ends at a dot, so that 1.e4 is two words, but e.p. is one.
func (s *scanner) symbol(t *token, first rune) {
	var b strings.Builder
	b.WriteRune(first)
	number := first >= '0' && first <= '9'
	for c := s.peek(); !endsSymbol(c) && !(number && c == '.'); c = s.peek() {
		number = number && c >= '0' && c <= '9'
		s.keep(&b, s.next())
	}
	t.kind, t.text = kindSymbol, b.String()
	if number {
		t.kind = kindNumber
	}
}

func endsSymbol(c byte) bool {
	return c <= ' ' || bytes.IndexByte([]byte(`{}()[]<>;*$"`), c) >= 0
}

// tag reads a tag pair on one line.
func (s *scanner) tag(t *token) {
	t.kind = kindTag
	s.skipTabs()
	var name strings.Builder
	for c := s.peek(); isNameByte(c); c = s.peek() {
		s.keep(&name, s.next())
	}
	t.name = name.String()
	s.skipTabs()
	if t.name == "" || s.peek() != '"' {
		s.restOfLine()
		t.kind, t.text = kindBad, `a tag that is not [Name "value"]`
		return
	}
	s.next()
	s.tagValue(t)
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || bytes.IndexByte([]byte("_+#=:-"), c) >= 0
}

func (s *scanner) skipTabs() {
	for c := s.peek(); c == ' ' || c == '\t'; c = s.peek() {
		s.next()
	}
}

// tagValue reads to the quote that is followed by ]. Another quote that should have been written \" is kept.
func (s *scanner) tagValue(t *token) {
	var b strings.Builder
	for {
		switch c := s.next(); {
		case c == eof || c == '\n':
			t.kind, t.text = kindBad, fmt.Sprintf(`the value of tag %s does not end with "]`, t.name)
			return
		case c == '\\' && (s.peek() == '"' || s.peek() == '\\'):
			s.keep(&b, s.next())
		case c == '"' && s.closesTag():
			t.text = b.String()
			return
		case c == '"':
			t.odd = fmt.Sprintf(`a quote in the value of tag %s that is not written \"`, t.name)
			s.keep(&b, c)
		case unicode.IsControl(c):
			s.keep(&b, ' ')
		default:
			s.keep(&b, c)
		}
	}
}

// closesTag reads a ] with blanks before it, if that is what comes next.
func (s *scanner) closesTag() bool {
	for n := 1; ; n++ {
		b, err := s.r.Peek(n)
		if err != nil {
			return false
		}
		switch b[n-1] {
		case ' ', '\t':
			continue
		case ']':
			for range n {
				s.next()
			}
			return true
		}
		return false
	}
}
