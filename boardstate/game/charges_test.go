package game_test

import (
	"strings"
	"testing"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/game"
	"jadoube/boardstate/laws"
	"jadoube/boardstate/referee"
	"jadoube/sensors"
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
