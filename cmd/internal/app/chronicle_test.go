package app

import (
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/cmd/internal/store"
	"jadoube/rules"
	"jadoube/sensors/trace/tracetest"
)

// TestChronicle: what the events say of a game is what the game says of itself, after every reading, in all recordings.
func TestChronicle(t *testing.T) {
	compared := 0
	for _, pattern := range []string{"traces/*/*.trace", "situations/*.trace"} {
		for _, path := range files(t, "../../jadoube/testdata", pattern) {
			x := tracetest.Load(t, path)
			s, err := game.NewSession(OptionsOf(&x.Header))
			if err != nil {
				t.Fatal(err)
			}
			var c chronicle
			hear := func(events []game.Event) {
				for i := range events {
					c.take(&events[i])
				}
				compared++
				agree(t, path, s, c.now())
			}
			hear(s.Begin())
			for _, r := range x.Readings {
				hear(s.Read(r))
			}
			hear(s.Finish())
			if n := len(s.Games(false)); n != len(c.games) && c.now().happened() {
				t.Errorf("%s: %d games, %d were told", path, n, len(c.games))
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d times", compared)
}

func agree(t *testing.T, path string, s *game.Session, told *toldGame) {
	t.Helper()
	moves := s.Moves()
	if len(moves) != len(told.moves) || s.Now().Start != told.start {
		t.Fatalf("%s: %d moves from %s, told were %d from %s", path, len(moves), s.Now().Start, len(told.moves), told.start)
	}
	for i, m := range moves {
		if m.UCI != told.moves[i].uci || m.FEN != told.moves[i].fen {
			t.Fatalf("%s: move %d is %s, told was %+v", path, i+1, m.UCI, told.moves[i])
		}
	}
	if result, _ := s.Result(); s.Over() && result != told.result {
		t.Fatalf("%s: result %s, told was %s", path, result, told.result)
	}
}

// TestAnnotations: amendments, and illegal men that were played on with, stand as comments where they belong.
func TestAnnotations(t *testing.T) {
	var c chronicle
	for _, e := range []game.Event{
		{Type: game.Setup, FEN: rules.StartFEN},
		{Type: game.Provisional, Ply: 1, UCI: "d2d4", FEN: "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"},
		{Type: game.Amended, FromPly: 1, Old: []string{"d2d4"}, New: []string{"e2e4", "e7e5"}},
		{Type: game.Illegal, Square: "h5", From: "h8", Piece: "r"},
		{Type: game.Illegal, Square: "a5", Piece: "p"},
		{Type: game.Restore, Square: "a5"},
	} {
		c.take(&e)
	}
	out, err := (&store.Game{PGN: "1. e4 e5 2. Nf3 *"}).Parse()
	if err != nil {
		t.Fatal(err)
	}
	c.now().annotate(out, false)
	if text := out.String(); !strings.Contains(text, "1. e4 {amended: the record had 1. d4} 1... e5 2. Nf3 *") {
		t.Error(text)
	}
	c.take(&game.Event{Type: game.Provisional, Ply: 3, UCI: "g1f3"})
	out, _ = (&store.Game{PGN: "1. e4 e5 2. Nf3 *"}).Parse()
	c.now().annotate(out, false)
	if text := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(text, "1... e5 {illegal: the rook from h8 stands on h5} 2. Nf3 *") {
		t.Error(text)
	}
}
