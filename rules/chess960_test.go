package rules

import (
	"strings"
	"testing"
)

func TestChess960Start(t *testing.T) {
	for number, rank := range map[int]string{
		0: "BBQNNRKR", 1: "BQNBNRKR", 4: "QBBNNRKR", 16: "BBNQNRKR", 95: "NNRKRQBB", 518: "RNBQKBNR", 959: "RKRNNQBB",
	} {
		p, err := Chess960Start(number)
		want := strings.ToLower(rank) + "/pppppppp/8/8/8/8/PPPPPPPP/" + rank + " w KQkq - 0 1"
		if err != nil || p.FEN() != want {
			t.Errorf("%d: got %s, %v, want %s", number, p.FEN(), err, want)
		}
	}
	if p, _ := Chess960Start(518); p != StartPosition() {
		t.Errorf("518 isn't ordinary chess: %s", p.FEN())
	}
	for _, number := range []int{-1, 960} {
		if _, err := Chess960Start(number); err == nil {
			t.Errorf("%d was accepted", number)
		}
	}
}

// All 960 differ, and each has its king between its rooks and its bishops on two colours.
func TestChess960StartsDiffer(t *testing.T) {
	seen := map[uint64]bool{}
	for number := range 960 {
		p, err := Chess960Start(number)
		if err != nil {
			t.Fatal(err)
		}
		seen[p.Key()] = true
		rooks, bishops, king := p.Pieces(White, Rook), p.Pieces(White, Bishop), p.King(White)
		first := rooks.First()
		if last := rooks.Without(first).First(); king < first || king > last || (bishops&lightSquares).Len() != 1 || bishops.Len() != 2 {
			t.Errorf("%d: %s", number, p.FEN())
		}
	}
	if len(seen) != 960 {
		t.Errorf("only %d differ", len(seen))
	}
}
