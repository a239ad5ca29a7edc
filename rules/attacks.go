package rules

import (
	"math/bits"

	"jadoube/rules/square"
)

// Attacks of pieces that don't slide, and the lines between squares. All are made at start-up in well under a
// millisecond, and small enough for the caches of small machines.
var (
	kingAttacks   [64]square.Set
	knightAttacks [64]square.Set
	pawnAttacks   [2][64]square.Set  // what a pawn of the colour on the square attacks
	between       [64][64]square.Set // the squares strictly between two on a rank, file or diagonal; else empty
	line          [64][64]square.Set // the whole rank, file or diagonal through two squares; else empty
)

// rays holds, for each square, the other squares of its file and its two diagonals.
var rays [64]struct{ bit, file, diag, anti square.Set }

// rankReach is what a rook on a file attacks on its rank, by the occupancy of the six inner files.
var rankReach [8][64]uint8

func initAttacks() {
	for s := range square.Square(64) {
		stepTables(s)
		rays[s].bit = s.Set()
		rays[s].file = ray(s, 0, 1) | ray(s, 0, -1)
		rays[s].diag = ray(s, 1, 1) | ray(s, -1, -1)
		rays[s].anti = ray(s, 1, -1) | ray(s, -1, 1)
	}
	for file := range 8 {
		for inner := range 64 {
			rankReach[file][inner] = rankAttack(file, uint8(inner)<<1)
		}
	}
	for s := range square.Square(64) {
		lineTables(s)
	}
}

// stepTables fills in what king, knight and pawns on s attack.
func stepTables(s square.Square) {
	for _, d := range [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}} {
		kingAttacks[s] |= step(s, d[0], d[1])
	}
	for _, d := range [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
		knightAttacks[s] |= step(s, d[0], d[1])
	}
	pawnAttacks[White][s] = step(s, -1, 1) | step(s, 1, 1)
	pawnAttacks[Black][s] = step(s, -1, -1) | step(s, 1, -1)
}

// lineTables fills in between and line from s in its eight directions.
func lineTables(s square.Square) {
	for _, d := range [4][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}} {
		whole := s.Set() | ray(s, d[0], d[1]) | ray(s, -d[0], -d[1])
		for _, sign := range [2]int{1, -1} {
			var passed square.Set
			for t := step(s, sign*d[0], sign*d[1]); t != 0; {
				to := t.First()
				between[s][to], line[s][to] = passed, whole
				passed |= t
				t = step(to, sign*d[0], sign*d[1])
			}
		}
	}
}

// step returns the square that lies so many files and ranks from s; empty when it is off the board.
func step(s square.Square, files, ranks int) square.Set {
	f, r := s.File()+files, s.Rank()+ranks
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return 0
	}
	return square.At(f, r).Set()
}

// ray returns all squares from s in a direction, s not included.
func ray(s square.Square, files, ranks int) (b square.Set) {
	for t := step(s, files, ranks); t != 0; t = step(t.First(), files, ranks) {
		b |= t
	}
	return b
}

func rankAttack(file int, occupied uint8) (b uint8) {
	for _, d := range [2]int{1, -1} {
		for f := file + d; f >= 0 && f < 8; f += d {
			b |= 1 << f
			if occupied>>f&1 != 0 {
				break
			}
		}
	}
	return b
}

// along returns what a slider attacks along one file or diagonal. The difference of the occupancy and the slider
// flips all bits up to the first blocker; the other direction is the same seen upside down.
func along(bit, mask, occupied square.Set) square.Set {
	up := occupied & mask
	down := bits.ReverseBytes64(uint64(up)) - bits.ReverseBytes64(uint64(bit))
	return (up - bit ^ square.Set(bits.ReverseBytes64(down))) & mask
}

func bishopAttacks(s square.Square, occupied square.Set) square.Set {
	r := &rays[s&63]
	return along(r.bit, r.diag, occupied) | along(r.bit, r.anti, occupied)
}

func rookAttacks(s square.Square, occupied square.Set) square.Set {
	r := &rays[s&63]
	shift := s & 56
	rank := square.Set(rankReach[s&7][occupied>>(shift+1)&63]) << shift
	return rank | along(r.bit, r.file, occupied)
}
