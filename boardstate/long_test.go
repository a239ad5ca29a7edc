package boardstate_test

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// TestEightHours lets contacts bounce, men be lifted and put back, and sleeves brush squares for eight hours, with a move
// every ten minutes: an event of the last hour must cost no more memory than one of the first, and next to nothing may be
// held.
func TestEightHours(t *testing.T) {
	const hour = 3_600_000
	rnd := rand.New(rand.NewPCG(8, 8))
	h := newHand(sensors.Occupancy, rnd)
	tr := boardstate.New(rules.StartPosition(), boardstate.Options{Kind: h.kind, Scan: 10})
	line := []rules.Position{rules.StartPosition()}
	hours := int64(8)
	if testing.Short() {
		hours = 2
	}
	var perEvent []float64
	var held []uint64
	for n := range hours {
		before := memory()
		events := 0
		for h.now < (n+1)*hour {
			if h.now/600_000 >= int64(len(line)) {
				m, ok := pick(rnd, line)
				if !ok {
					t.Fatal("no move is left")
				}
				line = append(line, line[len(line)-1].Play(m))
				h.to(&line[len(line)-1], m.From())
			} else {
				h.noise()
			}
			h.wait(500, 6000)
			for _, r := range h.out {
				tr.Read(r)
			}
			events += len(h.out)
			h.out = h.out[:0]
			tr.Story()
		}
		after := memory()
		perEvent = append(perEvent, float64(after.TotalAlloc-before.TotalAlloc)/float64(events))
		held = append(held, after.HeapAlloc)
	}
	if got := len(tr.Story().Moves); got != len(line)-1 {
		t.Errorf("%d moves read, %d played", got, len(line)-1)
	}
	first, last := perEvent[0], perEvent[hours-1]
	t.Logf("bytes allocated an event, hour by hour: %.0f; held at its end: %d", perEvent, held)
	if last > 2*first+2048 {
		t.Errorf("an event allocated %.0f bytes in the first hour, %.0f in the last", first, last)
	}
	if grown := int64(held[hours-1]) - int64(held[0]); grown > 8<<20 {
		t.Errorf("%d bytes more are held after %d hours than after one", grown, hours)
	}
}

func memory() (m runtime.MemStats) {
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m
}

// noise lifts a man and puts it back, lets one lose contact for moments, or brushes an empty square.
func (h *hand) noise() {
	s := square.Square(h.rnd.IntN(64))
	was := h.stand[s]
	during := sensors.Nothing
	if was == sensors.Nothing {
		during = sensors.WhitePawn
	}
	h.set(s, during)
	if h.rnd.IntN(2) == 0 {
		h.wait(1, 2000)
	} else {
		h.now -= 100
	}
	h.set(s, was)
}

// TestNothingChanged asks and lets time pass while nothing happens.
func TestNothingChanged(t *testing.T) {
	tr := boardstate.New(rules.StartPosition(), boardstate.Options{Kind: sensors.Occupancy, Scan: 10})
	tr.Read(sensors.Reading{T: 1000, Changes: []sensors.Change{{Square: square.E2}}})
	tr.Advance(60_000)
	tr.Story()
	now := int64(60_000)
	if n := testing.AllocsPerRun(1000, func() {
		now += 10
		tr.Advance(now)
		tr.Read(sensors.Reading{T: now})
		tr.Story()
	}); n != 0 {
		t.Errorf("%.1f allocations although nothing changed", n)
	}
}
