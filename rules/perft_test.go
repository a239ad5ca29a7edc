package rules

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// perftLine is one line of a suite: "FEN ;D1 n ;D2 n …".
type perftLine struct {
	fen    string
	counts []uint64 // by depth-1
}

// readPerft reads a suite; lines that start with # are comments.
func readPerft(t testing.TB, path string) (lines []perftLine) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if text := sc.Text(); text != "" && text[0] != '#' {
			lines = append(lines, parsePerft(t, text))
		}
	}
	return lines
}

func parsePerft(t testing.TB, text string) perftLine {
	t.Helper()
	parts := strings.Split(text, ";")
	l := perftLine{fen: strings.TrimSpace(parts[0])}
	for _, part := range parts[1:] {
		f := strings.Fields(part)
		if len(f) != 2 || f[0][0] != 'D' {
			continue // ;id
		}
		n, err := strconv.ParseUint(f[1], 10, 64)
		if err != nil || f[0] != "D"+strconv.Itoa(len(l.counts)+1) {
			t.Fatalf("%q: bad count %q", text, part)
		}
		l.counts = append(l.counts, n)
	}
	return l
}

// checkPerft counts every line of a suite down to a depth, only the deepest count of each that is no more than most.
func checkPerft(t *testing.T, lines []perftLine, depth int, most uint64) {
	t.Helper()
	for _, l := range lines {
		p, err := ParsePosition(l.fen)
		if err != nil {
			t.Error(err)
			continue
		}
		d := min(depth, len(l.counts))
		for ; d > 1 && l.counts[d-1] > most; d-- {
		}
		if got := Perft(&p, d); got != l.counts[d-1] {
			t.Errorf("%s: depth %d: got %d, want %d", l.fen, d, got, l.counts[d-1])
		}
	}
}

func shared(t *testing.T, name string) string {
	t.Helper()
	path := "../../shared/rules/" + name
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no %s here", path)
	}
	return path
}

func TestPerftSuite(t *testing.T) {
	checkPerft(t, readPerft(t, shared(t, "perft.epd")), depthOf(4, 6), 200e6)
}

func TestPerftChess960(t *testing.T) {
	lines := readPerft(t, shared(t, "perft960.epd"))
	checkPerft(t, lines, depthOf(3, 4), math.MaxUint64)
	if slow() {
		for i := 0; i < len(lines); i += 12 {
			checkPerft(t, lines[i:i+1], 5, math.MaxUint64)
		}
	}
}

func TestPerftOwn(t *testing.T) {
	checkPerft(t, readPerft(t, "testdata/perft.epd"), 5, math.MaxUint64)
}
