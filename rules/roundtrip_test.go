package rules

import (
	"math/rand/v2"
	"testing"

	"jadoube/rules/square"
)

// checkRoundTrips fails unless every legal move can be read back from each notation, and p from its FEN.
func checkRoundTrips(t testing.TB, p *Position) {
	t.Helper()
	q, err := ParseFEN(p.FEN())
	if err != nil {
		t.Fatal(err)
	}
	back, err := q.Position()
	if err != nil {
		t.Fatal(err)
	}
	if back != *p {
		t.Fatalf("%s became %s", p.FEN(), back.FEN())
	}
	sans := map[string]bool{}
	for _, m := range p.LegalMoves(nil) {
		san, uci, uci960 := p.SAN(m), p.UCI(m), p.UCI960(m)
		if sans[san] {
			t.Errorf("%s: %s means two moves", p.FEN(), san)
		}
		sans[san] = true
		for text, parse := range map[string]func(string) (Move, error){san: p.ParseSAN, uci: p.ParseUCI, uci960: p.ParseUCI} {
			if got, err := parse(text); err != nil || got != m {
				t.Errorf("%s: %s of %s read as %s, %v", p.FEN(), text, m, got, err)
			}
		}
	}
}

// checkKey fails unless the key kept through the moves is that of a fresh start, and check likewise.
func checkKey(t testing.TB, p *Position) {
	t.Helper()
	if p.Key() != p.freshKey() {
		t.Errorf("%s: key %x, fresh %x", p.FEN(), p.Key(), p.freshKey())
	}
	if got := p.Attackers(p.King(p.Turn()), p.Turn().Other()); got != p.Checkers() {
		t.Errorf("%s: checkers %s, attackers of the king %s", p.FEN(), p.Checkers(), got)
	}
}

func TestRoundTrips(t *testing.T) {
	games := depthOf(40, 400)
	if testing.Short() {
		games = 6
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range games {
		randomGame(r, randomStart(r), 200, func(p *Position, _ Move) {
			checkRoundTrips(t, p)
			checkKey(t, p)
		})
	}
}

func TestVictim(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		randomGame(r, randomStart(r), 150, func(p *Position, next Move) {
			for _, m := range p.LegalMoves(nil) {
				q := p.Play(m)
				fewer := p.Occupied().Len() - q.Occupied().Len()
				if p.IsCapture(m) != (fewer == 1) {
					t.Errorf("%s %s: capture %v, %d pieces fewer", p.FEN(), m, p.IsCapture(m), fewer)
				}
				v := p.Victim(m)
				if v != square.None && !p.Side(p.Turn().Other()).Has(v) {
					t.Errorf("%s %s: victim on %s is not the opponent's", p.FEN(), m, v)
				}
			}
		})
	}
}

// Keys of different positions differ: all positions to depth 3 from one with castling and en passant.
func TestKeysDiffer(t *testing.T) {
	p := MustFEN("r3k2r/3p1p2/8/4P3/3pP3/8/2P2P2/R3K2R w KQkq - 0 1")
	seen := map[uint64]Position{}
	var walk func(p *Position, depth int)
	walk = func(p *Position, depth int) {
		if old, ok := seen[p.Key()]; ok && !old.Same(p) {
			t.Fatalf("%s and %s have the same key", old.FEN(), p.FEN())
		}
		seen[p.Key()] = *p
		if depth == 0 {
			return
		}
		for _, m := range p.LegalMoves(nil) {
			q := p.Play(m)
			walk(&q, depth-1)
		}
	}
	walk(&p, 3)
}
