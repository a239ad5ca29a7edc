package referee

import (
	"slices"
	"strings"
	"testing"

	"jadoube/boardstate/clock"
	"jadoube/rules"
	"jadoube/sensors"
)

// tenMinutes is a clock of ten minutes for each side.
func tenMinutes() *clock.Settings {
	s := clock.Both(clock.Control{Periods: []clock.Period{{Time: 600_000}}})
	return &s
}

// strict keeps an edition with nobody there to decide.
func strict(edition string) Options {
	return Options{Edition: edition, Level: Strict, Kind: sensors.Piece, Pace: clock.Standard, Clock: tenMinutes(), Running: true, Exact: true}
}

// TestTurns goes through what can happen in a turn, event by event.
func TestTurns(t *testing.T) {
	const start = rules.StartFEN
	for _, c := range []struct{ name, edition, fen, script, want string }{
		{
			"a move is made when its man has stood for the dwell", "2023", start, "0 -e2; 700 +e4; 700 line e2e4@700; 1200 wait; 1201 wait",
			"obliged w own_touched; made e2e4@700",
		},
		{
			"a press completes it at once", "2023", start, "0 -e2; 700 +e4; 700 line e2e4@700; 900 press white",
			"obliged w own_touched; made e2e4@700; completed e2e4@900",
		},
		{
			"a move that is gone before the dwell never was", "2023", start, "0 -e2; 700 +e4; 700 line e2e4@700; 1100 -e4; 1100 line; 1500 +e3; 1500 line e2e3@1500; 2100 wait",
			"obliged w own_touched; made e2e3@1500",
		},
		{
			"one that stood for the dwell was made", "2023", start, "0 -e2; 700 +e3; 700 line e2e3@700; 1300 wait; 1400 -e3; 1400 line; 1800 +e4; 1800 line e2e4@1800; 2500 wait",
			"obliged w own_touched; made e2e3@700; obliged w released; made e2e4@1800?; breached released",
		},
		{
			"the turn passes at the opponent's touch", "2023", start, "0 -e2; 700 +e4; 700 line e2e4@700; 900 -e7; 901 wait",
			"obliged w own_touched; made e2e4@700; obliged b own_touched",
		},
		{
			"a man put back on its square is touched", "2001", start, "0 -g1; 500 +g1; 900 -e2; 1500 +e4; 1500 line e2e4@1500; 2000 press white",
			"obliged w own_touched; obliged w own_touched; made e2e4@1500?; breached own_touched; claim-open b; completed e2e4@2000?",
		},
		{
			"a claim in time", "2001", start, "0 -g1; 500 +g1; 900 -e2; 1500 +e4; 1500 line e2e4@1500; 2000 press white; 3000 press claim-black touch",
			"obliged w own_touched; obliged w own_touched; made e2e4@1500?; breached own_touched; claim-open b; completed e2e4@2000?; claimed b touch true; void e2e4; obliged w own_touched; put-back e4 e2",
		},
		{
			"the right is lost by a touch", "2001", start, "0 -g1; 500 +g1; 900 -e2; 1500 +e4; 1500 line e2e4@1500; 2000 press white; 3000 -e7; 3500 +e7; 4000 press claim-black touch",
			"obliged w own_touched; obliged w own_touched; made e2e4@1500?; breached own_touched; claim-open b; completed e2e4@2000?; obliged b own_touched; claim-closed b; claimed b touch false",
		},
		{
			"an illegal move, charged once", "2023", start, "0 -g1; 500 +g3; 2000 press white; 3000 press claim-black illegal; 4000 -g3; 4500 +g1; 5000 -g1; 5500 +f3; 5500 line g1f3@5500; 6000 press white",
			"obliged w own_touched; offence w 1 move; penalty b 120; put-back g3 g1; obliged w own_touched; claimed b illegal true; restored; obliged w own_touched; made g1f3@5500; completed g1f3@6000",
		},
		{
			"pressed without a move", "2023", start, "1000 press white; 2000 wait",
			"offence w 1 no_move; penalty b 120",
		},
		{"pressed without a move, as it was", "2001", start, "1000 press white; 2000 wait", "refused w"},
		{
			"pressed a little early", "2023", start, "0 -e2; 500 press white; 900 +e4; 900 line e2e4@900; 1000 wait",
			"obliged w own_touched; advice pressed-early; made e2e4@900; completed e2e4@900",
		},
		{
			"adjusting", "2023", start, "0 press adjust-white; 500 -g1; 900 +g1; 1500 -e2; 2000 +e4; 2000 line e2e4@2000; 3000 press white",
			"adjusting true; obliged w free; adjusting true; obliged w free; made e2e4@2000; completed e2e4@3000",
		},
		{"the flag of the mover", "2023", start, "600000 wait; 601000 wait", "flag w; ended 0-1 flag"},
		{"a draw is agreed on", "2001", start, "100 press draw-white; 200 press draw-black", "offered offered; advice offer-with-move; ended 1/2-1/2 agreement"},
		{"too early", "2023", start, "100 press draw-white; 200 press draw-black", "offered refused; offered refused"},
		{"an offer is declined by a touch", "2001", start, "100 press draw-black; 200 -e2; 300 wait", "offered offered; advice offer-with-move; obliged w own_touched; offered declined"},
		{"resigning", "2023", start, "100 press resign-black", "ended 1-0 resignation"},
		{
			"an owed move that was made already counts after a claim", "2023", "1k6/7p/8/8/8/8/8/R3K3 w Q - 0 1",
			"0 -a1; 600 +a4; 600 line a1a4@600; 1200 wait; 1500 -a4; 1500 line; 2100 +a6; 2100 line a1a6@2100; 3000 press white; 4000 press claim-black touch",
			"obliged w own_touched; made a1a4@600; obliged w released; made a1a6@2100?; breached released; claim-open b; completed a1a6@3000?; claimed b touch true; void a1a6 for a1a4; completed a1a4@3000; put-back a6 a4",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			said := drive(t, c.fen, strict(c.edition)).do(c.script)
			if got := strings.Join(said, "; "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestLevels plays an illegal move at each level.
func TestLevels(t *testing.T) {
	for level, want := range map[Level][]string{
		Off:     nil,
		Trainer: {"obliged w own_touched", "offence w 1 move", "advice would-gain", "put-back g3 g1", "obliged w own_touched"},
		Arbiter: {"obliged w own_touched", "offence w 1 move"},
		Strict:  {"obliged w own_touched", "offence w 1 move", "penalty b 120", "put-back g3 g1", "obliged w own_touched"},
	} {
		opt := strict("2023")
		opt.Level = level
		d := drive(t, rules.StartFEN, opt)
		if said := d.do("0 -g1; 500 +g3; 2000 press white; 9000 wait"); !slices.Equal(said, want) {
			t.Errorf("%v: %q", level, said)
		}
	}
}

// TestRulings does what an arbiter says.
func TestRulings(t *testing.T) {
	const breach = "0 -g1; 500 +g1; 900 -e2; 1500 +e4; 1500 line e2e4@1500; 2000 press white;"
	for _, c := range []struct{ script, want string }{
		{"0 -g1; 500 +g3; 2000 press white; 9000 press arbiter illegal white", "penalty b 120; put-back g3 g1; obliged w own_touched; ruled true"},
		{"1000 press arbiter illegal black", "offence b 1 move; penalty w 120; ruled true"},
		{"1000 press arbiter illegal black; 2000 press arbiter pardon black; 3000 press arbiter pardon black", "offence b 1 move; penalty w 120; ruled true; ruled true; ruled false"},
		{"1000 press arbiter illegal black; 2000 press arbiter illegal black", "offence b 1 move; penalty w 120; ruled true; offence b 2 move; ended 1-0 second_illegal_move; ruled true"},
		{breach + "3000 press arbiter void", "void e2e4; obliged w own_touched; put-back e4 e2; ruled true"},
		{breach + "3000 press arbiter confirm; 4000 press claim-black touch", "claim-closed b; ruled true; claimed b touch false"},
		{"1000 press arbiter confirm", "ruled false"},
		{"1000 press arbiter void", "ruled false"},
		{"1000 press arbiter add white 60; 2000 press arbiter take white 30", "penalty w 60; ruled true; penalty w -30; ruled true"},
		{"1000 press arbiter touch g1; 2000 press arbiter touch e5", "obliged w own_touched; ruled true; ruled false"},
		{"1000 press arbiter result 1-0 forfeit", "ended 1-0 forfeit; ruled true"},
		{"1000 press arbiter set 1", "ruled false"},
		{
			breach + "3000 press arbiter set 0; 3000 line; 4000 -e4; 4500 +e2; 5000 -d2; 5600 +d4; 5600 line d2d4@5600; 6000 press white",
			"void e2e4; ruled true; restored; obliged w own_touched; made d2d4@5600; completed d2d4@6000",
		},
		{
			breach + "3000 press draw-black; 4000 press arbiter set 0; 4000 line; 5000 press draw-white; 6000 press decline-black",
			"offered offered; advice offer-with-move; void e2e4; offered withdrawn; ruled true; offered offered; advice offer-with-move; offered declined",
		},
		{"1000 press arbiter nonsense", "ruled false"},
	} {
		opt := strict("2023")
		opt.Level = Arbiter
		d := drive(t, strings.Replace(rules.StartFEN, " 0 1", " 0 2", 1), opt) // both have moved: they may agree
		said := d.do(c.script)
		from := slices.IndexFunc(said, func(s string) bool { return strings.HasPrefix(s, "completed") || strings.HasPrefix(s, "offence w") }) + 1
		if got := strings.Join(said[from:], "; "); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.script, got, c.want)
		}
	}
}

// TestSetTurns asks whose time runs after an arbiter went back by a move.
func TestSetTurns(t *testing.T) {
	opt := strict("2023")
	opt.Level = Arbiter
	d := drive(t, rules.StartFEN, opt)
	d.do("0 -e2; 600 +e4; 600 line e2e4@600; 2000 press white; 5000 press arbiter set 0")
	if v, _ := d.r.View(); v.Turn != rules.White || v.Phase != clock.Running {
		t.Errorf("%v's time is %v, want White's running", v.Turn, v.Phase)
	}
}

// TestSetCounts asks what the clock counts after an arbiter went back: the moves of the position, whoever had pressed for them. Times stay what they
// are, and the time of a period that was given with a move that counts no more isn't given again, unless he sets the clock.
func TestSetCounts(t *testing.T) {
	const (
		e4   = "0 -e2; 600 +e4; 600 line e2e4@600; 1000 press white;"
		e5   = "1100 -e7; 1600 +e5; 1600 line e2e4@600 e7e5@1600; 2000 press black;"
		nf3  = "2100 -g1; 2600 +f3; 2600 line e2e4@600 e7e5@1600 g1f3@2600; 3000 press white;" // with it White's second period begins
		nc6  = "3100 -b8; 3600 +c6; 3600 line e2e4@600 e7e5@1600 g1f3@2600 b8c6@3600; 4000 press black;"
		back = "5000 press arbiter set 2; 5000 line e2e4@600 e7e5@1600; 5100 -c6; 5200 +b8; 5300 -f3; 5400 +g1;"
		nc3  = "6100 -b1; 6600 +c3; 6600 line e2e4@600 e7e5@1600 b1c3@6600; 7000 press white; 7000 press pause;"
	)
	control := clock.Both(clock.Control{Periods: []clock.Period{{Moves: 2, Time: 600_000}, {Time: 300_000}}})
	for _, c := range []struct {
		name, script string
		moves        [2]int
		left         [2]int64 // s
		period       int      // White's
	}{
		{"all of it pressed", e4 + e5 + nf3 + nc6, [2]int{2, 2}, [2]int64{898, 898}, 2},
		{"back by a move of each", e4 + e5 + nf3 + nc6 + back + "5400 press pause", [2]int{1, 1}, [2]int64{896, 898}, 1},
		{"to the start", e4 + e5 + nf3 + nc6 + "5000 press arbiter set 0", [2]int{0, 0}, [2]int64{897, 898}, 1},
		{"and on, past the control again", e4 + e5 + nf3 + nc6 + back + nc3, [2]int{2, 1}, [2]int64{895, 898}, 2},
		{
			"with times that the arbiter sets", e4 + e5 + nf3 + nc6 + back + "6000 press arbiter clock white 500 1;" + nc3,
			[2]int{2, 1},
			[2]int64{799, 898},
			2,
		},
		{
			"nobody had pressed for the moves that are left", strings.ReplaceAll(e4+e5, "press white", "wait") + "5000 press arbiter set 2; 5000 press pause",
			[2]int{1, 1},
			[2]int64{595, 600},
			1,
		},
		{
			"and a press before it is taken back", e4 + e5 + nf3 + nc6 + back + "5500 press takeback; 5600 line e2e4@600; 6000 press pause",
			[2]int{1, 0},
			[2]int64{599, 598},
			1,
		},
	} {
		opt := strict("2001")
		opt.Level, opt.Clock = Arbiter, &control
		d := drive(t, rules.StartFEN, opt)
		d.do(c.script)
		v, _ := d.r.View()
		w, b := v.Sides[rules.White], v.Sides[rules.Black]
		moves, left := [2]int{w.Moves, b.Moves}, [2]int64{w.Left / 1000, b.Left / 1000}
		if moves != c.moves || left != c.left || w.Period != c.period {
			t.Errorf("%s: %v moves, %v s left, White's period %d; want %v, %v, %d", c.name, moves, left, w.Period, c.moves, c.left, c.period)
		}
	}
}

// TestIllegalUndone: what an arbiter decided on an illegal move by a slip is taken back in one step, with the count, the penalty and the move that
// was given back, and is so again when he says it again.
func TestIllegalUndone(t *testing.T) {
	const noted = "0 -g1; 500 +g3; 2000 press white;"
	for _, c := range []struct {
		name, script string
		illegal      int
		left         [2]int64 // s
		turn         rules.Color
	}{
		{"counted", "1000 press arbiter illegal white", 1, [2]int64{590, 720}, rules.White},
		{"taken back", "1000 press arbiter illegal white; 2000 press arbiter undo", 0, [2]int64{590, 600}, rules.White},
		{"again", "1000 press arbiter illegal white; 2000 press arbiter undo; 3000 press arbiter undo", 1, [2]int64{590, 720}, rules.White},
		{"pardoned, and not", "1000 press arbiter illegal white; 2000 press arbiter pardon white; 3000 press arbiter undo", 1, [2]int64{590, 720}, rules.White},
		{"one that was noted", noted + "9000 press arbiter illegal white", 1, [2]int64{597, 720}, rules.White},
		{"not, and Black's time runs on", noted + "8000 press arbiter illegal white; 9000 press arbiter undo", 0, [2]int64{598, 593}, rules.Black},
		{"but it is", noted + "7000 press arbiter illegal white; 8000 press arbiter undo; 9000 press arbiter undo", 1, [2]int64{597, 720}, rules.White},
		{"but it is, in other words", noted + "7000 press arbiter illegal white; 8000 press arbiter undo; 9000 press arbiter illegal white", 1, [2]int64{597, 720}, rules.White},
		{
			"too late to give the move back", noted + "5000 press arbiter illegal white; 5500 -g3; 5600 +g1; 6000 -g1; 6600 +f3; 6600 line g1f3@6600; 7000 press white; 9000 press arbiter undo",
			0,
			[2]int64{596, 597},
			rules.Black,
		},
		{
			"the game goes on after one too many", "1000 press arbiter illegal white; 2000 press arbiter illegal white", 2, [2]int64{598, 720}, rules.White,
		},
	} {
		opt := strict("2023")
		opt.Level = Arbiter
		d := drive(t, rules.StartFEN, opt)
		d.do(c.script + "; 10000 press pause")
		v, _ := d.r.View()
		left := [2]int64{v.Sides[rules.White].Left / 1000, v.Sides[rules.Black].Left / 1000}
		if d.r.illegal[rules.White] != c.illegal || left != c.left || v.Turn != c.turn {
			t.Errorf("%s: %d illegal moves, %v s left, %v to move; want %d, %v, %v", c.name, d.r.illegal[rules.White], left, v.Turn, c.illegal, c.left, c.turn)
		}
	}
}

// TestFinesOutliveUndo gives time between a press and its being taken back: it stays given.
func TestFinesOutliveUndo(t *testing.T) {
	d := drive(t, rules.StartFEN, strict("2023"))
	d.do("0 -g1; 500 +g1; 900 -e2; 1500 +e4; 1500 line e2e4@1500; 2000 press white; 3000 press claim-black threefold; 4000 press claim-black touch")
	if v, _ := d.r.View(); v.Sides[rules.White].Left != 600_000-2000+120_000 || v.Turn != rules.White {
		t.Errorf("White has %d ms, %v to move", v.Sides[rules.White].Left, v.Turn)
	}
}

// TestAuto completes moves when they are settled, where nobody presses.
func TestAuto(t *testing.T) {
	opt := strict("2023")
	opt.Auto = true
	d := drive(t, rules.StartFEN, opt)
	said := d.do("0 -e2; 600 +e4; 600 line e2e4@600; 1500 line e2e4@600!; 2000 -e7; 2600 +e5; 2600 line e2e4@600! e7e5@2600; 4000 line e2e4@600! e7e5@2600!")
	want := "obliged w own_touched; made e2e4@600; completed e2e4@1500; obliged b own_touched; made e7e5@2600; completed e7e5@4000"
	if got := strings.Join(said, "; "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if v, _ := d.r.View(); v.Turn != rules.White {
		t.Error("Black's time runs")
	}
}

// TestOptions refuses what can't be.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		opt  Options
		want string
	}{
		{Options{Edition: "1997"}, `laws "1997"`},
		{Options{Edition: "2023", Level: Strict, Illegal: [2]int{0, 2}}, "illegal moves of Black: 2: expected 0 to 1"},
		{Options{Edition: "2001", Level: Strict, Illegal: [2]int{-1, 0}}, "illegal moves of White: -1"},
		{Options{Edition: "2001", Level: Strict, Illegal: [2]int{2, 0}}, ""},
		{Options{Clock: &clock.Settings{}}, "periods 0"},
	} {
		_, err := New(rules.StartPosition(), 0, c.opt)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.opt, err, c.want)
		}
	}
}
