package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner takes a text apart. It never fails: what makes no sense is a bad token, and it goes on behind it.
//
// It sees the text through a window, a string of some tens of kilobytes, of which most tokens are parts: nothing is
// copied. A character's column is its distance from where the line begins, which moves along when a character takes
// several bytes.
type scanner struct {
	r       io.Reader
	buf     []byte
	in      string // the window; what comes next is at pos
	pos     int
	start   int // where the line would begin if each of its characters were one byte
	line    int
	ended   bool
	failure error  // of the reader behind r, not io.EOF
	stored  int    // bytes kept since the game began
	read    int64  // bytes read in all
	maxSkip int64  // how many bytes of the text may belong to a game that can't be read
	limit   int64  // bytes that may be read in all until the game ends
	text    []byte // of a token that is no part of the window
}

const (
	eof rune = -1

	windowSize = 1 << 16

	// maxGame bounds the bytes kept of one game, so that a broken file can't fill the memory.
	maxGame = 4 << 20
	// maxSkip bounds how far the end of a broken game is looked for, so that what isn't PGN at all comes to an end.
	maxSkip = 16 << 20
	// maxWord bounds what stands between two blanks: the longest move is far shorter.
	maxWord = 255
)

// errUTF16 says that a text is of another encoding.
var errUTF16 = errors.New("UTF-16 text: expected UTF-8 or Latin-1; save it as UTF-8")

// errEndless says that no game is to be found any more.
var errEndless = fmt.Errorf("a game without an end within %d MiB: expected PGN", maxSkip>>20)

func newScanner(r io.Reader) scanner {
	return scanner{r: r, buf: make([]byte, windowSize), line: 1, maxSkip: maxSkip, limit: maxSkip}
}

// beginGame sets the bounds for the game that comes next.
func (s *scanner) beginGame() {
	if s.read == 0 {
		if b := s.ahead(2); b == "\xff\xfe" || b == "\xfe\xff" {
			s.failure = errUTF16
		}
	}
	s.stored = 0
	s.limit = s.read - int64(len(s.in)-s.pos) + s.maxSkip
}

// more reads on when the window is used up from pos on, and reports whether there was more.
func (s *scanner) more() bool {
	for range 100 {
		if s.read > s.limit && !s.ended {
			s.ended, s.failure = true, errEndless
		}
		if s.ended {
			return false
		}
		n, err := s.r.Read(s.buf)
		if err != nil {
			s.ended = true
			if !errors.Is(err, io.EOF) {
				s.failure = err
			}
		}
		if s.read += int64(n); n > 0 {
			s.slide(n)
			return true
		}
	}
	s.ended, s.failure = true, io.ErrNoProgress
	return false
}

// slide moves the window on over what is used up and the n bytes that buf has.
func (s *scanner) slide(n int) {
	var b strings.Builder
	b.Grow(len(s.in) - s.pos + n)
	b.WriteString(s.in[s.pos:])
	b.Write(s.buf[:n])
	s.in = b.String()
	s.start -= s.pos
	s.pos = 0
}

// ahead makes the window hold n bytes from pos on, if the text has as many, and returns what it holds.
func (s *scanner) ahead(n int) string {
	for len(s.in)-s.pos < n && s.more() {
	}
	return s.in[s.pos:min(len(s.in), s.pos+n)]
}

// peek returns the next byte without reading it, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos < len(s.in) || s.more() {
		return s.in[s.pos]
	}
	return 0
}

func (s *scanner) col() int { return s.pos - s.start + 1 }

// advance reads n bytes, whole characters of which none is a line break.
func (s *scanner) advance(n int) {
	s.start += n - utf8.RuneCountInString(s.in[s.pos:s.pos+n])
	s.pos += n
}

// next reads a character, every kind of line break as '\n'; eof at the end.
func (s *scanner) next() rune {
	switch c := s.peek(); {
	case c == '\n' || c == '\r':
		if c == '\r' && s.ahead(2) == "\r\n" {
			s.pos++
		}
		s.pos++
		s.line++
		s.start = s.pos
		return '\n'
	case c == 0 && s.pos == len(s.in):
		return eof
	case c < utf8.RuneSelf:
		s.pos++
		return rune(c)
	}
	return s.wide()
}

// wide reads a character that isn't ASCII. A byte that is no UTF-8 is taken for Latin-1, or for what Windows has where
// Latin-1 has control characters.
func (s *scanner) wide() rune {
	c, size := utf8.DecodeRuneInString(s.ahead(utf8.UTFMax))
	if c == utf8.RuneError && size == 1 {
		if c = rune(s.in[s.pos]); c < 0xa0 {
			c = windows1252[c-0x80]
		}
	}
	s.pos += size
	s.start += size - 1
	return c
}

// windows1252 are the characters from 0x80 to 0x9f of the code page; U+FFFD where it has none.
var windows1252 = [32]rune{
	'€', utf8.RuneError, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', utf8.RuneError, 'Ž', utf8.RuneError,
	utf8.RuneError, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', utf8.RuneError, 'ž', 'Ÿ',
}

// token reads the next token.
func (s *scanner) token(t *token) {
	s.skipBlanks()
	t.kind, t.text, t.line, t.col = kindEOF, "", s.line, s.col()
	if s.pos == len(s.in) {
		return
	}
	switch c := s.in[s.pos]; c {
	case '[':
		s.tag(t)
	case '{':
		s.comment(t)
	case ';':
		s.next()
		t.kind, t.text = kindComment, s.restOfLine()
	case '$':
		s.nag(t)
	case '(', ')', '*', '.', '}', ']', '<', '>', '"':
		s.single(t, c)
	default:
		s.word(t)
	}
}

// single reads a token of one byte; dots are taken together, and the offer of a draw, (=), is a comment.
func (s *scanner) single(t *token, c byte) {
	s.pos++
	switch c {
	case '(':
		if t.kind = kindOpen; s.ahead(2) == "=)" {
			s.pos += 2
			t.kind, t.text = kindComment, "(=)"
		}
	case ')':
		t.kind = kindClose
	case '*':
		t.kind, t.text = kindSymbol, "*"
	case '.':
		t.kind = kindNumber
		s.skipDots()
	default:
		t.kind, t.bad = kindBad, fmt.Sprintf("a %q that nothing opened: expected a move, a comment, a tag or a result", c)
	}
}

func (s *scanner) skipDots() {
	for s.peek() == '.' {
		s.pos++
	}
}

// skipBlanks goes to the next token, over lines that begin with % too. A byte order mark is a blank wherever files
// were joined.
func (s *scanner) skipBlanks() {
	for s.pos < len(s.in) || s.more() {
		switch c := s.in[s.pos]; {
		case c > '%' && c < utf8.RuneSelf:
			return
		case c == ' ' || c == '\t':
			s.pos++
		case class[c]&isBlankByte != 0:
			s.next()
		case c == '%' && s.col() == 1:
			s.skipLine()
		case c >= utf8.RuneSelf && s.wideBlank():
		default:
			return
		}
	}
}

// wideBlank reads a byte order mark or a no-break space, if that is what comes next. A mark takes no column.
func (s *scanner) wideBlank() bool {
	switch b := s.ahead(3); {
	case b == "\ufeff":
		s.pos += 3
		s.start += 3
	case strings.HasPrefix(b, "\u00a0"):
		s.advance(2)
	default:
		return false
	}
	return true
}

func (s *scanner) skipLine() {
	for c := s.next(); c != '\n' && c != eof; c = s.next() {
	}
}

// restOfLine returns what is left of the line, tidied, and reads its end.
func (s *scanner) restOfLine() string {
	s.text = s.text[:0]
	for c := s.next(); c != '\n' && c != eof; c = s.next() {
		s.keepTidy(c)
	}
	return s.tidied()
}

// keep adds a character to the token's text, those at its beginning always so that the next game's tags are known
// behind a game that is too long.
func (s *scanner) keep(c rune) {
	if len(s.text) < 1024 || s.stored+len(s.text) <= maxGame {
		s.text = utf8.AppendRune(s.text, c)
	} else {
		s.stored++
	}
}

// keepTidy is keep, but makes one blank of any white space, and none at the beginning.
func (s *scanner) keepTidy(c rune) {
	if !unicode.IsSpace(c) {
		s.keep(c)
	} else if n := len(s.text); n > 0 && s.text[n-1] != ' ' {
		s.keep(' ')
	}
}

// tidied returns the text that keepTidy has gathered.
func (s *scanner) tidied() string { return strings.TrimSuffix(string(s.text), " ") }

// commentFollows reports whether nothing but blanks is left on the line before a comment.
func (s *scanner) commentFollows() bool {
	for s.peek() == ' ' || s.peek() == '\t' {
		s.pos++
	}
	return s.peek() == '{' || s.peek() == ';'
}

// comment reads to the closing brace.
func (s *scanner) comment(t *token) {
	t.kind = kindComment
	s.pos++
	if end := strings.IndexByte(s.in[s.pos:], '}'); end >= 0 {
		if text := s.in[s.pos : s.pos+end]; isTidy(text) {
			t.text = strings.Trim(text, " ")
			s.pos += end + 1
			return
		}
	}
	s.longComment(t)
}

// isTidy reports whether a text is ASCII without line breaks and double blanks.
func isTidy(text string) bool {
	var last byte
	for i := range len(text) {
		c := text[i]
		if class[c]&notTidy != 0 || c == ' ' && last == ' ' {
			return false
		}
		last = c
	}
	return true
}

// longComment reads a comment that has to be tidied, or that the window doesn't hold whole. When its closing brace is
// missing, the next game tells: a line that begins with a tag, behind a blank line or a result.
func (s *scanner) longComment(t *token) {
	s.text = s.text[:0]
	breaks := 0
	for {
		if s.keepRun() {
			breaks = 0
		}
		c := s.next()
		switch {
		case c == '}':
			t.text = s.tidied()
			return
		case c == '\n':
			breaks++
		case !unicode.IsSpace(c):
			breaks = 0
		}
		if c == eof || c == '\n' && s.peek() == '[' && s.tagFollows() && (breaks >= 2 || s.resultKept()) {
			t.kind, t.bad = kindLost, "a comment that never ends: expected a closing brace"
			return
		}
		s.keepTidy(c)
	}
}

// keepRun keeps the printable ASCII that comes next, up to a }, and reports whether it was more than blanks.
func (s *scanner) keepRun() bool {
	rest := s.in[s.pos:]
	n, doubled, last := 0, false, byte(' ')
	if m := len(s.text); m > 0 {
		last = s.text[m-1]
	}
	for n < len(rest) && class[rest[n]]&notTidy == 0 && rest[n] != '}' {
		doubled = doubled || rest[n] == ' ' && last == ' '
		last = rest[n]
		n++
	}
	run := rest[:n]
	s.pos += n
	switch {
	case s.stored+len(s.text)+n > maxGame:
		s.stored += n
	case doubled:
		for _, c := range run {
			s.keepTidy(c)
		}
	default:
		s.text = append(s.text, run...)
	}
	return n > 0 && (last != ' ' || strings.Trim(run, " ") != "")
}

// resultKept reports whether what keepTidy has gathered ends with a result.
func (s *scanner) resultKept() bool {
	const longest = 16 // more than any result
	tail := bytes.TrimSuffix(s.text[max(0, len(s.text)-longest):], []byte(" "))
	_, ok := resultOf(plain(string(tail[bytes.LastIndexByte(tail, ' ')+1:])))
	return ok
}

// tagFollows reports whether a tag comes next.
func (s *scanner) tagFollows() bool { return beginsTag(s.ahead(maxWord)) }

// beginsTag reports whether a text begins with a tag, as far as the quote before its value.
func beginsTag(s string) bool {
	if s == "" || s[0] != '[' {
		return false
	}
	n := 1
	for n < len(s) && class[s[n]]&isName != 0 {
		n++
	}
	value := strings.TrimLeft(s[n:], " \t")
	return n > 1 && n+len(value) < len(s) && strings.HasPrefix(value, `"`)
}

// nag reads a $ and the digits behind it.
func (s *scanner) nag(t *token) {
	s.pos++
	n := 0
	for b := s.ahead(5); n < len(b) && isDigit(b[n]); {
		n++
	}
	t.kind, t.text = kindNAG, s.in[s.pos:s.pos+n]
	s.pos += n
	if n == 0 {
		t.kind, t.bad = kindBad, "a $ without a number: expected $0 to $255"
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// word reads a move number, a move, a result or a glyph. A number takes its dots along.
func (s *scanner) word(t *token) {
	rest, n := s.in[s.pos:], 0
	for n < len(rest) && isDigit(rest[n]) {
		n++
	}
	if n == 0 {
		for n < len(rest) && class[rest[n]]&(endsWord|isWide) == 0 {
			n++
		}
		if n > 0 && n < min(len(rest), maxWord) && rest[n] < utf8.RuneSelf {
			t.kind, t.text = kindSymbol, rest[:n]
			s.pos += n
			return
		}
	} else if n < min(len(rest), maxWord) && (rest[n] == '.' || class[rest[n]]&(endsWord|beginsMove) != 0) {
		t.kind = kindNumber
		s.pos += n
		s.skipDots()
		return
	}
	s.oddWord(t)
}

// oddWord reads a word that isn't a plain number nor of ASCII that begins with no digit, or that the window doesn't hold
// whole.
func (s *scanner) oddWord(t *token) {
	n, number := s.wordLength()
	if n > maxWord {
		s.longWord(t)
		return
	}
	if number {
		t.kind = kindNumber
		s.pos += n
		s.skipDots()
		return
	}
	t.kind, t.text = kindSymbol, s.in[s.pos:s.pos+n]
	if utf8.RuneCountInString(t.text) != n {
		t.text, _, _ = strings.Cut(t.text, "\u00a0")
	}
	s.advance(len(t.text))
}

// bracketedPiece returns what a pawn may become, as in "(Q)", if nothing but blanks stands before it; else it is empty.
func (s *scanner) bracketedPiece() string {
	gap := 0
	for b := s.ahead(1); gap < maxWord && gap < len(b) && class[b[gap]]&isBlankByte != 0; b = s.ahead(gap + 1) {
		gap++
	}
	if s.ahead(gap + 1)[gap:] != "(" {
		return ""
	}
	b := s.ahead(gap + 3)[gap:]
	if len(b) < 3 || strings.IndexByte("QRBNqrbn", b[1]) < 0 || b[2] != ')' {
		return ""
	}
	return b
}

// promotion adds to a word that is no whole move the piece in brackets that a pawn becomes, and what is stuck to it, as
// in "e8 (Q)+", if that is what comes next.
func (s *scanner) promotion(t *token) {
	if last := t.text[len(t.text)-1]; last != '8' && last != '1' {
		return
	}
	piece := s.bracketedPiece()
	if piece == "" {
		return
	}
	for s.peek() != '(' {
		s.next()
	}
	s.pos += len(piece)
	t.text += piece
	if c := s.peek(); class[c]&endsWord != 0 || isDigit(c) {
		return
	}
	if n, _ := s.wordLength(); n <= maxWord {
		t.text += s.in[s.pos : s.pos+n]
		s.advance(n)
	}
}

// wordLength returns how many bytes the word has that comes next, and whether it is a number: one ends where a dot or
// a move begins. Of a word that is too long it tells no more than that.
func (s *scanner) wordLength() (n int, number bool) {
	number = true
	for {
		for ; s.pos+n < len(s.in); n++ {
			c := s.in[s.pos+n]
			switch {
			case class[c]&endsWord != 0 && n > 0:
				return n, number
			case !number || isDigit(c):
			case n > 0 && (c == '.' || class[c]&beginsMove != 0):
				return n, true
			default:
				number = false
			}
		}
		if n > maxWord || !s.more() {
			return n, number
		}
	}
}

// longWord reads a word that is too long for anything; only its beginning is kept, to be told.
func (s *scanner) longWord(t *token) {
	t.kind, t.text = kindSymbol, s.in[s.pos:s.pos+40]
	for class[s.peek()]&endsWord == 0 {
		s.next()
	}
}

// tag reads a tag pair.
func (s *scanner) tag(t *token) {
	t.kind, t.bad, t.odd = kindTag, "", ""
	s.pos++
	s.skipGap()
	t.name = s.name()
	s.skipGap()
	if t.name == "" || s.peek() != '"' {
		t.bad = fmt.Sprintf("tag %q has no value in quotes: expected [Name \"value\"]", abridged(t.name))
		if t.name == "" {
			t.bad = `a [ without a tag's name: expected [Name "value"]`
		}
		s.skipBadTag()
		return
	}
	s.pos++
	s.tagValue(t)
}

// name reads a tag's name, or as much of it as a name may have.
func (s *scanner) name() string {
	n := 0
	for n < maxWord && (s.pos+n < len(s.in) || s.more()) && class[s.in[s.pos+n]]&isName != 0 {
		n++
	}
	s.pos += n
	return s.in[s.pos-n : s.pos]
}

// skipGap reads white space between the parts of a tag, but no empty line.
func (s *scanner) skipGap() {
	for breaks := 0; class[s.peek()]&isBlankByte != 0; {
		if c := s.peek(); c == '\n' || c == '\r' {
			if breaks++; breaks > 1 {
				return
			}
		}
		s.next()
	}
}

// skipBadTag reads to the end of the line, but not over a ].
func (s *scanner) skipBadTag() {
	for c := s.peek(); c != '\n' && c != '\r' && c != ']' && s.next() != eof; c = s.peek() {
	}
	if s.peek() == ']' {
		s.pos++
	}
}

// tagValue reads to the quote that is followed by ]. Another quote, which should have been written \", is kept.
func (s *scanner) tagValue(t *token) {
	if s.plainValue(t) {
		return
	}
	s.text = s.text[:0]
	for {
		if c := s.peek(); c == '\n' || c == '\r' || c == 0 && s.pos == len(s.in) {
			t.bad = fmt.Sprintf("the value of tag %s never ends: expected \"] before the end of the line", t.name)
			return
		}
		switch c := s.next(); {
		case c == '\\' && (s.peek() == '"' || s.peek() == '\\'):
			s.keep(s.next())
		case c == '"' && s.closesTag():
			t.text = string(s.text)
			return
		case c == '"':
			t.odd = `a quote in the value that is not written \"`
			s.keep(c)
		case unicode.IsControl(c):
			s.keep(' ')
		default:
			s.keep(c)
		}
	}
}

// plainValue reads a value of ASCII without escapes that the window holds whole, if it is one.
func (s *scanner) plainValue(t *token) bool {
	rest := s.in[s.pos:]
	n := plainLength(rest)
	if !strings.HasPrefix(rest[n:], `"]`) {
		return false
	}
	t.text = rest[:n]
	s.pos += n + 2
	return true
}

// plainLength returns how much of a text is ASCII that needs no escape in a tag's value.
func plainLength(s string) int {
	n := 0
	for n < len(s) && class[s[n]]&notTidy == 0 && s[n] != '\\' && s[n] != '"' {
		n++
	}
	return n
}

// closesTag reads a ] with white space before it, if that is what comes next.
func (s *scanner) closesTag() bool {
	for n := 1; n <= maxWord; n++ {
		b := s.ahead(n)
		switch {
		case len(b) < n:
			return false
		case b[n-1] == ']':
			for range n {
				s.next()
			}
			return true
		case class[b[n-1]]&isBlankByte == 0:
			return false
		}
	}
	return false
}
