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
