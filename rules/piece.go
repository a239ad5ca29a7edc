package rules

// Color is one of the two sides.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent's colour.
func (c Color) Other() Color { return c ^ 1 }

// Wins returns the result of a game that the side won, "1-0" or "0-1".
func (c Color) Wins() string {
	if c == White {
		return "1-0"
	}
	return "0-1"
}

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// backRank is 0 for White and 7 for Black: where the pieces start.
func (c Color) backRank() int { return int(c) * 7 }

// Role is what a piece does, whatever its colour.
type Role uint8

// The roles. NoRole is the zero value.
const (
	NoRole Role = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// Letter returns the English letter in upper case, 'P' for a pawn, '.' for NoRole.
func (r Role) Letter() byte { return ".PNBRQK"[r] }

// String returns the English name: "pawn" … "king", "none" for NoRole.
func (r Role) String() string {
	return [...]string{"none", "pawn", "knight", "bishop", "rook", "queen", "king"}[r]
}

// roles has them by their English letter in upper case.
var roles = [256]Role{'P': Pawn, 'N': Knight, 'B': Bishop, 'R': Rook, 'Q': Queen, 'K': King}

// roleOf reads an English letter in upper case; NoRole when it is none.
func roleOf(letter byte) Role { return roles[letter] }

// Piece is a role with a colour, under 16; the zero value NoPiece is an empty square.
type Piece uint8

// NoPiece stands on an empty square.
const NoPiece Piece = 0

// MakePiece returns the piece of a colour and a role; NoPiece for NoRole.
func MakePiece(c Color, r Role) Piece {
	if r == NoRole {
		return NoPiece
	}
	return Piece(uint8(c)<<3 | uint8(r))
}

// ParsePiece reads a FEN letter: upper case is White.
func ParsePiece(letter byte) (Piece, bool) {
	c := White
	if letter >= 'a' && letter <= 'z' {
		c, letter = Black, letter-'a'+'A'
	}
	r := roleOf(letter)
	return MakePiece(c, r), r != NoRole
}

// Color returns the side; White for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3) }

// Role returns what the piece is.
func (p Piece) Role() Role { return Role(p & 7) }

// Letter returns the FEN letter, '.' for NoPiece.
func (p Piece) Letter() byte {
	if p >= 8 {
		return p.Role().Letter() - 'A' + 'a'
	}
	return p.Role().Letter()
}

// String returns the FEN letter as a string.
func (p Piece) String() string { return string(p.Letter()) }
