package boardstate

import (
	"jadoube/rules/square"
	"jadoube/sensors"
)

// track is what one square's sensor did since a node's position stood complete. An excursion is a
// time during which the contact differed from the position's. Closed excursions are kept only as
// their cost under each part that the square may turn out to have played.
type track struct {
	sq      square.Square
	open    bool
	dark    bool  // an excursion in which nothing at all stood there was seen
	n       int   // closed excursions
	first   int64 // when the first excursion began
	since   int64 // when the open excursion began
	changed int64 // the last change
	role    int   // cost of the closed excursions on a square that the move uses,
	line    int   // on a square that it passes,
	near    int   // beside such squares,
	far     int   // anywhere else
}

// note records a change at t to contact c on a square where the position has base.
func (tr *track) note(c *Costs, t int64, to, base sensors.Contact) {
	tr.changed = t
	if to == sensors.Nothing && base != sensors.Nothing {
		tr.dark = true
	}
	switch away := to != base; {
	case away && !tr.open:
		if tr.n == 0 {
			tr.first = t
		}
		tr.open, tr.since = true, t
	case !away && tr.open:
		tr.open = false
		tr.n++
		d := t - tr.since
		tr.role += c.role(d)
		if base == sensors.Nothing {
			tr.line += c.line(d)
			tr.near += c.near(d)
			tr.far += c.far(d)
		} else {
			away := c.away(d)
			tr.line += away
			tr.near += away
			tr.far += away
		}
	}
}

// least is the lowest cost that the closed excursions can end up with.
func (tr *track) least() int { return min(tr.role, tr.line) }

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
