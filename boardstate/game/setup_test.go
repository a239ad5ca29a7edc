package game_test

import (
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

func (b *table) press(key, args string) {
	b.events = append(b.events, b.s.Read(sensors.Reading{T: b.now, Press: &sensors.Press{Key: key, Args: args}})...)
	b.wait(50)
}

// fewest is how many steps lead from one placement to another, as far as no men have to change places.
func fewest(have, want sensors.Frame) (n int) {
	for c := sensors.WhitePawn; c <= sensors.BlackKing; c++ {
		extra, missing := 0, 0
		for s := range have {
			switch {
			case have[s] == c && want[s] != c:
				extra++
			case have[s] != c && want[s] == c:
				missing++
			}
		}
		n += max(extra, missing)
	}
	return n
}

// TestSetUpByHand asks for positions of people's games while others stand on the board, and does what the prompts
// say: the game begins with the position, nothing before was a move, and it is played on from there.
func TestSetUpByHand(t *testing.T) {
	n := times(20, 500, 4)
	for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
		t.Run(kind.String(), func(t *testing.T) {
			fens := positions(t, n+1)
			for i, fen := range fens[1:] {
				b := setTable(t, kind, fens[i])
				want := placement(t, fen)
				most := fewest(b.stand, want) + 3 // some men may have to change places
				b.press("new", fen)
				b.followAll()
				b.wait(3000)
				if got := b.s.Position(); b.stand.As(kind) != want.As(kind) || got.FEN() != fen {
					t.Fatalf("%s: led to %s, the game stands at %s", fen, b.stand, got.FEN())
				}
				if kind == sensors.Piece && b.steps > most {
					t.Errorf("%s from %s: %d steps, at most %d are needed", fen, fens[i], b.steps, most)
				}
				if told := story(b.events, game.Provisional, game.Illegal, game.Orientation, game.Restore); told != "" {
					t.Errorf("%s from %s: tells %s", fen, fens[i], told)
				}
				if bad := b.playAny(rules.MustFEN(fen)); bad != "" {
					t.Errorf("%s: %s", fen, bad)
				}
			}
		})
	}
}

func placement(t *testing.T, fen string) sensors.Frame {
	t.Helper()
	f, err := sensors.ParsePlacement(fen)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// playAny plays a plain move and returns what is told when that is something else.
func (b *table) playAny(pos rules.Position) string {
	for _, m := range pos.LegalMoves(nil) {
		if pos.IsCapture(m) || m.Promotion() != rules.NoRole || m.From() == pos.King(pos.Turn()) {
			continue
		}
		if b.stand[m.From()] == sensors.Nothing || b.stand[m.To()] != sensors.Nothing {
			return "the men stand otherwise than the game says: " + b.stand.String()
		}
		b.lift(m.From())
		b.wait(500)
		b.place(m.To(), b.off[len(b.off)-1])
		b.wait(5000)
		if shown := b.s.Moves(); len(shown) != 1 || shown[0].UCI != pos.UCI(m) {
			return "after " + pos.UCI(m) + " is told: " + story(b.events, game.Provisional, game.Withdrawn, game.Move, game.Prompt, game.Restore)
		}
		break
	}
	return ""
}

// TestSetUpHere reads positions from a board that sees pieces.
func TestSetUpHere(t *testing.T) {
	const stands = "r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 0 1"
	for _, c := range []struct{ name, stands, args, fen, prompt string }{
		{"as it stands", stands, "here", stands, ""},
		{"Black moves", stands, "here black", "r3k2r/8/8/8/8/8/4P3/R3K2R b KQkq - 0 1", ""},
		{"who may castle is named", stands, "here white Kq", "r3k2r/8/8/8/8/8/4P3/R3K2R w Kq - 0 1", ""},
		{"nobody has castling rights away from home", "4k3/8/8/8/8/8/8/R4K1R w - - 0 1", "here", "4k3/8/8/8/8/8/8/R4K1R w - - 0 1", ""},
		{"who is in check moves", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", "here", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", ""},
		{"two kings of a colour", "4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "here", "", "position-refused"},
		{"a side in check that isn't to move", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", "here white", "", "position-refused"},
		{"no king", "8/8/8/8/8/8/8/4K3 w - - 0 1", "here", "", "position-refused"},
		{"a FEN that is none", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "", "position-refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := setTable(t, sensors.Piece, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
			want := placement(t, c.stands)
			for s := range want {
				if want[s] != b.stand[s] {
					b.put(square.Square(s), want[s])
					b.wait(100)
				}
			}
			b.wait(2000)
			b.press("new", c.args)
			now := b.s.Now()
			if now.Prompt != c.prompt || c.fen != "" && now.Start != c.fen {
				t.Errorf("prompt %s %v, start %s; want %q, %s", now.Prompt, now.PromptArgs, now.Start, c.prompt, c.fen)
			}
		})
	}
}

// TestRefusedPositionIsNoEnd asks for a position that can't be during a game, which goes on.
func TestRefusedPositionIsNoEnd(t *testing.T) {
	s, events := session(t, "sensor occupancy\nscan 10\n1000 -e2\n1500 +e4\n9000 press new here\n10000 -e7\n10500 +e5\n20000 press pause\n")
	const want = "setup, move e2e4, press new, prompt position-refused, prompt, move e7e5, press pause"
	if got := story(events, game.Setup, game.Press, game.Prompt, game.Move); got != want {
		t.Errorf("tells %s\nwant  %s", got, want)
	}
	if got := movetexts(s.Games(false)); got != "1. e4 e5 *" {
		t.Errorf("games %s", got)
	}
	err := s.Check(sensors.Press{Key: "new", Args: "here"})
	if err == nil || !strings.Contains(err.Error(), "FEN") {
		t.Errorf("%v", err)
	}
}
