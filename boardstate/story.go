package boardstate

import (
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Played is one move of a story.
type Played struct {
	Move      rules.Move
	Before    *rules.Position
	After     *rules.Position
	Made      int64 // ms: when its last contact closed, the moment of the release
	Pressed   int64 // ms: when the mover pressed the lever after it, -1 if he didn't
	Announced bool  // made from afar: see [Tracker.Announce]
	Pushed    bool  // the man came quickly from the square before and may be pushed on in the same direction
}

// Story is the cheapest explanation at one moment.
type Story struct {
	Moves   []Played
	Settled int        // so many of Moves have no rival left
	Taken   int        // so many times moves were taken back
	TakenAt int64      // ms: when they last were
	Owed    square.Set // squares on which the last move, made from afar, is still to be carried out
	Broken  square.Set // squares whose sensors are broken: what they say is passed over
	Sign    string     // result that the kings show on the centre squares, "" for none
	SignAt  int64      // ms: since when they stand there
	Kings   square.Set // the squares on which they do
	Lifted  []Away     // men that are off their squares
	Placed  []Away     // men that stand where the last position has none, or another
	Half    Half       // a castling or en passant capture that explains Lifted and Placed
}

// Half is a move of several contacts of which some are still to come. Next is where its next man
// stands, To where that goes (None for a captured pawn, which leaves the board); Next is None while
// the men in the hand come first, and To with it unless it is the man for that square who is in the hand.
type Half struct {
	Move  rules.Move
	Next  square.Square
	To    square.Square
	Since int64 // ms: the last change
}

// From is where the man stands, or stood, who goes to To; None where nobody does.
func (h *Half) From() square.Square {
	if !h.To.Valid() {
		return square.None
	}
	if king, _ := h.Move.CastleTo(); h.To == king {
		return h.Move.From()
	}
	return h.Move.To() // of castling: the rook
}

// Away is a square whose sensor says something else than the story's last position.
type Away struct {
	Square square.Square
	Since  int64 // ms
}

// Story returns the cheapest explanation of everything so far. Its slices and positions are the
// tracker's own: they hold until the next call of a method that changes it.
func (t *Tracker) Story() Story {
	b := t.best
	s := Story{Moves: t.line(), Settled: t.settled(), Taken: b.took, TakenAt: b.tookAt, Broken: t.broken(), Owed: b.owed}
	if s.Sign = b.signed(); s.Sign != "" {
		s.SignAt, s.Kings = b.signAt(), square.Of(b.by.sign.white, b.by.sign.black)
	}
	t.lifted, t.placed = t.lifted[:0], t.placed[:0]
	for i := range b.tracks {
		tr := &b.tracks[i]
		if !tr.open || b.owed.Has(tr.sq) {
			continue
		}
		a := Away{Square: tr.sq, Since: tr.since}
		if t.frame[tr.sq] == sensors.Nothing {
			t.lifted = append(t.lifted, a)
		} else {
			t.placed = append(t.placed, a)
		}
	}
	s.Lifted, s.Placed = t.lifted, t.placed
	s.Half = t.half()
	return s
}

// line returns the moves of the best story, built anew from where it left the last one.
func (t *Tracker) line() []Played {
	n := t.best
	if n.signed() != "" {
		n = n.parent
	}
	if n.ply < len(t.nodes) {
		clear(t.nodes[n.ply:]) // what lies behind must not be found again under another line
	}
	t.told = slices.Grow(t.told, max(0, n.ply-len(t.told)))[:n.ply]
	t.nodes = slices.Grow(t.nodes, max(0, n.ply-len(t.nodes)))[:n.ply]
	for ; n.parent != nil && (t.nodes[n.ply-1] != n || t.told[n.ply-1].Pressed != n.pressed); n = n.parent {
		t.nodes[n.ply-1] = n
		t.told[n.ply-1] = n.played()
	}
	return t.told
}

// half tells what the best story's half-done move waits for.
func (t *Tracker) half() Half {
	b := t.best
	by := b.halfDone()
	if by == nil {
		return Half{Next: square.None, To: square.None}
	}
	h := Half{Move: by.move, Next: square.None, To: square.None, Since: t.last}
	standing := func(s square.Square) bool { tr := b.track(s); return tr == nil || !tr.open }
	if by.move.IsEnPassant() {
		if v := b.pos.Victim(by.move); standing(v) && !standing(by.move.From()) && !standing(by.move.To()) {
			h.Next = v
		}
		return h
	}
	kingTo, rookTo := by.move.CastleTo()
	king, rook := by.move.From(), by.move.To()
	switch {
	case t.frame[kingTo] == t.eye.says[b.pos.At(king)] && standing(rook) && king != kingTo:
		h.Next, h.To = rook, rookTo
	case t.frame[rookTo] == t.eye.says[b.pos.At(rook)] && standing(king) && rook != rookTo:
		h.Next, h.To = king, kingTo
	case t.landedBefore(king, kingTo, rook) && t.frame[rookTo] == sensors.Nothing: // a rook that went first may have moved by itself
		h.To = rookTo
	}
	return h
}

// landedBefore reports whether the man of from had come to a square before the other was lifted, who is still in the hand: then nobody else
// can be the one who stands there.
func (t *Tracker) landedBefore(from, to, other square.Square) bool {
	b := t.best
	landed, lifted := b.track(to), b.track(other)
	return landed != nil && landed.open && t.frame[to] == t.eye.says[b.pos.At(from)] &&
		lifted != nil && lifted.open && t.frame[other] == sensors.Nothing && landed.since < lifted.since
}

// Frame is what the sensors say now.
func (t *Tracker) Frame() sensors.Frame { return t.frame }

// settled is the number of moves that no rival story tells otherwise. A rival is one that may still turn out the
// cheapest: the longer ago it parted from the best, the closer it must be, since both have gone on explaining everything
// alike.
func (t *Tracker) settled() int {
	n := t.best.ply
	for _, r := range t.live[1:] {
		if r.total > t.best.total+t.opt.Costs.SettleGap {
			break
		}
		if with := common(t.best, r); with < n && r.total <= t.best.total+t.opt.Costs.settleGap(t.best.ply-with) {
			n = with
		}
	}
	return n
}

// signAt is since when the kings have stood where they show a result.
func (n *node) signAt() int64 {
	at := n.made
	for i := range n.tracks {
		if tr := &n.tracks[i]; n.by.roles.Has(tr.sq) && tr.n > 0 {
			at = max(at, tr.changed)
		}
	}
	return at
}

// Position is where the cheapest story stands.
func (t *Tracker) Position() rules.Position { return t.best.pos }

// Doubt is another line that explains what the sensors said as well as the story does.
type Doubt struct {
	Plies int    // with so many moves of the story it begins
	Sign  string // result that the kings show in it, "" for none
	Line  []Played
}

// doubtsMax bounds how many are told.
const doubtsMax = 3

// Doubts returns the lines between which nothing decides, the likeliest first, one for each other move.
func (t *Tracker) Doubts() []Doubt {
	var out []Doubt
	for _, r := range t.live {
		if r.total > t.best.total+t.opt.Costs.Doubt || len(out) == doubtsMax {
			break
		}
		d := Doubt{Plies: common(t.best, r), Sign: r.signed(), Line: lineOf(r)}
		if d.Plies == len(d.Line) && d.Plies == t.best.ply && d.Sign == t.best.signed() {
			continue
		}
		if t.chosenBetween(&d) {
			continue
		}
		if !slices.ContainsFunc(out, func(o Doubt) bool { return o.Plies == d.Plies && o.next() == d.next() }) {
			out = append(out, d)
		}
	}
	return out
}

// chosenBetween reports whether a line differs from the story in what a pawn became, which the players choose.
func (t *Tracker) chosenBetween(d *Doubt) bool {
	line := t.line()
	if d.Plies >= len(line) || d.Plies >= len(d.Line) {
		return false
	}
	a, b := line[d.Plies].Move, d.Line[d.Plies].Move
	return a.Promotion() != rules.NoRole && b.Promotion() != rules.NoRole && a.From() == b.From() && a.To() == b.To()
}

// next is the move with which the line parts from the story, NoMove when it ends there.
func (d *Doubt) next() rules.Move {
	if d.Plies == len(d.Line) {
		return rules.NoMove
	}
	return d.Line[d.Plies].Move
}

// lineOf is the line of a node, from the start.
func lineOf(n *node) []Played {
	n = n.back(n.ply)
	line := make([]Played, n.ply)
	for ; n.ply > 0; n = n.parent {
		line[n.ply-1] = n.played()
	}
	return line
}

// played is the move that led to n.
func (n *node) played() Played {
	return Played{Move: n.by.move, Before: &n.parent.pos, After: &n.pos, Made: n.made, Pressed: n.pressed, Announced: n.announced, Pushed: n.pushed}
}

// common is the number of plies with which both stories begin.
func common(a, b *node) int {
	n := min(a.ply, b.ply)
	a, b = a.back(n), b.back(n)
	for a != b && a.ply > 0 {
		if a.by.move != b.by.move {
			n = a.ply - 1
		}
		a, b = a.parent, b.parent
	}
	return n
}
