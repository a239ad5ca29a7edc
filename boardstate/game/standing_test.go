package game_test

import (
	"fmt"
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/rules/pgn"
	"jadoube/sensors/trace"
)

// uciOf are the moves of the game that is played.
func uciOf(g *game.Session) string {
	var moves []string
	for _, m := range g.Moves() {
		moves = append(moves, m.UCI)
	}
	return strings.Join(moves, " ")
}

// blitz plays a trace of three lines of header and more by the Laws and the clock of blitz.
func blitz(t *testing.T, laws, level, text string) (*game.Session, []game.Event) {
	t.Helper()
	if !strings.HasPrefix(text, "sensor") {
		text = "sensor occupancy\n" + text
	}
	x, err := trace.Read("blitz", strings.NewReader("trace 1\nscan 10\nclock 300\nlever yes\nlaws "+laws+"\nlevel "+level+"\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return play(t, x)
}

func offence(e *game.Event) bool { return e.Type == game.Illegal && e.State == "completed" }

func goesOn(e *game.Event) bool { return e.Type == game.Setup && e.Reason == game.ReasonStands }

const (
	opening = "500 press black\n2000 -e2\n2500 +e4\n3500 press white\n5000 -e7\n5500 +e5\n6500 press black\n"
	illegal = "8000 -g1\n8500 +g3\n9500 press white\n"
	reply   = "12000 -b8\n12500 +c6\n13500 press black\n15000 -f1\n15500 +c4\n16500 press white\n20000 press pause\n"
	stood   = "rnbqkbnr/pppp1ppp/8/4p3/4P3/6N1/PPPP1PPP/RNBQKB1R b KQkq - 1 2" // after both
)

// TestIllegalMoveStands: in blitz by the Laws of 2001 an illegal move can't be corrected any more when the opponent has made his own (C3):
// the game goes on from what stands, and its record begins with that position.
func TestIllegalMoveStands(t *testing.T) {
	for _, c := range []struct {
		name, text, start, moves string
		games, offences          int
	}{
		{"a knight", opening + illegal + reply, stood, "b8c6 f1c4", 2, 1},
		{"a pawn", opening + "8000 -d2\n8500 +d5\n9500 press white\n" + reply, "rnbqkbnr/pppp1ppp/8/3Pp3/4P3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2", "b8c6 f1c4", 2, 1},
		{"the king", opening + "8000 -e1\n8500 +e3\n9500 press white\n" + reply, "rnbqkbnr/pppp1ppp/8/4p3/4P3/4K3/PPPP1PPP/RNBQ1BNR b kq - 1 2", "b8c6 f1c4", 2, 1},
		{"a rook", opening + "8000 -h1\n8500 +h4\n9500 press white\n" + reply, "rnbqkbnr/pppp1ppp/8/4p3/4P2R/8/PPPP1PPP/RNBQKBN1 b Qkq - 1 2", "b8c6 f1c4", 2, 1},
		{
			"the first move", "500 press black\n2000 -g1\n2500 +g3\n3500 press white\n6000 -b8\n6500 +c6\n7500 press black\n9000 press pause\n",
			"rnbqkbnr/pppppppp/8/8/8/6N1/PPPPPPPP/RNBQKB1R b KQkq - 1 1", "b8c6", 1, 1,
		},
		{
			"Black's", "500 press black\n2000 -e2\n2500 +e4\n3500 press white\n5000 -g8\n5500 +g6\n6500 press black\n8000 -b1\n8500 +c3\n9500 press white\n12000 press pause\n",
			"rnbqkb1r/pppppppp/6n1/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2", "b1c3", 2, 1,
		},
		{
			"one after the other", opening + illegal + "12000 -b8\n12500 +c5\n13500 press black\n15000 -f1\n15500 +c4\n16500 press white\n20000 press pause\n",
			"r1bqkbnr/pppp1ppp/8/2n1p3/4P3/6N1/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "f1c4", 2, 2,
		},
		{
			"castling out of check", "sensor piece\nfen 4r1k1/8/8/8/8/8/P7/4K2R w K - 0 9\n500 press black\n2000 -e1\n2400 -h1\n2800 +g1K\n3200 +f1R\n4500 press white\n7000 -e8\n7500 +e2r\n8500 press black\n9000 press pause\n",
			"4r1k1/8/8/8/8/8/P7/5RK1 b - - 1 9", "e8e2", 1, 1,
		},
		{
			"a capture", "sensor colour\nfen 4k3/8/8/3p4/8/8/4P3/4K3 w - - 5 9\n500 press black\n2000 -d5\n2200 -e2\n2600 +d5w\n4500 press white\n7000 -e8\n7500 +d7b\n8500 press black\n9000 press pause\n",
			"4k3/8/8/3P4/8/8/8/4K3 b - - 0 9", "e8d7", 1, 1,
		},
		{"the reply unpressed", opening + illegal + "12000 -b8\n12500 +c6\n14500 press pause\n", stood, "b8c6", 2, 1},
	} {
		for _, level := range []string{"strict", "arbiter"} {
			t.Run(c.name+", "+level, func(t *testing.T) {
				g, events := blitz(t, "2001", level, c.text)
				if got := uciOf(g); got != c.moves || g.Now().Start != c.start {
					t.Errorf("the moves are %s from %s\nwant %s from %s", got, g.Now().Start, c.moves, c.start)
				}
				if n := count(events, offence); n != c.offences {
					t.Errorf("%d offences, want %d", n, c.offences)
				}
				if n := count(events, goesOn); n != c.offences {
					t.Errorf("%d games go on another, want %d", n, c.offences)
				}
				if n := count(events, func(e *game.Event) bool { return e.Type == game.Penalty }); n != 0 {
					t.Errorf("%d penalties: none is named", n)
				}
				if n := len(g.Games(false)); n != c.games {
					t.Errorf("%d games, want %d", n, c.games)
				}
			})
		}
	}
}

// TestQuickReplyToAnIllegalMove: who replies before anybody can be sure that nothing was made has gone on all the same.
func TestQuickReplyToAnIllegalMove(t *testing.T) {
	for _, kind := range []string{"occupancy", "colour", "piece"} {
		for _, pressed := range []int64{8600, 8700, 9000, 9500} {
			for _, replied := range []int64{150, 300, 600, 1500} {
				at, n, k := pressed+replied, map[string]string{"piece": "N", "colour": "w"}[kind], map[string]string{"piece": "n", "colour": "b"}[kind]
				text := fmt.Sprintf("8000 -g1\n8500 +g3%s\n%d press white\n%d -b8\n%d +c6%s\n%d press black\n20000 press pause\n", n, pressed, at, at+300, k, at+700)
				begun := opening
				if kind != "occupancy" {
					begun = strings.NewReplacer("+e4", "+e4"+map[string]string{"piece": "P", "colour": "w"}[kind], "+e5", "+e5"+map[string]string{"piece": "p", "colour": "b"}[kind]).Replace(opening)
				}
				g, events := blitz(t, "2001", "strict", "sensor "+kind+"\n"+begun+text)
				if got := uciOf(g); got != "b8c6" || g.Now().Start != stood || count(events, goesOn) != 1 {
					t.Errorf("%s, pressed at %d, replied after %d: the moves are %s from %s", kind, pressed, replied, got, g.Now().Start)
				}
			}
		}
	}
}

// TestTouchAfterAnIllegalMove: the man that stands where he came against the Laws is moved, touched and owed as any other.
func TestTouchAfterAnIllegalMove(t *testing.T) {
	g, events := blitz(t, "2001", "strict", opening+illegal+"12000 -b8\n12500 +c6\n13500 press black\n15000 -g3\n15500 +g3\n16000 -d2\n16500 +d4\n17500 press white\n"+
		"18500 press claim-black touch\n20000 -d4\n20500 +d2\n22000 -g3\n22500 +h5\n23500 press white\n26000 press pause\n")
	breach := func(e *game.Event) bool { return e.Type == game.Breach && e.Square == "g3" && e.UCI == "d2d4" }
	if got := uciOf(g); got != "b8c6 g3h5" || count(events, breach) != 1 {
		t.Errorf("the moves are %s, with %d breaches", got, count(events, breach))
	}
}

// TestClockAfterAnIllegalMove: the times go on as if nothing had been, and a flag falls at its moment.
func TestClockAfterAnIllegalMove(t *testing.T) {
	g, events := blitz(t, "2001", "strict", opening+illegal+reply)
	// White thought for 3 s three times, Black for 3 s, 4 s, and 3.5 s until the pause.
	if c := g.Clock(); c == nil || c.White != 291_000 || c.Black != 289_500 || c.Reason != "assistance" {
		t.Errorf("the clock shows %+v", c)
	}
	if n := count(events, func(e *game.Event) bool { return e.Type == game.Completed && e.UCI == "b8c6" && *e.Completed == 13_500 }); n != 1 {
		t.Errorf("the reply is completed %d times at its press, want once", n)
	}
	g, _ = blitz(t, "2001", "strict", strings.TrimSuffix(opening+illegal+reply, "20000 press pause\n")+"400000 press pause\n")
	if result, reason := g.Result(); result != "1-0" || reason != "flag" {
		t.Errorf("Black's time is over: %s by %s", result, reason)
	}
}

// TestRecordOfAnIllegalMove: both parts of the record are games that every reader of PGN reads, and say how they belong together.
func TestRecordOfAnIllegalMove(t *testing.T) {
	g, _ := blitz(t, "2001", "strict", opening+illegal+strings.Replace(reply, "20000 press pause", "20000 press resign-black", 1))
	games := g.Games(true)
	var results []string
	for _, p := range games {
		again, err := pgn.NewReader(strings.NewReader(p.String())).Next()
		if err != nil || len(again.Warnings) > 0 || again.String() != p.String() {
			t.Errorf("%v %v\n%s", err, again.Warnings, p)
		}
		results = append(results, string(again.Result)+" "+again.Tag("Termination")+" "+again.Tag("FEN"))
	}
	if got, want := strings.Join(results, ", "), "* unterminated , 1-0 normal "+stood; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if first, second := strings.Join(strings.Fields(games[0].String()), " "), games[1].String(); !strings.Contains(first, "1... e5 {[%clk 0:04:57] [%emt 0:00:03]} {an illegal move of White's that was not claimed stands: the game goes on from "+stood+"}") ||
		!strings.Contains(second, "2... Nc6") || !strings.Contains(second, "goes on the") {
		t.Errorf("%s\n%s", first, second)
	}
}

// TestIllegalMoveDoesNotStand: by other Laws, at other levels, when it is claimed or corrected in time, or where no game can go on from it.
func TestIllegalMoveDoesNotStand(t *testing.T) {
	const pinned = "fen 4r1k1/8/8/8/8/8/4N3/4K2R w K - 0 1\n500 press black\n2000 -e2\n2500 +c3\n3500 press white\n6000 -g8\n6500 +h8\n7500 press black\n9000 press pause\n"
	const kingTaken = "fen 4r1k1/8/8/8/8/8/4N3/4K2R w K - 0 1\n500 press black\n2000 -e2\n2500 +c3\n3500 press white\n6000 -e8\n6300 -e1\n6500 +e1\n7500 press black\n"
	stuck := func(e *game.Event) bool { return e.Type == game.Advice && e.Key == "cannot-go-on" }
	for _, c := range []struct {
		name, laws, level, text, result, moves string
		stuck                                  int
	}{
		{"2023", "2023", "strict", opening + illegal + "15000 press pause\n", "", "e2e4 e7e5", 0},
		{"explained", "2001", "trainer", opening + illegal + "15000 press pause\n", "", "e2e4 e7e5", 0},
		{"played on, 2023", "2023", "strict", opening + illegal + reply, "", "any", 0},
		{"played on, explained", "2001", "trainer", opening + illegal + reply, "", "any", 0},
		{"claimed", "2001", "strict", opening + illegal + "10000 -b8\n11000 press claim-black illegal\n", "0-1", "e2e4 e7e5", 0},
		{"claimed too late", "2001", "strict", opening + illegal + reply + "21000 press claim-black illegal\n", "", "b8c6 f1c4", 0},
		{"put right", "2001", "strict", opening + illegal + "11000 -g3\n11500 +f3\n12500 press white\n14000 -b8\n14500 +c6\n15500 press black\n17000 press pause\n", "", "e2e4 e7e5 g1f3 b8c6", 0},
		{"put back by the opponent", "2001", "strict", opening + illegal + "11000 -g3\n11500 +g1\n15000 -g1\n15500 +f3\n16500 press white\n18000 -b8\n18500 +c6\n20000 press pause\n", "", "e2e4 e7e5 g1f3 b8c6", 0},
		{"a king that could be taken, and the other, too", "2001", "strict", pinned, "", "", 1},
		{"a king that could be taken, and the other, too, with an arbiter", "2001", "arbiter", pinned, "", "", 1},
		{"a king that is taken", "2001", "strict", kingTaken + "9000 press pause\n", "", "", 1},
		{"a king that is taken, and the claim", "2001", "strict", kingTaken + "7700 press claim-black illegal\n", "0-1", "", 0},
		{"a king that could be taken, claimed too late", "2001", "strict", strings.Replace(pinned, "7500 press black", "7500 press claim-black illegal", 1), "", "", 0},
		{"a king left in check, 2023", "2023", "strict", pinned, "", "", 0},
		{"given up before", "2001", "strict", opening + illegal + "10000 press resign-black\n" + reply, "1-0", "e2e4 e7e5", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, events := blitz(t, c.laws, c.level, c.text)
			if got := uciOf(g); got != c.moves && c.moves != "any" {
				t.Errorf("the moves are %s, want %s", got, c.moves)
			}
			if n := count(events, goesOn); n != 0 && c.name != "claimed too late" {
				t.Errorf("%d games go on another", n)
			}
			result, _ := g.Result()
			if want := map[bool]string{true: "*", false: c.result}[c.result == ""]; result != want {
				t.Errorf("the result is %s, want %s", result, want)
			}
			if n := count(events, stuck); n != c.stuck {
				t.Errorf("told %d times that the game can't go on, want %d", n, c.stuck)
			}
		})
	}
}

// TestReplyToWhatIsNoPosition: where an illegal move left a king that could be captured, the game goes on from after the opponent's own move,
// when he has pressed for it (C3).
func TestReplyToWhatIsNoPosition(t *testing.T) {
	const begun = "500 press black\n2000 -e2\n2500 +c3%s\n3500 press white\n"
	const pinned, taken = "4r1k1/8/8/8/8/8/4N3/4K2R w K - 0 1", "4r1k1/8/8/8/1b6/8/4N3/4K3 w - - 7 1"
	for _, c := range []struct{ name, kind, fen, text, start, moves, result string }{
		{"a check stays", "occupancy", pinned, begun + "6000 -g8\n6500 +f7\n7500 press black\n9000 -e1\n9500 +d2\n10500 press white\n", "4r3/5k2/8/8/8/2N5/8/4K2R w K - 2 2", "e1d2", "*"},
		{"pressed at once", "piece", pinned, begun + "6000 -g8\n6500 +f7k\n6505 press black\n9000 -e1\n9500 +d2K\n10500 press white\n", "4r3/5k2/8/8/8/2N5/8/4K2R w K - 2 2", "e1d2", "*"},
		{"the knight is taken", "occupancy", taken, begun + "6000 -c3\n6200 -b4\n6600 +c3\n7500 press black\n9000 -e1\n9500 +d1\n10500 press white\n", "4r1k1/8/8/8/8/2b5/8/4K3 w - - 0 2", "e1d1", "*"},
		{"the bishop comes first", "occupancy", taken, begun + "6000 -b4\n6200 -c3\n6600 +c3\n7500 press black\n9000 -e1\n9500 +d1\n10500 press white\n", "4r1k1/8/8/8/8/2b5/8/4K3 w - - 0 2", "e1d1", "*"},
		{"it is pushed off", "colour", taken, begun + "6000 -b4\n6200 +c3b\n7500 press black\n9000 -e1\n9500 +d1w\n10500 press white\n", "4r1k1/8/8/8/8/2b5/8/4K3 w - - 0 2", "e1d1", "*"},
		{
			"kings side by side", "occupancy", "8/8/1k6/8/1K6/8/8/7R w - - 0 9", "500 press black\n2000 -b4\n2500 +b5\n3500 press white\n6000 -b6\n6500 +a7\n7500 press black\n9000 -h1\n9500 +h7\n10500 press white\n",
			"8/k7/8/1K6/8/8/8/7R w - - 2 10", "h1h7", "*",
		},
		{
			"the other king is mated", "occupancy", "6k1/8/8/8/8/6q1/r7/5K2 w - - 0 1", "500 press black\n2000 -f1\n2500 +g1\n3500 press white\n6000 -a2\n6500 +a1\n7500 press black\n",
			"6k1/8/8/8/8/6q1/8/r5K1 w - - 2 2", "", "0-1",
		},
	} {
		for _, level := range []string{"strict", "arbiter"} {
			t.Run(c.name+", "+level, func(t *testing.T) {
				knight := map[string]string{"piece": "N", "colour": "w"}[c.kind]
				text := strings.Replace(c.text, "+c3%s", "+c3"+knight, 1)
				g, events := blitz(t, "2001", level, "sensor "+c.kind+"\nfen "+c.fen+"\n"+text)
				result, _ := g.Result()
				if got := uciOf(g); got != c.moves || g.Now().Start != c.start || result != c.result {
					t.Errorf("the moves are %s from %s, %s\nwant %s from %s, %s", got, g.Now().Start, result, c.moves, c.start, c.result)
				}
				if n := count(events, func(e *game.Event) bool { return e.Type == game.Advice && e.Key == "cannot-go-on" }); n != 0 {
					t.Errorf("told %d times that no game can go on", n)
				}
			})
		}
	}
}

// TestKingsSideBySide: where the Laws are kept, a king that goes to the other, who stood in the centre before, makes an illegal move and
// shows no result, pressed or not; two kings taken to the centre do.
func TestKingsSideBySide(t *testing.T) {
	const fen = "fen 8/8/8/3k4/8/3K4/8/7R w - - 0 1\n500 press black\n2000 -d3\n2600 +d4\n"
	const both = "fen 8/8/2k5/8/8/3K4/8/7R w - - 0 1\n500 press black\n2000 -d3\n2600 +d4\n3500 -c6\n4000 +d5\n20000 press pause\n"
	const afar = "fen 8/8/8/3k4/8/8/8/K6R w - - 0 1\n500 press black\n2000 -a1\n2600 +%s\n20000 press pause\n"
	for _, c := range []struct {
		name, laws, level, text, result string
		offences                        int
	}{
		{"from afar, a draw", "2023", "strict", fmt.Sprintf(afar, "d4"), "1/2-1/2", 0},
		{"from afar, his own victory", "2023", "strict", fmt.Sprintf(afar, "e4"), "*", 0},
		{"pressed", "2023", "strict", fen + "4000 press white\n20000 press pause\n", "*", 1},
		{"pressed late", "2023", "strict", fen + "9000 press white\n20000 press pause\n", "*", 1},
		{"blitz of 2001", "2001", "strict", fen + "4000 press white\n9000 press claim-black illegal\n", "0-1", 1},
		{"with an arbiter", "2023", "arbiter", fen + "4000 press white\n20000 press pause\n", "*", 1},
		{"not pressed", "2023", "trainer", fen + "20000 press pause\n", "*", 0},
		{"both", "2023", "strict", both, "1/2-1/2", 0},
		{"without Laws", "2023", "off", fen + "20000 press pause\n", "1/2-1/2", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, events := blitz(t, c.laws, c.level, c.text)
			if result, reason := g.Result(); result != c.result || count(events, offence) != c.offences {
				t.Errorf("the result is %s by %s with %d offences, want %s with %d", result, reason, count(events, offence), c.result, c.offences)
			}
		})
	}
}
