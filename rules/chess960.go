package rules

import (
	"fmt"

	"jadoube/rules/square"
)

// Chess960Start returns the start position of Chess960 with a number from 0 to 959, by Reinhard Scharnagl's numbering;
// 518 is ordinary chess.
func Chess960Start(number int) (Position, error) {
	if number < 0 || number > 959 {
		return Position{}, fmt.Errorf("start position %d of Chess960: expected 0 to 959", number)
	}
	s := EmptySetup()
	for file, r := range chess960Rank(number) {
		for _, c := range [2]Color{White, Black} {
			home := square.At(file, c.backRank())
			s.Board[home] = MakePiece(c, r)
			s.Board[square.At(file, 1+5*int(c))] = MakePiece(c, Pawn)
			if r == Rook {
				s.Castling |= home.Set()
			}
		}
	}
	return s.Position()
}

// chess960Rank returns the pieces from the a-file on: the number tells, digit by digit from below, the places of the
// light bishop, the dark bishop, the queen and the two knights, each among the files that are still free.
func chess960Rank(n int) (rank [8]Role) {
	rank[n%4*2+1] = Bishop
	n /= 4
	rank[n%4*2] = Bishop
	n /= 4
	put := func(r Role, free int) {
		for file := range rank {
			if rank[file] == NoRole {
				if free == 0 {
					rank[file] = r
					return
				}
				free--
			}
		}
	}
	put(Queen, n%6)
	n /= 6
	knights := [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}[n]
	put(Knight, knights[1]) // the farther one first, which leaves the nearer one's place as it is
	put(Knight, knights[0])
	for _, r := range [3]Role{Rook, King, Rook} {
		put(r, 0)
	}
	return rank
}
