package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadoube/rules/pgn"
)

// FuzzReplay: whatever the trace, the program doesn't panic; it prints a PGN that can be read, or refuses with a message.
func FuzzReplay(f *testing.F) {
	files, _ := filepath.Glob("testdata/traces/cases/*.trace")
	more, _ := filepath.Glob("testdata/situations/*.trace")
	for _, file := range append(files, more...) {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("trace 1\nsensor piece\n1 -e2\n2 +e4P\n3 press new here black Kq\n4 press flip\n5 press new 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n")
	f.Add("trace 1\nsensor piece\n1 -e2\n2 +e4P\n3 press new\n4 press resign-white\n5 press new\n")
	f.Fuzz(func(t *testing.T, text string) {
		var out, errs bytes.Buffer
		switch status := run(context.Background(), []string{"replay", "-"}, strings.NewReader(text), &out, &errs); status {
		case 0:
			readable(t, &out)
		case wrong:
			if !strings.Contains(errs.String(), "jadoube: -:") {
				t.Errorf("refused with %q", errs.String())
			}
		default:
			t.Errorf("exit status %d: %s", status, errs.String())
		}
	})
}

func readable(t *testing.T, out io.Reader) {
	games := pgn.NewReader(out)
	for n := 0; ; n++ {
		_, err := games.Next()
		if errors.Is(err, io.EOF) {
			if n == 0 {
				t.Error("no game was printed")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// FuzzExplain: whatever the FEN, the answer is one JSON object, and its ok goes with the exit status.
func FuzzExplain(f *testing.F) {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "", "8/8/8/8/8/8/8/8 w - - 0 1",
		"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w EGeg - 0 1", "4k3/8/8/8/8/8/8/4K3 w - e6 150 9999",
	} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		var out, errs bytes.Buffer
		status := run(context.Background(), []string{"explain", "--", fen}, strings.NewReader(""), &out, &errs)
		var answer struct{ OK bool }
		if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
			t.Fatalf("no JSON: %v", err)
		}
		if want := map[bool]int{true: 0, false: wrong}[answer.OK]; status != want {
			t.Errorf("exit status %d, want %d", status, want)
		}
	})
}
