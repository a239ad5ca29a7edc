package rules

import "jadoube/rules/square"

// Play returns the position after m, which must be legal in p (see [Position.IsLegal]).
func (p *Position) Play(m Move) Position {
	q := *p
	q.play(m)
	return q
}

// play makes m on p itself.
func (p *Position) play(m Move) {
	p.forgetEnPassant()
	p.halfMoves = min(p.halfMoves+1, maxCounter)
	if p.turn == Black {
		p.fullMove = min(p.fullMove+1, maxCounter)
	}
	p.loseRights(m)
	if m.IsCastle() {
		p.castle(m)
	} else {
		p.move(m)
	}
	p.pass()
	if m.IsDouble() {
		p.offerEnPassant((m.From() + m.To()) / 2)
	}
}

// move makes a move that is not castling.
func (p *Position) move(m Move) {
	pc := p.lift(m.From())
	if victim := p.Victim(m); victim != square.None {
		p.lift(victim)
		p.halfMoves = 0
	}
	if pc.Role() == Pawn {
		p.halfMoves = 0
		if r := m.Promotion(); r != NoRole {
			pc = MakePiece(p.turn, r)
		}
	}
	p.put(pc, m.To())
}

// castle moves king and rook, which may cross or share squares in Chess960.
func (p *Position) castle(m Move) {
	king, rook := p.lift(m.From()), p.lift(m.To())
	kingTo, rookTo := m.CastleTo()
	p.put(king, kingTo)
	p.put(rook, rookTo)
}

// loseRights takes away the castling rights that m ends: those of a king that moves, of a rook that moves or is taken.
func (p *Position) loseRights(m Move) {
	if p.castling == 0 {
		return
	}
	lost := m.From().Set() | m.To().Set()
	if p.board[m.From()].Role() == King {
		lost |= square.Rank1 << (8 * p.turn.backRank())
	}
	if lost &= p.castling; lost != 0 {
		p.castling &^= lost
		p.key ^= castlingKey(lost)
	}
}

// pass gives the move to the other side.
func (p *Position) pass() {
	p.turn ^= 1
	p.key ^= zobrist.black
	p.checkers = p.attackers(p.King(p.turn), p.turn^1, p.Occupied())
}

func (p *Position) forgetEnPassant() {
	if p.enPassant != square.None {
		p.key ^= zobrist.enPassant[p.enPassant.File()]
		p.enPassant = square.None
	}
}

// offerEnPassant notes that a pawn has just passed s, if a capture there is legal.
func (p *Position) offerEnPassant(s square.Square) {
	for from := p.enPassantPawns(s); from != 0; {
		if p.enPassantLegal(from.Pop(), s) {
			p.enPassant = s
			p.key ^= zobrist.enPassant[s.File()]
			return
		}
	}
}

// enPassantPawns returns the pawns that stand so as to capture on s.
func (p *Position) enPassantPawns(s square.Square) square.Set {
	return pawnAttacks[p.turn^1][s&63] & p.roles[Pawn] & p.sides[p.turn]
}

// enPassantLegal reports whether capturing from a square on s leaves the own king safe; two pawns leave their
// squares at once, so no pin tells.
func (p *Position) enPassantLegal(from, s square.Square) bool {
	victim := (s ^ 8).Set()
	occupied := p.Occupied()&^(from.Set()|victim) | s.Set()
	return p.attackers(p.King(p.turn), p.turn^1, occupied)&^victim == 0
}
