package game_test

import (
	"strings"
	"testing"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/game"
	"jadoube/boardstate/laws"
	"jadoube/boardstate/referee"
	"jadoube/sensors"
	"jadoube/sensors/trace"
)

// blitzOf2001 are the Laws by which an illegal move stands that nobody claims.
const blitzOf2001 = "2001, blitz"

// TestNoFalseCharges lets hands of every kind play games that people played, with nobody there to decide, and reads each with the Laws and
// without: the moves and the result are the same, and nobody is charged with an illegal move, since nobody made one. Where a board that sees little loses
// its way it may not charge anybody for that, either.
func TestNoFalseCharges(t *testing.T) {
	n := times(2, 40, 1)
	games, results := played(t)
	for _, c := range courses() {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			pressed := 0
			for i := range n {
				acted := c.act(t, i, games[(3*i)%len(games)], results[(3*i)%len(games)])
				off, _ := readBy(t, acted.Trace.Sensor, acted.Trace.Scan, acted.Trace.Readings, referee.Options{})
				for _, edition := range append(laws.Editions(), blitzOf2001) {
					settings := clock.Both(clock.Control{Periods: []clock.Period{{Time: 36_000_000}}})
					opt := referee.Options{Edition: edition, Level: referee.Strict, Clock: &settings, Auto: i%2 == 1}
					if edition == blitzOf2001 {
						opt.Edition, opt.Pace = "2001", clock.Blitz
					}
					kept, events := readBy(t, acted.Trace.Sensor, acted.Trace.Scan, acted.Trace.Readings, opt)
					if kept != off {
						t.Errorf("game %d by the Laws of %s:\n%s\nwithout:\n%s", i, edition, kept, off)
						keep(t, c.String(), acted)
					}
					for _, e := range events {
						if e.Type == game.Illegal && e.State == "completed" {
							t.Errorf("game %d by the Laws of %s: %s charged with %q at %d", i, edition, e.Side, e.Key, *e.At)
							keep(t, c.String(), acted)
						}
						if e.Type == game.Completed {
							pressed++
						}
					}
				}
			}
			if pressed == 0 {
				t.Error("no move was completed: nothing was tested")
			}
		})
	}
}

// readBy reads a recording by the Laws of some options and returns its moves and result, and what was told.
func readBy(t *testing.T, kind sensors.Kind, scan int64, readings []sensors.Reading, opt referee.Options) (line string, events []game.Event) {
	t.Helper()
	g, err := game.NewSession(game.Options{Kind: kind, Scan: scan, Laws: opt})
	if err != nil {
		t.Fatal(err)
	}
	events = g.Begin()
	for _, r := range readings {
		events = append(events, g.Read(r)...)
	}
	events = append(events, g.Finish()...)
	var moves []string
	for _, m := range g.Moves() {
		moves = append(moves, m.UCI)
	}
	result, _ := g.Result()
	return strings.Join(moves, " ") + " " + result, events
}

// TestTouchAfterAnOffenceNobodyDecidedOn: when a player has pressed for an illegal move, and the arbiter hasn't decided yet, the opponent takes
// himself to have the move. What he touches of his own obliges the player to nothing (7.3; 2023: 7.4.1).
func TestTouchAfterAnOffenceNobodyDecidedOn(t *testing.T) {
	const text = `fen rnbqkbnr/ppp1pppp/8/3p4/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 3
clock 5400+30
lever yes
level arbiter
0 press start
1000 -c3
1600 +c4
2500 press white
5000 -d5
5700 +d5
8000 -c4
8600 +c3
10000 -c3
10600 +b5
12000 press white
`
	for _, kind := range []string{"occupancy", "colour"} {
		seen := text
		if kind == "colour" {
			seen = strings.NewReplacer("+c4", "+c4w", "+d5", "+d5b", "+c3", "+c3w", "+b5", "+b5w").Replace(text)
		}
		x, err := trace.Read("recorded", strings.NewReader("trace 1\nsensor "+kind+"\nscan 10\n"+seen))
		if err != nil {
			t.Fatal(err)
		}
		_, events := play(t, x)
		told := func(e *game.Event) bool { return e.Type == game.Illegal && e.State == "completed" }
		if count(events, told) != 1 {
			t.Errorf("%s: told of %d illegal moves, want 1", kind, count(events, told))
		}
		for _, e := range events {
			if e.Type == game.Breach || e.Type == game.Obligation && e.Victim != "" {
				t.Errorf("%s: %s of %q and %q at %d: nobody but Black touched d5", kind, e.Type, e.Square, e.Victim, e.T)
			}
		}
	}
}
