package trace

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"jadoube/sensors"
)

// maxLine bounds a line, its end included.
const maxLine = 1 << 16

// maxShown bounds the text that an error repeats.
const maxShown = 80

// Reader reads a trace reading by reading, so that a large file need not be held. The Header and the
// Start are there at once; Warnings is complete when Next has returned io.EOF.
//
// The changes found at one time make one [sensors.Reading]. A press of the same time that follows them
// belongs to the same reading and ends it: within a reading the changes came first. A "press gap" begins
// a reading (its Gap) and is not a Press. A second change of the same square at the same time begins
// another reading.
type Reader struct {
	Header
	Start    sensors.Frame
	Warnings []string

	name  string
	in    *bufio.Reader
	line  int  // number of the line read last
	cut   bool // that line has no newline: it is the file's last
	seen  map[string]bool
	frame sensors.Frame
	now   int64
	next  event // read, but not yet part of a reading
	ready bool  // next is set
	buf   []sensors.Change
	err   error
}

// NewReader reads the header; name stands for the file in errors and warnings.
func NewReader(name string, r io.Reader) (*Reader, error) {
	t := &Reader{name: name, in: bufio.NewReaderSize(r, maxLine), seen: map[string]bool{}}
	if err := t.readHeader(); err != nil {
		return nil, err
	}
	return t, nil
}

// Next returns the next reading, io.EOF after the last. After an error it returns the same error again.
func (r *Reader) Next() (sensors.Reading, error) {
	if !r.ready {
		r.fetch()
	}
	if !r.ready {
		return sensors.Reading{}, r.err
	}
	out := sensors.Reading{T: r.next.t}
	start := len(r.buf)
	for first := true; r.ready && r.next.t == out.T; first = false {
		e := r.next
		switch {
		case e.gap > 0:
			if !first {
				return r.finish(out, start)
			}
			out.Gap = e.gap
		case e.press != nil:
			out.Press = e.press
			r.fetch()
			return r.finish(out, start)
		case has(r.buf[start:], e.change):
			return r.finish(out, start)
		default:
			r.buf = append(r.buf, e.change)
		}
		r.fetch()
	}
	return r.finish(out, start)
}

// finish cuts the reading's changes from the common buffer, which is renewed before it would grow much.
func (r *Reader) finish(out sensors.Reading, start int) (sensors.Reading, error) {
	if end := len(r.buf); end > start {
		out.Changes = r.buf[start:end:end]
	}
	if cap(r.buf)-len(r.buf) < 64 {
		r.buf = make([]sensors.Change, 0, 1024)
	}
	return out, nil
}

func has(changes []sensors.Change, c sensors.Change) bool {
	for _, o := range changes {
		if o.Square == c.Square {
			return true
		}
	}
	return false
}

// fetch reads one event into next.
func (r *Reader) fetch() {
	r.ready = false
	for r.err == nil && !r.ready {
		line, err := r.readLine()
		if err != nil {
			r.err = err
			return
		}
		if line = uncomment(line); len(line) == 0 {
			continue
		}
		r.take(line)
	}
}

// take parses an event line and makes it next.
func (r *Reader) take(line []byte) {
	e, err := r.parseEvent(line)
	if r.cut {
		if err != nil && !err.short {
			r.err = err
			return
		}
		if r.err = io.EOF; err != nil || e.open() {
			r.warn("the last line was cut off and is left out")
			return
		}
		r.warn("the last line has no newline: taken as it is")
	} else if err != nil {
		r.err = err
		return
	}
	if e.press == nil && e.gap == 0 {
		r.frame[e.change.Square] = e.change.To
	}
	r.now, r.next, r.ready = e.t, e, true
}

// readLine returns the next line without its end; it is valid until the next call.
func (r *Reader) readLine() ([]byte, error) {
	if r.cut {
		return nil, io.EOF
	}
	line, err := r.in.ReadSlice('\n')
	if len(line) == 0 && err == io.EOF {
		return nil, io.EOF
	}
	r.line++
	tooLong := errors.Is(err, bufio.ErrBufferFull)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = r.in.ReadSlice('\n')
	}
	if err != nil && err != io.EOF {
		return nil, err
	}
	r.cut = err == io.EOF
	line = bytes.TrimSpace(line)
	switch {
	case r.cut && (tooLong || !isText(line)):
		r.warn("the last line was cut off and is left out") // zeros: blocks given to the file but never written
		return nil, io.EOF
	case tooLong:
		return nil, r.fail("line too long", "", fmt.Sprintf("at most %d bytes", maxLine))
	case !isText(line):
		return nil, r.fail("not text:", string(line), "UTF-8 without control characters")
	}
	return line, nil
}

func isText(line []byte) bool {
	for _, c := range line {
		if c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return utf8.Valid(line)
}

func (r *Reader) warn(text string) {
	r.Warnings = append(r.Warnings, fmt.Sprintf("%s:%d: %s", r.name, r.line, text))
}

func (r *Reader) fail(what, value, want string) *Error {
	if len(value) > maxShown {
		value = value[:maxShown] + "…"
	}
	return &Error{File: r.name, Line: r.line, What: what, Value: strings.ToValidUTF8(value, "?"), Want: want}
}

// failShort is fail for a text that is the beginning of a right one.
func (r *Reader) failShort(what, value, want string) *Error {
	e := r.fail(what, value, want)
	e.short = true
	return e
}

// uncomment cuts a comment off an event line.
func uncomment(line []byte) []byte {
	if len(line) > 0 && line[0] == '#' {
		return nil
	}
	for i := 1; i < len(line); i++ {
		if line[i] == '#' && (line[i-1] == ' ' || line[i-1] == '\t') {
			return bytes.TrimSpace(line[:i])
		}
	}
	return line
}
