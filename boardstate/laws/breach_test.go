package laws

import (
	"testing"

	"jadoube/rules"
	"jadoube/rules/square"
)

func TestBreach(t *testing.T) {
	for _, c := range []struct {
		fen, move, acts, laws2001, laws2023, owed string
	}{
		{start, "e2e4", "e2@0 e2e4@700", "", "", ""},
		{start, "e2e4", "g1@0 -g1@500 e2@900 e2e4@1500", "4.3a", "4.3.1", "g1"},
		{exchange, "a2a3", "d5@0 -d5@500 a2@900 a2a3@1500", "4.3b", "4.3.2", "xd5"},
		{exchange, "c3d5", "d5@0 e4@300 -e4@700 c3@900 c3d5@1500", "4.3c", "4.3.3", "e4xd5"},
		{exchange, "a2a3", "g1@0 d5@300 -d5@600 -g1@700 a2@900 a2a3@1500", "4.3c", "4.3.3", "g1"},
		{exchange, "a2a3", "d5@0 g1@300 -d5@600 -g1@700 a2@900 a2a3@1500", "4.3c", "4.3.3", "xd5"},
		{exchange, "g1f3", "d5@0 -d5@300 g1@400 -g1@700 g1@900 g1f3@1500", "4.3c", "4.3.3", "xd5"},
		{exchange, "e4d5", "g1@0 -g1@300 e4@400 d5@700 e4d5@1500", "4.3a", "4.3.1", "g1"},
		{start, "e2e4", "g1@0 b1@50 -b1@300 -g1@400 e2@900 e2e4@1500", "4.3a", "4.3.1", "b1+g1"},
		{start, "b1c3", "g1@0 b1@50 -b1@300 -g1@400 b1@900 b1c3@1500", "", "", ""},
		{start, "b1c3", "g1@0 b1@80 -b1@300 -g1@400 b1@900 b1c3@1500", "4.3a", "4.3.1", "g1"},
		{staying, "g1h1", "h1@0 h1f1@700", "", "", ""},
		{castles, "e1d1", "e1@0 h1@500 -h1@800 e1d1@1500", "4.4a", "4.4.1", "e1"},
		{castles, "e1g1", "h1@0 -h1@500 e1@900 e1g1@1500 h1@2000 h1f1@2500", "4.4b", "4.4.2", "h1"},
		{castles, "e1g1", "h1@0 h1f1@500 e1@900 e1g1@1500", "4.4b", "4.4.2", "h1"},
		{castles, "e1g1", "h1@0 e1@80 e1g1@800 h1f1@1500", "4.4b", "4.4.2", "h1"},
		{castles, "e1g1", "h1@0 e1@79 e1g1@800 h1f1@1500", "", "", ""},
		{attacked, "d2d3", "e1@0 e1g1@500 e1@900 -e1@1500 d2@2000 d2d3@2500", "4.4c", "4.4.3", "e1"},
		{stuck, "d2d3", "e1@0 e1g1@500 e1@900 -e1@1500 d2@2000 d2d3@2500", "", "", ""},
		{gone, "d2d3", "e1@0 h1@500 -e1@900 -h1@1000 d2@2000 d2d3@2500", "4.4c", "4.4.3", "e1"},
		{middle, "h1g1", "e4@0 -e4@500 h1@900 h1g1@1500", "4.3a", "4.3.1", "e4"},
		{boxed, "d4d5", "a3@0 -a3@500 d3@900 -d3@1200 d4@1500 d4d5@2000", "4.3a", "4.3.1", "d3"},
		{promotes, "e7e8q", "e7@0 e7e8r@500 e7@900 e7e8q@1500", "4.4d", "4.4.4", "e7"},
		{castles, "a1c1", "a1@0 a1b1@700 a1@1500 a1c1@2100", "4.7", "4.7", "a1"},
		{castles, "e1e2", "e1@0 e1g1@700 e1@1500 e1e2@2100", "4.7", "4.7.2", "e1"},
	} {
		p := rules.MustFEN(c.fen)
		m, err := p.ParseUCI(c.move)
		if err != nil {
			t.Fatal(err)
		}
		for name, article := range map[string]string{"2001": c.laws2001, "2023": c.laws2023} {
			b, broken := EditionOf(name).Breach(&p, script(t, c.acts), m)
			if broken != (article != "") || b.Article != article {
				t.Errorf("%s: %s after %s breaks %q, want %q", name, c.move, c.acts, b.Article, article)
			} else if broken {
				checkObligation(t, name, &Obligation{Piece: b.Piece, Victim: b.Victim, Either: b.Either}, Free, c.owed)
			}
		}
	}
}

// TestClaimEnds: 4.6 of 2001 names breaches of 4.3 and 4.4, 4.8 of 2023 those of 4.1 to 4.7.
func TestClaimEnds(t *testing.T) {
	for _, c := range []struct {
		reason             Reason
		acts               string
		laws2001, laws2023 int64
	}{
		{OwnTouched, "", Never, Never},
		{OwnTouched, "e7@500", 500, 500},
		{OwnTouched, "adjust@0 e7@500", Never, Never},
		{OwnTouched, "adjust@0 e7@500 -e7@900", Never, Never},
		{OwnTouched, "adjust@0 e7@500 -e7@900 e7@20000", 20_000, 20_000},
		{OwnTouched, "e2@500 -e2@900", Never, Never},
		{OwnTouched, "e2@500 d7@900", 900, 900},
		{RookFirst, "e7@500", 500, 500},
		{Released, "e7@500", Never, 500},
		{PromotionChosen, "e7@500", Never, 500},
	} {
		for name, want := range map[string]int64{"2001": c.laws2001, "2023": c.laws2023} {
			if got := EditionOf(name).ClaimEnds(Breach{Reason: c.reason}, script(t, c.acts), square.Rank7|square.Rank8); got != want {
				t.Errorf("%s: the claim of %v after %q ends at %d, want %d", name, c.reason, c.acts, got, want)
			}
		}
	}
}
