package game_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/sim"
)

// turned are the readings of a board that stands turned by 180°.
func turned(readings []sensors.Reading) []sensors.Reading {
	out := make([]sensors.Reading, len(readings))
	for i, r := range readings {
		out[i] = r
		out[i].Changes = nil
		for _, c := range r.Changes {
			out[i].Changes = append(out[i].Changes, sensors.Change{Square: 63 - c.Square, To: c.To})
		}
	}
	return out
}

// laid are the changes by which a board shows a turned initial position, that was thought to be straight.
func laid(kind sensors.Kind) (changes []sensors.Change) {
	start, _ := sensors.ParsePlacement(sensors.InitialPlacement)
	start = start.As(kind)
	for s := range square.Square(64) {
		if start[63-s] != start[s] {
			changes = append(changes, sensors.Change{Square: s, To: start[63-s]})
		}
	}
	return changes
}

// heardBy plays an acted game through a session, on a turned board if asked.
func heardBy(t testing.TB, acted *sim.Game, turn bool) []game.Event {
	t.Helper()
	x := acted.Trace
	s, err := game.NewSession(game.Options{Kind: x.Sensor, Scan: x.Scan})
	if err != nil {
		t.Fatal(err)
	}
	events := s.Begin()
	readings := x.Readings
	if turn {
		readings = turned(readings)
		if c := laid(x.Sensor); len(c) > 0 {
			events = append(events, s.Read(sensors.Reading{Changes: c})...)
		}
	}
	for _, r := range readings {
		events = append(events, s.Read(r)...)
	}
	return append(events, s.Finish()...)
}

// TestTurned reads games of every kind of play on boards that stand straight and on boards that stand turned: all of
// the latter are found out, none of the former is turned, and what is read is the game all the same.
func TestTurned(t *testing.T) {
	n := 8
	switch {
	case slow():
		n = 200
	case testing.Short():
		n = 2
	}
	games, results := played(t)
	for _, c := range courses() {
		t.Run(c.String(), func(t *testing.T) {
			var late []string
			for i := range n {
				acted := c.act(t, i, games[i%len(games)], results[i%len(games)])
				for _, turn := range []bool{false, true} {
					var s scores
					events := heardBy(t, acted, turn)
					line, result := s.follow(events, acted.Moves)
					flips, at := 0, 0
					for _, e := range events {
						if e.Type == game.Orientation {
							flips++
						}
						if flips == 0 && e.Type == game.Provisional {
							at = e.Ply
						}
					}
					if turn {
						late = append(late, fmt.Sprint(at))
					}
					if want := map[bool]int{true: 1}[turn]; flips != want {
						t.Errorf("game %d, turned %v: turned %d times (%d plies)", i, turn, flips, len(acted.Moves))
						if dir := os.Getenv("JADOUBE_KEEP"); dir != "" {
							keep(t, fmt.Sprintf("%s-%03d-%v", c, i, turn), acted)
						}
						continue
					}
					if got := strings.Join(line, " "); got != strings.Join(acted.Moves, " ") || result != acted.Result {
						t.Logf("game %d, turned %v: got %s %s\nwant %s %s", i, turn, got, result, strings.Join(acted.Moves, " "), acted.Result)
					}
				}
			}
			t.Logf("plies told before the board was turned: %s", strings.Join(late, " "))
		})
	}
}
