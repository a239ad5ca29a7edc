package game_test

import (
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/rules/pgn"
	"jadoube/sensors/trace"
)

// session plays a trace of several games.
func session(t *testing.T, text string) (*game.Session, []game.Event) {
	t.Helper()
	x, err := trace.Read("session", strings.NewReader("trace 1\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := game.NewSession(game.Options{Kind: x.Sensor, Scan: x.Scan, FEN: x.FEN, Chess960: x.Chess960, Lifts: x.Lifts})
	if err != nil {
		t.Fatal(err)
	}
	events := s.Begin()
	for _, r := range x.Readings {
		events = append(events, s.Read(r)...)
	}
	events = append(events, s.Finish()...)
	for i, e := range events {
		if e.N != int64(i+1) || i > 0 && e.T < events[i-1].T {
			t.Fatalf("event %d at %d follows %d at %d", e.N, e.T, events[max(i-1, 0)].N, events[max(i-1, 0)].T)
		}
	}
	return s, events
}

// movetexts are the games' moves as PGN writes them.
func movetexts(games []*pgn.Game) string {
	var out []string
	for _, g := range games {
		_, moves, _ := strings.Cut(g.String(), "\n\n")
		out = append(out, strings.TrimSpace(moves))
	}
	return strings.Join(out, " | ")
}

func TestSession(t *testing.T) {
	const e4, clear = "1000 -e2\n1500 +e4\n9000 press new\n", "11000 -e4\n11500 +e2\n"
	types := []game.Type{game.Setup, game.Prompt, game.Touched, game.Provisional, game.Move, game.ResultShown}
	for _, c := range []struct{ name, text, tells, games string }{
		{
			"what stands from the game before is no move", e4 + "20000 press pause\n",
			"setup, touched e2, provisional e2e4, move e2e4, setup, prompt set-up-move e4 e2", "1. e4 *",
		},
		{
			"what is moved before all is set up is no move", e4 + "9500 -e7\n9900 +e5\n10100 -e5\n10500 +e7\n" + clear,
			"setup, touched e2, provisional e2e4, move e2e4, setup, prompt set-up-move e4 e2, prompt set-up e7, prompt set-up-move e4 e2, prompt set-up e2, prompt", "1. e4 *",
		},
		{
			"the next game begins when all is set up", e4 + clear + "12000 -d2\n12500 +d4\n20000 press pause\n",
			"setup, touched e2, provisional e2e4, move e2e4, setup, prompt set-up-move e4 e2, prompt set-up e2, prompt, touched d2, provisional d2d4, move d2d4", "1. e4 * | 1. d4 *",
		},
		{
			"a key before the first move leaves no empty game", "500 press new\n1000 -e2\n1500 +e4\n9000 press pause\n",
			"setup, setup, touched e2, provisional e2e4, move e2e4", "1. e4 *",
		},
		{"a game nobody played", "500 press new\n900 press new\n", "setup, setup, setup", "*"},
		{
			"nobody resigns a game that hasn't begun", e4 + "10000 press resign-black\n20000 press pause\n",
			"setup, touched e2, provisional e2e4, move e2e4, setup, prompt set-up-move e4 e2", "1. e4 *",
		},
		{
			"a game that was over", "500 press resign-white\n900 press new\n1000 -e2\n1500 +e4\n9000 press resign-black\n",
			"setup, result 0-1 resignation, setup, touched e2, provisional e2e4, move e2e4, result 1-0 resignation", "0-1 | 1. e4 1-0",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, events := session(t, "sensor occupancy\nscan 10\n"+c.text)
			if got := story(events, types...); got != c.tells {
				t.Errorf("tells %s\nwant  %s", got, c.tells)
			}
			if got := movetexts(s.Games(false)); got != c.games {
				t.Errorf("games %s, want %s", got, c.games)
			}
		})
	}
}

// TestSetUpIsShown looks at the lights of a board that is being set up.
func TestSetUpIsShown(t *testing.T) {
	_, events := session(t, "sensor piece\nscan 10\n1000 -e2\n1500 +e4P\n9000 press new\n")
	last := events[len(events)-1]
	if last.Type != game.LEDs || len(last.LEDs) != 2 || last.LEDs["e2"] != "may-go" || last.LEDs["e4"] != "do-next" {
		t.Errorf("the last event is %+v", last)
	}
}
