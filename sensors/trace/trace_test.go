package trace

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"jadoube/rules/square"
	"jadoube/sensors"
)

const (
	head  = "trace 1\nsensor occupancy\n"
	chead = "trace 1\nsensor colour\n"
	phead = "trace 1\nsensor piece\n"
)

func read(text string) (*Trace, error) { return Read("x.trace", strings.NewReader(text)) }

func TestReadHeader(t *testing.T) {
	got, err := read("trace 1\n# a comment\n\nWhite  Blackburne, J. H. # not a comment\nlever yes\nsensor piece\nscan 80\n" +
		"chess960 yes\nlaws 2001\nclock 300d3\nfen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nBlack_2 \n10 -h1\n")
	if err != nil {
		t.Fatal(err)
	}
	want := Header{
		Sensor: sensors.Piece, Scan: 80, FEN: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", Laws: "2001", Clock: "300d3",
		Lever: true, Chess960: true,
		Tags: []Tag{{"White", "Blackburne, J. H. # not a comment"}, {"Black_2", ""}},
	}
	if !reflect.DeepEqual(got.Header, want) {
		t.Errorf("header %+v, want %+v", got.Header, want)
	}
	if got.Start[square.H1] != sensors.WhiteRook || got.Start.Occupied().Len() != 3 {
		t.Errorf("start %v", got.Start)
	}
	if got.Tag("White") != "Blackburne, J. H. # not a comment" || got.Tag("Event") != "" {
		t.Error("Tag")
	}
}

func TestReadEvents(t *testing.T) {
	change := func(s square.Square, c sensors.Contact) sensors.Change { return sensors.Change{Square: s, To: c} }
	const gone, some = sensors.Nothing, sensors.Something
	press := func(k, a string) *sensors.Press { return &sensors.Press{Key: k, Args: a} }
	tests := map[string]struct {
		in   string
		want []sensors.Reading
	}{
		"no events": {head, nil},
		"grouped by time": {head + "5 -e2\n5 +e4\n9 -e7 # why\n", []sensors.Reading{
			{T: 5, Changes: []sensors.Change{change(square.E2, gone), change(square.E4, some)}},
			{T: 9, Changes: []sensors.Change{change(square.E7, gone)}},
		}},
		"a press ends a reading": {head + "5 -e2\n5 press white\n5 +e4\n5 press black\n5 press takeback\n", []sensors.Reading{
			{T: 5, Changes: []sensors.Change{change(square.E2, gone)}, Press: press("white", "")},
			{T: 5, Changes: []sensors.Change{change(square.E4, some)}, Press: press("black", "")},
			{T: 5, Press: press("takeback", "")},
		}},
		"a gap begins one": {head + "5 -e2\n900 -d2\n900 press gap 800\n900 +e4\n", []sensors.Reading{
			{T: 5, Changes: []sensors.Change{change(square.E2, gone)}},
			{T: 900, Changes: []sensors.Change{change(square.D2, gone)}},
			{T: 900, Gap: 800, Changes: []sensors.Change{change(square.E4, some)}},
		}},
		"a square twice at one time": {head + "5 -e2\n5 +e2\n5 -d2\n", []sensors.Reading{
			{T: 5, Changes: []sensors.Change{change(square.E2, gone)}},
			{T: 5, Changes: []sensors.Change{change(square.E2, some), change(square.D2, gone)}},
		}},
		"colour changes in place": {chead + "7 +e7w\n", []sensors.Reading{
			{T: 7, Changes: []sensors.Change{change(square.E7, sensors.White)}},
		}},
		"piece changes in place": {phead + "7 +e7Q\n", []sensors.Reading{
			{T: 7, Changes: []sensors.Change{change(square.E7, sensors.WhiteQueen)}},
		}},
		"arguments": {
			head + "7 press claim-black threefold  e2e4\n8 press arbiter game  drawn # so it was\n9 press claim-white touch\n",
			[]sensors.Reading{
				{T: 7, Press: press("claim-black", "threefold e2e4")},
				{T: 8, Press: press("arbiter", "game drawn")},
				{T: 9, Press: press("claim-white", "touch")},
			},
		},
		"other line ends and blanks": {"\ufefftrace 1\r\nsensor occupancy\r\n\r\n  \t5\t-e2  \r\n  # comment\r\n", []sensors.Reading{
			{T: 5, Changes: []sensors.Change{change(square.E2, gone)}},
		}},
	}
	for name, tt := range tests {
		got, err := read(tt.in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !reflect.DeepEqual(got.Readings, tt.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got.Readings, tt.want)
		}
		if len(got.Warnings) > 0 {
			t.Errorf("%s: warnings %q", name, got.Warnings)
		}
	}
}

func TestErrors(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	tests := []struct{ name, in, want string }{
		{"empty", "", `x.trace:1: first line: expected "trace 1"`},
		{"no trace", "1. e4 e5\n", `x.trace:1: first line "1. e4 e5": expected "trace 1"`},
		{"other version", "trace 2\n", `x.trace:1: first line "trace 2"`},
		{"comment first", "# hello\ntrace 1\n", `x.trace:1: first line "# hello"`},
		{"no sensor", "trace 1\n5 -e2\n", "x.trace:2: no sensor line before the events: expected sensor occupancy, sensor colour or sensor piece"},
		{"no sensor, no events", "trace 1\nscan 5\n", "x.trace:2: no sensor line"},
		{"unknown sensor", "trace 1\nsensor radar\n", `x.trace:2: sensor "radar": expected occupancy, colour or piece`},
		{"unknown key", head + "spped 5\n", `x.trace:3: unknown key "spped": expected sensor, scan, fen`},
		{"key twice", head + "sensor piece\n", `x.trace:3: key given twice "sensor"`},
		{"tag twice", head + "White A\nWhite B\n", `x.trace:4: key given twice "White"`},
		{"tag name", head + "Whi-te A\n", `x.trace:3: tag name "Whi-te"`},
		{"scan", head + "scan fast\n", `x.trace:3: scan "fast": expected milliseconds`},
		{"scan negative", head + "scan -5\n", `x.trace:3: scan "-5"`},
		{"scan missing", head + "scan\n", `x.trace:3: scan: expected milliseconds`},
		{"laws", head + "laws 2018\n", `x.trace:3: laws "2018": expected 2001 or 2023`},
		{"lever", head + "lever maybe\n", `x.trace:3: lever "maybe": expected yes or no`},
		{"chess960", head + "chess960 true\n", `x.trace:3: chess960 "true": expected yes or no`},
		{"clock", head + "clock\n", `x.trace:3: clock without a value`},
		{"clock in words", head + "clock blitz\n", `x.trace:3: clock "blitz": expected a time control, as in 5400+30`},
		{"clock half said", head + "clock 40/\n", `x.trace:3: clock "40/"`},
		{"clock with another increment", head + "clock 300x3\n", `x.trace:3: clock "300x3"`},
		{"clock twice unknown", head + "clock ?:?\n", `x.trace:3: clock "?:?"`},
		{"fen ranks", head + "fen 8/8/8 w\n", `x.trace:3: fen "8/8/8 w": expected a FEN: placement "8/8/8" has 3 ranks`},
		{"fen letter", head + "fen 8/8/8/8/8/8/8/7x w - - 0 1\n", `'x' in rank 1`},
		{"fen long rank", head + "fen 8/8/8/8/8/8/8/8P w - - 0 1\n", `longer than 8`},
		{"fen short rank", head + "fen 8/8/8/8/8/8/8/7 w - - 0 1\n", `has 7 squares`},
		{"key after events", head + "5 -e2\nscan 5\n", `x.trace:4: unknown event "scan": expected a time in milliseconds first`},
		{"negative time", head + "-5 -e2\n", `x.trace:3: time "-5": expected milliseconds`},
		{"no time", head + "+e4\n", `x.trace:3: time "+e4"`},
		{"fraction", head + "1.5 -e2\n", `x.trace:3: time "1.5"`},
		{"huge time", head + "99999999999999999999 -e2\n", `x.trace:3: time "99999999999999999999": expected at most 4611686018427387903 milliseconds`},
		{"time a little too large", head + "4611686018427387904 -e2\n", `x.trace:3: time "4611686018427387904": expected at most`},
		{"time only", head + "5\n", `x.trace:3: no event after the time`},
		{"backwards", head + "5 -e2\n4 +e4\n", `x.trace:4: time runs backwards: "4": expected 5 or later`},
		{"unknown word", head + "5 push white\n", `x.trace:3: unknown event "push": expected +SQUARE, -SQUARE or press WORD`},
		{"two events", head + "5 -e2 +e4\n", `x.trace:3: more than one event on a line: "+e4"`},
		{"off the board", head + "5 -e9\n", `x.trace:3: unknown square "e9": expected a1 to h8`},
		{"upper case", head + "5 -E2\n", `x.trace:3: unknown square "E2"`},
		{"no square", head + "5 -\n", `x.trace:3: square: expected a1 to h8`},
		{"half a square", head + "5 -e\n", `x.trace:3: square "e"`},
		{"minus on empty", head + "5 -e4\n", `x.trace:3: - on an empty square: "-e4": expected a change; e4 was empty already`},
		{"plus on occupied", head + "5 +e2\n", `x.trace:3: + on an occupied square: "+e2": expected a change; e2 was occupied already`},
		{"minus with a piece", phead + "5 -e2P\n", `x.trace:3: unknown event "-e2P": expected -e2 alone`},
		{"piece under occupancy", head + "5 +e4P\n", `x.trace:3: the sensor can't say "+e4P": expected the square alone, because the sensors are of kind occupancy`},
		{"colour under occupancy", head + "5 +e4w\n", `x.trace:3: the sensor can't say "+e4w"`},
		{"nothing under colour", chead + "5 +e4\n", `x.trace:3: the sensor can't say "+e4": expected w or b`},
		{"piece under colour", chead + "5 +e4P\n", `x.trace:3: the sensor can't say "+e4P": expected w or b`},
		{"nothing under piece", phead + "5 +e4\n", `x.trace:3: the sensor can't say "+e4": expected a FEN letter`},
		{"colour under piece", phead + "5 +e4w\n", `x.trace:3: the sensor can't say "+e4w": expected a FEN letter`},
		{"no press word", head + "5 press\n", `x.trace:3: unknown press: expected white, black`},
		{"press word", head + "5 press green\n", `x.trace:3: unknown press "green": expected white, black`},
		{"press argument", head + "5 press white now\n", `x.trace:3: press white with "now": expected nothing after it`},
		{"claim without a kind", head + "5 press claim-white\n", `x.trace:3: claim: expected touch, illegal, threefold or fifty`},
		{"claim kind", head + "5 press claim-white luck\n", `x.trace:3: claim "luck"`},
		{"claim move", head + "5 press claim-white fifty Nf3\n", `x.trace:3: move of a claim "Nf3": expected UCI`},
		{"new with nonsense", head + "5 press new game\n", `x.trace:3: press new with "game": expected a FEN, or here: placement "game" has 1 ranks`},
		{"new with half a position", head + "5 press new 8/8/8/8/8/8/8/4K2 w - - 0 1\n", `has 7 squares: expected 8`},
		{"new here for nobody", head + "5 press new here green\n", `x.trace:3: side to move "green": expected white or black`},
		{"new here with nonsense", head + "5 press new here white Kx\n", `x.trace:3: castling rights "Kx": expected as in a FEN`},
		{"new here and more", head + "5 press new here white - -\n", `x.trace:3: press new here with "-": expected nothing after the castling rights`},
		{"arbiter", head + "5 press arbiter\n", `x.trace:3: press arbiter without words`},
		{"gap", head + "5 press gap\n", `x.trace:3: gap: expected milliseconds, 1 or more`},
		{"gap 0", head + "5 press gap 0\n", `x.trace:3: gap "0"`},
		{"gap words", head + "5 press gap 5 6\n", `x.trace:3: gap "5 6"`},
		{"encoding", head + "White M\xfcller\n5 -e2\n", `x.trace:3: not text: "White M?ller"`},
		{"control character", head + "White a\x00b\n5 -e2\n", `x.trace:3: not text: "White a\x00b"`},
		{"old line ends", "trace 1\rsensor piece\r", `x.trace:1: first line`},
		{"long line", head + "White " + long + "\n5 -e2\n", `x.trace:3: line too long: expected at most 65536 bytes`},
		// On the last line, unfinished, only what more text could have mended is forgiven.
		{"last: minus on empty", head + "5 -e4", `x.trace:3: - on an empty square`},
		{"last: backwards", head + "5 -e2\n4 +e4", `x.trace:4: time runs backwards`},
		{"last: piece under occupancy", head + "5 +e4P", `x.trace:3: the sensor can't say`},
		{"last: square", head + "5 -k4", `x.trace:3: unknown square "k4"`},
		{"last: press", head + "5 press green", `x.trace:3: unknown press "green"`},
		{"last: key", head + "foo", `x.trace:3: unknown key "foo"`},
	}
	for _, tt := range tests {
		_, err := read(tt.in)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %s", tt.name, err, tt.want)
			continue
		}
		if e := (*Error)(nil); !errors.As(err, &e) || e.File != "x.trace" || e.Line == 0 {
			t.Errorf("%s: %T", tt.name, err)
		}
	}
}

func TestLastLineCutOff(t *testing.T) {
	tests := []struct {
		in    string
		lines int // readings left
		warns string
	}{
		{phead + "5 -e2\n9", 1, "x.trace:4: the last line was cut off"},
		{phead + "5 -e2\n9 +e4", 1, "cut off"},
		{phead + "5 -e2\n9 +", 1, "cut off"},
		{phead + "5 -e2\n3", 1, "cut off"}, // of 3000, so not backwards
		{phead + "5 -e2\n9 pre", 1, "cut off"},
		{phead + "5 -e2\n9 press", 1, "cut off"},
		{phead + "5 -e2\n9 press adj", 1, "cut off"},
		{phead + "5 -e2\n9 press gap 10", 1, "cut off"},
		{phead + "5 -e2\n9 press gap 0", 1, "cut off"},
		{phead + "5 -e2\n9 press gap", 1, "cut off"},
		{phead + "clock 40/", 0, "ends in its header"},
		{phead + "clock 40/72", 0, "ends in its header"},
		{phead + "5 -e2\n9 press claim-white tou", 1, "cut off"},
		{phead + "5 -e2\n9 press claim-white touch", 1, "cut off"},
		{phead + "5 -e2\n9 press claim-white fifty e2", 1, "cut off"},
		{phead + "5 -e2\n9 press arbiter the game is dra", 1, "cut off"},
		{phead + "5 -e2\n\x00\x00\x00\x00", 1, "cut off"},
		{phead + "5 -e2\n" + strings.Repeat("\x00", 3*maxLine), 1, "cut off"},
		{phead + "5 -e2\n9 +e4P", 2, "x.trace:4: the last line has no newline: taken as it is"},
		{phead + "5 -e2\n9 press white", 2, "taken as it is"},
		{phead + "White Mül", 0, "ends in its header"},
		{phead + "fen 8/8/8", 0, "ends in its header"},
		{phead + "chess9", 0, "ends in its header"},
		{phead + "White M\xc3", 0, "cut off"},
	}
	for _, tt := range tests {
		got, err := read(tt.in)
		if err != nil {
			t.Errorf("%.60q: %v", tt.in, err)
			continue
		}
		if len(got.Readings) != tt.lines || len(got.Warnings) != 1 || !strings.Contains(got.Warnings[0], tt.warns) {
			t.Errorf("%.60q: %d readings, warnings %q; want %d, %q", tt.in, len(got.Readings), got.Warnings, tt.lines, tt.warns)
		}
	}
}

// Wherever a file is cut, its whole lines are read.
func TestCutAnywhere(t *testing.T) {
	text := chead + "5 -e2\n5 +e4w\n20 press white\n31 press claim-black threefold e7e5\n700 press gap 100\n700 -e7\n"
	for n := len(chead); n < len(text); n++ {
		got, err := read(text[:n])
		if err != nil {
			t.Fatalf("%q: %v", text[:n], err)
		}
		cut := text[n-1] != '\n'
		if cut != (len(got.Warnings) > 0) {
			t.Errorf("%q: warnings %q", text[:n], got.Warnings)
		}
	}
}

func TestStreamBeforeError(t *testing.T) {
	r, err := NewReader("x", strings.NewReader(head+"5 -e2\n9 +e4\n10 bad\n"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
	}
	_, first := r.Next()
	_, second := r.Next()
	if first == nil || first != second {
		t.Errorf("errors %v, then %v", first, second)
	}
}

func TestSource(t *testing.T) {
	tr, err := read(head + "scan 5\nlever yes\n5 -e2\n9 +e4\n")
	if err != nil {
		t.Fatal(err)
	}
	s := NewSource("x", tr)
	if i := s.Info(); i.Kind != sensors.Occupancy || i.Scan != 5 || !i.Lever || i.Start != tr.Start {
		t.Errorf("info %+v", i)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Next(done); err != context.Canceled {
		t.Error(err)
	}
	frame := tr.Start
	for {
		r, err := s.Next(context.Background())
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		frame.Apply(r.Changes)
	}
	if frame != tr.Final() || !frame.Occupied().Has(square.E4) || tr.End() != 9 {
		t.Errorf("frame %v", frame)
	}
	if s.Close() != nil || s.String() != "trace x" {
		t.Error("Close, String")
	}
}

// The public traces, where they are at hand, are read without a warning and written as they were.
func TestPublicTraces(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/traces/*/*.trace")
	if len(files) == 0 {
		t.Skip("no traces at hand")
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Read(name, bytes.NewReader(data))
		if err != nil {
			t.Error(err)
			continue
		}
		if len(got.Warnings) > 0 {
			t.Error(got.Warnings)
		}
		var w bytes.Buffer
		if err := got.Write(&w); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if bare(data) != bare(w.Bytes()) {
			t.Errorf("%s: written otherwise", name)
		}
	}
}

// bare takes out comments and keys that say what is so without them.
func bare(data []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(data)) {
		if line[0] != '#' && line != "lever no\n" && line != "chess960 no\n" {
			b.WriteString(line)
		}
	}
	return b.String()
}

func TestTimesAndClocksThatAreRead(t *testing.T) {
	for _, clock := range []string{"5400+30", "40/7200:3600", "300d3", "180b2", "40/7200+30:20/3600:900d10", "*180", "-", "?"} {
		x, err := read(head + "clock " + clock + "\n4611686018427387903 -e2\n")
		if err != nil || x.Clock != clock || x.End() != maxTime {
			t.Errorf("clock %s: %v", clock, err)
		}
	}
}

func TestParsePress(t *testing.T) {
	for words, want := range map[string]sensors.Press{
		"white":                              {Key: "white"},
		"arbiter the game is drawn":          {Key: "arbiter", Args: "the game is drawn"},
		" claim-white threefold e2e4":        {Key: "claim-white", Args: "threefold e2e4"},
		"new":                                {Key: "new"},
		"new here black Kq":                  {Key: "new", Args: "here black Kq"},
		"new 4k3/8/8/8/8/8/8/4K2R w K - 0 1": {Key: "new", Args: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
	} {
		if got, err := ParsePress(words); err != nil || got != want {
			t.Errorf("%q: %v, %v; want %v", words, got, err, want)
		}
	}
	for words, want := range map[string]string{
		"":                 "expected white, black",
		"green":            `press "green": expected white, black, adjust-white`,
		"gap":              "flip, move UCI or arbiter WORDS",
		"gap 500":          `press "gap 500": expected white`,
		"arbiter":          "press arbiter without words",
		"claim-white":      "claim: expected touch, illegal, threefold or fifty",
		"claim-white luck": `claim "luck"`,
		"white now":        `press white with "now"`,
		"arbiter draw #1":  "no word of it with a # in front",
		"arbiter a\n7 -e2": "one line",
		"arbiter \xff":     "text",
	} {
		if got, err := ParsePress(words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, error %v; want %s", words, got, err, want)
		}
	}
	for word := range pressWords {
		if !strings.Contains(pressWant, word) {
			t.Errorf("%s is not among the words that an error names", word)
		}
	}
}
