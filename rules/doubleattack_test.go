package rules

import (
	"slices"
	"strings"
	"testing"
)

func attackText(attacks []DoubleAttack) string {
	var words []string
	for _, a := range attacks {
		words = append(words, a.By.String()+a.Targets.String())
	}
	return strings.Join(words, " ")
}

func TestDoubleAttacks(t *testing.T) {
	for _, tc := range []struct {
		name, fen    string
		white, black string
	}{
		{"none", StartFEN, "", ""},
		{"knight on king and rook", "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", "c7{a8 e8}", ""},
		{"the king takes it", "r2k4/2N5/8/8/8/8/8/4K3 b - - 0 1", "", ""},
		{"its protector", "r2k4/2N5/8/8/5B2/8/8/4K3 b - - 0 1", "", ""},
		{"a pawn on two knights", "4k3/8/2n1n3/3P4/8/8/8/4K3 b - - 0 1", "d5{c6 e6}", ""},
		{"the bishop takes it", "4k3/8/2n1b3/3P4/8/8/8/4K3 b - - 0 1", "", ""},
		{"on two it would be taken by", "4k3/8/2n1r3/8/3N4/8/8/5K2 b - - 0 1", "", ""},
		{"a queen on two protected pieces", "4k3/p5p1/1b3n2/8/3Q4/8/8/4K3 b - - 0 1", "", ""},
		{"a queen on king and loose rook", "r3k3/8/8/7r/4Q3/8/8/6K1 b - - 0 1", "e4{a8 e8}", ""},
		{"the other rook protects it when the king moves", "r3k2r/8/8/8/4Q3/8/8/4K3 b - - 0 1", "", ""},
		{"one saves the other", "4k3/8/r6r/8/8/3Q4/8/4K3 b - - 0 1", "", ""},
		{"with the move one is taken", "4k3/8/r6r/8/8/3Q4/8/4K3 w - - 0 1", "", ""},
		{"a rook behind, a rook before", "6k1/8/8/n3R2n/8/8/8/4K3 b - - 0 1", "e5{a5 h5}", ""},
		{"a check in between saves one", "6k1/8/8/n3R2q/8/8/8/4K3 b - - 0 1", "", ""},
		{"a king on two", "8/8/8/3b4/3K4/2r5/8/7k b - - 0 1", "d4{c3 d5}", ""},
		{"a knight on bishop and rook", "6k1/3r4/2b5/4N3/8/8/6PP/R6K b - - 0 1", "e5{c6 d7}", ""},
		{"the knight is pinned", "4r1k1/3r4/2b5/4N3/8/8/6PP/R3K3 b - - 0 1", "", ""},
		{"the queen may take it, at a loss", "r3k3/2N3q1/8/8/5B2/8/8/4K3 b - - 0 1", "c7{a8 e8}", ""},
		{"no moves, no attack", "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1", "", ""},
	} {
		p := MustFEN(tc.fen)
		if w, b := attackText(p.DoubleAttacks(White)), attackText(p.DoubleAttacks(Black)); w != tc.white || b != tc.black {
			t.Errorf("%s: got %q and %q, want %q and %q", tc.name, w, b, tc.white, tc.black)
		}
	}
}

func TestDoubleAttackMoves(t *testing.T) {
	for _, tc := range []struct{ name, fen, want string }{
		{"none", StartFEN, ""},
		{"a knight's two ways", "r3k2r/8/8/3N4/8/8/8/4K3 w - - 0 1", "Nc7+"},
		{"a pawn", "4k3/8/2n1n3/8/8/3P4/8/4K3 w - - 0 1", ""},
		{"a pawn that is protected", "4k3/8/1n1n4/8/2P5/8/8/4K3 w - - 0 1", "c5"},
		{"castling", "5k2/8/8/8/8/8/8/1n2K2R w K - 0 1", "O-O+"},
		{"a promotion to a knight", "8/2q1P3/8/3k4/8/8/8/4K3 w - - 0 1", ""},
		{"a promotion to a knight, in reach", "8/2q1P3/5k2/8/8/8/8/4K3 w - - 0 1", "e8=N+"},
	} {
		p := MustFEN(tc.fen)
		var sans []string
		for _, m := range p.DoubleAttackMoves() {
			sans = append(sans, p.SAN(m))
		}
		slices.Sort(sans)
		if got := strings.Join(sans, " "); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
}

// Whatever the reply to a double attack, if it loses nothing by itself, the attacker can legally take one of what it attacked.
func TestDoubleAttackIsKept(t *testing.T) {
	n := 0
	for _, p := range samplePositions(1000) {
		for _, a := range p.DoubleAttacks(p.Turn().Other()) {
			n++
			for _, m := range p.LegalMoves(nil) {
				if p.ExchangeOf(m) < 0 {
					continue
				}
				q := p.Play(m)
				if !slices.ContainsFunc(q.LegalMoves(nil), func(o Move) bool {
					return o.From() == a.By && q.IsCapture(o) && q.ExchangeOf(o) > 0
				}) {
					t.Fatalf("%s: %s saves all from %s", p.FEN(), p.SAN(m), attackText([]DoubleAttack{a}))
				}
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d double attacks", n)
	}
}
