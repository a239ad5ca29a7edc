package certabo

// A frame is a colon and decimal numbers of 0 to 255 with blanks between them.
const (
	rows  = 8      // numbers of a board that sees occupancy: one for each rank, the eighth first
	chips = 64 * 5 // numbers of a board that reads chips: five for each square, from a8
)

// scanner finds frames in bytes. Lines may be broken anywhere, also within a number, and answers to what the
// lights were told may stand between them.
type scanner struct {
	want    int // numbers of a frame
	numbers [chips]byte
	n       int  // numbers that are whole
	value   int  // of the number that isn't
	digits  bool // there is one
	inside  bool // a colon has come, and nothing since that has no place in a frame
	full    bool // the frame has all its numbers and hasn't been handed on
}

// next takes a byte; true when it ends a frame that is whole: numbers then holds it. bad = true when a frame
// has to be given up.
func (s *scanner) next(c byte) (whole, bad bool) {
	switch {
	case c == ':':
		whole, bad = s.flush(), s.inside && !s.full
		s.begin()
		return whole, bad
	case c == '\r' || c == '\n' || c == 'L' || c == 'D' || c == '*':
		return c == '\n' && !s.digits && s.done(), false
	case !s.inside:
		return false, c != ' '
	case c >= '0' && c <= '9':
		s.value, s.digits = 10*s.value+int(c-'0'), true
		bad = s.value > 255 || s.n == s.want
	case c == ' ':
		s.end()
	default:
		bad = true
	}
	if bad {
		s.inside = false
	}
	return false, bad
}

func (s *scanner) begin() { s.n, s.value, s.digits, s.inside, s.full = 0, 0, false, true, false }

// end ends a number.
func (s *scanner) end() {
	if s.digits {
		s.numbers[s.n] = byte(s.value)
		s.n++
		s.value, s.digits = 0, false
	}
}

// done reports whether the frame is whole, once.
func (s *scanner) done() bool {
	if !s.inside || s.n != s.want || s.full {
		return false
	}
	s.full = true
	return true
}

// flush ends the last number, when it is known that no digit follows, and reports whether the frame is whole.
func (s *scanner) flush() bool {
	if s.inside && s.digits && s.n < s.want {
		s.end()
	}
	return s.done()
}
