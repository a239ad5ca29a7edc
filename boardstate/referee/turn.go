package referee

import (
	"slices"

	"jadoube/boardstate/laws"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// turn is what the player having the move does.
type turn struct {
	p      rules.Position // when he got the move
	side   rules.Color
	hands  hands
	acts   []act            // in the order of time
	ledger laws.Ledger      // made of them
	down   []act            // men set down that count as released when they have stood long enough
	move   rules.Move       // that stands on the board, as the line that is shown has it; NoMove
	made   int64            // ms: when
	told   rules.Move       // that was told as made; NoMove
	breach laws.Breach      // of it
	broken bool             // whether there is a breach
	astray []act            // men that were knocked over, to be told
	late   []sensors.Stable // what happened since the move stands: it isn't clear yet whose doing it is
	both   bool             // told that he may have used both hands
	wrong  bool             // an illegal move was completed, and its men don't stand again
	lost   bool             // late isn't all
	outs   int64            // ms: when he who doesn't have the move said last that he adjusts; -1 for never
	kept   square.Set       // the opponent's men that the mover took off the board for a capture which he didn't make
	owed   rules.Move       // announced with a claim that was wrong: it must be played
}

// intended is that the move must be played with which a draw was claimed wrongly.
func (t *turn) intended() laws.Obligation {
	return laws.Obligation{Reason: laws.Intended, Piece: t.owed.From(), Victim: square.None, Move: t.owed}
}

// act is one entry of the ledger, kept so that one that is known late can be put into its place.
type act struct {
	at       int64
	do       doing
	from, to square.Square
	role     rules.Role
	another  bool // back: while another man was in the hand
	knocked  bool // set down: as men that are knocked over come to stand
	judged   bool
	intent   laws.Intent
	others   bool // touches: by him who doesn't have the move, whatever comes of it
	paused   bool // touches: while both times stood
}

type doing uint8

const (
	says doing = iota
	touches
	returns
	releases
)

// maxActs bounds what one turn's ledger holds: no thinking hand comes near it.
const maxActs = 256

// begin gives the move to the side that has it in the history's last position.
func (r *Referee) begin() {
	was, p := r.turn, r.hist.Current()
	r.stuck = nil
	r.turn = turn{p: *p, side: p.Turn(), ledger: laws.NewLedger(laws.DefaultTiming()), hands: was.hands, outs: -1}
	t := &r.turn
	t.hands.settle(&t.p, &r.frame, r.opt.Kind, r.broken)
	for _, o := range t.hands.air {
		if r.frame[o] != sensors.Nothing {
			continue // another man stands there, such as a pawn that is a queen: he is in nobody's hand
		}
		if at, ok := was.held(o, t.side == t.p.At(o).Color()); ok {
			t.note(r.touch(o, at))
		}
	}
}

// held returns since when the opponent's touch of a man counts that was in the air when the turn ended: one lifted too early counts
// from when he has the move; one that isn't his only if it was lifted since.
func (t *turn) held(o square.Square, his bool) (at int64, ok bool) {
	if t.kept.Has(o) {
		return 0, false
	}
	for _, c := range t.late {
		if c.Square == o && c.To == sensors.Nothing {
			return c.First, true
		}
	}
	return t.made, his && t.move != rules.NoMove
}

// guessed reports whether the move that stands promotes, to what the sensors can't tell: a button may still say otherwise, and the pawn
// be exchanged for a wooden queen.
func (t *turn) guessed(kind sensors.Kind) bool {
	return kind != sensors.Piece && t.move != rules.NoMove && t.move.Promotion() != rules.NoRole
}

// agree lets the men be those that the move that stands needs, where the sensors can't tell which of two was set down: hands had them by
// their best guess.
func (t *turn) agree(kind sensors.Kind) {
	changed := false
	for o := range t.p.Occupied().Squares() {
		to := goes(&t.p, t.move, o)
		if !to.Valid() || to == o || t.hands.at[to] == o || !t.hands.at[to].Valid() {
			continue
		}
		other := t.hands.at[to]
		at := slices.Index(t.hands.at[:], o)
		if at < 0 || contact(&t.p, o).As(kind) != contact(&t.p, other).As(kind) {
			continue
		}
		t.hands.at[to], t.hands.at[at] = o, other
		exchange(t.acts, o, to, other, square.Square(at))
		exchange(t.down, o, to, other, square.Square(at))
		if other == square.Square(at) {
			t.putBack(o, to, other)
		}
		changed = true
	}
	if changed {
		t.relate()
	}
}

// exchange lets the man of o be the one who was released on to, and the other the one released on at, of who they were thought to be the
// other way round.
func exchange(acts []act, o, to, other, at square.Square) {
	for i := range acts {
		switch a := &acts[i]; {
		case a.do != releases:
		case a.from == other && a.to == to:
			a.from = o
		case a.from == o && a.to == at:
			a.from = other
		}
	}
}

// putBack notes that a man of the opponent's was touched and put back on his square, where the mover's was thought to have taken him, who
// went on: he was no displaced man, and the touch counts.
func (t *turn) putBack(o, to, other square.Square) {
	if t.p.At(other).Color() == t.side {
		return
	}
	t.hands.strayed = t.hands.strayed.Without(other)
	for i := range t.acts {
		switch a := &t.acts[i]; {
		case a.do == releases && a.from == other && a.to == other:
			a.do, a.another = returns, true
		case a.do == touches && a.from == other && a.intent == laws.OutOfTurn && !a.others:
			a.judged = false
		}
	}
	if !slices.ContainsFunc(t.acts, func(a act) bool { return a.do == releases && a.from == o && a.to == to }) {
		t.note(act{at: t.made, do: releases, from: o, to: to})
	}
}

// exchanged returns when a man was set down last on the square where the move that stands promotes; false when none was.
func (t *turn) exchanged() (at int64, ok bool) {
	for i := range t.acts {
		if a := &t.acts[i]; a.do == releases && t.move != rules.NoMove && begins(*a, t.move) {
			at, ok = a.at, true
		}
	}
	return at, ok
}

// failed reports whether a man of the opponent's that is off the board was taken by the mover for a capture: one of his own men stood in
// its place, or it could be captured and was lifted before the man that moved, or while one that could capture it was in the air. Else the
// opponent holds it, who can't wait.
func (t *turn) failed(o square.Square) bool {
	lifted, ok := t.ledger.Deliberate(o)
	if !ok {
		return false
	}
	for i := range t.acts {
		if a := &t.acts[i]; a.do == releases && a.to == o {
			return true
		}
	}
	moved, ok := t.ledger.Deliberate(t.move.From())
	return ok && slices.ContainsFunc(t.p.LegalMoves(nil), func(m rules.Move) bool {
		return t.p.Victim(m) == o && (lifted < moved || t.aloft(m.From(), lifted))
	})
}

// aloft reports whether a man was in the air at a time.
func (t *turn) aloft(o square.Square, at int64) (aloft bool) {
	for i := range t.acts {
		if a := &t.acts[i]; a.from == o && a.at <= at {
			aloft = a.do == touches
		}
	}
	return aloft
}

// premoved notes that men were touched which the player who has the move now held when he got it, and has put back since.
func (r *Referee) premoved(was *turn) {
	t := &r.turn
	for _, o := range was.hands.air {
		if i := was.lastLift(o); !t.p.Occupied().Has(o) || t.p.At(o).Color() != t.side || was.kept.Has(o) || i >= 0 && was.acts[i].paused {
			continue
		}
		for _, c := range was.late {
			if c.Square == o && c.To != sensors.Nothing && t.hands.at[o] == o {
				t.note(act{at: was.made, do: touches, from: o, to: o})
				t.note(act{at: c.First, do: returns, from: o, to: o})
			}
		}
		if at, ok := t.ledger.Deliberate(o); ok {
			r.touched(o, at)
		}
	}
}

// note puts an act into its place and makes the ledger anew.
func (t *turn) note(a act) {
	if len(t.acts) == maxActs {
		t.thin()
	}
	if len(t.acts) == maxActs {
		return
	}
	i := len(t.acts)
	for i > 0 && t.acts[i-1].at > a.at {
		i--
	}
	t.acts = slices.Insert(t.acts, i, a)
	t.relate()
}

// thin forgets men who were touched and put back at once after they had been touched before: that changed nothing.
func (t *turn) thin() {
	var seen square.Set
	adjusts := false
	kept := t.acts[:0]
	for i := 0; i < len(t.acts); i++ {
		a := t.acts[i]
		again := a.do == touches && seen.Has(a.from)
		if again && i+1 < len(t.acts) && t.acts[i+1].do == returns && t.acts[i+1].from == a.from {
			i++
			continue
		}
		adjusts = adjusts || a.do == says
		if a.do == touches && !a.judged && !adjusts {
			seen = seen.With(a.from)
		}
		kept = append(kept, a)
	}
	t.acts = kept
}

// relate tells the ledger the acts.
func (t *turn) relate() {
	t.ledger.Reset()
	for i := range t.acts {
		t.acts[i].tell(&t.ledger)
	}
}

// tell enters the act into a ledger.
func (a *act) tell(l *laws.Ledger) {
	switch a.do {
	case says:
		l.Announce(a.at)
	case touches:
		l.Touch(a.from, a.at)
		if a.judged {
			l.Judge(a.from, a.intent)
		}
	case returns:
		l.Return(a.from, a.at, a.another)
	case releases:
		l.Release(a.from, a.to, a.role, a.at)
	}
}

// judge changes how the touch of a man is judged that brought him where he is now: what was done with him before, when he stood on his
// square again, is over.
func (t *turn) judge(o square.Square, intent laws.Intent) {
	if first := t.firstLift(o); first >= 0 {
		for i := range t.acts[first:] {
			if a := &t.acts[first+i]; a.do == touches && a.from == o {
				a.judged, a.intent = true, intent
			}
		}
	}
	t.relate()
}

// settled reports whether something that began at a time came after the move that stands.
func (t *turn) since(at int64) bool { return t.move != rules.NoMove && at > t.made }

// lift is a man's leaving his square.
func (r *Referee) lift(c sensors.Stable) {
	t := &r.turn
	s, at := c.Square, c.First
	o := t.hands.at[s]
	if t.since(at) && (!o.Valid() || o != t.p.Victim(t.move)) {
		if man := t.standing(s); man == rules.NoPiece || man.Color() == t.side {
			t.later(c)
			return
		}
		r.frame[s] = c.From // he hadn't lifted him yet
		r.pass()
		r.frame[s] = c.To
		t = &r.turn
	}
	if o = t.hands.lift(s); o == square.None {
		return
	}
	if t.transit(o, s, at, r.opt.Dwell) || o == beside {
		return
	}
	if t.hands.strayed.Has(o) {
		r.tellObligation(at)
		return
	}
	r.goesOn(t.p.At(o))
	r.charged = false
	a := r.touch(o, at)
	if t.p.At(o).Color() != t.side && (t.outs >= 0 && at-t.outs < laws.DefaultTiming().Adjust || r.gaveTurn(at)) { // his own, as he said or as the clock says
		a.judged, a.intent, a.others = true, laws.OutOfTurn, true
	}
	t.note(a)
	t.bump(at)
	r.touched(o, at)
}

// gaveTurn reports whether the mover had pressed by a time for an illegal move on which the arbiter hasn't decided, and touches nothing
// of his own: the opponent takes himself to have the move, and his time runs.
func (r *Referee) gaveTurn(at int64) bool {
	t, p := &r.turn, r.noted
	return p != nil && p.side == t.side && at > p.at && !slices.ContainsFunc(t.hands.air, func(o square.Square) bool { return t.p.At(o).Color() == t.side })
}

// standing is the man that stands on a square when the move that stands is played.
func (t *turn) standing(s square.Square) rules.Piece {
	after := t.p.Play(t.move)
	return after.At(s)
}

// transit takes back that the man of o was set down on s, if he was lifted again before that counted; else it counts now.
func (t *turn) transit(o, s square.Square, at, dwell int64) bool {
	for i, d := range t.down {
		if d.from == o && d.to == s {
			t.down = slices.Delete(t.down, i, i+1)
			if at-d.at < dwell {
				return true
			}
			t.count(d)
			return false
		}
	}
	return false
}

// bump judges the last lifts to be accidental when they are too many for hands that play.
func (t *turn) bump(at int64) {
	n := 0
	for i := range t.acts {
		if a := &t.acts[i]; a.do == touches && at-a.at < bumpTime {
			n++
		}
	}
	if n < bumpLifts {
		return
	}
	for i := range t.acts {
		if a := &t.acts[i]; a.do == touches && at-a.at < bumpTime {
			a.judged, a.intent = true, laws.Accidental
		}
	}
	t.relate()
}

// place is a man's being set down.
func (r *Referee) place(c sensors.Stable) {
	t := &r.turn
	if t.since(c.First) {
		t.later(c)
		return
	}
	s, at := c.Square, c.First
	i := t.hands.which(&t.p, r.opt.Kind, s, c.To)
	if i < 0 {
		r.reserve(c)
		return
	}
	r.handsUsed(at)
	another, castles := len(t.hands.air) > 1, t.hands.castles(&t.p, s) >= 0
	o := t.hands.put(i, s)
	own := t.p.At(o).Color() == t.side
	switch {
	case t.hands.strayed.Has(o):
		if o == s {
			t.hands.strayed = t.hands.strayed.Without(o)
		}
	case o == s && r.stoodAt(at) && t.forget(o):
		r.tellObligation(at)
	case o == s:
		t.note(act{at: at, do: returns, from: o, to: o, another: another})
		if r.adjusting(at) {
			r.say(Adjusting, at, t.side, Ruling{OK: true, From: s})
		}
	case !own:
		t.judge(o, laws.OutOfTurn)
		if c := r.open; c != nil && c.illegal && c.by != t.side && !r.takesKing(s) { // he goes on as if it had been a move
			r.open = nil
			r.say(ClaimClosed, at, c.by, Ruling{Article: r.e.BlitzClaimWins.Article})
		}
		if r.stuck != nil && r.stuck.left == nil {
			r.tellStuck(at)
		}
		r.displace(o, s, at)
	default:
		if r.adjusting(at) {
			t.judge(o, laws.Deliberate) // to be adjusted, it had to stay where it was
		}
		t.down = append(t.down, act{at: at, do: releases, from: o, to: s, knocked: !castles && t.knocked(o, at)})
	}
}

// handsUsed tells, once in a turn, that the mover holds two men of his own as one of them is set down at a time: perhaps with both hands
// (4.1), though one can hold two. A man that was brushed against was in none.
func (r *Referee) handsUsed(at int64) {
	t := &r.turn
	if t.both || r.opt.Level == Off || r.adjusting(at) {
		return
	}
	held, since := 0, int64(0)
	for _, o := range t.hands.air {
		if i := t.lastLift(o); i >= 0 && t.p.At(o).Color() == t.side && t.acts[i].meant() {
			held, since = held+1, max(since, t.acts[i].at)
		}
	}
	if held > 1 && at-since > laws.DefaultTiming().Accidental {
		t.both = true
		r.say(Advice, since, t.side, Ruling{Word: AdviceTwoHands, Article: "4.1"})
	}
}

// AdviceTwoHands is the word of advice that two men of the mover's were in his hands together.
const AdviceTwoHands = "two-hands"

// lastLift is the index of the latest touch of a man, -1 for none.
func (t *turn) lastLift(o square.Square) int {
	for i := len(t.acts) - 1; i >= 0; i-- {
		if t.acts[i].do == touches && t.acts[i].from == o {
			return i
		}
	}
	return -1
}

// firstLift is the index of the first touch of a man since he stood on his square again, -1 for none.
func (t *turn) firstLift(o square.Square) (first int) {
	first = -1
	for i := t.lastLift(o); i >= 0 && (t.acts[i].do != returns || t.acts[i].from != o); i-- {
		if t.acts[i].do == touches && t.acts[i].from == o {
			first = i
		}
	}
	return first
}

// drop forgets what was done with a man from a time on.
func (t *turn) drop(o square.Square, from int64) {
	his := func(a act) bool { return a.from == o && a.at >= from }
	t.acts, t.down = slices.DeleteFunc(t.acts, his), slices.DeleteFunc(t.down, his)
	t.relate()
}

// meant reports whether a touch isn't known to have been an accident, or another's.
func (a *act) meant() bool { return !a.judged || a.intent == laws.Deliberate }

// knocked reports whether a man that comes to stand at a time had left his square only just before, while the hand held another of the
// mover's: if he stays there he was knocked over (7.3; 2023: 7.4.1).
func (t *turn) knocked(o square.Square, at int64) bool {
	first, ok := t.ledger.Deliberate(o)
	return ok && at-first <= laws.DefaultTiming().Accidental && slices.ContainsFunc(t.hands.air, func(o square.Square) bool { return t.p.At(o).Color() == t.side })
}

// knockedOver are the men that the mover knocked over.
func (t *turn) knockedOver() (men square.Set) {
	for i := range t.acts {
		if a := &t.acts[i]; a.do == touches && a.judged && a.intent == laws.Accidental {
			men = men.With(a.from)
		}
	}
	return men
}

// displace notes that a man was taken from his square by somebody who doesn't move him: he is to be put back, and that is all.
func (r *Referee) displace(o, s square.Square, at int64) {
	t := &r.turn
	t.hands.strayed = t.hands.strayed.With(o)
	r.say(OutOfTurn, at, t.p.At(o).Color(), Ruling{From: o, To: s})
}

// reserve is a man from beside the board: what a pawn becomes, as far as it can be.
func (r *Referee) reserve(c sensors.Stable) {
	t := &r.turn
	s := c.Square
	from := square.None
	can := false
	for _, m := range t.p.LegalMoves(nil) {
		if m.Promotion() == rules.NoRole || m.To() != s {
			continue
		}
		can = true
		if i := slices.Index(t.hands.air, m.From()); i >= 0 {
			from = m.From()
			t.hands.air = slices.Delete(t.hands.air, i, i+1)
		}
	}
	if !can {
		if slices.Contains(t.hands.air, s) && t.p.At(s).Color() != t.side { // he has been exchanged, by whose man he is
			t.judge(s, laws.OutOfTurn)
			t.hands.strayed = t.hands.strayed.With(s)
		}
		return
	}
	role := rules.Queen
	if pc, ok := rules.ParsePiece(c.To.Letter()); ok && r.opt.Kind == sensors.Piece {
		role = pc.Role()
	}
	t.hands.at[s] = beside
	t.note(act{at: c.First, do: releases, from: from, to: s, role: role})
}

// release counts men as released that have stood long enough by now, or all.
func (t *turn) release(now, dwell int64, all bool) {
	kept := t.down[:0]
	var out []act
	for _, d := range t.down {
		if all || now >= d.at+dwell {
			out = append(out, d)
		} else {
			kept = append(kept, d)
		}
	}
	t.down = kept
	for _, d := range out {
		t.count(d)
	}
}

// letGo is release for the turn that is, and tells who was knocked over.
func (r *Referee) letGo(dwell int64, all bool) {
	r.turn.release(r.now, dwell, all)
	for _, d := range r.turn.astray {
		r.say(OutOfTurn, d.at, r.turn.p.At(d.from).Color(), Ruling{From: d.from, To: d.to})
	}
	r.turn.astray = nil
}

// count counts a man as released, or as knocked over.
func (t *turn) count(d act) {
	if !d.knocked {
		t.note(d)
		return
	}
	t.judge(d.from, laws.Accidental)
	t.hands.strayed = t.hands.strayed.With(d.from)
	t.astray = append(t.astray, d)
}

// later keeps what happened since the move stands. Of a board that is never quiet not all is kept.
func (t *turn) later(c sensors.Stable) {
	if len(t.late) == maxActs {
		t.lost = true
		return
	}
	t.late = append(t.late, c)
}

// goesOn reports whether the mover did something since the move stands. What is set down may be a man that the other holds.
func (t *turn) goesOn() bool {
	own := slices.ContainsFunc(t.hands.air, func(o square.Square) bool { return t.p.At(o).Color() == t.side })
	return slices.ContainsFunc(t.late, func(c sensors.Stable) bool { return own || c.From != sensors.Nothing }) || len(t.late) > 0 && len(t.hands.air) == 0
}

// own decides that what happened since the move stood was the mover's doing: he goes on with it.
func (r *Referee) own() {
	t := &r.turn
	late, lost := t.late, t.lost
	t.late, t.lost = nil, false
	move := t.move
	t.move = rules.NoMove
	for _, c := range late {
		r.contact(c)
	}
	if lost {
		t.hands.settle(&t.p, &r.frame, r.opt.Kind, r.broken)
	}
	t.move = move
}
