package game_test

import (
	"slices"
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
