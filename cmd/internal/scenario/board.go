package scenario

import (
	"slices"

	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// board is the physical board: which wooden men stand where, and which are in a hand.
type board struct {
	kind sensors.Kind
	pos  rules.Position
	men  sensors.Frame // as a board sees them that sees everything: of two on one square the later
	push square.Set    // squares on which a second man stands, who pushed the first aside
	hand []man
}

// man is a wooden man in a hand, and whence he came.
type man struct {
	piece sensors.Contact
	from  square.Square
}

func newBoard(kind sensors.Kind, fen string) *board {
	b := &board{kind: kind, pos: rules.MustFEN(fen)}
	b.men = boardstate.Men(&b.pos)
	return b
}

// reading is what sensors and buttons say of an event; false when they say nothing.
func (b *board) reading(e *Event) (r sensors.Reading, ok bool) {
	r.T = e.At
	switch e.Kind {
	case "lift":
		return r, b.lift(&r, e.sq)
	case "place", "reserve":
		return r, b.place(&r, e)
	}
	r.Press = &sensors.Press{}
	r.Press.Key, r.Press.Args = key(e)
	return r, true
}

func (b *board) lift(r *sensors.Reading, s square.Square) bool {
	if b.men[s] == sensors.Nothing {
		return false
	}
	if b.push.Has(s) { // the one who was there before leaves
		b.push = b.push.Without(s)
		return false
	}
	b.hand = append(b.hand, man{b.men[s], s})
	return b.see(r, s, sensors.Nothing)
}

// see puts a man on a square, or takes one away, and reports whether the sensors notice.
func (b *board) see(r *sensors.Reading, s square.Square, c sensors.Contact) bool {
	was := b.men[s].As(b.kind)
	b.men[s] = c
	if now := c.As(b.kind); now != was {
		r.Changes = []sensors.Change{{Square: s, To: now}}
		return true
	}
	return false
}

func (b *board) place(r *sensors.Reading, e *Event) bool {
	piece := sensors.Nothing
	if e.Piece != "" {
		piece = sensors.PieceContact(e.Piece[0])
	}
	if i := b.which(e.sq, piece); i >= 0 && e.Kind == "place" {
		if piece == sensors.Nothing {
			piece = b.hand[i].piece
		}
		b.hand = slices.Delete(b.hand, i, i+1)
	}
	if piece == sensors.Nothing {
		piece = sensors.WhitePawn // nobody said what, and none is known to be in a hand
	}
	if b.men[e.sq] != sensors.Nothing {
		b.push = b.push.With(e.sq)
	}
	return b.see(r, e.sq, piece)
}

// which is the man in the hand that is set down: the one that is named, else one that a legal move brings there, one that belongs
// there, or the one lifted last.
func (b *board) which(s square.Square, piece sensors.Contact) int {
	for _, fits := range []func(man) bool{
		func(m man) bool { return m.piece == piece },
		func(m man) bool {
			return piece == sensors.Nothing && slices.ContainsFunc(b.pos.LegalMoves(nil), func(mv rules.Move) bool { return mv.From() == m.from && mv.To() == s })
		},
		func(m man) bool { return piece == sensors.Nothing && m.from == s },
	} {
		if i := slices.IndexFunc(b.hand, fits); i >= 0 {
			return i
		}
	}
	if piece != sensors.Nothing {
		return -1
	}
	return len(b.hand) - 1
}
