package game

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jadoube/sensors"
)

// cheapest is the honest twin of assign: it tries every choice.
func cheapest(costs [][]int, taken int) int {
	if len(costs) == 0 {
		return 0
	}
	best := -1
	for j, c := range costs[0] {
		if taken>>j&1 != 0 {
			continue
		}
		if sum := c + cheapest(costs[1:], taken|1<<j); best < 0 || sum < best {
			best = sum
		}
	}
	return best
}

func TestAssign(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		rows := r.IntN(6)
		cols := rows + r.IntN(3)
		costs := make([][]int, rows)
		for i := range costs {
			costs[i] = make([]int, cols)
			for j := range costs[i] {
				costs[i][j] = r.IntN(30)
			}
		}
		got := assign(costs)
		sum := 0
		for i, j := range got {
			sum += costs[i][j]
		}
		if sorted := slices.Compact(slices.Sorted(slices.Values(got))); len(sorted) != rows {
			t.Fatalf("%v: columns %v", costs, got)
		}
		if want := cheapest(costs, 0); sum != want {
			t.Fatalf("%v: %v costs %d, possible is %d", costs, got, sum, want)
		}
	}
}

func placement(t *testing.T, fen string) sensors.Frame {
	t.Helper()
	f, err := sensors.ParsePlacement(fen)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// words puts steps into words: "e4-e2 P", "+d1 Q", "a3-".
func words(steps []step) (out []string) {
	for _, s := range steps {
		switch {
		case !s.from.Valid():
			out = append(out, "+"+s.to.String()+" "+string(s.piece.Letter()))
		case !s.to.Valid():
			out = append(out, s.from.String()+"-")
		default:
			out = append(out, s.from.String()+"-"+s.to.String()+" "+string(s.piece.Letter()))
		}
	}
	return out
}

func TestPlan(t *testing.T) {
	for _, c := range []struct {
		name, have, want string
		kind             sensors.Kind
		steps            []string
	}{
		{"nothing to do", "8/8/8/8/8/8/8/4K3", "8/8/8/8/8/8/8/4K3", sensors.Piece, nil},
		{"the nearest", "8/8/8/8/4P3/8/8/8", "8/8/8/8/8/8/P3P3/8", sensors.Piece, []string{"e4-e2 P", "+a2 P"}},
		{"the least sum, not the nearest first", "8/8/8/8/8/8/8/1PP5", "8/8/8/8/8/8/8/P1P5", sensors.Piece, []string{"b1-a1 P"}},
		{"by colour", "8/8/8/8/8/8/8/Pp6", "8/8/8/8/8/8/8/2pP4", sensors.Colour, []string{"b1-c1 p", "a1-d1 P"}},
		{"by occupancy all are alike", "8/8/8/8/8/8/8/Pp6", "8/8/8/8/8/8/8/2pP4", sensors.Occupancy, []string{"a1-c1 p", "b1-d1 P"}},
		{"what belongs nowhere goes", "8/8/8/8/8/8/8/QR6", "8/8/8/8/8/8/8/1R6", sensors.Piece, []string{"a1-"}},
		{"a square is cleared before it is filled", "8/8/8/8/8/8/8/RQ6", "8/8/8/8/8/8/8/1R6", sensors.Piece, []string{"b1-", "a1-b1 R"}},
		{"a chain", "8/8/8/8/8/8/8/RQN5", "8/8/8/8/8/8/8/1RQN4", sensors.Piece, []string{"c1-d1 N", "a1-b1 R", "b1-c1 Q"}},
		{"a swap", "8/8/8/8/8/8/8/RQ6", "8/8/8/8/8/8/8/QR6", sensors.Piece, []string{"a1-", "a1-b1 R", "b1-a1 Q"}},
	} {
		have, want := placement(t, c.have).As(c.kind), placement(t, c.want)
		if got := words(plan(&have, &want)); !slices.Equal(got, c.steps) {
			t.Errorf("%s: %q, want %q", c.name, got, c.steps)
		}
	}
}

// TestPlanLeads follows plans from any placement to any other: each first step can be done, and they come to an end.
func TestPlanLeads(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	random := func() (f sensors.Frame) {
		for range r.IntN(33) {
			f[r.IntN(64)] = sensors.WhitePawn + sensors.Contact(r.IntN(12))
		}
		return f
	}
	for range 500 {
		kind := sensors.Kind(1 + r.IntN(3))
		have, want := random(), random()
		for n := 0; ; n++ {
			seen := have.As(kind)
			steps := plan(&seen, &want)
			if len(steps) == 0 {
				break
			}
			s := steps[0]
			if s.from.Valid() && have[s.from] == sensors.Nothing || s.to.Valid() && have[s.to] != sensors.Nothing {
				t.Fatalf("step %v from %s to %s can't be done", s, have, want)
			}
			if s.to.Valid() {
				have[s.to] = s.piece
			}
			if s.from.Valid() {
				have[s.from] = sensors.Nothing
			}
			if n > 128 {
				t.Fatalf("no end of steps from %s to %s", have, want)
			}
		}
		if have.As(kind) != want.As(kind) {
			t.Fatalf("led to %s, not %s", have.As(kind), want.As(kind))
		}
	}
}
