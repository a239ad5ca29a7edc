package boardstate

import (
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
	var side rules.Color
	switch p.Key {
	case "takeback":
		t.backT = t.now
		return
	case "white":
		side = rules.White
	case "black":
		side = rules.Black
	default:
		return
	}
	for _, n := range t.live {
		switch {
		case n.pos.Turn() == side:
			n.bad += t.opt.Costs.Press
		case n.pressed < 0:
			n.pressed = t.now
			n.bad += n.loose(&t.opt.Costs)
		}
	}
}

// loose is what speaks against a press by the player who moved to n: a man of his own in the air, or one set down where
// none can be, while the opponent holds none of his.
func (n *node) loose(c *Costs) (sum int) {
	for i := range n.tracks {
		tr := &n.tracks[i]
		switch p := n.pos.At(tr.sq); {
		case !tr.open:
		case p == rules.NoPiece || p.Color() != n.pos.Turn():
			sum += c.CarryOdd
		default:
			return 0
		}
	}
	return sum
}

// choose makes the promotion just made, or the one being made, one to r.
func (t *Tracker) choose(r rules.Role) {
	t.promo, t.promoT = r, t.now
	for i, n := range t.live {
		if n.by == nil || n.by.move.Promotion() == rules.NoRole || n.by.move.Promotion() == r {
			continue
		}
		for j := range n.parent.needs {
			by := &n.parent.needs[j]
			if by.move.From() == n.by.move.From() && by.move.To() == n.by.move.To() && by.move.Promotion() == r {
				k := *n
				k.by = by
				k.place = t.placeOf(n.parent.pos.Play(by.move), n.ply)
				t.live[i] = &k
			}
		}
	}
}
