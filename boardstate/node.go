package boardstate

import (
	"math"
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
)

// overAfter is for how many ms all men must stand on their squares again before what they did is taken to be over.
const overAfter = 500

// pushTime is in how many ms a pushed man comes from one square to the next; to carry it takes longer.
const pushTime = 200

// handed is what a story hands on from node to node.
type handed struct {
	mask   square.Set // squares whose sensors it doesn't trust
	took   int        // takebacks in it
	tookAt int64      // ms: when the last of them was complete
	proofs int        // so many more moves must follow as they should before it is believed that a sensor is broken
}

// node is a position that a story says stood complete on the board at an instant, and what the
// sensors did since. Following parent leads back to the start: that is the story.
type node struct {
	*place
	parent *node
	by     *need // what led here from parent; nil at the start
	cost   int   // of the whole story up to at
	at     int64 // the instant
	making
	tracks   []track
	bad      int        // presses that don't fit the story, charged while it waits
	gap      bool       // the board wasn't read for a while since at
	searched int        // how patiently lines of several moves were looked for since the last change
	total    int        // cost + what waits, at the last evaluation
	owed     square.Set // squares of the last move, announced from afar, where the players are still to carry it out
	swaps    square.Set // those of them where one man takes the place of another and the contact is as before
	bumped   square.Set // squares of a man whom the mover shoved aside on the way: between which he is displaced
	handed
}

// making is how a node's move was made: what its position keeps when it is come back to.
type making struct {
	made      int64 // when the last contact of the move closed: the release
	pressed   int64 // when the mover pressed the lever; -1 = not yet
	unseen    bool  // not every contact of the move was seen to change: when it was made isn't known
	stands    bool  // he pressed, and once his man has rested hands alone don't take that back
	announced bool  // the move was made from afar
	pushed    bool  // the man came quickly from the square before and may be pushed on
}

func (n *node) track(s square.Square) *track {
	for i := range n.tracks {
		if n.tracks[i].sq == s {
			return &n.tracks[i]
		}
	}
	return nil
}

// begin is when a piece of the set was first seen to leave its square since n stood complete.
func (n *node) begin(from square.Set) int64 {
	begin := int64(-1)
	for s := range from.Squares() {
		if tr := n.track(s); tr != nil && (begin < 0 || tr.first < begin) {
			begin = tr.first
		}
	}
	if begin < 0 {
		return n.at
	}
	return begin
}

// pushing reports whether the man that made the move by was set down so soon after it left its square, or one on its
// way, that it was rather pushed than carried, and can be pushed on.
func (n *node) pushing(by *need, made int64, scan int64) bool {
	if by.move.IsCastle() || n.gap {
		return false
	}
	left := int64(-1)
	for i := range n.tracks {
		if tr := &n.tracks[i]; (by.from | by.line).Has(tr.sq) {
			left = max(left, tr.changed)
		}
	}
	if made-left > pushTime+scan {
		return false
	}
	for i := range n.needs {
		if on := &n.needs[i]; on.from.Has(by.move.From()) && on.line.Has(by.move.To()) {
			return true
		}
	}
	return false
}

// same reports whether both nodes stand at the same point of the game.
func (n *node) same(o *node) bool {
	return n.ply == o.ply && n.key == o.key && n.mask == o.mask && n.signed() == o.signed()
}

func (n *node) signed() string {
	if n.by != nil && n.by.sign != nil {
		return n.by.sign.result
	}
	return ""
}

// back returns the node of the story in which ply moves had been made; there must be so many.
func (n *node) back(ply int) *node {
	for n.ply > ply || n.signed() != "" {
		n = n.parent
	}
	return n
}

// waiting is the least that the changes since n can cost it: what is still open at now, and what
// has come and gone.
func (n *node) waiting(c *Costs, now int64) int {
	sum := n.bad
	var doing square.Set
	if by := n.halfDone(); by != nil {
		doing = by.roles
	} else if n.halfBack() {
		doing = n.underneath().by.roles
	}
	if n.announced && n.owed != 0 {
		sum += n.doubled(c)
	}
	ahead := n.ahead()
	over := n.over(now)
	for i := range n.tracks {
		tr := &n.tracks[i]
		if n.owed.Has(tr.sq) {
			continue
		}
		if over {
			sum += min(tr.line, tr.near, tr.far)
			continue
		}
		sum += tr.least(&ahead)
		if tr.open {
			sum += n.openCost(c, tr, now, doing)
		}
	}
	return sum
}

// doubled is what speaks against a man's having come where the move from afar takes one who stands where he stood still: that is another.
func (n *node) doubled(c *Costs) (sum int) {
	for i := range n.by.puts {
		p := &n.by.puts[i]
		if !p.comes || !n.owed.Has(p.at) || n.by.move.Promotion() != rules.NoRole {
			continue
		}
		came, went := n.track(p.at), n.track(p.src)
		if came != nil && !came.open && went != nil && went.open {
			sum += c.Foreign
		}
	}
	return sum
}

// over reports whether all men have been back on their squares for so long that what came and went is part of no move
// any more.
func (n *node) over(now int64) bool {
	for i := range n.tracks {
		if tr := &n.tracks[i]; tr.open || now-tr.changed < overAfter {
			return false
		}
	}
	return true
}

// ahead is what the moves touch that may be under way: those of the men in the hand, all when there are none.
func (n *node) ahead() reach {
	var r reach
	for i := range n.tracks {
		if tr := &n.tracks[i]; tr.open && n.pos.Side(n.pos.Turn()).Has(tr.sq) {
			o := &n.reach[tr.sq]
			r.roles |= o.roles
			r.line |= o.line
			r.near |= o.near
		}
	}
	if r.roles == 0 {
		return n.any
	}
	return r
}

// idle reports whether no man of the side to move but that of square s was in the hand from since on: at any time where a
// man stands on s, else already when something came there.
func (n *node) idle(s square.Square, since int64, c *Costs) bool {
	if n.gap {
		return false
	}
	own := n.pos.Side(n.pos.Turn())
	lifted := since + c.BounceMS
	if n.pos.At(s) != rules.NoPiece {
		lifted = math.MaxInt64
	}
	for i := range n.tracks {
		tr := &n.tracks[i]
		if tr.sq != s && own.Has(tr.sq) && (tr.open && tr.since <= lifted || !tr.open && tr.changed > since) {
			return false
		}
	}
	return true
}

func (n *node) openCost(c *Costs, tr *track, now int64, doing square.Set) int {
	d := now - tr.since
	if doing.Has(tr.sq) {
		return c.Hold / 2
	}
	piece := n.pos.At(tr.sq)
	switch {
	case piece == rules.NoPiece:
		return min(c.StayMax, c.Hold+grow(d, c.LineMS))
	case piece.Color() == n.pos.Turn():
		return c.hold(d)
	case n.capturable.Has(tr.sq):
		return c.hold(d)
	}
	return min(c.StayMax, c.Foreign+grow(d, c.FarMS))
}

// halfDone returns the castling or en passant capture that explains everything open so far, nil when
// none does: its men may stand where they stand for as long as the player likes.
func (n *node) halfDone() *need {
	open := n.open()
	if open == 0 {
		return nil
	}
	for i := range n.needs {
		by := &n.needs[i]
		if (by.move.IsCastle() || by.move.IsEnPassant()) && open&^by.roles == 0 && open&by.from != 0 && !n.done(by, open) {
			return by
		}
	}
	return nil
}

// halfBack reports whether all that is open belongs to the last move, one of several contacts of which a man has come
// home, but not all of them: it is being taken back.
func (n *node) halfBack() bool {
	last := n.underneath()
	if last.by == nil || !last.by.move.IsCastle() && !last.by.move.IsEnPassant() {
		return false
	}
	open := n.open()
	return open&^last.by.roles == 0 && open&last.by.from != 0 && open != last.see.diff(&last.parent.see)&^n.mask
}

// off is what the sensors say otherwise than the position, as far as the story trusts them.
func (n *node) off(see *planes) square.Set { return see.diff(&n.see) &^ n.mask }

// distrust takes a square's sensor for broken.
func (n *node) distrust(s square.Square) {
	n.mask = n.mask.With(s)
	n.tracks = slices.DeleteFunc(n.tracks, func(tr track) bool { return tr.sq == s })
}

// open are the squares whose contacts differ from the position's, those left out that are owed.
func (n *node) open() (open square.Set) {
	for i := range n.tracks {
		if n.tracks[i].open {
			open = open.With(n.tracks[i].sq)
		}
	}
	return open &^ n.owed
}

// done reports whether all contacts that the move changes have changed: nothing of it is left to do.
func (n *node) done(by *need, open square.Set) bool {
	for _, p := range by.puts {
		if p.says != n.frame[p.at] && !(open | n.mask).Has(p.at) {
			return false
		}
	}
	return true
}
