package game_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/boardstate/referee"
	"jadoube/rules"
	"jadoube/sensors/trace"
	"jadoube/sensors/trace/tracetest"
)

const strictTrace = "trace 1\nsensor occupancy\nscan 10\nlevel strict\nlaws 2023\nclock 300\nlever yes\n"

// kept plays a trace with the Laws on and returns the game and its events.
func kept(t *testing.T, text string) (*game.Session, []game.Event) {
	t.Helper()
	x, err := trace.Read("kept", strings.NewReader(strictTrace+text))
	if err != nil {
		t.Fatal(err)
	}
	return play(t, x)
}

func count(events []game.Event, is func(*game.Event) bool) (n int) {
	for i := range events {
		if is(&events[i]) {
			n++
		}
	}
	return n
}

// TestClockOfATurnedBoard: a board that is turned by a key goes on with its clock and its Laws, and a key can't let a flag fall that the
// clock itself watches.
func TestClockOfATurnedBoard(t *testing.T) {
	g, events := play(t, tracetest.Load(t, "../../cmd/jadoube/testdata/laws/flipped.trace"))
	c := g.Clock()
	if c == nil || c.White != 298_500 || c.Black != 301_000 || g.Over() {
		t.Errorf("the clock shows %+v, over: %v", c, g.Over())
	}
	if n := count(events, func(e *game.Event) bool { return e.Type == game.Completed }); n != 2 {
		t.Errorf("%d moves are completed, want 2", n)
	}
}

// TestNobodyIsChargedOnATurnedBoard: while it isn't known which way round the board stands, a press for no legal move is refused.
func TestNobodyIsChargedOnATurnedBoard(t *testing.T) {
	_, events := kept(t, "500 press black\n2000 -e7\n2500 +e5\n3200 press white\n9000 press pause\n")
	if n := count(events, func(e *game.Event) bool { return e.Type == game.Penalty }); n != 0 {
		t.Errorf("%d penalties", n)
	}
	if n := count(events, func(e *game.Event) bool { return e.Type == game.Press && e.State == "refused" }); n != 1 {
		t.Errorf("the press was refused %d times, want once", n)
	}
}

// TestTakingTooMuch: an arbiter can't take more than is left, and no penalty is told then.
func TestTakingTooMuch(t *testing.T) {
	_, events := kept(t, "500 press black\n1000 press arbiter take white 9999\n2000 press pause\n")
	refused := count(events, func(e *game.Event) bool { return e.Type == game.Ruling && e.State == "refused" })
	if told := count(events, func(e *game.Event) bool { return e.Type == game.Penalty }); refused != 1 || told != 0 {
		t.Errorf("refused %d times with %d penalties", refused, told)
	}
}

// TestTimeOfATakeback: a move that was completed is taken back; the time of him who made it runs again, from what he had at his press.
func TestTimeOfATakeback(t *testing.T) {
	g, _ := kept(t, "500 press black\n2000 -e2\n2500 +e4\n4500 press white\n6000 press takeback\n7000 -e4\n7500 +e2\n9500 press pause\n")
	if c := g.Clock(); len(g.Moves()) != 0 || c.Turn != "white" || c.Black != 300_000 || c.White > 296_000 || c.White < 293_000 {
		t.Errorf("%d moves, the clock shows %+v", len(g.Moves()), c)
	}
}

// TestMateByAPressedPromotion: the press says what the pawn became, and the mate ends the game at once.
func TestMateByAPressedPromotion(t *testing.T) {
	x := "fen 6k1/P4ppp/8/8/8/8/8/6K1 w - - 0 1\n500 press black\n2000 -a7\n2500 +a8\n3000 press white\n"
	text := strings.Replace(strictTrace, "sensor", "fen 6k1/P4ppp/8/8/8/8/8/6K1 w - - 0 1\nsensor", 1) + strings.SplitN(x, "\n", 2)[1]
	read, err := trace.Read("mate", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	g, _ := play(t, read)
	if result, reason := g.Result(); result != "1-0" || reason != "checkmate" {
		t.Errorf("%s by %s", result, reason)
	}
}

// TestCastledThroughCheck: castling that was illegal, and pressed, is that and nothing else, whatever legal moves around a broken sensor
// might explain it; the king is owed.
func TestCastledThroughCheck(t *testing.T) {
	g, events := play(t, tracetest.Load(t, "../../cmd/jadoube/testdata/laws/castled-through-check.trace"))
	if n := len(g.Moves()); n != 0 {
		t.Errorf("%d moves: %s", n, g.Moves()[0].SAN)
	}
	owed := func(e *game.Event) bool {
		return e.Type == game.Obligation && e.Reason == "cannot_castle" && e.Square == "e1"
	}
	charged := func(e *game.Event) bool { return e.Type == game.Illegal && e.State == "completed" }
	if count(events, charged) != 1 || count(events, owed) == 0 {
		t.Errorf("charged %d times, owed %d times", count(events, charged), count(events, owed))
	}
}

// TestMovedOnAfterThePress: a rook that was released, and whose move was completed, is moved on before the opponent touches anything. Where
// hands may take a move back that breaks 4.7, and on a claim the rook goes back to where it was released; else it is displaced (7.3; 2023:
// 7.4.1) and there is nothing to claim.
func TestMovedOnAfterThePress(t *testing.T) {
	for _, c := range []struct {
		level                         referee.Level
		breaches, accepted, displaced int
	}{
		{referee.Trainer, 1, 1, 0},
		{referee.Strict, 0, 0, 1},
	} {
		x := tracetest.Load(t, "../../cmd/jadoube/testdata/laws/moved-on.trace")
		x.Level = c.level.String()
		g, events := play(t, x)
		breach := func(e *game.Event) bool { return e.Type == game.Breach && e.Article == "4.7" && e.Owed == "a2a5" }
		accepted := func(e *game.Event) bool { return e.Type == game.Claim && e.State == "accepted" }
		displaced := func(e *game.Event) bool { return e.Type == game.Displaced && e.From == "a5" && e.To == "a6" }
		if count(events, breach) != c.breaches || count(events, accepted) != c.accepted || count(events, displaced) != c.displaced {
			t.Errorf("%s: %d breaches, %d claims accepted, %d displaced", c.level, count(events, breach), count(events, accepted), count(events, displaced))
		}
		if moves := g.Moves(); len(moves) != 1 || moves[0].UCI != "a2a5" {
			t.Errorf("%s: the moves are %v", c.level, moves)
		}
	}
}

// TestCompletedMoveStands: what was completed by a press is taken back by the button, by an arbiter's words, or where nobody enforces
// anything; by hand alone its men are displaced, and led back (7.3; 2023: 7.4.1).
func TestCompletedMoveStands(t *testing.T) {
	const (
		pawn   = "500 press black\n2000 -e2\n2600 +e4\n4000 press white\n"
		back   = "8000 -e4\n8600 +e2\n"
		castle = "500 press black\n2000 -e1\n2300 +g1\n2600 -h1\n2900 +f1\n4000 press white\n"
		take   = "500 press black\n2000 -d5\n2300 -e4\n2600 +d5\n4000 press white\n"
		reply  = "6000 -e7\n6600 +e5\n7500 press black\n"
		end    = "60000 press pause\n"
	)
	for _, c := range []struct {
		name, fen, text string
		want            string // at the levels strict and arbiter, with what is displaced
		free            string // at trainer and off
	}{
		{"a pawn", "", pawn + back, "e2e4, e4-e2", ""},
		{"a pawn, and played on from there", "", pawn + back + at(20000, 600, "-d2 +d4") + "22000 press white\n", "e2e4, e4-e2, d2-d4", "d2d4"},
		{"set up again, and played on", "", pawn + back + at(20000, 600, "-e2 +e4 -e7 +e5") + "24000 press black\n", "e2e4 e7e5, e4-e2", "e2e4 e7e5"},
		{"before the press", "", "500 press black\n2000 -e2\n2600 +e4\n" + back, "", ""},
		{"pressed at once", "", strings.Replace(pawn, "4000 press", "2650 press", 1) + back, "e2e4, e4-e2", ""},
		{"pressed on his way", "", "500 press black\n2000 -e2\n2600 +e3\n2650 press white\n2680 -e3\n2750 +e4\n", "e2e4", "e2e4"},
		{"with the button", "", pawn + "7000 press takeback\n" + back, "", ""},
		{"and another made in its place", "", pawn + at(8000, 600, "-e4 +e3"), "e2e4, e4-e3", "e2e3"},
		{"the same with the button", "", pawn + "7000 press takeback\n" + at(8000, 600, "-e4 +e3"), "e2e3", "e2e3"},
		{"a capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", take + at(8000, 600, "-d5 +e4 +d5"), "e4d5, d5-e4", ""},
		{"castling", "4k3/8/8/8/8/8/7P/4K2R w K - 0 1", castle + at(8000, 600, "-f1 +h1 -g1 +e1"), "e1g1, f1-h1, g1-e1", ""},
		{"two moves with the button", "", pawn + reply + "8000 press takeback\n" + at(9000, 600, "-e5 +e7 -e4 +e2 -d2 +d4"), "d2d4", "d2d4"},
		{"the reply", "", pawn + reply + at(12000, 600, "-e5 +e7"), "e2e4 e7e5, e5-e7", "e2e4"},
	} {
		for _, level := range referee.Levels() {
			x, err := trace.Read("stands", strings.NewReader(strings.Replace(strictTrace, "sensor", "fen "+cmp.Or(c.fen, rules.StartFEN)+"\nsensor", 1)+c.text+end))
			if err != nil {
				t.Fatal(err)
			}
			x.Level = level
			g, events := play(t, x)
			want := c.want
			if level == referee.Off.String() || level == referee.Trainer.String() {
				want = c.free
			}
			var moves []string
			for _, m := range g.Moves() {
				moves = append(moves, m.UCI)
			}
			got := strings.Join(moves, " ")
			for _, e := range events {
				if e.Type == game.Displaced && strings.Contains(want, "-") {
					got += ", " + e.From + "-" + e.To
				}
			}
			if got != want {
				t.Errorf("%s, %s: got %q, want %q", c.name, level, got, want)
			}
		}
	}
}

// TestRulingsTakeBack: what was completed is taken back when an arbiter or the Laws say so, whatever was pressed, and another move can be
// made at one go.
func TestRulingsTakeBack(t *testing.T) {
	const moves = "500 press black\n2000 -e2\n2600 +e4\n4000 press white\n6000 -e7\n6600 +e5\n7500 press black\n"
	for _, c := range []struct{ name, text, want string }{
		{"set 1", moves + "10000 press arbiter set 1\n" + at(12000, 600, "-e5 +e7 -d7 +d5") + "15000 press black\n", "e2e4 d7d5"},
		{"set 0, and long after", moves + "10000 press arbiter set 0\n" + at(112000, 600, "-e4 +e2 -e5 +e7 -d2 +d4") + "118000 press white\n", "d2d4"},
		{"void", moves + "10000 press arbiter void\n" + at(12000, 600, "-e5 +e7 -d7 +d5") + "15000 press black\n", "e2e4 d7d5"},
		{"void, and another in its place at one go", moves + "10000 press arbiter void\n" + at(12000, 600, "-e5 -d7 +e7 +d5") + "20000 press black\n", "e2e4 d7d5"},
		{
			"a claim", "500 press black\n1000 -g1\n1500 +g1\n2000 -e2\n2600 +e4\n4000 press white\n6000 press claim-black touch\n" +
				at(8000, 600, "-e4 +e2 -g1 +f3") + "12000 press white\n",
			"g1f3",
		},
		{
			"an illegal move", moves + at(9000, 600, "-g1 +g3") + "11000 press white\n" + at(13000, 600, "-g3 +g1 -g1 +f3") + "17000 press white\n",
			"e2e4 e7e5 g1f3",
		},
	} {
		g, _ := kept(t, c.text+"130000 press pause\n")
		var got []string
		for _, m := range g.Moves() {
			got = append(got, m.UCI)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %v, want %s", c.name, got, c.want)
		}
	}
}

// TestDisplacedManIsNoMove: a man that was moved out of turn stays displaced however long he stands there: no move of the opponent's is
// invented for him, and no sensor taken for broken.
func TestDisplacedManIsNoMove(t *testing.T) {
	for _, moved := range []string{"-e8 +f7", "-e8 +f7 -d8 +e8"} {
		const fen = "fen rnbqkbnr/ppppp1pp/8/3N1p2/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 2\nsensor"
		x, err := trace.Read("displaced", strings.NewReader(strings.Replace(strictTrace, "sensor", fen, 1)+"500 press black\n"+at(6000, 600, moved)+"60000 press pause\n"))
		if err != nil {
			t.Fatal(err)
		}
		g, events := play(t, x)
		wrong := func(e *game.Event) bool { return e.Type == game.Provisional || e.Type == game.Health }
		if len(g.Moves()) != 0 || count(events, wrong) != 0 {
			t.Errorf("after %s: moves %v", moved, g.Moves())
		}
	}
}

// TestDisplacedManMovesOn: White's knight was displaced, Black plays on, and the knight goes on to where he can't have come from: no move of
// another man is invented for him whose sensor would have to be broken, nor one of which nothing at all was seen.
func TestDisplacedManMovesOn(t *testing.T) {
	const moves = "1000 -e2\n1500 +e4\n2500 press white\n"
	const knight = "4000 -b1\n4300 +e2\n7000 -e7\n7500 +e5\n8500 press black\n11000 -e2\n11500 +g3\n12500 press white\n"
	const on = "16000 -b8\n16500 +c6\n17500 press black\n21000 -f1\n21500 +c4\n22500 press white\n26000 -g8\n26500 +f6\n27500 press black\n"
	for _, sensor := range []string{"occupancy", "colour"} {
		text := moves + knight + on
		if sensor == "colour" {
			for to, by := range map[string]string{"+e4": "w", "+e2": "w", "+e5": "b", "+g3": "w", "+c6": "b", "+c4": "w", "+f6": "b"} {
				text = strings.ReplaceAll(text, to, to+by)
			}
		}
		x, err := trace.Read("displaced", strings.NewReader(strings.Replace(strictTrace, "occupancy", sensor, 1)+text+"60000 press pause\n"))
		if err != nil {
			t.Fatal(err)
		}
		_, events := play(t, x)
		played := map[string]bool{"e2e4": true, "e7e5": true, "b8c6": true, "f1c4": true, "g8f6": true}
		invented := func(e *game.Event) bool {
			told := e.New
			if e.Type == game.Provisional || e.Type == game.Move {
				told = []string{e.UCI}
			}
			return slices.ContainsFunc(told, func(uci string) bool { return !played[uci] })
		}
		broken := func(e *game.Event) bool { return e.Type == game.Health && e.State == "failed" && e.Square == "g2" }
		if count(events, invented) != 0 || count(events, broken) != 0 {
			t.Errorf("%s: %s", sensor, story(events, game.Provisional, game.Move, game.Amended, game.Health))
		}
	}
}

// TestPressByTheWrongSide: White's move stands, not pressed, and Black presses: that changes nothing in the move, nor when it was made,
// whether Black had pressed before or not.
func TestPressByTheWrongSide(t *testing.T) {
	for _, before := range []string{"500 press black\n", ""} {
		_, events := kept(t, before+"2000 -e2\n2600 +e4\n2650 press black\n5000 press white\n6000 press pause\n")
		if n := count(events, func(e *game.Event) bool { return e.Type == game.Withdrawn || e.Type == game.Illegal }); n != 0 {
			t.Errorf("after %q it is unsaid, or called illegal, %d times", before, n)
		}
		made := func(e *game.Event) bool { return e.Type == game.Move && e.UCI == "e2e4" && *e.Made == 2600 }
		if count(events, made) != 1 {
			t.Errorf("after %q it isn't made at 2600 ms", before)
		}
	}
}

// TestLatePress: Black forgot to press and White has replied; the press is Black's for his move, and White's reply stands as it was made.
func TestLatePress(t *testing.T) {
	_, events := kept(t, "500 press black\n2000 -e2\n2600 +e4\n3500 press white\n5000 -e7\n5600 +e5\n8000 -g1\n8600 +f3\n9500 press black\n11000 press white\n12000 press pause\n")
	if n := count(events, func(e *game.Event) bool { return e.Type == game.Withdrawn || e.Type == game.Illegal }); n != 0 {
		t.Errorf("something is unsaid, or called illegal, %d times", n)
	}
	completed := func(uci string, at int64) func(*game.Event) bool {
		return func(e *game.Event) bool { return e.Type == game.Completed && e.UCI == uci && *e.Completed == at }
	}
	if count(events, completed("e7e5", 9500)) != 1 || count(events, completed("g1f3", 11000)) != 1 {
		t.Error("the presses aren't those of e7e5 and g1f3")
	}
}

// TestTermination: the words are those that PGN has for its tag (9.8.1).
func TestTermination(t *testing.T) {
	for _, c := range []struct {
		result, reason string
		over           bool
		want           string
	}{
		{"1-0", "checkmate", true, "normal"},
		{"0-1", "flag", true, "time forfeit"},
		{"1/2-1/2", "opponent_cannot_mate", true, "normal"},
		{"0-1", "second_illegal_move", true, "rules infraction"},
		{"1-0", "illegal_move", true, "rules infraction"},
		{"1-0", "arbiter", true, "adjudication"},
		{"1-0", referee.ReasonAbsent, true, "abandoned"},
		{"*", "", false, "unterminated"},
		{"*", "", true, "abandoned"},
	} {
		if got := game.Termination(c.result, c.reason, c.over); got != c.want {
			t.Errorf("%s by %q: %q, want %q", c.result, c.reason, got, c.want)
		}
	}
}

// TestClaimantTime: what an arbiter takes by 9.5b of 2001 from who claimed a draw wrongly is told with its amount, and not told to who has
// no more than a minute.
func TestClaimantTime(t *testing.T) {
	for seconds, want := range map[string]int64{"300": -149_500, "120": -59_000, "90": -29_000, "61": 0, "30": 0} {
		text := strings.Replace(strictTrace, "clock 300", "clock "+seconds, 1)
		for edition, gain := range map[string]int64{"2001": want, "2023": 0} {
			x, err := trace.Read("claimant", strings.NewReader(strings.Replace(text, "laws 2023", "laws "+edition, 1)+"500 press black\n1500 press claim-white threefold\n5000 press pause\n"))
			if err != nil {
				t.Fatal(err)
			}
			_, events := play(t, x)
			got := int64(0)
			for _, e := range events {
				if e.Type == game.Advice && e.Key == "claimant-time" {
					got = e.Gain
				}
			}
			if got != gain {
				t.Errorf("%s, %s s: %d ms, want %d", edition, seconds, got, gain)
			}
		}
	}
}

// TestForgottenPressesCount: of moves that one late press completes the clock counts each, with its bonus, in both editions (6.2a; 2023:
// 6.3.1), and nothing else changes when the last of them is void.
func TestForgottenPressesCount(t *testing.T) {
	const (
		two   = "500 press black\n1000 -e2\n1600 +e4\n3000 -e7\n3600 +e5\n5000 -g1\n5600 +f3\n7000 -b8\n7600 +c6\n" // White's time runs all the while
		three = two + "9000 -f1\n9600 +c4\n11000 press white\n"
	)
	for _, c := range []struct {
		name, text string
		count      int
		used       int64 // ms
	}{
		{"three of White's, one press", three + "12000 press pause\n", 3, 10_500},
		{"two, and Black has replied", two + "8900 press white\n12000 press pause\n", 2, 8400},
		{"three, and the last is void", three + "13000 press arbiter void\n14000 -c4\n14600 +f1\n16000 press pause\n", 2, 13_500},
	} {
		for _, edition := range []string{"2001", "2023"} {
			head := strings.NewReplacer("clock 300", "clock 40/300+2:60", "laws 2023", "laws "+edition).Replace(strictTrace)
			x, err := trace.Read("forgotten", strings.NewReader(head+c.text))
			if err != nil {
				t.Fatal(err)
			}
			g, _ := play(t, x)
			f := g.Clock()
			if left, want := 40-c.count, 300_000+int64(c.count)*2000-c.used; f.WhiteMoves != left || f.White != want {
				t.Errorf("%s, %s: %d moves to the control and %d ms left, want %d and %d", c.name, edition, f.WhiteMoves, f.White, left, want)
			}
		}
	}
}

// TestOfferAnsweredFromAfar: who moves from afar declines what he was offered, as who touches a man does.
func TestOfferAnsweredFromAfar(t *testing.T) {
	g, events := kept(t, "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2\n500 press black\n2000 -e2\n2600 +e4\n3000 press draw-white\n4000 press white\n6000 press move e7e5\n7000 -e7\n7600 +e5\n9000 -g1\n9600 +f3\n11000 press white\n12000 press draw-black\n15000 press pause\n")
	declined := func(e *game.Event) bool { return e.Type == game.Offer && e.State == "declined" && e.Side == "black" }
	if count(events, declined) != 1 || g.Over() {
		t.Errorf("declined %d times, over: %v", count(events, declined), g.Over())
	}
}

// TestOfferWithoutLaws: where nobody keeps the Laws a draw that is offered is told too, and stands until it is answered: by a word, by a man of
// one's own that is lifted, or by a move.
func TestOfferWithoutLaws(t *testing.T) {
	const first = "sensor occupancy\nscan 10\n1000 -e2\n1600 +e4\n"
	for _, c := range []struct{ then, want, open string }{
		{"3000 press draw-white\n5000 press pause\n", "white offered", "white"},
		{"3000 press draw-white\n4000 press decline-black\n5000 press pause\n", "white offered, black declined", ""},
		{"3000 press draw-white\n4000 press decline-white\n5000 press pause\n", "white offered", "white"},
		{"3000 press draw-white\n4000 -e7\n4500 +e7\n6000 press pause\n", "white offered, black declined", ""},
		{"3000 press draw-white\n4000 -d2\n4500 +d2\n6000 press pause\n", "white offered", "white"},
		{"1605 press draw-white\n1610 -e7\n1640 +e5\n6000 press pause\n", "white offered, black declined", ""},
		{"3000 press draw-white\n4000 press draw-black\n5000 press pause\n", "white offered", ""},
		{"3000 -e7\n3500 +e5\n3510 press draw-black\n6000 press pause\n", "black offered", "black"},
	} {
		x, err := trace.Read("offer", strings.NewReader("trace 1\n"+first+c.then))
		if err != nil {
			t.Fatal(err)
		}
		g, events := play(t, x)
		var told []string
		for _, e := range events {
			if e.Type == game.Offer {
				told = append(told, e.Side+" "+e.State)
			}
		}
		if got := strings.Join(told, ", "); got != c.want || g.Laws().Offer != c.open {
			t.Errorf("%q: told %q, want %q; open %q, want %q", c.then, got, c.want, g.Laws().Offer, c.open)
		}
	}
}
