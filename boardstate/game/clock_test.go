package game_test

import (
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/sensors/trace"
)

// timed plays a trace by a clock of five minutes at a level, without a lever where auto is set.
func timed(t *testing.T, level string, auto bool, text string) (*game.Session, []game.Event) {
	t.Helper()
	lever := map[bool]string{false: "yes", true: "no"}[auto]
	x, err := trace.Read("timed", strings.NewReader("trace 1\nsensor occupancy\nscan 10\nlaws 2023\nclock 300\nlevel "+level+"\nlever "+lever+"\n"+text))
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

// TestClockThatStands: while the clock is paused hands are still watched, but no press counts, nobody is charged and no time passes.
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
	if n := count(events, owed); n != 1 {
		t.Errorf("the touch was noted %d times, want once", n)
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
