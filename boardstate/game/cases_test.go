package game_test

import (
	"testing"

	"jadoube/boardstate/game"
	"jadoube/sensors/trace/tracetest"
)

// TestCasesTell looks at what is told of single situations, and when: the recordings are those whose moves TestTraces
// holds against their answers.
func TestCasesTell(t *testing.T) {
	moves := []game.Type{game.Provisional, game.Withdrawn, game.Move, game.Amended, game.Takeback}
	for _, c := range []struct {
		name  string
		types []game.Type
		want  string
	}{
		{
			"cases/takeback-one-by-one",
			[]game.Type{game.Takeback, game.Amended, game.Withdrawn},
			"takeback, takeback, takeback",
		},
		{
			"cases/takeback-castling",
			[]game.Type{game.Move, game.Takeback, game.Amended},
			"move e5d6, move e8c8, move d6c7, takeback, takeback, takeback, move d2d4",
		},
		{
			"cases/takeback-with-button", append(moves, game.Press),
			"provisional g1f3, move g1f3, provisional g8f6, move g8f6, press takeback, provisional f3g1, move f3g1, takeback, provisional e2e4, press pause, move e2e4",
		},
		{
			"cases/knights-out-and-back",
			[]game.Type{game.Move, game.Takeback, game.Amended},
			"move g1f3, move g8f6, move f3g1, move f6g8, move e2e4",
		},
		{"cases/two-captures-fit", []game.Type{game.Move, game.Ambiguous}, "move e3d5, ambiguous"},
		{
			"cases/promotion-by-lifting",
			[]game.Type{game.Provisional, game.Promotion, game.Move, game.Amended},
			"provisional a7a8q, promotion a8, provisional a7a8n, promotion a8, provisional a7a8r, promotion a8, provisional g3g2, move a7a8r, move g3g2",
		},
		{
			"cases/chess960-castle-in-place", moves,
			"provisional f1g1, provisional e8e7, move f1g1, move e8e7",
		},
		{"cases/chess960-straightened", moves, "provisional g1g5, move g1g5"},
		{
			"cases/sensor-flickers", append(moves, game.Health),
			"provisional e2e4, move e2e4, health h5, provisional e7e5, move e7e5, provisional g1f3, move g1f3, provisional b8c6, move b8c6",
		},
		{
			"cases/sensor-stuck-open",
			[]game.Type{game.Health},
			"health e3, health e4, health e3",
		},
		{
			"../situations/announced-by-an-engine",
			[]game.Type{game.Provisional, game.Withdrawn, game.Prompt},
			"provisional e2e4, provisional d7d5, prompt play-move d7 d5, prompt, provisional e4d5, provisional d8d5, prompt play-capture d8 d5 d5, " +
				"prompt play-move d8 d5, prompt, provisional b1c3, provisional d5a5, prompt play-move d5 a5, provisional d2d4, prompt, provisional g8f6",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, events := play(t, tracetest.Load(t, "../../cmd/jadoube/testdata/traces/"+c.name+".trace"))
			if got := story(events, c.types...); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
