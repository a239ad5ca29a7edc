package pgn

import (
	"errors"
	"io"
	"os"
	"runtime"
	"testing"
	"time"
)

// TestMemory reads texts that are larger than the memory that may be taken: 24 MB, or with JADOUBE_SLOW=1 in the
// environment 1 GiB. What is held in memory must not grow with the text. It tells how long the reading took, which is
// all but for copying the text from memory and looking at the memory 16 times.
func TestMemory(t *testing.T) {
	size, games := 24<<20, 60
	if os.Getenv("JADOUBE_SLOW") != "" {
		size, games = 1<<30, 2000
	} else if testing.Short() {
		size = 4 << 20
	}
	for _, style := range []string{"bare", mixed} {
		text := sample(style, games)
		t.Run(style, func(t *testing.T) { readWithin(t, &repeat{text: text, left: size}, size, 2<<20) })
	}
}

// readWithin reads a text of a known size and fails when it holds more memory than a bound.
func readWithin(t *testing.T, in *repeat, size int, bound uint64) {
	r := NewReader(in)
	var g Game
	games, most := 0, uint64(0)
	before, began, cpu := inUse(), time.Now(), cpuTime(t)
	for look := size; ; games++ {
		err := r.NextTo(&g)
		if errors.Is(err, io.EOF) {
			break
		}
		var cut *Error // the text ends somewhere in a game
		if err != nil && (!errors.As(err, &cut) || in.left > 0) {
			t.Fatal(err)
		}
		if in.left < look {
			most, look = max(most, inUse()), look-size/16
		}
	}
	took, busy := time.Since(began).Seconds(), (cpuTime(t) - cpu).Seconds()
	if most > before+bound {
		t.Errorf("%d bytes held before, %d while reading: expected at most %d more", before, most, bound)
	}
	mb := float64(size) / 1e6
	t.Logf("%d games, %d bytes held before, at most %d while reading", games, before, most)
	t.Logf("%.0f MB in %.1f s, %.0f MB/s; %.1f s of the processor's time, %.0f MB/s", mb, took, mb/took, busy, mb/busy)
}

// inUse is what the heap holds that can't be collected.
func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
