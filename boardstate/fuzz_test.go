package boardstate_test

import (
	"testing"

	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// FuzzRead feeds whatever a broken board could say: two bytes an event, a square with the contact and
// the time since the one before. The tracker must keep its bounds and a line of legal moves.
func FuzzRead(f *testing.F) {
	f.Add(byte(0), []byte{12, 20, 28, 50})
	f.Add(byte(1), []byte{12, 20, 28 | 64, 50, 200, 9, 12, 0})
	f.Add(byte(2), []byte{12, 20, 28, 50, 51, 60, 35, 60, 28, 250, 28, 250})
	f.Fuzz(func(t *testing.T, kind byte, data []byte) {
		k := sensors.Kind(kind%3) + sensors.Occupancy
		tr := boardstate.New(rules.StartPosition(), boardstate.Options{Kind: k, Scan: int64(kind/3) * 10})
		frame, now := tr.Frame(), int64(0)
		for i := 0; i+1 < len(data) && i < 400; i += 2 {
			now += int64(data[i+1]) * 4
			s := square.Square(data[i] & 63)
			to := sensors.Nothing
			if frame[s] == sensors.Nothing || data[i]&192 == 192 {
				to = (sensors.WhitePawn + sensors.Contact(int(data[i+1])%12)).As(k)
			}
			frame[s] = to
			r := sensors.Reading{T: now, Changes: []sensors.Change{{Square: s, To: to}}}
			if data[i+1] == 255 {
				r.Gap = 500
			}
			if data[i+1] == 254 {
				r.Press = &sensors.Press{Key: []string{"white", "black", "knight", "queen"}[data[i]&3]}
			}
			tr.Read(r)
			check(t, tr)
		}
		tr.Finish()
		check(t, tr)
	})
}

func check(t *testing.T, tr *boardstate.Tracker) {
	t.Helper()
	s := tr.Story()
	pos := rules.StartPosition()
	for i, m := range s.Moves {
		if !m.Before.Same(&pos) || !pos.IsLegal(m.Move) {
			t.Fatalf("ply %d: %s is not legal in %s", i+1, m.Move, pos.FEN())
		}
		pos = pos.Play(m.Move)
		if !m.After.Same(&pos) {
			t.Fatalf("ply %d leads to %s, not %s", i+1, m.After.FEN(), pos.FEN())
		}
	}
	if s.Settled > len(s.Moves) {
		t.Fatalf("%d of %d moves are settled", s.Settled, len(s.Moves))
	}
}
