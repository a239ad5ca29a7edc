package rules

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"jadoube/rules/square"
)

// sliders is one way to find what bishops and rooks attack.
type sliders struct {
	name         string
	bishop, rook func(s square.Square, occupied square.Set) square.Set
}

// walk goes from square to square until something is in the way.
func walk(s square.Square, occupied square.Set, directions [][2]int) (b square.Set) {
	for _, d := range directions {
		for t := step(s, d[0], d[1]); t != 0; t = step(t.First(), d[0], d[1]) {
			b |= t
			if occupied&t != 0 {
				break
			}
		}
	}
	return b
}

// magic is a table that a multiplication indexes, one for each square: 0.8 MB in all.
type magic struct {
	mask    square.Set
	factor  uint64
	shift   uint8
	attacks []square.Set
}

func (m *magic) index(occupied square.Set) uint64 {
	return uint64(occupied&m.mask) * m.factor >> m.shift
}

// findMagic tries factors until no two different attacks meet in the table.
func findMagic(r *rand.Rand, s square.Square, directions [][2]int) (m magic) {
	for _, d := range directions { // the last square of a ray tells nothing
		for t := step(s, d[0], d[1]); t != 0; t = step(t.First(), d[0], d[1]) {
			if step(t.First(), d[0], d[1]) != 0 {
				m.mask |= t
			}
		}
	}
	m.shift = uint8(64 - m.mask.Len())
	var subsets, reaches []square.Set
	for occupied := square.Set(0); len(subsets) == 0 || occupied != 0; occupied = (occupied - m.mask) & m.mask {
		subsets, reaches = append(subsets, occupied), append(reaches, walk(s, occupied, directions))
	}
	m.attacks = make([]square.Set, len(subsets))
	for {
		if m.factor = r.Uint64() & r.Uint64() & r.Uint64(); bits.OnesCount64(uint64(m.mask)*m.factor>>56) >= 6 && m.fill(subsets, reaches) {
			return m
		}
	}
}

// fill fills the table, and stops when two different attacks meet.
func (m *magic) fill(subsets, reaches []square.Set) bool {
	clear(m.attacks)
	for i := range subsets {
		slot := &m.attacks[m.index(subsets[i])]
		if *slot != 0 && *slot != reaches[i] {
			return false
		}
		*slot = reaches[i]
	}
	return true
}

// magics returns sliders by magic multiplication, as most engines have them.
func magics() sliders {
	r := rand.New(rand.NewPCG(11, 12))
	var bishops, rooks [64]magic
	for s := range square.Square(64) {
		bishops[s] = findMagic(r, s, twinSlanted)
		rooks[s] = findMagic(r, s, twinStraight)
	}
	look := func(table *[64]magic) func(square.Square, square.Set) square.Set {
		return func(s square.Square, occupied square.Set) square.Set {
			m := &table[s&63]
			return m.attacks[m.index(occupied)]
		}
	}
	return sliders{"magics", look(&bishops), look(&rooks)}
}

// reversed returns sliders by subtraction: the difference of the occupancy and the slider flips all bits up to the first
// blocker; the other direction is the same seen upside down. Ranks are looked up.
func reversed() sliders {
	along := func(bit, mask, occupied square.Set) square.Set {
		up := occupied & mask
		down := bits.ReverseBytes64(uint64(up)) - bits.ReverseBytes64(uint64(bit))
		return (up - bit ^ square.Set(bits.ReverseBytes64(down))) & mask
	}
	return sliders{
		"reversed",
		func(s square.Square, occupied square.Set) square.Set {
			r := &rays[s&63]
			return along(1<<(s&63), r.diag, occupied) | along(1<<(s&63), r.anti, occupied)
		},
		func(s square.Square, occupied square.Set) square.Set {
			r := &rays[s&63]
			return along(1<<(s&63), r.file, occupied) | rankReach[s&7][occupied>>(s&56+1)&63]&r.rank
		},
	}
}

func ownSliders() sliders { return sliders{"lines", bishopAttacks, rookAttacks} }

func TestSliders(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	ways := []sliders{ownSliders(), reversed()}
	if !testing.Short() {
		ways = append(ways, magics())
	}
	for _, way := range ways {
		for range 5_000 {
			s, occupied := square.Square(r.IntN(64)), square.Set(r.Uint64()&r.Uint64())
			if got, want := way.bishop(s, occupied), walk(s, occupied, twinSlanted); got != want {
				t.Fatalf("%s: bishop on %s among %s: got %s, want %s", way.name, s, occupied, got, want)
			}
			if got, want := way.rook(s, occupied), walk(s, occupied, twinStraight); got != want {
				t.Fatalf("%s: rook on %s among %s: got %s, want %s", way.name, s, occupied, got, want)
			}
		}
	}
}

// BenchmarkSliders asks each way for all sliders in positions of games.
func BenchmarkSliders(b *testing.B) {
	positions := samplePositions(500)
	for _, way := range []sliders{ownSliders(), reversed(), magics()} {
		b.Run(way.name, func(b *testing.B) {
			var sum square.Set
			n := 0
			for b.Loop() {
				for i := range positions {
					p := &positions[i]
					occupied := p.Occupied()
					for s := range p.diagonal().Squares() {
						sum ^= way.bishop(s, occupied)
						n++
					}
					for s := range p.straight().Squares() {
						sum ^= way.rook(s, occupied)
						n++
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/slider")
			b.ReportMetric(0, "ns/op")
			_ = sum
		})
	}
}
