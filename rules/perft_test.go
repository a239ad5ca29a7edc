package rules

import (
	"bufio"
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

// checkPerft counts every line of a suite down to a depth, only the deepest count of each.
func checkPerft(t *testing.T, path string, depth int) {
	t.Helper()
	for _, l := range readPerft(t, path) {
		p := MustFEN(l.fen)
		d := min(depth, len(l.counts))
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

func TestPerftSuite(t *testing.T)    { checkPerft(t, shared(t, "perft.epd"), depthOf(4, 5)) }
func TestPerftChess960(t *testing.T) { checkPerft(t, shared(t, "perft960.epd"), depthOf(3, 4)) }
func TestPerftOwn(t *testing.T)      { checkPerft(t, "testdata/perft.epd", 4) }
