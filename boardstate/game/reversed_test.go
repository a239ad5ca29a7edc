package game_test

import (
	"fmt"
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/boardstate/referee"
	"jadoube/rules"
	"jadoube/sensors"
	"jadoube/sensors/trace"
)

// blackFirst is a game in which Black made so many first moves, by hands that put the men straight down, and press the clock half a second
// later if there is one.
func blackFirst(plies int, pressed bool) string {
	pos := rules.MustFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")
	line := strings.Fields("e7e5 e2e4 g8f6 b1c3 f8b4 g1f3 b8c6 f1b5 d7d6 d2d3 c8d7 c1d2 a7a6 b5c4 h7h6 h2h3 a8b8 a1b1 b8a8 b1a1 a8b8 a1b1 b8a8 b1a1")
	var text strings.Builder
	t := 1000
	for _, uci := range line[:plies] {
		m, err := pos.ParseUCI(uci)
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(&text, "%d -%s\n%d +%s%s\n", t, uci[:2], t+400, uci[2:4], pos.Turn().String()[:1])
		if pressed {
			fmt.Fprintf(&text, "%d press %s\n", t+900, pos.Turn())
		}
		t += 2000
		pos = pos.Play(m)
	}
	fmt.Fprintf(&text, "%d press pause\n", t+5000)
	return text.String()
}

// TestReversedColours: Black began. The Laws of 2001 let the game go on (7.2), those of 2023 want it begun anew, unless each has made
// ten moves (7.3); where no Laws are kept it is recorded as it was played.
func TestReversedColours(t *testing.T) {
	for _, c := range []struct {
		laws  string
		level referee.Level
		plies int
		asked bool
	}{
		{"2001", referee.Strict, 4, false},
		{"2023", referee.Strict, 4, true},
		{"2023", referee.Arbiter, 19, true},
		{"2023", referee.Strict, 20, false},
		{"2023", referee.Off, 4, false},
	} {
		x, err := trace.Read("reversed", strings.NewReader("trace 1\nsensor colour\nscan 10\n"+blackFirst(c.plies, false)))
		if err != nil {
			t.Fatal(err)
		}
		g, err := game.NewSession(game.Options{Kind: sensors.Colour, Scan: 10, Laws: referee.Options{Edition: c.laws, Level: c.level}})
		if err != nil {
			t.Fatal(err)
		}
		g.Begin()
		for _, r := range x.Readings {
			g.Read(r)
		}
		if got := g.Now().Prompt == "colours-reversed"; got != c.asked {
			t.Errorf("%s, %s: asked for a new game after %d moves: %v", c.laws, c.level, c.plies, got)
		}
		g.Finish()
		if n := len(g.Moves()); n != c.plies || g.Now().Start != "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1" {
			t.Errorf("%s, %s: %d moves from %s, want %d with Black to move", c.laws, c.level, n, g.Now().Start, c.plies)
		}
	}
}

// TestReversedColoursByTheClock: the player with the white men has pressed to start the other's clock. Times and moves are recorded right from
// the first move on, in 2001 the game goes on, and in 2023 it is to be begun anew until each has made ten moves.
func TestReversedColoursByTheClock(t *testing.T) {
	for _, c := range []struct {
		laws  string
		plies int
		asked bool
	}{
		{"2001", 6, false},
		{"2023", 6, true},
		{"2023", 19, true},
		{"2023", 20, false},
	} {
		x, err := trace.Read("reversed", strings.NewReader("trace 1\nsensor colour\nscan 10\nlevel strict\nlaws "+c.laws+"\nclock 5400\nlever yes\n500 press white\n"+blackFirst(c.plies, true)))
		if err != nil {
			t.Fatal(err)
		}
		g, events := play(t, x)
		if n := count(events, func(e *game.Event) bool { return e.Type == game.Penalty || e.Type == game.Illegal }); n != 0 {
			t.Errorf("%s: %d penalties and illegal moves", c.laws, n)
		}
		asked := ""
		for i := range events {
			if events[i].Type == game.Prompt {
				asked = events[i].Key
			}
		}
		if (asked == "colours-reversed") != c.asked {
			t.Errorf("%s: after %d moves the prompt is %q", c.laws, c.plies, asked)
		}
		for i, m := range g.TimedPGN().Moves {
			want := 5_400_000 - int64(i/2+1)*2000
			if i%2 == 0 {
				want += 600 // Black's first press came 1.4 s after White's
			}
			if left, ok := m.Clock(); !ok || left.Milliseconds() != want {
				t.Errorf("%s: at move %d %v are left, want %d ms", c.laws, i+1, left, want)
			}
		}
		if n := len(g.Moves()); n != c.plies {
			t.Errorf("%s: %d moves, want %d", c.laws, n, c.plies)
		}
	}
}
