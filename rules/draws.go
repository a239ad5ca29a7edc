package rules

// DrawRule is why the side to move may claim a draw.
type DrawRule uint8

// The rules.
const (
	Threefold DrawRule = iota // the same position for the third time (9.2)
	Fifty                     // fifty moves of each side without a capture or a pawn's move (9.3)
)

// String returns "threefold" or "fifty".
func (r DrawRule) String() string { return [...]string{"threefold", "fifty"}[r] }

// DrawClaim is a draw that can be claimed: as the position stands when Move is NoMove (9.2.1.2, 9.3.2), else by writing
// down Move and declaring to intend it (9.2.1.1, 9.3.1).
type DrawClaim struct {
	Rule DrawRule
	Move Move
}

// Half-moves without a capture or a pawn's move that allow the claim and that end the game.
const (
	fiftyMoves       = 100
	seventyFiveMoves = 150
)

// Outcome returns how the game has ended under the Laws from 2014 on, by the first of these that fits: mate, stalemate and
// dead position as [Position.Outcome] has them, the same position for the fifth time (9.6.1), seventy-five moves of each
// side without a capture or a pawn's move (9.6.2). Under older Laws ask [Position.Outcome].
func (h *History) Outcome() Outcome {
	if o := h.Current().Outcome(); o != None {
		return o
	}
	switch {
	case h.Count() >= 5:
		return Fivefold
	case h.Current().HalfMoves() >= seventyFiveMoves:
		return SeventyFiveMoves
	}
	return None
}

// Claims returns the draws that the side to move can claim, those without a move first; none when the game is over.
func (h *History) Claims() (claims []DrawClaim) {
	if h.Outcome() != None {
		return nil
	}
	for _, m := range h.Current().LegalMoves([]Move{NoMove}) {
		for _, r := range [2]DrawRule{Threefold, Fifty} {
			if h.fits(DrawClaim{r, m}) {
				claims = append(claims, DrawClaim{r, m})
			}
		}
	}
	return claims
}

// CanClaim reports whether the side to move can claim a draw by this rule and move. A move that isn't legal claims
// nothing.
func (h *History) CanClaim(c DrawClaim) bool {
	return (c.Move == NoMove || h.Current().IsLegal(c.Move)) && h.Outcome() == None && h.fits(c)
}

// fits is CanClaim for moves that are legal or NoMove in games that aren't over.
func (h *History) fits(c DrawClaim) bool {
	now, ply := h.Current(), h.Len()
	var then Position
	if c.Move != NoMove {
		now.PlayTo(c.Move, &then)
		now, ply = &then, ply+1
	}
	if c.Rule == Fifty {
		return now.HalfMoves() >= fiftyMoves
	}
	return h.count(now, ply) >= 3
}
