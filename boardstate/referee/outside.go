package referee

import (
	"strconv"
	"strings"

	"jadoube/boardstate/clock"
	"jadoube/rules"
)

// outside is what a clock beside the program said last. Between two of its words the time that runs goes down by itself.
type outside struct {
	at      int64    // ms: when it said so
	left    [2]int64 // ms
	running bool
	turn    rules.Color // whose time runs, or ran last
	down    [2]bool     // flags
	first   rules.Color // whose fell first
}

// WordShown is the word of a ruling on what an outside clock shows.
const WordShown = "shown"

// times takes in what an outside clock says: ms that White and Black have left, and whose time runs.
func (r *Referee) times(args string) {
	words := strings.Fields(args)
	if !r.opt.Outside || len(words) < 2 {
		return
	}
	var o outside
	if was := r.outside; was != nil {
		o = *was
	} else {
		o.turn = r.turn.side
	}
	for i := range o.left {
		ms, err := strconv.ParseInt(words[i], 10, 64)
		if err != nil || ms < 0 {
			return
		}
		o.left[i] = ms
		o.down[i] = o.down[i] && ms == 0 // it was set anew
	}
	o.at, o.running = r.now, len(words) > 2
	if o.running {
		o.turn = rules.White
		if words[2] == rules.Black.String() {
			o.turn = rules.Black
		}
	}
	r.outside = &o
	r.say(Clock, r.now, o.turn, Ruling{Word: WordShown, View: o.view(r.now)})
}

// outsideRuns notes that an outside clock stands, or goes on.
func (r *Referee) outsideRuns(runs bool) {
	if o := r.outside; o != nil && o.running != runs {
		v := o.view(r.now)
		o.left, o.at, o.running = [2]int64{v.Sides[0].Left, v.Sides[1].Left}, r.now, runs
		r.say(Clock, r.now, o.turn, Ruling{Word: WordShown, View: o.view(r.now)})
	}
}

// view is what the clock shows by now.
func (o *outside) view(now int64) clock.View {
	v := clock.View{Phase: clock.Stopped, Turn: o.turn}
	for i := range v.Sides {
		v.Sides[i] = clock.Display{Left: o.left[i], Present: true, Flag: clock.Flag{Down: o.down[i], First: o.down[i] && o.first == rules.Color(i)}}
	}
	if o.running {
		v.Phase = clock.Running
		s := &v.Sides[o.turn]
		s.Left = max(0, s.Left-(now-o.at))
	}
	return v
}

// flagFell notes that a flag of the outside clock fell.
func (o *outside) flagFell(side rules.Color) {
	if !o.down[side.Other()] {
		o.first = side
	}
	o.down[side] = true
}

// Follow goes on with what an outside clock said in the game before.
func (r *Referee) Follow(last *Referee) {
	if r.opt.Outside && last != nil && last.outside != nil && r.outside == nil {
		o := *last.outside
		r.outside = &o
	}
}
