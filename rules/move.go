package rules

import "jadoube/rules/square"

// Move is a move in some position: six bits of origin, six of destination, four of kind. It is comparable, and two
// moves of one position are equal exactly when they are the same move. Castling goes from the king's square to the
// square of the rook that takes part.
type Move uint16

// NoMove is the zero value; it is no legal move in any position.
const NoMove Move = 0

// Kinds of moves tell what moves and what arrives. The plain moves of a role have the role's number.
const (
	kindPromotion Move = 7 // to a knight; bishop, rook and queen follow
	kindDouble    Move = 11
	kindEnPassant Move = 12 // from here on more than two squares change
	kindCastle    Move = 13
)

// rolesOf returns what leaves the origin and what arrives at the destination by a move of a kind.
func rolesOf(kind Move) (leaves, arrives Role) {
	switch {
	case kind >= kindCastle:
		return King, NoRole
	case kind >= kindDouble:
		return Pawn, Pawn
	case kind >= kindPromotion:
		return Pawn, Knight + Role(kind-kindPromotion)
	}
	return Role(kind), Role(kind)
}

func makeMove(from, to square.Square, kind Move) Move {
	return Move(from) | Move(to)<<6 | kind<<12
}

// From returns the square that the piece leaves.
func (m Move) From() square.Square { return square.Square(m & 63) }

// To returns the destination; for castling the square on which the rook stands before the move.
func (m Move) To() square.Square { return square.Square(m >> 6 & 63) }

func (m Move) kind() Move { return m >> 12 }

// Promotion returns what a pawn becomes by the move, NoRole when it is no promotion.
func (m Move) Promotion() Role {
	if k := m.kind(); k >= kindPromotion && k < kindDouble {
		return Knight + Role(k-kindPromotion)
	}
	return NoRole
}

// IsCastle reports whether the move is castling.
func (m Move) IsCastle() bool { return m.kind() == kindCastle }

// IsEnPassant reports whether the move takes a pawn in passing.
func (m Move) IsEnPassant() bool { return m.kind() == kindEnPassant }

// IsDouble reports whether the move is a pawn's two squares from its home.
func (m Move) IsDouble() bool { return m.kind() == kindDouble }

// CastleTo returns where king and rook end when m is castling, else None twice.
func (m Move) CastleTo() (king, rook square.Square) {
	if !m.IsCastle() {
		return square.None, square.None
	}
	rank := m.From().Rank()
	if m.isShort() {
		return square.At(6, rank), square.At(5, rank)
	}
	return square.At(2, rank), square.At(3, rank)
}

// isShort reports, of castling, whether it is with the rook on the h-side.
func (m Move) isShort() bool { return m.To() > m.From() }

// String returns the move in UCI notation, castling as king takes rook; "0000" for NoMove.
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	s := m.From().String() + m.To().String()
	if r := m.Promotion(); r != NoRole {
		s += string(r.Letter() - 'A' + 'a')
	}
	return s
}
