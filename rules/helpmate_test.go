package rules

import (
	"math/rand/v2"
	"testing"

	"jadoube/rules/square"
)

// The table finds again what it holds, also after it has grown, and tells the sides to move apart.
func TestHuntTable(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	var table huntTable
	index := map[Position]int32{}
	start := StartPosition()
	table.add(&start, -1, NoMove)
	index[uncounted(start)] = 0
	for range 200 {
		randomGame(r, start, 60, func(p *Position, m Move) {
			if m == NoMove {
				return
			}
			from := index[uncounted(*p)]
			next := p.Play(m)
			i, fresh := table.add(&next, from, m)
			want, known := index[uncounted(next)]
			if fresh == known || known && i != want {
				t.Fatalf("%s: index %d, new %t, want %d", next.FEN(), i, fresh, want)
			}
			index[uncounted(next)] = i
			if got := &table.at(i).p; !got.Same(&next) {
				t.Fatalf("%s came back as %s", next.FEN(), got.FEN())
			}
		})
	}
}

// A queue gives the best first, each once, and nothing that was taken elsewhere.
func TestHuntQueue(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	var table huntTable
	var q huntQueue
	estimates := make([]int, 8*huntChunk)
	for i := range estimates {
		if i%huntChunk == 0 {
			table.nodes = append(table.nodes, new([huntChunk]huntNode))
		}
		estimates[i] = r.IntN(700)
		q.put(&table, 1, int32(i), estimates[i])
		table.at(int32(i)).done = i%4 == 0
	}
	last, records, taken := -1, 0, 0
	for i, record := q.take(&table, 1); i >= 0; i, record = q.take(&table, 1) {
		e := min(estimates[i], maxEstimate)
		if e < last || table.at(i).done {
			t.Fatalf("position %d with estimate %d, done %t, after %d", i, e, table.at(i).done, last)
		}
		table.at(i).done = true
		last, records, taken = e, records+b2i(record), taken+1
	}
	if taken != 6*huntChunk || records != 1 {
		t.Errorf("%d taken, %d records, want %d, 1", taken, records, 6*huntChunk)
	}
}

// Many men's moves at once are those of each.
func TestFills(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	for range 2000 {
		b := square.Set(r.Uint64() & r.Uint64() & r.Uint64())
		free := square.Set(r.Uint64() | r.Uint64()) // the rest hinders
		for role, got := range map[Role]square.Set{
			King: kingSteps(b), Knight: knightSteps(b), Bishop: diagonals(b, free), Rook: straights(b, free),
			Pawn: pawnCaptures(b, White),
		} {
			var want square.Set
			for s := range b.Squares() {
				want |= attacksFrom(role, White, s, ^free)
			}
			if got != want {
				t.Fatalf("%s on %s with %s free: got %s, want %s", role, b, free, got, want)
			}
		}
	}
}
