package boardstate

import (
	"slices"

	"jadoube/rules"
	"jadoube/sensors"
)

var promotionKeys = map[string]rules.Role{
	"queen": rules.Queen, "rook": rules.Rook, "bishop": rules.Bishop, "knight": rules.Knight,
}

func (t *Tracker) press(p *sensors.Press) {
	if r, ok := promotionKeys[p.Key]; ok {
		t.choose(r)
		return
	}
	if p.Key == "takeback" {
		t.backT = t.now
	}
	side, ok := lever(p)
	if !ok {
		return
	}
	wrong := t.best.pos.Turn() == side && t.best.off(&t.see) == 0 // so it is in every story
	for _, n := range t.live {
		switch {
		case n.pos.Turn() != side && n.pressed < 0:
			n.pressed, n.stands = t.now, t.opt.Stand && n.by != nil && !n.unseen
			n.bad += n.loose(&t.opt.Costs)
		case n.pos.Turn() == side && n.forgotBefore(t.now):
			n.parent.pressed, n.parent.stands = t.now, t.opt.Stand && n.parent.by != nil // late: the other has replied already
		case n.pos.Turn() == side || wrong && n.pressed < t.now:
			n.bad += t.opt.Costs.Press
		}
	}
	t.pressT = t.now
	t.believePress()
}

// believePress gives up the stories in which he who pressed last hadn't moved, as soon as his man has rested, so that he wasn't on his way.
func (t *Tracker) believePress() {
	if b := t.best; b.stands && b.pressed == t.pressT && b.rested(t) && b.off(&t.see) == 0 {
		t.live = slices.DeleteFunc(t.live, func(n *node) bool { return n.pos.Turn() != b.pos.Turn() })
		t.pressT = -1
	}
}

// rested reports whether the man that made the move to n has stood, until something changed again, for so long that he had arrived.
func (n *node) rested(t *Tracker) bool {
	until := t.now
	for i := range n.tracks {
		until = min(until, n.tracks[i].first)
	}
	return until-n.made >= t.opt.Costs.BriefMS+t.opt.Scan
}

// forgotBefore reports whether the move before the one that led to n was left without a press; that the press comes now, another story
// that shares it may have said already. Before the first move somebody may press to start the clock, but not for one who has pressed.
func (n *node) forgotBefore(now int64) bool {
	was := n.parent
	return was != nil && (was.pressed < 0 || was.pressed == now) && (was.by != nil || n.pressed < 0)
}

// lever is whose lever was pressed; p may be nil.
func lever(p *sensors.Press) (by rules.Color, ok bool) {
	switch {
	case p == nil:
	case p.Key == "white":
		return rules.White, true
	case p.Key == "black":
		return rules.Black, true
	}
	return rules.White, false
}

// loose is what speaks against a press by the player who moved to n: a man of his own in the air, or one set down where
// none can be, while the opponent holds none of his.
func (n *node) loose(c *Costs) (sum int) {
	for i := range n.tracks {
		tr := &n.tracks[i]
		switch p := n.pos.At(tr.sq); {
		case !tr.open, n.bumped.Has(tr.sq):
		case p == rules.NoPiece || p.Color() != n.pos.Turn():
			sum += c.CarryOdd
		default:
			return 0
		}
	}
	return sum
}

// promoting is the side that a choice of promotion belongs to: the one that has just promoted, as long as the other hasn't
// lifted a pawn to do the same, else the one to move. What a move from afar promotes to is said already.
func (t *Tracker) promoting() rules.Color {
	turn := t.best.pos.Turn()
	if t.best.by == nil || t.best.by.move.Promotion() == rules.NoRole || t.best.announced {
		return turn
	}
	for s := range t.best.open().Squares() {
		if p := t.best.pos.At(s); p.Role() == rules.Pawn && p.Color() == turn {
			return turn
		}
	}
	return turn.Other()
}

// choose makes the promotion just made, or the one being made, one to r.
func (t *Tracker) choose(r rules.Role) {
	t.promo, t.promoT, t.promoBy = r, t.now, t.promoting()
	for i, n := range t.live {
		if n.by == nil || n.announced || n.pos.Turn() == t.promoBy || n.by.move.Promotion() == rules.NoRole || n.by.move.Promotion() == r {
			continue
		}
		if by := n.other(r); by != nil {
			k := *n
			k.by, k.place = by, t.placeOf(n.parent.pos.Play(by.move), n.ply)
			t.live[i] = &k
		}
	}
}

// PromotionOf is what a key says that a pawn becomes; NoRole for another key.
func PromotionOf(key string) rules.Role { return promotionKeys[key] }

// Chosen returns what the pawn of the last move became, and whether that was somebody's choice: it was said, the sensors saw it, or hands
// lifted it to that before they pressed. NoRole is for a choice that would be about another pawn.
func (t *Tracker) Chosen() (r rules.Role, chosen bool) {
	b, by := t.best, t.promoting()
	if by == b.pos.Turn() {
		return rules.NoRole, false
	}
	r = b.by.move.Promotion()
	return r, t.opt.Kind == sensors.Piece || t.said(b) || b.pressed >= 0 && r != choices[0]
}

// said reports whether what the pawn of the move to n became was said.
func (t *Tracker) said(n *node) bool {
	return t.promo == n.by.move.Promotion() && t.promoBy == n.pos.Turn().Other() && t.promoT >= n.parent.at
}

// other is the promotion that led to n, but to r; nil when there is none.
func (n *node) other(r rules.Role) *need {
	for i := range n.parent.needs {
		by := &n.parent.needs[i]
		if by.move.From() == n.by.move.From() && by.move.To() == n.by.move.To() && by.move.Promotion() == r {
			return by
		}
	}
	return nil
}

// choices are what a promoted man becomes each time it is lifted.
var choices = [...]rules.Role{rules.Queen, rules.Knight, rules.Rook, rules.Bishop}

// chosen is the promotion to which the man that was promoted last was lifted; nil when nothing but that man moved, or when lifting it
// chooses no more: where moves stand that were pressed for, what was said or pressed for is chosen.
func (t *Tracker) chosen(n *node) *need {
	if !t.opt.Lifts || t.opt.Kind == sensors.Piece || n.by == nil || n.announced || n.by.move.Promotion() == rules.NoRole {
		return nil
	}
	if t.opt.Stand && (n.pressed >= 0 || t.said(n)) {
		return nil
	}
	tr := n.track(n.by.move.To())
	if tr == nil || len(n.tracks) > 1 || tr.last.role <= t.opt.Costs.Bounce {
		return nil
	}
	return n.other(choices[(slices.Index(choices[:], n.by.move.Promotion())+tr.n)%len(choices)])
}

// promoted is n with another promotion.
func (t *Tracker) promoted(n *node, by *need) *node {
	k := *n
	k.by, k.place, k.at, k.tracks = by, t.placeOf(n.parent.pos.Play(by.move), n.ply), t.now, nil
	k.cost, k.bad = n.cost+n.bad-t.opt.Costs.Bounce, 0 // the lift is explained, not passed over
	return &k
}
