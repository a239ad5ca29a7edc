package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestHistoryOutcome(t *testing.T) {
	const knights = "Nf3 Nf6 Ng1 Ng8 "
	for _, tc := range []struct {
		name, fen, moves string
		want             Outcome
	}{
		{"a game begins", StartFEN, "", None},
		{"the fourth time", StartFEN, strings.Repeat(knights, 3), None},
		{"the fifth time", StartFEN, strings.Repeat(knights, 4), Fivefold},
		{"one ply before the fifth time", StartFEN, strings.Repeat(knights, 3) + "Nf3 Nf6 Ng1", None},
		{"clock at 149", "7k/8/8/8/8/8/8/KR6 w - - 148 100", "Rb2", None},
		{"clock at 150", "7k/8/8/8/8/8/8/KR6 w - - 149 100", "Rb2", SeventyFiveMoves},
		{"clock far beyond", "7k/8/8/8/8/8/8/KR6 w - - 300 200", "", SeventyFiveMoves},
		{"a capture in time", "7k/8/8/8/8/8/1p6/KR6 w - - 149 100", "Rxb2", None},
		{"a pawn's move in time", "7k/8/8/8/8/8/P7/KR6 w - - 149 100", "a3", None},
		{"mate on the seventy-fifth move", "k7/8/1K6/8/8/8/8/7R w - - 149 100", "Rh8#", Checkmate},
		{"stalemate on the seventy-fifth move", "7k/8/5KQ1/8/8/8/8/8 w - - 149 100", "Qf7", Stalemate},
		{"bare kings", "7k/8/8/8/8/8/1r6/K7 w - - 149 100", "Kxb2", DeadPosition},
	} {
		h := NewHistory(MustFEN(tc.fen))
		playAll(t, h, tc.moves)
		if got := h.Outcome(); got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.name, got, tc.want)
		}
		if over := h.Outcome() != None; over && len(h.Claims()) != 0 {
			t.Errorf("%s: the game is over, but %v can be claimed", tc.name, h.Claims())
		}
	}
}

func TestOutcomeNames(t *testing.T) {
	var names []string
	for o := None; o <= SeventyFiveMoves; o++ {
		names = append(names, o.String())
	}
	if got := strings.Join(names, " "); got != "none checkmate stalemate dead_position fivefold seventyfive_moves" {
		t.Errorf("got %s", got)
	}
}

// claimsOf returns what can be claimed in words: "fifty threefold(Rh1)".
func claimsOf(h *History) string {
	var words []string
	for _, c := range h.Claims() {
		w := c.Rule.String()
		if c.Move != NoMove {
			w += fmt.Sprintf("(%s)", h.Current().SAN(c.Move))
		}
		words = append(words, w)
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

func TestClaims(t *testing.T) {
	const knights = "Nf3 Nf6 Ng1 Ng8 "
	for _, tc := range []struct{ name, fen, moves, want string }{
		{"nothing yet", StartFEN, knights, ""},
		{"two plies before", StartFEN, knights + "Nf3 Nf6", ""},
		{"by the intended move", StartFEN, knights + "Nf3 Nf6 Ng1", "threefold(Ng8)"},
		{"on the board", StartFEN, knights + knights, "threefold threefold(Nf3)"},
		{"left again", StartFEN, knights + knights + "e4", ""},
		{"the right is lost, so not yet", "r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rg1 Rb8 Rh1 Ra8 Rg1 Rb8 Rh1", ""},
		{"the right is lost, now", "r3k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rg1 Rb8 Rh1 Ra8 Rg1 Rb8 Rh1 Ra8", "threefold(Rg1)"},
		{"clock at 98", "7k/8/8/8/8/8/8/KR6 w - - 98 80", "", ""},
		{"clock at 99, but a capture ends it", "7k/8/8/8/8/8/1p6/K7 w - - 99 80", "", "fifty(Ka2) fifty(Kb1)"},
		{"clock at 100", "K7/8/8/8/8/8/8/6rk w - - 100 80", "", "fifty fifty(Ka7) fifty(Kb7) fifty(Kb8)"},
		{"only pawns can move", "k7/8/8/8/8/1q6/7P/K7 w - - 99 80", "", ""},
	} {
		h := NewHistory(MustFEN(tc.fen))
		playAll(t, h, tc.moves)
		if got := claimsOf(h); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
}

// Each claim of the list can be made, and none that isn't on it.
func TestCanClaim(t *testing.T) {
	h := NewHistory(StartPosition())
	playAll(t, h, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")
	for _, m := range append(h.Current().LegalMoves([]Move{NoMove}), mustUCI(t, "e2e4")) {
		for _, r := range []DrawRule{Threefold, Fifty} {
			c := DrawClaim{r, m}
			if got, want := h.CanClaim(c), slices.Contains(h.Claims(), c); got != want {
				t.Errorf("%s with %s: got %v, want %v", r, m, got, want)
			}
		}
	}
}

func mustUCI(t *testing.T, uci string) Move {
	p := StartPosition()
	m, err := p.ParseUCI(uci)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
