package rules

import "testing"

var fuzzFENs = []string{
	StartFEN,
	"4k3/8/8/3pP3/8/8/8/4RK2 w - d6 0 1",
	"4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1",
	"4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",
	"2rk3r/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1",
	"rn2k3/2P1P3/8/8/8/8/2p1p3/RN2K3 w Q - 0 1",
	"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
	"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
	"8/8/8/8/8/8/8/8 w HAha a3 9999 0",
	"4k3/8/8/8/8/8/8/4K3 b - - 9999 9999",
	"KKKKKKKK/8/8/8/8/8/8/qqqqqqqq b abc - 1",
	"",
}

// FuzzFEN: a setup that was read is written and read to the same; a position from it has legal moves only that leave
// sane positions.
func FuzzFEN(f *testing.F) {
	for _, s := range fuzzFENs {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		setup, err := ParseFEN(s)
		if err != nil {
			return
		}
		again, err := ParseFEN(setup.FEN())
		if err != nil || again != setup {
			t.Fatalf("%q: %q: %v", s, setup.FEN(), err)
		}
		p, err := setup.Position()
		if err != nil {
			return
		}
		checkRoundTrips(t, &p)
		checkKey(t, &p)
		newTwin(&p).compare(t, &p)
		for _, m := range p.LegalMoves(nil) {
			q := p.Play(m)
			checkKey(t, &q)
			if _, err := q.Setup().Position(); err != nil {
				t.Fatalf("%s %s: %v", p.FEN(), m, err)
			}
		}
	})
}

// fuzzMoves runs a reader of moves: what it reads is legal and is read again from what is written of it.
func fuzzMoves(f *testing.F, read func(*Position, string) (Move, error), write func(*Position, Move) string) {
	for i, s := range []string{
		"e4", "exd6 e.p.", "O-O-O+!", "b1", "Kg1", "exd8=Q#", "e8(N)", "e1h1", "e7e8q", "--", "0-0", "Rb1xb2++", "((", "=Q", "a8=", "",
	} {
		f.Add(fuzzFENs[i%len(fuzzFENs)], s)
	}
	f.Fuzz(func(t *testing.T, fen, s string) {
		setup, err := ParseFEN(fen)
		if err != nil {
			return
		}
		p, err := setup.Position()
		if err != nil {
			return
		}
		agreeOnSAN(t, &p, s)
		m, err := read(&p, s)
		if err != nil {
			if m != NoMove {
				t.Fatalf("%s %q: %s with %v", fen, s, m, err)
			}
			return
		}
		again, err := read(&p, write(&p, m))
		if !p.IsLegal(m) || err != nil || again != m {
			t.Fatalf("%s %q: read %s, written %s, %v", fen, s, m, write(&p, m), err)
		}
	})
}

func FuzzSAN(f *testing.F) { fuzzMoves(f, (*Position).ParseSAN, (*Position).SAN) }
func FuzzUCI(f *testing.F) { fuzzMoves(f, (*Position).ParseUCI, (*Position).UCI) }
