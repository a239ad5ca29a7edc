package game_test

import (
	"fmt"
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

var centre = []square.Square{square.D4, square.E4, square.D5, square.E5}

// kingsFor returns a position whose kings stand next to the centre squares to which they will go, so that the first
// king's step is a move like any other. The squares on which a man stands in the way are given.
func kingsFor(white, black square.Square, turn rules.Color, inTheWay square.Set) (rules.Position, bool) {
	for wk := range square.Square(64) {
		for bk := range square.Square(64) {
			if wk.Distance(white) != 1 || bk.Distance(black) != 1 || isCentre(wk) || isCentre(bk) || wk.Distance(bk) < 2 {
				continue
			}
			s := rules.EmptySetup()
			s.Turn = turn
			s.Board[wk], s.Board[bk] = rules.MakePiece(rules.White, rules.King), rules.MakePiece(rules.Black, rules.King)
			s.Board[square.A2], s.Board[square.A7] = rules.MakePiece(rules.White, rules.Pawn), rules.MakePiece(rules.Black, rules.Pawn)
			for at := range inTheWay.Squares() {
				s.Board[at] = rules.MakePiece(rules.White, rules.Knight)
			}
			if pos, err := s.Position(); err == nil && pos.Outcome() == rules.None {
				return pos, true
			}
		}
	}
	return rules.Position{}, false
}

func isCentre(s square.Square) bool { return square.Of(centre...).Has(s) }

// shownBy is the result that two kings on centre squares show.
func shownBy(a, b square.Square) string {
	switch {
	case a.Light() && b.Light():
		return "1-0"
	case !a.Light() && !b.Light():
		return "0-1"
	}
	return "1/2-1/2"
}

// TestKings shows every result with the kings on every ordered pair of centre squares: the white king first, the black
// one first, both in the air at once, both while the other side is to move, and with men in the way; a king's step that
// is legal by itself never becomes a move.
func TestKings(t *testing.T) {
	manners := []string{"white first", "black first", "white first, black slowly", "black first, white slowly", "both lifted", "both lifted, black set first"}
	for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
		for _, white := range centre {
			for _, black := range centre {
				if white == black {
					continue
				}
				for _, turn := range []rules.Color{rules.White, rules.Black} {
					for way, inTheWay := range []square.Set{0, white.Set(), black.Set(), square.Of(white, black)} {
						for _, manner := range manners {
							pos, ok := kingsFor(white, black, turn, inTheWay)
							if !ok {
								t.Fatalf("no position for kings on %v and %v", white, black)
							}
							name := fmt.Sprintf("%v: kings to %v and %v, %s, %v to move, in the way %d", kind, white, black, manner, turn, way)
							showKings(t, name, kind, pos, white, black, manner, inTheWay)
						}
					}
				}
			}
		}
	}
}

func showKings(t *testing.T, name string, kind sensors.Kind, pos rules.Position, white, black square.Square, manner string, inTheWay square.Set) {
	t.Helper()
	b := setTable(t, kind, pos.FEN())
	for s := range inTheWay.Squares() {
		b.lift(s)
		b.wait(600)
	}
	wk, bk := pos.King(rules.White), pos.King(rules.Black)
	carry := func(from, to square.Square, piece sensors.Contact) {
		b.lift(from)
		b.wait(500)
		b.place(to, piece)
		b.wait(800)
	}
	switch manner {
	case "white first":
		carry(wk, white, sensors.WhiteKing)
		carry(bk, black, sensors.BlackKing)
	case "white first, black slowly":
		carry(wk, white, sensors.WhiteKing)
		b.wait(3500 + 500*int64(black))
		carry(bk, black, sensors.BlackKing)
	case "black first":
		carry(bk, black, sensors.BlackKing)
		carry(wk, white, sensors.WhiteKing)
	case "black first, white slowly":
		carry(bk, black, sensors.BlackKing)
		b.wait(3500)
		carry(wk, white, sensors.WhiteKing)
	default:
		b.lift(wk)
		b.wait(150)
		b.lift(bk)
		b.wait(600)
		if manner == "both lifted" {
			b.place(white, sensors.WhiteKing)
			b.wait(250)
			b.place(black, sensors.BlackKing)
		} else {
			b.place(black, sensors.BlackKing)
			b.wait(250)
			b.place(white, sensors.WhiteKing)
		}
	}
	set := b.now
	b.wait(2000)
	if b.s.Over() {
		t.Errorf("%s: over after %d ms", name, b.now-set)
	}
	b.wait(4000)
	result, reason := b.s.Result()
	if want := shownBy(white, black); result != want || reason != "kings" {
		t.Errorf("%s, %s: result %s %s, want %s kings", name, pos.FEN(), result, reason, want)
	}
	if told := story(b.events, game.Takeback); told != "" || len(b.s.Moves()) != 0 {
		t.Errorf("%s, %s: tells %s", name, pos.FEN(), story(b.events, game.Provisional, game.Withdrawn, game.Move, game.Amended, game.Takeback))
	}
}

// TestKingsAreAsked: where the Laws are kept the players are asked once whether the kings show the result. It counts when the kings are left
// there, when somebody presses for it, when the men go home or the recording ends; when the kings go back the game goes on.
func TestKingsAreAsked(t *testing.T) {
	const (
		sign = "500 press black\n2000 -e2\n2500 +e4\n3500 press white\n5000 -e7\n5500 +e5\n6500 press black\n" +
			"8000 -e1\n8300 -e4\n8600 +e4\n9000 -e8\n9500 +d5\n" // quiet since 9500
		back = "14000 -d5\n14600 +e8\n15000 -e4\n15300 +e4\n15800 +e1\n"
		home = "13500 -e5\n14000 +e7\n14300 -e4\n14800 +e1\n15000 -d5\n15300 +e8\n16000 +e2\n"
	)
	for _, c := range []struct {
		name, text, result string
		at                 int64 // ms: when it is told; 0 for never
		moves              string
	}{
		{"left standing", sign + "30000 press pause\n", "1-0", 17_500, "e2e4 e7e5"},
		{"the clock is pressed", sign + "13000 press black\n30000 press pause\n", "1-0", 13_000, "e2e4 e7e5"},
		{"somebody says so", sign + "12600 press agree\n30000 press pause\n", "1-0", 12_600, "e2e4 e7e5"},
		{"he says so too early", sign + "12400 press agree\n30000 press pause\n", "1-0", 17_500, "e2e4 e7e5"},
		{"the recording ends", sign + "13000 press hint\n", "1-0", 13_000, "e2e4 e7e5"},
		{"the recording ends early", sign + "10000 press hint\n", "1-0", 10_000, "e2e4 e7e5"},
		{"another result", sign + "14000 -d5\n14400 +d4\n30000 press pause\n", "1/2-1/2", 22_400, "e2e4 e7e5"},
		{"they go back", sign + back + "18000 -g1\n18600 +f3\n20000 press white\n30000 press pause\n", "*", 0, "e2e4 e7e5 g1f3"},
		{"and there again", sign + back + "18000 -e1\n18300 -e4\n18600 +e4\n19000 -e8\n19500 +d5\n40000 press pause\n", "1-0", 27_500, "e2e4 e7e5"},
		{"the men go home", sign + home + "20000 -d2\n20600 +d4\n24000 press pause\n", "1-0", 17_000, "d2d4"},
	} {
		for _, level := range []string{"off", "trainer", "arbiter", "strict", "arbiter\nrated yes"} {
			t.Run(c.name+", "+level, func(t *testing.T) {
				g, events := recorded(t, "laws 2023\nclock 3600\nlevel "+level+"\nlever yes\n"+c.text)
				result, at, asked, lit, breaches := "*", int64(0), 0, 0, 0
				for i := range events {
					switch e := &events[i]; {
					case e.Type == game.ResultShown:
						result, at = e.Result, e.T
					case e.Type == game.Prompt && e.Key == "confirm-result" && e.Args["result"] == "1-0":
						asked++
					case e.Type == game.LEDs && e.LEDs["e4"] == "do-next" && e.LEDs["d5"] == "do-next":
						lit++
					case e.Type == game.Breach || e.Type == game.Illegal:
						breaches++
					}
				}
				want, wantAt, questions := c.result, c.at, 1
				switch {
				case level == "off":
					want, wantAt, questions = "1-0", min(12_500, c.at), 0
					if c.at == 0 {
						wantAt = 12_500
					}
				case c.name == "and there again":
					questions = 2
				case c.name == "the recording ends early":
					questions = 0
				}
				if breaches > 0 {
					t.Errorf("%d breaches or illegal moves are told", breaches)
				}
				if result != want || at != wantAt || asked != questions || lit < questions {
					t.Errorf("%s at %d, asked %d times, lit %d times; want %s at %d, asked %d times", result, at, asked, lit, want, wantAt, questions)
				}
				var moves []string
				for _, m := range g.Moves() {
					moves = append(moves, m.UCI)
				}
				if got := strings.Join(moves, " "); level != "off" && got != c.moves {
					t.Errorf("the moves are %s, want %s", got, c.moves)
				}
			})
		}
	}
}
