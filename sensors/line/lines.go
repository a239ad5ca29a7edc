package line

import (
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/link"
)

const (
	maxLine = 200 // bytes; the longest that means anything is 64 squares with blanks between them
	want    = "squares, an event or a move as docs/protocol-line.md has them"
)

// lines is the protocol: lines end with LF, CR or both.
type lines struct {
	Options
	order [64]square.Square
	line  [maxLine]byte
	n     int  // bytes of the line so far
	over  bool // the line is longer than any may be
	last  byte // that ended a line, 0 since another came

	asking
	byteAt  int64         // ms: when a byte came last
	words   [64][]byte    // of the line that is read
	frame   sensors.Frame // being made of rows or of a list
	rows    int           // that have come of eight
	rowAt   int64         // ms: when the last one came
	listing bool          // the squares since the last line of dashes are a list
	numbers bool          // eight small numbers are bytes, not a row
	men     sensors.Frame // which man stands where, as far as moves told
	squares bool          // the board tells squares: its moves are no news
}

var _ link.Protocol = (*lines)(nil)

func newLines(o Options) *lines {
	home, _ := sensors.ParsePlacement(sensors.InitialPlacement)
	return &lines{Options: o, order: o.squares(), men: home}
}

// Greet asks for all squares.
func (p *lines) Greet(e *link.Ear) {
	p.n, p.over, p.last, p.numbers = 0, false, 0, false
	p.astray()
	p.asking.greet(e)
}

// astray drops what was begun over several lines.
func (p *lines) astray() { p.rows, p.listing = 0, false }

// cutAfter is after how many ms without a byte a line that hasn't ended never will.
const cutAfter = 200

// Tend gives up a line that was cut, and asks again.
func (p *lines) Tend(e *link.Ear) {
	if p.n > 0 && e.Now()-p.byteAt > cutAfter {
		p.n, p.over = 0, false
		p.lost()
	}
	p.asking.tend(e)
}

// lost says that something was not understood.
func (p *lines) lost() {
	p.astray()
	p.asking.soon()
}

// Take collects lines.
func (p *lines) Take(b []byte, e *link.Ear) {
	p.byteAt = e.Now()
	for _, c := range b {
		switch {
		case c == '\n' && p.last == '\r' || c == '\r' && p.last == '\n':
			p.last = 0 // the second half of one end
			continue
		case c == '\n' || c == '\r':
			p.end(e)
			p.last = c
			continue
		case p.n == maxLine:
			p.over = true
		default:
			p.line[p.n] = c
			p.n++
		}
		p.last = 0
	}
}

// end reads the line that is whole now.
func (p *lines) end(e *link.Ear) {
	line, over := trim(p.line[:p.n]), p.over
	p.n, p.over = 0, false
	switch {
	case over:
		e.Garbled(line, "lines of at most 200 bytes")
		p.lost()
	case len(line) == 0:
		p.rows = 0
	case !p.read(line, e):
		e.Garbled(line, want)
		p.lost()
	}
}

// trim takes the blanks off both ends.
func trim(b []byte) []byte {
	for len(b) > 0 && blank(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && blank(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == ',' || c == ';' }
