package rules

// Centipawns measure material in hundredths of a pawn's worth.
type Centipawns int

// Pawns returns the value in pawns: 3.5 for a bishop.
func (v Centipawns) Pawns() float64 { return float64(v) / 100 }

var values = [...]Centipawns{Pawn: 100, Knight: 300, Bishop: 350, Rook: 500, Queen: 900, King: 0}

// Value returns what a piece is worth as beginners are taught: pawn 1, knight 3, bishop a little more, rook 5, queen 9.
// A rook is more than a minor piece with a pawn and less than one with two. A king has no price: 0. How good a piece
// really is depends on the position.
func (r Role) Value() Centipawns {
	if int(r) >= len(values) {
		return 0
	}
	return values[r]
}

// IsMinor reports whether r is a minor piece, a bishop or a knight.
func (r Role) IsMinor() bool { return r == Bishop || r == Knight }

// IsMajor reports whether r is a major piece, a rook or the queen.
func (r Role) IsMajor() bool { return r == Rook || r == Queen }

// Material returns the value of all of c's pieces, the king's left out: 4000 at the start of a game.
func (p *Position) Material(c Color) Centipawns {
	var sum Centipawns
	for r := Pawn; r <= Queen; r++ {
		sum += Centipawns(p.Pieces(c, r).Len()) * r.Value()
	}
	return sum
}

// Balance returns White's material less Black's.
func (p *Position) Balance() Centipawns { return p.Material(White) - p.Material(Black) }
