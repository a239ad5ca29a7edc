package rules

import (
	"math/bits"

	"jadoube/rules/square"
)

// view is what move generation asks of a position, found out once.
type view struct {
	p                   *Position
	own, them, occupied square.Set
	checkers            square.Set // pieces that give check
	pinned              square.Set // own pieces that alone stand between their king and a slider
	target              square.Set // where pieces other than the king may go if nothing is in their way
	steps               square.Set // where the king may step
	king                square.Square
}

// look fills in the view of v.p.
func (v *view) look() {
	p := v.p
	v.occupied = p.Occupied()
	v.them = v.occupied & (p.planes[3] ^ (square.Set(p.turn^1) - 1))
	v.own = v.occupied ^ v.them
	v.king = (v.own & p.kings()).First() & 63
	diagonal, straight := v.them&p.diagonal(), v.them&p.straight()
	v.checkers = v.them & (pawnAttacks[p.turn&1][v.king]&p.role(Pawn) | knightAttacks[v.king]&p.role(Knight))
	for snipers := rays[v.king].bishop&diagonal | rays[v.king].rook&straight; snipers != 0; snipers &= snipers - 1 {
		switch shield := between[v.king][snipers.First()&63] & v.occupied; {
		case shield == 0:
			v.checkers |= snipers & -snipers
		case shield&(shield-1) == 0:
			v.pinned |= shield & v.own
		}
	}
	v.target = v.answers()
	if v.steps = kingAttacks[v.king] &^ v.own; v.steps != 0 {
		v.steps &^= v.attacked(diagonal, straight)
	}
}

// answers returns where pieces other than the king may go: so as to end a check, which they can't do to two at once.
func (v *view) answers() square.Set {
	switch {
	case v.checkers == 0:
		return ^v.own
	case v.checkers&(v.checkers-1) == 0:
		return between[v.king][v.checkers.First()&63] | v.checkers
	}
	return 0
}

// attacked returns what the opponent attacks, as seen by the king, which itself must not shade squares behind it.
func (v *view) attacked(diagonal, straight square.Set) (b square.Set) {
	p, occupied, back := v.p, v.occupied&^(1<<v.king), -forward(v.p.turn)
	pawns := v.them & p.role(Pawn)
	b = rotate(pawns&^square.FileA, back-1) | rotate(pawns&^square.FileH, back+1)
	b |= kingAttacks[(v.them&p.kings()).First()&63]
	for knights := v.them & p.role(Knight); knights != 0; knights &= knights - 1 {
		b |= knightAttacks[knights.First()&63]
	}
	for ; diagonal != 0; diagonal &= diagonal - 1 {
		b |= bishopAttacks(diagonal.First(), occupied)
	}
	for ; straight != 0; straight &= straight - 1 {
		b |= rookAttacks(straight.First(), occupied)
	}
	return b
}

// targets returns where an own knight, bishop, rook or queen on s may go.
func (v *view) targets(r Role, s square.Square) square.Set {
	to := v.target
	if v.pinned.Has(s) {
		to &= line[v.king][s&63]
	}
	switch r {
	case Knight:
		return knightAttacks[s&63] & to
	case Bishop:
		return bishopAttacks(s, v.occupied) & to
	case Rook:
		return rookAttacks(s, v.occupied) & to
	}
	return (bishopAttacks(s, v.occupied) | rookAttacks(s, v.occupied)) & to
}

// pawnTargets returns where a set of own pawns may go within to: by one step, by two, and by captures towards the a-file
// and the h-file.
func (v *view) pawnTargets(pawns, to square.Set) (single, double, left, right square.Set) {
	up := forward(v.p.turn)
	third := square.Rank1 << (16 + 24*(v.p.turn&1))
	single = rotate(pawns, up) &^ v.occupied
	double = rotate(single&third, up) &^ v.occupied
	left, right = rotate(pawns&^square.FileA, up-1), rotate(pawns&^square.FileH, up+1)
	return single & to, double & to, left & v.them & to, right & v.them & to
}

// forward is the distance of a pawn's step.
func forward(c Color) int { return 8 - 16*int(c) }

// rotate moves all squares of b up by a distance. What leaves the board at one end enters it at the other.
func rotate(b square.Set, distance int) square.Set {
	return square.Set(bits.RotateLeft64(uint64(b), distance))
}

// passers returns the pawns that can legally take in passing.
func (v *view) passers() (b square.Set) {
	p := v.p
	for pawns := p.enPassantPawns(p.enPassant); pawns != 0; pawns &= pawns - 1 {
		if p.keepsKing(pawns.First(), p.enPassant, p.enPassant^8) {
			b |= pawns & -pawns
		}
	}
	return b
}

// castlingRooks returns the rooks with which castling is legal.
func (v *view) castlingRooks() (b square.Set) {
	if v.checkers != 0 {
		return 0
	}
	for rooks := v.p.CastlingRooks() & v.own; rooks != 0; rooks &= rooks - 1 {
		if v.mayCastle(makeMove(v.king, rooks.First(), kindCastle)) {
			b |= rooks & -rooks
		}
	}
	return b
}

// mayCastle goes by Article 3.8.2: all squares that king and rook need are free, and none that the king crosses or
// reaches is attacked.
func (v *view) mayCastle(m Move) bool {
	p, king, rook := v.p, m.From()&63, m.To()&63
	kingTo, rookTo := m.CastleTo()
	path := between[king][kingTo&63].With(kingTo)
	others := v.occupied.Without(king).Without(rook)
	if others&(path|between[rook][rookTo&63].With(rookTo)|between[king][rook]) != 0 {
		return false
	}
	path = path.Without(king)
	near := path & kingAttacks[king] &^ v.own // steps has no square that the rook stands on
	if near&^v.steps != 0 {
		return false
	}
	for path &^= near; path != 0; path &= path - 1 {
		if p.attackers(path.First(), p.turn^1, v.occupied) != 0 {
			return false
		}
	}
	// In Chess960 the rook may have shaded the king from a slider on the first rank.
	return v.them&p.straight()&rays[king].rank == 0 || p.attackers(kingTo, p.turn^1, others.With(rookTo)) == 0
}
