package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadoube/rules/pgn"
)

// TestTraces replays the games under testdata/traces, acted out by hands of several kinds from games that
// people played, and holds moves and result against the right answers beside them.
func TestTraces(t *testing.T) {
	replayAll(t, "testdata/traces/*/*.trace")
}

// TestSituations does the same for recordings of what happens around games: ends, beginnings, a turned board, men that
// are set up or knocked over. Where there are several games in one, three lines of the answer are one.
func TestSituations(t *testing.T) { replayAll(t, "testdata/situations/*.trace") }

// TestMoreTraces does the same for the traces that a workplace may have beside the project.
func TestMoreTraces(t *testing.T) {
	if _, err := os.Stat("../../../shared/traces"); err != nil {
		t.Skip("no more traces beside the project")
	}
	replayAll(t, "../../../shared/traces/*/*.trace")
}

func replayAll(t *testing.T, pattern string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no traces fit %s (%v)", pattern, err)
	}
	for _, file := range files {
		name := filepath.Join(filepath.Base(filepath.Dir(file)), strings.TrimSuffix(filepath.Base(file), ".trace"))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(strings.TrimSuffix(file, ".trace") + ".want")
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimRight(string(want), "\n"), "\n")
			games := replayed(t, file)
			if len(games) != (len(lines)+2)/3 {
				t.Fatalf("%d games, want %d", len(games), len(lines)/3)
			}
			for i, game := range games {
				compare(t, game, lines[3*i], lines[3*i+1])
			}
		})
	}
}

// replayed are the games that the command line finds in a trace.
func replayed(t *testing.T, file string) (found []*pgn.Game) {
	var out, errs bytes.Buffer
	if status := run(context.Background(), []string{"replay", file}, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("exit status %d: %s", status, errs.String())
	}
	games := pgn.NewReader(&out)
	for {
		game, err := games.Next()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, game)
	}
}

func compare(t *testing.T, game *pgn.Game, moves, result string) {
	pos, err := game.Start()
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(moves)
	for i := range game.Moves {
		m := game.Moves[i].Move
		got := uci(&pos, m, game.Tag("Variant") == "Chess960")
		if i >= len(want) || got != want[i] {
			t.Fatalf("ply %d is %s, want %s", i+1, got, append(want, "nothing")[min(i, len(want))])
		}
		pos = pos.Play(m)
	}
	if len(game.Moves) < len(want) {
		t.Fatalf("%d plies, want %d: then comes %s", len(game.Moves), len(want), want[len(game.Moves)])
	}
	if string(game.Result) != result {
		t.Errorf("result %s, want %s", game.Result, result)
	}
}
