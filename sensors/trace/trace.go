package trace

import (
	"fmt"
	"io"

	"jadoube/sensors"
)

// Header is what a trace says before its events.
type Header struct {
	Sensor   sensors.Kind
	Scan     int64  // milliseconds between two scans; 0 = unknown
	FEN      string // position at time 0 as written; "" = the initial position. Only its placement is checked
	Laws     string // "2001", "2023" or "" = the reader's own setting
	Clock    string // time control as written, "" = no clock
	Lever    bool
	Chess960 bool
	Lifts    bool             // a promoted piece that is lifted and set back becomes the next choice
	Debounce sensors.Debounce // what the board's owner set; the zero value = what suits the scan
	Level    string           // how the Laws are kept: "off", "trainer", "arbiter", "strict"; "" = the reader's own setting
	Rated    bool             // with an arbiter: the lights stay dark before the press
	Outside  bool             // a clock beside the program keeps the times, and tells them with the key times
	Default  string           // seconds after the start within which the players must arrive; "" = no default time
	First    bool             // the clock has the first move's bonus on it before that move
	Tags     []Tag            // in the file's order
}

// Tag is a PGN tag: Name starts with a capital letter, Value is one line, without blanks at its ends.
type Tag struct{ Name, Value string }

// Tag returns the value of a tag, "" when it isn't set.
func (h *Header) Tag(name string) string {
	for _, t := range h.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Start is what the sensors see at time 0.
func (h *Header) Start() (sensors.Frame, error) {
	fen := h.FEN
	if fen == "" {
		fen = sensors.InitialPlacement
	}
	f, err := sensors.ParsePlacement(fen)
	return f.As(h.Sensor), err
}

// Trace is a whole recording.
type Trace struct {
	Header
	Start    sensors.Frame     // what the sensors saw at time 0
	Readings []sensors.Reading // times never decrease
	Warnings []string          // "FILE:LINE: …": what was dropped or doubtful
}

// End is the time of the last reading, 0 when there is none.
func (t *Trace) End() int64 {
	if len(t.Readings) == 0 {
		return 0
	}
	return t.Readings[len(t.Readings)-1].T
}

// Final is what the sensors saw at the end.
func (t *Trace) Final() sensors.Frame {
	f := t.Start
	for _, r := range t.Readings {
		f.Apply(r.Changes)
	}
	return f
}

// Read reads a whole trace; name stands for the file in errors and warnings. The errors are of
// type [*Error], or the reader's own.
func Read(name string, r io.Reader) (*Trace, error) {
	in, err := NewReader(name, r)
	if err != nil {
		return nil, err
	}
	t := &Trace{Header: in.Header, Start: in.Start}
	for {
		reading, err := in.Next()
		if err == io.EOF {
			t.Warnings = in.Warnings
			return t, nil
		}
		if err != nil {
			return nil, err
		}
		t.Readings = append(t.Readings, reading)
	}
}

// Error is why a trace is refused.
type Error struct {
	File string
	Line int    // from 1
	What string // what is wrong, "unknown square"
	// Value is the text at fault, "" when something is missing.
	Value string
	Want  string // what was expected

	short bool // more text could have mended it
}

// Error returns "FILE:LINE: what "value": expected …".
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.problem()) }

// problem is the error without its place.
func (e *Error) problem() string {
	s := e.What
	if e.Value != "" {
		s += fmt.Sprintf(" %q", e.Value)
	}
	if e.Want != "" {
		s += ": expected " + e.Want
	}
	return s
}
