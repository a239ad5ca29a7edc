package rules

import (
	"testing"

	"jadoube/rules/square"
)

func TestFiles(t *testing.T) {
	fileD, fileE := file(3), file(4)
	for _, tc := range []struct {
		name, fen                             string
		open, white, black, byWhite, forBlack square.Set // half-open for a side, blocked for White, blocked for Black
	}{
		{"none", StartFEN, 0, 0, 0, 0, 0},
		{"one for each", "4k3/ppp1pppp/8/8/8/8/PPPP1PPP/4K3 w - - 0 1", 0, fileE, fileD, 0, 0},
		{"open", "4k3/ppp2ppp/8/8/8/8/PPP2PPP/4K3 w - - 0 1", fileD | fileE, 0, 0, 0, 0},
		{"doubled pawns", "4k3/pppp1ppp/3p4/8/8/8/PPPP1PPP/4K3 w - - 0 1", fileE, 0, 0, 0, 0},
		{"a protected knight shuts it", "4k3/ppp2ppp/2p5/3n4/8/8/PPP2PPP/4K3 w - - 0 1", fileD | fileE, 0, 0, fileD, 0},
		{"a loose one doesn't", "4k3/ppp2ppp/8/3n4/8/8/PPP2PPP/4K3 w - - 0 1", fileD | fileE, 0, 0, 0, 0},
		{"nor does a rook", "4k3/ppp2ppp/2p5/3r4/8/8/PPP2PPP/4K3 w - - 0 1", fileD | fileE, 0, 0, 0, 0},
		{"a bishop for Black", "4k3/ppp2ppp/8/8/4B3/5P2/PPP3PP/4K3 w - - 0 1", fileD | fileE, 0, 0, 0, fileE},
	} {
		p := MustFEN(tc.fen)
		if got := p.OpenFiles(); got != tc.open {
			t.Errorf("%s: open %s, want %s", tc.name, got, tc.open)
		}
		if w, b := p.HalfOpenFiles(White), p.HalfOpenFiles(Black); w != tc.white || b != tc.black {
			t.Errorf("%s: half-open %s and %s, want %s and %s", tc.name, w, b, tc.white, tc.black)
		}
		if w, b := p.BlockedFiles(White), p.BlockedFiles(Black); w != tc.byWhite || b != tc.forBlack {
			t.Errorf("%s: blocked %s and %s, want %s and %s", tc.name, w, b, tc.byWhite, tc.forBlack)
		}
	}
}
