package game_test

import (
	"fmt"
	"strings"
	"testing"

	"jadoube/boardstate/game"
)

// at writes events of a trace, the first at a time and each ms later than the one before.
func at(from, every int, events string) string {
	var b strings.Builder
	for i, e := range strings.Fields(events) {
		fmt.Fprintf(&b, "%d %s\n", from+i*every, e)
	}
	return b.String()
}

// TestComingHome plays games on one board, one after the other.
func TestComingHome(t *testing.T) {
	const opening = "1000 -e2\n1500 +e4\n4000 -e7\n4500 +e5\n7000 -g1\n7500 +f3\n10000 -b8\n10500 +c6\n"
	const moves = "1. e4 e5 2. Nf3 Nc6"
	types := []game.Type{game.Setup, game.Prompt, game.Move, game.Amended, game.Takeback, game.ResultShown}
	const told = "setup, move e2e4, move e7e5, move g1f3, move b8c6"
	const asked = told + ", prompt illegal e2, prompt put-back e2 e4, prompt new-game"
	home := at(15000, 500, "-e4 +e2 -e5 +e7 -f3 +g1 -c6 +b8")
	for _, c := range []struct{ name, text, tells, games string }{
		{
			"after a result the next game begins by itself",
			opening + "14000 press resign-white\n" + home + at(30000, 500, "-d2 +d4") + "40000 press pause\n",
			told + ", result 0-1 resignation, setup, move d2d4", moves + " 0-1 | 1. d4 *",
		},
		{
			"even if its first move comes soon",
			opening + "14000 press resign-white\n" + home + at(19000, 500, "-d2 +d4") + "40000 press pause\n",
			told + ", result 0-1 resignation, setup, move d2d4", moves + " 0-1 | 1. d4 *",
		},
		{
			"but not with men that only pass by",
			opening + "14000 press resign-white\n" + at(15000, 200, "-e4 +e2 -e5 +e7 -f3 +g1 -c6 +b8 -d2 +d4") + "30000 press pause\n",
			told + ", result 0-1 resignation", moves + " 0-1",
		},
		{
			"what is shown after the result is no move",
			opening + "14000 press resign-white\n" + at(15000, 500, "-f1 +c4 -g8 +f6") + "30000 press pause\n",
			told + ", result 0-1 resignation", moves + " 0-1",
		},
		{
			"without a result the players are asked, and nothing ends",
			opening + home + "40000 press pause\n",
			asked, moves + " *",
		},
		{
			"the key answers",
			opening + home + "40000 press new\n" + at(41000, 500, "-d2 +d4") + "50000 press pause\n",
			asked + ", setup, move d2d4", moves + " * | 1. d4 *",
		},
		{
			"a move answers",
			opening + home + at(30000, 500, "-d2 +d4") + at(36000, 500, "-d7 +d5") + "50000 press pause\n",
			asked + ", setup, move d2d4, move d7d5", moves + " * | 1. d4 d5 *",
		},
		{
			"the last move of the recording answers",
			opening + home + at(30000, 500, "-d2 +d4"),
			asked + ", setup, move d2d4", moves + " * | 1. d4 *",
		},
		{
			"the button says that the moves are taken back",
			opening + home + "20000 press takeback\n" + at(30000, 500, "-d2 +d4") + "40000 press pause\n",
			asked + ", takeback, prompt, move d2d4", "1. d4 *",
		},
		{
			"moves that are taken back one after another are taken back",
			opening + at(15000, 500, "-c6 +b8") + at(17000, 500, "-f3 +g1") + at(19000, 500, "-e5 +e7") + at(21000, 500, "-e4 +e2") +
				at(30000, 500, "-d2 +d4") + "40000 press pause\n",
			told + ", takeback, takeback, takeback, takeback, move d2d4", "1. d4 *",
		},
		{
			"moves that lead home are moves",
			at(1000, 500, "-g1 +f3") + at(4000, 500, "-g8 +f6") + at(8000, 500, "-f3 +g1") + at(12000, 500, "-f6 +g8") + "30000 press pause\n",
			"setup, move g1f3, move g8f6, move f3g1, move f6g8",
			"1. Nf3 Nf6 2. Ng1 Ng8 *",
		},
		{
			"the game goes on when its position is put up again",
			opening + home + at(30000, 400, "-b8 -g1 -e7 -e2 +e5 +e4 +c6 +f3") + at(40000, 500, "-f1 +c4") + "50000 press pause\n",
			asked + ", prompt put-on f3, prompt put-on e5, prompt put-on e4, prompt put-on f3, prompt illegal e4, prompt, move f1c4", moves + " 3. Bc4 *",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, events := session(t, "sensor occupancy\nscan 10\n"+c.text)
			if got := story(events, types...); got != c.tells {
				t.Errorf("tells %s\nwant  %s", got, c.tells)
			}
			if got := movetexts(s.Games(false)); got != c.games {
				t.Errorf("games %s, want %s", got, c.games)
			}
		})
	}
}

// TestBrokenSensorIsNotWaitedFor plays games on a board with a sensor that sees nothing any more: men come home and are
// set up without it.
func TestBrokenSensorIsNotWaitedFor(t *testing.T) {
	const dead = "500 -a7\n"
	moves := at(1000, 500, "-e2 +e4") + at(5000, 500, "-e7 +e5") + at(9000, 500, "-g1 +f3") + at(13000, 500, "-b8 +c6") +
		at(17000, 500, "-f1 +c4") + at(21000, 500, "-f8 +c5")
	home := at(32000, 300, "-c5 +f8 -e4 +e2 -c4 +f1 -e5 +e7 -f3 +g1 -c6 +b8")
	next := at(45000, 500, "-d2 +d4") + at(49000, 500, "-d7 +d5")
	setUp := at(61000, 500, "-d4 +d2") + at(63000, 500, "-d5 +d7")
	s, events := session(t, "sensor occupancy\nscan 10\n"+dead+moves+"30000 press resign-black\n"+home+next+
		"60000 press new\n"+setUp+at(66000, 500, "-c2 +c4")+"90000 press pause\n")
	if got, want := movetexts(s.Games(false)), "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 1-0 | 1. d4 d5 * | 1. c4 *"; got != want {
		t.Errorf("games %s\nwant  %s", got, want)
	}
	told := story(events, game.Setup, game.Prompt, game.ResultShown)
	const want = "result 1-0 resignation, setup, setup, prompt set-up-move d4 d2, prompt set-up d2, prompt set-up-move d5 d7, prompt set-up d7, prompt"
	if !strings.HasSuffix(told, want) {
		t.Errorf("tells %s\nwant  … %s", told, want)
	}
}
