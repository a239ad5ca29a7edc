package boardstate

import (
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Bounds of a search for several moves at once: plies in a line, moves tried from one node, lines
// kept, and nodes searched from.
const (
	searchPlies = 4
	searchLimit = 60_000
	searchLines = 12
	searchNodes = 4
)

// rescue looks for lines of several moves that end in what the sensors see now. It serves where the
// board wasn't read for a while and where contacts failed, so that no single move explains anything.
// The nodes that it was tried for since the last change are passed over.
func (t *Tracker) rescue(patience int) {
	t.step = t.step[:0]
	for i, n := range t.live {
		if i >= searchNodes || n.total > t.best.total+t.opt.Costs.Beam {
			break
		}
		off := t.see.diff(&n.see)
		if off == 0 || n.searched >= patience || n.signed() != "" {
			continue
		}
		n.searched = patience
		s := search{t: t, root: n}
		most := searchPlies
		if !n.gap {
			most = 2
		}
		for plies := 1; plies <= most && s.found == 0; plies++ {
			s.lines(&n.pos, off, plies)
		}
	}
	for _, k := range t.step {
		t.keep(k)
	}
}

// search is one walk through the lines from root, depth first.
type search struct {
	t     *Tracker
	root  *node
	line  [searchPlies]rules.Move
	after [searchPlies]rules.Position
	n     int // moves in line
	seen  int
	found int
}

// lines tries every line of exactly so many plies from pos. off is what differs from the sensors
// there; a move settles four squares at the most, and nearly always two.
func (s *search) lines(pos *rules.Position, off square.Set, plies int) {
	if off.Len() > 2*plies+2 {
		return
	}
	var buf [rules.MaxMoves]rules.Move
	for _, m := range pos.LegalMoves(buf[:0]) {
		if s.seen++; s.seen > searchLimit || s.found >= searchLines {
			return
		}
		if r := m.Promotion(); r != rules.NoRole && r != rules.Queen && s.t.opt.Kind != sensors.Piece {
			continue
		}
		after := &s.after[s.n]
		*after = pos.Play(m)
		rest := s.rest(pos, after, m, off)
		s.line[s.n] = m
		s.n++
		switch {
		case plies > 1:
			s.lines(after, rest, plies-1)
		case rest == 0:
			s.found++
			s.take()
		}
		s.n--
	}
}

// rest is what differs from the sensors after m.
func (s *search) rest(pos, after *rules.Position, m rules.Move, off square.Set) square.Set {
	changed := square.Of(m.From(), m.To())
	if m.IsCastle() {
		changed |= square.Of(m.CastleTo())
	} else if v := pos.Victim(m); v != square.None {
		changed = changed.With(v)
	}
	for sq := range changed.Squares() {
		if s.t.frame[sq] == s.t.eye.says[after.At(sq)] {
			off = off.Without(sq)
		} else {
			off = off.With(sq)
		}
	}
	return off
}

// take adds the line to the stories.
func (s *search) take() {
	c, t := &s.t.opt.Costs, s.t
	lost := c.Lost
	if s.root.gap {
		lost = c.LostGap
	}
	at := s.root
	cost := at.cost + at.bad
	var roles square.Set
	for _, m := range s.line[:s.n] {
		by := at.need(m)
		roles |= by.roles
		cost += c.Ply + lost
		for _, p := range by.puts {
			if s.root.track(p.at) == nil && !s.root.gap {
				cost += c.Unseen
			}
		}
		at = &node{place: t.placeOf(at.pos.Play(m), at.ply+1), parent: at, by: by, cost: cost, at: t.now, made: t.now, pressed: -1, took: at.took, tookAt: at.tookAt}
	}
	for i := range s.root.tracks {
		if tr := &s.root.tracks[i]; roles.Has(tr.sq) {
			at.cost += tr.role
		} else {
			at.cost += tr.far
		}
	}
	t.add(at)
}

// need returns what m asks for at n; m must be legal there.
func (n *node) need(m rules.Move) *need {
	for i := range n.needs {
		if n.needs[i].move == m {
			return &n.needs[i]
		}
	}
	return nil
}
