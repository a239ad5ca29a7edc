package referee

import (
	"errors"
	"slices"

	"jadoube/boardstate/clock"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// AdviceCannotGoOn is the word of advice that an illegal move wasn't claimed, and that no game can go on from what it left.
const AdviceCannotGoOn = "cannot-go-on"

var (
	errInHand = errors.New("a man of his is in a hand")
	errBeside = errors.New("nobody knows who the man from beside the board is")
)

// Standing returns the position that an illegal move left which a side has completed, with the other side to move: in blitz, by the
// editions that say so, it can't be corrected any more when the opponent has made his own move (2001: C3), and the game goes on from
// there. An error says why none can: kings and pawns that no position has, or men of whom nobody knows where they are. It is false where
// no such move stands, or where the opponent has done something since then.
func (r *Referee) Standing() (pos rules.Position, by rules.Color, err error, ok bool) {
	if !r.standsUnclaimed() || r.turn.move != rules.NoMove || r.restore {
		return pos, by, nil, false
	}
	return r.standing()
}

// standing is left as a position.
func (r *Referee) standing() (pos rules.Position, by rules.Color, err error, ok bool) {
	s, err, ok := r.left()
	if ok && err == nil {
		pos, err = s.Position()
	}
	return pos, r.turn.side, err, ok
}

// left is what hands left, of a player who moved none of the opponent's men.
func (r *Referee) left() (s rules.Setup, err error, ok bool) {
	t := &r.turn
	s = t.p.Setup()
	pawns, count := t.p.Pieces(rules.White, rules.Pawn)|t.p.Pieces(rules.Black, rules.Pawn), t.p.Occupied().Len()
	moved := false
	for at, o := range t.hands.at {
		s.Board[at] = rules.NoPiece
		switch {
		case o == square.None:
		case !o.Valid():
			err = errBeside
		default:
			s.Board[at] = t.p.At(o)
			if o != square.Square(at) {
				if t.p.At(o).Color() != t.side {
					return s, nil, false
				}
				moved = true
			}
		}
	}
	loose := t.hands.loose(&t.p)
	if slices.ContainsFunc(loose, func(o square.Square) bool { return t.p.At(o).Color() != t.side }) || !moved && err == nil {
		return s, nil, false
	}
	if len(loose) > 0 {
		err = errInHand
	}
	s.Turn, s.EnPassant, s.Castling = t.side.Other(), square.None, r.rightsLeft(s.Castling)
	s.HalfMoves++
	after := square.Set(0)
	for at, man := range s.Board {
		if man.Role() == rules.Pawn {
			after = after.With(square.Square(at))
		}
		if man != rules.NoPiece {
			count--
		}
	}
	if after != pawns || count > 0 {
		s.HalfMoves = 0
	}
	if t.side == rules.Black {
		s.FullMove++
	}
	return s, err, true
}

// stuck is that no game goes on from what an illegal move left, before the opponent has made his own move.
type stuck struct {
	left    *rules.Setup      // what stands, and is no position; nil: nobody knows
	whose   [64]square.Square // hands.at then
	replied int64             // ms: when the opponent pressed for his own move; -1: he hasn't
}

// replyWait is for how many ms after the opponent's press his move is still looked for: contacts are believed late.
const replyWait = 500

// leaves notes what an illegal move left.
func (r *Referee) leaves() {
	r.stuck = nil
	s, err, ok := r.left()
	if !ok {
		return
	}
	left := &s
	if err != nil {
		left = nil
	} else if _, err = s.Position(); err == nil {
		return
	}
	r.stuck = &stuck{left, r.turn.hands.at, -1}
}

// takesKing reports whether a man set down on a square has taken the king that an illegal move left there: no move does that.
func (r *Referee) takesKing(s square.Square) bool {
	return r.stuck != nil && r.stuck.left != nil && r.stuck.left.Board[s] == rules.MakePiece(r.turn.side, rules.King)
}

// StandingReply returns the position after the opponent's own move, which he pressed for, where an illegal move that he didn't claim left
// something from which no game goes on: a king that could be captured, or a pawn on the last rank. After his move one may (2001: C3).
func (r *Referee) StandingReply() (reply rules.Reply, by rules.Color, ok bool) {
	if !r.standsUnclaimed() || r.stuck == nil || r.stuck.left == nil || r.stuck.replied < 0 || r.turn.move != rules.NoMove || r.restore {
		return reply, by, false
	}
	var found []rules.Reply
	for _, m := range r.stuck.left.Replies() {
		other := m.Move.Promotion() != rules.NoRole && m.Move.Promotion() != rules.Queen && r.opt.Kind != sensors.Piece
		if !other && asPosition(&m.After, &r.frame, r.opt.Kind, r.broken) && r.took(m.Move) {
			found = append(found, m)
		}
	}
	if len(found) != 1 {
		return reply, by, false
	}
	return found[0], r.turn.side, true
}

// took reports whether the man was lifted whom a reply to what an illegal move left captures, if it captures one.
func (r *Referee) took(m rules.Move) bool {
	if m.IsCastle() || r.stuck.left.Board[m.To()] == rules.NoPiece {
		return true
	}
	return slices.ContainsFunc(r.turn.acts, func(a act) bool { return a.do == touches && a.from == r.stuck.whose[m.To()] })
}

// weighStuck tells, when the opponent has pressed, that no game goes on from his move either.
func (r *Referee) weighStuck() {
	if s := r.stuck; s != nil && s.replied >= 0 && r.now >= s.replied+replyWait {
		r.tellStuck(s.replied)
	}
}

func (r *Referee) tellStuck(at int64) {
	if r.standsUnclaimed() {
		r.say(Advice, at, r.turn.side, Ruling{Word: AdviceCannotGoOn, Article: r.e.BlitzClaimWins.Article})
		r.stuck = nil
	}
}

// standsUnclaimed reports whether the player having the move has pressed for a move of which nothing was made by the Laws yet, and by the
// edition that is kept it would stand if nobody claims.
func (r *Referee) standsUnclaimed() bool {
	t := &r.turn
	if r.over || r.opt.Pace != clock.Blitz || !r.e.BlitzClaimWins.Value || r.opt.Level != Strict && r.opt.Level != Arbiter {
		return false
	}
	return t.wrong || r.press != nil && r.press.side == t.side || r.noted != nil && r.noted.side == t.side
}

// Offended reports whether the player having the move has completed an illegal one, and hasn't gone on since then.
func (r *Referee) Offended() bool {
	return r.charged || r.restore || r.noted != nil && r.noted.side == r.turn.side
}

// rightsLeft are the castling rights of kings and rooks that stand where they stood.
func (r *Referee) rightsLeft(rooks square.Set) (left square.Set) {
	t := &r.turn
	stands := func(s square.Square) bool { return t.hands.at[s] == s }
	for s := range rooks.Squares() {
		if stands(s) && stands(t.p.King(t.p.At(s).Color())) {
			left = left.With(s)
		}
	}
	return left
}

// Legacy is what a game leaves to the one that goes on from a position in which an illegal move left the men.
type Legacy struct {
	clock    *clock.Clock
	outside  *outside
	illegal  [2]int
	fined    [2]int64
	offered  [2]bool
	lastSet  *setting
	fell     *clock.Event
	pausedAt int64
	now      int64
}

// Legacy returns what the game leaves now. It doesn't change any more.
func (r *Referee) Legacy() *Legacy {
	l := &Legacy{
		illegal: r.illegal, fined: r.fined, offered: r.offered, fell: r.fell, pausedAt: r.pausedAt, now: r.now,
	}
	l.copyFrom(r.clock, r.outside, r.lastSet)
	return l
}

// Inherit goes on with what another game left: times, counts, offers. The game itself begins with its first move.
func (r *Referee) Inherit(l *Legacy) {
	var own Legacy // one legacy may be taken over several times
	own.copyFrom(l.clock, l.outside, l.lastSet)
	r.clock, r.outside, r.lastSet = own.clock, own.outside, own.lastSet
	r.illegal, r.fined, r.offered, r.fell, r.pausedAt, r.now = l.illegal, l.fined, l.offered, l.fell, l.pausedAt, l.now
	if r.clock != nil {
		for side, s := range r.clock.State().Face.Sides {
			r.beyond[side] = s.Moves
		}
	}
}

// copyFrom takes over copies of what changes as a game goes on.
func (l *Legacy) copyFrom(c *clock.Clock, o *outside, s *setting) {
	l.clock, l.outside, l.lastSet = copied(c), copied(o), copied(s)
}

func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}
