package rules

import (
	"slices"

	"jadoube/rules/square"
)

// MaxMoves bounds the number of legal moves in one position: a buffer of that capacity never grows.
const MaxMoves = 256

// LegalMoves appends all legal moves to buf and returns it. It does not allocate when buf has room for them
// (see [MaxMoves]). The order is fixed for a position but means nothing.
func (p *Position) LegalMoves(buf []Move) []Move {
	buf = p.kingMoves(buf)
	target := ^p.sides[p.turn]
	if p.checkers != 0 {
		if p.checkers&(p.checkers-1) != 0 {
			return buf
		}
		target = between[p.King(p.turn)&63][p.checkers.First()&63] | p.checkers
	} else if p.castling != 0 {
		buf = p.castlings(buf)
	}
	pinned := p.pinned()
	buf = p.pieceMoves(buf, target, pinned)
	buf = p.pawnMoves(buf, target, pinned)
	if p.enPassant != square.None {
		buf = p.enPassants(buf)
	}
	return buf
}

// HasLegalMove reports whether the side to move can move.
func (p *Position) HasLegalMove() bool {
	var buf [MaxMoves]Move
	return len(p.kingMoves(buf[:0])) > 0 || len(p.LegalMoves(buf[:0])) > 0
}

// IsLegal reports whether m is one of the legal moves.
func (p *Position) IsLegal(m Move) bool {
	var buf [MaxMoves]Move
	return slices.Contains(p.LegalMoves(buf[:0]), m)
}

// pinned returns the own pieces that alone stand between their king and a slider.
func (p *Position) pinned() (b square.Set) {
	king, them := p.King(p.turn)&63, p.sides[p.turn^1]
	queens := p.roles[Queen]
	snipers := bishopAttacks(king, them)&(p.roles[Bishop]|queens) | rookAttacks(king, them)&(p.roles[Rook]|queens)
	for snipers &= them; snipers != 0; {
		if shield := between[king][snipers.Pop()&63] & p.sides[p.turn]; shield&(shield-1) == 0 {
			b |= shield
		}
	}
	return b
}

// kingMoves appends the king's steps. The king itself must not shade squares behind it.
func (p *Position) kingMoves(buf []Move) []Move {
	king := p.King(p.turn) & 63
	occupied := p.Occupied().Without(king)
	for to := kingAttacks[king] &^ p.sides[p.turn]; to != 0; {
		if s := to.Pop(); p.attackers(s, p.turn^1, occupied) == 0 {
			buf = append(buf, makeMove(king, s, kindPlain))
		}
	}
	return buf
}

// castlings appends castling, by Article 3.8.2: all squares that king and rook need are free, and none that the king
// stands on, crosses or reaches is attacked. Not called when in check.
func (p *Position) castlings(buf []Move) []Move {
	king := p.King(p.turn) & 63
	for rooks := p.castling & p.sides[p.turn]; rooks != 0; {
		if m := makeMove(king, rooks.Pop(), kindCastle); p.mayCastle(m) {
			buf = append(buf, m)
		}
	}
	return buf
}

func (p *Position) mayCastle(m Move) bool {
	king, rook := m.From()&63, m.To()&63
	kingTo, rookTo := m.CastleTo()
	path := between[king][kingTo&63].With(kingTo)
	others := p.Occupied().Without(king).Without(rook)
	if others&(path|between[rook][rookTo&63].With(rookTo)|between[king][rook]) != 0 {
		return false
	}
	for path = path.Without(king); path != 0; {
		if p.attackers(path.Pop(), p.turn^1, p.Occupied()) != 0 {
			return false
		}
	}
	// In Chess960 the rook may have shaded the king from a slider on the first rank.
	return p.attackers(kingTo, p.turn^1, others.With(rookTo)) == 0
}

// pieceMoves appends the moves of knights, bishops, rooks and queens to squares of target.
func (p *Position) pieceMoves(buf []Move, target, pinned square.Set) []Move {
	own, king, occupied := p.sides[p.turn], p.King(p.turn)&63, p.Occupied()
	for from := own & p.roles[Knight] &^ pinned; from != 0; {
		s := from.Pop() & 63
		buf = appendMoves(buf, s, knightAttacks[s]&target)
	}
	for from := own & (p.roles[Bishop] | p.roles[Queen]); from != 0; {
		s := from.Pop() & 63
		to := bishopAttacks(s, occupied) & target
		if pinned.Has(s) {
			to &= line[king][s]
		}
		buf = appendMoves(buf, s, to)
	}
	for from := own & (p.roles[Rook] | p.roles[Queen]); from != 0; {
		s := from.Pop() & 63
		to := rookAttacks(s, occupied) & target
		if pinned.Has(s) {
			to &= line[king][s]
		}
		buf = appendMoves(buf, s, to)
	}
	return buf
}

func appendMoves(buf []Move, from square.Square, to square.Set) []Move {
	for to != 0 {
		buf = append(buf, makeMove(from, to.Pop(), kindPlain))
	}
	return buf
}

// pawnMoves appends the moves of pawns to squares of target, en passant left out.
func (p *Position) pawnMoves(buf []Move, target, pinned square.Set) []Move {
	pawns, free, them := p.sides[p.turn]&p.roles[Pawn], ^p.Occupied(), p.sides[p.turn^1]
	king := p.King(p.turn) & 63
	if pinned &= pawns; pinned != 0 {
		pawns &^= pinned
		for pinned != 0 {
			one := pinned.Pop()
			buf = p.pawnSetMoves(buf, one.Set(), free, them, target&line[king][one&63])
		}
	}
	return p.pawnSetMoves(buf, pawns, free, them, target)
}

// pawnSetMoves appends the moves of a set of pawns that share the squares they may go to.
func (p *Position) pawnSetMoves(buf []Move, pawns, free, them, target square.Set) []Move {
	if p.turn == White {
		single := pawns << 8 & free
		double := single & (square.Rank1 << 16) << 8 & free & target
		buf = appendPawns(buf, single&target, 8, kindPlain)
		buf = appendPawns(buf, double, 16, kindDouble)
		buf = appendPawns(buf, (pawns&^square.FileA)<<7&them&target, 7, kindPlain)
		return appendPawns(buf, (pawns&^square.FileH)<<9&them&target, 9, kindPlain)
	}
	single := pawns >> 8 & free
	double := single & (square.Rank1 << 40) >> 8 & free & target
	buf = appendPawns(buf, single&target, -8, kindPlain)
	buf = appendPawns(buf, double, -16, kindDouble)
	buf = appendPawns(buf, (pawns&^square.FileA)>>9&them&target, -9, kindPlain)
	return appendPawns(buf, (pawns&^square.FileH)>>7&them&target, -7, kindPlain)
}

// appendPawns appends a move to each square, from the square that lies the given distance before it.
func appendPawns(buf []Move, to square.Set, distance int, kind Move) []Move {
	last := to & (square.Rank1 | square.Rank8)
	for to &^= last; to != 0; {
		s := to.Pop()
		buf = append(buf, makeMove(square.Square(int(s)-distance), s, kind))
	}
	for last != 0 {
		s := last.Pop()
		from := square.Square(int(s) - distance)
		for r := Queen; r >= Knight; r-- {
			buf = append(buf, makeMove(from, s, kindPromotion+Move(r-Knight)))
		}
	}
	return buf
}

func (p *Position) enPassants(buf []Move) []Move {
	for pawns := p.enPassantPawns(p.enPassant); pawns != 0; {
		if from := pawns.Pop(); p.enPassantLegal(from, p.enPassant) {
			buf = append(buf, makeMove(from, p.enPassant, kindEnPassant))
		}
	}
	return buf
}
