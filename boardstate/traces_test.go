package boardstate_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/sensors/trace"
	"jadoube/sensors/trace/tracetest"
)

// traceFolders are where recorded games with their answers lie: the project's own, those that TestShortestFailing found,
// and more of the same kinds where they are at hand.
var traceFolders = []string{"../cmd/jadoube/testdata/traces/*", "testdata/*", "../../shared/traces/*"}

func begin(t testing.TB, x *trace.Trace) *boardstate.Tracker {
	t.Helper()
	pos := rules.StartPosition()
	if x.FEN != "" {
		var err error
		if pos, err = rules.ParsePosition(x.FEN); err != nil {
			t.Fatal(err)
		}
	}
	return boardstate.New(pos, boardstate.Options{Kind: x.Sensor, Scan: x.Scan, Lifts: x.Lifts})
}

func uci(s boardstate.Story) string {
	var w []string
	for _, m := range s.Moves {
		w = append(w, m.Before.UCI(m.Move))
	}
	return strings.Join(w, " ")
}

// TestTraces reads recorded games to the end and compares the moves.
func TestTraces(t *testing.T) {
	found := 0
	for _, pattern := range traceFolders {
		paths, _ := filepath.Glob(pattern + "/*.trace")
		found += len(paths)
		for _, path := range paths {
			t.Run(filepath.Join(filepath.Base(filepath.Dir(path)), filepath.Base(path)), func(t *testing.T) {
				want, err := os.ReadFile(strings.TrimSuffix(path, ".trace") + ".want")
				if err != nil {
					t.Fatal(err)
				}
				moves, _, _ := strings.Cut(string(want), "\n")
				x := tracetest.Load(t, path)
				tr := begin(t, x)
				for _, r := range x.Readings {
					tr.Read(r)
				}
				tr.Finish()
				if got := uci(tr.Story()); got != moves {
					t.Errorf("%s: got\n%s\nwant\n%s", path, got, moves)
				}
			})
		}
	}
	if found == 0 {
		t.Fatal("no trace found: the project's own testdata is gone")
	}
}

// TestAdvance looks at the clock as often as it can and must be told the same stories as one who
// never does.
func TestAdvance(t *testing.T) {
	paths, _ := filepath.Glob(traceFolders[0] + "/00[12].trace")
	for _, path := range paths {
		x := tracetest.Load(t, path)
		lazy, eager := begin(t, x), begin(t, x)
		for _, r := range x.Readings {
			for {
				at, ok := eager.Next()
				if !ok || at >= r.T {
					break
				}
				eager.Advance(at)
			}
			eager.Advance(r.T - 1)
			lazy.Read(r)
			eager.Read(r)
			a, b := lazy.Story(), eager.Story()
			if uci(a) != uci(b) || a.Settled != b.Settled || a.Sign != b.Sign {
				t.Fatalf("%s at %d: %s (%d settled), looked at often: %s (%d settled)", path, r.T, uci(a), a.Settled, uci(b), b.Settled)
			}
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for _, kind := range []string{"clean-occupancy", "club-occupancy", "club-colour", "club-piece"} {
		b.Run(kind, func(b *testing.B) {
			x := tracetest.Load(b, "../cmd/jadoube/testdata/traces/"+kind+"/001.trace")
			b.ReportAllocs()
			for b.Loop() {
				tr := begin(b, x)
				for _, r := range x.Readings {
					tr.Read(r)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(x.Readings)), "ns/event")
		})
	}
}
