package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jadoube/rules/square"
)

// pinText writes pins as "f6<g5>d8" for one to a piece and "f6<g5>d8!" for an absolute one.
func pinText(pins []Pin) string {
	var words []string
	for _, pin := range pins {
		s := fmt.Sprintf("%s<%s>%s", pin.Pinned, pin.By, pin.To)
		if pin.Absolute {
			s += "!"
		}
		words = append(words, s)
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

func TestPins(t *testing.T) {
	for _, tc := range []struct {
		name, fen    string
		white, black string
	}{
		{"none", StartFEN, "", ""},
		{"to the king", "4k3/8/8/1b6/8/8/4N3/5K2 w - - 0 1", "e2<b5>f1!", ""},
		{"a rook on the line of the pin", "4r1k1/8/8/8/8/4R3/8/4K3 w - - 0 1", "e3<e8>e1!", ""},
		{"a pawn that may take", "4k3/8/8/8/7b/6P1/8/4K3 w - - 0 1", "g3<h4>e1!", ""},
		{"a pawn before its king", "4k3/8/8/8/7b/6P1/5K2/8 w - - 0 1", "g3<h4>f2!", ""},
		{"two in between", "4k3/8/8/b7/8/2N5/3P4/4K3 w - - 0 1", "", ""},
		{"the enemy in between", "4k3/8/8/b7/8/2n5/8/4K3 w - - 0 1", "", ""},
		{"a knight before its queen", "rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR b KQkq - 0 4", "", "f6<g5>d8"},
		{"a protected queen is lost all the same", "3qk3/8/5n2/6B1/8/8/8/4K3 b - - 0 1", "", "f6<g5>d8"},
		{"a pawn before a protected knight", "4k3/1n6/p7/8/8/8/8/R4K2 w - - 0 1", "", ""},
		{"a pawn before a loose knight", "n3k3/8/p7/8/8/8/8/R4K2 w - - 0 1", "", "a6<a1>a8"},
		{"a pawn before a guarded knight", "nk6/8/p7/8/8/8/8/R4K2 w - - 0 1", "", ""},
		{"a queen before a knight is a skewer", "n3k3/8/q7/8/8/8/8/R3K3 w - - 0 1", "", ""},
		{"to king and queen at once", "4k3/8/2n5/1B6/1R6/8/1q6/4K3 b - - 0 1", "", "c6<b5>e8!"},
		{"by one who is pinned", "4k3/8/8/8/1b6/2Q5/3K4/8 w - - 0 1", "c3<b4>d2!", ""},
		{"to its queen by one who is pinned himself", "3qk2r/8/5n2/8/7B/8/7K/8 w - - 0 1", "h4<h8>h2!", ""},
		{"en passant is none", "4k3/8/8/K2Pp2r/8/8/8/8 w - e6 0 1", "", ""},
	} {
		p := MustFEN(tc.fen)
		if w, b := pinText(p.Pins(White)), pinText(p.Pins(Black)); w != tc.white || b != tc.black {
			t.Errorf("%s: got %q and %q, want %q and %q", tc.name, w, b, tc.white, tc.black)
		}
	}
}

// In random games every legal move of a pinned piece stays on the line of its pin, and a piece that is kept from a move
// by its own king alone is pinned.
func TestPinsAgainstMoves(t *testing.T) {
	n := 0
	for _, p := range samplePositions(600) {
		if p.InCheck() {
			continue
		}
		var pinned square.Set
		for _, pin := range p.Pins(p.Turn()) {
			if pin.Absolute {
				pinned |= pin.Pinned.Set()
				n++
			}
		}
		tw := newTwin(&p)
		for s := range p.Side(p.Turn()).Without(p.King(p.Turn())).Squares() {
			for _, m := range tw.from(s.Rank(), s.File()) {
				if m.castle || p.At(s).Role() == Pawn && m.ff != m.tf && p.At(square.At(m.tf, m.tr)) == NoPiece {
					continue // en passant: two pawns leave
				}
				q := *tw
				q.play(m)
				q.white = !q.white
				if q.inCheck() && !pinned.Has(s) {
					t.Fatalf("%s: %s can't go %s but isn't pinned", p.FEN(), s, m)
				}
			}
		}
		for _, m := range p.LegalMoves(nil) {
			if king := p.King(p.Turn()); pinned.Has(m.From()) && !aligned(king, m.From(), m.To()) {
				t.Fatalf("%s: %s leaves the line of its pin", p.FEN(), m)
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d pins", n)
	}
}

// aligned reports whether three squares are on one line.
func aligned(a, b, c square.Square) bool {
	return (b.File()-a.File())*(c.Rank()-a.Rank()) == (b.Rank()-a.Rank())*(c.File()-a.File())
}
