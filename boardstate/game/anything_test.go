package game_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// anything are readings of hands and buttons that do whatever comes to mind: men taken and set down anywhere, sometimes
// home again, positions asked for, the board turned.
func anything(r *rand.Rand, kind sensors.Kind, more ...sensors.Press) (out []sensors.Reading) {
	waits := []int64{0, 1, 5, 20, 61, 150, 700, 1100, 2000, 3100}
	presses := []sensors.Press{
		{Key: "new"},
		{Key: "new", Args: "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"},
		{Key: "new", Args: "here"},
		{Key: "flip"},
		{Key: "takeback"},
		{Key: "resign-white"},
		{Key: "queen"},
		{Key: "white"},
		{Key: "black"},
		{Key: "draw-white"},
		{Key: "draw-black"},
		{Key: "new", Args: "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w EGeg - 0 1"},
		{Key: "new", Args: "8/8/8/8/8/8/8/8 w - - 0 1"},
	}
	often := 20
	if len(more) > 0 {
		presses, often = append(presses, more...), 6
	}
	home := initialFrame(sensors.Piece)
	stand, now := home, int64(0)
	var off []sensors.Contact
	set := func(s square.Square, c sensors.Contact) {
		stand[s] = c
		out = append(out, sensors.Reading{T: now, Changes: []sensors.Change{{Square: s, To: c.As(kind)}}})
	}
	for range 150 {
		now += 1 + waits[r.IntN(len(waits))]
		s := square.Square(r.IntN(64))
		switch {
		case r.IntN(often) == 0:
			out = append(out, sensors.Reading{T: now, Press: &presses[r.IntN(len(presses))]})
		case r.IntN(25) == 0: // somebody tidies up
			for s := range home {
				if stand[s] != home[s] {
					now += 1 + waits[r.IntN(5)]
					set(square.Square(s), home[s])
				}
			}
			off, now = nil, now+int64(r.IntN(3000))
		case r.IntN(12) == 0: // moves, as fast as can be
			for _, m := range [][2]square.Square{{square.E2, square.E4}, {square.E7, square.E5}, {square.G1, square.F3}, {square.B8, square.C6}} {
				if man := stand[m[0]]; man != sensors.Nothing && stand[m[1]] == sensors.Nothing {
					now += 1 + waits[r.IntN(6)]
					set(m[0], sensors.Nothing)
					now += 1 + waits[r.IntN(6)]
					set(m[1], man)
				}
			}
		case len(more) > 0 && r.IntN(12) == 0: // a game with the clock, in which a knight goes where it can't
			for i, m := range [][2]square.Square{{square.E2, square.E4}, {square.E7, square.E5}, {square.G1, square.G3}, {square.B8, square.C6}, {square.G3, square.F5}} {
				if man := stand[m[0]]; man != sensors.Nothing && stand[m[1]] == sensors.Nothing {
					now += 300 + int64(r.IntN(500))
					set(m[0], sensors.Nothing)
					now += 200 + int64(r.IntN(300))
					set(m[1], man)
				}
				now += 100 + int64(r.IntN(900))
				out = append(out, sensors.Reading{T: now, Press: &sensors.Press{Key: []string{"white", "black"}[i%2]}})
			}
		case stand[s] != sensors.Nothing:
			off = append(off, stand[s])
			set(s, sensors.Nothing)
		case len(off) > 0:
			set(s, off[len(off)-1])
			off = off[:len(off)-1]
		}
	}
	return out
}

// TestAnything reads whatever hands and buttons do, asking for news at every moment and never: the events are the same
// bytes, numbered without gaps, and somebody who has only them ends with the moves that the session has.
func TestAnything(t *testing.T) {
	n := uint64(times(60, 1000, 4))
	for seed := range n {
		for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
			readings := anything(rand.New(rand.NewPCG(seed, uint64(kind))), kind)
			opt := game.Options{Kind: kind, Scan: 10}
			lazy, s := readAll(t, opt, readings, false)
			eager, _ := readAll(t, opt, readings, true)
			a, _ := json.Marshal(lazy)
			b, _ := json.Marshal(eager)
			if !bytes.Equal(a, b) {
				t.Errorf("seed %d, %v: the events depend on how often one asks", seed, kind)
			}
			follow(t, lazy, s)
			if t.Failed() {
				t.Fatalf("seed %d, %v", seed, kind)
			}
		}
	}
}

// readAll reads a whole record, with questions between the readings where often is set.
func readAll(t *testing.T, opt game.Options, readings []sensors.Reading, often bool) ([]game.Event, *game.Session) {
	t.Helper()
	s, err := game.NewSession(opt)
	if err != nil {
		t.Fatal(err)
	}
	events := s.Begin()
	for _, r := range readings {
		for often {
			at, ok := s.Next()
			if !ok || at >= r.T {
				break
			}
			events = append(events, s.Advance(at)...)
		}
		if often {
			events = append(events, s.Advance(r.T-1)...)
		}
		events = append(events, s.Read(r)...)
	}
	return append(events, s.Finish()...), s
}
