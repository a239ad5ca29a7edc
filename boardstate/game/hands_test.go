package game_test

import (
	"slices"
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/rules/square"
	"jadoube/sensors"
)

func TestInHand(t *testing.T) {
	g, err := game.New(game.Options{Kind: sensors.Occupancy, Scan: 10})
	if err != nil {
		t.Fatal(err)
	}
	g.Begin()
	hand := func(ms int64, want ...square.Square) {
		t.Helper()
		g.Advance(ms)
		if got := g.InHand(); !slices.Equal(got, want) || !g.Begun() {
			t.Errorf("at %d ms in the hand: %v, want %v", ms, got, want)
		}
	}
	hand(0)
	change := func(ms int64, sq square.Square, to sensors.Contact) {
		g.Read(sensors.Reading{T: ms, Changes: []sensors.Change{{Square: sq, To: to}}})
	}
	change(1000, square.E2, sensors.Nothing)
	hand(1010) // not believed yet
	hand(1100, square.E2)
	change(1500, square.E4, sensors.Something)
	hand(2000)
	change(2100, square.G8, sensors.Nothing)
	hand(2200, square.G8)
	g.Read(sensors.Reading{T: 2300, Press: &sensors.Press{Key: "resign-white"}})
	hand(2400)
}

// TestMoveFromAfarIsInNoHand: the man that is to carry it out is nobody's wish.
func TestMoveFromAfarIsInNoHand(t *testing.T) {
	g, _ := game.New(game.Options{Kind: sensors.Occupancy, Scan: 10})
	g.Begin()
	g.Read(sensors.Reading{T: 100, Press: &sensors.Press{Key: "move", Args: "e2e4"}})
	g.Read(sensors.Reading{T: 500, Changes: []sensors.Change{{Square: square.E2}}})
	g.Advance(1000)
	if got := g.InHand(); len(got) != 0 {
		t.Errorf("in the hand: %v", got)
	}
}

func TestNotBegunWhileSettingUp(t *testing.T) {
	var empty sensors.Frame
	g, err := game.New(game.Options{Kind: sensors.Occupancy, Start: &empty})
	if err != nil {
		t.Fatal(err)
	}
	g.Begin()
	if g.Begun() || len(g.InHand()) > 0 {
		t.Errorf("begun %v, in the hand %v", g.Begun(), g.InHand())
	}
}

// TestTwoHands: two men of the mover's off the board together may be in two hands (4.1): that is told, once in a turn, and costs nothing.
func TestTwoHands(t *testing.T) {
	const castles = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n"
	for _, c := range []struct {
		name, text string
		told       int
	}{
		{"castling with both", castles + "2000 -e1\n2050 -h1\n2600 +g1\n2700 +f1\n4000 press white\n", 1},
		{"castling with one", castles + "2000 -e1\n2500 +g1\n3000 -h1\n3500 +f1\n5000 press white\n", 0},
		{"two, put back, and two again", "2000 -g1\n2100 -b1\n2600 +g1\n2700 +b1\n4000 -g1\n4100 -b1\n4600 +g1\n4700 +b1\n", 1},
		{"a capture", "fen 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1\n2000 -d5\n2300 -e4\n2900 +d5\n4000 press white\n", 0},
		{"one brushed against", "2000 -g1\n2300 -f2\n2440 +f2\n2900 +f3\n4000 press white\n", 0},
		{"adjusting both", "1500 press adjust-white\n2000 -g1\n2100 -b1\n2600 +g1\n2700 +b1\n", 0},
		{"each player one", "2000 -e2\n2500 -e7\n3000 +e4\n3400 press white\n3600 +e5\n4400 press black\n", 0},
	} {
		for _, level := range []string{"trainer", "arbiter", "strict"} {
			_, events := recorded(t, "clock 300\nlever yes\nlevel "+level+"\n"+strings.Replace(c.text, "2000", "500 press black\n2000", map[bool]int{true: 0, false: 1}[strings.Contains(c.text, "adjust")])+"20000 press pause\n")
			if n := count(events, func(e *game.Event) bool { return e.Type == game.Advice && e.Key == "two-hands" && e.Article == "4.1" }); n != c.told {
				t.Errorf("%s, %s: told %d times, want %d", level, c.name, n, c.told)
			}
			if n := count(events, func(e *game.Event) bool {
				return e.Type == game.Penalty || e.Type == game.Illegal && e.State == "completed"
			}); n != 0 {
				t.Errorf("%s, %s: charged %d times", level, c.name, n)
			}
		}
	}
}
