package rules

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// TestOracle compares move counts with Stockfish's on positions of random games, where it is installed.
func TestOracle(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	program := stockfish(t)
	positions := samplePositions(depthOf(150, 2000))
	var commands strings.Builder
	commands.WriteString("setoption name UCI_Chess960 value true\n")
	for i := range positions {
		fmt.Fprintf(&commands, "position fen %s\ngo perft 3\n", positions[i].FEN())
	}
	cmd := exec.Command(program)
	cmd.Stdin = strings.NewReader(commands.String() + "quit\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	counts := nodesSearched(t, string(out))
	if len(counts) != len(positions) {
		t.Fatalf("%d counts for %d positions", len(counts), len(positions))
	}
	for i := range positions {
		if got := Perft(&positions[i], 3); got != counts[i] {
			t.Errorf("%s: perft 3: got %d, stockfish says %d", positions[i].FEN(), got, counts[i])
		}
	}
}

func samplePositions(n int) (positions []Position) {
	r := rand.New(rand.NewPCG(7, 8))
	for len(positions) < n {
		randomGame(r, randomStart(r), 120, func(p *Position, _ Move) {
			if r.IntN(12) == 0 {
				positions = append(positions, *p)
			}
		})
	}
	return positions[:n]
}

func nodesSearched(t *testing.T, out string) (counts []uint64) {
	for l := range strings.Lines(out) {
		if s, ok := strings.CutPrefix(strings.TrimSpace(l), "Nodes searched: "); ok {
			n, err := strconv.ParseUint(s, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			counts = append(counts, n)
		}
	}
	return counts
}
