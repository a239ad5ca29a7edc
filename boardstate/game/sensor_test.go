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

// TestFailingSensor plays on while a sensor fails: it is told once, and the game goes on around it; in club play and in
// blitz, where the board is never quiet, with sensors that fail during the game and before its first move.
func TestFailingSensor(t *testing.T) {
	// A square that only says nothing may hide which of two men went there until the game is over.
	for _, c := range []struct {
		profile sim.Profile
		first   bool                  // it fails before the first move
		want    [flickers + 1]float64 // shares of the games that are read exactly, on boards that see only occupancy
	}{
		{sim.Club, false, [...]float64{0.88, 0.88, 0.93}},
		{sim.Club, true, [...]float64{0.86, 0.86, 0.90}},
		{sim.Blitz, false, [...]float64{0.82, 0.75, 0.90}},
		{sim.Blitz, true, [...]float64{0.78, 0.80, 0.86}},
	} {
		for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
			for f := stuckOpen; f <= flickers; f++ {
				t.Run(fmt.Sprintf("%s %v %v first %v", c.profile.Name, kind, f, c.first), func(t *testing.T) {
					want := c.want[f]
					if kind != sensors.Occupancy {
						want += 0.04
					}
					failing(t, c.profile, kind, f, c.first, want)
				})
			}
		}
	}
}

// failing plays games with a sensor that fails and counts how many are read exactly.
func failing(t *testing.T, profile sim.Profile, kind sensors.Kind, f fault, first bool, want float64) {
	games, results := played(t)
	n := times(12, 100, 3)
	exact, told, used, lost := 0, 0, 0, 0
	for i := range n {
		rnd := rand.New(rand.NewPCG(uint64(i), uint64(f)))
		h := sim.Hands{Profile: profile, Seed: uint64(i), Kind: kind, Scan: 10, Lever: i%2 == 0}
		acted, err := h.Play(rules.StartPosition(), games[i%len(games)], results[i%len(games)])
		if err != nil {
			t.Fatal(err)
		}
		s := square.Square(rnd.IntN(64))
		last := acted.Trace.Readings[len(acted.Trace.Readings)-1].T
		from := last/5 + rnd.Int64N(last/3)
		if first {
			from = 0
		}
		acted.Trace.Readings = fail(acted, s, f, from)
		line, failed := readFailing(t, acted, s)
		if slices.ContainsFunc(acted.Moves, func(m string) bool { return strings.Contains(m, s.String()) }) {
			used++
		}
		if failed {
			told++
		}
		if slices.Equal(line, acted.Moves) {
			exact++
			continue
		}
		if len(line)+2 < len(acted.Moves) {
			lost++
		}
		keep(t, strings.ReplaceAll(fmt.Sprint("sensor-", profile.Name, "-", kind, "-", f, "-", i), " ", "-"), acted)
		t.Logf("game %d: %s: %d of %d plies", i, s, len(line), len(acted.Moves))
	}
	t.Logf("%d of %d games exact, %d lost; told in %d, the square used by moves in %d", exact, n, lost, told, used)
	if float64(exact) < want*float64(n)-2 || lost > 1+n/10 || 3*told < n-3 || f == flickers && told < n-1 {
		t.Errorf("%d of %d games exact, want %.0f %%; %d lost, told in %d", exact, n, 100*want, lost, told)
	}
}

// readFailing returns the moves of a reader of the events, and whether the sensor of s was told to have failed.
func readFailing(t *testing.T, acted *sim.Game, s square.Square) (line []string, failed bool) {
	t.Helper()
	g, err := game.New(game.Options{Kind: acted.Trace.Sensor, Scan: acted.Trace.Scan})
	if err != nil {
		t.Fatal(err)
	}
	events := g.Begin()
	for _, r := range acted.Trace.Readings {
		events = append(events, g.Read(r)...)
	}
	events = append(events, g.Finish()...)
	line, _ = new(scores).follow(events, acted.Moves)
	return line, slices.ContainsFunc(events, func(e game.Event) bool {
		return e.Type == game.Health && e.Square == s.String() && e.State == "failed"
	})
}
