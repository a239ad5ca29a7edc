package game_test

import (
	"fmt"
	"testing"

	"jadoube/boardstate/game"
)

// explained are the ms that somebody is told to be worth on another level.
func explained(events []game.Event) (ms []int64) {
	for i := range events {
		if e := &events[i]; e.Type == game.Advice && e.Key == "would-gain" {
			ms = append(ms, e.Gain)
		}
	}
	return ms
}

// TestTrainerAnswersClaims: a trainer does what a claim that holds asks for, says what would be charged, and charges nothing.
func TestTrainerAnswersClaims(t *testing.T) {
	for _, c := range []struct {
		name, text   string
		auto         bool
		moves        string
		would        int
		white, black int64 // at the end
	}{
		{
			"a knight was touched", "500 press black\n2000 -g1\n2500 +g1\n3000 -e2\n3500 +e4\n4000 press white\n6000 press claim-black touch\n" +
				"7000 -e4\n7500 +e2\n8000 -g1\n8500 +f3\n9000 press white\n14000 press pause\n", false, "g1f3", 0, 293_500, 295_000,
		},
		{
			"an illegal move, pressed and claimed", "500 press black\n3000 -e2\n3500 +e5\n4000 press white\n6000 press claim-black illegal\n" +
				"9000 -e5\n9500 +e2\n11000 -e2\n11500 +e4\n12000 press white\n14000 press pause\n", false, "e2e4", 1, 289_500, 298_000,
		},
		{
			"an illegal move, without a lever", "3000 -e2\n3500 +e5\n6000 press claim-black illegal\n9000 -e5\n9500 +e4\n15000 press queen\n",
			true, "e2e4", 1, 293_541, 294_520,
		},
		{
			"a draw that isn't one", "500 press black\n3000 press claim-white threefold\n5000 -e2\n5500 +e4\n6000 press white\n6500 press decline-black\n7000 press pause\n",
			false, "e2e4", 1, 294_500, 299_000,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, events := timed(t, "trainer", c.auto, c.text)
			if n := count(events, func(e *game.Event) bool { return e.Type == game.Penalty }); n != 0 {
				t.Errorf("%d penalties", n)
			}
			if n := count(events, func(e *game.Event) bool { return e.Type == game.Illegal && e.State == "completed" }); n > 1 {
				t.Errorf("the illegal move was told %d times", n)
			}
			if got := explained(events); len(got) != c.would || len(got) > 0 && got[0] != 60_000 {
				t.Errorf("explained: %v", got)
			}
			if moves := g.Moves(); len(moves) != 1 || moves[0].UCI != c.moves {
				t.Errorf("the moves are %v", moves)
			}
			if p := g.Now().Prompt; p != "" {
				t.Errorf("in the end the prompt is %s", p)
			}
			if shows := g.Clock(); shows.White != c.white || shows.Black != c.black {
				t.Errorf("the clock shows %+v", shows)
			}
		})
	}
}

// TestTrainerKnowsDraws: a draw that is claimed rightly is one, whoever looks on.
func TestTrainerKnowsDraws(t *testing.T) {
	text, at := "500 press black\n", 1000
	do := func(acts ...string) {
		for _, act := range acts {
			text, at = text+fmt.Sprintf("%d %s\n", at, act), at+600
		}
	}
	for range 2 {
		do("-g1", "+f3", "press white", "-g8", "+f6", "press black", "-f3", "+g1", "press white", "-f6", "+g8", "press black")
	}
	do("press claim-white threefold")
	_, events := timed(t, "trainer", false, text)
	drawn := func(e *game.Event) bool {
		return e.Type == game.ResultShown && e.Result == "1/2-1/2" && e.Reason == "threefold"
	}
	if count(events, drawn) != 1 {
		t.Error("the game goes on")
	}
}
