package boardstate

import (
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// growBacks looks for an earlier position of n's own story that stands on the board again: moves were taken back, in
// whatever order the men went home.
func (t *Tracker) growBacks(n *node) {
	if n.mask == 0 && !t.seen[t.see.hash()] {
		return
	}
	stood := n.underneath()
	if stood != n && stood.announced {
		return // nobody's own move
	}
	for earlier := stood.parent; earlier != nil; earlier = earlier.parent {
		waits := n.owed & earlier.owed // of a move that was answered before it was carried out
		if t.see.diff(&earlier.see)&^n.mask&^waits != 0 {
			continue
		}
		if t.stands(n, earlier) {
			return
		}
		if cost, ok := t.backCost(n, earlier); ok {
			k := &node{
				place: earlier.place, parent: earlier.parent, by: earlier.by, cost: n.cost + cost, at: t.now,
				making: earlier.making, owed: waits, handed: handed{n.mask, n.took + 1, t.now, n.proofs},
			}
			if waits != 0 {
				k.waitOn(n, &t.frame)
			}
			t.add(k)
			return
		}
	}
}

// waitOn has the players still carry out the move from afar that led to k, as they had in a story that went on from there.
func (k *node) waitOn(n *node, frame *sensors.Frame) {
	for i := range n.tracks {
		if tr := n.tracks[i]; k.owed.Has(tr.sq) {
			tr.open = frame[tr.sq] != k.frame[tr.sq]
			k.tracks = append(k.tracks, tr)
		}
	}
	k.swaps = changed(&k.parent.pos, &k.pos) &^ k.parent.see.diff(&k.see)
	k.owed |= k.swaps
}

// growOthers looks for another move instead of n's: it was taken back and made otherwise at one go.
func (t *Tracker) growOthers(n *node, off square.Set) {
	if n.by == nil || n.by.sign != nil || n.owed != 0 || off&n.by.roles == 0 || t.stands(n, n.parent) {
		return
	}
	was := n.parent
	apart := t.see.diff(&was.see) &^ n.mask
	for i := range was.needs {
		by := &was.needs[i]
		if by.move == n.by.move || apart&^by.roles != 0 || !t.complete(by, n.mask) {
			continue
		}
		if t.asQueen(by.move) {
			continue
		}
		k := &node{
			parent: was, by: by, at: t.now, making: making{made: t.now, pressed: -1}, handed: n.handed,
			place: t.placeOf(was.pos.Play(by.move), n.ply),
		}
		if cost, ok := t.backCost(n, k); ok {
			k.cost = n.cost + cost
			t.add(k)
		}
	}
}

// stands reports whether a move that led from an earlier position to n was pressed for, and stands by that: its man had rested, or was
// answered. The button says otherwise.
func (t *Tracker) stands(n, earlier *node) bool {
	for k := n; k != earlier; k = k.parent {
		if k.stands && (k != n || n.rested(t)) {
			return !t.saidBack()
		}
	}
	return false
}

// saidBack reports whether the button said lately that moves are taken back.
func (t *Tracker) saidBack() bool { return t.backT >= 0 && t.now-t.backT <= t.opt.Costs.BackMS }

// Release says that the moves of all stories after the first ones stand no longer, whoever pressed for them: an arbiter, or the Laws, have
// them taken back.
func (t *Tracker) Release(moves int) {
	for _, n := range t.live {
		for ; n.ply > moves; n = n.parent {
			n.stands = false
		}
	}
}

// backCost is what going back from n to an earlier position leaves unexplained. It is false when a man that came back
// was not seen to do so.
func (t *Tracker) backCost(n, earlier *node) (cost int, ok bool) {
	c := &t.opt.Costs
	cost = n.bad
	stood := n.underneath()
	moved := changed(&stood.pos, &earlier.pos)
	if stood.ply-earlier.ply > 1 && moved.Len() <= 2 {
		cost += c.CarryOdd // one man went somewhere, and the board happens to stand so again
	}
	begun := t.now
	for s := range moved.Squares() {
		switch tr := n.track(s); {
		case stood == n && n.owed.Has(s) && (tr == nil || tr.unseen): // it was never carried out
		case tr != nil && (tr.dark || stood.frame[s] != earlier.frame[s]):
			begun = min(begun, tr.since)
		case n.mask.Has(s):
		case n.took > 0 && t.now-n.tookAt < c.BackSlow:
			cost += c.Replace // it went while more was taken back
		case n.gap || t.blind():
			cost += c.Unseen
		default:
			return 0, false
		}
	}
	for i := range n.tracks {
		switch tr := &n.tracks[i]; {
		case n.owed.Has(tr.sq): // what it was otherwise than is what the answer would have made of it
		case moved.Has(tr.sq):
			cost += tr.role
		default:
			cost += tr.far
		}
	}
	if n.gap || stood == n || earlier != stood.parent {
		return cost + t.backDoubt(n, begun), true
	}
	return cost + c.BackTold, true // a reply that puts the man back where he came from, before the answer is carried out, is rather none
}

// backDoubt is what speaks against a takeback from n that began at a time: nothing much, when the button said so.
func (t *Tracker) backDoubt(n *node, begun int64) int {
	c := &t.opt.Costs
	if t.saidBack() {
		return c.BackTold
	}
	cost := c.Back + min(c.StayMax, grow(t.now-begun, c.BackSlow))
	if n.gap {
		cost += 2 * c.LostGap
	}
	if stood := begun - n.at; stood < c.BackSoon && (n.took == 0 || n.at != n.tookAt) {
		cost += grow(c.BackSoon-stood, c.BackSoon) // rather the man moves on
	}
	return cost
}

// changed are the squares on which the positions have different men.
func changed(a, b *rules.Position) (out square.Set) {
	for _, c := range []rules.Color{rules.White, rules.Black} {
		for r := rules.Pawn; r <= rules.King; r++ {
			out |= a.Pieces(c, r) ^ b.Pieces(c, r)
		}
	}
	return out
}
