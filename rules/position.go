package rules

import "jadoube/rules/square"

// Position is a position that can be played on: one king a side, the side not to move not in check, castling rights
// with their kings and rooks at home, and so on (see [Reason]). Make one by [Setup.Position], [StartPosition] or
// [Position.Play]; the zero value is none. It is a value without pointers and may be copied freely; methods never
// change it.
type Position struct {
	board     [64]Piece
	roles     [7]square.Set // by Role, both colours; [NoRole] unused
	sides     [2]square.Set // by Color
	checkers  square.Set    // the opponent's pieces that give check
	castling  square.Set    // rooks with rights
	key       uint64
	halfMoves int32
	fullMove  int32
	turn      Color
	enPassant square.Square // None unless a capture there is legal
}

// Turn returns the side to move.
func (p *Position) Turn() Color { return p.turn }

// HalfMoves counts the moves of both sides since the last capture or pawn move (9.3 ends at 100, 9.6.2 at 150).
func (p *Position) HalfMoves() int { return int(p.halfMoves) }

// FullMove is the number of the next move, from 1, the same for White and for Black's answer.
func (p *Position) FullMove() int { return int(p.fullMove) }

// At returns what stands on s, NoPiece when nothing.
func (p *Position) At(s square.Square) Piece {
	if !s.Valid() {
		return NoPiece
	}
	return p.board[s]
}

// Occupied returns the squares on which something stands.
func (p *Position) Occupied() square.Set { return p.sides[White] | p.sides[Black] }

// Side returns the squares of all of c's pieces.
func (p *Position) Side(c Color) square.Set { return p.sides[c&1] }

// Pieces returns the squares of c's pieces of one role.
func (p *Position) Pieces(c Color, r Role) square.Set { return p.sides[c&1] & p.roles[r&7%7] }

// King returns the square of c's king.
func (p *Position) King(c Color) square.Square { return (p.sides[c&1] & p.roles[King]).First() }

// EnPassant returns the square on which a pawn can now legally be taken in passing, None when there is no such
// capture.
func (p *Position) EnPassant() square.Square { return p.enPassant }

// CastlingRooks returns the squares of the rooks, of both sides, with which castling has not been lost.
func (p *Position) CastlingRooks() square.Set { return p.castling }

// Standard reports whether every castling right is one of ordinary chess: a king on the e-file and a rook in the
// corner.
func (p *Position) Standard() bool {
	for s := range p.castling.Squares() {
		king := square.At(4, s.Rank())
		if s.File()%7 != 0 || p.board[king].Role() != King {
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
	return p.key == q.key && p.board == q.board && p.turn == q.turn &&
		p.castling == q.castling && p.enPassant == q.enPassant
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.checkers != 0 }

// Checkers returns the pieces that give check to the side to move.
func (p *Position) Checkers() square.Set { return p.checkers }

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
	queens := p.roles[Queen]
	b := knightAttacks[s] & p.roles[Knight]
	b |= kingAttacks[s] & p.roles[King]
	b |= pawnAttacks[c^1][s] & p.roles[Pawn]
	if near := p.sides[c] & (p.roles[Bishop] | queens); near != 0 {
		b |= bishopAttacks(s, occupied) & near
	}
	if near := p.sides[c] & (p.roles[Rook] | queens); near != 0 {
		b |= rookAttacks(s, occupied) & near
	}
	return b & p.sides[c]
}

// Victim returns the square from which m takes a piece away, None when m is no capture. It differs from m.To() for
// en passant. m must be legal.
func (p *Position) Victim(m Move) square.Square {
	switch {
	case m.IsEnPassant():
		return m.To() ^ 8
	case m.IsCastle() || p.board[m.To()] == NoPiece:
		return square.None
	}
	return m.To()
}

// IsCapture reports whether m takes something. m must be legal.
func (p *Position) IsCapture(m Move) bool { return p.Victim(m) != square.None }

// put stands a piece on an empty square.
func (p *Position) put(pc Piece, s square.Square) {
	s &= 63
	b := s.Set()
	p.board[s] = pc
	p.roles[pc&7%7] |= b
	p.sides[pc>>3&1] |= b
	p.key ^= zobrist.piece[pc&15][s]
}

// lift takes away what stands on s and returns it.
func (p *Position) lift(s square.Square) Piece {
	s &= 63
	b := s.Set()
	pc := p.board[s]
	p.board[s] = NoPiece
	p.roles[pc&7%7] &^= b
	p.sides[pc>>3&1] &^= b
	p.key ^= zobrist.piece[pc&15][s]
	return pc
}
