package game_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/boardstate/gesture"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/sim"
)

// watch lets a session and the menu's sign see readings, as the daemon does: at each of them and whenever time alone has news. It
// returns how often the lights answered and how often the sign was made.
func watch(t testing.TB, kind sensors.Kind, scan int64, readings []sensors.Reading) (answered, made int) {
	t.Helper()
	s, err := game.NewSession(game.Options{Kind: kind, Scan: scan})
	if err != nil {
		t.Fatal(err)
	}
	s.Begin()
	var sign gesture.Sign
	lit := false
	look := func(now int64) {
		l := s.Look()
		l.T = now
		if sign.Look(&l) {
			made++
		}
		if sign.Answered() && !lit {
			answered++
		}
		lit = sign.Answered()
	}
	end := sensors.Reading{T: readings[len(readings)-1].T + 60_000}
	for _, r := range append(slices.Clone(readings), end) {
		for {
			at, ok := sign.Next()
			if next, is := s.Next(); is && (!ok || next < at) {
				at, ok = next, true
			}
			if !ok || at >= r.T {
				break
			}
			s.Advance(at)
			look(at)
		}
		s.Read(r)
		look(r.T)
	}
	return answered, made
}

// ponder lets hands stand still for one to five minutes at some moments, wherever they are: with a man in the air, a king,
// a piece captured and its captor not yet there.
func ponder(readings []sensors.Reading, rng *rand.Rand) (out []sensors.Reading) {
	late := int64(0)
	for _, r := range readings {
		if rng.IntN(12) == 0 {
			late += 60_000 + rng.Int64N(240_000)
		}
		r.T += late
		out = append(out, r)
	}
	return out
}

// TestNoGestureInPlay: hands of all kinds that play, adjust, hold men in thought and put them home never open the menu.
func TestNoGestureInPlay(t *testing.T) {
	n := times(8, 150, 1)
	games, results := played(t)
	total, answered, made := 0, 0, 0
	count := func(kind sensors.Kind, readings []sensors.Reading, kings bool) {
		a, m := watch(t, kind, 10, readings)
		total, answered, made = total+1, answered+a, made+m
		if m > 0 || a > 0 && !kings { // kings on their way to show the result may be held for so long
			t.Errorf("%v, game %d: the lights answered %d times, and the menu was opened %d times", kind, total, a, m)
		}
	}
	for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
		for p, profile := range []sim.Profile{sim.Clean, sim.Club, sim.Blitz, sim.Rough, sim.Gaps} {
			for i := range n {
				seed := uint64(p*1000 + i)
				rng := rand.New(rand.NewPCG(seed, 77))
				h := sim.Hands{Profile: profile, Seed: seed, Kind: kind, Scan: 10, Lever: i%2 == 0}
				acted, err := h.Play(rules.StartPosition(), games[(p*n+i)%len(games)], results[(p*n+i)%len(games)])
				if err != nil {
					t.Fatal(err)
				}
				kings := slices.Contains(acted.Labels, "result-kings")
				count(kind, acted.Trace.Readings, kings)
				count(kind, ponder(acted.Trace.Readings, rng), kings)
			}
		}
		for i := range n { // evenings, at whose ends men come home in any order
			e := &evening{kind: kind, stand: initialFrame(sensors.Piece), rng: rand.New(rand.NewPCG(uint64(i), 78))}
			for j := range 2 {
				moves := games[(2*i+j)%len(games)]
				acted, err := sim.Hands{Profile: sim.Club, Seed: uint64(i), Kind: kind, Scan: 10}.Play(rules.StartPosition(), moves[:min(len(moves), 30)], "*")
				if err != nil {
					t.Fatal(err)
				}
				e.play(acted)
				e.now += 3000
				e.tidy()
				e.now += 1500
			}
			count(kind, e.readings, false)
		}
	}
	t.Logf("in %d games the lights answered %d times, and the menu was opened %d times", total, answered, made)
}

// TestGestureIsSeen: the test above watches as it should. In the midst of those games the sign is made, and always seen.
func TestGestureIsSeen(t *testing.T) {
	n := times(20, 200, 4)
	games, _ := played(t)
	for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
		for i := range n {
			moves := games[i%len(games)]
			moves = moves[:min(len(moves), i%20)]
			acted, err := sim.Hands{Profile: sim.Club, Seed: uint64(i), Kind: kind, Scan: 10}.Play(rules.StartPosition(), moves, "*")
			if err != nil {
				t.Fatal(err)
			}
			pos := rules.StartPosition()
			for _, m := range moves {
				pos = pos.Play(m)
			}
			if pos.Outcome() != rules.None {
				continue
			}
			e := &evening{kind: kind, stand: initialFrame(sensors.Piece)}
			e.play(acted)
			e.stand = placementOf(&pos)
			white, black := pos.King(rules.White), pos.King(rules.Black)
			for _, step := range []struct {
				wait int64
				at   square.Square
				is   sensors.Contact
			}{{6000, black, sensors.Nothing}, {400, white, sensors.Nothing}, {2500, black, sensors.BlackKing}, {300, white, sensors.WhiteKing}} {
				e.now += step.wait
				e.set(step.at, step.is)
			}
			if answered, made := watch(t, kind, 10, e.readings); answered != 1 || made != 1 {
				t.Errorf("%v, game %d, %d moves: the lights answered %d times, and the menu was opened %d times", kind, i, len(moves), answered, made)
			}
		}
	}
}
