package laws

import (
	"testing"

	"jadoube/rules"
)

func TestMade(t *testing.T) {
	for _, c := range []struct {
		name, fen, move, acts string
		at                    int64 // -1: not made
	}{
		{"4.7: released", start, "e2e4", "e2@0 e2e4@700", 700},
		{"4.7: still in the hand", start, "e2e4", "e2@0", -1},
		{"4.7: gone on", castles, "a1b1", "a1@0 a1b1@700 a1@1500", -1},
		{"4.7: back home is no move", start, "e2e4", "e2@0 -e2@700", -1},
		{"4.6a of 2005: the captured piece first", exchange, "e4d5", "d5@0 e4@500 e4d5@900", 900},
		{"4.6a of 2005: the captured piece last", exchange, "e4d5", "e4@0 e4d5@900 d5@1000", 1000},
		{"4.6a of 2005: the captured piece still stands", exchange, "e4d5", "e4@0 e4d5@900", -1},
		{"4.6a of 2005: the captured piece is back", exchange, "e4d5", "d5@0 -d5@300 e4@500 e4d5@900", -1},
		{"3.7d: en passant", passing, "e5d6", "e5@0 e5d6@700 d5@1500", 1500},
		{"3.7d: the captured pawn still stands", passing, "e5d6", "e5@0 e5d6@700", -1},
		{"4.6b of 2005: the king, then the rook", castles, "e1g1", "e1@0 e1g1@700 h1@1000 h1f1@1500", 1500},
		{"4.6b of 2005: the rook isn't there yet", castles, "e1g1", "e1@0 e1g1@700 h1@1000", -1},
		{"4.6b of 2005: the rook, then the king", castles, "e1g1", "e1@0 h1@50 h1f1@700 e1g1@1500", 1500},
		{"4.6b of 2005: half of it is no move of the rook", castles, "h1f1", "e1@0 h1@50 h1f1@700", -1},
		{"4.6b of 2005: the king went back", castles, "e1g1", "e1@0 e1g1@800 e1@1500 -e1@1600 h1@2000 h1f1@2500", -1},
		{"4.6b of 2005: the king stays where it is", staying, "g1h1", "h1@0 h1f1@700", 700},
		{"4.6b of 2005: the king is in the hand", staying, "g1h1", "g1@0 h1@500 h1f1@700", -1},
		{"4.6c of 2005: the pawn first, the new piece not known to be its", promotes, "e7e8n", "e7@0 @e8n@900", 900},
		{"4.6c of 2005: the pawn waits", promotes, "e7e8q", "e7@0 e7e8@700", -1},
		{"4.6c of 2005: exchanged on the last rank", promotes, "e7e8q", "e7@0 e7e8@700 e7@900 e7e8q@1500", 1500},
		{"4.6c of 2005: the pawn never there", promotes, "e7e8n", "e7@0 e7e8n@1500", 1500},
		{"4.6c of 2005: the new piece first", promotes, "e7e8n", "@e8n@0 e7@900", 900},
		{"4.6c of 2005: the pawn still there", promotes, "e7e8n", "@e8n@0", -1},
		{"4.6c of 2005: with a capture", promotes, "e7d8r", "e7@0 e7d8r@900 d8@1000", 1000},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := rules.MustFEN(c.fen)
			m, err := p.ParseUCI(c.move)
			if err != nil {
				t.Fatal(err)
			}
			at, made := MadeAt(&p, m, script(t, c.acts))
			if !made {
				at = -1
			}
			if at != c.at {
				t.Errorf("made at %d, want %d", at, c.at)
			}
		})
	}
}

func TestCompleted(t *testing.T) {
	for _, c := range []struct {
		name               string
		completion         Completion
		laws2001, laws2023 int64
	}{
		{"6.8a, 6.2.1: the press", Completion{Made: 700, Press: 2000, Next: Never}, 2000, 2000},
		{"6.8a, 6.2.1: not yet", Completion{Made: 700, Press: Never, Next: Never}, Never, Never},
		{"6.8a, 6.2.1.2: forgotten", Completion{Made: 700, Press: 11_000, Next: 9600}, 11_000, 9600},
		{"6.8a, 6.2.1.1: the end of the game", Completion{Made: 700, Press: 2000, Next: Never, Ends: true}, 700, 700},
	} {
		for name, want := range map[string]int64{"2001": c.laws2001, "2023": c.laws2023} {
			if got := EditionOf(name).CompletedAt(c.completion); got != want {
				t.Errorf("%s, %s: completed at %d, want %d", c.name, name, got, want)
			}
		}
	}
}
