package game_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/game"
	"jadoube/boardstate/referee"
	"jadoube/sensors/trace"
	"jadoube/sensors/trace/tracetest"
)

// traceFolders are where recorded games with their answers lie: the project's own, those that random games were found to
// be misread in, and more of the same kinds where they are at hand.
var traceFolders = []string{"../../cmd/jadoube/testdata/traces/*", "../testdata/*", "../../../shared/traces/*"}

// situations is where recordings lie of what happens around a game: ends, beginnings, a turned board, men knocked over.
const situations = "../../cmd/jadoube/testdata/situations/*.trace"

func begin(t *testing.T, x *trace.Trace) *game.Session {
	t.Helper()
	opt := game.Options{Kind: x.Sensor, Scan: x.Scan, FEN: x.FEN, Chess960: x.Chess960, Lifts: x.Lifts}
	if x.Level != "" {
		opt.Laws = lawsOf(t, x)
	}
	g, err := game.NewSession(opt)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// lawsOf is how a trace wants the Laws kept.
func lawsOf(t *testing.T, x *trace.Trace) referee.Options {
	t.Helper()
	level, err := referee.ParseLevel(x.Level)
	if err != nil {
		t.Fatal(err)
	}
	opt := referee.Options{Edition: x.Laws, Level: level, Auto: !x.Lever, Rated: x.Rated, Outside: x.Outside}
	if c, err := clock.Parse(x.Clock); err == nil && c.Kind == clock.Timed {
		settings := clock.Both(c)
		settings.First = x.First
		if s, err := strconv.ParseInt(x.Default, 10, 64); err == nil {
			settings.DefaultTime = s * 1000
		}
		opt.Clock = &settings
	}
	return opt
}

// play reads a whole trace.
func play(t *testing.T, x *trace.Trace) (*game.Session, []game.Event) {
	t.Helper()
	g := begin(t, x)
	events := g.Begin()
	for _, r := range x.Readings {
		events = append(events, g.Read(r)...)
	}
	return g, append(events, g.Finish()...)
}

// follower is a reader of events who knows nothing else.
type follower struct {
	line    []string
	settled []bool
	told    map[string]bool // "ply uci" that was told as provisional or in an amendment
	result  string
}

func (f *follower) take(t *testing.T, e game.Event) {
	t.Helper()
	switch e.Type {
	case game.Provisional:
		if e.Ply > len(f.line)+1 || e.Ply <= len(f.line) && f.settled[e.Ply-1] {
			t.Errorf("event %d: provisional ply %d after %v", e.N, e.Ply, f.line)
			return
		}
		f.line, f.settled = append(f.line[:e.Ply-1], e.UCI), append(f.settled[:e.Ply-1], false)
		f.tell(e.Ply, e.UCI)
	case game.Withdrawn:
		if e.Ply != len(f.line) || f.line[e.Ply-1] != e.UCI || f.settled[e.Ply-1] {
			t.Errorf("event %d: %s withdrawn at ply %d of %v", e.N, e.UCI, e.Ply, f.line)
			return
		}
		f.line, f.settled = f.line[:e.Ply-1], f.settled[:e.Ply-1]
	case game.Move:
		if e.Ply > len(f.line) || f.line[e.Ply-1] != e.UCI || f.settled[e.Ply-1] || !f.told[key(e.Ply, e.UCI)] {
			t.Errorf("event %d: %s settled at ply %d of %v", e.N, e.UCI, e.Ply, f.line)
			return
		}
		f.settled[e.Ply-1] = true
	case game.Amended:
		if !slices.Equal(f.line[e.FromPly-1:], e.Old) {
			t.Errorf("event %d: old line %v, was told %v", e.N, e.Old, f.line[e.FromPly-1:])
		}
		f.line = append(f.line[:e.FromPly-1], e.New...)
		f.settled = append(f.settled[:e.FromPly-1], make([]bool, len(e.New))...)
		for i, uci := range e.New {
			f.tell(e.FromPly+i, uci)
		}
	case game.Takeback:
		if !slices.Equal(f.line[e.FromPly-1:], e.Old) {
			t.Errorf("event %d: %v taken back, was told %v", e.N, e.Old, f.line[e.FromPly-1:])
		}
		f.line, f.settled = f.line[:e.FromPly-1], f.settled[:e.FromPly-1]
	case game.ResultShown:
		f.result = e.Result
	}
}

// finished asks whether a game that is over has nothing provisional left; nil is none.
func (f *follower) finished(t *testing.T) {
	t.Helper()
	if f != nil && slices.Contains(f.settled, false) {
		t.Errorf("a move is not settled at the end: %v, %v", f.line, f.settled)
	}
}

func key(ply int, uci string) string { return string(rune(ply)) + uci }

func (f *follower) tell(ply int, uci string) {
	if f.told == nil {
		f.told = map[string]bool{}
	}
	f.told[key(ply, uci)] = true
}

// TestTraces reads recorded games and asks whether somebody who has only the events ends with the
// right game: no move is settled that wasn't shown before, none changes without an event.
func TestTraces(t *testing.T) {
	found := 0
	for _, pattern := range traceFolders {
		paths, _ := filepath.Glob(pattern + "/*.trace")
		found += len(paths)
		for _, path := range paths {
			t.Run(filepath.Join(filepath.Base(filepath.Dir(path)), filepath.Base(path)), func(t *testing.T) {
				want, err := os.ReadFile(strings.TrimSuffix(path, ".trace") + ".want")
				if err != nil {
					t.Fatal(err)
				}
				lines := strings.SplitN(string(want), "\n", 3)
				_, events := play(t, tracetest.Load(t, path))
				f := follower{result: "*"}
				for i, e := range events {
					if e.N != int64(i+1) || i > 0 && e.T < events[i-1].T {
						t.Fatalf("event %d at %d follows %d at %d", e.N, e.T, events[max(i-1, 0)].N, events[max(i-1, 0)].T)
					}
					f.take(t, e)
				}
				if got := strings.Join(f.line, " "); got != lines[0] || f.result != lines[1] {
					t.Errorf("got %s %s\nwant %s %s", got, f.result, lines[0], lines[1])
				}
				f.finished(t)
			})
		}
	}
	if found == 0 {
		t.Fatal("no trace found: the project's own testdata is gone")
	}
}

// TestSituations reads recordings of several games, and asks whether somebody who has only the events ends with the
// right ones: three lines of the answer are a game.
func TestSituations(t *testing.T) {
	paths, _ := filepath.Glob(situations)
	if len(paths) == 0 {
		t.Fatal("no trace found: the project's own testdata is gone")
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			want, err := os.ReadFile(strings.TrimSuffix(path, ".trace") + ".want")
			if err != nil {
				t.Fatal(err)
			}
			_, events := play(t, tracetest.Load(t, path))
			var followed []*follower
			for i, e := range events {
				if e.N != int64(i+1) || i > 0 && e.T < events[i-1].T {
					t.Fatalf("event %d at %d follows %d at %d", e.N, e.T, events[max(i-1, 0)].N, events[max(i-1, 0)].T)
				}
				if e.Type == game.Setup {
					followed = append(followed, &follower{result: "*"})
				}
				followed[len(followed)-1].take(t, e)
			}
			var got []string
			for _, f := range followed {
				if len(f.line) > 0 || f.result != "*" {
					got = append(got, strings.Join(f.line, " "), f.result)
				}
				f.finished(t)
			}
			lines := strings.Split(strings.TrimSpace(string(want)), "\n")
			for i := len(lines) - 1; i > 0; i -= 3 {
				lines = slices.Delete(lines, i, i+1) // the labels
			}
			if !slices.Equal(got, lines) {
				t.Errorf("got  %q\nwant %q", got, lines)
			}
		})
	}
}

// TestOften asks the game whether there is news at every millisecond that matters, and between; the
// events must be the same bytes as those of one who never asks.
func TestOften(t *testing.T) {
	paths, _ := filepath.Glob(traceFolders[0] + "/00[3].trace")
	more, _ := filepath.Glob(situations)
	paths = append(paths, more...)
	for _, path := range paths {
		x := tracetest.Load(t, path)
		_, lazy := play(t, x)
		g := begin(t, x)
		eager := g.Begin()
		for _, r := range x.Readings {
			for {
				at, ok := g.Next()
				if !ok || at >= r.T {
					break
				}
				eager = append(eager, g.Advance(at)...)
				eager = append(eager, g.Advance((at+r.T)/2)...)
			}
			eager = append(eager, g.Advance(r.T-1)...)
			eager = append(eager, g.Read(r)...)
		}
		eager = append(eager, g.Finish()...)
		a, _ := json.Marshal(lazy)
		b, _ := json.Marshal(eager)
		if !bytes.Equal(a, b) {
			t.Errorf("%s: the events depend on how often one asks", path)
		}
	}
}

// script plays a trace given as text and returns its events.
func script(t *testing.T, text string) []game.Event {
	t.Helper()
	x, err := trace.Read("script", strings.NewReader("trace 1\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	_, events := play(t, x)
	return events
}

// story puts the events of some types into words.
func story(events []game.Event, types ...game.Type) string {
	var w []string
	for _, e := range events {
		if !slices.Contains(types, e.Type) {
			continue
		}
		word := string(e.Type)
		for _, s := range []string{e.UCI, e.Key, e.Args["from"], e.Args["square"], e.Args["to"], e.From, e.Square, e.Result, e.Reason} {
			if s != "" {
				word += " " + s
			}
		}
		w = append(w, word)
	}
	return strings.Join(w, ", ")
}

func TestWhatIsShownWhen(t *testing.T) {
	const black = "fen rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4\n"
	for _, c := range []struct {
		name, text string
		types      []game.Type
		want       string
	}{
		{
			"a pawn that rests on e3 is shown there, and taken back when it is lifted again",
			"sensor occupancy\nscan 10\n0 -e2\n180 +e3\n700 -e3\n820 +e4\n9000 press pause\n",
			[]game.Type{game.Provisional, game.Withdrawn, game.Move, game.Amended},
			"provisional e2e3, withdrawn e2e3, provisional e2e4, move e2e4",
		},
		{
			"a quick slide is shown once",
			"sensor occupancy\nscan 5\n0 -e2\n15 +e3\n25 -e3\n35 +e4\n9000 press pause\n",
			[]game.Type{game.Provisional, game.Withdrawn, game.Move, game.Amended},
			"provisional e2e4, move e2e4",
		},
		{
			"castling, king first: the rook is asked for",
			"sensor occupancy\nscan 10\n" + black + "0 -e8\n500 +g8\n1500 -h8\n2100 +f8\n9000 press pause\n",
			[]game.Type{game.Prompt, game.Provisional, game.Move, game.Illegal},
			"prompt castle-rook h8 f8, prompt, provisional e8g8, move e8g8",
		},
		{
			"castling through check is no move of the rook to where the king stood before it was lifted",
			"sensor occupancy\nscan 10\nfen 4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1\n0 -e1\n800 +g1\n1600 -h1\n2400 +f1\n30000 press pause\n",
			[]game.Type{game.Provisional, game.Move},
			"",
		},
		{
			"nor of the king to where the rook was set down, while he stands elsewhere",
			"sensor occupancy\nscan 10\nfen 2r1k3/p7/8/8/8/8/8/R3K2R w KQ - 0 1\n0 -e1\n600 +c1\n1800 -a1\n3000 +d1\n30000 press pause\n",
			[]game.Type{game.Provisional, game.Move},
			"",
		},
		{
			"castling, rook first: a rook's move is shown until the king goes",
			"sensor occupancy\nscan 10\n" + black + "0 -h8\n500 +f8\n1500 -e8\n2100 +g8\n9000 press pause\n",
			[]game.Type{game.Prompt, game.Provisional, game.Withdrawn, game.Amended, game.Move},
			"provisional h8f8, withdrawn h8f8, provisional e8g8, move e8g8",
		},
		{
			"castling in Chess960 has one name, also when it is taken back",
			"sensor piece\nscan 10\nfen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nchess960 yes\n1000 -e1\n1100 -h1\n1300 +g1K\n1500 +f1R\n1700 -f1\n1800 -g1\n",
			[]game.Type{game.Provisional, game.Withdrawn},
			"provisional e1h1, withdrawn e1h1",
		},
		{
			"an illegal move is told, put back, and forgotten",
			"sensor occupancy\nscan 10\n0 -e2\n400 +e5\n3000 -e5\n3500 +e2\n9000 press pause\n",
			[]game.Type{game.Prompt, game.Illegal, game.Restore, game.Provisional, game.Move},
			"illegal e2 e5, prompt put-back e5 e2, restore e5, prompt",
		},
		{
			"a wrong square corrected: the move is shown at once, and nothing is called illegal but the wrong square",
			"sensor occupancy\nscan 10\n100 -e2\n400 +e5\n3000 -e5\n3400 +e4\n9000 press pause\n",
			[]game.Type{game.Illegal, game.Restore, game.Provisional, game.Withdrawn, game.Move, game.Amended},
			"illegal e2 e5, restore e5, provisional e2e4, move e2e4",
		},
		{
			"a pawn pushed over e3 that rests there for a tenth of a second is not shown on e3",
			"sensor occupancy\nscan 10\n0 -e2\n40 +e3\n150 -e3\n190 +e4\n9000 press pause\n",
			[]game.Type{game.Provisional, game.Withdrawn, game.Move, game.Amended},
			"provisional e2e4, move e2e4",
		},
		{
			"a press says at once what a pushed pawn did",
			"sensor occupancy\nscan 10\nlever yes\n0 -e2\n40 +e3\n90 press white\n100 -e7\n400 +e5\n600 press black\n9000 press pause\n",
			[]game.Type{game.Press, game.Provisional, game.Withdrawn, game.Amended},
			"press white, provisional e2e3, provisional e7e5, press black, press pause",
		},
		{
			"a move that was pressed isn't opened again by a later capture that another move could explain",
			"sensor occupancy\nscan 10\nlever yes\nfen rnbqkbnr/pppppppp/8/1P6/8/8/P1PPPPPP/RNBQKBNR b KQkq - 0 1\n" +
				"1000 -c7\n1300 +c5\n1630 -c5\n2000 +c6\n2300 press black\n22000 -c6\n22400 -b5\n23000 +c6\n23500 press white\n40000 press pause\n",
			[]game.Type{game.Move, game.Amended},
			"move c7c6, move b5c6",
		},
		{
			"nor is one that stood for long",
			"sensor occupancy\nscan 10\nfen rnbqkbnr/pppppppp/8/1P6/8/8/P1PPPPPP/RNBQKBNR b KQkq - 0 1\n" +
				"1000 -c7\n1300 +c5\n1630 -c5\n2000 +c6\n22000 -c6\n22400 -b5\n23000 +c6\n40000 press pause\n",
			[]game.Type{game.Move, game.Amended},
			"move c7c6, move b5c6",
		},
		{
			"mate ends the game at once when it is settled",
			"sensor occupancy\nscan 10\nfen 7k/8/6K1/8/8/8/8/R7 w - - 0 1\n0 -a1\n400 +a8\n9000 press pause\n",
			[]game.Type{game.Provisional, game.Move, game.ResultShown},
			"provisional a1a8, move a1a8, result 1-0 checkmate",
		},
		{
			"stalemate",
			"sensor occupancy\nscan 10\nfen 7k/8/6K1/8/8/8/5Q2/8 w - - 0 1\n0 -f2\n400 +f7\n9000 press pause\n",
			[]game.Type{game.Move, game.ResultShown},
			"move f2f7, result 1/2-1/2 stalemate",
		},
		{
			"resignation",
			"sensor occupancy\nscan 10\n0 -e2\n400 +e4\n5000 press resign-black\n",
			[]game.Type{game.Move, game.ResultShown},
			"move e2e4, result 1-0 resignation",
		},
		{
			"an offer that was declined can't be accepted later",
			"sensor occupancy\nscan 10\n0 press draw-white\n900 press decline-black\n1000 press draw-black\n2000 press draw-white\n",
			[]game.Type{game.ResultShown},
			"result 1/2-1/2 agreement",
		},
		{
			"an offer is declined by the move that answers it",
			"sensor occupancy\nscan 10\n0 -e2\n600 +e4\n1000 press draw-white\n3000 -e7\n3600 +e5\n5000 press draw-black\n9000 press pause\n",
			[]game.Type{game.ResultShown},
			"",
		},
		{
			"by a touch, too",
			"sensor occupancy\nscan 10\n0 -e2\n600 +e4\n1000 press draw-white\n3000 -e7\n3600 +e7\n5000 press draw-black\n9000 press pause\n",
			[]game.Type{game.ResultShown},
			"",
		},
		{
			"by a move from afar, too",
			"sensor occupancy\nscan 10\n0 -e2\n600 +e4\n1000 press draw-white\n3000 press move e7e5\n5000 press draw-black\n9000 press pause\n",
			[]game.Type{game.ResultShown},
			"",
		},
		{
			"not by what the offerer does, nor by a man of his",
			"sensor occupancy\nscan 10\n0 press draw-white\n1000 -e2\n1600 +e4\n3000 -e4\n3400 +e4\n5000 press draw-black\n9000 press pause\n",
			[]game.Type{game.ResultShown},
			"result 1/2-1/2 agreement",
		},
		{
			"kings on light squares are a result after three seconds, not before",
			"sensor occupancy\nscan 10\nfen 8/8/3k4/8/8/3K4/4P3/8 w - - 0 1\n0 -d3\n200 -d6\n800 +e4\n1200 +d5\n",
			[]game.Type{game.Provisional, game.Withdrawn, game.Move, game.ResultShown},
			"provisional d3e4, withdrawn d3e4, result 1-0 kings",
		},
		{
			"a king's step to the centre was the first half of the sign, though the second comes eight seconds later",
			"sensor occupancy\nscan 10\nfen 8/8/4k3/8/8/2K5/P6p/8 w - - 0 1\n0 -c3\n500 +d4\n8000 -e6\n8500 +e5\n",
			[]game.Type{game.Provisional, game.Move, game.Amended, game.ResultShown},
			"provisional c3d4, move c3d4, amended, result 0-1 kings",
		},
		{
			"it was a move when the lever was pressed",
			"sensor occupancy\nscan 10\nlever yes\nfen 8/8/4k3/8/8/2K5/P6p/8 w - - 0 1\n0 -c3\n500 +d4\n900 press white\n8000 -e6\n8500 +e5\n",
			[]game.Type{game.Provisional, game.Move, game.Amended, game.ResultShown},
			"provisional c3d4, move c3d4, result 0-1 kings",
		},
		{
			"and when the opponent thought for long",
			"sensor occupancy\nscan 10\nfen 8/8/4k3/8/8/2K5/P6p/8 w - - 0 1\n0 -c3\n500 +d4\n40000 -e6\n40500 +e5\n",
			[]game.Type{game.Provisional, game.Move, game.Amended, game.ResultShown},
			"provisional c3d4, move c3d4, result 0-1 kings",
		},
		{
			"en passant with the pawn still standing asks for it",
			"sensor occupancy\nscan 10\nfen 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\n0 -e5\n400 +d6\n2000 -d5\n9000 press pause\n",
			[]game.Type{game.Prompt, game.Provisional, game.Move, game.Illegal},
			"prompt remove-captured d5, prompt, provisional e5d6, move e5d6",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := story(script(t, c.text), c.types...); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestRookInTheHandIsAskedFor: what castling waits for is said until it is done, also while the rook is held.
func TestRookInTheHandIsAskedFor(t *testing.T) {
	var asked []string
	for _, e := range script(t, "sensor occupancy\nscan 10\nfen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n0 -e1\n500 +g1\n1500 -h1\n9000 +f1\n19000 press pause\n") {
		if e.Type == game.Prompt {
			asked = append(asked, fmt.Sprint(e.T, " ", e.Key))
		}
	}
	if want := []string{"521 castle-rook", "9000 "}; !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
}

// TestLights looks at the pictures of a knight's lift, a castling half done, an illegal move, a check.
func TestLights(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       map[string]string
	}{
		{
			"a lifted knight", "sensor occupancy\nscan 10\n0 -g1\n500 +g1\n",
			map[string]string{"g1": "touched", "f3": "may-go", "h3": "may-go"},
		},
		{
			"a lifted pawn that may capture",
			"sensor occupancy\nscan 10\nfen rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n0 -e4\n500 +e4\n",
			map[string]string{"e4": "touched", "e5": "may-go", "d5": "may-capture"},
		},
		{
			"a rook waited for",
			"sensor occupancy\nscan 10\nfen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n0 -e1\n500 +g1\n5000 -h1\n5100 +f1\n",
			map[string]string{"h1": "do-next", "f1": "may-go"},
		},
		{
			"the rook in the hand, while the king waits for it",
			"sensor occupancy\nscan 10\nfen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n0 -e1\n500 +g1\n1500 -h1\n5000 +f1\n",
			map[string]string{"h1": "touched", "f1": "may-go"},
		},
		{
			"a king that castled",
			"sensor occupancy\nscan 10\nfen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n0 -e1\n500 +g1\n900 -h1\n1400 +f1\n",
			map[string]string{"e1": "last-move", "g1": "last-move"},
		},
		{
			"a pawn where it can't stay", "sensor occupancy\nscan 10\n0 -e2\n400 +e5\n3000 -e5\n3500 +e2\n",
			map[string]string{"e5": "cannot-stay", "e2": "do-next", "e3": "may-go", "e4": "may-go"},
		},
		{
			"check", "sensor occupancy\nscan 10\nfen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n0 -h1\n500 +h8\n",
			map[string]string{"h1": "last-move", "h8": "last-move", "e8": "check"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var seen []map[string]string
			for _, e := range script(t, c.text) {
				if e.Type != game.LEDs {
					continue
				}
				seen = append(seen, e.LEDs)
				if got, _ := json.Marshal(e.LEDs); string(got) == string(must(json.Marshal(c.want))) {
					return
				}
			}
			t.Errorf("never shown: %v; shown: %v", c.want, seen)
		})
	}
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}
