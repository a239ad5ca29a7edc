package sim

import (
	"cmp"
	"slices"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// signal is one line of the trace to be.
type signal struct {
	t      int64
	change sensors.Change
	press  *sensors.Press
	lost   int64 // milliseconds for which the board wasn't read
}

// readings returns what the scans found and what was pressed, in order.
func (p *player) readings() []sensors.Reading {
	var all []signal
	for _, g := range p.gaps {
		if g.from <= p.now {
			all = append(all, signal{t: g.to, lost: g.to - g.from})
		}
	}
	for s := range p.wires {
		all = p.sample(all, square.Square(s), p.bounce(square.Square(s)))
	}
	for _, b := range p.press {
		all = append(all, signal{t: b.t, press: &sensors.Press{Key: b.key}})
	}
	slices.SortStableFunc(all, func(a, b signal) int { return cmp.Compare(a.t, b.t) })
	return group(all)
}

// bounce returns the edges of a contact with their bounces. A bounce is over before half of the time to the
// next edge, so that it never looks like one.
func (p *player) bounce(s square.Square) []edge {
	edges := p.wires[s]
	var out []edge
	before := p.trace.Start[s]
	for i, e := range edges {
		out = append(out, e)
		limit := e.t + 1000
		if i+1 < len(edges) {
			limit = (e.t + edges[i+1].t) / 2
		}
		if !e.crisp && p.chance(p.Profile.Bounce) {
			t := e.t
			for range 1 + p.rng.IntN(3) {
				back := p.wait(t, Span{1, 8})
				again := p.wait(back, Span{1, 8})
				if again >= limit {
					break
				}
				out = append(out, edge{t: back, to: before}, edge{t: again, to: e.to})
				t = again
			}
		}
		before = e.to
	}
	return out
}

// sample appends what the scans find of one contact.
func (p *player) sample(all []signal, s square.Square, edges []edge) []signal {
	was := p.trace.Start[s]
	for i, e := range edges {
		at := p.seen(e.t)
		if i+1 < len(edges) && p.seen(edges[i+1].t) == at {
			continue // over before the scan
		}
		if to := e.to.As(p.Kind); to != was {
			all = append(all, signal{t: at, change: sensors.Change{Square: s, To: to}})
			was = to
		}
	}
	return all
}

// group makes readings of the lines, as a reader of their text would.
func group(all []signal) []sensors.Reading {
	var out []sensors.Reading
	for i, s := range all {
		if i == 0 || s.t != all[i-1].t || all[i-1].press != nil {
			out = append(out, sensors.Reading{T: s.t})
		}
		r := &out[len(out)-1]
		switch {
		case s.press != nil:
			r.Press = s.press
		case s.lost > 0:
			r.Gap = s.lost
		default:
			r.Changes = append(r.Changes, s.change)
		}
	}
	return out
}
