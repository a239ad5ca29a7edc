package openings

import (
	"errors"
	"io"
	"os"
	"testing"

	"jadoube/rules"
	"jadoube/rules/pgn"
)

// The codes that pgn-extract gives are ours too, where it is installed. Sources draw some borders a code earlier or
// later: a few neighbours are let pass.
func TestCodesOfPgnExtract(t *testing.T) {
	f, err := os.Open("/usr/share/pgn-extract/eco.pgn")
	if err != nil {
		t.Skip("no pgn-extract here")
	}
	defer f.Close()
	b := Load()
	var same, near int
	for games := pgn.NewReader(f); ; {
		g, err := games.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		o, ok := b.ByPosition(endOf(t, g))
		switch theirs := g.Tag("ECO"); {
		case !ok:
		case theirs[:3] == o.ECO:
			same++
		case theirs[:2] == o.ECO[:2], o.Name == "Bishop's Opening: Urusov Gambit": // they reach it by Petrov's defence
			near++
			t.Logf("%s is %s there", o, theirs)
		default:
			t.Errorf("%s is %s there", o, theirs)
		}
	}
	t.Logf("%d are the same", same)
	if same < 400 || near > same/50 {
		t.Errorf("%d codes are the same, %d are near", same, near)
	}
}

func endOf(t *testing.T, g *pgn.Game) *rules.Position {
	t.Helper()
	p, err := g.Start()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range g.Moves {
		p = p.Play(m.Move)
	}
	return &p
}
