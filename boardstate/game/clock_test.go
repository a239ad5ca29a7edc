package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/sensors/trace"
	"jadoube/sensors/trace/tracetest"
)

// timed plays a trace by a clock of five minutes at a level, without a lever where auto is set.
func timed(t *testing.T, level string, auto bool, text string) (*game.Session, []game.Event) {
	t.Helper()
	lever := map[bool]string{false: "yes", true: "no"}[auto]
	return recorded(t, "laws 2023\nclock 300\nlevel "+level+"\nlever "+lever+"\n"+text)
}

// recorded plays a trace of a board that sees occupancy.
func recorded(t *testing.T, text string) (*game.Session, []game.Event) {
	t.Helper()
	x, err := trace.Read("recorded", strings.NewReader("trace 1\nsensor occupancy\nscan 10\n"+text))
	if err != nil {
		t.Fatal(err)
	}
	return play(t, x)
}

// clockDid are the clock's changes, as "key" and the reason why it stands.
func clockDid(events []game.Event) string {
	var words []string
	for i := range events {
		if e := &events[i]; e.Type == game.ClockShown {
			word := e.Key
			if e.Clock.Reason != "" {
				word += " (" + e.Clock.Reason + ")"
			}
			words = append(words, word)
		}
	}
	return strings.Join(words, ", ")
}

// TestClockThatStands: while the clock is paused no press counts, no touch obliges, nobody is charged and no time passes.
func TestClockThatStands(t *testing.T) {
	g, events := timed(t, "strict", false, `
500 press black
2000 press pause disturbance
3000 -g1
3600 +g1
5000 press white
6000 -e2
6500 +e5
7500 press white
9000 press claim-black illegal
9500 -e5
9900 +e2
20000 press resume
21500 -g1
22000 +f3
23000 press white
25000 press pause
`)
	illegal := func(e *game.Event) bool {
		return e.Type == game.Illegal && e.State == "completed" || e.Type == game.Penalty
	}
	if n := count(events, illegal); n != 0 {
		t.Errorf("%d charges while the clock stood", n)
	}
	owed := func(e *game.Event) bool { return e.Type == game.Obligation && e.Square == "g1" && *e.At == 3000 }
	if n := count(events, owed); n != 0 {
		t.Errorf("the touch obliged %d times, want none", n)
	}
	refused := func(e *game.Event) bool { return e.Type == game.Press && e.State == "refused" && e.Reason == "stands" }
	if n := count(events, refused); n != 2 {
		t.Errorf("%d presses refused, want 2", n)
	}
	// White thought from 500 to 2000 and from 20000 to 23000, Black for two seconds until the pause at the end.
	if c := g.Clock(); c.White != 295_500 || c.Black != 298_000 || c.Turn != "black" || c.Reason != "assistance" {
		t.Errorf("the clock shows %+v", c)
	}
	if got, want := clockDid(events), "started, paused (disturbance), resumed, completed, paused (assistance)"; got != want {
		t.Errorf("the clock did: %s\nwant: %s", got, want)
	}
}

// TestPressBeforeThePause: a press that was for nothing is not judged by time that passes while the clock stands.
func TestPressBeforeThePause(t *testing.T) {
	_, events := timed(t, "strict", false, "500 press black\n2000 press white\n3000 press pause defect\n60000 press resume\n60100 press black\n")
	at := int64(0)
	for _, e := range events {
		if e.Type == game.Illegal && e.State == "completed" {
			at = e.T
		}
	}
	if at < 60_000 {
		t.Errorf("charged at %d, want when the clock runs again", at)
	}
}

// TestIllegalMoveThenStopped: an illegal move is judged by what stood at its press: neither a pause, nor a restart, nor holding the button
// down undoes it, whatever hands do then; what they do only while the clock stands was not pressed for.
func TestIllegalMoveThenStopped(t *testing.T) {
	const illegal = "500 press black\n2000 -b1\n2600 +b3\n3000 press white\n"
	for _, c := range []struct {
		name, text string
		charged    int
	}{
		{"paused, and put back much later", illegal + "3500 press pause\n8000 -b3\n8600 +b1\n9000 press resume\n", 1},
		{"paused, and put back at once", illegal + "3300 press pause\n3400 -b3\n3700 +b1\n9000 press resume\n", 1},
		{"put back after the clock was to run on", illegal + "3500 press pause\n3600 press resume\n12000 -b3\n12600 +b1\n", 1},
		{"another man moved meanwhile", illegal + "3300 press pause\n3400 -g1\n3700 +g4\n6000 -b3\n6600 +b1\n7000 -g4\n7600 +g1\n9000 press resume\n", 1},
		{"a restart", illegal + "3100 press pause restored\n3200 -b3\n3200 +b1\n9000 press resume\n", 1},
		{"the record ends", illegal + "3100 press pause\n", 1},
		{"held down", illegal + "3990 press hold-white\n5000 -b3\n5600 +b1\n", 1},
		{"no move, and one that is tried while the clock stands", "500 press black\n3000 press white\n3100 press pause\n4000 -b1\n4600 +b3\n6000 -b3\n6600 +b1\n", 0},
	} {
		for _, level := range []string{"strict", "arbiter"} {
			g, events := timed(t, level, false, c.text)
			charged := func(e *game.Event) bool {
				return e.Type == game.Illegal && e.State == "completed" && e.Key == "move"
			}
			if n := count(events, charged); n != c.charged {
				t.Errorf("%s: %s: charged %d times, want %d", level, c.name, n, c.charged)
			}
			if n := count(events, func(e *game.Event) bool { return e.Type == game.Adjust }); n != 0 {
				t.Errorf("%s: %s: adjusted %d times", level, c.name, n)
			}
			if turn := g.Clock().Turn; level == "strict" && c.charged > 0 && turn != "white" {
				t.Errorf("%s: %s: the clock is %s's", level, c.name, turn)
			}
		}
	}
}

// TestNothingToPress: a press before the game has begun is no illegal move.
func TestNothingToPress(t *testing.T) {
	_, events := timed(t, "strict", false, "500 press white\n9000 press pause\n")
	if n := count(events, func(e *game.Event) bool { return e.Type == game.Illegal || e.Type == game.Penalty }); n != 0 {
		t.Errorf("charged %d times", n)
	}
}

// TestClaimWhileTheClockStands: a claim is answered, the clock goes back to the press, and stands until it is let go on.
func TestClaimWhileTheClockStands(t *testing.T) {
	g, events := timed(t, "strict", false, `
500 press black
2000 -g1
2500 +g1
3000 -e2
3500 +e4
4000 press white
5000 press pause
6000 press claim-black touch
8000 -e4
8400 +e2
12000 press pause adjourned
`)
	if count(events, func(e *game.Event) bool { return e.Type == game.Claim && e.State == "accepted" }) != 1 {
		t.Error("the claim wasn't accepted")
	}
	if c := g.Clock(); c.White != 296_500 || c.Black != 300_000 || c.Running != "" || c.Turn != "white" || c.Reason != "adjourned" {
		t.Errorf("the clock shows %+v", c)
	}
}

// TestResumeNeedsThePosition: the clock doesn't run on while the men stand otherwise than in the game; they are led back, and then it runs.
func TestResumeNeedsThePosition(t *testing.T) {
	const moved = `
500 press black
2000 -e2
2500 +e4
3000 press white
5000 press pause displaced
6000 -a1
6200 -h8
6600 +h5
7000 +a4
10000 press resume
`
	told := func(key string) func(e *game.Event) bool {
		return func(e *game.Event) bool { return (e.Type == game.Advice || e.Type == game.Prompt) && e.Key == key }
	}
	for _, c := range []struct {
		name, then string
		black      int64
		reason     string
	}{
		{"led back", "12000 -h5\n12500 +h8\n14000 -a4\n14500 +a1\n19500 press pause\n", 293_000, "assistance"},
		{"never", "19500 press queen\n", 298_000, "displaced"},
		{"insisted", "14500 press arbiter resume\n19500 press pause\n", 293_000, "assistance"},
		{"paused again", "11000 press pause ruling\n12000 -h5\n12500 +h8\n14000 -a4\n14500 +a1\n19500 press queen\n", 298_000, "ruling"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, events := timed(t, "strict", false, moved+c.then)
			if count(events, told("stand-first")) != 1 || count(events, told("put-back")) == 0 {
				t.Errorf("told %d times, led back by %d prompts", count(events, told("stand-first")), count(events, told("put-back")))
			}
			shows := g.Clock()
			if shows.White != 297_500 || shows.Reason != c.reason || shows.Black < c.black-100 || shows.Black > c.black+100 {
				t.Errorf("the clock shows %+v, want some %d for Black and the reason %s", shows, c.black, c.reason)
			}
		})
	}
}

// TestInHandWhenTheClockIsToRun: a man who is in the hand of the player having the move when the clock is to run on may be set down for a
// move: nobody is asked to put him back, and the clock runs as soon as he stands. Where he can't stand he is to be put back first.
func TestInHandWhenTheClockIsToRun(t *testing.T) {
	const inHand = "500 press black\n2000 -g1\n3000 press pause\n4000 press resume\n"
	for _, c := range []struct {
		name, then string
		runs       int64 // ms: since when
		back       bool
	}{
		{"a move", "6000 +f3\n", 6021, false},
		{"put back", "6000 +g1\n", 6021, false},
		{"a capture", "5000 -b8\n6000 +b8\n7000 +f3\n", 7021, false},
		{"where he can't stand", "6000 +g3\n8000 -g3\n8600 +f3\n", 8621, true},
		{"another man, too", "6000 +f3\n6500 -h8\n", 6021, false},
	} {
		for _, auto := range []bool{false, true} {
			_, events := timed(t, "strict", auto, inHand+c.then+"20000 press pause\n")
			runs, back := int64(0), false
			for i := range events {
				e := &events[i]
				back = back || e.Type == game.Prompt && (e.Key == "put-back" || e.Key == "put-on")
				if e.Type == game.ClockShown && e.Key == "resumed" && runs == 0 {
					runs = e.T
				}
			}
			if runs != c.runs || back != c.back {
				t.Errorf("%s, without a lever %v: the clock runs at %d, put back: %v; want %d, %v", c.name, auto, runs, back, c.runs, c.back)
			}
		}
	}
}

// TestPressedBeforeThePauseMovedAfter: a press completes no move that is made while the clock stands since, or after that: it was for nothing, and
// its player's time runs on until he presses for his move. Within a second before the release a press is for the move, as ever.
func TestPressedBeforeThePauseMovedAfter(t *testing.T) {
	for _, c := range []struct {
		name, text string
		completed  int64 // ms: when the move is
		white      int64 // ms that are left at the end
		refused    int
	}{
		{"begun while it stands", "2000 press white\n2500 press pause\n4000 -g1\n4600 +f3\n8000 press resume\n20000 press white\n", 20_000, 286_500, 1},
		{"in the hand before", "1500 -g1\n2000 press white\n2500 press pause\n4600 +f3\n8000 press resume\n20000 press white\n", 20_000, 286_500, 1},
		{"set down when it runs again", "1500 -g1\n2000 press white\n2500 press pause\n3000 press arbiter resume\n4600 +f3\n20000 press white\n", 20_000, 283_120, 1},
		{"answered while it stands", "2000 press white\n2500 press pause\n4000 -g1\n4600 +f3\n6000 -e7\n6600 +e5\n8000 press resume\n20000 press white\n", 20_000, 298_500, 1},
		{"a little early", "1500 -g1\n2000 press white\n2300 press pause\n2600 +f3\n8000 press resume\n20000 press white\n", 2600, 298_500, 0},
	} {
		g, events := timed(t, "strict", false, "500 press black\n"+c.text+"20000 press pause\n")
		at, refused := int64(0), 0
		for i := range events {
			switch e := &events[i]; {
			case e.Type == game.Completed && e.UCI == "g1f3":
				at = *e.Completed
			case e.Type == game.Press && e.State == "refused" && e.Reason == "no_move":
				refused++
			case e.Type == game.Illegal:
				t.Errorf("%s: an illegal move is told at %d", c.name, e.T)
			}
		}
		if f := g.Clock(); at != c.completed || refused != c.refused || f.White != c.white {
			t.Errorf("%s: completed at %d, %d presses refused, White has %d; want %d, %d, %d", c.name, at, refused, f.White, c.completed, c.refused, c.white)
		}
	}
}

// TestMovedWhileTheClockStood: a move that was made meanwhile stands, and its player's time runs until he presses; without a lever it is
// completed when the clock runs on.
func TestMovedWhileTheClockStood(t *testing.T) {
	const moves = `
500 press black
2000 press pause
3000 -e2
3600 +e4
20000 press resume
`
	g, _ := timed(t, "strict", false, moves+"24000 press white\n26000 press pause\n")
	if c := g.Clock(); c.White != 294_500 || c.Black != 298_000 {
		t.Errorf("with a lever the clock shows %+v", c)
	}
	g, _ = timed(t, "strict", true, moves+"21000 -e7\n21600 +e5\n30000 press pause\n")
	if c := g.Clock(); c.White > 298_500 || c.White < 290_000 || c.Black > 299_000 || c.Turn != "white" && c.Black > 292_000 {
		t.Errorf("without a lever the clock shows %+v", c)
	}
}

// TestLevelOff: where nobody keeps the Laws the clock is pressed all the same, from White's first press on, by lever and by itself.
func TestLevelOff(t *testing.T) {
	g, events := timed(t, "off", false, "2000 -e2\n2500 +e4\n3000 press white\n8000 -e7\n8500 +e5\n9000 press black\n10000 press pause\n")
	if c := g.Clock(); c.White != 299_000 || c.Black != 294_000 || len(g.Moves()) != 2 {
		t.Errorf("by lever the clock shows %+v after %s", c, clockDid(events))
	}
	g, events = timed(t, "off", true, "2000 -e2\n2500 +e4\n8000 -e7\n8500 +e5\n12000 -d2\n12500 +d4\n20000 press pause\n")
	if c := g.Clock(); c.Black > 296_000 || c.White > 299_000 || c.White+c.Black > 600_000-(20_000-2_500)+3_000 {
		t.Errorf("by itself the clock shows %+v after %s", c, clockDid(events))
	}
}

// TestLatePlayers: White's time runs from the start; who isn't there when the default time is over has lost on a strict board, and is told
// to an arbiter.
func TestLatePlayers(t *testing.T) {
	for _, c := range []struct{ name, level, text, result, away string }{
		{"both in time", "strict", "1000 press start\n5000 press arrive-white\n600000 press arrive-black\n602000 press pause\n", "*", ""},
		{"before the start", "strict", "200 press arrive-white\n300 press arrive-black\n1000 press start\n602000 press pause\n", "*", ""},
		{"with the last millisecond", "strict", "1000 press start\n5000 press arrive-white\n601000 press arrive-black\n602000 press pause\n", "*", ""},
		{"Black a millisecond late", "strict", "1000 press start\n5000 press arrive-white\n601001 press arrive-black\n602000 press pause\n", "1-0 absent", ""},
		{"White touches, Black never comes", "strict", "1000 press start\n5000 -e2\n6000 +e4\n602000 press pause\n", "1-0 absent", "black"},
		{"White never comes", "strict", "1000 press black\n602000 press pause\n", "0-1 absent", "white"},
		{"nobody comes", "strict", "1000 press start\n602000 press pause\n", "* both_absent", "both"},
		{"an offer is somebody's", "strict", "1000 press start\n2000 press draw-white\n3000 press decline-black\n602000 press pause\n", "*", ""},
		{"the arbiter decides", "arbiter", "1000 press start\n2000 press arrive-white\n602000 press pause\n", "*", "black"},
		{"… against him who is late", "arbiter", "1000 press start\n2000 press arrive-white\n602000 press arbiter result 1-0 absent\n", "1-0 absent", ""},
		{"a trainer only tells", "trainer", "1000 press start\n2000 press arrive-black\n602000 press pause\n", "*", "white"},
		{"without a start there is no end", "strict", "602000 press pause\n", "*", "both"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, events := recorded(t, "laws 2001\nclock 5400\nlevel "+c.level+"\nlever yes\ndefault-time 600\n"+c.text)
			result, reason := g.Result()
			if reason == "" && g.Over() {
				reason = "without a reason"
			}
			if got := strings.TrimSpace(result + " " + reason); got != c.result {
				t.Errorf("the result is %s, want %s", got, c.result)
			}
			at := 1000 + int64(600_001)
			told := count(events, func(e *game.Event) bool { return e.Type == game.ClockShown && e.Key == "absent" && *e.At == at })
			late := map[string]int{"": 0, "white": 1, "black": 1, "both": 2}[c.away]
			if strings.Contains(c.text, "602000 press pause") && strings.HasPrefix(c.text, "1000") && c.away != "" && told != late {
				t.Errorf("%d told as absent, want %d", told, late)
			}
			shows := g.Clock()
			if run := shows.White + shows.Black; c.result == "*" && strings.Contains(c.text, "602000 press pause") && strings.Contains(c.text, "1000 press") && run != 2*5_400_000-601_000 {
				t.Errorf("%d ms are left, want that White's time ran from the start", run)
			}
		})
	}
}

// TestWhoIsWaitedFor: the clock says who hasn't come, and for how long he is waited for.
func TestWhoIsWaitedFor(t *testing.T) {
	g, _ := recorded(t, "clock 5400\nlevel strict\nlever yes\ndefault-time 600\n1000 press start\n2000 press arrive-white\n61000 press queen\n")
	if c := g.Clock(); c.Away != "black" || c.Until != 540_000 {
		t.Errorf("waited for: %q, for %d ms more", c.Away, c.Until)
	}
	g, _ = recorded(t, "clock 5400\nlevel strict\nlever yes\n1000 press start\n61000 press queen\n")
	if c := g.Clock(); c.Away != "" || c.Until != 0 {
		t.Errorf("without a default time %q is waited for, for %d ms", c.Away, c.Until)
	}
}

// TestHeldButton: who holds his own clock button adjusts, and his time has run as if he hadn't pressed; a press that completed a move is
// one, however long it lasts.
func TestHeldButton(t *testing.T) {
	adjusts := func(e *game.Event) bool { return e.Type == game.Adjust && e.State == "accepted" }
	charged := func(e *game.Event) bool { return e.Type == game.Illegal && e.State == "completed" }
	for _, level := range []string{"trainer", "arbiter", "strict"} {
		g, events := timed(t, level, false, "500 press black\n3000 press white\n4000 press hold-white\n6000 -g1\n6900 +g1\n9000 -e2\n9600 +e4\n11000 press white\n15000 press pause\n")
		if count(events, adjusts) != 1 || count(events, charged) != 0 || count(events, func(e *game.Event) bool { return e.Type == game.Breach }) != 0 {
			t.Errorf("%s: adjusted %d times, charged %d times", level, count(events, adjusts), count(events, charged))
		}
		if c := g.Clock(); c.White != 289_500 || c.Black != 296_000 {
			t.Errorf("%s: the clock shows %+v", level, c)
		}
	}
	_, events := timed(t, "strict", false, "500 press black\n3000 press white\n4000 press hold-white\n14500 -g1\n15000 +g1\n16000 -e2\n16600 +e4\n18000 press white\n19000 press pause\n")
	if n := count(events, func(e *game.Event) bool { return e.Type == game.Breach }); n != 1 {
		t.Errorf("after ten seconds the knight counts as adjusted: %d breaches", n)
	}
	_, events = timed(t, "strict", false, "500 press black\n2000 -e2\n2600 +e4\n3000 press white\n4000 press hold-white\n5000 press pause\n")
	if n := count(events, func(e *game.Event) bool { return e.Type == game.Adjust }); n != 0 {
		t.Errorf("a finger that stayed on the button after the move adjusts %d times", n)
	}
	g, events := timed(t, "strict", false, "500 press black\n300200 press white\n301200 press hold-white\n303000 press pause\n")
	if result, reason := g.Result(); result != "0-1" || reason != "flag" {
		t.Errorf("while the button is held the flag falls: %s %s after %s", result, reason, clockDid(events))
	}
}

// TestArbiterSetsTheClock: times and counts are put right in one step, running or not, and what was set can be taken back.
func TestArbiterSetsTheClock(t *testing.T) {
	const head = "laws 2023\nclock 40/5400+30:1800\nlevel arbiter\nlever yes\n500 press black\n2000 -e2\n2500 +e4\n10500 press white\n"
	for _, c := range []struct {
		name, text             string
		white, black           int64
		whiteMoves, blackMoves int
		refused                int
	}{
		{"nothing", "20500 press pause\n", 5_420_000, 5_390_000, 39, 40, 0},
		{"a time", "12500 press arbiter clock white 600\n20500 press pause\n", 600_000, 5_390_000, 39, 40, 0},
		{"of him whose time runs", "12500 press arbiter clock black 600\n20500 press pause\n", 5_420_000, 592_000, 39, 40, 0},
		{"time and moves", "12500 press arbiter clock black 600 40\n20500 press pause\n", 5_420_000, 592_000, 39, 0, 0},
		{"while it stands", "12500 press pause\n13000 press arbiter clock white 600 30\n20500 press queen\n", 600_000, 5_398_000, 10, 40, 0},
		{"taken back", "12500 press arbiter clock black 600 40\n14500 press arbiter undo\n20500 press pause\n", 5_420_000, 5_390_000, 39, 40, 0},
		{"and again", "12500 press arbiter clock black 600 40\n14500 press arbiter undo\n15500 press arbiter undo\n20500 press pause\n", 5_420_000, 592_000, 39, 0, 0},
		{"a gift taken back", "12500 press arbiter add white 60\n14500 press arbiter undo\n20500 press pause\n", 5_420_000, 5_390_000, 39, 40, 0},
		{"nothing to take back", "12500 press arbiter undo\n20500 press pause\n", 5_420_000, 5_390_000, 39, 40, 1},
		{"no such words", "12500 press arbiter clock black 0\n13500 press arbiter clock black 5 x\n20500 press pause\n", 5_420_000, 5_390_000, 39, 40, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, events := recorded(t, head+c.text)
			shows := g.Clock()
			if shows.White != c.white || shows.Black != c.black || shows.WhiteMoves != c.whiteMoves || shows.BlackMoves != c.blackMoves {
				t.Errorf("the clock shows %+v", shows)
			}
			if n := count(events, func(e *game.Event) bool { return e.Type == game.Ruling && e.State == "refused" }); n != c.refused {
				t.Errorf("%d rulings refused, want %d", n, c.refused)
			}
		})
	}
}

// TestControlPassed: the event of the move with which a time control is passed names the period that begins.
func TestControlPassed(t *testing.T) {
	_, events := recorded(t, "clock 1/60:1800\nlevel strict\nlever yes\n500 press black\n2000 -e2\n2500 +e4\n3500 press white\n5000 press pause\n")
	passed := func(e *game.Event) bool {
		return e.Type == game.ClockShown && e.Key == "completed" && e.Count == 2 && e.Clock.White == 1_857_000 && e.Clock.WhiteMoves == 0 && e.Clock.BlackMoves == 1
	}
	if count(events, passed) != 1 {
		t.Error("nobody was told that White passed the control")
	}
}

// TestNewWhileTheClockRuns: the key new ends no game whose clock runs.
func TestNewWhileTheClockRuns(t *testing.T) {
	const head = "500 press black\n2000 -e2\n2500 +e4\n3500 press white\n5000 press new\n"
	g, events := timed(t, "strict", false, head+"8000 -e7\n8600 +e5\n9500 press black\n11000 press pause\n")
	if c := g.Clock(); len(g.Moves()) != 2 || c.White != 295_500 || c.Black != 294_000 {
		t.Errorf("%d moves, the clock shows %+v", len(g.Moves()), c)
	}
	asked := func(e *game.Event) bool { return e.Type == game.Prompt && e.Key == "stop-first" }
	if count(events, asked) != 1 || count(events, func(e *game.Event) bool { return e.Type == game.Setup }) != 1 {
		t.Errorf("told %d times", count(events, asked))
	}
	g, _ = timed(t, "strict", false, head+"6000 press pause\n7000 press new\n8000 -e4\n8600 +e2\n")
	if n := len(g.Games(false)); n != 1 || len(g.Moves()) != 0 {
		t.Errorf("after a pause: %d games, %d moves of the new one", n, len(g.Moves()))
	}
}

// TestOutsideClock: a clock at the board keeps the times; what it shows is the game's, and what a player had when he pressed, his bonus
// included, is in the record. Only hands can set it.
func TestOutsideClock(t *testing.T) {
	g, events := play(t, tracetest.Load(t, "../../cmd/jadoube/testdata/laws/outside-clock.trace"))
	if c := g.Clock(); c.White != 296_000 || c.Black != 297_000 || c.Turn != "black" || c.Running != "" {
		t.Errorf("the clock shows %+v", c)
	}
	var left []int64
	for _, m := range g.TimedPGN().Moves {
		d, _ := m.Clock()
		left = append(left, d.Milliseconds())
	}
	if !slices.Equal(left, []int64{303_000, 301_000, 296_000}) {
		t.Errorf("the record has %v", left)
	}
	if count(events, func(e *game.Event) bool {
		return e.Type == game.Advice && e.Key == "set-clock" && e.Gain == 60_000 && e.Side == "black"
	}) != 1 {
		t.Error("nobody was asked to give Black his time")
	}
}

// TestOutsideFlag: the flag of a clock at the board ends the game as the game's own does.
func TestOutsideFlag(t *testing.T) {
	_, events := recorded(t, "clock 300\nlevel strict\nlever yes\ntimes outside\n100 press times 3000 300000 white\n3100 press times 0 300000 white\n3100 press flag-white\n5000 press queen\n")
	lost := func(e *game.Event) bool { return e.Type == game.ResultShown && e.Result == "0-1" && e.Reason == "flag" }
	if count(events, lost) != 1 || count(events, func(e *game.Event) bool { return e.Type == game.ClockShown && e.Clock.Flag == "white" }) == 0 {
		t.Errorf("White's flag: %s", clockDid(events))
	}
}

// TestTimesOfNobody: times mean nothing where the game keeps its own.
func TestTimesOfNobody(t *testing.T) {
	g, _ := timed(t, "strict", false, "500 press black\n1000 press times 5 5 black\n2000 press pause\n")
	if c := g.Clock(); c.White != 298_500 || c.Black != 300_000 {
		t.Errorf("the clock shows %+v", c)
	}
}

// TestChoiceStands: at the levels at which what was completed stands, no button changes what was said of a pawn, nor the queen that nobody
// spoke of once the opponent has touched a man (4.4.4). The first word counts until then, and is for the opponent's own pawn once he lifted that.
func TestChoiceStands(t *testing.T) {
	const promotes = "lever yes\nclock 5400\nfen 8/4P1k1/8/8/8/8/p5K1/8 w - - 0 1\n1000 press start\n2000 -e7\n"
	for _, c := range []struct {
		name, text     string
		kept, trainers string // the moves at strict and arbiter, and at trainer
		refused        int
	}{
		{"a word after the choice and the press", "2300 press rook\n2600 +e8\n4500 press white\n6000 press knight\n", "e7e8r", "e7e8n", 1},
		{"before the press", "2300 press rook\n2600 +e8\n4000 press knight\n4500 press white\n", "e7e8r", "e7e8n", 1},
		{"the same once more", "2300 press rook\n2600 +e8\n4000 press rook\n4500 press white\n", "e7e8r", "e7e8r", 0},
		{"while the pawn is in the air", "2300 press rook\n2400 press knight\n2600 +e8\n4500 press white\n", "e7e8n", "e7e8n", 0},
		{"a queen, said so", "2600 +e8\n3000 press queen\n4000 press knight\n4500 press white\n", "e7e8q", "e7e8n", 1},
		{"the first word", "2600 +e8\n4000 press knight\n4500 press white\n", "e7e8n", "e7e8n", 0},
		{"when the king is lifted", "2600 +e8\n3000 press white\n5000 -g7\n5400 press knight\n5800 +h6\n7000 press black\n", "e7e8q g7h6", "e7e8n g7h6", 1},
		{"when he was touched", "2600 +e8\n3000 press white\n5000 -g7\n5500 +g7\n6000 press knight\n", "e7e8q", "e7e8n", 1},
		{"for the other pawn", "2600 +e8\n3000 press white\n5000 -a2\n5400 press knight\n5800 +a1\n7000 press black\n", "e7e8q a2a1n", "e7e8q a2a1n", 0},
	} {
		for _, level := range []string{"trainer", "arbiter", "strict"} {
			g, events := recorded(t, "level "+level+"\n"+promotes+c.text+"20000 press pause\n")
			want, refused := c.kept, c.refused
			if level == "trainer" {
				want, refused = c.trainers, 0
			}
			if got := uciOf(g); got != want {
				t.Errorf("%s: %s: %s, want %s", level, c.name, got, want)
			}
			if stands := g.Laws().Chosen; stands != (level != "trainer" && !strings.HasSuffix(want, "h6")) {
				t.Errorf("%s: %s: the game says of the choice that it stands: %v", level, c.name, stands)
			}
			if n := count(events, func(e *game.Event) bool { return e.Type == game.Press && e.Reason == "chosen" && e.Article == "4.4.4" }); n != refused {
				t.Errorf("%s: %s: refused %d times, want %d", level, c.name, n, refused)
			}
		}
	}
}

// TestFirstWordAfterThePress: where nobody watches, the first word about a pawn counts also after the press, until the opponent touches a man;
// with an arbiter the press says the last of it. It stays one move, made and completed once, by the times and counts of its press.
func TestFirstWordAfterThePress(t *testing.T) {
	const promotes = "lever yes\nclock 40/5400\nfen 8/4P1k1/8/8/8/8/p5K1/8 w - - 0 1\n1000 press start\n2000 -e7\n2600 +e8\n3000 press white\n"
	const replies = "6000 -g7\n6800 +h6\n7600 press black\n9000 -g2\n9800 +g3\n10600 press white\n20000 press pause\n"
	for _, c := range []struct {
		level, words, moves string
		refused             int
	}{
		{"strict", "4000 press knight\n", "e7e8n g7h6 g2g3", 0},
		{"strict", "4000 press knight\n4500 press rook\n", "e7e8n g7h6 g2g3", 1},
		{"strict", "4000 press queen\n4500 press rook\n", "e7e8q g7h6 g2g3", 1},
		{"arbiter", "4000 press knight\n", "e7e8q g7h6 g2g3", 1},
		{"trainer", "4000 press knight\n4500 press rook\n", "e7e8r g7h6 g2g3", 0},
		{"off", "4000 press knight\n4500 press rook\n", "e7e8r g7h6 g2g3", 0},
	} {
		g, events := recorded(t, "level "+c.level+"\n"+promotes+c.words+replies)
		if got := uciOf(g); got != c.moves {
			t.Errorf("%s: %q: %s, want %s", c.level, c.words, got, c.moves)
		}
		for ply := 1; ply <= 3; ply++ {
			for _, typ := range []game.Type{game.Made, game.Completed} {
				if n := count(events, func(e *game.Event) bool { return e.Type == typ && e.Ply == ply }); n != 1 {
					t.Errorf("%s: %q: move %d: %d times %s, want 1", c.level, c.words, ply, n, typ)
				}
			}
		}
		if n := count(events, func(e *game.Event) bool { return e.Type == game.Press && e.Reason == "chosen" }); n != c.refused {
			t.Errorf("%s: %q: refused %d times, want %d", c.level, c.words, n, c.refused)
		}
		if face := g.Clock(); face.White != 5400_000-2000-3000 || face.WhiteMoves != 38 || face.BlackMoves != 39 {
			t.Errorf("%s: %q: the clock shows %+v", c.level, c.words, face)
		}
	}
}

// TestLiftChoosesNoMore: a man that is lifted becomes the next choice, but where moves stand that were pressed for not any more once somebody
// has said what it is, or pressed; what was lifted and pressed for, no word changes.
func TestLiftChoosesNoMore(t *testing.T) {
	const promotes = "lever yes\npromotion lift\nclock 5400\nfen 8/4P1k1/8/8/8/8/p5K1/8 w - - 0 1\n1000 press start\n2000 -e7\n2600 +e8\n"
	for _, c := range []struct{ text, kept, trainers string }{
		{"4000 -e8\n4500 +e8\n6000 press white\n", "e7e8n", "e7e8n"},
		{"4000 -e8\n4500 +e8\n6000 -e8\n6500 +e8\n8000 press white\n", "e7e8r", "e7e8r"},
		{"3500 press bishop\n4000 -e8\n4500 +e8\n6000 press white\n", "e7e8b", "e7e8q"},
		{"3500 press queen\n4000 -e8\n4500 +e8\n6000 press white\n", "e7e8q", "e7e8n"},
		{"4000 -e8\n4500 +e8\n5000 press rook\n6000 press white\n", "e7e8r", "e7e8r"},
		{"4000 -e8\n4500 +e8\n6000 press white\n7000 -e8\n7500 +e8\n", "e7e8n", "e7e8r"},
		{"4000 -e8\n4500 +e8\n6000 press white\n7000 press rook\n", "e7e8n", "e7e8r"},
	} {
		for _, level := range []string{"trainer", "arbiter", "strict"} {
			want := c.kept
			if level == "trainer" {
				want = c.trainers
			}
			if g, _ := recorded(t, "level "+level+"\n"+promotes+c.text+"20000 press pause\n"); uciOf(g) != want {
				t.Errorf("%s: %q: %s, want %s", level, c.text, uciOf(g), want)
			}
		}
	}
}

// TestScoreFree: with an arbiter it is told once who has less than five minutes left in a period that adds less than 30 s a move, and needn't
// keep score (8.4), and that the sheet is due when the next period begins (8.5).
func TestScoreFree(t *testing.T) {
	const moves = "500 press black\n3306000 -e2\n3306500 +e4\n3307500 press white\n3309000 -e7\n3309500 +e5\n3310500 press black\n3312000 -g1\n3312500 +f3\n3313500 press white\n3320000 press pause\n"
	for _, c := range []struct{ name, head, text, want string }{
		{"a period of two moves", "clock 2/3600:1800\nlevel arbiter", moves, "score-free white 3300501 8.4, score-due white 3313500 8.5"},
		{"one period", "clock 3600\nlevel arbiter", moves, "score-free white 3300501 8.4"},
		{"a delay", "clock 3600d5\nlevel arbiter", moves, "score-free white 3305501 8.4"},
		{"29 s a move", "clock 3600+29\nlevel arbiter", moves, "score-free white 3300501 8.4"},
		{"30 s a move", "clock 3600+30\nlevel arbiter", moves, ""},
		{"rapid", "clock 3500\nlevel arbiter", moves, ""},
		{"nobody watches", "clock 3600\nlevel strict", moves, ""},
		{"five minutes exactly", "clock 3600\nlevel arbiter", "500 press black\n3300000 -e2\n3300400 +e4\n3300500 press white\n3320000 press pause\n", ""},
	} {
		_, events := recorded(t, "lever yes\n"+c.head+"\n"+c.text)
		var told []string
		for i := range events {
			if e := &events[i]; e.Type == game.Advice && strings.HasPrefix(e.Key, "score") {
				told = append(told, fmt.Sprint(e.Key, " ", e.Side, " ", *e.At, " ", e.Article))
			}
		}
		if got := strings.Join(told, ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestMateStopsTheClock: mate ends the game when it is made (2023: 5.1.1), so the clock shows what it did at the release, also where the board is
// sure of it later: without a press, with one, and where what the pawn became may still be said for six seconds.
func TestMateStopsTheClock(t *testing.T) {
	promotes := "fen 7k/4P3/7K/8/8/8/p7/8 w - - 0 1\n0 press start\n1000 -e7\n1600 +e8\n"
	mates := "fen 7k/8/6K1/8/8/8/p7/1Q6 w - - 0 1\n0 press start\n1000 -b1\n1600 +b8\n"
	for name, text := range map[string]string{
		"promotes": promotes + "12000 press pause\n", "mates": mates + "12000 press pause\n", "pressed": mates + "3000 press white\n12000 press pause\n",
		"delay": promotes + "12000 press pause\n",
	} {
		for _, level := range []string{"off", "arbiter", "strict"} {
			control, want := "clock 300", int64(298_400)
			if name == "delay" {
				control, want = "clock 300d1", 299_400 // a second of each move is free
			}
			_, events := recorded(t, "laws 2023\n"+control+"\nlever yes\nlevel "+level+"\n"+text)
			var last *game.Event
			for i := range events {
				if events[i].Type == game.ClockShown {
					last = &events[i]
				}
			}
			if last.Clock.Reason != "over" || last.Clock.White != want {
				t.Errorf("%s, level %s: %+v, want %d", name, level, last.Clock, want)
			}
		}
	}
}
