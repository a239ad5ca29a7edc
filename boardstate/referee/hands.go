package referee

import (
	"math"
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// beside stands for a man that came from beside the board.
const beside = square.None + 1

// hands knows where the men are, by the squares on which they stood when the turn began.
type hands struct {
	at      [64]square.Square // the man that stands on a square; None for nobody
	air     []square.Square   // men that are in a hand or beside the board, the first lifted first
	strayed square.Set        // men that the player not having the move took away
}

// settle begins with a position of which the sensors say frame. Men that strayed before and still do are remembered; what
// broken sensors say isn't asked.
func (h *hands) settle(p *rules.Position, frame *sensors.Frame, kind sensors.Kind, broken square.Set) {
	was := *h
	h.air, h.strayed = nil, 0
	for i := range h.at {
		h.at[i] = square.None
	}
	for s := range p.Occupied().Squares() {
		if broken.Has(s) || frame[s] == contact(p, s).As(kind) {
			h.at[s] = s
		} else {
			h.air = append(h.air, s)
		}
	}
	for s, o := range was.at {
		if i := slices.Index(h.air, o); i >= 0 && h.at[s] == square.None && frame[s] != sensors.Nothing && was.strayed.Has(o) {
			h.at[s], h.air = o, slices.Delete(h.air, i, i+1)
			h.strayed = h.strayed.With(o)
		}
	}
}

// contact is what a sensor that sees everything says of a square of the position.
func contact(p *rules.Position, s square.Square) sensors.Contact {
	if pc := p.At(s); pc != rules.NoPiece {
		return sensors.PieceContact(pc.Letter())
	}
	return sensors.Nothing
}

// lift takes the man off a square; None when none is known to stand there.
func (h *hands) lift(s square.Square) square.Square {
	o := h.at[s]
	h.at[s] = square.None
	if o.Valid() {
		h.air = append(h.air, o)
	}
	return o
}

// put sets man i of those in the air down.
func (h *hands) put(i int, s square.Square) square.Square {
	o := h.air[i]
	h.air = slices.Delete(h.air, i, i+1)
	h.at[s] = o
	return o
}

// which returns the man in the air that was set down on s: one that a legal move brings there, the one that belongs there, or the one
// lifted last, as far as the sensor's word allows; -1 for none.
func (h *hands) which(p *rules.Position, kind sensors.Kind, s square.Square, c sensors.Contact) int {
	could := func(o square.Square) bool { return contact(p, o).As(kind) == c }
	if i := h.castles(p, s); i >= 0 && could(h.air[i]) {
		return i
	}
	moves := p.LegalMoves(nil)
	for i, o := range h.air {
		if could(o) && o != s && slices.ContainsFunc(moves, func(m rules.Move) bool { return brings(m, o, s) }) {
			return i
		}
	}
	for i, o := range h.air {
		if could(o) && o == s {
			return i
		}
	}
	for i := len(h.air) - 1; i >= 0; i-- {
		if could(h.air[i]) {
			return i
		}
	}
	return -1
}

// castles returns which of a king and a rook that are both in the air castling, legal or not, brings to s; -1 for neither.
func (h *hands) castles(p *rules.Position, s square.Square) int {
	k := slices.Index(h.air, p.King(p.Turn()))
	if k < 0 || s.Rank() != h.air[k].Rank() {
		return -1
	}
	for i, o := range h.air {
		if p.At(o).Role() != rules.Rook || p.At(o).Color() != p.Turn() || o.Rank() != s.Rank() {
			continue
		}
		king, rook := 6, 5
		if o < h.air[k] {
			king, rook = 2, 3
		}
		switch s.File() {
		case king:
			return k
		case rook:
			return i
		}
	}
	return -1
}

// brings reports whether a move sets the man of square o on s, a pawn on the last rank included.
func brings(m rules.Move, o, s square.Square) bool {
	if m.IsCastle() {
		king, rook := m.CastleTo()
		return m.From() == o && king == s || m.To() == o && rook == s
	}
	return m.From() == o && m.To() == s
}

// wrong lists where men stand who don't belong there, and where they do; beside for those from beside the board.
func (h *hands) wrong() (from, to []square.Square) {
	for s, o := range h.at {
		if o != square.None && o != square.Square(s) {
			from, to = append(from, square.Square(s)), append(to, o)
		}
	}
	return from, to
}

// loose are the men in the air but for those in whose place a man of the other colour stands: they were taken.
func (h *hands) loose(p *rules.Position) (men []square.Square) {
	for _, o := range h.air {
		if by := h.at[o]; !by.Valid() || p.At(by).Color() == p.At(o).Color() {
			men = append(men, o)
		}
	}
	return men
}

// Unsign says that the kings showed a result at a time which isn't meant, and that they and the men who made room for them stand again where
// they stood in the game: nobody touched them to move them (4.3; 2023: 4.3).
func (r *Referee) Unsign(men square.Set, at int64) {
	r.drain(r.now)
	t := &r.turn
	if r.over || t.move != rules.NoMove {
		return
	}
	for o := range men.Squares() {
		since := int64(math.MaxInt64)
		for i := range t.acts {
			if a := &t.acts[i]; a.do == touches && a.from == o && a.at < at {
				since = a.at
			}
		}
		t.drop(o, min(since, at))
	}
	t.hands.settle(&t.p, &r.frame, r.opt.Kind, r.broken)
	r.tellObligation(r.now)
}

// asPosition reports whether the sensors say exactly the position.
func asPosition(p *rules.Position, frame *sensors.Frame, kind sensors.Kind, broken square.Set) bool {
	for s := range square.Square(64) {
		if !broken.Has(s) && frame[s] != contact(p, s).As(kind) {
			return false
		}
	}
	return true
}
