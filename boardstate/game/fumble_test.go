package game_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/sim"
)

// fumble has somebody touch men of either side before the game begins: a man is lifted and put back, a pawn or a knight
// goes out and comes back, slowly or fast. It returns the readings and when they end.
func fumble(r *rand.Rand, kind sensors.Kind) (out []sensors.Reading, now int64) {
	now = 500
	start := initialFrame(sensors.Piece)
	set := func(s square.Square, c sensors.Contact) {
		out = append(out, sensors.Reading{T: now, Changes: []sensors.Change{{Square: s, To: c.As(kind)}}})
	}
	for range 1 + r.IntN(5) {
		file, black := r.IntN(8), r.IntN(2)
		from, to := square.At(file, 1+5*black), square.At(file, 3+black)
		switch r.IntN(4) {
		case 0: // straightened
			from = square.At(file, 7*r.IntN(2))
			to = from
		case 1: // a knight
			from, to = square.At(1, 7*black), square.At(2, 2+3*black)
		case 2: // one square
			to = square.At(file, 2+3*black)
		}
		set(from, sensors.Nothing)
		now += 200 + r.Int64N(1500)
		if to != from {
			set(to, start[from])
			now += 100 + r.Int64N(12_000)
			set(to, sensors.Nothing)
			now += 200 + r.Int64N(1500)
		}
		set(from, start[from])
		now += 300 + r.Int64N(5000)
	}
	return out, now
}

// TestFumbling plays games before which men of both sides were touched and moved out and back: a straight board is not
// taken for turned, a turned one is found out all the same (but for one in a thousand where the fumbling hands
// happen to fit), and nothing of the fumbling is a move.
func TestFumbling(t *testing.T) {
	n := times(40, 1000, 4)
	games, _ := played(t)
	for _, p := range []sim.Profile{sim.Clean, sim.Club, sim.Blitz, sim.Rough} {
		exact, missed := 0, 0
		for i := range n {
			r := rand.New(rand.NewPCG(uint64(i), 11))
			moves := games[i%len(games)]
			h := sim.Hands{Profile: p, Seed: uint64(i), Kind: sensors.Occupancy, Scan: 10}
			acted, err := h.Play(rules.StartPosition(), moves[:min(24, len(moves))], "*")
			if err != nil {
				t.Fatal(err)
			}
			readings, begun := fumble(r, sensors.Occupancy)
			for _, x := range acted.Trace.Readings {
				x.T += begun
				readings = append(readings, x)
			}
			for _, turn := range []bool{false, true} {
				line, found := readFumbled(t, readings, turn)
				switch {
				case !turn && found:
					t.Errorf("%s %d: a straight board is taken for turned", p.Name, i)
				case turn && !found:
					t.Logf("%s %d: a turned board isn't found out", p.Name, i)
					missed++
				}
				if slices.Equal(line, acted.Moves) {
					exact++
				} else {
					t.Logf("%s %d, turned %v: got %v\nwant %v", p.Name, i, turn, line, acted.Moves)
				}
			}
		}
		if 200*missed > n {
			t.Errorf("%s: %d of %d turned boards are not found out", p.Name, missed, n)
		}
		if 100*exact < 97*2*n {
			t.Errorf("%s: %d of %d games read exactly", p.Name, exact, 2*n)
		}
	}
}

// readFumbled returns the moves that are told in the end, and whether the board was ever taken for turned.
func readFumbled(t *testing.T, readings []sensors.Reading, turn bool) (line []string, found bool) {
	t.Helper()
	if turn {
		readings = turned(readings)
	}
	s, err := game.NewSession(game.Options{Kind: sensors.Occupancy, Scan: 10})
	if err != nil {
		t.Fatal(err)
	}
	events := s.Begin()
	for _, r := range readings {
		events = append(events, s.Read(r)...)
	}
	events = append(events, s.Finish()...)
	for _, m := range s.Moves() {
		line = append(line, m.UCI)
	}
	return line, story(events, game.Orientation) != ""
}
