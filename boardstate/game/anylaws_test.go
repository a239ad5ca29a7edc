package game_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/game"
	"jadoube/boardstate/laws"
	"jadoube/boardstate/referee"
	"jadoube/sensors"
)

// voices are what players and arbiters say where the Laws are kept.
var voices = []sensors.Press{
	{Key: "white"},
	{Key: "black"},
	{Key: "white"},
	{Key: "black"},
	{Key: "adjust-white"},
	{Key: "adjust-black"},
	{Key: "claim-white", Args: "touch"},
	{Key: "claim-black", Args: "touch"},
	{Key: "claim-white", Args: "illegal"},
	{Key: "claim-black", Args: "threefold"},
	{Key: "claim-white", Args: "threefold g1f3"},
	{Key: "claim-white", Args: "fifty"},
	{Key: "decline-white"},
	{Key: "pause"},
	{Key: "resume"},
	{Key: "arbiter", Args: "void"},
	{Key: "arbiter", Args: "confirm"},
	{Key: "arbiter", Args: "illegal white"},
	{Key: "arbiter", Args: "pardon black"},
	{Key: "arbiter", Args: "add white 60"},
	{Key: "arbiter", Args: "take black 5"},
	{Key: "arbiter", Args: "touch e2"},
	{Key: "arbiter", Args: "set 0"},
	{Key: "arbiter", Args: "set 2"},
	{Key: "arbiter", Args: "note so it is"},
	{Key: "arbiter", Args: "clock white 30 7"},
	{Key: "arbiter", Args: "undo"},
	{Key: "arbiter", Args: "resume"},
	{Key: "arbiter", Args: "result 1/2-1/2"},
	{Key: "pause", Args: "defect"},
	{Key: "hold-white"},
	{Key: "hold-black"},
	{Key: "start"},
	{Key: "arrive-black"},
	{Key: "times", Args: "50000 40000 white"},
}

// TestAnythingByTheLaws is TestAnything for games that are kept by the Laws, with a clock, claims and an arbiter's words: what is told, the
// times to the millisecond, doesn't depend on how often one asks, and who has only the events ends with the moves that the session has.
func TestAnythingByTheLaws(t *testing.T) {
	n, stood, reopened := uint64(times(40, 600, 4)), 0, 0
	for seed := range n {
		for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
			readings := anything(rand.New(rand.NewPCG(seed, uint64(kind)+10)), kind, voices...)
			opt := game.Options{Kind: kind, Scan: 10, Laws: lawsBy(seed)}
			lazy, s := readAll(t, opt, readings, false)
			eager, e := readAll(t, opt, readings, true)
			a, _ := json.Marshal(lazy)
			b, _ := json.Marshal(eager)
			if !bytes.Equal(a, b) {
				t.Errorf("seed %d, %v: the events depend on how often one asks", seed, kind)
				i := 0
				for i < len(lazy) && i < len(eager) {
					x, _ := json.Marshal(lazy[i])
					y, _ := json.Marshal(eager[i])
					if !bytes.Equal(x, y) {
						t.Fatalf("%s\n%s", x, y)
					}
					i++
				}
			}
			if x, y := s.Clock(), e.Clock(); (x == nil) != (y == nil) || x != nil && *x != *y {
				t.Fatalf("seed %d, %v: clocks %v and %v", seed, kind, x, y)
			}
			follow(t, lazy, s)
			if t.Failed() {
				t.Fatalf("seed %d, %v", seed, kind)
			}
			stood += count(lazy, goesOn)
			reopened += count(lazy, func(e *game.Event) bool { return e.Type == game.ResultShown && e.Result == "" })
		}
	}
	t.Logf("illegal moves stood %d times, games that were over went on %d times", stood, reopened)
}

// lawsBy is a way to keep the Laws.
func lawsBy(seed uint64) referee.Options {
	settings := clock.Both(clock.Control{Periods: []clock.Period{{Time: 60_000, Mode: clock.Fischer, Bonus: 2000}}})
	if seed%3 == 0 {
		settings.DefaultTime = 20_000
	}
	editions := laws.Editions()
	return referee.Options{
		Edition: editions[seed%uint64(len(editions))], Level: []referee.Level{referee.Strict, referee.Arbiter, referee.Trainer, referee.Off}[seed/2%4],
		Clock: &settings, Running: seed%5 < 3, Auto: seed%7 == 6, Exact: seed%11 == 10, Outside: seed%13 == 12,
	}
}

// follow reads the events of a session as somebody who has nothing else.
func follow(t *testing.T, events []game.Event, s *game.Session) {
	t.Helper()
	var f *follower
	for i, e := range events {
		if e.N != int64(i+1) || i > 0 && e.T < events[i-1].T {
			t.Fatalf("event %d at %d follows %d at %d", e.N, e.T, events[max(i-1, 0)].N, events[max(i-1, 0)].T)
		}
		if e.Type == game.Setup {
			f.finished(t)
			f = &follower{result: "*"}
		}
		f.take(t, e)
	}
	f.finished(t)
	moves := s.Moves()
	for i := range max(len(moves), len(f.line)) {
		if i >= len(moves) || i >= len(f.line) || moves[i].UCI != f.line[i] {
			t.Errorf("told %v, shown %v", f.line, moves)
			break
		}
	}
}
