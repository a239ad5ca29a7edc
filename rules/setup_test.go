package rules

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jadoube/rules/square"
)

func TestFENError(t *testing.T) {
	for _, tc := range []struct{ fen, field string }{
		{"", "fields"},
		{"8/8/8/8/8/8/8/8 w -", "fields"},
		{StartFEN + " extra", "fields"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "placement"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1", "placement"},
		{"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement"},
		{"rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement"},
		{"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPxPPP/RNBQKBNR w KQkq - 0 1", "placement"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1", "turn"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KKqq - 0 1", "castling"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KH - 0 1", "castling"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1", "castling"},
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e 0 2", "en passant"},
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e5 0 2", "en passant"},
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq E6 0 2", "en passant"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1", "half-moves"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1", "half-moves"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 10000 1", "half-moves"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999999999999999999", "full move"},
		{StartFEN + ";", "full move"},
	} {
		_, err := ParseFEN(tc.fen)
		var e *FENError
		if !errors.As(err, &e) || e.Field != tc.field || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%q: got %v, want an error in %s", tc.fen, err, tc.field)
		}
	}
}

func TestFENWritten(t *testing.T) {
	for _, tc := range []struct{ name, fen, want string }{
		{"four fields", "4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"five fields", "4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"},
		{"move 0", "4k3/8/8/8/8/8/8/4K3 b - - 0 0", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"blanks", " 4k3/8/8/8/8/8/8/4K2R  w  K  -  0  1 ", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
		{"order of rights", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"Shredder letters", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"outermost rook", "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1"},
		{"inner rook", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1"},
		{"two inner rooks", "rr2k1rr/8/8/8/8/8/8/4K3 w gb - 0 1", "rr2k1rr/8/8/8/8/8/8/4K3 w gb - 0 1"},
		{"kings on different files", "2rk3r/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1", "2rk3r/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1"},
		{"nobody beside the passed square", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{"capturer pinned", "k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "k3r3/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
		{"another check", "4k3/8/8/2pP4/8/3n4/8/4K3 w - c6 0 1", "4k3/8/8/2pP4/8/3n4/8/4K3 w - - 0 1"},
		{"capture ends the check", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1"},
	} {
		p := MustFEN(tc.fen)
		if got := p.FEN(); got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestSetupRefused(t *testing.T) {
	for _, tc := range []struct {
		fen    string
		reason Reason
		square string
	}{
		{"8/8/8/8/8/8/8/4K3 w - - 0 1", KingMissing, "-"},
		{"4k3/8/8/8/8/8/8/8 w - - 0 1", KingMissing, "-"},
		{"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", TooManyKings, "a1"},
		{"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", PawnOnEdge, "a1"},
		{"4k2p/8/8/8/8/8/8/4K3 w - - 0 1", PawnOnEdge, "h8"},
		{"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", TooManyPawns, "-"},
		{"4k3/8/8/8/8/RRRR4/RRRRRRRR/RRRRKRRR w - - 0 1", TooManyPieces, "-"},
		{"4k3/8/8/8/8/8/PPPPPPPP/1Q1QK3 w - - 0 1", "", ""},
		{"4k3/8/8/8/8/8/PPPPPPP1/2B1B1BK w - - 0 1", "", ""},
		{"8/8/8/3kK3/8/8/8/8 w - - 0 1", KingsTouch, "d5"},
		{"4k3/8/8/8/8/8/8/K3R3 w - - 0 1", OpponentInCheck, "e8"},
		{"4k3/8/8/8/8/2n5/8/R2K1b1r w - - 0 1", "", ""},
		{"k3r3/8/8/8/1b6/3n4/8/4K3 w - - 0 1", TooManyCheckers, "e1"},
		{"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", CastlingWithoutRook, "a1"},
		{"4k3/8/8/8/8/8/8/4K2r w K - 0 1", CastlingWithoutRook, "h1"},
		{"4k3/8/8/8/8/8/4K3/7R w K - 0 1", CastlingWithoutKing, "h1"},
		{"r7/4k3/8/8/8/8/8/4K3 w q - 0 1", CastlingWithoutKing, "a8"},
		{"4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1", CastlingTwice, "b1"},
		{"4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1", EnPassantImpossible, "e6"},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e6 0 1", EnPassantImpossible, "e6"},
		{"4k3/4p3/8/3Pp3/8/8/8/4K3 w - e6 0 1", EnPassantImpossible, "e6"},
		{"4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1", EnPassantImpossible, "e6"},
		{"4k3/8/8/3PP3/8/8/8/4K3 w - e6 0 1", EnPassantImpossible, "e6"},
	} {
		s, err := ParseFEN(tc.fen)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Position()
		var e *SetupError
		if tc.reason == "" {
			if err != nil {
				t.Errorf("%s: %v", tc.fen, err)
			}
		} else if !errors.As(err, &e) || e.Reason != tc.reason || e.Square.String() != tc.square {
			t.Errorf("%s: got %v, want %s on %s", tc.fen, err, tc.reason, tc.square)
		}
	}
}

func TestSetupByHand(t *testing.T) {
	for name, change := range map[string]func(*Setup){
		"negative half-moves":    func(s *Setup) { s.HalfMoves = -1 },
		"huge half-moves":        func(s *Setup) { s.HalfMoves = 1 << 30 },
		"move 0":                 func(s *Setup) { s.FullMove = 0 },
		"rights in the middle":   func(s *Setup) { s.Castling = square.All },
		"passed on no square":    func(s *Setup) { s.EnPassant = 200 },
		"passed on a1":           func(s *Setup) { s.EnPassant = square.A1 },
		"the zero value":         func(s *Setup) { *s = Setup{} },
		"an empty board":         func(s *Setup) { *s = EmptySetup() },
		"a piece without a name": func(s *Setup) { s.Board[square.E1] = 15; s.Castling = 0 },
	} {
		p := StartPosition()
		s := p.Setup()
		change(&s)
		if _, err := s.Position(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestStandard(t *testing.T) {
	for fen, want := range map[string]bool{
		StartFEN:                                true,
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":         true,
		"4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1":       false,
		"rk5r/8/8/8/8/8/8/R3K2R w KQkq - 0 1":   false,
		"2rk3r/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1": false,
		"r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1":    true,
	} {
		p := MustFEN(fen)
		if got := p.Standard(); got != want {
			t.Errorf("%s: got %v", fen, got)
		}
	}
}

func TestShredderFEN(t *testing.T) {
	for fen, want := range map[string]string{
		StartFEN:                                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
		"2rk3r/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1": "2rk3r/8/8/8/8/8/8/1R3KR1 w GBhc - 0 1",
		"4k3/8/8/8/8/8/8/RR2K3 w B - 0 1":       "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",
		"4k3/8/8/8/8/8/8/4K3 b - - 3 9":         "4k3/8/8/8/8/8/8/4K3 b - - 3 9",
	} {
		p := MustFEN(fen)
		if got := p.ShredderFEN(); got != want {
			t.Errorf("%s: got %s, want %s", fen, got, want)
		}
		back := MustFEN(want)
		if back != p {
			t.Errorf("%s is read as %s", want, back.FEN())
		}
	}
}

// The legal moves where a check and en passant meet.
func TestMovesWithEnPassant(t *testing.T) {
	for _, tc := range []struct {
		name, fen string
		moves     int
		passes    bool
	}{
		{"it ends the check", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", 9, true},
		{"it doesn't end an unrelated check", "4k3/8/8/2pP4/8/3n4/8/4K3 w - c6 0 1", 4, false},
		{"its pawn is pinned", "k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 6, false},
	} {
		p := MustFEN(tc.fen)
		passes := false
		for _, m := range p.LegalMoves(nil) {
			passes = passes || m.IsEnPassant()
		}
		if n := p.CountLegalMoves(); n != tc.moves || passes != tc.passes {
			t.Errorf("%s: %d moves, en passant among them: %v", tc.name, n, passes)
		}
	}
}

// TestLongValues: an error quotes the beginning of a long value.
func TestLongValues(t *testing.T) {
	long := strings.Repeat("A", 100_000)
	_, err := ParseFEN(long)
	if err == nil || len(err.Error()) > 400 {
		t.Errorf("the error on a long FEN has %d bytes", len(err.Error()))
	}
	pos := StartPosition()
	if _, err := pos.ParseSAN(long); err == nil || len(err.Error()) > 400 {
		t.Errorf("the error on a long move has %d bytes", len(err.Error()))
	}
}

// TestReplies: from a setup whose other side left its king to be captured, or a pawn on the last rank, the legal moves of the side to move
// lead to positions; from a position they are all of them.
func TestReplies(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      string // moves, or how many
	}{
		{"a king in check is left", "4r1k1/8/8/8/8/2N5/8/4K2R b K - 1 1", "14"}, // the rook 11, not to e1; the king f7, f8, g7
		{"its own king is in check", "4r2k/8/8/8/8/2N5/8/4K2R b K - 1 1", "h8g7 h8g8"},
		{"kings side by side", "8/8/1k6/1K6/8/8/8/7R b - - 1 9", "b6a7 b6b7 b6c7"},
		{"a pawn on the last rank", "r3P1k1/8/8/8/8/8/8/4K3 b - - 0 9", "a8e8"},
		{"no king", "4r1k1/8/8/8/8/2N5/8/7R b - - 1 1", ""},
	} {
		s, err := ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range s.Replies() {
			got = append(got, r.Move.String())
			if after, err := ParsePosition(r.After.FEN()); err != nil || after.Turn() == s.Turn {
				t.Errorf("%s: %s leads to %s: %v", c.name, r.Move, r.After.FEN(), err)
			}
		}
		slices.Sort(got)
		if moves := strings.Join(got, " "); moves != c.want && strconv.Itoa(len(got)) != c.want {
			t.Errorf("%s: %d: %s, want %s", c.name, len(got), moves, c.want)
		}
	}
	p := StartPosition()
	if n := len(p.Setup().Replies()); n != 20 {
		t.Errorf("%d replies at the start, want 20", n)
	}
}
