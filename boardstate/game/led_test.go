package game_test

import (
	"strings"
	"testing"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/game"
	"jadoube/boardstate/referee"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// TestLedBackByName: men that a claim or an illegal press sends back, or that were knocked over one after the other, are named in the
// prompts as those they are, also on boards that don't see pieces. Somebody who does exactly what the prompts say ends where the game
// stands, with the right wood on each square.
func TestLedBackByName(t *testing.T) {
	for _, c := range []struct{ name, fen, laws, hands string }{
		{"castling", "4k3/pppp4/8/8/8/8/PPPP4/R3K2R w KQ - 0 1", "2023", "-a1; +a1; -e1; +g1; -h1; +f1; white; claim-black touch"},
		{"castling long", "4k3/pppp4/8/8/8/8/PPPP4/R3K2R w KQ - 0 1", "2001", "-h1; +h1; -e1; +c1; -a1; +d1; white; claim-black touch"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/R3K3 w - d6 0 1", "2023", "-a1; +a1; -e5; +d6; -d5; white; claim-black touch"},
		{"a capture", "4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1", "2023", "-a1; +a1; -d5; -e4; +d5; white; claim-black touch"},
		{"a promotion", "8/4P1k1/8/8/8/8/8/R3K3 w - - 0 1", "2023", "-a1; +a1; -e7; +e8Q; white; claim-black touch"},
		{"castling through check", "4k3/5r2/8/8/8/8/PPP5/R3K2R w KQ - 0 1", "2023", "-e1; +g1; -h1; +f1; white"},
		{"castling through check, with both in the hand", "4k3/5r2/8/8/8/8/PPP5/R3K2R w KQ - 0 1", "2001", "-e1; -h1; +g1K; +f1R; white"},
		{"three men knocked over, one after the other", "4k3/5r2/8/8/8/8/PPP5/R3K2R w KQ - 0 1", "2023", "-e1; +f4; -h1; +e4; -a1; +d5"},
	} {
		for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
			t.Run(c.name+"/"+kind.String(), func(t *testing.T) {
				settings := clock.Both(clock.Control{Periods: []clock.Period{{Time: 5_400_000}}})
				b := setTableWith(t, game.Options{Kind: kind, Scan: 10, FEN: c.fen, Laws: referee.Options{
					Edition: c.laws, Level: referee.Strict, Clock: &settings, Running: true,
				}})
				b.byName = true
				b.act(c.hands)
				b.wait(9000)
				b.followAll()
				b.wait(5000)
				want, _ := sensors.ParsePlacement(c.fen)
				if b.stand != want || b.bad != "" {
					t.Errorf("%s; %v stands; told %s", b.bad, b.stand, story(b.events, game.Move, game.Takeback, game.Prompt, game.Restore, game.Illegal, game.Claim))
				}
			})
		}
	}
}

// TestPawnLeft: of a pawn that takes on the last rank and stays there the board asks that it be exchanged, before the press and after it,
// where it has become a queen (7.5.2 of 2023); in 2001 it goes back then (7.4a).
func TestPawnLeft(t *testing.T) {
	for _, c := range []struct{ laws, after string }{{"2023", "replace-pawn"}, {"2001", "put-back"}} {
		for _, level := range []referee.Level{referee.Strict, referee.Trainer} {
			b := setTableWith(t, game.Options{Kind: sensors.Piece, Scan: 10, FEN: "7r/1p4P1/8/k7/8/8/8/4K3 w - - 0 1", Laws: referee.Options{Edition: c.laws, Level: level}})
			b.act("-h8; -g7; +h8P")
			b.wait(1500)
			if got := b.s.Now().Prompt; got != "replace-pawn" {
				t.Errorf("%s, %v: before the press the prompt is %q", c.laws, level, got)
			}
			b.act("white")
			b.wait(1500)
			want := c.after
			if level == referee.Trainer {
				want = "replace-pawn"
			}
			if got := b.s.Now().Prompt; got != want {
				t.Errorf("%s, %v: after the press the prompt is %q, want %q", c.laws, level, got, want)
			}
			if want == "put-back" {
				continue
			}
			b.act("-h8; +h8Q")
			b.wait(1500)
			if moves, got := b.s.Moves(), b.s.Now().Prompt; len(moves) != 1 || moves[0].UCI != "g7h8q" || got != "" {
				t.Errorf("%s, %v: exchanged, the moves are %v and the prompt is %q", c.laws, level, moves, got)
			}
		}
	}
}

// act does what hands do, a second apart: -e2 lifts, +e4 sets down what was lifted last, +e8Q a queen; anything else is a key.
func (b *table) act(hands string) {
	for h := range strings.SplitSeq(hands, "; ") {
		b.wait(1000)
		s, err := square.Parse(h[1:min(3, len(h))])
		switch {
		case err != nil:
			key, args, _ := strings.Cut(h, " ")
			b.events = append(b.events, b.s.Read(sensors.Reading{T: b.now, Press: &sensors.Press{Key: key, Args: args}})...)
		case h[0] == '-':
			b.lift(s)
		case len(h) > 3:
			b.place(s, sensors.PieceContact(h[3]))
		default:
			b.place(s, b.off[len(b.off)-1])
		}
	}
}
