package pgn

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"jadoube/rules"
)

var update = flag.Bool("update", false, "write the golden files")

// readAll returns all games, and the errors of the bad ones.
func readAll(t testing.TB, text string) (games []*Game, errs []error) {
	t.Helper()
	r := NewReader(strings.NewReader(text))
	for range 1000 {
		g, err := r.Next()
		if err == io.EOF {
			return games, errs
		}
		if err != nil {
			errs = append(errs, err)
		}
		games = append(games, g)
	}
	t.Fatal("the reader does not come to an end")
	return nil, nil
}

// sans writes the moves of the game's own line.
func sans(t testing.TB, g *Game) string {
	t.Helper()
	p, err := g.Start()
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, m := range g.Moves {
		words = append(words, p.SAN(m.Move))
		p = p.Play(m.Move)
	}
	return strings.Join(words, " ")
}

func TestGolden(t *testing.T) {
	in, err := os.ReadFile("testdata/club.pgn")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	games, errs := readAll(t, string(in))
	for _, g := range games {
		if err := Write(&out, g); err != nil {
			t.Fatal(err)
		}
		for _, w := range g.Warnings {
			fmt.Fprintf(&out, "%% warning %v\n", w)
		}
	}
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if *update {
		if err := os.WriteFile("testdata/club.golden", []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/club.golden")
	if err != nil || out.String() != string(want) {
		t.Errorf("%v\ngot:\n%s", err, out.String())
	}
}

func TestRead(t *testing.T) {
	const promotion = "[FEN \"8/4P3/8/8/8/2k5/p7/4K3 w - - 0 1\"]\n\n"
	for _, tc := range []struct {
		name, text, moves string
		result            Result
		warnings          int
	}{
		{"castling with zeros", "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 0-0 *", "e4 e5 Nf3 Nf6 Be2 Be7 O-O O-O", "*", 0},
		{"result stuck to a move", "1. e4 e5 2. f4 f6*", "e4 e5 f4 f6", "*", 0},
		{"blank lines after tags", "[White \"a\"]\n\n\n1. e4 e5 *", "e4 e5", "*", 0},
		{"escaped line", "1. e4 e5\n% 2. Qh5 ( {\n2. Nf3 *", "e4 e5 Nf3", "*", 0},
		{"no escape inside a line", "1. e4 {50 % sure} e5 *", "e4 e5", "*", 0},
		{"line comment", "1. e4 ; a ) } 1-0\n1... e5 2. Nf3 *", "e4 e5 Nf3", "*", 0},
		{"semicolon in braces", "1. e4 {a ; b} e5 *", "e4 e5", "*", 0},
		{"comment first", "{hello} 1. e4 {a} {b} e5 *", "e4 e5", "*", 0},
		{"empty comment", "{} 1. e4 {} e5 *", "e4 e5", "*", 0},
		{"a draw", "[Result \"1/2-1/2\"] 1. e4 e5 2. Nf3 Nc6 1/2-1/2", "e4 e5 Nf3 Nc6", Draw, 0},
		{"half", "1. e4 1/2", "e4", Draw, 0},
		{"brackets in a tag", "[Opening \"Foo (Bar) defence\"]\n1. e4 a6 *", "e4 a6", "*", 0},
		{"quotes not escaped", "[Event \"5th \"X\" Cup\"]\n1. e4 a6 *", "e4 a6", "*", 1},
		{"Black begins", "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 30\"]\n30... Kd7 31. O-O *", "Kd7 O-O", "*", 0},
		{"Chess960, Variant after FEN", "[FEN \"1rk4r/8/8/8/8/8/8/R1K2R2 w KQkq - 0 1\"]\n[Variant \"Chess960\"]\n1. O-O *", "O-O", "*", 0},
		{"result of tag and moves differ", "[Result \"0-1\"]\n1. e4 1-0", "e4", WhiteWins, 1},
		{"no result", "[Result \"0-1\"]\n1. e4 e5", "e4 e5", BlackWins, 1},
		{"no numbers", "e4 e5 Nf3 *", "e4 e5 Nf3", "*", 0},
		{"dots", "1.e4 .. e5 2 . Nf3 2...Nc6 *", "e4 e5 Nf3 Nc6", "*", 0},
		{"en passant marked", "1. e4 a6 2. e5 d5 3. exd6 e.p. cxd6 *", "e4 a6 e5 d5 exd6 cxd6", "*", 0},
		{"en passant marked with a check", "[FEN \"8/8/2k5/3pP3/8/8/8/B3K3 w - d6 0 1\"]\n1. exd6 e.p.+ Kxd6 *", "exd6 Kxd6", "*", 0},
		{"en passant marked with judgements", "1. e4 a6 2. e5 d5 3. exd6 ep+!? cxd6 *", "e4 a6 e5 d5 exd6 cxd6", "*", 0},
		{"promotion in brackets", promotion + "1. e8(Q) Kd4 *", "e8=Q Kd4", "*", 0},
		{"underpromotion in brackets", promotion + "1. e8(N) a1(r) *", "e8=N a1=R+", "*", 0},
		{"promotion in brackets, a figurine", promotion + "1.♙e8 (Q) 1…♟a1(N)# *", "e8=Q a1=N", "*", 0},
		{"promotion in brackets, checking", promotion + "1. Kd1 a1(Q)+ 2. Ke2 *", "Kd1 a1=Q+ Ke2", "*", 0},
		{"promotion in brackets, parted", promotion + "1. e8\r\n (Q)! Kd4 *", "e8=Q Kd4", "*", 0},
		{"promotion in brackets, long", promotion + "1. e7-e8(Q) a2a1(B)*", "e8=Q a1=B", "*", 0},
		{"promotion in brackets, capturing", "[FEN \"3r4/4P3/8/8/8/2k5/8/4K3 w - - 0 1\"]\n1. exd8(B)Kc4*", "exd8=B Kc4", "*", 1},
		{"promotion in brackets, then a number", promotion + "1.e8(Q)Kd4 2.Qe7 a1(Q)1-0", "e8=Q Kd4 Qe7 a1=Q+", WhiteWins, 1},
		{"promotion in brackets in a variation", promotion + "1. Kd1 (1. e8(R)) Kd4 *", "Kd1 Kd4", "*", 0},
		{"a variation behind a promotion", promotion + "1. e8Q(1. Kd1) Kd4 *", "e8=Q Kd4", "*", 0},
		{"an offer of a draw", "1. e4 (=) e5(=) (1... c5 (=)) *", "e4 e5", "*", 0},
		{"no annotation", "1. e4 $0 e5 $255 *", "e4 e5", "*", 0},
		{"brackets in a comment", "1. e4 {\n\n[%clk 1:00:00]\n[x\n\n[White]\n\n[\"a\"] [Event \"x\"] 1-0\n [Event 1-0\n[Eve\"\nx\n[White \"a\"]} e5 *", "e4 e5", "*", 0},
		{"en passant marked at once", "1. e4 a6 2. e5 d5 3. exd6e.p.! cxd6 *", "e4 a6 e5 d5 exd6 cxd6", "*", 0},
		{"coordinates", "1. e2e4 e7-e5 2. Ng1-f3 *", "e4 e5 Nf3", "*", 0},
		{"byte order mark and CRLF", "\ufeff[White \"a\"]\r\n\r\n1. e4\r\n%x\r\ne5 *\r\n", "e4 e5", "*", 0},
		{"only carriage returns", "[White \"a\"]\r\r1. e4\r%x\re5 *\r", "e4 e5", "*", 0},
		{"result in a variation, with a comment", "1. e4 (1. d4 d5 1-0 {won}) e5 *", "e4 e5", "*", 0},
		{"checks apart from their moves", "1. f3 e5 2. g4 Qh4 # 0-1", "f3 e5 g4 Qh4#", BlackWins, 0},
		{"the end of a file on DOS", "1. e4 e5 *\r\n\x1a\x1a", "e4 e5", "*", 0},
		{"result in a variation", "1. e4 (1. d4 d5 *) e5 *", "e4 e5", "*", 0},
		{"null move in a variation", "1. e4 (1. d4 -- (1... d5) 2. c4) e5 *", "e4 e5", "*", 0},
		{"a tag twice alike", "[White \"a\"]\n[White \"a\"]\n*", "", "*", 0},
		{"two tags in a line", "[White \"a\"][Black \"b\"] 1. e4 *", "e4", "*", 0},
		{"a tag in three lines", "[\nWhite\n\"a\"\n]\n1. e4 *", "e4", "*", 0},
		{"moves without a gap", "1.e4e5 2.Nf3Nc6 3.Bb5a6Ba4 *", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4", "*", 3},
		{"number without a dot", "1e4 e5 2Nf3 Nc6 3 Bc4 Bc5 4O-O *", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O", "*", 0},
		{"a result stuck to a move", "1. f3 e5 2. g4 Qh4#0-1", "f3 e5 g4 Qh4#", BlackWins, 0},
		{"a draw stuck to castling", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-01/2-1/2", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O", Draw, 0},
		{"wide dots and dashes", "1.e2–e4 1…e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0–0 Nf6 ½–½", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6", Draw, 0},
		{"figurines", "1.e4 e5 2.♘f3 ♞c6 3.♗b5 ♟a6 4.♗×c6+ *", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6", "*", 0},
		{"double plus for a double check", "1. e4 e5 2. f4 exf4 3. Nf3 g5 4. Bc4 g4 5. Bxf7++ *", "e4 e5 f4 exf4 Nf3 g5 Bc4 g4 Bxf7+", "*", 0},
		{"joined files with byte order marks", "1. e4\u00a0e5 \ufeff2. d4 *", "e4 e5 d4", "*", 0},
		{"a result that is none", "[Result \"White wins\"]\n1. e4 1-0", "e4", WhiteWins, 1},
		{"a position that is missing", "[SetUp \"1\"]\n1. e4 *", "e4", "*", 1},
		{"tags only", "[White \"a\"]\n", "", "*", 1},
	} {
		games, errs := readAll(t, tc.text)
		if len(games) != 1 || len(errs) != 0 {
			t.Errorf("%s: %d games, %v", tc.name, len(games), errs)
			continue
		}
		g := games[0]
		if got := sans(t, g); got != tc.moves || g.Result != tc.result || len(g.Warnings) != tc.warnings {
			t.Errorf("%s: got %q %s, warnings %v", tc.name, got, g.Result, g.Warnings)
		}
	}
}

func TestReadTags(t *testing.T) {
	games, errs := readAll(t, "[Event \"a \\\"b\\\" \\\\ c\"]\n[ Site\t\"M\xfcnchen\" ]\n[Round \"5th \"X\" Cup\"] [Black \"tab\there\"]\n[Date \"\x93\x81\"]\n*")
	if len(games) != 1 || len(errs) != 0 {
		t.Fatal(len(games), errs)
	}
	for name, want := range map[string]string{
		"Event": `a "b" \ c`, "Site": "München", "Round": `5th "X" Cup`, "Black": "tab here", "Date": "“\ufffd", "White": "",
	} {
		if got := games[0].Tag(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// Everything in a game with variations is kept.
func TestReadAnnotations(t *testing.T) {
	games, errs := readAll(t, "{x} 1. e4 e5 (1... c5 {a\nb} 2. Nf3 $1 (2. c3 d5) 2... d6) ({v} 1... e6) {c} 2. Nf3!! {d} $22 {e} Nc6 = 1-0")
	if len(games) != 1 || len(errs) != 0 || len(games[0].Warnings) != 0 {
		t.Fatal(len(games), errs)
	}
	g := games[0]
	e5 := g.Moves[1]
	if !slices.Equal(g.Comments, []string{"x"}) || len(g.Moves) != 4 || len(e5.Variations) != 2 || !slices.Equal(e5.Comments, []string{"c"}) {
		t.Fatalf("%+v", g)
	}
	sicilian := e5.Variations[0].Moves
	if len(sicilian) != 3 || sicilian[0].Comments[0] != "a b" || sicilian[1].NAGs[0] != 1 || len(sicilian[1].Variations[0].Moves) != 2 {
		t.Errorf("%+v", sicilian)
	}
	if french := e5.Variations[1]; french.Comments[0] != "v" || french.Moves[0].Move.String() != "e7e6" {
		t.Errorf("%+v", french)
	}
	if nf3 := g.Moves[2]; !slices.Equal(nf3.NAGs, []int{3, 22}) || !slices.Equal(nf3.Comments, []string{"d", "e"}) {
		t.Errorf("%+v", nf3)
	}
	if !slices.Equal(g.Moves[3].NAGs, []int{10}) {
		t.Errorf("%+v", g.Moves[3])
	}
}

// What is refused is told with its place; what could be read of the game is kept, whole or marked as cut, and the
// game after it is read.
func TestReadErrors(t *testing.T) {
	const next = "\n\n[Event \"next\"]\n\n1. d4 d5 *\n"
	for _, tc := range []struct {
		name, text, at, says, moves string
		cut                         bool
	}{
		{"illegal", "1. e4 e5\n2. Ke3 Nc6 *", "2:4", "move 2.: illegal move \"Ke3\"", "e4 e5", true},
		{"unreadable", "1. e4 hello 2. d4 *", "1:7", "move 1...: unreadable", "e4", true},
		{"null move", "1. e4 -- 2. d4 *", "1:7", "null move", "e4", true},
		{"ambiguous", "1. d4 d5 2. Nf3 e6 3. Nd2 *", "1:23", "ambiguous", "d4 d5 Nf3 e6", true},
		{"after wide letters", "1. e4 {äöü} e6 2. e6 *", "1:19", "illegal", "e4 e6", true},
		{"after Latin-1", "1. e4 {\xe4\xf6\xfc} e6 2. e6 *", "1:19", "illegal", "e4 e6", true},
		{"after a byte order mark", "\ufeff1. e5 *", "1:4", "illegal", "", true},
		{"after carriage returns", "1. e4\r\r\ne5\r2. e6 *", "4:4", "illegal", "e4 e5", true},
		{"bracket too many", "1. e4 ) e5 *", "1:7", "without its (", "e4 e5", false},
		{"brace too many", "1. e4 {a {b} } e5 *", "1:14", "nothing opened", "e4 e5", false},
		{"comment not closed", "1. e4 {oh e5 *", "1:7", "expected a closing brace", "e4", true},
		{"comment not closed in a variation", "1. e4 (1. d4 {oh) e5 *", "1:14", "expected a closing brace", "e4", true},
		{"variation not closed", "1. e4 (1. d4 d5 *", "1:7", "never closed", "e4", true},
		{"variation first", "(1. d4) 1. e4 *", "1:1", "before the first move", "e4", false},
		{"illegal in a variation", "1. e4 (1. d4 e4 (1... e5) 2. c4) e5 *", "1:14", "in a variation, move 1...: illegal", "e4 e5", false},
		{"null move in check", "1. e4 e5 (1... f6 2. Qh5 --) *", "1:26", "null move in check", "e4 e5", false},
		{"bad annotation", "1. e4 $ e5 *", "1:7", "without a number", "e4 e5", false},
		{"annotation too large", "1. e4 $256 *", "1:7", "$0 to $255", "e4", false},
		{"annotation first", "$1 1. e4 *", "1:1", "expected a move before it", "e4", false},
		{"judgement", "1. e4!!! e5 *", "1:4", "annotation \"!!!\"", "e4 e5", false},
		{"bad tag", "[White a]\n[Black \"b\"]\n1. e4 *", "1:1", `[Name "value"]`, "e4", false},
		{"bad tag behind moves", "1. e4 [White] e5 *", "1:7", `[Name "value"]`, "e4 e5", false},
		{"tag not closed", "[White \"a\n1. e4 *", "1:1", "tag White never ends", "e4", false},
		{"second tag", "[White \"a\"]\n[White \"b\"]\n1. e4 *", "2:1", "a second tag White, \"b\"", "e4", false},
		{"long word", "1. e4 " + strings.Repeat("x", 300) + " e5 *", "1:7", `unreadable move "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"`, "e4", true},
		{"bad FEN", "[White \"a\"]\n[FEN \"?\"]\n1. e4 *", "2:1", "tag FEN: fen: fields", "", true},
		{"impossible FEN", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n1. e4 *", "1:1", "no king", "", true},
		{"another game", "[Variant \"Atomic\"]\n1. e4 *", "1:1", "tag Variant", "", true},
	} {
		games, errs := readAll(t, tc.text+next)
		if len(games) != 2 || len(errs) != 1 || len(games[0].Errors) != 1 {
			t.Errorf("%s: %d games, errors %v", tc.name, len(games), errs)
			continue
		}
		var e *Error
		if !errors.As(errs[0], &e) || fmt.Sprintf("%d:%d", e.Line, e.Column) != tc.at || !strings.Contains(e.Error(), tc.says) {
			t.Errorf("%s: got %v, want %q at %s", tc.name, errs[0], tc.says, tc.at)
		}
		if tc.moves != "" && sans(t, games[0]) != tc.moves {
			t.Errorf("%s: kept %q", tc.name, sans(t, games[0]))
		}
		if cut := games[0].Cut != nil; cut != tc.cut || cut && len(games[0].Moves) > 0 && !strings.Contains(games[0].String(), "refused from here on: ") {
			t.Errorf("%s: cut %v\n%s", tc.name, cut, games[0])
		}
		if got := sans(t, games[1]); got != "d4 d5" || games[1].Tag("Event") != "next" {
			t.Errorf("%s: then %q", tc.name, got)
		}
	}
}

// The end of a comment that was never closed is not looked for in the next games, whatever tag they begin with.
func TestCommentNotClosed(t *testing.T) {
	for _, text := range []string{
		"[White \"a\"]\n\n1. e4 {oops e5 2. d4 *\n\n[White \"b\"]\n\n1. d4 {x} d5 1-0\n",
		"[White \"a\"]\r\n\r\n1. e4 {never ends\r\n\r\n[White \"b\"]\r\n\r\n1. d4 d5 1-0",
		"[White \"a\"]\n\n1. e4 {oops e5 2. d4 *\n[White \t\"b\"]\n1. d4 {x} d5 1-0\n",
		"[White \"a\"]\n\n1. e4 {1/2-1/2 \n[White \"b\"]\n1. d4 {x} d5 1-0\n",
		"[White \"a\"]\n\n1. e4 {½–½\n \n[White \"b\"]\n1. d4 d5 {x} 1-0\n",
		"[White \"a\"]\n\n1. e4 {" + strings.Repeat("word\n", windowSize/5) + "\n[White \"b\"]\n1. d4 d5 {x} 1-0\n",
	} {
		games, errs := readAll(t, text)
		if len(games) != 2 || len(errs) != 1 || errs[0].Error() != "3:7: a comment that never ends: expected a closing brace" {
			t.Errorf("%q: %d games, %v", abridged(text), len(games), errs)
			continue
		}
		for i, want := range []string{"a: e4 *", "b: d4 d5 1-0"} {
			g := games[i]
			if got := fmt.Sprintf("%s: %s %s", g.Tag("White"), sans(t, g), g.Result); got != want || (g.Cut != nil) != (i == 0) {
				t.Errorf("%q: got %q, not %q", abridged(text), got, want)
			}
		}
	}
}

// So it is with a comment behind a result, and with one in a variation that is given up already.
func TestCommentNotClosedElsewhere(t *testing.T) {
	for text, errors := range map[string]int{
		"1. e4 e5 * {oh\n\n[White \"b\"]\n\n1. d4 d5 {x} 1-0":         1,
		"1. e4 (1. e5 {oh) e5 *\n\n[White \"b\"]\n\n1. d4 d5 {x} 1-0": 2,
	} {
		games, _ := readAll(t, text)
		if len(games) != 2 || len(games[0].Errors) != errors || sans(t, games[1]) != "d4 d5" {
			t.Errorf("%q: %d games, %v", text, len(games), games[0].Errors)
		}
	}
}

// The offer of a draw stays with its move.
func TestReadDrawOffer(t *testing.T) {
	games, _ := readAll(t, "1. e4 $1 (=) {x} e5 *")
	if m := games[0].Moves[0]; !slices.Equal(m.Comments, []string{"(=)", "x"}) || !slices.Equal(m.NAGs, []int{1}) {
		t.Errorf("got %+v", m)
	}
}

// A game tells no more errors than it is worth, and goes on.
func TestManyErrors(t *testing.T) {
	games, _ := readAll(t, "1. e4 "+strings.Repeat("$999 ) ", 1000)+" e5 *")
	if len(games) != 1 || len(games[0].Errors) != MaxErrors || sans(t, games[0]) != "e4 e5" {
		t.Errorf("%d games, %d errors", len(games), len(games[0].Errors))
	}
	games, _ = readAll(t, "1. e4 "+strings.Repeat("(", 100000)+"1. d4"+strings.Repeat(")", 100000)+" e5 *")
	if len(games) != 1 || len(games[0].Errors) != 1 || sans(t, games[0]) != "e4 e5" {
		t.Errorf("deep: %v", games[0].Errors)
	}
}

func TestErrorUnwraps(t *testing.T) {
	_, errs := readAll(t, "1. Nf6 *")
	var e *rules.MoveError
	if len(errs) != 1 || !errors.As(errs[0], &e) || e.Problem != rules.Illegal {
		t.Errorf("got %v", errs)
	}
}

// Where the reader's window ends, nothing changes: read in pieces of every size, all is the same.
func TestReadInPieces(t *testing.T) {
	text, err := os.ReadFile("testdata/club.pgn")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, "\r\n[Event \"M\xfcller – \\\"x\\\" \"]\r\n1… ♘f6 {ä  \xe4} ½–½"...)
	want, errs := readAll(t, string(text))
	for name, in := range map[string]io.Reader{
		"bytes": iotest.OneByteReader(strings.NewReader(string(text))), "halves": iotest.HalfReader(strings.NewReader(string(text))),
		"with the end": iotest.DataErrReader(strings.NewReader(string(text))),
	} {
		r := NewReader(in)
		var failed []error
		for i := range want {
			g, err := r.Next()
			if err != nil {
				failed = append(failed, err)
			}
			if !reflect.DeepEqual(g, want[i]) {
				t.Errorf("%s: game %d is\n%s\nnot\n%s", name, i, g, want[i])
			}
		}
		if _, err := r.Next(); err != io.EOF || !reflect.DeepEqual(failed, errs) {
			t.Errorf("%s: %v, %v", name, err, failed)
		}
	}
}

func TestReadManyGames(t *testing.T) {
	games, errs := readAll(t, "1. e4 *\n[Event \"b\"]\n[Event \"c\"] 1. d4 1-0 e4 0-1\n{the end}\n")
	var got []string
	for _, g := range games {
		got = append(got, g.Tag("Event")+":"+sans(t, g)+":"+string(g.Result))
	}
	want := []string{":e4:*", "b::*", "c:d4:1-0", ":e4:0-1"}
	if !slices.Equal(got, want) || len(errs) != 0 {
		t.Errorf("got %q, %v", got, errs)
	}
}

func TestReadNothing(t *testing.T) {
	for _, text := range []string{"", "\n\n  \n", "\ufeff", "% only this", "{only this}"} {
		if games, errs := readAll(t, text); len(games)+len(errs) != 0 {
			t.Errorf("%q: %d games, %v", text, len(games), errs)
		}
	}
}

func TestOtherEncoding(t *testing.T) {
	for _, text := range []string{"\xff\xfe[\x00E\x00", "\xfe\xff\x00[\x00E"} {
		if _, err := NewReader(iotest.OneByteReader(strings.NewReader(text))).Next(); err != errUTF16 {
			t.Errorf("got %v", err)
		}
	}
}

func TestReaderFails(t *testing.T) {
	r := NewReader(io.MultiReader(strings.NewReader("1. e4 * 1. d4 "), iotest.ErrReader(io.ErrUnexpectedEOF)))
	if g, err := r.Next(); err != nil || len(g.Moves) != 1 {
		t.Error(err)
	}
	if _, err := r.Next(); err != io.ErrUnexpectedEOF {
		t.Errorf("got %v", err)
	}
}

// repeat is an endless text.
type repeat struct {
	text string
	at   int
	left int
}

func (r *repeat) Read(b []byte) (n int, err error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	for n < len(b) && r.left > 0 {
		c := copy(b[n:min(len(b), n+r.left)], r.text[r.at:])
		n += c
		r.left -= c
		r.at = (r.at + c) % len(r.text)
	}
	return n, nil
}

// A game without an end is refused, not stored, and the next is read.
func TestGameTooLong(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 30 MB")
	}
	for _, text := range []string{"Nf3 Nf6 Ng1 Ng8 ", "{xxxxxxxxxxxxxxxxxxxxxxxxxxx} ", "{ ( ", "[A \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx ", "((((", "$1 "} {
		endless := &repeat{text: text, left: maxGame * 5 / 4}
		r := NewReader(io.MultiReader(endless, strings.NewReader("\n\n[Event \"next\"]\n1. d4 *")))
		if _, err := r.Next(); err == nil {
			t.Errorf("%q: no error", text)
		}
		for {
			g, err := r.Next()
			if err == io.EOF {
				if text[0] != '{' && text[0] != '[' { // their ends may be lost with them
					t.Errorf("%q: the next game is lost", text)
				}
				break
			}
			if err == nil && g.Tag("Event") == "next" && len(g.Moves) == 1 {
				break
			}
		}
	}
}

// What never ends isn't read for ever.
func TestEndless(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 30 MB")
	}
	for _, text := range []string{"\x00", "{", "x", "[A \"", "( ", "e4 "} {
		r := NewReader(&repeat{text: text, left: math.MaxInt})
		r.s.maxSkip = maxGame + 1<<20
		var err error
		for n := 0; n < 100 && err != errEndless; n++ {
			_, err = r.Next()
		}
		if err != errEndless {
			t.Errorf("%q: got %v", text, err)
		}
	}
}

// TestNextTo compares games that are read into one game with such that are read into new memory, in an order in which
// each meets what was left of another.
func TestNextTo(t *testing.T) {
	texts := []string{sample(mixed, 60), sample("bare", 3), "", "1. e4 ({a}) ({b} 1. d4 $1 (1. c4)) {c} 2. Ke3 *\n", "{x} {y} [A \"b\"] 1. e4 $1 $2 e5 {z} (1... c5 {v} {w} 2. Nf3) *"}
	files, _ := filepath.Glob("testdata/*.pgn")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	var into Game
	for _, text := range append(texts, texts...) {
		fresh, again := NewReader(strings.NewReader(text)), NewReader(strings.NewReader(text))
		for {
			want, wantErr := fresh.Next()
			err := again.NextTo(&into)
			if fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Fatalf("%v, not %v", err, wantErr)
			}
			if want == nil {
				break
			}
			if into.String() != want.String() || fmt.Sprint(into.Errors, into.Warnings, into.Tags) != fmt.Sprint(want.Errors, want.Warnings, want.Tags) {
				t.Fatalf("%v\n%s, not %v\n%s", into.Errors, &into, want.Errors, want)
			}
		}
	}
}

// TestNextToAllocates: only texts need new memory, and the window.
func TestNextToAllocates(t *testing.T) {
	const games = 300
	text := sample("bare", games)
	var g Game
	read := func() {
		for r := NewReader(strings.NewReader(text)); r.NextTo(&g) == nil; {
		}
	}
	if n := testing.AllocsPerRun(5, read); n > games/3 {
		t.Errorf("%v allocations for %d games", n, games)
	}
}
