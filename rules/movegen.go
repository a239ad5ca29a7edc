package rules

import "jadoube/rules/square"

// MaxMoves bounds the number of legal moves in one position: a buffer of that capacity never grows.
const MaxMoves = 256

// LegalMoves appends all legal moves to buf and returns it. It does not allocate when buf has room for [MaxMoves]. The
// order is fixed for a position but means nothing.
func (p *Position) LegalMoves(buf []Move) []Move {
	n := len(buf)
	if cap(buf)-n < MaxMoves {
		var room [MaxMoves]Move
		return append(buf, room[:p.list(&room)]...)
	}
	return buf[:n+p.list((*[MaxMoves]Move)(buf[n:n+MaxMoves]))]
}

// HasLegalMove reports whether the side to move can move.
func (p *Position) HasLegalMove() bool { return p.CountLegalMoves() > 0 }

// IsLegal reports whether m is one of the legal moves.
func (p *Position) IsLegal(m Move) bool {
	from, to := m.From(), m.To()
	if m.IsCastle() {
		return p.castling(m.isShort()) == m
	}
	role := p.at(from).Role()
	return role != NoRole && p.moveOf(role, from, to, m.Promotion()) == m &&
		(m.Promotion() != NoRole) == (role == Pawn && lastRanks.Has(to)) && p.origins(role, to, from.Set()) != 0
}

// CountLegalMoves returns how many legal moves there are, which is faster than to list them.
func (p *Position) CountLegalMoves() int {
	v := view{p: p}
	v.look()
	n := v.steps.Len()
	if v.target == 0 {
		return n
	}
	for r := Knight; r <= Queen; r++ {
		for b := v.own & p.role(r); b != 0; b &= b - 1 {
			n += v.targets(r, b.First()).Len()
		}
	}
	pawns := v.own & p.role(Pawn)
	n += v.countPawns(pawns&^v.pinned, v.target)
	for b := pawns & v.pinned; b != 0; b &= b - 1 {
		n += v.countPawns(b&-b, v.target&line[v.king][b.First()&63])
	}
	if p.unmoved != 0 {
		n += v.castlingRooks().Len()
	}
	if p.enPassant != square.None {
		n += v.passers().Len()
	}
	return n
}

const lastRanks = square.Rank1 | square.Rank8

// countPawns counts the moves of a set of pawns within to; each promotion is four.
func (v *view) countPawns(pawns, to square.Set) int {
	single, double, left, right := v.pawnTargets(pawns, to)
	n := (single | double).Len() + left.Len() + right.Len()
	if (single|left|right)&lastRanks != 0 {
		n += 3 * ((single & lastRanks).Len() + (left & lastRanks).Len() + (right & lastRanks).Len())
	}
	return n
}

// list writes all legal moves and returns how many.
func (p *Position) list(moves *[MaxMoves]Move) int {
	v, l := view{p: p}, list{moves, 0}
	v.look()
	l.fan(King, v.king, v.steps)
	if v.target == 0 {
		return l.n
	}
	for r := Knight; r <= Queen; r++ {
		for b := v.own & p.role(r); b != 0; b &= b - 1 {
			l.fan(r, b.First(), v.targets(r, b.First()))
		}
	}
	pawns := v.own & p.role(Pawn)
	l.pawnSet(&v, pawns&^v.pinned, v.target)
	for b := pawns & v.pinned; b != 0; b &= b - 1 {
		l.pawnSet(&v, b&-b, v.target&line[v.king][b.First()&63])
	}
	if p.unmoved != 0 {
		for b := v.castlingRooks(); b != 0; b &= b - 1 {
			l.add(makeMove(v.king, b.First(), kindCastle))
		}
	}
	if p.enPassant != square.None {
		for b := v.passers(); b != 0; b &= b - 1 {
			l.add(makeMove(b.First(), p.enPassant, kindEnPassant))
		}
	}
	return l.n
}

// list is a list of moves in the making.
type list struct {
	moves *[MaxMoves]Move
	n     int
}

func (l *list) add(m Move) {
	l.moves[l.n&(MaxMoves-1)] = m
	l.n++
}

// fan adds the moves of a piece from one square to some.
func (l *list) fan(r Role, from square.Square, to square.Set) {
	n, moves := l.n, l.moves // in registers
	for ; to != 0; to &= to - 1 {
		moves[n&(MaxMoves-1)] = makeMove(from, to.First(), Move(r))
		n++
	}
	l.n = n
}

// pawnSet adds the moves of a set of pawns within to.
func (l *list) pawnSet(v *view, pawns, to square.Set) {
	up := square.Square(forward(v.p.turn))
	single, double, left, right := v.pawnTargets(pawns, to)
	l.pawns(single, up, Move(Pawn))
	l.pawns(double, 2*up, kindDouble)
	l.pawns(left, up-1, Move(Pawn))
	l.pawns(right, up+1, Move(Pawn))
}

// pawns adds a move to each square, from the square that lies the given distance (modulo 256) before it.
func (l *list) pawns(to square.Set, distance square.Square, kind Move) {
	n, moves := l.n, l.moves // in registers
	last := to & lastRanks
	for to ^= last; to != 0; to &= to - 1 {
		moves[n&(MaxMoves-1)] = makeMove(to.First()-distance, to.First(), kind)
		n++
	}
	l.n = n
	for ; last != 0; last &= last - 1 {
		for promotion := kindDouble - 1; promotion >= kindPromotion; promotion-- { // the queen first
			l.add(makeMove(last.First()-distance, last.First(), promotion))
		}
	}
}
