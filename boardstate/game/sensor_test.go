package game_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/sim"
)

// fault is how a sensor fails.
type fault int

const (
	stuckOpen fault = iota
	stuckClosed
	flickers
)

func (f fault) String() string { return []string{"stuck open", "stuck closed", "flickers"}[f] }

// fail lets the sensor of s fail from time t on. One that is stuck closed says what it said last, or that something stands
// there.
func fail(g *sim.Game, s square.Square, f fault, t int64) []sensors.Reading {
	var out []sensors.Reading
	frame := g.Trace.Start
	stuck := false
	add := func(r sensors.Reading) {
		if len(r.Changes) > 0 || r.Press != nil || r.Gap > 0 {
			out = append(out, r)
		}
	}
	says := func(to sensors.Contact, at int64) {
		if frame[s] != to {
			frame[s] = to
			add(sensors.Reading{T: at, Changes: []sensors.Change{{Square: s, To: to}}})
		}
	}
	begin := func(at int64) {
		stuck = true
		switch f {
		case stuckOpen:
			says(sensors.Nothing, at)
		case stuckClosed:
			if frame[s] == sensors.Nothing {
				says(sensors.PieceContact('P').As(g.Trace.Sensor), at)
			}
		}
	}
	next := t
	for _, r := range g.Trace.Readings {
		for f == flickers && next < r.T {
			next += 70
			if next < r.T {
				to := sensors.Nothing
				if frame[s] == sensors.Nothing {
					to = sensors.PieceContact('P').As(g.Trace.Sensor)
				}
				says(to, next)
			}
		}
		if r.T >= t && !stuck {
			begin(r.T - 1)
		}
		var rest []sensors.Change
		for _, c := range r.Changes {
			if c.Square == s && stuck {
				continue
			}
			if c.Square == s {
				frame[s] = c.To
			}
			rest = append(rest, c)
		}
		r.Changes = rest
		add(r)
	}
	return out
}

// TestFailingSensor plays on while a sensor fails: it is told once, and the game goes on around it.
func TestFailingSensor(t *testing.T) {
	games, results := played(t)
	n := times(20, 100, 3)
	// A square that only says nothing may hide which of two men went there until the game is over.
	want := map[fault]float64{stuckOpen: 0.75, stuckClosed: 0.7, flickers: 0.9}
	for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
		for f := stuckOpen; f <= flickers; f++ {
			t.Run(fmt.Sprint(kind, " ", f), func(t *testing.T) {
				exact, told, used := 0, 0, 0
				for i := range n {
					rnd := rand.New(rand.NewPCG(uint64(i), uint64(f)))
					h := sim.Hands{Profile: sim.Club, Seed: uint64(i), Kind: kind, Scan: 10, Lever: i%2 == 0}
					acted, err := h.Play(rules.StartPosition(), games[i%len(games)], results[i%len(games)])
					if err != nil {
						t.Fatal(err)
					}
					s := square.Square(rnd.IntN(64))
					last := acted.Trace.Readings[len(acted.Trace.Readings)-1].T
					readings := fail(acted, s, f, last/5+rnd.Int64N(last/3))
					g, err := game.New(game.Options{Kind: kind, Scan: 10})
					if err != nil {
						t.Fatal(err)
					}
					events := g.Begin()
					for _, r := range readings {
						events = append(events, g.Read(r)...)
					}
					events = append(events, g.Finish()...)
					var sc scores
					line, _ := sc.follow(events, acted.Moves)
					if slices.ContainsFunc(acted.Moves, func(m string) bool { return strings.Contains(m, s.String()) }) {
						used++
					}
					if strings.Join(line, " ") == strings.Join(acted.Moves, " ") {
						exact++
					} else {
						k := 0
						for k < len(line) && k < len(acted.Moves) && line[k] == acted.Moves[k] {
							k++
						}
						acted.Trace.Readings = readings
						keep(t, strings.ReplaceAll(fmt.Sprint("sensor-", kind, "-", f, "-", i), " ", "-"), acted)
						t.Logf("game %d: %s: %d of %d plies, read to ply %d", i, s, len(line), len(acted.Moves), k)
					}
					if slices.ContainsFunc(events, func(e game.Event) bool {
						return e.Type == game.Health && e.Square == s.String() && e.State == "failed"
					}) {
						told++
					}
				}
				t.Logf("%d of %d games exact; told in %d, the square used by moves in %d", exact, n, told, used)
				if exact < int(want[f]*float64(n)) || told < n/3 || f == flickers && told < n {
					t.Errorf("%d of %d games exact, told in %d", exact, n, told)
				}
			})
		}
	}
}
