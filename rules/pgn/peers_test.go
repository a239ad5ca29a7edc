package pgn

import (
	"strings"
	"testing"
)

// TestKnownTroubles holds the reader against what other programs have been reported to get wrong: each row is such a
// case, in games of our own making, with the right reading. Where the standard leaves a choice, the row says ours.
func TestKnownTroubles(t *testing.T) {
	const fen = `[SetUp "1"][FEN "%"]` + "\n"
	from := func(position, moves string) string { return strings.Replace(fen, "%", position, 1) + moves }
	for _, tc := range []struct {
		name, text string
		moves      []string // of each game
		result     Result   // of the first
		errors     string   // part of the only error
		warnings   int
	}{
		{"over-disambiguation with a pinned rival", from("4k3/8/8/8/7N/8/r2N1K2/8 w - - 0 1", "1. Nhf3 *"), []string{"Nf3"}, "*", "", 0},
		{"over-disambiguation from the start", "1. Ng1f3 d7d5 2. Nf3-d4 *", []string{"Nf3 d5 Nd4"}, "*", "", 0},
		{"three queens, file", from("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "1. Qee1 *"), []string{"Qee1"}, "*", "", 0},
		{"three queens, both", from("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "1. Qh4e1 *"), []string{"Qh4e1"}, "*", "", 0},
		{"three queens, rank", from("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "1. Q1e1 *"), []string{"Q1e1"}, "*", "", 0},
		{"three queens, too little said", from("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "1. Qhe1 *"), []string{""}, "*", `ambiguous move "Qhe1": it can mean`, 0},
		{"pawns that take on one square", from("4k3/1p1p4/2N5/8/8/8/8/4K3 b - - 0 1", "1... dxc6 *"), []string{"dxc6"}, "*", "", 0},
		{"a check in passing", from("4k3/8/8/3pP3/8/8/8/4RK2 w - d6 0 1", "1. exd6+ *"), []string{"exd6+"}, "*", "", 0},
		{"in passing, said", from("4k3/8/8/3pP3/8/8/8/4RK2 w - d6 0 1", "1. exd6 e.p. Kd7 *"), []string{"exd6+ Kd7"}, "*", "", 0},
		{"castling with check", from("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "1. O-O-O+! *"), []string{"O-O-O+"}, "*", "", 0},
		{"castling with zeros", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 0-0 *", []string{"e4 e5 Nf3 Nf6 Be2 Be7 O-O O-O"}, "*", "", 0},
		{"the king's long step is no castling", from("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1. Kh1 *"), []string{""}, "*", `illegal move "Kh1"`, 0},
		{"promotion, letter alone", from("8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "1. e8Q *"), []string{"e8=Q"}, "*", "", 0},
		{"promotion, small letter", from("8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "1. e8=q *"), []string{"e8=Q"}, "*", "", 0},
		{"promotion, to nothing", from("8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "1. e8 *"), []string{""}, "*", "ambiguous", 0},
		{"promotion, to a king", from("8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "1. e8=K *"), []string{""}, "*", "unreadable", 0},
		{"long algebraic", from("4k3/8/6p1/8/5N2/8/8/4K3 w - - 0 1", "1. Nf4xg6 *"), []string{"Nxg6"}, "*", "", 0},
		{"long algebraic, pawns", "1. e2-e4 e7-e5 *", []string{"e4 e5"}, "*", "", 0},
		{"a check that is none", from("8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "1. Kf2+ *"), []string{"Kf2"}, "*", "", 0},
		{"a null move in the game", "1. e4 -- 2. d4 *", []string{"e4"}, "*", `move 1...: unreadable move "--": a null move`, 0},
		{"variations in variations", "1. e4 e5 (1... c5 {a} 2. Nf3 $1 (2. c3 d5) 2... d6) 2. Nf3 Nc6 1-0", []string{"e4 e5 Nf3 Nc6"}, WhiteWins, "", 0},
		{"brackets in a tag", "[Opening \"Foo (Bar) defence\"]\n\n1. e4 a6 *", []string{"e4 a6"}, "*", "", 0},
		{"two empty lines behind the tags", "[White \"a\"]\n\n\n1. e4 e5 *", []string{"e4 e5"}, "*", "", 0},
		{"no empty line between games", "[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n1. d4 *", []string{"e4", "d4"}, "*", "", 0},
		{"the result stuck to a move", "1. e4 e5 2. f4 f6*", []string{"e4 e5 f4 f6"}, "*", "", 0},
		{"quotes in a tag not escaped", "[Event \"5th \"X\" Cup\"]\n1. e4 e5 *", []string{"e4 e5"}, "*", "", 1},
		{"annotation behind a comment", "1. e4 {x} $1 {y} $14 e5 *", []string{"e4 e5"}, "*", "", 0},
		{"an escaped line", "1. e4 e5\n% 2. Qh5 ( {\n2. Nf3 *", []string{"e4 e5 Nf3"}, "*", "", 0},
		{"a comment to the line's end", "1. e4 ; a ) } 1-0\n1... e5 2. Nf3 *", []string{"e4 e5 Nf3"}, "*", "", 0},
		{"a semicolon in braces", "1. e4 {a ; b} e5 *", []string{"e4 e5"}, "*", "", 0},
		{"a comment before all", "{hello} 1. e4 {a} {b} e5 *", []string{"e4 e5"}, "*", "", 0},
		{"a draw", "[Result \"1/2-1/2\"]\n1. e4 e5 2. Nf3 Nc6 1/2-1/2", []string{"e4 e5 Nf3 Nc6"}, Draw, "", 0},
		{"Chess960, the Variant tag last", "[FEN \"1rk4r/8/8/8/8/8/8/R1K2R2 w KQkq - 0 1\"]\n[Variant \"Chess960\"]\n1. O-O *", []string{"O-O"}, "*", "", 0},
		{"a FEN tag that tells nothing", "[FEN \"?\"]\n1. e4 *", nil, "*", "1:1: tag FEN", 0},
		{"castling without the right to", from("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "1. O-O *"), []string{""}, "*", `illegal move "O-O"`, 0},
		{"Black to move, with numbers", from("4k3/8/8/8/8/8/8/4K2R b K - 0 30", "30... Kd7 31. O-O *"), []string{"Kd7 O-O"}, "*", "", 0},
		{"tag and moves differ about the result: the moves count", "[Result \"0-1\"]\n1. e4 1-0", []string{"e4"}, WhiteWins, "", 1},
	} {
		games, errs := readAll(t, tc.text)
		if tc.moves == nil {
			tc.moves = make([]string, len(games))
		}
		if len(games) != len(tc.moves) || (tc.errors == "") != (len(errs) == 0) || len(errs) > 0 && !strings.Contains(errs[0].Error(), tc.errors) {
			t.Errorf("%s: %d games, %v", tc.name, len(games), errs)
			continue
		}
		for i, g := range games {
			if len(g.Moves) > 0 && sans(t, g) != tc.moves[i] || len(g.Moves) == 0 && tc.moves[i] != "" {
				t.Errorf("%s: game %d is %s", tc.name, i, g)
			}
		}
		if games[0].Result != tc.result || len(games[0].Warnings) != tc.warnings {
			t.Errorf("%s: %s, warnings %v", tc.name, games[0].Result, games[0].Warnings)
		}
	}
}

// TestKnownTroublesKept holds what is kept besides the moves against the same reports.
func TestKnownTroublesKept(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"escapes in tags", `[Event "a \"b\" \\ c"] *`, `[Event "a \"b\" \\ c"]`},
		{"Latin-1 in tags", "[White \"M\xfcller\"] *", `[White "Müller"]`},
		{"two comments stay two", "{hello} 1. e4 {a} {b} e5 *", "\n{hello} 1. e4 {a} {b} 1... e5 *\n"},
		{"a comment behind the result", "1. e4 e5 1-0 {White} ; resigns\n", "\n1. e4 e5 {White} {resigns} 1-0\n"},
		{"a comment over lines", "1. e4 {a\r\n  b} *", "\n1. e4 {a b} *\n"},
		{"annotations by number, written once", "1. d4 d5 $1 *", "\n1. d4 d5 $1 *\n"},
		{"judgements become numbers", "1. d4!? d5؟ 2. c4?! e6 !! *", "\n1. d4 $5 d5 $2 2. c4 $6 e6 $3 *\n"},
		{"glyphs become numbers", "1. d4 ± d5 □ 2. c4?∓ =∞ e6+/- 3. Nf3= *", "\n1. d4 $16 d5 $7 2. c4 $2 $17 $44 e6 $16 3. Nf3 $10 *\n"},
		{"comments and annotations between", "1. e4 {x} $1 {y} $14 e5 *", "\n1. e4 $1 $14 {x} {y} 1... e5 *\n"},
		{"all of a variation", "1. e4 e5 (1... c5 {a} 2. Nf3 $1 (2. c3 d5) 2... d6) 2. Nf3 *", "\n1. e4 e5 (1... c5 {a} 2. Nf3 $1 (2. c3 d5) 2... d6) 2. Nf3 *\n"},
		{"a null move in a variation", "1. e4 e5 (1... -- 2. d4) *", "\n1. e4 e5 (1... -- 2. d4) *\n"},
		{"clocks and other commands", "1. e4 { [%eval 0.17] [%clk 0:00:30] } e5 {[%csl Ge4][%emt 0:00:01]} *", "\n1. e4 {[%eval 0.17] [%clk 0:00:30]} 1... e5 {[%csl Ge4][%emt 0:00:01]} *\n"},
		{"move numbers go on", "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 30\"] 30... Kd7 31. O-O *", "\n30... Kd7 31. O-O *\n"},
		{"the clocks of a FEN", "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 7 1\"] 1. O-O *", `[FEN "4k3/8/8/8/8/8/8/4K2R w K - 7 1"]` + "\n[SetUp \"1\"]\n"},
	} {
		games, errs := readAll(t, tc.text)
		if len(games) != 1 || len(errs) > 0 || len(games[0].Warnings) > 0 || !strings.Contains(games[0].String(), tc.want) {
			t.Errorf("%s: %d games, %v, %v", tc.name, len(games), errs, games[0])
		}
	}
}
