package laws

import (
	"jadoube/rules"
	"jadoube/rules/square"
)

// MadeAt returns when a legal move was made, and false when something of it is still to be done (Art. 4.6, 2023 4.7): the piece is
// released on its square, the captured one is off the board, in castling the rook is released, too, and for a promotion the pawn is
// off the board and the new piece released. It is the moment of the last of these, in whatever order they came. While the hand still
// holds another piece, nothing is made: a rook released beside the king's way may be the first half of castling. p is the position at
// the start of the turn.
func MadeAt(p *rules.Position, m rules.Move, l *Ledger) (at int64, made bool) {
	if l.holdsOther(m.From(), p.Victim(m)) {
		return 0, false
	}
	if king, rook := m.CastleTo(); m.IsCastle() {
		k, okKing := l.standsOn(m.From(), king)
		r, okRook := l.standsOn(m.To(), rook)
		return max(k, r), okKing && okRook
	}
	if m.Promotion() == rules.NoRole {
		at, made = l.standsOn(m.From(), m.To())
	} else {
		at, made = l.promoted(m)
	}
	if victim := p.Victim(m); victim != square.None {
		off, ok := l.offBoard(victim)
		at, made = max(at, off), made && ok
	}
	return at, made
}

// standsOn returns since when the piece of square s stands on to. One that castling leaves where it is needs nothing.
func (l *Ledger) standsOn(s, to square.Square) (at int64, ok bool) {
	a, ok := l.last(s)
	if !ok {
		return 0, s == to
	}
	return a.at, a.released && a.to == to
}

// holdsOther reports whether a piece of another square was lifted deliberately and not set down since.
func (l *Ledger) holdsOther(mover, victim square.Square) bool {
	for i, a := range l.acts {
		if a.deliberate() && a.from != mover && a.from != victim && i == l.lastOf(a.from) {
			return true
		}
	}
	return false
}

// offBoard returns since when the piece of square s is off the board.
func (l *Ledger) offBoard(s square.Square) (at int64, ok bool) {
	a, ok := l.last(s)
	return a.at, ok && a.touch()
}

// promoted returns since when the pawn is off the board and the new piece stands.
func (l *Ledger) promoted(m rules.Move) (at int64, ok bool) {
	a, ok := l.last(m.From())
	if !ok || a.released { // the new piece took the pawn's place in the ledger
		return a.at, ok && a.role != rules.NoRole && a.begins(m)
	}
	placed, ok := l.last(square.None)
	return max(a.at, placed.at), ok && placed.begins(m)
}

// last returns the latest that was done with the piece of square s.
func (l *Ledger) last(s square.Square) (act, bool) {
	if i := l.lastOf(s); i >= 0 {
		return l.acts[i], true
	}
	return act{}, false
}

// lastOf returns the index of the latest that was done with the piece of square s, -1 when there is nothing.
func (l *Ledger) lastOf(s square.Square) int {
	for i := len(l.acts) - 1; i >= 0; i-- {
		if l.acts[i].from == s {
			return i
		}
	}
	return -1
}

// Completion is a made move on its way to be completed. Times that haven't come are [Never].
type Completion struct {
	Made  int64
	Press int64 // when the mover pressed the clock first after that
	Next  int64 // when he made his next move
	Ends  bool  // the move ends the game
}

// Never is the time of what hasn't happened.
const Never int64 = 1<<63 - 1

// CompletedAt returns when a made move was completed (Art. 6.8a, 2023 6.2.1), [Never] when it wasn't: by the press, at once if it ends
// the game, and in some editions by the player's next move.
func (e *Edition) CompletedAt(c Completion) int64 {
	switch {
	case c.Ends:
		return c.Made
	case e.CompletedByNext.Value:
		return min(c.Press, c.Next)
	}
	return c.Press
}
