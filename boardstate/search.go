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

// How patiently lines are looked for: a node from which that was done since the last change is asked again only with more
// patience.
const (
	atOnce    = iota + 1 // after a gap, or between the scans of a slow board
	doubting             // for lines of which one square hid its part
	pressing             // for the same, that the lever says are complete
	afterGap             // when the board has been quiet for a moment after a gap
	quietly              // when it has been quiet for long
	suspicion            // with a broken sensor, for two plies; one more for three
)

// rescue looks for lines of several moves that end in what the sensors see now. It serves where the
// board wasn't read for a while and where contacts failed, so that no single move explains anything.
// The nodes that it was tried for since the last change are passed over.
func (t *Tracker) rescue(patience int) {
	t.searchLines(patience, search{most: 2})
}

// overtake looks, where the scans are so far apart that a man can be set down and moved on or taken between two of them,
// for lines of moves by men that were seen to leave their squares. The opponent may already be lifting his next man.
func (t *Tracker) overtake() {
	t.searchLines(atOnce, search{most: searchPlies, seen: true})
}

// proofs is how many moves must follow on one that a broken sensor hid: men that are tidied away may look like one, but
// not like a game that goes on.
const proofs = 4

// doubt looks, when play has gone on, for lines of moves that were all seen but for one square.
func (t *Tracker) doubt() {
	t.searchLines(doubting, search{most: searchPlies, broken: true, seen: true})
}

// doubtPressed is doubt when a player who has made no move in the best story presses the lever: the last move is complete.
func (t *Tracker) doubtPressed(by rules.Color) {
	t.searchLines(pressing, search{most: searchPlies, broken: true, seen: true, pressed: true, presser: by})
}

// suspect looks for lines that end in what the sensors see but for one of them, which is broken then: of three plies when
// very much waits.
func (t *Tracker) suspect(waits int) {
	most := 2
	if waits > 4*t.opt.Costs.Broken {
		most = 3
	}
	t.searchLines(suspicion+most-2, search{most: most, broken: true})
}

// searchLines looks for lines as how says, longer ones when the board wasn't read.
func (t *Tracker) searchLines(patience int, how search) {
	t.step = t.step[:0]
	for i, n := range t.live {
		if i >= searchNodes || n.total > t.best.total+t.opt.Costs.Beam {
			break
		}
		off := n.off(&t.see)
		if off == 0 && !how.pressed || n.owed != 0 || n.searched >= patience || n.signed() != "" {
			continue
		}
		if n.gap && how.broken && how.seen {
			continue // what wasn't seen is no sign of a broken sensor
		}
		n.searched = patience
		s := how
		s.t, s.root = t, n
		if n.gap {
			s.most, s.seen = searchPlies, false
		}
		for plies := 1; plies <= s.most && s.found == 0; plies++ {
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
	tried int
	found int

	unseen square.Set // squares in line on which nothing was seen to change

	most   int  // plies in a line
	broken bool // one square is left over: its sensor is broken
	seen   bool // all moves were seen, but for what the broken square hides; where none is broken, only the men's leaving
	// must have been seen, and the opponent may be lifting his next one

	pressed bool // presser has just pressed the lever, so his move is complete
	presser rules.Color
}

// lines tries every line of exactly so many plies from pos. off is what differs from the sensors
// there; a move settles four squares at the most, and nearly always two.
func (s *search) lines(pos *rules.Position, off square.Set, plies int) {
	if off.Len() > 2*plies+3 {
		return
	}
	var buf [rules.MaxMoves]rules.Move
	for _, m := range pos.LegalMoves(buf[:0]) {
		if s.tried++; s.tried > searchLimit || s.found >= searchLines {
			return
		}
		if s.t.asQueen(m) || s.seen && !s.broken && !s.left(m) {
			continue
		}
		unseen := s.unseen
		if s.broken && s.seen {
			if s.unseen |= s.without(pos, m); s.unseen.Len() > 1 {
				s.unseen = unseen
				continue
			}
		}
		after := &s.after[s.n]
		*after = pos.Play(m)
		rest := s.rest(pos, after, m, off)
		s.line[s.n] = m
		s.n++
		if plies > 1 {
			s.lines(after, rest, plies-1)
		} else {
			s.end(after, rest)
		}
		s.n--
		s.unseen = unseen
	}
}

// end takes the line, after which rest differs from the sensors, if that is so little that it explains what they say.
func (s *search) end(after *rules.Position, rest square.Set) {
	reply := s.replying(after, rest)
	rest &^= reply
	switch {
	case s.broken:
		rest |= s.unseen
		if !s.suspect(rest) || s.seen && s.backwards() || !s.root.gap && (!s.marked() || s.arrivedFirst(rest) || s.displaced(rest)) {
			return
		}
	case rest != 0:
		return
	}
	s.found++
	s.take(rest, reply)
}

// backwards reports whether a man had been set down before the man who must have moved before him was lifted: that is a man moved out
// of turn, and no line.
func (s *search) backwards() bool {
	for i := 1; i < s.n; i++ {
		begun, done := s.root.track(s.line[i-1].From()), s.root.track(s.line[i].To())
		if begun != nil && done != nil && done.open && done.since < begun.first {
			return true
		}
	}
	return false
}

// arrivedFirst reports whether a man is to have come to a square on which something stood before he was lifted: that is another man.
// broken are the squares of which that can't be said.
func (s *search) arrivedFirst(broken square.Set) bool {
	var came square.Set // what men of this line have reached
	for _, m := range s.line[:s.n] {
		lifted, set := s.root.track(m.From()), s.root.track(m.To())
		known := lifted != nil && set != nil && set.open && !came.Has(m.From()) && broken&square.Of(m.From(), m.To()) == 0
		if known && s.t.frame[m.To()] != sensors.Nothing && set.changed+s.t.opt.Costs.BounceMS < lifted.first {
			return true
		}
		came = came.With(m.To())
	}
	return false
}

// before is the position before the move of the line with an index.
func (s *search) before(i int) *rules.Position {
	if i > 0 {
		return &s.after[i-1]
	}
	return &s.root.pos
}

// displaced reports whether nobody was seen to leave for a square to which a man is to have come, while the story passes over one like him
// who is gone from his square: he was displaced, and set down there. broken are the squares of which nothing is believed.
func (s *search) displaced(broken square.Set) bool {
	for i, m := range s.line[:s.n] {
		if came := s.root.track(m.To()); !broken.Has(m.From()) || broken.Has(m.To()) || came == nil || !came.open {
			continue
		}
		pos := s.before(i)
		says := s.t.eye.says[pos.At(m.From())]
		for away := range (s.root.mask & pos.Occupied()).Squares() {
			if s.t.frame[away] == sensors.Nothing && s.t.eye.says[pos.At(away)] == says {
				return true
			}
		}
	}
	return false
}

// marked reports whether each move of the line left a mark of its own: a square that was seen to change and that no other move of the
// line changes. What changes on a square that is taken for broken is no mark, unless it only never rests. A man of whom nothing was seen but
// where another was, too, didn't move.
func (s *search) marked() bool {
	var changed [searchPlies]square.Set
	for i, m := range s.line[:s.n] {
		pos := s.before(i)
		changed[i] = s.squares(pos, m) &^ s.without(pos, m) &^ (s.root.mask &^ s.t.deaf)
	}
	for i := range s.n {
		own := changed[i]
		for j := range s.n {
			if j != i {
				own &^= changed[j]
			}
		}
		if own == 0 {
			return false
		}
	}
	return true
}

// without are the squares that m changes and on which nothing was seen to change.
func (s *search) without(pos *rules.Position, m rules.Move) (out square.Set) {
	for sq := range s.squares(pos, m).Squares() {
		if s.root.track(sq) == nil && !s.root.mask.Has(sq) {
			out = out.With(sq)
		}
	}
	return out
}

// left reports whether the man that makes m was seen to leave its square, or came there in this line.
func (s *search) left(m rules.Move) bool {
	for _, before := range s.line[:s.n] {
		if before.To() == m.From() {
			return true
		}
	}
	return s.root.track(m.From()) != nil || s.root.mask.Has(m.From())
}

// replying is the square of a man that the side to move has lifted just now.
func (s *search) replying(after *rules.Position, rest square.Set) square.Set {
	if !s.seen {
		return 0
	}
	for at := range (rest & after.Side(after.Turn())).Squares() {
		if tr := s.root.track(at); s.t.frame[at] == sensors.Nothing && tr != nil && tr.open && tr.changed == s.t.last {
			return at.Set()
		}
	}
	return 0
}

// suspect reports whether the line leaves over one square that may be broken. After one move it must have begun to
// differ before that move began, so that it isn't the move's own: its man may still be in the hand.
func (s *search) suspect(rest square.Set) bool {
	if rest.Len() != 1 {
		return false
	}
	last := s.line[s.n-1]
	if s.pressed {
		return s.after[s.n-1].Turn() != s.presser
	}
	if s.n > 1 {
		open := s.root.off(&s.t.see) &^ rest
		return !s.seen || !rest.Has(last.To()) && open.Len() >= s.n // each move left its mark
	}
	tr := s.root.track(rest.First())
	return tr != nil && tr.open && tr.since < s.root.begin(last.From().Set())
}

// rest is what differs from the sensors after m.
func (s *search) rest(pos, after *rules.Position, m rules.Move, off square.Set) square.Set {
	for sq := range s.squares(pos, m).Squares() {
		if s.t.frame[sq] == s.t.eye.says[after.At(sq)] {
			off = off.Without(sq)
		} else {
			off = off.With(sq)
		}
	}
	return off &^ s.root.mask
}

// squares are those on which m changes something.
func (s *search) squares(pos *rules.Position, m rules.Move) square.Set {
	changed := square.Of(m.From(), m.To())
	if m.IsCastle() {
		return changed | square.Of(m.CastleTo())
	}
	if v := pos.Victim(m); v != square.None {
		changed = changed.With(v)
	}
	return changed
}

// take adds the line to the stories, without trust in the squares that are broken, and with a man on its way to reply.
func (s *search) take(broken, reply square.Set) {
	c, t := &s.t.opt.Costs, s.t
	at := s.root
	cost := at.cost + at.bad + s.disorder()
	lost := c.Lost
	switch {
	case s.root.gap:
		lost = c.LostGap
	case broken != 0:
		lost, cost = 0, cost+c.Broken
		if tr := s.root.track(broken.First()); tr != nil && tr.n > 0 {
			cost += c.CarryOdd // it has just been seen to work
		}
	}
	mask := s.root.mask | broken
	var roles square.Set
	for _, m := range s.line[:s.n] {
		by := at.need(m)
		roles |= by.roles
		if by.still && !s.root.together(by, s.root.setAt(by)) {
			cost += 2 * c.Unseen
		}
		cost += c.Ply + lost
		for _, p := range by.puts {
			if !s.changed(p.at) && !s.root.gap && !mask.Has(p.at) {
				cost += c.Unseen
			}
		}
		at = &node{place: t.placeOf(at.pos.Play(m), at.ply+1), parent: at, by: by, cost: cost, at: t.now, making: making{made: t.now, pressed: -1, unseen: true}, handed: handed{mask, at.took, at.tookAt, at.proofs}}
	}
	switch {
	case s.pressed:
		at.pressed = t.now
	case s.broken && s.seen:
		at.proofs = proofs
	}
	if broken != 0 {
		roles &= changed(&s.root.pos, &at.pos) // men that went and came back explain nothing
	}
	for i := range s.root.tracks {
		if tr := &s.root.tracks[i]; mask.Has(tr.sq) {
			continue
		} else if reply.Has(tr.sq) {
			at.cost += c.Carry
			at.tracks = append(at.tracks, track{sq: tr.sq, open: true, dark: true, first: tr.since, since: tr.since, changed: tr.changed})
		} else if roles.Has(tr.sq) {
			at.cost += tr.role
		} else {
			at.cost += tr.far
		}
	}
	t.add(at)
}

// changed reports whether the contact of a square changed lately.
func (s *search) changed(at square.Square) bool {
	tr := s.root.track(at)
	return tr != nil && (tr.open || s.t.now-tr.changed < staleMS)
}

// disorder is what speaks against the line because a later move's man went before an earlier one's.
func (s *search) disorder() (cost int) {
	var before int64
	for _, m := range s.line[:s.n] {
		begun := before
		if tr := s.root.track(m.From()); tr != nil {
			begun = tr.first
		}
		if begun < before {
			cost += s.t.opt.Costs.CarryOdd
		}
		before = begun
	}
	return cost
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
