package game_test

import (
	"fmt"
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/rules/square"
	"jadoube/sensors"
)

func refused(e *game.Event) bool  { return e.Type == game.Ruling && e.State == "refused" }
func accepted(e *game.Event) bool { return e.Type == game.Ruling && e.State == "accepted" }

// TestArbiterAfterTheResult: the arbiter puts a mistaken result right, and takes that back; what comes too late is refused, and told.
func TestArbiterAfterTheResult(t *testing.T) {
	const flagged = "laws 2023\nclock 300\nlevel strict\nlever yes\n500 press black\n2000 -e2\n2500 +e4\n10500 press white\n320000 press arbiter note seen\n"
	for _, c := range []struct {
		name, text                  string
		result, reason, termination string
		results, refused            int
	}{
		{"nothing", "", "1-0", "flag", "time forfeit", 1, 0},
		{"a draw", "330000 press arbiter result 1/2-1/2 by agreement\n", "1/2-1/2", "by agreement", "normal", 2, 0},
		{"no reason", "330000 press arbiter result 0-1\n", "0-1", "arbiter", "adjudication", 2, 0},
		{"taken back", "330000 press arbiter result 0-1\n331000 press arbiter undo\n", "1-0", "flag", "time forfeit", 3, 0},
		{"and again", "330000 press arbiter result 0-1\n331000 press arbiter undo\n332000 press arbiter undo\n", "0-1", "arbiter", "adjudication", 4, 0},
		{"nothing to take back", "330000 press arbiter undo\n", "1-0", "flag", "time forfeit", 1, 1},
		{"too late", "330000 press arbiter void\n331000 press arbiter add white 60\n332000 press arbiter set 0\n", "1-0", "flag", "time forfeit", 1, 3},
		{"no such words", "330000 press arbiter result 2-0\n", "1-0", "flag", "time forfeit", 1, 1},
		{"a player's words", "330000 press resign-white\n331000 press draw-black\n", "1-0", "flag", "time forfeit", 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, events := recorded(t, flagged+c.text)
			if result, reason := g.Result(); result != c.result || reason != c.reason || !g.Over() {
				t.Errorf("the result is %s, %s", result, reason)
			}
			told := g.PGN().String()
			if want := `[Termination "` + c.termination + `"]`; !strings.Contains(told, want) || !strings.Contains(told, `[Result "`+c.result+`"]`) {
				t.Errorf("%s and %s are missing in\n%s", c.result, want, told)
			}
			if n := count(events, func(e *game.Event) bool { return e.Type == game.ResultShown }); n != c.results {
				t.Errorf("%d results told, want %d", n, c.results)
			}
			if n := count(events, refused); n != c.refused {
				t.Errorf("%d rulings refused, want %d", n, c.refused)
			}
		})
	}
}

// TestArbiterWithoutLaws: where neither Laws nor clock are kept an arbiter may still say the result, and put it right.
func TestArbiterWithoutLaws(t *testing.T) {
	g, events := recorded(t, "2000 -e2\n2500 +e4\n4000 press arbiter void\n5000 press arbiter result 1-0\n6000 press arbiter result 0-1 by decision\n")
	if result, reason := g.Result(); result != "0-1" || reason != "by decision" || count(events, refused) != 1 || count(events, accepted) != 2 {
		t.Errorf("%s %s, %d refused, %d accepted", result, reason, count(events, refused), count(events, accepted))
	}
}

// TestArbiterWhileMenAreSetUp: nothing can be ruled of a game that hasn't begun, and that is told.
func TestArbiterWhileMenAreSetUp(t *testing.T) {
	g, events := recorded(t, "level arbiter\n1000 press new 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n2000 press arbiter result 1-0\n3000 press arbiter note late\n")
	if g.Over() || count(events, refused) != 1 || count(events, accepted) != 1 {
		t.Errorf("over: %v, %d refused, %d accepted", g.Over(), count(events, refused), count(events, accepted))
	}
}

// TestPlayOn: a game that was over by a mistake goes on by the arbiter's word, whatever had ended it and whatever hands have done since:
// the men are led back to where they stood, and what is played then follows on what was played before.
func TestPlayOn(t *testing.T) {
	const opening = "500 press black\n2000 -e2\n2500 +e4\n3500 press white\n5000 -e7\n5500 +e5\n6500 press black\n"
	const on = "60000 -g1\n60500 +f3\n61500 press white\n63000 -b8\n63500 +c6\n64500 press black\n"
	for _, c := range []struct{ name, ends, since, back string }{
		{"resigned", "8000 press resign-white\n", "", ""},
		{"resigned, and played on", "8000 press resign-white\n", "10000 -d2\n10500 +d4\n12000 -e5\n12500 -d4\n13000 +d4\n", "41000 -d4\n41500 +d2\n43000 +e5\n"},
		{"kings in the centre", "8000 -e1\n8300 -e4\n8600 +e4\n9000 -e8\n9500 +d5\n", "", "41000 -e4\n41500 +e1\n42000 -d5\n42500 +e8\n43000 +e4\n"},
		{"agreed", "8000 press draw-white\n8500 press draw-black\n", "12000 -d1\n12500 +h5\n", "41000 -h5\n41500 +d1\n"},
		{"a man in the hand", "8000 -g1\n8500 press resign-black\n", "", "41000 +g1\n"},
		{"the arbiter's own", "8000 press arbiter result 1/2-1/2\n", "", ""},
		{"put right before", "8000 press resign-white\n9000 press arbiter result 1/2-1/2\n", "", ""},
	} {
		for _, level := range []string{"off", "trainer", "arbiter", "strict"} {
			for _, lifts := range []string{"level " + level + "\n", "laws 2001\nclock 3600\nlevel " + level + "\nlever yes\n"} {
				t.Run(fmt.Sprintf("%s, %s", c.name, strings.ReplaceAll(lifts, "\n", " ")), func(t *testing.T) {
					g, events := recorded(t, lifts+opening+c.ends+c.since+"40000 press arbiter resume\n"+c.back+on)
					var moves []string
					for _, m := range g.Moves() {
						moves = append(moves, m.UCI)
					}
					if got := strings.Join(moves, " "); got != "e2e4 e7e5 g1f3 b8c6" || g.Over() {
						t.Errorf("the moves are %s, over: %v", got, g.Over())
					}
					results := count(events, func(e *game.Event) bool { return e.Type == game.ResultShown && e.Result != "" })
					open := count(events, func(e *game.Event) bool { return e.Type == game.ResultShown && e.Result == "" })
					if results < 1 || open != 1 || count(events, refused) != 0 {
						t.Errorf("%d results, %d times taken back, %d rulings refused", results, open, count(events, refused))
					}
					if illegal := count(events, func(e *game.Event) bool { return e.Type == game.Illegal && e.State == "completed" }); illegal != 0 {
						t.Errorf("%d illegal moves are charged", illegal)
					}
					told := g.PGN().String()
					if !strings.Contains(told, "2. Nf3 Nc6 *") || strings.Contains(told, `[Termination "normal"]`) {
						t.Error(told)
					}
					// White thought until he resigned, and again from the arbiter's word on; nobody's time runs in between.
					if f := g.Clock(); c.name == "resigned" && f != nil && (f.Running != "white" || f.White != 3600_000-3000-1500-21_500 || f.Black != 3600_000-6000) {
						t.Errorf("the clock shows %+v", f)
					}
				})
			}
		}
	}
}

// TestPlayOnAfterAFlag: the flag stays down, and falls no more; the arbiter gives the player time, and the next flag ends the game.
func TestPlayOnAfterAFlag(t *testing.T) {
	const flagged = "laws 2023\nclock 300\nlevel strict\nlever yes\n500 press black\n2000 -e2\n2500 +e4\n10500 press white\n" // Black's falls at 310500
	g, events := recorded(t, flagged+"330000 press arbiter resume\n331000 press arbiter clock black 60\n335000 -e7\n335500 +e5\n336500 press black\n700000 press arbiter note over\n")
	if result, reason := g.Result(); result != "0-1" || reason != "flag" || len(g.Moves()) != 2 {
		t.Errorf("%s by %s after %d moves", result, reason, len(g.Moves()))
	}
	if did, want := clockDid(events), "started, completed, flag (flag), paused (over), paused (ruling), resumed, paused (ruling), corrected (ruling), resumed, completed, flag (flag), paused (over)"; did != want {
		t.Errorf("the clock did: %s\nwant:          %s", did, want)
	}
}

// TestMateIsTakenBack: a mate that the arbiter doesn't let stand is taken back as soon as the game is open again.
func TestMateIsTakenBack(t *testing.T) {
	const mate = "level arbiter\n1000 -f2\n1500 +f3\n3000 -e7\n3500 +e5\n5000 -g2\n5500 +g4\n7000 -d8\n7500 +h4\n"
	g, _ := recorded(t, mate+"60000 press arbiter resume\n61000 press arbiter void\n65000 -h4\n65500 +d8\n70000 -b8\n70500 +c6\n73000 -a2\n73500 +a3\n80000 press pause\n")
	if told := g.PGN().String(); !strings.Contains(told, "1. f3 e5 2. g4 Nc6 3. a3 *") {
		t.Error(told)
	}
	g, _ = recorded(t, mate+"60000 press arbiter resume\n61000 press arbiter note looked at\n90000 press pause\n")
	if g.Over() {
		t.Error("the mate ends the game that the arbiter has opened again")
	}
}

// TestKingsOverruled: as long as the kings stand in the centre the sign isn't taken for a result again; when it is shown anew it is one.
func TestKingsOverruled(t *testing.T) {
	b := setTable(t, sensors.Colour, "4k3/8/3r4/8/8/3R4/8/4K3 w - - 0 1")
	carry := func(from, to square.Square, piece sensors.Contact) {
		b.lift(from)
		b.wait(500)
		b.place(to, piece)
		b.wait(900)
	}
	show := func() {
		carry(square.E1, square.E4, sensors.WhiteKing)
		carry(square.E8, square.D5, sensors.BlackKing)
		b.wait(6000)
	}
	say := func(words string) {
		b.events = append(b.events, b.s.Read(sensors.Reading{T: b.now, Press: &sensors.Press{Key: "arbiter", Args: words}})...)
	}
	show()
	if result, _ := b.s.Result(); result != "1-0" {
		t.Fatal("no result:", result)
	}
	say("resume")
	b.wait(30_000)
	if b.s.Over() || b.s.Now().Prompt != "put-back" {
		t.Errorf("over: %v, prompt %q", b.s.Over(), b.s.Now().Prompt)
	}
	carry(square.D5, square.E8, sensors.BlackKing)
	carry(square.E4, square.E1, sensors.WhiteKing)
	b.wait(5000)
	if b.s.Over() || b.s.Now().Prompt != "" || len(b.s.Moves()) != 0 {
		t.Errorf("over: %v, prompt %q, moves %v", b.s.Over(), b.s.Now().Prompt, b.s.Moves())
	}
	show()
	if result, reason := b.s.Result(); result != "1-0" || reason != "kings" {
		t.Error("shown anew:", result, reason)
	}
}

// TestPlayOnAfterAnIllegalMove: when a game goes on that an illegal move had ended, the time runs of him who has to replace it, and its press
// is none: he gets no bonus, and no move is counted.
func TestPlayOnAfterAnIllegalMove(t *testing.T) {
	const (
		illegal  = "1000 press start\n2000 -b1\n2600 +b3\n3000 press white\n"
		instead  = "8000 press arbiter resume\n9000 -b3\n9600 +b1\n"
		replaced = instead + "12000 -b1\n12600 +c3\n15000 press white\n20000 press pause\n"
	)
	for _, c := range []struct{ name, text string }{
		{"the last that is allowed", "laws 2023\nlevel strict\n500 press arbiter illegal white\n600 press arbiter take black 60\n" + illegal},
		{"one that was claimed in blitz", "laws 2001\nlevel strict\n" + illegal + "6000 press claim-black illegal\n"},
		{"one that the arbiter counted", "laws 2023\nlevel arbiter\n500 press arbiter illegal white\n600 press arbiter take black 60\n" + illegal + "6000 press arbiter illegal white\n"},
		{"one that he hasn't decided on", "laws 2023\nlevel arbiter\n" + illegal + "6000 press arbiter result 0-1\n"},
		{"resigned before it was weighed", "laws 2023\nlevel strict\n" + illegal + "3100 press resign-white\n"},
	} {
		head := "lever yes\nclock 40/300+2:60\n" + c.text
		g, _ := recorded(t, head+instead+"10900 press pause\n")
		if f := g.Clock(); f.Turn != "white" || f.WhiteMoves != 40 || f.Black != 300_000 {
			t.Errorf("%s: when it goes on the clock shows %+v", c.name, f)
		}
		g, _ = recorded(t, head+replaced)
		if f := g.Clock(); f.Turn != "black" || f.WhiteMoves != 39 || f.White != 294_661 {
			t.Errorf("%s: when the move is replaced the clock shows %+v", c.name, f)
		}
	}
}

// TestNothingIsAskedAfterTheResult: whatever ends a game, nothing is to be done in it any more.
func TestNothingIsAskedAfterTheResult(t *testing.T) {
	for _, ends := range []string{"arbiter result 1-0 by decision", "resign-white"} {
		g, events := recorded(t, "2000 -e2\n2500 +e5\n6000 press "+ends+"\n9000 press pause\n")
		var prompts []string
		for _, e := range events {
			if e.Type == game.Prompt {
				prompts = append(prompts, e.Key)
			}
		}
		if got := strings.Join(prompts, ","); got != "put-back," || g.Now().Prompt != "" || !g.Over() {
			t.Errorf("%s: prompts %q, now %q", ends, got, g.Now().Prompt)
		}
	}
}
