package boardstate

import (
	"jadoube/rules"
	"jadoube/rules/square"
)

// Bounds of a search for several moves at once: plies in a line, positions looked at from one node,
// lines kept, and nodes searched from.
const (
	searchPlies = 4
	searchLimit = 6000
	searchLines = 12
	searchNodes = 4
)

// rescue looks for lines of several moves that end in what the sensors see now. It serves where the
// board wasn't read for a while and where contacts failed, so that no single move explains anything.
func (t *Tracker) rescue(patience int) {
	t.step = t.step[:0]
	for i, n := range t.live {
		if i >= searchNodes || n.total > t.best.total+t.opt.Costs.Beam {
			break
		}
		if off := t.see.diff(&n.see); off != 0 && off.Len() <= 2*searchPlies+2 && n.searched < patience {
			n.searched = patience
			s := search{t: t, root: n}
			s.lines(n, off, searchPlies)
		}
	}
	for _, k := range t.step {
		t.keep(k)
	}
}

// search is one walk through the lines from root.
type search struct {
	t     *Tracker
	root  *node
	line  []*need
	seen  int
	found int
}

// lines walks depth first; at is where the line stands, off what still differs from the sensors.
func (s *search) lines(at *node, off square.Set, left int) {
	s.seen++
	for i := range at.needs {
		by := &at.needs[i]
		rest := off &^ by.roles
		for _, p := range by.puts {
			if s.t.frame[p.at] != p.says {
				rest = rest.With(p.at)
			}
		}
		switch {
		case s.seen > searchLimit || s.found >= searchLines:
			return
		case by.move.Promotion() > rules.Knight && by.move.Promotion() < rules.Queen || by.move.Promotion() == rules.Knight:
			continue
		case rest == 0:
			s.found++
			s.take(at, by)
		case left > 1 && rest.Len() <= 2*(left-1):
			next := &node{place: s.t.placeOf(at.pos.Play(by.move), at.ply+1), parent: at, by: by, cost: at.cost, at: s.t.now, made: s.t.now, pressed: -1}
			s.line = append(s.line, by)
			s.lines(next, rest, left-1)
			s.line = s.line[:len(s.line)-1]
		}
	}
}

// take adds the line that ends with by to the stories.
func (s *search) take(at *node, by *need) {
	c := &s.t.opt.Costs
	cost := s.root.cost + s.root.bad
	line := append(s.line, by)
	lost := c.Lost
	if s.root.gap {
		lost = c.LostGap
	}
	var roles square.Set
	for _, l := range line {
		cost += c.Ply + lost
		roles |= l.roles
		for _, p := range l.puts {
			if tr := s.root.track(p.at); tr == nil && !s.root.gap {
				cost += c.Unseen
			}
		}
	}
	for i := range s.root.tracks {
		if tr := &s.root.tracks[i]; roles.Has(tr.sq) {
			cost += tr.role
		} else {
			cost += tr.far
		}
	}
	s.t.add(&node{
		place: s.t.placeOf(at.pos.Play(by.move), at.ply+1), parent: at, by: by,
		cost: cost, at: s.t.now, made: s.t.now, pressed: -1,
	})
}
