package rules

import "math"

// Answer is what is known of a question; the zero value is Unknown.
type Answer uint8

// The answers.
const (
	Unknown Answer = iota
	Yes
	No
)

// String returns "unknown", "yes" or "no".
func (a Answer) String() string { return [...]string{"unknown", "yes", "no"}[a] }

// WinReason is why a side can no longer mate, or why it isn't known. The values are words of the program's JSON.
type WinReason string

// The reasons.
const (
	WinMated       WinReason = "mated"       // the side is mated: the game is over
	WinStalemate   WinReason = "stalemate"   // the game is over by stalemate
	WinBareKing    WinReason = "bare_king"   // a king alone can't mate
	WinMaterial    WinReason = "material"    // no position with this material is a mate
	WinUnreachable WinReason = "unreachable" // no mating position can be reached: pieces are walled in or out
	WinForced      WinReason = "forced"      // each move is forced, and the last leads to no mate
	WinExhausted   WinReason = "exhausted"   // all positions that can come up were looked at, or lead to one of the above
	WinLimit       WinReason = "limit"       // unknown: the limit was reached
)

// Limits for [WinOptions].
const (
	ExactNodes = 500_000 // the default: finds nearly everything; at worst it takes half a second and 60 MB
	QuickNodes = 32      // for live play: some tens of microseconds
)

// WinOptions says how hard to look for a mate.
type WinOptions struct {
	Nodes int // positions that may be looked at; 0 means ExactNodes
}

// Winnable tells whether a side can still mate.
type Winnable struct {
	Answer Answer
	Line   []Move    // if Yes: legal moves from the position on, the last of which mates; empty when mate stands on the board
	Reason WinReason // if not Yes: why
	Nodes  int       // positions looked at
}

// CanWin tells whether c can mate by any sequence of legal moves whatever of both sides, which is what counts when the
// opponent's time runs out (6.9) and, asked of both sides, whether a position is dead (5.2.2). The counters of moves
// (9.3, 9.6.2) are left out of account. A Yes or No is certain, and Unknown is only answered when the limit is reached.
func CanWin(p *Position, c Color, opt WinOptions) Winnable {
	limit := min(opt.Nodes, math.MaxInt32-1)
	if limit <= 0 {
		limit = ExactNodes
	}
	if w, known := winByRules(p, c); known {
		return w
	}
	if r := newReach(p, nil); !r.mayMate(c) || r.narrow() && walledIn(p, c) {
		return Winnable{Answer: No, Reason: WinUnreachable}
	}
	return newHunt(p, c, limit).run()
}

// winByRules answers what needs no search: the game is over, or the material is too little.
func winByRules(p *Position, c Color) (w Winnable, known bool) {
	if !p.HasLegalMove() {
		switch {
		case !p.InCheck():
			return Winnable{Answer: No, Reason: WinStalemate}, true
		case p.turn == c:
			return Winnable{Answer: No, Reason: WinMated}, true
		}
		return Winnable{Answer: Yes}, true
	}
	if p.Side(c)&^p.role(King) == 0 {
		return Winnable{Answer: No, Reason: WinBareKing}, true
	}
	if tooLittle(p, c) {
		return Winnable{Answer: No, Reason: WinMaterial}, true
	}
	return w, false
}

// IsDead tells whether neither side can mate any more by any sequence of legal moves, so that the game is drawn (5.2.2).
func IsDead(p *Position, opt WinOptions) Answer {
	dead := Yes
	for _, c := range [2]Color{p.turn, p.turn ^ 1} {
		switch CanWin(p, c, opt).Answer {
		case Yes:
			return No
		case Unknown:
			dead = Unknown
		}
	}
	return dead
}
