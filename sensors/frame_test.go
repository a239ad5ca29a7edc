package sensors

import (
	"testing"

	"jadoube/rules/square"
)

func TestFrame(t *testing.T) {
	f, err := ParsePlacement("r3k3/8/8/8/4P3/8/8/4K2R w K - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		kind Kind
		want string
	}{
		{Piece, "r...k..."}, {Colour, "b...b..."}, {Occupancy, "+...+..."},
	} {
		g := f.As(tt.kind)
		if s := g.String(); len(s) != 64 || s[:8] != tt.want {
			t.Errorf("%v: %s", tt.kind, s)
		}
		for s, c := range g {
			if !c.Fits(tt.kind) {
				t.Errorf("%v: %v on %v does not fit", tt.kind, c, square.Square(s))
			}
		}
	}
	f.Apply([]Change{{square.E4, Nothing}, {square.E5, WhitePawn}, {square.None, Something}})
	if got := f.Occupied(); got != square.Of(square.A8, square.E8, square.E5, square.E1, square.H1) {
		t.Errorf("occupied %v", got)
	}
	if WhitePawn.Fits(Colour) || White.Fits(Piece) || Something.Fits(Colour) || White.Fits(Occupancy) || Contact(99).Fits(Piece) {
		t.Error("Fits takes too much")
	}
}
