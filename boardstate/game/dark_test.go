package game_test

import (
	"testing"

	"jadoube/boardstate/game"
	"jadoube/boardstate/referee"
	"jadoube/rules"
	"jadoube/sensors"
)

// TestDark: in a rated game with an arbiter lights and prompts show nothing before the press, whatever men are touched or stand wrong, also
// after the board was turned by a key, was found to stand turned (until then several men seem to be displaced, and are led back), or
// another game that ran unseen is shown. Unrated, the same hands are shown something.
func TestDark(t *testing.T) {
	for _, c := range []struct {
		name, hands string
		kind        sensors.Kind
	}{
		{"a touch and an illegal move", "-e2; -d1; +d1; +e5", sensors.Occupancy},
		{"turned by a key", "flip; -d7; -e8; +e8; +d4", sensors.Occupancy},
		{"turned by a key and back", "flip; flip; -e2; -d1; +d1; +e5", sensors.Occupancy},
		{"found to stand turned", "-d7; +d5; -d2; +d4; -g8; +f6; -c2; +c4; -e7; +e6; -b1; +c3; -b7; -c8; +c8; +b3", sensors.Occupancy},
		{"the side that wasn't expected", "-e7; +e5; -e2; +e4; -g8; -d8; +d8; +g3", sensors.Colour},
	} {
		shown := map[bool]int{}
		for _, rated := range []bool{true, false} {
			b := setTableWith(t, game.Options{Kind: c.kind, Scan: 10, FEN: rules.StartFEN, Laws: referee.Options{Level: referee.Arbiter, Rated: rated}})
			b.act(c.hands)
			b.wait(2000)
			for i := range b.events {
				switch e := &b.events[i]; {
				case e.Type == game.Orientation:
					shown[rated] = 0
				case e.Type == game.LEDs && len(e.LEDs) > 0, e.Type == game.Prompt && e.Key != "" && e.Key != "colours-reversed":
					shown[rated]++
				}
			}
			if now := b.s.Now(); rated && len(now.LEDs) > 0 {
				t.Errorf("%s: the lights show %v", c.name, now.LEDs)
			}
		}
		if shown[true] != 0 || shown[false] == 0 {
			t.Errorf("%s: rated something is shown %d times, else %d times", c.name, shown[true], shown[false])
		}
	}
}
