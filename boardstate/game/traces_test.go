package game_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/sensors/trace"
)

// play reads a whole trace through a game.
func play(t *testing.T, x *trace.Trace) (*game.Game, []game.Event) {
	t.Helper()
	g, err := game.New(game.Options{Kind: x.Sensor, Scan: x.Scan, Lever: x.Lever, FEN: x.FEN, Chess960: x.Chess960})
	if err != nil {
		t.Fatal(err)
	}
	events := g.Begin()
	for _, r := range x.Readings {
		events = append(events, g.Read(r)...)
	}
	return g, append(events, g.Finish()...)
}

func load(t *testing.T, path string) (x *trace.Trace, moves, result string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if x, err = trace.Read(path, f); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(strings.TrimSuffix(path, ".trace") + ".want")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitN(string(want), "\n", 3)
	return x, lines[0], lines[1]
}

func TestTraces(t *testing.T) {
	paths, _ := filepath.Glob("../../../shared/traces/*/*.trace")
	if len(paths) == 0 {
		t.Skip("the folder of shared traces is not here")
	}
	wrong, amended, moves := map[string]int{}, map[string]int{}, map[string]int{}
	for _, path := range paths {
		x, want, result := load(t, path)
		g, events := play(t, x)
		kind := filepath.Base(filepath.Dir(path))
		var line []string
		for _, m := range g.Now().Moves {
			line = append(line, m.UCI)
		}
		if got, _ := g.Result(); strings.Join(line, " ") != want || got != result {
			t.Errorf("%s: %v %s, want %s %s", path, line, got, want, result)
		}
		shown := map[int]string{}
		final := strings.Fields(want)
		for _, e := range events {
			switch e.Type {
			case game.Provisional:
				if e.Ply > len(final) || final[e.Ply-1] != e.UCI {
					wrong[kind]++
				}
				shown[e.Ply] = e.UCI
			case game.Amended:
				amended[kind]++
			case game.Move:
				moves[kind]++
			}
		}
	}
	for k := range moves {
		t.Logf("%-18s moves %5d wrong provisionals %d amended %d", k, moves[k], wrong[k], amended[k])
	}
}
