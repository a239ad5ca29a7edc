package pgn

import (
	"errors"
	"io"
	"os"
	"runtime"
	"testing"
)

// TestMemory reads a text that is larger than the memory that may be taken: 24 MB, or with JADOUBE_SLOW=1
// in the environment 1 GiB. What is held in memory must not grow with the text.
func TestMemory(t *testing.T) {
	size := 24 << 20
	if os.Getenv("JADOUBE_SLOW") != "" {
		size = 1 << 30
	} else if testing.Short() {
		size = 4 << 20
	}
	const bound = 2 << 20
	in := &repeat{text: sample(mixed, 60), left: size}
	r := NewReader(in)
	games, most := 0, uint64(0)
	before := inUse()
	for {
		_, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		var cut *Error // the text ends somewhere in a game
		if err != nil && (!errors.As(err, &cut) || in.left > 0) {
			t.Fatal(err)
		}
		if games++; games%500 == 0 {
			most = max(most, inUse())
		}
	}
	if most > before+bound {
		t.Errorf("%d bytes held before, %d while reading: expected at most %d more", before, most, bound)
	}
	t.Logf("%d games, %d bytes held before, at most %d while reading %d", games, before, most, size)
}

// inUse is what the heap holds that can't be collected.
func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
