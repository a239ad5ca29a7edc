package rules

import "jadoube/rules/square"

// Play returns the position after m, which must be legal in p (see [Position.IsLegal]).
func (p *Position) Play(m Move) (q Position) {
	p.PlayTo(m, &q)
	return q
}

// effect is what a kind of moves does to a position, made ready.
type effect struct {
	planes        [4]square.Set // all squares in each plane that has a bit of the piece that arrives
	leave, arrive *[64]uint64   // the pieces' parts of the key, by square
	clock         int32         // what is left of the half-move clock: all bits, or none when a pawn moves
}

var effects [2][16]effect // by colour and kind of move

func initEffects() {
	for c := range effects {
		for kind := range effects[c] {
			leaves, arrives := rolesOf(Move(kind))
			leaver, comer := MakePiece(Color(c), leaves), MakePiece(Color(c), arrives)
			e := &effects[c][kind]
			for i := range e.planes {
				e.planes[i] = -square.Set(comer >> i & 1)
			}
			e.leave, e.arrive = &zobrist.piece[leaver&15], &zobrist.piece[comer&15]
			if leaves != Pawn {
				e.clock = -1
			}
		}
	}
}

// PlayTo is [Position.Play] for hot loops: it writes the position after m to q, which must be another than p.
func (p *Position) PlayTo(m Move, q *Position) {
	from, to := m&63, m>>6&63
	e, target := &effects[p.turn&1][m>>12], square.Set(1)<<to
	changed := target | 1<<from
	key, clock := p.key^zobrist.black^e.leave[from]^e.arrive[to], (p.halfMoves+1)&e.clock
	if p.enPassant != square.None {
		key ^= zobrist.enPassant[p.enPassant&7]
	}
	if p.Occupied()&target != 0 {
		key ^= zobrist.piece[p.at(square.Square(to))&15][to]
		clock = 0
	}
	q.planes[0] = p.planes[0]&^changed | target&e.planes[0]
	q.planes[1] = p.planes[1]&^changed | target&e.planes[1]
	q.planes[2] = p.planes[2]&^changed | target&e.planes[2]
	q.planes[3] = p.planes[3]&^changed | target&e.planes[3]
	q.key, q.halfMoves, q.fullMove = key, clock, p.fullMove+int32(p.turn)
	q.unmoved, q.turn, q.enPassant = p.unmoved, p.turn^1, square.None
	if q.unmoved&changed != 0 {
		q.loseRights(changed, p.kings())
	}
	if m.kind() >= kindDouble {
		q.finish(m, p)
	}
}

// finish does what is left to do of a pawn's two squares, of en passant, and of castling.
func (p *Position) finish(m Move, before *Position) {
	switch m.kind() {
	case kindDouble:
		p.offerEnPassant((m.From() + m.To()) / 2)
	case kindEnPassant:
		p.lift(m.To() ^ 8)
	case kindCastle: // king and rook, which may cross or share squares in Chess960, are both taken off by now
		p.halfMoves = before.halfMoves + 1
		king, rook := m.CastleTo()
		p.put(MakePiece(before.turn, King), king)
		p.put(MakePiece(before.turn, Rook), rook)
	}
}

// giveRights gives castling rights to rooks; p has none before.
func (p *Position) giveRights(rooks square.Set) {
	p.unmoved = rooks
	for _, c := range [2]Color{White, Black} {
		if rooks&(square.Rank1<<(8*c.backRank())) != 0 {
			p.unmoved |= p.Pieces(c, King)
		}
	}
	p.key ^= castlingKey(rooks)
}

// loseRights takes away the castling rights that end when something changes on squares of unmoved kings or rooks. kings
// are both kings before the move.
func (p *Position) loseRights(changed, kings square.Set) {
	left := p.unmoved &^ changed
	for _, rank := range [2]square.Set{square.Rank1, square.Rank8} {
		if left&rank&kings == 0 || left&rank&^kings == 0 { // a right needs both
			left &^= rank
		}
	}
	p.key ^= castlingKey(p.unmoved &^ left &^ kings)
	p.unmoved = left
}

// offerEnPassant notes that a pawn has just passed s, if a capture there is legal.
func (p *Position) offerEnPassant(s square.Square) {
	for from := p.enPassantPawns(s); from != 0; {
		if p.keepsKing(from.Pop(), s, s^8) {
			p.enPassant = s
			p.key ^= zobrist.enPassant[s.File()]
			return
		}
	}
}

// enPassantPawns returns the pawns that stand so as to capture on s.
func (p *Position) enPassantPawns(s square.Square) square.Set {
	return pawnAttacks[p.turn^1][s&63] & p.Pieces(p.turn, Pawn)
}
