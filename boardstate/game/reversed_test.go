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

// blackFirst is a game in which Black made so many first moves, by hands that put the men straight down.
func blackFirst(plies int) string {
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
		x, err := trace.Read("reversed", strings.NewReader("trace 1\nsensor colour\nscan 10\n"+blackFirst(c.plies)))
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
