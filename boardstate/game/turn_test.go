package game_test

import (
	"fmt"
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/sim"
	"jadoube/sensors/trace"
	"jadoube/sensors/trace/tracetest"
)

// turned are the readings of a board that stands turned by 180°.
func turned(readings []sensors.Reading) []sensors.Reading {
	out := make([]sensors.Reading, len(readings))
	for i, r := range readings {
		out[i] = r
		out[i].Changes = nil
		for _, c := range r.Changes {
			out[i].Changes = append(out[i].Changes, sensors.Change{Square: 63 - c.Square, To: c.To})
		}
	}
	return out
}

// laid are the changes by which a board shows a turned initial position, that was thought to be straight.
func laid(kind sensors.Kind) (changes []sensors.Change) {
	start, _ := sensors.ParsePlacement(sensors.InitialPlacement)
	start = start.As(kind)
	for s := range square.Square(64) {
		if start[63-s] != start[s] {
			changes = append(changes, sensors.Change{Square: s, To: start[63-s]})
		}
	}
	return changes
}

// heardBy plays an acted game through a session, on a turned board if asked.
func heardBy(t testing.TB, acted *sim.Game, turn bool) []game.Event {
	t.Helper()
	x := acted.Trace
	s, err := game.NewSession(game.Options{Kind: x.Sensor, Scan: x.Scan})
	if err != nil {
		t.Fatal(err)
	}
	events := s.Begin()
	readings := x.Readings
	if turn {
		readings = turned(readings)
		if c := laid(x.Sensor); len(c) > 0 {
			events = append(events, s.Read(sensors.Reading{Changes: c})...)
		}
	}
	for _, r := range readings {
		events = append(events, s.Read(r)...)
	}
	return append(events, s.Finish()...)
}

// TestTurned reads games of every kind of play on boards that stand straight and on boards that stand turned: all of
// the latter are found out, none of the former is turned, and as many are read exactly as on any board.
func TestTurned(t *testing.T) {
	n := times(8, 200, 2)
	games, results := played(t)
	for _, c := range courses() {
		t.Run(c.String(), func(t *testing.T) {
			exact := 0
			for i := range n {
				acted := c.act(t, i, games[i%len(games)], results[i%len(games)])
				for _, turn := range []bool{false, true} {
					if bad := readTurned(t, acted, turn); bad == "" {
						exact++
					} else {
						t.Logf("game %d, turned %v: %s", i, turn, bad)
						keep(t, fmt.Sprintf("%s-%03d-%v", c, i, turn), acted)
					}
				}
			}
			if float64(exact) < c.want*float64(2*n)-1e-9 {
				t.Errorf("%d of %d games read exactly, want %.0f %%", exact, 2*n, 100*c.want)
			}
		})
	}
}

// readTurned returns what was read of an acted game when that is not what was played. It fails the test when the board
// is turned and not found out, or taken for turned when it isn't.
func readTurned(t *testing.T, acted *sim.Game, turn bool) (bad string) {
	t.Helper()
	var s scores
	events := heardBy(t, acted, turn)
	line, result := s.follow(events, acted.Moves)
	var flips []string
	for _, e := range events {
		if e.Type == game.Orientation {
			flips = append(flips, fmt.Sprint(*e.Turned))
		}
	}
	if want := map[bool]string{true: "true"}[turn]; strings.Join(flips, " ") != want {
		t.Errorf("a board that stands turned, %v, is told as %v", turn, flips)
	}
	if got := strings.Join(line, " "); got != strings.Join(acted.Moves, " ") || result != acted.Result {
		return fmt.Sprintf("got %s %s\nwant %s %s", got, result, strings.Join(acted.Moves, " "), acted.Result)
	}
	return ""
}

// TestLeverTellsWhichWayRound: a man knocked over in White's turn makes what follows look like a game on a turned board, but for the lever:
// each press is by the side that has to move there. Once he is put back the game is read as it was played. Where the presses fit, and one was
// forgotten, the board is found to stand turned.
func TestLeverTellsWhichWayRound(t *testing.T) {
	const strict = "trace 1\nsensor occupancy\nscan 10\nlaws 2023\nlevel strict\nlever yes\n"
	pressed := func(from int, moves ...string) string {
		var b strings.Builder
		for i, m := range moves {
			b.WriteString(at(from+5000*i, 500, m))
			fmt.Fprintf(&b, "%d press %s\n", from+5000*i+1500, [...]string{"white", "black"}[i%2])
		}
		return b.String()
	}
	for _, c := range []struct {
		name, text string
		turned     bool
		games      string
	}{
		{"h7 knocked to h6", at(1000, 200, "-h7 +h6") + pressed(4000, "-e2 +e4", "-e7 +e5") + at(15000, 300, "-h6 +h7") + pressed(17000, "-b1 +c3", "-g8 +f6"), false, "1. e4 e5 2. Nc3 Nf6 *"},
		{"a7 knocked to a6", at(1000, 200, "-a7 +a6") + pressed(4000, "-d2 +d4", "-d7 +d5") + at(15000, 300, "-a6 +a7") + pressed(17000, "-c2 +c4", "-e7 +e6"), false, "1. d4 d5 2. c4 e6 *"},
		{"h7 knocked off the board", at(1000, 200, "-h7") + pressed(4000, "-d2 +d4", "-d7 +d5", "-c2 +c4", "-e7 +e6") + "25000 +h7\n", false, "1. d4 d5 2. c4 e6 *"},
		{
			"turned, and Black forgets to press at first",
			strings.Replace(pressed(1000, "-d7 +d5", "-d2 +d4", "-g8 +f6", "-b1 +c3", "-b8 +c6"), "press black", "press hint", 1), true, "1. e4 e5 2. Nc3 Nf6 3. Nf3 *",
		},
		{"turned, and the clock is started by Black's lever", "500 press black\n" + pressed(1000, "-d7 +d5", "-d2 +d4", "-g8 +f6", "-b1 +c3", "-b8 +c6"), true, "1. e4 e5 2. Nc3 Nf6 3. Nf3 *"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, err := trace.Read(c.name, strings.NewReader(strict+c.text+"60000 press pause\n"))
			if err != nil {
				t.Fatal(err)
			}
			s, _ := play(t, x)
			if s.Turned() != c.turned {
				t.Errorf("turned %v, want %v", s.Turned(), c.turned)
			}
			if got := movetexts(s.Games(false)); got != c.games {
				t.Errorf("games %s, want %s", got, c.games)
			}
		})
	}
}

// TestTurnedIsShown: events name the squares of the game, LEDs and contacts have the board's own.
func TestTurnedIsShown(t *testing.T) {
	x := tracetest.Load(t, "../../cmd/jadoube/testdata/situations/turned-colour.trace")
	s := begin(t, x)
	events := s.Begin()
	for _, r := range x.Readings {
		events = append(events, s.Read(r)...)
	}
	if !s.Turned() || s.OnBoard(square.E2) != square.D7 || s.OnBoard(square.A1) != square.H8 {
		t.Errorf("turned %v, e2 is %v, a1 is %v", s.Turned(), s.OnBoard(square.E2), s.OnBoard(square.A1))
	}
	const want = "setup, orientation, leds, touched e2, leds, leds, provisional e2e4, leds, untouched e4"
	told := story(events, game.Setup, game.Orientation, game.LEDs, game.Touched, game.Untouched, game.Provisional)
	if !strings.HasPrefix(told, want) {
		t.Errorf("tells %s\nwant  %s", told, want)
	}
}

// TestFlip presses the key at several times.
func TestFlip(t *testing.T) {
	const occupancy = "sensor occupancy\nscan 10\n"
	const two = "1000 -d7\n1400 +d5\n4000 -d2\n4400 +d4\n" // e4 and e5 of a turned board
	types := []game.Type{game.Orientation, game.Amended, game.Takeback, game.Move, game.Prompt}
	for _, c := range []struct{ name, text, tells, games string }{
		{
			"before the first move", occupancy + "500 press flip\n" + two + "20000 press pause\n",
			"orientation, move e2e4, move e7e5", "1. e4 e5 *",
		},
		{
			"after two moves, which are read again", occupancy + two + "5000 press flip\n20000 press pause\n",
			"prompt put-back d5 d7, prompt illegal d5, prompt put-back d4 d2, orientation, amended, move e2e4, prompt, move e7e5", "1. e4 e5 *",
		},
		{
			"twice is as if never", occupancy + "500 press flip\n700 press flip\n1000 -e2\n1400 +e4\n9000 press pause\n",
			"orientation, orientation, move e2e4", "1. e4 *",
		},
		{
			"in a game that was read well: the board counts as turned from now on, and the men are put up so",
			"sensor colour\nscan 10\nfen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n1000 -e2\n1400 +e4w\n8000 -e1\n8200 -e4\n8400 -e8\n12000 press flip\n" +
				"13000 +d8w\n14000 +d5w\n15000 +d1b\n20000 -d1\n20500 +d2b\n30000 press pause\n",
			"move e2e4, prompt put-on e1, orientation, prompt put-on e4, prompt put-on e8, prompt, move e8e7", "1. e4 Ke7 *",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, events := session(t, c.text)
			if got := story(events, types...); got != c.tells {
				t.Errorf("tells %s\nwant  %s", got, c.tells)
			}
			if got := movetexts(s.Games(false)); got != c.games {
				t.Errorf("games %s, want %s", got, c.games)
			}
		})
	}
}

// TestFlipOfANoisyBoard presses the key when more was heard than is kept: the game stays, and goes on turned.
func TestFlipOfANoisyBoard(t *testing.T) {
	s, err := game.NewSession(game.Options{Kind: sensors.Occupancy, Scan: 10})
	if err != nil {
		t.Fatal(err)
	}
	now, there := int64(0), true
	for range 200_001 {
		now += 20
		there = !there
		c := sensors.Change{Square: square.A8}
		if there {
			c.To = sensors.Something
		}
		s.Read(sensors.Reading{T: now, Changes: []sensors.Change{c}})
	}
	events := s.Read(sensors.Reading{T: now + 1000, Press: &sensors.Press{Key: "flip"}})
	if !s.Turned() || !strings.Contains(story(events, game.Orientation), "orientation") {
		t.Errorf("tells %s", story(events, game.Types...))
	}
}
