package rules

import (
	"testing"

	"jadoube/rules/square"
)

func TestDevelopment(t *testing.T) {
	sq := square.Of
	for _, tc := range []struct {
		name, fen string
		c         Color
		want      Development
	}{
		{"start", StartFEN, White, Development{
			Home: sq(square.B1, square.C1, square.F1, square.G1), Castling: sq(square.A1, square.H1),
		}},
		{"Italian", "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", White, Development{
			Out: sq(square.C4, square.F3), Home: sq(square.B1, square.C1), Pawns: sq(square.E4), Held: sq(square.E4),
			Controlled: sq(square.D5), Castling: sq(square.A1, square.H1),
		}},
		{"Italian, Black", "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4", Black, Development{
			Out: sq(square.C5, square.C6), Home: sq(square.C8, square.G8), Pawns: sq(square.E5), Held: sq(square.E5),
			Controlled: sq(square.D4), Castling: sq(square.A8, square.H8),
		}},
		{"castled", "4k3/8/8/8/8/8/8/5RK1 w - - 0 1", White, Development{}},
		{"a piece on the enemy's back rank is out", "4k1N1/8/8/8/8/8/8/4K3 w - - 0 1", White, Development{Out: sq(square.G8)}},
	} {
		p := MustFEN(tc.fen)
		if got := p.Development(tc.c); got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.name, got, tc.want)
		}
	}
	if Centre != sq(square.D4, square.E4, square.D5, square.E5) {
		t.Errorf("the centre is %s", Centre)
	}
}
