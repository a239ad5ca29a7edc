package rules

import (
	"math/rand/v2"
	"testing"

	"jadoube/rules/square"
)

// TestMaxMoves looks for a position with more legal moves than MaxMoves: fifteen queens, moved about for as long as that
// gives them more moves.
func TestMaxMoves(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	tries, steps := 20, 3000
	if slow() {
		tries = 600
	}
	best := 0
	for range tries {
		squares := rnd.Perm(64)[:17]
		n := queenMoves(squares)
		for range steps {
			i, to := rnd.IntN(17), rnd.IntN(64)
			from := squares[i]
			squares[i] = to
			if m := queenMoves(squares); m >= n {
				n = m
			} else {
				squares[i] = from
			}
		}
		best = max(best, n)
	}
	t.Logf("at most %d moves were found", best)
	if best > MaxMoves || best < 200 {
		t.Errorf("a position has %d moves, expected 200 to %d", best, MaxMoves)
	}
}

// queenMoves is the number of White's moves with two kings and queens on squares; -1 where that is no position.
func queenMoves(squares []int) int {
	s := EmptySetup()
	for i, sq := range squares {
		piece := MakePiece(White, Queen)
		switch i {
		case 0:
			piece = MakePiece(White, King)
		case 1:
			piece = MakePiece(Black, King)
		}
		if s.Board[sq] != NoPiece {
			return -1
		}
		s.Board[square.Square(sq)] = piece
	}
	p, err := s.Position()
	if err != nil {
		return -1
	}
	return p.CountLegalMoves()
}
