package boardstate

import (
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Centre are the squares on which the kings show a result.
const Centre = square.Set(1<<square.D4 | 1<<square.E4 | 1<<square.D5 | 1<<square.E5)

// shown is the result that two kings on centre squares show: both on light squares White won, both
// on dark ones Black won, one of each a draw.
func shown(a, b square.Square) string {
	switch {
	case a.Light() && b.Light():
		return "1-0"
	case !a.Light() && !b.Light():
		return "0-1"
	}
	return "1/2-1/2"
}

// growSigns looks for the two kings standing on centre squares, everything else being n's position
// (a man that stood there may have been taken off first).
func (t *Tracker) growSigns(n *node, off square.Set) {
	wk, bk := n.pos.King(rules.White), n.pos.King(rules.Black)
	kings := square.Of(wk, bk)
	cleared := t.cleared(off)
	if (off &^ cleared).Len() > 4 {
		return
	}
	for a := range Centre.Squares() {
		for b := range Centre.Squares() {
			to := square.Of(a, b)
			if a == b || off&^(kings|to|cleared) != 0 || !t.kingsGone(kings&^to, n.mask) {
				continue
			}
			by := t.signNeed(n, wk, bk, a, b)
			broken, ok := n.moved(by, &t.opt.Costs)
			if !ok || !t.complete(by, n.mask) {
				continue
			}
			cost := t.opt.Costs.Sign + t.opt.Costs.Broken*broken.Len() + n.bad + t.opt.Costs.CarryOdd*(off&cleared&^to).Len()
			for i := range n.tracks {
				tr := &n.tracks[i]
				if n.by != nil && n.by.roles.Has(tr.sq) {
					cost += t.opt.Costs.brief(tr.first - n.made)
				}
				if !cleared.Has(tr.sq) || to.Has(tr.sq) {
					cost += tr.as(by)
				}
			}
			t.add(t.signNode(n, by, n.cost+cost))
			if n.steppedTo(to, t.now) {
				step := t.signNeed(n.parent, n.parent.pos.King(rules.White), n.parent.pos.King(rules.Black), a, b)
				t.add(t.signNode(n.parent, step, n.cost-t.opt.Costs.Ply+cost))
			}
		}
	}
}

// stepMS is for how many ms a king may stand alone on a centre square before the other joins it, and have shown the
// result all the same.
const stepMS = 30_000

// steppedTo reports whether the last move was the step of a king to one of the squares, on its way to show a result: no
// lever was pressed after it, and it is not long ago.
func (n *node) steppedTo(to square.Set, now int64) bool {
	return n.by != nil && n.by.sign == nil && !n.announced && n.pressed < 0 && now-n.made <= stepMS &&
		to.Has(n.by.move.To()) && n.pos.At(n.by.move.To()).Role() == rules.King
}

// signNode is the kings' sign after n, as the board stands now.
func (t *Tracker) signNode(n *node, by *need, cost int) *node {
	return &node{
		place:  &place{pos: n.pos, ply: n.ply, key: n.key, frame: t.frame, see: t.see},
		parent: n, by: by, cost: cost, at: t.now, making: making{made: t.now, pressed: -1}, handed: n.handed,
	}
}

// growUnsigned looks for the kings, and who made room for them, standing where they stood before they showed a result: the game goes on.
func (t *Tracker) growUnsigned(n *node) {
	was := n.parent
	if t.see.diff(&was.see)&^n.mask != 0 {
		return
	}
	t.add(&node{
		place: was.place, parent: was.parent, by: was.by, owed: was.owed, swaps: was.swaps, cost: n.cost + n.bad + t.opt.Costs.Back, at: t.now,
		making: was.making, handed: n.handed,
	})
}

// moveSign looks for one of the kings that show a result standing on another centre square now: the players change their
// minds.
func (t *Tracker) moveSign(n *node, off square.Set) {
	was := n.by.sign
	for to := range (Centre & off).Squares() {
		for _, s := range [2]sign{{"", to, was.black}, {"", was.white, to}} {
			left := square.Of(was.white, was.black) &^ square.Of(s.white, s.black)
			if left.Len() != 1 || off != left.With(to) || t.frame[left.First()] != sensors.Nothing {
				continue
			}
			by := t.signNeed(n.parent, n.pos.King(rules.White), n.pos.King(rules.Black), s.white, s.black)
			if t.frame[s.white] == t.eye.says[n.pos.At(n.pos.King(rules.White))] && t.frame[s.black] == t.eye.says[n.pos.At(n.pos.King(rules.Black))] {
				t.add(t.signNode(n.parent, by, n.cost+t.opt.Costs.Replace))
			}
		}
	}
}

// cleared are the centre squares from which men were taken to make room for the kings.
func (t *Tracker) cleared(off square.Set) (out square.Set) {
	for s := range (Centre & off).Squares() {
		if t.frame[s] == sensors.Nothing {
			out = out.With(s)
		}
	}
	return out
}

// kingsGone reports whether nothing stands on the squares that the kings left.
func (t *Tracker) kingsGone(left, mask square.Set) bool {
	for s := range (left &^ mask).Squares() {
		if t.frame[s] != sensors.Nothing {
			return false
		}
	}
	return true
}

func (t *Tracker) signNeed(n *node, wk, bk, a, b square.Square) *need {
	by := &need{sign: &sign{shown(a, b), a, b}, from: square.Of(wk, bk)}
	for _, k := range []square.Square{wk, bk} {
		if k != a && k != b {
			by.puts = append(by.puts, put{at: k, says: sensors.Nothing})
		}
	}
	by.puts = append(by.puts,
		put{at: a, says: t.eye.says[n.pos.At(wk)]},
		put{at: b, says: t.eye.says[n.pos.At(bk)]})
	for _, p := range by.puts {
		by.roles = by.roles.With(p.at)
	}
	by.line = way(wk, a) | way(bk, b)
	by.near = ring(by.roles|by.line) &^ (by.roles | by.line)
	return by
}

// moved reports whether both kings were seen to go where the need has them. A king may have stood on
// its centre square already; another man that stood there must have been seen to go, and nothing may have stood there
// since before any king was lifted. The sensor of one square that a king left may be broken, and have said all along that
// nothing stands there.
func (n *node) moved(by *need, c *Costs) (broken square.Set, ok bool) {
	lifted := n.begin(by.from)
	kings := square.Of(n.pos.King(rules.White), n.pos.King(rules.Black))
	for _, p := range by.puts {
		comes := p.says != sensors.Nothing
		switch tr := n.track(p.at); {
		case tr == nil && n.mask.Has(p.at) && kings.Has(p.at):
		case tr == nil && !comes && broken == 0:
			broken = p.at.Set()
		case tr == nil && !(kings.Has(p.at) && comes):
			return 0, false
		case tr != nil && comes && n.frame[p.at] == p.says && !kings.Has(p.at) && !tr.dark:
			return 0, false
		case tr != nil && comes && !kings.Has(p.at) && tr.changed+c.BounceMS < lifted && !n.gap:
			return 0, false
		}
	}
	return broken, true
}
