package trace

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"jadoube/sensors"
)

// Writer writes a trace as it happens. Each reading goes out in one call of the underlying Write, whole
// lines only and nothing kept back, so that a crash loses at most the end of the last one. It is not
// safe for concurrent use.
type Writer struct {
	w     io.Writer
	kind  sensors.Kind
	frame sensors.Frame
	now   int64
	buf   []byte
}

// NewWriter writes the header. It refuses one that [Read] would refuse.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	text, err := h.text()
	if err != nil {
		return nil, err
	}
	in, err := NewReader("header", strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(w, text); err != nil {
		return nil, err
	}
	return &Writer{w: w, kind: h.Sensor, frame: in.Start}, nil
}

// Write writes a reading: its gap, its changes, its press. Changes that change nothing are left out.
// A reading that cannot stand in a trace (time running backwards, a contact that the kind of sensor
// cannot make, an unknown press) is an error and nothing of it is written.
func (w *Writer) Write(r sensors.Reading) error {
	if r.T < w.now {
		return fmt.Errorf("trace: time %d runs backwards: expected %d or later", r.T, w.now)
	}
	frame := w.frame
	w.buf = w.buf[:0]
	if r.Gap > 0 {
		w.buf = strconv.AppendInt(w.time(r.T, "press gap "), r.Gap, 10)
		w.buf = append(w.buf, '\n')
	}
	for _, c := range r.Changes {
		if !c.Square.Valid() || !c.To.Fits(w.kind) {
			return fmt.Errorf("trace: change of square %d to %q: expected a square below 64 and what a sensor of kind %v says",
				c.Square, c.To.Letter(), w.kind)
		}
		if frame[c.Square] != c.To {
			frame[c.Square] = c.To
			w.change(r.T, c)
		}
	}
	if err := w.press(r.T, r.Press); err != nil {
		return err
	}
	if len(w.buf) == 0 {
		return nil
	}
	w.frame, w.now = frame, r.T
	_, err := w.w.Write(w.buf)
	return err
}

func (w *Writer) time(t int64, rest string) []byte {
	w.buf = strconv.AppendInt(w.buf, t, 10)
	w.buf = append(w.buf, ' ')
	return append(w.buf, rest...)
}

func (w *Writer) change(t int64, c sensors.Change) {
	sign := "+"
	if c.To == sensors.Nothing {
		sign = "-"
	}
	w.buf = append(w.time(t, sign), c.Square.String()...)
	if c.To >= sensors.White {
		w.buf = append(w.buf, c.To.Letter())
	}
	w.buf = append(w.buf, '\n')
}

func (w *Writer) press(t int64, p *sensors.Press) error {
	if p == nil {
		return nil
	}
	words := strings.TrimSuffix(p.Key+" "+p.Args, " ")
	if q, err := ParsePress(words); err != nil || q != *p {
		return fmt.Errorf("trace: press %q %q can't be written: expected a word of press and what may follow it, one space between", p.Key, p.Args)
	}
	line := "press " + words
	w.buf = append(w.time(t, line), '\n')
	return nil
}

// text returns the header's lines.
func (h *Header) text() (string, error) {
	var b strings.Builder
	b.WriteString(magic + "\n")
	line := func(key, value string) { b.WriteString(key + " " + value + "\n") }
	line("sensor", h.Sensor.String())
	if h.Scan != 0 {
		line("scan", strconv.FormatInt(h.Scan, 10))
	}
	for _, kv := range [][2]string{{"fen", h.FEN}, {"laws", h.Laws}, {"clock", h.Clock}, {"level", h.Level}} {
		if kv[1] != "" {
			line(kv[0], kv[1])
		}
	}
	if h.Lever {
		line("lever", "yes")
	}
	if h.Chess960 {
		line("chess960", "yes")
	}
	if h.Lifts {
		line("promotion", "lift")
	}
	if h.Rated {
		line("rated", "yes")
	}
	if h.Outside {
		line("times", "outside")
	}
	if h.Default != "" {
		line("default-time", h.Default)
	}
	if h.First {
		line("first", "yes")
	}
	if h.Debounce != (sensors.Debounce{}) {
		line("debounce", fmt.Sprintf("%d %d", h.Debounce.Lifted, h.Debounce.Placed))
	}
	for _, t := range h.Tags {
		if !validTagName(t.Name) || t.Value != strings.TrimSpace(t.Value) {
			return "", fmt.Errorf("trace: tag %q %q: expected a name with a capital first letter and a value without blanks at its ends", t.Name, t.Value)
		}
		line(t.Name, t.Value)
	}
	if h.manyLines() {
		return "", fmt.Errorf("trace: header value with a line break: expected one line each")
	}
	return b.String(), nil
}

func (h *Header) manyLines() bool {
	values := h.FEN + h.Laws + h.Clock
	for _, t := range h.Tags {
		values += t.Value
	}
	return strings.ContainsAny(values, "\n\r")
}

// Write writes t to w: what [Read] returns reads the same again, but for comments and blanks.
func (t *Trace) Write(w io.Writer) error {
	out, err := NewWriter(w, t.Header)
	if err != nil {
		return err
	}
	for _, r := range t.Readings {
		if err := out.Write(r); err != nil {
			return err
		}
	}
	return nil
}
