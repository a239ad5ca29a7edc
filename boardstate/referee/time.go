package referee

import (
	"jadoube/boardstate/clock"
	"jadoube/boardstate/laws"
	"jadoube/rules"
)

// Next tells when Advance will have something to say if nothing else happens.
func (r *Referee) Next() (at int64, ok bool) {
	if r.over {
		return 0, false
	}
	soonest := func(t int64) {
		if !ok || t < at {
			at, ok = t, true
		}
	}
	if len(r.queue) > 0 {
		soonest(r.queue[0].First + r.hold + 1)
	}
	for _, d := range r.turn.down {
		soonest(d.at + r.dwell())
	}
	if t := &r.turn; t.move != rules.NoMove && t.told != t.move && !t.guessed(r.opt.Kind) && !r.comesLate(t.made) {
		soonest(t.made + r.dwell())
	}
	if r.press != nil && !r.press.doubt && !r.press.made {
		if t, is := r.pressDue(); is {
			soonest(t)
		}
	}
	if r.clock != nil {
		if t, is := r.clock.Next(); is {
			soonest(t)
		}
	}
	if r.fell != nil {
		soonest(r.fell.At + flagWait)
	}
	if t, is := r.scoreDue(); is {
		soonest(t)
	}
	if r.stuck != nil && r.stuck.replied >= 0 && r.standsUnclaimed() {
		soonest(r.stuck.replied + replyWait)
	}
	return at, ok
}

// dwell is after how many ms a man that was set down is known to have stood for the dwell: that he was lifted before is believed late.
func (r *Referee) dwell() int64 { return r.opt.Dwell + r.hold + 1 }

// flagWait is for how many ms after a flag fell a move that ended the game before is still looked for: contacts are believed late.
const flagWait = 500

// Advance lets time pass up to and including now.
func (r *Referee) Advance(now int64) {
	r.now = max(r.now, now)
	if r.over {
		return
	}
	r.drain(r.now - r.hold - 1)
	if r.clock != nil && r.clock.State().Now < r.now {
		r.clocked(r.clock.Advance(r.now))
	}
	r.letGo(r.dwell(), false)
	if t := &r.turn; t.move != rules.NoMove && r.now >= t.made+r.dwell() {
		r.tellMade(false)
	}
	r.weighPress(false)
	r.weighFlag(false)
	r.weighStuck()
	r.weighScore()
}

// Finish decides what was not decided yet: time stands still from now on, and what stands was released.
func (r *Referee) Finish() {
	if r.over {
		return
	}
	r.drain(r.now)
	r.letGo(r.opt.Dwell, true)
	r.tellMade(true)
	r.weighPress(true)
	r.weighFlag(true)
}

// counted is what the clock made of a press.
type counted struct {
	clock.Event
	fined [2]int64 // ms that had been given and taken by then
	kept  [2]int64 // ms that moves before the last one earned by this press: they stay when it is undone
}

// tick gives a side's press to the clock, and returns what it made of it.
func (r *Referee) tick(side rules.Color) *counted {
	if r.clock == nil {
		return nil
	}
	if f := r.clock.State().Face; f.Phase == clock.Ready && f.Turn == side { // he has moved before anybody started it
		r.clocked(r.clock.Start(r.now))
	}
	events, err := r.clock.Press(r.now, side)
	r.clocked(events, err)
	for i := range events {
		if events[i].What == clock.Completed {
			return &counted{Event: events[i], fined: r.fined}
		}
	}
	return nil
}

// undo puts the clock back to before a press, and lets it count the moves that are left. Time that was given or taken since is so again, so is a
// count that the arbiter changed, and it runs if it did, or if only a flag that hasn't fallen now had stopped it.
// It returns what the clock made of that, to be undone in its turn; nil for nothing.
func (r *Referee) undo(ev *counted) *counted {
	if r.clock == nil || ev == nil {
		return nil
	}
	was := r.clock.State().Face
	undone := r.goBack(ev)
	r.recount()
	r.standAgain(was)
	return undone
}

// goBack is undo for the times alone; the clock stands after it.
func (r *Referee) goBack(ev *counted) *counted {
	undone := &counted{fined: r.fined}
	events, err := r.clock.Undo(r.now, ev.Event)
	r.clocked(events, err)
	if n := len(events); n > 0 {
		undone.Event = events[n-1]
	}
	for side := range r.fined {
		r.fined[side] += ev.kept[side]
		if ms := r.fined[side] - ev.fined[side]; ms != 0 {
			r.clocked(r.clock.Add(r.now, rules.Color(side), ms, clock.Ruling))
		}
	}
	return undone
}

func (r *Referee) resume() {
	if r.clock != nil && r.clock.State().Face.Phase == clock.Stopped {
		r.drain(r.now)
		r.clocked(r.clock.Resume(r.now))
		if !r.Paused() {
			r.takeUp()
		}
	}
}

// clocked tells what the clock did. What it refuses isn't done.
func (r *Referee) clocked(events []clock.Event, err error) {
	absent := false
	for i := range events {
		e := &events[i]
		r.say(Clock, e.At, e.Side, Ruling{Word: e.What.String(), Reason: e.Reason, Gain: e.Gain, N: e.Period, View: r.clock.View(r.now)})
		if e.What == clock.Fell && r.fell == nil {
			r.fell = e
		}
		absent = absent || e.What == clock.Absent
	}
	if absent {
		r.loseByDefault(events[len(events)-1].At)
	}
	if err != nil {
		r.say(Advice, r.now, r.turn.side, Ruling{Word: "clock: " + err.Error()})
	}
}

// View is what the clock shows now; false when there is none.
func (r *Referee) View() (clock.View, bool) {
	switch {
	case r.clock != nil:
		return r.clock.View(r.now), true
	case r.outside != nil:
		return r.outside.view(r.now), true
	}
	return clock.View{}, false
}

// ended returns who made the move that ends the game where it stands, and when; false when none does.
func (r *Referee) ended() (by rules.Color, at int64, ok bool) {
	t, n := &r.turn, len(r.moves)
	switch {
	case t.move != rules.NoMove:
		by, at = t.side, t.made
	case n > 0:
		by, at = r.moves[n-1].by, r.moves[n-1].made
	default:
		return by, 0, false
	}
	result, _ := r.stands()
	return by, at, result != ""
}

// timeIsOver reports whether a flag that has fallen decides the game, and nobody's later act can any more (6.10; 2023: 6.9): no move
// ended it before.
func (r *Referee) timeIsOver() bool {
	if r.fell == nil || r.opt.Level != Strict || !r.e.TimeIsOver.Value {
		return false
	}
	_, at, ended := r.ended()
	return !ended || at > r.fell.At
}

// comesLate reports whether a move that was made at a time came after a flag that decides the game: who mates then has lost already.
func (r *Referee) comesLate(made int64) bool {
	e := r.fell
	if r.lost != nil {
		e = r.lost
	}
	return e != nil && r.opt.Level == Strict && r.e.TimeIsOver.Value && made > e.At
}

// lateMoves are how many moves at the end of the line that is shown came after the flag that decides the game.
func (r *Referee) lateMoves() (n int) {
	for _, m := range []Move{r.early, {Move: r.turn.move, Made: r.turn.made}} {
		if m.Move != rules.NoMove && r.comesLate(m.Made) {
			n++
		}
	}
	for i := len(r.moves) - 1; i >= 0 && r.comesLate(r.moves[i].made); i-- {
		n++
	}
	return n
}

// unbeat lets a flag count that fell after a move which doesn't: the game wasn't over then. The opponent's doesn't, since his time is what
// it was when that move was made.
func (r *Referee) unbeat() {
	if r.beaten != nil {
		r.fell, r.beaten = r.beaten, nil
	}
}

// weighFlag decides what a fallen flag means: the game, if the opponent can mate by any legal moves (6.10; 2023: 6.9), unless a move
// ended it before. Of one that may still be claimed not to have (5.1.1 of 2023) nobody knows yet.
func (r *Referee) weighFlag(now bool) {
	e := r.fell
	if e == nil || r.over || !now && r.now < e.At+flagWait {
		return
	}
	r.fell = nil
	if by, at, ended := r.ended(); ended && at <= e.At {
		if doubted, _ := r.Doubted(); doubted && by == e.Side {
			r.beaten = e
		}
		return
	}
	if r.opt.Level == Strict {
		r.lost = e
		r.lose(e.Side, e.At, "flag", true)
	}
}

// Flag says that an external clock's flag fell.
func (r *Referee) flag(side rules.Color) {
	if r.clock != nil && !r.opt.Exact {
		r.say(Refused, r.now, side, Ruling{Word: "flag"}) // the game's own clock knows when a flag falls
		return
	}
	if r.fell == nil { // of two the first counts
		r.fell = &clock.Event{At: r.now, What: clock.Fell, Side: side}
	}
	if r.clock != nil {
		if v := r.clock.View(r.now); v.Phase == clock.Running {
			r.clocked(r.clock.Pause(r.now, clock.Arbiter, clock.FlagFell))
		}
	}
	if r.outside != nil {
		r.outside.flagFell(side)
	}
	v, _ := r.View()
	r.say(Clock, r.now, side, Ruling{Word: clock.Fell.String(), View: v})
}

// autoPress completes moves that are settled, where nobody presses.
func (r *Referee) autoPress(line []Move) {
	if r.Paused() || r.timeIsOver() {
		return
	}
	for i := range line {
		if !line[i].Settled {
			return
		}
		side := r.hist.At(0).Turn()
		if i%2 == 1 {
			side = side.Other()
		}
		switch {
		case i < len(r.moves) && r.moves[i].completed == laws.Never:
			ev := r.tick(side)
			r.completed(i, max(r.now, r.moves[i].made))
			r.countUp(side, ev)
			r.moves[i].press = ev
		case i == len(r.moves) && r.turn.move != rules.NoMove:
			r.complete(side, r.now, r.tick(side))
		}
	}
}

// setTimes puts other times on the clock than the settings give.
func (r *Referee) setTimes(left [2]int64) error {
	c := r.clock.Correction(0)
	for side, ms := range left {
		if ms > 0 {
			c.Left[side] = ms
		}
	}
	if c.Left == r.clock.Correction(0).Left {
		return nil
	}
	_, err := r.clock.Correct(0, c)
	return err
}
