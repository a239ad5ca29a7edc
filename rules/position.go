package rules

import "jadoube/rules/square"

// Position is a position that can be played on: one king a side, the side not to move not in check, castling rights
// with their kings and rooks at home, and so on (see [Reason]). Make one by [Setup.Position], [StartPosition] or
// [Position.Play]; the zero value is none. It is a value of 64 bytes without pointers and may be copied freely; methods
// never change it.
type Position struct {
	// A square's Piece is spread over four sets, one for each of its bits: three of the role, one of the colour. So a
	// move changes four words, whatever moves and whatever is taken.
	planes    [4]square.Set
	unmoved   square.Set // rooks with castling rights, and their kings
	key       uint64
	halfMoves int32
	fullMove  int32
	turn      Color
	enPassant square.Square // None unless a capture there is legal
}

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.turn }

// HalfMoves counts the moves of both sides since the last capture or pawn move (9.3 ends at 100, 9.6.2 at 150).
func (p *Position) HalfMoves() int { return min(int(p.halfMoves), maxCounter) }

// FullMove is the number of the next move, from 1, the same for White and for Black's answer.
func (p *Position) FullMove() int { return min(int(p.fullMove), maxCounter) }

// At returns what stands on s, NoPiece when nothing.
func (p *Position) At(s square.Square) Piece {
	if !s.Valid() {
		return NoPiece
	}
	return p.at(s)
}

// at is At for squares that are known to be valid.
func (p *Position) at(s square.Square) Piece {
	s &= 63
	return Piece(p.planes[0]>>s&1 | p.planes[1]>>s&1<<1 | p.planes[2]>>s&1<<2 | p.planes[3]>>s&1<<3)
}

// Occupied returns the squares on which something stands.
func (p *Position) Occupied() square.Set { return p.planes[0] | p.planes[1] | p.planes[2] }

// Side returns the squares of all of c's pieces.
func (p *Position) Side(c Color) square.Set {
	return p.Occupied() & (p.planes[3] ^ (square.Set(c&1) - 1))
}

// Pieces returns the squares of c's pieces of one role.
func (p *Position) Pieces(c Color, r Role) square.Set { return p.Side(c) & p.role(r) }

// role returns the squares of both sides' pieces of one role.
func (p *Position) role(r Role) square.Set {
	b := square.Set(r)
	return (p.planes[0] ^ (b&1 - 1)) & (p.planes[1] ^ (b>>1&1 - 1)) & (p.planes[2] ^ (b>>2&1 - 1))
}

// kings returns the squares of both kings, whose role alone has both upper bits.
func (p *Position) kings() square.Set { return p.planes[1] & p.planes[2] }

// diagonal returns the bishops and queens of both sides.
func (p *Position) diagonal() square.Set { return p.planes[0] & (p.planes[1] ^ p.planes[2]) }

// straight returns the rooks and queens of both sides.
func (p *Position) straight() square.Set { return p.planes[2] &^ p.planes[1] }

// King returns the square of c's king.
func (p *Position) King(c Color) square.Square {
	return (p.kings() & (p.planes[3] ^ (square.Set(c&1) - 1))).First()
}

// EnPassant returns the square on which a pawn can now legally be taken in passing, None when there is no such
// capture.
func (p *Position) EnPassant() square.Square { return p.enPassant }

// CastlingRooks returns the squares of the rooks, of both sides, with which castling has not been lost.
func (p *Position) CastlingRooks() square.Set { return p.unmoved &^ p.kings() }

// Standard reports whether every castling right is one of ordinary chess: a king on the e-file and a rook in the
// corner.
func (p *Position) Standard() bool {
	for s := range p.CastlingRooks().Squares() {
		king := square.At(4, s.Rank())
		if s.File()%7 != 0 || p.at(king).Role() != King {
			return false
		}
	}
	return true
}

// Key returns a hash of what makes two positions the same by Article 9.2.3: the side to move, the pieces on their
// squares, the castling rights, and the en passant square if a capture there is legal. Counters are no part of it.
// Different positions have different keys with overwhelming probability; [Position.Same] is certain.
func (p *Position) Key() uint64 { return p.key }

// Same reports whether p and q are the same position by Article 9.2.3, as described at [Position.Key]. A right to
// castle counts until king or rook moves or the rook is taken, even where it can never be used.
func (p *Position) Same(q *Position) bool {
	return p.key == q.key && p.planes == q.planes && p.turn == q.turn &&
		p.unmoved == q.unmoved && p.enPassant == q.enPassant
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.Checkers() != 0 }

// Checkers returns the pieces that give check to the side to move.
func (p *Position) Checkers() square.Set {
	return p.attackers(p.King(p.turn), p.turn^1, p.Occupied())
}

// Attackers returns c's pieces that attack s, whether or not they are pinned, and whatever stands on s.
func (p *Position) Attackers(s square.Square, c Color) square.Set {
	if !s.Valid() {
		return 0
	}
	return p.attackers(s, c&1, p.Occupied())
}

// attackers is Attackers as it would be with other squares occupied.
func (p *Position) attackers(s square.Square, c Color, occupied square.Set) square.Set {
	s &= 63
	b := knightAttacks[s]&p.role(Knight) | kingAttacks[s]&p.kings() | pawnAttacks[c&1^1][s]&p.role(Pawn)
	side := p.Side(c)
	if near := side & p.diagonal() & rays[s].bishop; near != 0 {
		b |= bishopAttacks(s, occupied) & near
	}
	if near := side & p.straight() & rays[s].rook; near != 0 {
		b |= rookAttacks(s, occupied) & near
	}
	return b & side
}

// Victim returns the square from which m takes a piece away, None when m is no capture. It differs from m.To() for
// en passant. m must be legal.
func (p *Position) Victim(m Move) square.Square {
	switch {
	case m.IsEnPassant():
		return m.To() ^ 8
	case m.IsCastle() || p.at(m.To()) == NoPiece:
		return square.None
	}
	return m.To()
}

// IsCapture reports whether m takes something. m must be legal.
func (p *Position) IsCapture(m Move) bool { return p.Victim(m) != square.None }

// put stands a piece on an empty square.
func (p *Position) put(pc Piece, s square.Square) {
	for i := range p.planes {
		p.planes[i] |= square.Set(pc>>i&1) << (s & 63)
	}
	p.key ^= zobrist.piece[pc&15][s&63]
}

// lift takes away what stands on s and returns it.
func (p *Position) lift(s square.Square) Piece {
	pc := p.at(s)
	for i := range p.planes {
		p.planes[i] &^= 1 << (s & 63)
	}
	p.key ^= zobrist.piece[pc&15][s&63]
	return pc
}
