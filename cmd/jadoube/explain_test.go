package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"jadoube/rules"
)

// explain runs the command and returns what it prints and its exit status.
func explain(t *testing.T, args ...string) (string, int) {
	t.Helper()
	var out, errs bytes.Buffer
	status := run(context.Background(), append([]string{"explain"}, args...), strings.NewReader(""), &out, &errs)
	if (status == 0) != (errs.Len() == 0) {
		t.Errorf("%q: exit status %d, standard error %q", args, status, errs.String())
	}
	return out.String(), status
}

func TestExplain(t *testing.T) {
	for _, tc := range []struct {
		name, args string // flags, then the FEN
		has, lacks []string
	}{
		{
			"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
			[]string{`"fen":"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"`, `{"uci":"e5d6","san":"exd6"}`, `"captures":[{"uci":"e5d6","wins":1}]`},
			nil,
		},
		{
			"a double step that nobody can take", "4k3/8/8/3p4/5P2/8/8/4K3 w - d6 0 1",
			[]string{`"fen":"4k3/8/8/3p4/5P2/8/8/4K3 w - - 0 1"`, `"captures":[]`},
			nil,
		},
		{
			"a pinned capturer", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
			[]string{`"fen":"4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1"`, `{"pinned":"e5","by":"e8","to":"e1","absolute":true}`},
			[]string{`"e5d6"`},
		},
		{
			"two pawns leave one rank", "6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
			[]string{`"fen":"6k1/8/8/K2pP2r/8/8/8/8 w - - 0 1"`, `"pins":[]`},
			[]string{`"e5d6"`},
		},
		{
			"a capturer pinned on its diagonal", "b5k1/8/8/3Pp3/8/8/6K1/8 w - e6 0 1",
			[]string{`"fen":"b5k1/8/8/3Pp3/8/8/6K1/8 w - - 0 1"`},
			[]string{`"d5e6"`},
		},
		{
			"promotion", "3n2k1/2P5/8/8/8/8/8/4K3 w - - 0 1",
			[]string{
				`{"uci":"c7c8n","san":"c8=N"}`, `{"uci":"c7d8b","san":"cxd8=B"}`, `{"uci":"c7d8q","san":"cxd8=Q+"}`, `{"uci":"c7d8r","san":"cxd8=R+"}`,
				`"passed_pawns":[{"square":"c7","moves":1}]`, `{"uci":"c7d8q","wins":11}`,
			},
			[]string{`"c7c8"`, `"c7c8k"`, `"c7c8p"`},
		},
		{
			"promoted knights and a promoted bishop", "4k3/8/8/8/8/8/PPPPPP2/NNN1KB1B w - - 0 1",
			[]string{`"ok":true`, `"white":22`, `"uci":"a1b3"`, `"home":["a1","b1","c1","f1","h1"]`},
			nil,
		},
		{
			"castling", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
			[]string{`{"uci":"e1g1","san":"O-O"}`, `{"uci":"e1c1","san":"O-O-O"}`, `"castling":["short","long"]`},
			[]string{`"e1h1"`},
		},
		{
			"the same for Chess960", "--chess960 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
			[]string{`{"uci":"e1h1","san":"O-O"}`, `{"uci":"e1a1","san":"O-O-O"}`},
			[]string{`"e1g1"`, `"e1c1"`},
		},
		{
			"Chess960", "--chess960 4k3/8/8/8/8/8/8/1RK3R1 w BG - 0 1",
			[]string{`"fen":"4k3/8/8/8/8/8/8/1RK3R1 w KQ - 0 1"`, `{"uci":"c1g1","san":"O-O"}`, `{"uci":"c1b1","san":"O-O-O"}`},
			nil,
		},
		{
			"castling with a rook that isn't outermost", "1k6/8/8/8/8/8/8/K1R4R w C - 0 1",
			[]string{`"fen":"1k6/8/8/8/8/8/8/K1R4R w C - 0 1"`, `{"uci":"a1c1","san":"O-O"}`},
			nil,
		},
		{
			"a square crossed is attacked", "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
			[]string{`{"uci":"e1c1","san":"O-O-O"}`},
			[]string{`"san":"O-O"}`},
		},
		{
			"stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
			[]string{`"moves":[]`, `"check":false`, `"outcome":"stalemate"`, `"can_win":{"white":"no","black":"no"}`, `"why":{"white":"stalemate","black":"stalemate"}`},
			nil,
		},
		{
			"mate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
			[]string{`"moves":[]`, `"check":true`, `"outcome":"checkmate"`, `"can_win":{"white":"yes","black":"no"}`, `"helpmate":{"white":[],"black":null}`},
			nil,
		},
		{
			"dead", "8/8/4k3/8/8/3K1N2/8/8 w - - 0 1",
			[]string{`"outcome":"dead_position"`, `"claims":[]`, `"can_win":{"white":"no","black":"no"}`, `"why":{"white":"material","black":"bare_king"}`},
			nil,
		},
		{
			"dead by a wall", "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/KB6 w - - 120 90",
			[]string{`"outcome":"dead_position"`, `"claims":[]`, `"why":{"white":"unreachable","black":"unreachable"}`},
			nil,
		},
		{
			"double check", "3k4/8/1N6/8/8/8/3Q4/3RK3 b - - 0 1",
			[]string{`"checkers":["d2"]`, `"double_check":false`},
			nil,
		},
		{
			"double check, given and to be given", "4k3/8/3N4/8/8/8/8/4RK2 b - - 0 1",
			[]string{`"check":true`, `"checkers":["e1","d6"]`, `"double_check":true`},
			nil,
		},
		{
			"discovered and double check to be given", "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1",
			[]string{`{"uci":"e4c5","kind":"discovered"}`, `{"uci":"e4d6","kind":"double"}`},
			[]string{`"kind":"direct"`},
		},
		{
			"files and pawns", "r3k3/pp4pp/2p5/3n4/8/8/PPP2P1P/3RK3 w - - 0 1",
			[]string{
				`"files":{"open":["d","e"],"half_open":{"white":["g"],"black":["f"]},"blocked":{"white":["d"],"black":[]}}`,
				`{"square":"d5","piece":"n","attackers":["d1"],"defenders":["c6"],"hanging":false,"loss":0}`, `"material":{"white":10,"black":13,"balance":-3}`,
			},
			nil,
		},
	} {
		fen, flagged := strings.CutPrefix(tc.args, "--chess960 ")
		args := []string{fen}
		if flagged {
			args = []string{"--chess960", fen}
		}
		out, status := explain(t, args...)
		if status != 0 {
			t.Errorf("%s: exit status %d: %s", tc.name, status, out)
		}
		for _, s := range tc.has {
			if !strings.Contains(out, s) {
				t.Errorf("%s: no %s in %s", tc.name, s, out)
			}
		}
		for _, s := range tc.lacks {
			if strings.Contains(out, s) {
				t.Errorf("%s: %s in %s", tc.name, s, out)
			}
		}
	}
}

// TestExplainCanWin asks of positions of which it is known who can mate, and plays the mates.
func TestExplainCanWin(t *testing.T) {
	text, err := os.ReadFile("../../../shared/rules/unwinnable.tsv")
	if err != nil {
		t.Skip("no table of positions here")
	}
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	if len(rows) < 20 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, row := range rows {
		col := strings.Split(row, "\t")
		fen, winner, verdict := col[0], col[1], col[2]
		out, status := explain(t, fen)
		var e struct {
			CanWin   map[string]string   `json:"can_win"`
			Helpmate map[string][]string `json:"helpmate"`
			Why      map[string]string   `json:"why"`
			Outcome  string              `json:"outcome"`
		}
		if err := json.Unmarshal([]byte(out), &e); err != nil || status != 0 {
			t.Fatalf("%s: exit status %d, %v", fen, status, err)
		}
		want := map[bool]string{true: "yes", false: "no"}[verdict == "winnable"]
		if got := e.CanWin[winner]; got != want || (want == "no") != (e.Why[winner] != "") {
			t.Errorf("%s: can %s win: %s, why %q; it is %s", fen, winner, got, e.Why[winner], verdict)
		}
		if verdict == "dead" && e.Outcome != "dead_position" && e.Outcome != "stalemate" {
			t.Errorf("%s: outcome %q", fen, e.Outcome)
		}
		for side, moves := range e.Helpmate {
			if (moves != nil) != (e.CanWin[side] == "yes") {
				t.Errorf("%s: %s can win: %s, by %q", fen, side, e.CanWin[side], moves)
			}
			if moves != nil {
				playMate(t, fen, side, moves)
			}
		}
	}
}

// playMate plays moves, which must be legal and end in a mate by a side.
func playMate(t *testing.T, fen, side string, moves []string) {
	t.Helper()
	p := rules.MustFEN(fen)
	for _, text := range moves {
		m, err := p.ParseUCI(text)
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
		p = p.Play(m)
	}
	if p.Outcome() != rules.Checkmate || p.Turn().String() == side {
		t.Errorf("%s: %q is no mate by %s", fen, moves, side)
	}
}

const explainPage = "../../docs/explain.md"

// section returns a part of the page by its heading, without what follows the next heading.
func section(t *testing.T, heading string) string {
	t.Helper()
	text, err := os.ReadFile(explainPage)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("the page has no section %q", heading)
	}
	part, _, _ := strings.Cut(rest, "\n## ")
	return part
}

// table returns the rows of the section's table: the word in the first column and the position in the last.
func table(t *testing.T, heading string) (rows [][2]string) {
	t.Helper()
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|.*?(?:\\| `([^`|]+ [^`|]+)` )?\\|$").FindAllStringSubmatch(section(t, heading), -1) {
		rows = append(rows, [2]string{row[1], row[2]})
	}
	if len(rows) == 0 {
		t.Fatalf("section %q has no table", heading)
	}
	return rows
}

// TestExplainFields compares the fields that the command prints with those on the page.
func TestExplainFields(t *testing.T) {
	printed := map[string]bool{}
	for _, fen := range []string{
		"rnbqk2r/pppp1ppp/4pn2/6B1/1bPP4/2N5/PP2PPPP/R2QKBNR w KQkq - 0 1", // pins
		"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",    // an opening
		"r3k3/2N5/8/8/8/8/8/4K3 b - - 100 90",                              // a double attack with check, a claim
		"r3k2r/7P/8/3N4/8/8/8/4K3 w - - 0 1",                               // one to be made, a passed pawn
		"4k3/8/4p3/3b4/8/8/8/3RK3 w - - 0 1",                               // an exchange sacrifice, a blocked file
		"4k3/8/4p3/3n4/8/4N3/8/4K3 w - - 0 1",                              // an exchange
		"8/8/8/8/8/8/8/8 w - - 0 1",                                        // no position
	} {
		out, _ := explain(t, fen)
		var e any
		if err := json.Unmarshal([]byte(out), &e); err != nil {
			t.Fatal(err)
		}
		collectFields(printed, "", e)
	}
	documented := map[string]bool{}
	for _, row := range table(t, "Fields") {
		documented[row[0]] = true
	}
	for f := range printed {
		if !documented[f] {
			t.Errorf("field %s is printed but not on the page", f)
		}
	}
	for f := range documented {
		if !printed[f] {
			t.Errorf("field %s is on the page but not printed", f)
		}
	}
}

// collectFields notes the names of all values that have no fields themselves: "pins[].by", "can_win.{side}".
func collectFields(names map[string]bool, name string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			if key == "white" || key == "black" {
				key = "{side}"
			}
			collectFields(names, strings.TrimPrefix(name+"."+key, "."), inner)
		}
	case []any:
		for _, inner := range value {
			if _, ok := inner.(map[string]any); !ok {
				names[name] = true
				return
			}
			collectFields(names, name+"[]", inner)
		}
	default:
		names[name] = true
	}
}

// TestExplainExamples runs the page's examples: a whole object must be what the command prints, single fields be in it.
func TestExplainExamples(t *testing.T) {
	text, err := os.ReadFile(explainPage)
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile(`(?m)^    \$ jadoube explain "(.+)"\n((?:    .+\n)+)`).FindAllStringSubmatch(string(text), -1)
	if len(blocks) < 5 {
		t.Fatalf("only %d examples", len(blocks))
	}
	for _, block := range blocks {
		out, _ := explain(t, block[1])
		shown := strings.TrimSpace(block[2])
		if !strings.HasPrefix(shown, "{") {
			for line := range strings.Lines(shown) {
				if field := strings.TrimSpace(line); !strings.Contains(out, field+",") && !strings.Contains(out, field+"}") {
					t.Errorf("%s: no %s in %s", block[1], field, out)
				}
			}
			continue
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(shown)); err != nil {
			t.Errorf("%s: %v", block[1], err)
		}
		if compact.String()+"\n" != out {
			t.Errorf("%s: the page shows\n%s\nbut it is\n%s", block[1], compact.String(), out)
		}
	}
}

// TestExplainWords holds each word that the page lists against the position that is to show it, and misses no word.
func TestExplainWords(t *testing.T) {
	for _, tc := range []struct {
		heading, field string
		words          []string // that have to be there
	}{
		{"Outcomes", `"outcome":`, []string{rules.Checkmate.String(), rules.Stalemate.String(), rules.DeadPosition.String(), "seventyfive_moves"}},
		{"Why a side can't win", `"why":{"white":`, []string{
			string(rules.WinMated), string(rules.WinStalemate), string(rules.WinBareKing), string(rules.WinMaterial),
			string(rules.WinUnreachable), string(rules.WinForced), string(rules.WinExhausted), string(rules.WinLimit),
		}},
		{"When a FEN is refused", `"reason":`, []string{
			"unreadable", string(rules.KingMissing), string(rules.TooManyKings), string(rules.PawnOnEdge), string(rules.TooManyPawns),
			string(rules.TooManyPieces), string(rules.KingsTouch), string(rules.OpponentInCheck), string(rules.TooManyCheckers),
			string(rules.CastlingWithoutRook), string(rules.CastlingWithoutKing), string(rules.CastlingTwice), string(rules.EnPassantImpossible),
		}},
	} {
		var words []string
		for _, row := range table(t, tc.heading) {
			word, fen := row[0], row[1]
			words = append(words, word)
			if fen == "" && word != string(rules.WinLimit) {
				t.Errorf("%s has no example", word)
			}
			if out, _ := explain(t, fen); fen != "" && !strings.Contains(out, tc.field+`"`+word+`"`) {
				t.Errorf("%s: no %s%q in %s", fen, tc.field, word, out)
			}
		}
		slices.Sort(words)
		slices.Sort(tc.words)
		if !slices.Equal(words, tc.words) {
			t.Errorf("%s: the page has %q, the program %q", tc.heading, words, tc.words)
		}
	}
}
