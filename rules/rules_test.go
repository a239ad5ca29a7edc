package rules

import "testing"

func TestStartPosition(t *testing.T) {
	p := StartPosition()
	if got := p.FEN(); got != StartFEN {
		t.Errorf("got %s", got)
	}
	if got := Perft(&p, 4); got != 197281 {
		t.Errorf("perft 4: got %d", got)
	}
}

func TestDivide(t *testing.T) {
	p := MustFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	var sum uint64
	for _, b := range Divide(&p, 4) {
		q := p.Play(b.Move)
		if want := Perft(&q, 3); b.Nodes != want {
			t.Errorf("%s: got %d, want %d", b.Move, b.Nodes, want)
		}
		sum += b.Nodes
	}
	if want := Perft(&p, 4); sum != want || len(Divide(&p, 0)) != 0 {
		t.Errorf("got %d in all, want %d", sum, want)
	}
}

func TestNoAllocations(t *testing.T) {
	p := MustFEN("r3k2r/p4p1p/1n4n1/2b1q3/2B1Q3/1N4N1/P4P1P/R3K2R w KQkq - 4 15")
	buf := make([]Move, 0, MaxMoves)
	var sum uint64
	if n := testing.AllocsPerRun(100, func() {
		for _, m := range p.LegalMoves(buf[:0]) {
			q := p.Play(m)
			sum += q.Key() + uint64(q.Outcome()) + uint64(b2i(p.IsLegal(m)))
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

var benchPositions = []struct {
	name, fen string
	depth     int
}{
	{"start", StartFEN, 4},
	{"midgame", "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8", 3},
	{"castling", "r3k2r/1bppqpb1/p1n2np1/1p2p2p/1P2P2P/P1N2NP1/1BPPQPB1/R3K2R w KQkq - 0 1", 3},
	{"pawns", "8/2p3k1/1p1p2p1/pP1Pp1P1/P1P1Pp1p/5P1P/6K1/8 w - a6 0 1", 6},
}

func BenchmarkPerft(b *testing.B) {
	for _, bp := range benchPositions {
		p := MustFEN(bp.fen)
		b.Run(bp.name, func(b *testing.B) {
			b.ReportAllocs()
			var n uint64
			for b.Loop() {
				n += Perft(&p, bp.depth)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// BenchmarkPerftPlayed plays every leaf too, as a reader of games does.
func BenchmarkPerftPlayed(b *testing.B) {
	for _, bp := range benchPositions {
		p := MustFEN(bp.fen)
		b.Run(bp.name, func(b *testing.B) {
			b.ReportAllocs()
			var n uint64
			for b.Loop() {
				n += playedPerft(&p, bp.depth)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func playedPerft(p *Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var buf [MaxMoves]Move
	var n uint64
	var q Position
	for _, m := range p.LegalMoves(buf[:0]) {
		p.PlayTo(m, &q)
		n += playedPerft(&q, depth-1)
	}
	return n
}
