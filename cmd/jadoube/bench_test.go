package main

import (
	"path/filepath"
	"runtime"
	"testing"

	"jadoube/boardstate"
	"jadoube/boardstate/game"
	"jadoube/cmd/internal/app"
	"jadoube/rules"
	"jadoube/sensors/trace"
	"jadoube/sensors/trace/tracetest"
)

// recorded reads the recorded games that are benchmarked: whole games of careful and of club players, for all
// kinds of sensors.
func recorded(b *testing.B) (traces []*trace.Trace, readings int) {
	b.Helper()
	files, _ := filepath.Glob("testdata/traces/c*-*/*.trace")
	for _, file := range files {
		if t := tracetest.Load(b, file); t.FEN == "" {
			traces, readings = append(traces, t), readings+len(t.Readings)
		}
	}
	if len(traces) == 0 {
		b.Fatal("no traces")
	}
	return traces, readings
}

// mallocs counts the allocations so far.
func mallocs() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

// perUnit reports time and allocations by reading instead of by run of the benchmark.
func perUnit(b *testing.B, readings, games int, before uint64) {
	n := float64(b.N) * float64(readings)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/n, "ns/event")
	b.ReportMetric(float64(mallocs()-before)/n, "allocs/event")
	b.ReportMetric(float64(b.N)*float64(games)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkTracker is the recognition alone: one event is what one scan found.
func BenchmarkTracker(b *testing.B) {
	traces, readings := recorded(b)
	before := mallocs()
	for b.Loop() {
		for _, t := range traces {
			tracker := boardstate.New(rules.StartPosition(), boardstate.Options{Kind: t.Sensor, Scan: t.Scan})
			for _, r := range t.Readings {
				tracker.Read(r)
			}
			tracker.Finish()
		}
	}
	perUnit(b, readings, len(traces), before)
}

// BenchmarkReplay is what replay does with a trace that has been read, up to the PGN.
func BenchmarkReplay(b *testing.B) { benchReplay(b, "") }

// BenchmarkReplayStrict is the same with the Laws kept.
func BenchmarkReplayStrict(b *testing.B) { benchReplay(b, "strict") }

func benchReplay(b *testing.B, level string) {
	traces, readings := recorded(b)
	for _, t := range traces {
		t.Level = level
	}
	before := mallocs()
	for b.Loop() {
		for _, t := range traces {
			g, err := game.New(app.OptionsOf(&t.Header))
			if err != nil {
				b.Fatal(err)
			}
			g.Begin()
			for _, r := range t.Readings {
				g.Read(r)
			}
			g.Finish()
			if g.PGN().String() == "" {
				b.Fatal("no game")
			}
		}
	}
	perUnit(b, readings, len(traces), before)
}
