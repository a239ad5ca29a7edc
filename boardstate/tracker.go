package boardstate

import (
	"math"
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Options say what kind of board is read.
type Options struct {
	Kind  sensors.Kind
	Scan  int64 // milliseconds between two scans, 0 = unknown
	Costs Costs // the zero value means DefaultCosts
	Lifts bool  // a promoted man that is lifted and set back becomes the next choice: queen, knight, rook, bishop
	Stand bool  // what was pressed for stands: it is taken back by the button or by [Tracker.Release], never by hand alone
}

// Tracker keeps the explanations of what a board's sensors say. It is fed with raw readings in the
// order of their time and with the passing of time itself, and never looks at a clock.
type Tracker struct {
	opt     Options
	eye     *eye
	frame   sensors.Frame
	see     planes
	live    []*node
	best    *node
	nodes   []*node  // of the line told last
	told    []Played // that line
	lifted  []Away   // of the story told last
	placed  []Away
	now     int64
	last    int64 // time of the last reading with a change
	check   int   // next of the checkpoints after last
	step    []*node
	promo   rules.Role // promotion chosen by a button
	promoT  int64
	promoBy rules.Color     // whose promotion it is
	pressT  int64           // when a lever was pressed last, -1 once that has been believed
	backT   int64           // when "takeback" was pressed last, -1 never
	pulse   [64]pulse       // how restless each contact is
	deaf    square.Set      // squares distrusted because they never come to rest
	seen    map[uint64]bool // hashes of what the sensors would see of every position that came up
	ended   bool
}

// checkpoints are the times after a change at which the passing of time is weighed: what is shown
// must not depend on how often the caller looks.
var checkpoints = [...]int64{40, 80, 160, 320, 640, 1000, 1500, 2000, 3000, 4000, 5000, 7000, 10000}

// staleMS: a base that is so many ms older than another must be cheaper by a thousand to be kept instead.
const staleMS = 10_000

// maxLive bounds the nodes that are kept, maxBases those for one point of the game.
const (
	maxLive  = 40
	maxBases = 3
)

// New returns a tracker for a board on which pos stands.
func New(pos rules.Position, opt Options) *Tracker {
	if opt.Costs == (Costs{}) {
		opt.Costs = DefaultCosts()
	}
	t := &Tracker{opt: opt, eye: newEye(opt.Kind), backT: -1, seen: map[uint64]bool{}}
	root := &node{place: t.newPlace(pos, 0), making: making{pressed: -1}}
	t.frame, t.see = root.frame, root.see
	t.live = []*node{root}
	t.best = root
	t.check = len(checkpoints)
	return t
}

// Next tells when Advance can next change anything; ok is false while nothing waits for time to pass.
func (t *Tracker) Next() (at int64, ok bool) {
	if t.ended || t.check >= len(checkpoints) {
		return 0, false
	}
	return t.last + checkpoints[t.check], true
}

// Advance lets time pass up to and including ms.
func (t *Tracker) Advance(ms int64) {
	for {
		at, ok := t.Next()
		if !ok || at > ms {
			break
		}
		t.check++
		t.now = at
		t.evaluate()
		t.lookFurther()
	}
	t.now = max(t.now, ms)
}

// Read takes one reading. Its time must not be before an earlier one's.
func (t *Tracker) Read(r sensors.Reading) {
	if t.ended {
		return
	}
	t.Advance(r.T - 1)
	t.now = r.T
	if r.Gap > 0 {
		for _, n := range t.live {
			n.gap = true
		}
	}
	t.listen()
	if len(r.Changes) > 0 {
		t.believePress()
	}
	if len(r.Changes) > 0 && !t.change(r.Changes) && r.Press == nil && r.Gap == 0 {
		return
	}
	if r.Press != nil {
		t.press(r.Press)
	}
	t.evaluate()
	t.lookNow(r)
}

// lookNow searches for several moves at once after a reading that the best story doesn't explain.
func (t *Tracker) lookNow(r sensors.Reading) {
	by, pressed := lever(r.Press)
	switch {
	case r.Gap > 0:
		t.rescue(atOnce)
		t.evaluate()
	case pressed && t.best.pos.Turn() == by:
		t.doubtPressed(by)
		t.evaluate()
	case len(r.Changes) > 0:
		t.lookBetweenScans()
		t.lookForBroken()
	}
}

// lookBetweenScans searches for moves that were over before a slow board could see them.
func (t *Tracker) lookBetweenScans() {
	if waits := t.best.total - t.best.cost; t.blind() && waits > t.opt.Costs.Stay && t.best.off(&t.see).Len() > 1 {
		t.overtake()
		t.evaluate()
	}
}

// lookForBroken searches for moves that were all seen but for one square, when much waits to be explained.
func (t *Tracker) lookForBroken() {
	if waits := t.best.total - t.best.cost; waits > t.opt.Costs.Stuck && t.best.halfDone() == nil {
		t.doubt()
		t.evaluate()
	}
}

// lookFurther searches for several moves at once when the board has been quiet and the best story
// leaves something open.
func (t *Tracker) lookFurther() {
	quiet := t.now - t.last
	if quiet >= 320 {
		t.lookForBroken()
	}
	switch off := t.best.off(&t.see); {
	case off == 0 || t.best.halfDone() != nil:
	case t.best.gap && quiet >= 160:
		t.rescue(afterGap)
		t.evaluate()
	case quiet >= 1000 && off.Len() > 1 && t.best.total-t.best.cost > t.opt.Costs.Stuck:
		t.rescue(quietly)
		t.evaluate()
	}
	if waits := t.best.total - t.best.cost; t.suspicious(waits, quiet) {
		t.suspect(waits)
		t.evaluate()
	}
}

// suspicious reports whether so much waits to be explained that a sensor may be broken: men of both sides are away, or
// something has stood where it can't for long.
func (t *Tracker) suspicious(waits int, quiet int64) bool {
	broken := t.opt.Costs.Broken
	return (quiet >= 320 && waits > 2*broken || quiet >= 3000 && waits > broken) && t.best.halfDone() == nil
}

// Finish ends the recording: the board stays as it is for ever.
func (t *Tracker) Finish() {
	t.now += 60_000
	t.evaluate()
	t.ended = true
}

// change takes in what a scan found. It is false when only contacts changed that aren't listened to.
func (t *Tracker) change(changes []sensors.Change) bool {
	var batch square.Set
	c := &t.opt.Costs
	for _, ch := range changes {
		s := ch.Square
		if t.frame[s] == ch.To {
			continue
		}
		batch = batch.With(s)
		t.frame[s] = ch.To
		t.see.set(s, ch.To)
		t.restless(s)
		if t.deaf.Has(s) {
			continue
		}
		for _, n := range t.live {
			n.searched = 0
			if n.mask.Has(s) {
				if ch.To == n.frame[s] {
					n.mask = n.mask.Without(s) // it works, and says what the story says
				}
				continue
			}
			tr := n.track(s)
			if tr == nil {
				n.tracks = append(n.tracks, track{sq: s})
				tr = &n.tracks[len(n.tracks)-1]
			}
			idle := tr.open && ch.To == n.frame[s] && n.idle(s, tr.since, c)
			tr.note(c, t.now, ch.To, n.frame[s], idle)
		}
	}
	if batch&^t.deaf == 0 {
		return false
	}
	t.last, t.check = t.now, 0
	t.grow(batch)
	return true
}

// grow looks for what became complete with the changes of this instant. A node that it adds is
// looked at in its turn, since a fast reply may be complete at the same instant.
func (t *Tracker) grow(batch square.Set) {
	t.step = t.step[:0]
	old := len(t.live)
	for i := 0; i < old; i++ {
		t.growFrom(t.live[i], batch)
	}
	for i := 0; i < len(t.step) && i < maxLive; i++ {
		if n := t.step[i]; n.by != nil && n.at == t.now && len(n.tracks) > 0 {
			t.growFrom(n, batch)
		}
	}
	for _, n := range t.step {
		t.keep(n)
	}
}

func (t *Tracker) growFrom(n *node, batch square.Set) {
	off := n.off(&t.see)
	if off == 0 {
		n.carriedOut()
		t.growStill(n)
		if len(n.tracks) > 0 {
			t.add(t.rebase(n))
		}
		return
	}
	for i := range n.needs {
		by := &n.needs[i]
		left := off &^ by.roles
		if left.Len() > 4 || left != 0 && batch&by.roles == 0 || !t.complete(by, n.mask) {
			continue
		}
		if r := by.move.Promotion(); r != rules.NoRole && t.opt.Kind != sensors.Piece && r != t.promotion(n) {
			continue
		}
		if cost, ok := t.explain(n, by, left); ok {
			t.add(t.child(n, by, cost, left))
		}
	}
	if n.signed() != "" {
		t.moveSign(n, off)
		t.growUnsigned(n)
		return
	}
	if n.owed == 0 {
		t.growSigns(n, off)
	}
	t.growBacks(n)
	t.growOthers(n, off)
}

// growStill looks for castling that leaves all contacts as they were: king and rook were in the air together.
func (t *Tracker) growStill(n *node) {
	for i := range n.needs {
		by := &n.needs[i]
		if !by.still || !n.together(by, t.now) {
			continue
		}
		if cost, ok := t.explain(n, by, 0); ok {
			t.add(t.child(n, by, cost, 0))
		}
	}
}

// together reports whether the men of all contacts of a need were off their squares at one time, and the last of them was
// set down at now.
func (n *node) together(by *need, now int64) bool {
	var lifted, set, last int64 = 0, math.MaxInt64, 0
	for _, p := range by.puts {
		tr := n.track(p.at)
		if tr == nil || tr.open || !tr.dark {
			return false
		}
		lifted, set, last = max(lifted, tr.since), min(set, tr.changed), max(last, tr.changed)
	}
	return lifted < set && last == now
}

// setAt is when the last contact of a need changed.
func (n *node) setAt(by *need) (at int64) {
	for _, p := range by.puts {
		if tr := n.track(p.at); tr != nil {
			at = max(at, tr.changed)
		}
	}
	return at
}

// asQueen reports whether m promotes to less than a queen and the sensors can't tell: the move to a queen stands for it
// then, until the players choose.
func (t *Tracker) asQueen(m rules.Move) bool {
	r := m.Promotion()
	return r != rules.NoRole && r != rules.Queen && t.opt.Kind != sensors.Piece
}

// promotion is the piece that a pawn becomes when the sensors can't tell: the one chosen since n,
// else a queen.
func (t *Tracker) promotion(n *node) rules.Role {
	if t.promo != rules.NoRole && t.promoT >= n.at && t.promoBy == n.pos.Turn() {
		return t.promo
	}
	return rules.Queen
}

// complete reports whether all contacts of a need have changed that a story trusts, one at least.
func (t *Tracker) complete(by *need, mask square.Set) bool {
	if by.roles&^mask == 0 {
		return false
	}
	for _, p := range by.puts {
		if t.frame[p.at] != p.says && !mask.Has(p.at) {
			return false
		}
	}
	return true
}

// explain returns what is left unexplained when by is what happened since n stood complete; left
// are squares out of place when the move is complete. It is false when evidence is missing that
// the sensors would have given.
func (t *Tracker) explain(n *node, by *need, left square.Set) (cost int, ok bool) {
	c := &t.opt.Costs
	begin := n.begin(by.from)
	cost = c.Ply + n.bad
	if n.took > 0 && n.at == n.tookAt && begin-n.at < c.BackSoon {
		cost += grow(c.BackSoon-(begin-n.at), c.BackSoon) // rather more is taken back
	}
	cost += t.movedOn(n, by, begin) + t.takenSoon(n, by)
	for _, p := range by.puts {
		tr := n.track(p.at)
		switch {
		case n.mask.Has(p.at):
			cost += c.blind(p.comes || p.swaps)
		case tr != nil && tr.unseen:
			return 0, false
		case tr == nil && !p.swaps && n.frame[p.at] == p.says:
		case tr == nil && p.swaps && (t.blind() || n.gap):
			cost += c.Unseen
		case tr == nil:
			return 0, false
		case (p.comes || p.swaps) && tr.changed < n.begin(p.src.Set()) && !n.gap && !n.mask.Has(p.src):
			if tr.changed+c.BounceMS < n.begin(p.src.Set()) {
				return 0, false
			}
			cost += c.Early
		}
	}
	bumped := n.bump(by, left, t.opt.Scan)
	for i := range n.tracks {
		tr := &n.tracks[i]
		if n.owed.Has(tr.sq) && left.Has(tr.sq) {
			cost += c.Owed
			continue
		}
		cost += tr.as(by)
		if n.standsOn(by, tr, c) {
			return 0, false
		}
		switch {
		case !left.Has(tr.sq):
			continue
		case bumped.Has(tr.sq):
			cost += c.Bump
			continue
		}
		if early := begin - tr.since; early > c.HasteMS {
			return 0, false
		} else if early > 0 {
			cost += grow(early, c.HasteMS)
		}
		if n.by != nil && n.by.roles.Has(tr.sq) {
			cost += c.brief(tr.since - n.made)
		}
		if t.replying(n, tr, left) {
			cost += c.Carry
			if t.frame[tr.sq] != sensors.Nothing {
				cost += grow(t.now-tr.since, c.HasteMS) // his man stands already
				if tr.since < begin {
					cost += c.CarryOdd // before the mover had touched his
				}
			}
		} else {
			cost += c.CarryOdd
		}
	}
	return cost, true
}

// standsOn reports whether the man that makes by must have stood on the square of tr, where the position has nobody, when he is to have come
// where by brings him: he was the only one in a hand when something came there. Others who had come home by then weren't.
func (n *node) standsOn(by *need, tr *track, c *Costs) bool {
	if by.from.Len() != 1 || n.gap || n.owed != 0 || by.roles.Has(tr.sq) || n.pos.At(tr.sq) != rules.NoPiece {
		return false
	}
	if set := n.track(by.move.To()); !tr.open && (set == nil || set.changed < tr.since || set.changed+c.NearMS > tr.changed) {
		return false
	}
	his := false
	for i := range n.tracks {
		switch o := &n.tracks[i]; {
		case n.pos.At(o.sq) == rules.NoPiece || o.first > tr.since:
		case by.from.Has(o.sq):
			his = true
		case by.roles.Has(o.sq) || o.open || o.changed >= tr.since:
			return false
		}
	}
	return his
}

// bump are the squares of left between which the mover shoved another of his men aside, with the man that makes by in his hand: that one had
// left his square before, and was set down after, and the other was on the square beside at once.
func (n *node) bump(by *need, left square.Set, scan int64) (bumped square.Set) {
	if n.gap || left.Len() < 2 {
		return 0
	}
	lifted, set := n.begin(by.from), n.setAt(by)
	own := n.pos.Side(n.pos.Turn())
	for s := range (left & own).Squares() {
		went := n.track(s)
		if went.since < lifted {
			continue
		}
		for to := range (left & ring(s.Set()) &^ n.pos.Occupied()).Squares() {
			if came := n.track(to); came.since >= went.since && came.since-went.since <= pushTime+scan && came.since <= set {
				return square.Of(s, to)
			}
		}
	}
	return 0
}

// movedOn is what speaks against a man's moving on at a time although the move that brought it there was answered: the less
// it stood there, the more.
func (t *Tracker) movedOn(n *node, by *need, begin int64) int {
	was := n.parent
	if was == nil || was.ply == n.ply || was.by == nil || was.by.sign != nil || was.by.move.To() != by.move.From() {
		return 0
	}
	return hasty(begin-was.made, t.opt.Costs.BriefMS+t.opt.Scan/2)
}

// takenSoon is what speaks against a capture whose victim was lifted before it had stood for a moment: rather it was still
// in the mover's hand.
func (t *Tracker) takenSoon(n *node, by *need) int {
	if n.by == nil || n.by.sign != nil || n.by.move.To() != by.move.To() {
		return 0
	}
	if tr := n.track(by.move.To()); tr != nil && tr.dark {
		return hasty(tr.first-n.made, 2*t.opt.Costs.BriefMS)
	}
	return 0
}

// replying reports whether what is open on a square is the opponent's reply under way: one of his men
// lifted, or one set down after such a lift.
func (t *Tracker) replying(n *node, tr *track, left square.Set) bool {
	his := func(s square.Square) bool {
		p := n.pos.At(s)
		return p != rules.NoPiece && p.Color() != n.pos.Turn() && t.frame[s] == sensors.Nothing
	}
	if his(tr.sq) {
		return true
	}
	if n.pos.At(tr.sq) != rules.NoPiece {
		return false
	}
	for s := range left.Squares() {
		if his(s) && n.track(s).since <= tr.since {
			return true
		}
	}
	return false
}

// blind reports whether a piece can push another aside between two scans.
func (t *Tracker) blind() bool { return t.opt.Scan >= 40 }

func (t *Tracker) child(n *node, by *need, cost int, left square.Set) *node {
	k := &node{parent: n, by: by, cost: n.cost + cost, at: t.now, making: making{pressed: -1}, handed: n.handed}
	k.place = t.placeOf(n.pos.Play(by.move), n.ply+1)
	for _, p := range by.puts {
		if tr := n.track(p.at); tr != nil {
			k.made = max(k.made, tr.changed)
		} else if p.swaps || n.mask.Has(p.at) {
			k.unseen = true
		}
	}
	k.proofs = max(0, n.proofs-1)
	k.bumped = n.bump(by, left, t.opt.Scan)
	k.pushed = n.pushing(by, k.made, t.opt.Scan)
	k.owed, k.swaps = n.owed&left, n.swaps
	for s := range left.Squares() {
		tr := *n.track(s)
		k.tracks = append(k.tracks, track{sq: s, open: true, unseen: tr.unseen, dark: tr.dark, first: tr.since, since: tr.since, changed: tr.changed})
	}
	return k
}

// rebase is n's position standing complete again after changes that came to nothing.
func (t *Tracker) rebase(n *node) *node {
	if by := t.chosen(n); by != nil {
		return t.promoted(n, by)
	}
	k := &node{place: n.place, parent: n.parent, by: n.by, owed: n.owed, swaps: n.swaps, cost: n.cost + n.bad, at: t.now, making: n.making, handed: n.handed}
	for i := range n.tracks {
		tr := &n.tracks[i]
		if n.by != nil && n.by.roles.Has(tr.sq) {
			k.cost += tr.role
		} else {
			k.cost += min(tr.line, tr.near, tr.far)
		}
	}
	return k
}

// placeOf returns the place of a position, shared with a live node that stands there already.
func (t *Tracker) placeOf(pos rules.Position, ply int) *place {
	key := pos.Key()
	for _, list := range [][]*node{t.live, t.step} {
		for _, n := range list {
			if n.ply == ply && n.key == key && n.signed() == "" && n.pos.HalfMoves() == pos.HalfMoves() {
				return n.place
			}
		}
	}
	return t.newPlace(pos, ply)
}

func (t *Tracker) newPlace(pos rules.Position, ply int) *place {
	p := t.eye.newPlace(pos, ply)
	t.seen[p.see.hash()] = true
	return p
}

// add keeps of the nodes of this instant the cheapest for each point of the game.
func (t *Tracker) add(k *node) {
	for i, o := range t.step {
		if o.same(k) {
			if k.cost < o.cost {
				t.step[i] = k
			}
			return
		}
	}
	t.step = append(t.step, k)
}

// stale is how little a base is worth keeping: what it costs with all that waits, and the dearer the longer ago it was.
func (t *Tracker) stale(n *node) int {
	return n.cost + n.waiting(&t.opt.Costs, t.now) + grow(t.now-n.at, staleMS)
}

// keep puts a node among the live ones and gives up the stalest older bases of the same point.
func (t *Tracker) keep(k *node) {
	bases, worst := 0, -1
	for i, o := range t.live {
		if o.same(k) {
			bases++
			if worst < 0 || t.stale(o) >= t.stale(t.live[worst]) {
				worst = i
			}
		}
	}
	if bases >= maxBases {
		t.live[worst] = k
		return
	}
	t.live = append(t.live, k)
}

// evaluate charges what waits, finds the best story and gives up the hopeless ones.
func (t *Tracker) evaluate() {
	for _, n := range t.live {
		n.total = n.cost + n.waiting(&t.opt.Costs, t.now)
	}
	t.holdBack()
	slices.SortStableFunc(t.live, func(a, b *node) int {
		if a.total != b.total {
			return a.total - b.total
		}
		return int(b.at - a.at)
	})
	t.best = t.live[0]
	n := min(len(t.live), maxLive)
	for n > 1 && t.live[n-1].total > t.best.total+t.opt.Costs.Beam {
		n--
	}
	clear(t.live[n:])
	t.live = slices.DeleteFunc(t.live[:n], t.needless)
}

// holdBack lets no story be the best that takes a sensor for broken and still lacks proofs, unless the board is quiet and
// the best of the others leaves very much open.
func (t *Tracker) holdBack() {
	var best *node
	for _, n := range t.live {
		if n.proofs == 0 && (best == nil || n.total < best.total) {
			best = n
		}
	}
	if best == nil || t.now-t.last >= 3000 && best.total-best.cost > t.opt.Costs.Broken {
		for _, n := range t.live {
			n.proofs = 0
		}
		return
	}
	for _, n := range t.live {
		if n.proofs > 0 {
			n.total = max(n.total, best.total+1)
		}
	}
}

// needless reports whether a cheaper story trusts more sensors than n, stands at the same point of the game, and has
// nothing open.
func (t *Tracker) needless(n *node) bool {
	if n.mask == t.deaf {
		return false
	}
	for _, o := range t.live {
		if o == n {
			return false
		}
		if o.mask != n.mask && o.mask&^n.mask == 0 && o.ply == n.ply && o.key == n.key && o.signed() == n.signed() && o.off(&t.see) == 0 {
			return true
		}
	}
	return false
}
