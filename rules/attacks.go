package rules

import "jadoube/rules/square"

// Attacks of pieces that don't slide, and the lines between squares. All are made at start-up in well under a
// millisecond, and small enough for the caches of small machines.
var (
	kingAttacks   [64]square.Set
	knightAttacks [64]square.Set
	pawnAttacks   [2][64]square.Set  // what a pawn of the colour on the square attacks
	between       [64][64]square.Set // the squares strictly between two on a rank, file or diagonal; else empty
	line          [64][64]square.Set // the whole rank, file or diagonal through two squares; else empty
)

// rays holds, for each square, the other squares of its lines.
var rays [64]struct {
	rank, file, diag, anti square.Set
	rook, bishop           square.Set // rank and file, both diagonals
}

// A slider's attack on one line depends on its place and on the six inner squares of the line. A multiplication brings
// these six together in the topmost bits; the tables, 4 kB each, have what is attacked by place and inner squares, for
// all ranks (and so for diagonals, which cross each file once) and for all files at once.
var (
	rankReach [8][64]square.Set // by the slider's file
	fileReach [8][64]square.Set // by the slider's rank
)

// gatherRank adds up a line's squares file by file; gatherFile moves those of the a-file to the eighth rank.
const (
	gatherRank = square.FileA << 1
	gatherFile = 0x0004081020408000
)

func initAttacks() {
	for s := range square.Square(64) {
		stepTables(s)
		r := &rays[s]
		r.rank = ray(s, 1, 0) | ray(s, -1, 0)
		r.file = ray(s, 0, 1) | ray(s, 0, -1)
		r.diag = ray(s, 1, 1) | ray(s, -1, -1)
		r.anti = ray(s, 1, -1) | ray(s, -1, 1)
		r.rook, r.bishop = r.rank|r.file, r.diag|r.anti
	}
	for place := range 8 {
		for inner := range 64 {
			reach := lineAttack(place, uint8(inner)<<1)
			rankReach[place][inner] = square.FileA * square.Set(reach)
			for i := range 8 {
				fileReach[place][inner] |= square.Rank1 << (8 * i) * square.Set(reach>>i&1)
			}
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

// lineAttack returns what a slider attacks on a line of eight squares.
func lineAttack(place int, occupied uint8) (b uint8) {
	for _, d := range [2]int{1, -1} {
		for i := place + d; i >= 0 && i < 8; i += d {
			b |= 1 << i
			if occupied>>i&1 != 0 {
				break
			}
		}
	}
	return b
}

func bishopAttacks(s square.Square, occupied square.Set) square.Set {
	r, reach := &rays[s&63], &rankReach[s&7]
	return reach[occupied&r.diag*gatherRank>>58]&r.diag | reach[occupied&r.anti*gatherRank>>58]&r.anti
}

func rookAttacks(s square.Square, occupied square.Set) square.Set {
	r, file := &rays[s&63], s&7
	return rankReach[file][occupied>>(s&56+1)&63]&r.rank |
		fileReach[s>>3&7][occupied>>file&square.FileA*gatherFile>>58]&r.file
}
