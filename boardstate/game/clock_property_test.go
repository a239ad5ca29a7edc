package game_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/game"
	"jadoube/boardstate/laws"
	"jadoube/boardstate/referee"
	"jadoube/sensors"
)

// kinds are all kinds of sensors.
var kinds = []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece}

// TestTouchesChangeNoClock: whatever hands do on the board, no clock changes by it where a lever is pressed, but that White's first touch may
// start his time: it runs on, and the other stands.
func TestTouchesChangeNoClock(t *testing.T) {
	const given = 3_600_000
	n, looked := uint64(times(20, 300, 3)), 0
	for seed := range n {
		for _, kind := range kinds {
			readings := slices.DeleteFunc(anything(rand.New(rand.NewPCG(seed, uint64(kind)+20)), kind), func(r sensors.Reading) bool { return r.Press != nil })
			settings := clock.Both(clock.Control{Periods: []clock.Period{{Time: given}}})
			opt := referee.Options{
				Edition: laws.Editions()[seed%2], Level: []referee.Level{referee.Strict, referee.Arbiter, referee.Trainer, referee.Off}[seed/2%4],
				Clock: &settings, Running: seed%3 == 0,
			}
			events, s := readAll(t, game.Options{Kind: kind, Scan: 10, Laws: opt}, readings, false)
			if s.Over() || count(events, func(e *game.Event) bool {
				return e.Type == game.Setup || e.Type == game.ResultShown || e.Type == game.Orientation
			}) > 1 {
				continue // a game that is over stops its clock, and the next has another
			}
			looked++
			began := int64(-1)
			for i := range events {
				switch e := &events[i]; {
				case e.Type == game.ClockShown && e.Key == "started" && began < 0:
					began = e.T
				case e.Type == game.ClockShown && e.Key != "counted":
					t.Errorf("seed %d, %v: at %d the clock says %s", seed, kind, e.T, e.Key)
				}
			}
			c := s.Clock()
			ran := int64(0)
			if began >= 0 {
				ran = c.T - began
			}
			if late := given - ran - c.White; late < 0 || late > 1000 || c.Black != given || c.Turn != "white" { // the first touch is believed late
				t.Errorf("seed %d, %v: started at %d, at %d the clock shows %+v", seed, kind, began, c.T, c)
			}
		}
	}
	if looked < int(n) {
		t.Errorf("only %d games had one clock from beginning to end", looked)
	}
}

// TestGameTimesAddUp: between two changes of the clock exactly what passed is gone from the time that ran, and at a change exactly what the
// control and the rulings give is added, to the millisecond.
func TestGameTimesAddUp(t *testing.T) {
	const bonus = 2000
	n, held := uint64(times(25, 600, 4)), 0
	for seed := range n {
		for _, kind := range kinds {
			opt := game.Options{Kind: kind, Scan: 10, Laws: lawsBy(seed)}
			opt.Laws.Outside = false
			events, _ := readAll(t, opt, anything(rand.New(rand.NewPCG(seed, uint64(kind)+30)), kind, voices...), false)
			var was *game.Event // the last that told of the clock before this moment
			for len(events) > 0 {
				now := events[0].T
				var last *game.Event
				given, known := int64(0), true
				for len(events) > 0 && events[0].T == now {
					e := &events[0]
					events = events[1:]
					switch e.Type {
					case game.Setup:
						was, last = nil, nil
						known = false
					case game.Penalty:
						given += e.Gain
					case game.ClockShown:
						last = e
						switch e.Key {
						case "completed", "counted":
							given += bonus
						case "undone", "corrected", "reloaded", "flag": // to a moment before; what had run by then isn't in the events
							known = false
						}
					}
				}
				if last == nil {
					continue
				}
				if was != nil && known && was.Clock.Flag == "" && last.Clock.Flag == "" {
					ran := int64(0)
					if was.Clock.Running != "" {
						ran = now - was.T
					}
					before, after := was.Clock.White+was.Clock.Black, last.Clock.White+last.Clock.Black
					if after != before-ran+given {
						t.Fatalf("seed %d, %v: at %d both had %d, at %d after %d ms and %d given they have %d (%s)", seed, kind, was.T, before, now, ran, given, after, last.Key)
					}
					held++
				}
				was = last
			}
		}
	}
	if held < 10*int(n) {
		t.Errorf("only %d changes were looked at", held)
	}
}
