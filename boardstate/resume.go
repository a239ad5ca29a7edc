package boardstate

// Cost is what the cheapest story leaves unexplained by now, in the units of [Costs]. Of two trackers that were told the
// same from different starts, the one with the lower cost has the likelier story.
func (t *Tracker) Cost() int { return t.best.total }

// Mark is a point of a story. The zero value is none.
type Mark struct{ n *node }

// Mark returns where the cheapest story stands, for [Tracker.Resume].
func (t *Tracker) Mark() Mark { return Mark{t.best} }

// Resume says that whatever happened since a mark was set came to nothing: the men were led back to where they stood
// then. The cheapest story in which they stand there goes on from this moment, with nothing to explain. It is false, and
// nothing changes, when the sensors see something else.
func (t *Tracker) Resume(m Mark) bool {
	if m.n == nil || m.n.signed() != "" || m.n.off(&t.see)&^t.deaf != 0 {
		return false
	}
	n := m.n
	for _, o := range t.live {
		if o.same(n) && o.proofs == 0 && common(o, n) == n.ply {
			n = o
			break
		}
	}
	k := t.rebase(n)
	k.cost = n.cost
	k.mask |= t.deaf
	clear(t.live)
	t.live = append(t.live[:0], k)
	t.evaluate()
	return true
}
