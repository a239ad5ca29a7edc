package sim

import (
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// The acts return when the hand let go of the last piece.

// move makes a plain move, a capture or a promotion.
func (p *player) move(t int64, m rules.Move) int64 {
	victim := p.pos.Victim(m)
	gone := int64(-1 << 62) // when the victim went
	var piece sensors.Contact
	switch {
	case victim == square.None:
		piece = p.lift(t, m.From())
		t = p.carry(t, m, true)
	case p.chance(p.Profile.Shove):
		return p.shove(t, m)
	case p.chance(p.Profile.VictimFirst):
		gone = t
		p.lift(t, victim)
		t = p.wait(t, p.Profile.Pause)
		piece = p.lift(t, m.From())
		t = p.carry(t, m, true)
	default:
		piece = p.lift(t, m.From())
		gone = p.wait(t, p.Profile.Pause)
		p.lift(gone, victim)
		t = p.carry(gone, m, false)
	}
	if p.Kind == sensors.Occupancy {
		t = max(t, gone+max(p.Scan, 1))
	}
	return p.arrive(t, m, piece)
}

// shove makes a capture whose victim is pushed aside as the piece arrives.
func (p *player) shove(t int64, m rules.Move) int64 {
	p.label("shove")
	piece := p.lift(t, m.From())
	t = p.carry(t, m, true)
	gap := Span{8, 90}.draw(p.rng)
	if p.Kind == sensors.Occupancy {
		gap = max(gap, p.Scan)
	}
	p.set(t, m.To(), sensors.Nothing, true)
	return p.arrive(t+gap, m, piece)
}

// arrive sets the piece that moved on its destination; a pawn on the last rank is swapped, before or after.
func (p *player) arrive(t int64, m rules.Move, piece sensors.Contact) int64 {
	if r := m.Promotion(); r != rules.NoRole {
		p.label("promotion")
		if p.chance(p.Profile.Swap) {
			p.place(t, m.To(), piece)
			t = p.wait(t, Span{200, 1500})
			p.lift(t, m.To())
			t = p.wait(t, Span{max(200, p.Scan), 1500})
		}
		piece = contactOf(rules.MakePiece(p.pos.Turn(), r))
	}
	contact := t
	if p.chance(p.Profile.Late) {
		p.label("late")
		contact = p.wait(t, Span{150, 2500})
	}
	p.place(contact, m.To(), piece)
	p.closed = p.now
	return t
}

// carry brings a lifted piece to where it can be set on m's destination, and returns when. free says that
// nothing else is to be done with the hand, so that it may slide or stop on the way.
func (p *player) carry(t int64, m rules.Move, free bool) int64 {
	way := line(m.From(), m.To())
	free = free && !p.hasty
	if free && len(way) > 0 && p.chance(p.Profile.Slide) {
		return p.slide(t, p.pos.At(m.From()), way)
	}
	if free && p.chance(p.Profile.Hover) {
		if s, ok := p.pick(t, p.reach(m)); ok {
			p.label("hover")
			t = p.setDown(t, s, p.pos.At(m.From()), Span{80, 700})
		}
	}
	if free && p.chance(p.Profile.Wrong) {
		if s, ok := p.pick(t, p.beside(m)); ok {
			p.label("wrong-square")
			t = p.setDown(t, s, p.pos.At(m.From()), Span{400, 1600})
		}
	}
	return p.wait(t, p.Profile.Carry)
}

// slide pushes a piece over the squares of its way, which are empty.
func (p *player) slide(t int64, piece rules.Piece, way []square.Square) int64 {
	p.label("slide")
	for _, s := range way {
		t += p.Profile.Dwell.draw(p.rng) / 3 // between two squares
		p.set(t, s, contactOf(piece), true)
		if t = p.wait(t, p.Profile.Dwell); p.chance(0.04) {
			t = p.wait(t, p.Profile.Pause) // thinks again
		}
		p.set(t, s, sensors.Nothing, true)
	}
	return t + p.Profile.Dwell.draw(p.rng)/3
}

// setDown sets the piece in the hand on a foreign square and takes it up again.
func (p *player) setDown(t int64, s square.Square, piece rules.Piece, stay Span) int64 {
	t = p.wait(t, p.Profile.Carry)
	p.place(t, s, contactOf(piece))
	t = p.wait(t, stay)
	p.lift(t, s)
	return t
}

// reach is the empty squares to which the piece of m could legally go instead.
func (p *player) reach(m rules.Move) square.Set {
	return p.destinations(m.From()) &^ p.stand.Occupied() &^ m.To().Set()
}

func (p *player) destinations(from square.Square) square.Set {
	var set square.Set
	for _, m := range p.pos.LegalMoves(nil) {
		if m.From() == from && !m.IsCastle() {
			set = set.With(m.To())
		}
	}
	return set
}

// beside is the empty squares around m's destination.
func (p *player) beside(m rules.Move) square.Set {
	return around(m.To()) &^ p.stand.Occupied() &^ m.From().Set()
}

func around(s square.Square) square.Set {
	var set square.Set
	for t := range square.All.Squares() {
		if s.Distance(t) == 1 {
			set = set.With(t)
		}
	}
	return set
}

// pick draws a square of a set whose contact is quiet at t; false when there is none.
func (p *player) pick(t int64, set square.Set) (square.Square, bool) {
	var squares []square.Square
	for s := range set.Squares() {
		if p.quiet(t, s) {
			squares = append(squares, s)
		}
	}
	if len(squares) == 0 {
		return square.None, false
	}
	return squares[p.rng.IntN(len(squares))], true
}

// enPassant lifts the victim before the pawn, between its lift and place, or afterwards.
func (p *player) enPassant(t int64, m rules.Move) int64 {
	p.label("en-passant")
	victim := p.pos.Victim(m)
	order := p.rng.IntN(3)
	if order == 0 {
		p.lift(t, victim)
		t = p.wait(t, p.Profile.Pause)
	}
	pawn := p.lift(t, m.From())
	if order == 1 {
		t = p.wait(t, p.Profile.Pause)
		p.lift(t, victim)
	}
	t = p.arrive(p.wait(t, p.Profile.Carry), m, pawn)
	if order == 2 {
		t = p.wait(p.now, p.Profile.Pause)
		p.lift(t, victim)
		p.closed = p.now
	}
	return t
}

// leg is the way of one piece in castling.
type leg struct{ from, to square.Square }

// castle moves the king first, the rook first, or takes both into the air: this also where one would have to
// stand on the other. A piece that keeps its square, in Chess960, is lifted and set back.
func (p *player) castle(t int64, m rules.Move) int64 {
	p.label("castle")
	kingTo, rookTo := m.CastleTo()
	king, rook := leg{m.From(), kingTo}, leg{m.To(), rookTo}
	rookFirst := p.chance(p.Profile.RookFirst)
	first, second := king, rook
	if rookFirst {
		first, second = rook, king
	}
	switch {
	case p.chance(p.Profile.BothHands) || first.to == second.from:
		p.label("castle-both")
		return p.bothHands(t, first, second, king)
	case rookFirst:
		p.label("castle-rook-first")
	}
	t = p.step(t, first)
	return p.step(p.wait(t, p.Profile.Pause), second)
}

// step moves one piece of castling.
func (p *player) step(t int64, l leg) int64 {
	piece := p.lift(t, l.from)
	way := line(l.from, l.to)
	if len(way) > 0 && p.stand.Occupied()&between(l.from, l.to) == 0 && !p.hasty && p.chance(p.Profile.Slide) {
		t = p.slide(t, p.pos.At(l.from), way)
	} else {
		t = max(p.wait(t, p.Profile.Carry), t+p.Scan)
	}
	p.place(t, l.to, piece)
	p.closed = p.now
	return t
}

// bothHands takes two men into the air and sets both down; king is the one's way whose man is the king.
func (p *player) bothHands(t int64, a, b, king leg) int64 {
	first := p.lift(t, a.from)
	second := p.lift(p.wait(t, p.Profile.Pause), b.from)
	if rook := a.from ^ b.from ^ king.from; p.chance(p.Profile.TakesRook) {
		p.label("castle-takes-rook")
		p.setDown(p.now, rook, p.pos.At(king.from), Span{400, 3500})
	}
	t = max(p.wait(p.now, p.Profile.Carry), p.now+p.Scan)
	if p.chance(0.5) {
		a, b, first, second = b, a, second, first
	}
	p.place(t, a.to, first)
	t = p.wait(t, p.Profile.Pause)
	p.place(t, b.to, second)
	p.closed = p.now
	return t
}

// promoted presses what the pawn became, where the sensors can't see it and it is no queen.
func (p *player) promoted(t int64, r rules.Role) int64 {
	if p.Kind == sensors.Piece || r == rules.Queen {
		return t
	}
	t = p.wait(p.seen(p.now), Span{200, 900})
	p.press = append(p.press, pressed{t, r.String()})
	p.now = t
	return t
}
