// Package linetest knows how to be a board that writes lines, for tests.
package linetest

import (
	"fmt"
	"strings"
	"time"

	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/link/linktest"
)

// Model is a board that writes each change as an event and all squares when it is asked, as the sketch of
// docs/arduino does.
type Model struct {
	Kind   sensors.Kind
	Frame  sensors.Frame
	Lights string // the last line for the lights
	Whole  bool   // writes all squares after each change, instead of the change
	Binary bool   // sends frames of bytes instead of lines, unasked
	line   []byte
}

var _ linktest.Talker = (*Model)(nil)

// New returns a board with all men at home.
func New(kind sensors.Kind) *Model {
	home, err := sensors.ParsePlacement(sensors.InitialPlacement)
	if err != nil {
		panic(err)
	}
	return &Model{Kind: kind, Frame: home.As(kind)}
}

// PowerUp says a word that is no square.
func (m *Model) PowerUp() []byte {
	m.line, m.Lights = nil, ""
	if m.Binary {
		return nil
	}
	return []byte("# jadoube line 1\r\n")
}

// Hear answers questions and keeps what the lights are told.
func (m *Model) Hear(b []byte) (answer []byte) {
	for _, c := range b {
		if c != '\n' {
			m.line = append(m.line, c)
			continue
		}
		switch line := string(m.line); {
		case line == "?":
			answer = append(answer, m.all()...)
		case strings.HasPrefix(line, "L"), strings.HasPrefix(line, "C"):
			m.Lights = line
		}
		m.line = m.line[:0]
	}
	return answer
}

// all is what stands on all squares, from a8.
func (m *Model) all() string {
	text := m.Frame.String()
	if m.Kind == sensors.Occupancy {
		text = strings.NewReplacer("+", "1", ".", "0").Replace(text)
	}
	return text + "\r\n"
}

// Period is how often a board of frames says all.
func (m *Model) Period() time.Duration { return 100 * time.Millisecond }

// Tick is a frame: for each rank White's men and Black's, then what ends it.
func (m *Model) Tick() (frame []byte) {
	if !m.Binary {
		return nil
	}
	for rank := range 8 {
		var white, black byte
		for file := range 8 {
			switch m.Frame[square.At(file, rank)] {
			case sensors.White:
				white |= 1 << file
			case sensors.Black:
				black |= 1 << file
			}
		}
		frame = append(frame, white, black)
	}
	return append(frame, 0xff, 0xff, 0xff)
}

// Happen writes what happens.
func (m *Model) Happen(r sensors.Reading) []byte {
	if m.Binary {
		m.Frame.Apply(r.Changes)
		return nil
	}
	var events []string
	for _, c := range r.Changes {
		m.Frame[c.Square] = c.To
		events = append(events, m.event(c))
	}
	var out strings.Builder
	switch {
	case len(events) > 0 && m.Whole:
		out.WriteString(m.all())
	case len(events) > 0:
		out.WriteString(strings.Join(events, " ") + "\r\n")
	}
	if r.Press != nil {
		fmt.Fprintf(&out, "press %s %s\r\n", r.Press.Key, r.Press.Args)
	}
	return []byte(out.String())
}

func (m *Model) event(c sensors.Change) string {
	switch {
	case c.To == sensors.Nothing:
		return "-" + c.Square.String()
	case m.Kind == sensors.Occupancy:
		return "+" + c.Square.String()
	}
	return "+" + c.Square.String() + string(c.To.Letter())
}

// Lit is the set of squares that the last line for lights of one colour lights.
func (m *Model) Lit() (on square.Set) {
	var v uint64
	if _, err := fmt.Sscanf(m.Lights, "L%016X", &v); err != nil {
		return 0
	}
	return square.Set(v)
}
