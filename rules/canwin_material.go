package rules

import "jadoube/rules/square"

const lightSquares square.Set = 0x55aa55aa55aa55aa

// tooLittle reports whether c's material can mate against nothing that the opponent has or may be left with. Only a
// king of the opponent that is walled in by its own pieces can be mated by a minor piece, so their kinds matter.
func tooLittle(p *Position, c Color) bool {
	theirs := p.Side(c ^ 1)
	army := p.Side(c) &^ p.role(King)
	pawns, knights, bishops := p.role(Pawn), p.role(Knight), p.role(Bishop)
	switch {
	case army == 0:
		return true
	case army&^bishops == 0 && (pawns|knights)&theirs == 0:
		// A bishop checks through a square that is next to the king by a corner. The two squares next to both are
		// of the other colour: c's king can't hold both, and a rook or queen on one of them captures on the checking
		// line or shuts it. Bishops of one colour never pin these and never give double check.
		return bishops&lightSquares == 0 || bishops&^lightSquares == 0
	case army&knights == army && army.Len() == 1:
		// The knight is two files and a rank (or the reverse) away. Of the king's own square and the three beside it
		// on the knight's side, those not held by c's king would hold queens, each of which could take the knight.
		return theirs&^(p.role(King)|p.role(Queen)) == 0
	}
	return false
}
