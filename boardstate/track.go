package boardstate

import (
	"jadoube/rules/square"
	"jadoube/sensors"
)

// track is what one square's sensor did since a node's position stood complete. An excursion is a
// time during which the contact differed from the position's. Closed excursions are kept only as
// their price under each part that the square may turn out to have played.
type track struct {
	sq      square.Square
	open    bool
	unseen  bool  // open because a move was announced: nothing was seen to change
	dark    bool  // an excursion in which nothing at all stood there was seen
	n       int   // closed excursions
	first   int64 // when the first excursion began
	since   int64 // when the open excursion, or the last closed one, began
	changed int64 // the last change
	price         // of the closed excursions
	last    price // of the last of them
}

// price is what excursions cost on a square that the move uses, on one that it passes, beside such squares, and
// anywhere else.
type price struct{ role, line, near, far int }

func (p *price) add(o price) {
	p.role += o.role
	p.line += o.line
	p.near += o.near
	p.far += o.far
}

func (p *price) sub(o price) { p.add(price{-o.role, -o.line, -o.near, -o.far}) }

// note records a change at t to a contact on a square where the position has base. idle says that no other man of the
// side to move was in the hand during the excursion that ends.
func (tr *track) note(c *Costs, t int64, to, base sensors.Contact, idle bool) {
	if to == sensors.Nothing && base != sensors.Nothing {
		tr.dark = true
	}
	switch away := to != base; {
	case away && !tr.open:
		tr.reopen(c, t)
	case !away && tr.open:
		tr.open = false
		tr.n++
		tr.last = c.excursion(t-tr.since, base, idle)
		tr.add(tr.last)
	}
	tr.changed, tr.unseen = t, false
}

// reopen begins an excursion, or goes on with the last one when the contact only bounced.
func (tr *track) reopen(c *Costs, t int64) {
	switch {
	case tr.n == 0:
		tr.first, tr.since = t, t
	case t-tr.changed <= c.BounceMS && tr.last != price{}:
		tr.sub(tr.last)
		tr.n--
		tr.last = price{}
		tr.add(price{c.Bounce, c.Bounce, c.Bounce, c.Bounce})
	default:
		tr.since = t
	}
	tr.open = true
}

// least is the lowest cost that the closed excursions can end up with when one of the moves in r follows.
func (tr *track) least(r *reach) int {
	least := tr.far
	if r.near.Has(tr.sq) {
		least = min(least, tr.near)
	}
	if r.line.Has(tr.sq) {
		least = min(least, tr.line)
	}
	if r.roles.Has(tr.sq) {
		least = min(least, tr.role)
	}
	return least
}

// as is the cost of the closed excursions when n explains what follows.
func (tr *track) as(n *need) int {
	switch {
	case n.roles.Has(tr.sq):
		return tr.role
	case n.line.Has(tr.sq):
		return tr.line
	case n.near.Has(tr.sq):
		return tr.near
	}
	return tr.far
}
