package boardstate

import (
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
)

// Announce says that the side to move plays m from afar, as an engine does: it is made in the cheapest story at once, and
// the players carry it out on the board in any order. It is false, and nothing changes, when m isn't legal there.
func (t *Tracker) Announce(m rules.Move) bool {
	n := t.best
	by := n.need(m)
	if t.ended || by == nil || n.signed() != "" {
		return false
	}
	k := &node{
		parent: n, by: by, cost: n.total, at: t.now, making: making{made: t.now, announced: true, pressed: -1},
		handed: n.handed,
	}
	k.place = t.placeOf(n.pos.Play(m), n.ply+1)
	k.owed = by.roles & changed(&n.pos, &k.pos)
	k.swaps = k.owed &^ n.see.diff(&k.see)
	for s := range k.off(&t.see).Squares() {
		tr := track{sq: s, open: true, unseen: true, first: t.now, since: t.now, changed: t.now}
		if o := n.track(s); o != nil && o.open {
			tr.first, tr.since, tr.changed, tr.unseen = o.since, o.since, o.changed, false
		}
		k.tracks = append(k.tracks, tr)
	}
	for _, o := range t.live {
		o.bad += t.opt.Costs.Announced
	}
	t.live = append(t.live, k)
	t.evaluate()
	return true
}

// carriedOut notes, when all contacts are right, that the announced move has been carried out; but for squares on which a
// man was to take the place of another and none was seen to go.
func (n *node) carriedOut() {
	var still square.Set
	for s := range (n.owed & n.swaps).Squares() {
		if tr := n.track(s); tr == nil || !tr.dark {
			still = still.With(s)
		}
	}
	done := n.owed &^ still
	n.owed = still
	n.tracks = slices.DeleteFunc(n.tracks, func(tr track) bool { return done.Has(tr.sq) })
}
