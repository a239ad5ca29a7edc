package game_test

import (
	"fmt"
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
