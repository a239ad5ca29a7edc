package pgn

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"jadoube/rules"
)

func lineOf(t *testing.T, p rules.Position, moves string) (l Line) {
	t.Helper()
	for _, san := range strings.Fields(moves) {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		l.Append(m)
		p = p.Play(m)
	}
	return l
}

const unknownTags = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
`

func TestWrite(t *testing.T) {
	start := rules.StartPosition()
	for _, tc := range []struct {
		name string
		game func() *Game
		want string
	}{
		{"nothing", func() *Game { return &Game{} }, unknownTags + "[Result \"*\"]\n\n*\n\n"},
		{
			"a mate", func() *Game { return &Game{Line: lineOf(t, start, "f3 e5 g4 Qh4"), Result: BlackWins} },
			unknownTags + "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n",
		},
		{"annotations", func() *Game {
			g := &Game{Line: lineOf(t, start, "d4 d5 c4"), Result: Draw}
			g.Comments = []string{"first\nof all", " "}
			g.Moves[0].NAGs = []int{1}
			g.Moves[1].Comments = []string{"a } b", "c"}
			g.Moves[1].Variations = []Line{lineOf(t, start.Play(g.Moves[0].Move), "Nf6 Nf3"), {}}
			g.Moves[1].Variations[0].Moves[0].Comments = []string{"}"}
			g.Moves[1].Variations[0].Moves[1].Comments = []string{"}"}
			return g
		}, unknownTags + "[Result \"1/2-1/2\"]\n\n{first of all} 1. d4 $1 d5 {a ) b} {c} (1... Nf6 {)} 2. Nf3 {)}) 2. c4 1/2-1/2\n\n"},
		{"tags by name", func() *Game {
			g := &Game{Tags: []Tag{{"WhiteElo", "1650"}, {"Event", "a \"b\" \\ c\n"}, {"ECO", "A00"}, {"Result", "1-0"}, {"Date", "2026.11.30"}}}
			return g
		}, strings.Replace(strings.Replace(unknownTags, `"?"`, `"a \"b\" \\ c "`, 1), "????.??.??", "2026.11.30", 1) +
			"[Result \"*\"]\n[ECO \"A00\"]\n[WhiteElo \"1650\"]\n\n*\n\n"},
		{"Black begins", func() *Game {
			p := rules.MustFEN("4k3/8/8/8/8/8/8/4K2R b K - 0 30")
			g := &Game{Line: lineOf(t, p, "Kd7 O-O")}
			g.SetStart(p)
			return g
		}, unknownTags + "[Result \"*\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 30\"]\n[SetUp \"1\"]\n\n30... Kd7 31. O-O *\n\n"},
		{"Chess960", func() *Game {
			p := rules.MustFEN("1rk4r/8/8/8/8/8/8/R1K2R2 w KQkq - 0 1")
			g := &Game{Line: lineOf(t, p, "O-O")}
			g.SetStart(p)
			return g
		}, unknownTags + "[Result \"*\"]\n[FEN \"1rk4r/8/8/8/8/8/8/R1K2R2 w KQkq - 0 1\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n1. O-O *\n\n"},
	} {
		if got := tc.game().String(); got != tc.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tc.name, got, tc.want)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	e4 := lineOf(t, rules.StartPosition(), "e4")
	for name, g := range map[string]*Game{
		"illegal move":      {Line: Line{Moves: append(e4.Moves, e4.Moves...)}},
		"null move":         {Line: Line{Moves: []Move{{}}}},
		"result":            {Result: "1/2"},
		"illegal variation": {Line: Line{Moves: []Move{{Move: e4.Moves[0].Move, Variations: []Line{e4, {Moves: append(e4.Moves, e4.Moves...)}}}}}},
		"bad FEN":           {Tags: []Tag{{"FEN", "?"}}},
		"bad tag name":      {Tags: []Tag{{"White Elo", "1"}}},
		"no tag name":       {Tags: []Tag{{"", "1"}}},
	} {
		var b strings.Builder
		if err := Write(&b, g); err == nil || b.Len() != 0 {
			t.Errorf("%s: %v, wrote %q", name, err, b.String())
		}
	}
}

func TestSetStartTakesBack(t *testing.T) {
	g := &Game{}
	g.SetStart(rules.MustFEN("4k3/8/8/8/8/8/8/4K2R b K - 0 30"))
	g.SetStart(rules.StartPosition())
	if len(g.Tags) != 0 {
		t.Errorf("got %v", g.Tags)
	}
}

func TestClock(t *testing.T) {
	var m Move
	if _, ok := m.Clock(); ok {
		t.Error("a clock from nothing")
	}
	m.Comments = []string{"good"}
	m.SetClock(89*time.Minute + 59*time.Second + 250*time.Millisecond)
	m.SetElapsed(7 * time.Second)
	m.SetClock(88 * time.Minute)
	m.SetElapsed(7*time.Second + 500*time.Millisecond)
	if got := m.Comments[0]; got != "[%clk 1:28:00] [%emt 0:00:07.5] good" {
		t.Errorf("got %q", got)
	}
	clock, ok1 := m.Clock()
	elapsed, ok2 := m.Elapsed()
	if !ok1 || !ok2 || clock != 88*time.Minute || elapsed != 7500*time.Millisecond {
		t.Error(clock, elapsed)
	}
	m = Move{}
	m.SetElapsed(-time.Second)
	if got := m.Comments[0]; got != "[%emt 0:00:00]" {
		t.Errorf("got %q", got)
	}
}

func TestParseClock(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"[%clk 1:02:03]": time.Hour + 2*time.Minute + 3*time.Second, "a [%clk 2:03] b": 2*time.Minute + 3*time.Second,
		"[%eval 0.3] [%clk 0:00:01.75]": 1750 * time.Millisecond, "[%clk  9 ]": 9 * time.Second,
		"[%clk 1:2:3:4]": -1, "[%clk x]": -1, "[%clk -1:00]": -1, "[%clk 1:00": -1, "[%clk 1:00.0000000001]": -1, "[%clock 1:00]": -1, "[%clk ]": -1,
		"[%clk 99999999999999999999:00:00]": -1, "[%clk 1:00.-5]": -1,
	} {
		m := Move{Comments: []string{"", text}}
		got, ok := m.Clock()
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%s: got %v, %v", text, got, ok)
		}
	}
}

// randomLine is a random game with random annotations.
func randomLine(r *rand.Rand, p rules.Position, plies, depth int) (l Line) {
	texts := []string{"a comment of some words that go on and on so that lines must break somewhere in it", "[%clk 0:10:00] x", "a } b", "50 % or (so) {", "ä \"quoted\" [x]", "%", "e.p.", "1-0"}
	comments := func() (c []string) {
		for r.IntN(4) == 0 {
			c = append(c, texts[r.IntN(len(texts))])
		}
		return c
	}
	l.Comments = comments()
	for range plies {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := l.Append(moves[r.IntN(len(moves))])
		m.Comments = comments()
		for r.IntN(5) == 0 {
			m.NAGs = append(m.NAGs, r.IntN(256))
		}
		for depth > 0 && r.IntN(6) == 0 {
			if v := randomLine(r, p, 1+r.IntN(5), depth-1); len(v.Moves) > 0 {
				m.Variations = append(m.Variations, v)
			}
		}
		p = p.Play(m.Move)
	}
	return l
}

// writable returns a line as it is read again: a closing brace can't be written in a comment.
func writable(l Line) Line {
	fix := func(comments []string) (fixed []string) {
		for _, c := range comments {
			fixed = append(fixed, strings.ReplaceAll(c, "}", ")"))
		}
		return fixed
	}
	l.Comments = fix(l.Comments)
	l.Moves = slices.Clone(l.Moves)
	for i := range l.Moves {
		m := &l.Moves[i]
		m.Comments = fix(m.Comments)
		m.Variations = slices.Clone(m.Variations)
		for j := range m.Variations {
			m.Variations[j] = writable(m.Variations[j])
		}
	}
	return l
}

// What is written is read to the same game, in lines under 80 columns wherever that is promised.
func TestWriteRead(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, fen := range []string{rules.StartFEN, "r3k2r/8/8/8/8/8/8/RR2K2R b KBkq - 0 7", "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1"} {
		for range 40 {
			g := &Game{Result: WhiteWins}
			p := rules.MustFEN(fen)
			g.SetStart(p)
			g.Line = randomLine(r, p, 60, 2)
			text := g.String()
			games, errs := readAll(t, text)
			if len(games) != 1 || len(errs) != 0 || len(games[0].Warnings) != 0 {
				t.Fatalf("%d games, %v:\n%s", len(games), errs, text)
			}
			if !reflect.DeepEqual(games[0].Line, writable(g.Line)) || games[0].Result != g.Result {
				t.Fatalf("read back otherwise:\n%s\n%s", text, games[0])
			}
			for l := range strings.Lines(text) {
				if len([]rune(l)) > 80 {
					t.Fatalf("long line %q", l)
				}
			}
		}
	}
}

// What looks like a result and a tag in a comment is read as the comment again, wherever lines break.
func TestWriteTagInComment(t *testing.T) {
	for n := range 80 {
		want := strings.Repeat("x", n) + ` 1-0 [Event "x"] 1. d4 [Site "y"]`
		g := &Game{Result: Draw, Line: Line{Comments: []string{strings.TrimSpace(want)}}}
		games, errs := readAll(t, g.String())
		if len(games) != 1 || len(errs) != 0 || !reflect.DeepEqual(games[0].Line, g.Line) {
			t.Errorf("%d games, %v of\n%s", len(games), errs, g)
		}
	}
}

func FuzzPGN(f *testing.F) {
	for _, s := range []string{
		"", "1. e4 *", "{x} 1. e4 $1 {a} (1. d4 ; }\n d5) e5 1-0", "[Event \"a \\\" \\\\ \"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 30\"]\n30... Kd7 31. O-O",
		"1. e4 (1. d4 (1. c4 {[%clk 0:1 x})) e5 *", "[A \"b\"c\"]\n\n1. e4 e5*[B \"\"] 0-1", "1. e4 {%\n\n[Event \"x\"] 1. d4 1/2", "\xff\r%\r1.e4e5(", "$999 ½", "1. e4 {x 1-0\n\n[A \"b\"] } e5 *", "[FEN \"8/4P3/8/8/8/2k5/8/4K3 w - - 0 1\"]\n1. e8 (Q)+! (=) *", "1. e4 {[%clk a b c d} 1-0",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := NewReader(strings.NewReader(s))
		for {
			g, err := r.Next()
			if g == nil {
				return
			}
			text, failed := g.AppendText(nil)
			if failed != nil {
				if err == nil {
					t.Fatalf("can't be written: %v", failed)
				}
				continue
			}
			again, errs := readAll(t, string(text))
			if len(again) != 1 || len(errs) != 0 || len(again[0].Warnings) != 0 {
				t.Fatalf("%q: %d games, %v", text, len(again), errs)
			}
			if err == nil && !reflect.DeepEqual(again[0].Line, writable(g.Line)) || again[0].Result != g.Result {
				t.Fatalf("%q was read as %q", text, again[0])
			}
			if again[0].String() != string(text) {
				t.Fatalf("%q became %q", text, again[0])
			}
		}
	})
}
