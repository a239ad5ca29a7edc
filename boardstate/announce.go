package boardstate

import (
	"slices"

	"jadoube/rules"
	"jadoube/sensors"
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

// Withdraw says that the move from afar that waits to be carried out is taken back, and with it the player's own before it: moves are those
// that are left. His own stands on the board still, so the cheapest story goes on from it, until hands take it back or make another of it. It
// is false, and nothing changes, when no such move waits, or no move of a player's stands before it.
func (t *Tracker) Withdraw() (moves int, ok bool) {
	n := t.best
	own := n.underneath()
	if t.ended || own == n || own.by == nil || own.announced {
		return 0, false
	}
	k := &node{place: own.place, parent: own.parent, by: own.by, cost: n.cost, at: t.now, making: own.making, gap: n.gap, handed: n.handed}
	carried := changed(&own.pos, &n.pos)
	for i := range n.tracks {
		if !carried.Has(n.tracks[i].sq) {
			k.tracks = append(k.tracks, n.tracks[i])
		}
	}
	for s := range (k.off(&t.see) & carried).Squares() { // it was being carried out
		at := t.now
		if tr := n.track(s); tr != nil {
			at = tr.changed
		}
		k.tracks = append(k.tracks, track{sq: s, open: true, dark: t.frame[s] == sensors.Nothing, first: at, since: at, changed: at})
	}
	clear(t.live)
	t.live = append(t.live[:0], k)
	t.evaluate()
	return own.ply - 1, true
}

// underneath is the node whose position the players still have before them: the one before n while n's move, from afar, waits to be carried
// out, else n.
func (n *node) underneath() *node {
	if n.announced && n.owed != 0 {
		return n.parent
	}
	return n
}

// carriedOut notes, when all contacts are right, that the announced move has been carried out; not while a man was to take the place of another
// and none was seen to go: only the first of them may be in the hand.
func (n *node) carriedOut() {
	for s := range (n.owed & n.swaps).Squares() {
		if tr := n.track(s); tr == nil || !tr.dark {
			return
		}
	}
	done := n.owed
	n.owed = 0
	n.tracks = slices.DeleteFunc(n.tracks, func(tr track) bool { return done.Has(tr.sq) })
}
