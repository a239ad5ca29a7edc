package pgn

import (
	"math/rand/v2"
	"testing"

	"jadoube/rules"
)

// TestQuickSAN compares quickSAN with the slow way: it reads nothing otherwise, and most moves of a game at all.
func TestQuickSAN(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	read, all := 0, 0
	for _, fen := range []string{
		rules.StartFEN, "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R b KQkq - 3 12", "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
		"1rk4r/8/8/8/8/8/8/R1K2R2 w KQkq - 0 1", "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "4k3/8/8/KPpP3r/8/8/4r3/8 w - c6 0 1",
	} {
		for range 3 {
			p := rules.MustFEN(fen)
			for moves := p.LegalMoves(nil); len(moves) > 0 && p.FullMove() < 60; moves = p.LegalMoves(nil) {
				for _, m := range moves {
					quickAgrees(t, &p, m.String())
					if all++; quickAgrees(t, &p, p.SAN(m)) {
						read++
					}
				}
				for range 30 {
					quickAgrees(t, &p, babble(r))
					var q rules.Position
					m := rules.Move(r.IntN(1 << 16))
					if quickPlay(&p, &q, m) && !p.IsLegal(m) {
						t.Fatalf("%s is not legal in %s", m, p.FEN())
					}
				}
				p = p.Play(moves[r.IntN(len(moves))])
			}
		}
	}
	if read < all*3/4 {
		t.Errorf("of %d moves %d were read", all, read)
	}
}

// babble is what may look like a move.
func babble(r *rand.Rand) string {
	b := make([]byte, 1+r.IntN(6))
	for i := range b {
		const letters = "abcdefgh12345678KQRBNPx+#=-O"
		b[i] = letters[r.IntN(len(letters))]
	}
	return string(b)
}

// quickAgrees reports whether quickSAN reads a text, and fails where it reads it otherwise than ParseSAN.
func quickAgrees(t *testing.T, p *rules.Position, text string) bool {
	t.Helper()
	var q rules.Position
	m, ok := quickSAN(p, &q, text)
	if !ok {
		return false
	}
	want, err := p.ParseSAN(text)
	if err != nil || m != want {
		t.Fatalf("%s in %s: %s, not %s, %v", text, p.FEN(), m, want, err)
	}
	if !quickPlay(p, &q, m) {
		t.Fatalf("%s in %s: not played", text, p.FEN())
	}
	if after := p.Play(m); after.FEN() != q.FEN() || !after.Same(&q) {
		t.Fatalf("%s in %s: played to %s", text, p.FEN(), q.FEN())
	}
	return true
}
