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
		q = p.Play(m)
		n += playedPerft(&q, depth-1)
	}
	return n
}
