package laws

import "fmt"

// Reason says why moves are permitted or forbidden. See [Edition.Article] for where the Laws say so.
type Reason uint8

// The reasons.
const (
	Free            Reason = iota // nothing was touched, or the game is over: all legal moves
	OwnTouched                    // the first own piece touched that can be moved must be
	EnemyTouched                  // the first enemy piece touched that can be captured must be
	BothTouched                   // the first own piece touched takes the first enemy piece touched; if it can't, the first touched piece moves or is captured
	KingAndRook                   // king and rook touched, in this order or together: castle with it
	RookFirst                     // a rook touched before the king: no castling with it; only of breaches
	CannotCastle                  // castling was begun and is illegal: another move of the king, or any when it has none
	PromotionChosen               // the new piece has touched the square of promotion: it stays
	NoneCanMove                   // nothing touched can be moved or captured: any legal move
	Released                      // the piece was released where a legal move brings it: it stays
	CastlingBegun                 // king or rook was released where castling brings it: only this castling
	Intended                      // the move with which a draw was claimed wrongly: it must be played
	reasons                       // how many there are
)

var reasonNames = [reasons]string{
	"free", "own_touched", "enemy_touched", "both_touched", "king_and_rook", "rook_first", "cannot_castle", "promotion_chosen",
	"none_can_move", "released", "castling_begun", "intended_move",
}

// String returns a name such as "own_touched".
func (r Reason) String() string {
	if r >= reasons {
		return fmt.Sprintf("Reason(%d)", uint8(r))
	}
	return reasonNames[r]
}
