package rules

import (
	"testing"

	"jadoube/rules/square"
)

func TestPassedPawns(t *testing.T) {
	for _, tc := range []struct {
		name, fen    string
		white, black square.Set
	}{
		{"none", StartFEN, 0, 0},
		{"alone", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", square.Of(square.D5), 0},
		{"a pawn before it", "4k3/3p4/8/3P4/8/8/8/4K3 w - - 0 1", 0, 0},
		{"a pawn beside its way", "4k3/4p3/8/3P4/8/8/8/4K3 w - - 0 1", 0, 0},
		{"level with one", "4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1", square.Of(square.D5), square.Of(square.E5)},
		{"past one", "4k3/8/3P4/2p5/8/8/8/4K3 w - - 0 1", square.Of(square.D6), square.Of(square.C5)},
		{"two files away", "4k3/1p6/8/3P4/8/8/8/4K3 w - - 0 1", square.Of(square.D5), square.Of(square.B7)},
		{"no way round the edge", "4k3/7p/8/P7/8/8/8/4K3 w - - 0 1", square.Of(square.A5), square.Of(square.H7)},
		{"doubled", "4k3/8/8/3P4/3P4/8/8/4K3 w - - 0 1", square.Of(square.D4, square.D5), 0},
		{"a piece is no pawn", "4k3/3n4/8/3P4/8/8/8/4K3 w - - 0 1", square.Of(square.D5), 0},
		{"about to promote", "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1", square.Of(square.A7), square.Of(square.H2)},
	} {
		p := MustFEN(tc.fen)
		if w, b := p.PassedPawns(White), p.PassedPawns(Black); w != tc.white || b != tc.black {
			t.Errorf("%s: got %s and %s, want %s and %s", tc.name, w, b, tc.white, tc.black)
		}
	}
}

func TestMarchOf(t *testing.T) {
	p := MustFEN("4k3/P6p/8/1P4p1/8/5p2/2P5/4K3 w - - 0 1")
	for s, want := range map[square.Square]int{
		square.A7: 1, square.B5: 3, square.C2: 5, square.H7: 5, square.G5: 4, square.F3: 2, square.E1: 0, square.E4: 0, square.None: 0,
	} {
		if got := p.MarchOf(s); got != want {
			t.Errorf("%s: got %d, want %d", s, got, want)
		}
	}
}
