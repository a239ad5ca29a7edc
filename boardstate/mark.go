package boardstate

import "jadoube/rules"

// MarkAt returns where the cheapest story stood after so many moves, for [Tracker.Resume]; the zero value when it hasn't so many.
func (t *Tracker) MarkAt(moves int) Mark {
	n := t.best
	if n.signed() != "" {
		n = n.parent
	}
	if moves > n.ply || moves < 0 {
		return Mark{}
	}
	return Mark{n.back(moves)}
}

// Instead returns where the story of a mark stands after a move that was made then, whatever the cheapest story says of it; the zero value
// when the move isn't legal there. The story goes on from it by [Tracker.Resume], when the men stand so.
func (t *Tracker) Instead(m Mark, p *Played) Mark {
	if m.n == nil || p.Move == rules.NoMove {
		return Mark{}
	}
	by := m.n.need(p.Move)
	if by == nil {
		return Mark{}
	}
	k := &node{parent: m.n, by: by, cost: m.n.cost, at: t.now, making: making{made: p.Made, pressed: p.Pressed, stands: t.opt.Stand && p.Pressed >= 0}, handed: m.n.handed}
	k.place = t.placeOf(m.n.pos.Play(p.Move), m.n.ply+1)
	return Mark{k}
}
