package rules

import (
	"strings"
	"testing"
)

// play plays moves in algebraic notation and returns the ply at which a position stood for the third time, 0 when
// none did.
func playAll(t *testing.T, h *History, moves string) (third int) {
	t.Helper()
	for _, san := range strings.Fields(moves) {
		m, err := h.Current().ParseSAN(san)
		if err != nil {
			t.Fatalf("after %d: %v", h.Len(), err)
		}
		h.Push(m)
		if third == 0 && h.Count() == 3 {
			third = h.Len()
		}
	}
	return third
}

func TestRepetition(t *testing.T) {
	const knights = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"
	for _, tc := range []struct {
		name, fen, moves string
		third            int
	}{
		{"the start counts", StartFEN, knights, 8},
		{"nobody can take in passing", StartFEN, "e4 e5 " + knights, 10},
		{"the capturer is pinned", "k3r3/3p4/8/4P3/8/8/8/4K2R b - - 0 1", "d5 Rh2 Kb8 Rh1 Ka8 Rh2 Kb8 Rh1 Ka8", 9},
		{"taking in passing is legal", "k7/3p4/8/4P3/8/8/8/4K2R b - - 0 1", "d5 Rh2 Kb8 Rh1 Ka8 Rh2 Kb8 Rh1 Ka8 Rh2", 10},
		{"a right lost by a round trip", "r3k3/8/8/8/8/8/8/4K2R w K - 0 1", strings.Repeat("Rg1 Rb8 Rh1 Ra8 ", 3), 9},
		{
			"a promoted rook for another", "8/3P4/8/8/8/k7/8/K6R w - - 0 1",
			"d8=R Kb3 Rdd1 Ka3 Rh8 Kb3 Rdh1 Ka3 Rd8 Kb3 R8d1 Ka3 Rh8 Kb3 Rdh1 Ka3 Rd8 Kb3 R8d1 Ka3", 17,
		},
	} {
		h := NewHistory(MustFEN(tc.fen))
		if got := playAll(t, h, tc.moves); got != tc.third {
			t.Errorf("%s: third time at ply %d, want %d", tc.name, got, tc.third)
		}
	}
}

// The position in which both rooks stand at home, one of them a pawn once.
func TestRepetitionOfSwappedRooks(t *testing.T) {
	h := NewHistory(MustFEN("8/3P4/8/8/8/k7/8/K6R w - - 0 1"))
	playAll(t, h, "d8=R Kb3 Rdd1 Ka3"+strings.Repeat(" Rh8 Kb3 Rdh1 Ka3 Rd8 Kb3 R8d1 Ka3", 2))
	for ply, want := range map[int]int{4: 1, 12: 2, 20: 3} {
		if got := h.CountAt(ply); got != want {
			t.Errorf("ply %d: got %d, want %d", ply, got, want)
		}
	}
}

func TestRookTakenAtHome(t *testing.T) {
	h := NewHistory(MustFEN("4k3/8/8/8/8/5b2/6P1/R3K2R b KQ - 0 1"))
	playAll(t, h, "Bxg2 a1a2 Bxh1")
	if got := h.Current().FEN(); got != "4k3/8/8/8/8/8/R7/4K2b w - - 0 3" {
		t.Errorf("got %s", got)
	}
	h.Pop()
	if got := h.Current().FEN(); got != "4k3/8/8/8/8/8/R5b1/4K2R b K - 1 2" {
		t.Errorf("taken back: got %s", got)
	}
}

func TestHistoryPop(t *testing.T) {
	h := NewHistory(StartPosition())
	if m := h.Pop(); m != NoMove || h.Len() != 0 {
		t.Errorf("popped %s from nothing", m)
	}
	playAll(t, h, "e4 e5 Nf3")
	if m := h.Pop(); m.String() != "g1f3" || h.Len() != 2 || h.Current().FullMove() != 2 {
		t.Errorf("popped %s, %d left", m, h.Len())
	}
	playAll(t, h, "Nc3")
	if len(h.Moves()) != 3 || h.At(0).FEN() != StartFEN || h.CountAt(0) != 1 {
		t.Error("the start is not what it was")
	}
}

func TestCounters(t *testing.T) {
	for _, tc := range []struct{ fen, moves, want string }{
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 9 9", "e4", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 9"},
		{"1b2k2r/8/8/8/8/8/8/6K1 b k - 0 1", "Ba7+", "4k2r/b7/8/8/8/8/8/6K1 w k - 1 2"},
		{"4k3/8/8/8/8/8/8/4K2r w - - 30 31", "Kd2 Rh2 Kc3 Rh3+", "4k3/8/8/8/8/2K4r/8/8 w - - 34 33"},
		{"4k3/P7/8/8/8/8/8/4K3 w - - 30 31", "a8=N", "N3k3/8/8/8/8/8/8/4K3 b - - 0 31"},
	} {
		h := NewHistory(MustFEN(tc.fen))
		playAll(t, h, tc.moves)
		if got := h.Current().FEN(); got != tc.want {
			t.Errorf("%s %s: got %s, want %s", tc.fen, tc.moves, got, tc.want)
		}
	}
}

// What a FEN says of en passant makes no other position unless a pawn may legally take.
func TestSameWithoutLegalEnPassant(t *testing.T) {
	for _, tc := range []struct {
		name, a, b string
		same       bool
	}{
		{"nobody beside the pawn", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", true},
		{"the capturer is pinned", "k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "k3r3/8/8/3pP3/8/8/8/4K3 w - - 0 1", true},
		{"both pawns shield the king", "8/8/8/8/k1pP3R/8/8/4K3 b - d3 0 1", "8/8/8/8/k1pP3R/8/8/4K3 b - - 0 1", true},
		{"another check", "4k3/8/8/2pP4/8/3n4/8/4K3 w - c6 0 1", "4k3/8/8/2pP4/8/3n4/8/4K3 w - - 0 1", true},
		{"a pawn may take", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", false},
		{"a right that is blocked for ever", "4k3/8/8/8/8/8/p7/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/p7/R3K3 w - - 0 1", false},
		{"other counters", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 40 73", true},
		{"another to move", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", false},
		{"another rook has the right", "4k3/8/8/8/8/8/8/RR2K3 w A - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", false},
	} {
		a, b := MustFEN(tc.a), MustFEN(tc.b)
		if a.Same(&b) != tc.same || (a.Key() == b.Key()) != tc.same {
			t.Errorf("%s: same %v, keys %x and %x", tc.name, a.Same(&b), a.Key(), b.Key())
		}
	}
}
