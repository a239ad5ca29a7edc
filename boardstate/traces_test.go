package boardstate_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/sensors/trace"
)

func read(t *testing.T, path string) (line, sign string, tr *boardstate.Tracker) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	x, err := trace.Read(path, f)
	if err != nil {
		t.Fatal(err)
	}
	pos := rules.StartPosition()
	if x.FEN != "" {
		pos = rules.MustFEN(x.FEN)
	}
	tr = boardstate.New(pos, boardstate.Options{Kind: x.Sensor, Scan: x.Scan, Lever: x.Lever})
	for _, r := range x.Readings {
		tr.Read(r)
	}
	tr.Finish()
	s := tr.Story()
	var w []string
	for _, m := range s.Moves {
		w = append(w, m.Before.UCI(m.Move))
	}
	sign = "*"
	if s.Sign != "" {
		sign = s.Sign
	} else if last := tr.Position(); last.Outcome() == rules.Checkmate {
		sign = map[rules.Color]string{rules.White: "0-1", rules.Black: "1-0"}[last.Turn()]
	} else if last.Outcome() != rules.None {
		sign = "1/2-1/2"
	}
	return strings.Join(w, " "), sign, tr
}

func TestTraces(t *testing.T) {
	dirs, _ := filepath.Glob("../../shared/traces/*")
	for _, d := range dirs {
		paths, _ := filepath.Glob(d + "/*.trace")
		good := 0
		for _, p := range paths {
			b, _ := os.ReadFile(strings.TrimSuffix(p, ".trace") + ".want")
			want := strings.SplitN(string(b), "\n", 3)
			line, sign, _ := read(t, p)
			if line == want[0] && (sign == want[1] || want[1] == "*" && sign == "*") {
				good++
				continue
			}
			a, b2 := strings.Fields(line), strings.Fields(want[0])
			i := 0
			for i < len(a) && i < len(b2) && a[i] == b2[i] {
				i++
			}
			t.Logf("%s: got %d want %d, differ at ply %d: %v / %v  sign %s want %s", p, len(a), len(b2), i, a[i:min(len(a), i+4)], b2[i:min(len(b2), i+4)], sign, want[1])
		}
		t.Logf("%-30s %d of %d", filepath.Base(d), good, len(paths))
	}
}
