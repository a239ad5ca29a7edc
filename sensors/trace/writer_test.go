package trace

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"jadoube/rules/square"
	"jadoube/sensors"

	"pgregory.net/rapid"
)

func TestWriter(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, Header{Sensor: sensors.Colour, Scan: 5, Lever: true, Tags: []Tag{{"White", "A # B"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []sensors.Reading{
		{T: 3, Changes: []sensors.Change{{Square: square.E2}, {Square: square.E4, To: sensors.White}}, Press: &sensors.Press{Key: "white"}},
		{T: 4}, // only a sign of life
		{T: 5, Changes: []sensors.Change{{Square: square.E2}}}, // empty before
		{T: 9, Gap: 3, Press: &sensors.Press{Key: "claim-black", Args: "fifty e7e5"}},
	} {
		if err := w.Write(r); err != nil {
			t.Error(err)
		}
	}
	const want = "trace 1\nsensor colour\nscan 5\nlever yes\nWhite A # B\n" +
		"3 -e2\n3 +e4w\n3 press white\n9 press gap 3\n9 press claim-black fifty e7e5\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

func TestWriterRefuses(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out, Header{Sensor: sensors.Occupancy})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(sensors.Reading{T: 5, Press: &sensors.Press{Key: "pause"}}); err != nil {
		t.Fatal(err)
	}
	before := out.String()
	change := func(s square.Square, c sensors.Contact) []sensors.Change { return []sensors.Change{{Square: s, To: c}} }
	for name, r := range map[string]sensors.Reading{
		"backwards":  {T: 4, Changes: change(square.E2, sensors.Nothing)},
		"kind":       {T: 6, Changes: change(square.E4, sensors.White)},
		"no contact": {T: 6, Changes: change(square.E4, 200)},
		"square":     {T: 6, Changes: change(square.None, sensors.Nothing)},
		"press":      {T: 6, Changes: change(square.E2, sensors.Nothing), Press: &sensors.Press{Key: "green"}},
		"gap":        {T: 6, Press: &sensors.Press{Key: "gap", Args: "5"}},
		"line break": {T: 6, Press: &sensors.Press{Key: "arbiter", Args: "a\n7 -e2"}},
		"comment":    {T: 6, Press: &sensors.Press{Key: "arbiter", Args: "draw #1"}},
		"blanks":     {T: 6, Press: &sensors.Press{Key: "arbiter", Args: "a  b"}},
		"encoding":   {T: 6, Press: &sensors.Press{Key: "arbiter", Args: "\xff"}},
	} {
		if err := w.Write(r); err == nil {
			t.Errorf("%s: written", name)
		}
	}
	if out.String() != before {
		t.Errorf("wrote %q", out.String()[len(before):])
	}
	for name, h := range map[string]Header{
		"no sensor": {},
		"fen":       {Sensor: sensors.Piece, FEN: "8/8"},
		"laws":      {Sensor: sensors.Piece, Laws: "1997"},
		"scan":      {Sensor: sensors.Piece, Scan: -1},
		"tag name":  {Sensor: sensors.Piece, Tags: []Tag{{"white", "x"}}},
		"tag value": {Sensor: sensors.Piece, Tags: []Tag{{"White", "x\nscan 5"}}},
		"tag twice": {Sensor: sensors.Piece, Tags: []Tag{{"White", "x"}, {"White", "y"}}},
		"clock":     {Sensor: sensors.Piece, Clock: "60\nlaws 2001"},
	} {
		if _, err := NewWriter(&bytes.Buffer{}, h); err == nil {
			t.Errorf("%s: written", name)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawTrace(t)
		var out bytes.Buffer
		if err := want.Write(&out); err != nil {
			t.Fatal(err)
		}
		got, err := Read("x", bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatalf("%v in\n%s", err, out.String())
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got\n%+v\nwant\n%+v\nin\n%s", got, want, out.String())
		}
	})
}

// drawTrace draws a trace whose readings are as a Reader groups them: times differ.
func drawTrace(t *rapid.T) *Trace {
	h := Header{
		Sensor:   rapid.SampledFrom([]sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece}).Draw(t, "sensor"),
		Scan:     rapid.Int64Range(0, 200).Draw(t, "scan"),
		FEN:      rapid.SampledFrom([]string{"", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}).Draw(t, "fen"),
		Laws:     rapid.SampledFrom([]string{"", "2001", "2023"}).Draw(t, "laws"),
		Clock:    rapid.SampledFrom([]string{"", "5400+30", "40/7200:3600"}).Draw(t, "clock"),
		Lever:    rapid.Bool().Draw(t, "lever"),
		Chess960: rapid.Bool().Draw(t, "chess960"),
	}
	for _, name := range []string{"Event", "White", "X_9"} {
		if rapid.Bool().Draw(t, name) {
			h.Tags = append(h.Tags, Tag{name, strings.TrimSpace(rapid.StringMatching(`[ -~äß#]{0,12}`).Draw(t, "value"))})
		}
	}
	tr := &Trace{Header: h}
	tr.Start, _ = h.Start()
	frame, now := tr.Start, int64(0)
	for range rapid.IntRange(0, 12).Draw(t, "readings") {
		now += rapid.Int64Range(1, 500).Draw(t, "dt")
		r := drawReading(t, &frame, h.Sensor)
		r.T = now
		if r.Gap > 0 || r.Press != nil || r.Changes != nil {
			tr.Readings = append(tr.Readings, r)
		}
	}
	return tr
}

func drawReading(t *rapid.T, frame *sensors.Frame, k sensors.Kind) sensors.Reading {
	var r sensors.Reading
	if rapid.IntRange(0, 9).Draw(t, "gap?") == 0 {
		r.Gap = rapid.Int64Range(1, 9000).Draw(t, "gap")
	}
	var done square.Set
	for range rapid.IntRange(0, 3).Draw(t, "changes") {
		c := sensors.Change{Square: square.Square(rapid.IntRange(0, 63).Draw(t, "square"))}
		c.To = sensors.Contact(rapid.IntRange(0, int(sensors.BlackKing)).Draw(t, "to")).As(k)
		if !c.To.Fits(k) || done.Has(c.Square) || frame[c.Square] == c.To {
			continue
		}
		done = done.With(c.Square)
		frame[c.Square] = c.To
		r.Changes = append(r.Changes, c)
	}
	if rapid.Bool().Draw(t, "press?") {
		p := rapid.SampledFrom([]sensors.Press{
			{Key: "white"},
			{Key: "knight"},
			{Key: "claim-white", Args: "touch"},
			{Key: "claim-black", Args: "illegal e2e4"},
			{Key: "arbiter", Args: "white loses, über 3#"},
		}).Draw(t, "press")
		r.Press = &p
	}
	return r
}
