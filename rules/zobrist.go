package rules

import "jadoube/rules/square"

// Random numbers of which a position's key is the exclusive or.
var zobrist struct {
	piece     [16][64]uint64
	castling  [64]uint64 // by the rook's square
	enPassant [8]uint64  // by file
	black     uint64     // Black is to move
}

func initZobrist() {
	var state uint64 = 0x6a61646f756265 // any constant: keys must only be the same within one run
	next := func() uint64 {             // SplitMix64
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for p := int(NoPiece) + 1; p < len(zobrist.piece); p++ { // nothing adds nothing
		for s := range zobrist.piece[p] {
			zobrist.piece[p][s] = next()
		}
	}
	for s := range zobrist.castling {
		zobrist.castling[s] = next()
	}
	for f := range zobrist.enPassant {
		zobrist.enPassant[f] = next()
	}
	zobrist.black = next()
}

// freshKey computes the key from nothing but the position.
func (p *Position) freshKey() (key uint64) {
	for s := range p.Occupied().Squares() {
		key ^= zobrist.piece[p.at(s)][s]
	}
	key ^= castlingKey(p.CastlingRooks())
	if p.enPassant != square.None {
		key ^= zobrist.enPassant[p.enPassant.File()]
	}
	if p.turn == Black {
		key ^= zobrist.black
	}
	return key
}

func castlingKey(rooks square.Set) (key uint64) {
	for rooks != 0 {
		key ^= zobrist.castling[rooks.Pop()]
	}
	return key
}
