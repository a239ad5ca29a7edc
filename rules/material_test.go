package rules

import "testing"

func TestMaterial(t *testing.T) {
	for _, tc := range []struct {
		fen          string
		white, black Centipawns
	}{
		{StartFEN, 4000, 4000},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0, 0},
		{"4k3/p7/8/8/8/8/8/4KB2 w - - 0 1", 350, 100},
		{"q3k1n1/8/8/8/8/8/8/R3K2R w - - 0 1", 1000, 1200},
	} {
		p := MustFEN(tc.fen)
		if w, b := p.Material(White), p.Material(Black); w != tc.white || b != tc.black || p.Balance() != w-b {
			t.Errorf("%s: %d and %d, balance %d", tc.fen, w, b, p.Balance())
		}
	}
}

// The values keep the order that they are taught for.
func TestValues(t *testing.T) {
	minor, pawn := Knight.Value(), Pawn.Value()
	if Bishop.Value() <= minor || Bishop.Value() >= minor+pawn {
		t.Errorf("a bishop is worth %d, not slightly more than a knight", Bishop.Value())
	}
	if r := Rook.Value(); r <= Bishop.Value()+pawn || r >= Bishop.Value()+2*pawn || r >= minor+3*pawn {
		t.Errorf("a rook is worth %d", r)
	}
	if Bishop.Value().Pawns() != 3.5 || King.Value() != 0 || NoRole.Value() != 0 || Role(200).Value() != 0 {
		t.Error("values in pawns, or of what has none, are wrong")
	}
	for r := NoRole; r <= King; r++ {
		if r.IsMinor() != (r == Knight || r == Bishop) || r.IsMajor() != (r == Rook || r == Queen) {
			t.Errorf("%s: minor %v, major %v", r, r.IsMinor(), r.IsMajor())
		}
	}
}
