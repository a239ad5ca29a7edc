package referee

import (
	"slices"
	"strings"

	"jadoube/boardstate/clock"
	"jadoube/rules"
	"jadoube/sensors"
)

// sideOf splits a key into what is said and by which side; a side alone is its lever.
func sideOf(key string) (word string, side rules.Color, sided bool) {
	for i, name := range [...]string{rules.White.String(), rules.Black.String()} {
		if key == name {
			return "lever", rules.Color(i), true
		}
		if word, ok := strings.CutSuffix(key, "-"+name); ok {
			return word, rules.Color(i), true
		}
	}
	return key, rules.White, false
}

// Press takes in a key. The line that is shown must have been told with [Referee.Shown] before.
func (r *Referee) Press(p *sensors.Press) {
	if r.over {
		return
	}
	key, side, sided := sideOf(p.Key)
	if sided && key != "flag" {
		r.arrive(side)
	}
	if r.opt.Level == Off && slices.Contains([]string{"claim", "draw", "decline", "resign"}, key) {
		return // the game answers, where nobody keeps the Laws
	}
	if sided && r.tooLate(key, side, p.Args) {
		return
	}
	switch key {
	case "lever":
		r.lever(side)
	case "hold":
		r.held(side)
	case "takeback":
		r.backAt = r.now
	case "start":
		r.start()
	case "adjust":
		r.adjust(side)
	case "claim":
		r.claim(side, p.Args)
	case "draw":
		r.offer(side)
	case "decline":
		r.decline(side)
	case "resign":
		r.lose(side, r.now, "resignation", r.e.DrawIfNoMate.Value)
	case "flag":
		r.flag(side)
	case "times":
		r.times(p.Args)
	case "pause":
		r.outsideRuns(false)
		r.pause(p.Args)
	case "resume":
		r.outsideRuns(true)
		r.Resume()
	case "arbiter":
		r.rule(p.Args)
	}
}

// tooLate answers what a player says when something has ended the game before: a flag, of which nobody knows yet whether a man that was set
// down before it makes a move, or the move that stands, which his word confirms (5.1a, 5.2a and 6.10; 2023: 5.1.1, 5.2.1 and 6.9).
func (r *Referee) tooLate(key string, side rules.Color, args string) bool {
	if r.opt.Level == Off || !slices.Contains([]string{"lever", "claim", "draw", "decline", "resign"}, key) {
		return false
	}
	if r.timeIsOver() {
		if key == "claim" {
			kind, _, _ := strings.Cut(args, " ")
			r.answer(side, kind, false, r.e.TimeIsOver.Article)
		} else {
			r.say(Refused, r.now, side, Ruling{Word: clock.Fell.String(), Article: r.e.TimeIsOver.Article})
		}
		return true
	}
	t := &r.turn
	if _, _, ended := r.ended(); !ended || key == "lever" || t.guessed(r.opt.Kind) && t.told != t.move {
		return false
	}
	if doubted, _ := r.Doubted(); doubted {
		return false
	}
	result, reason := r.stands()
	r.end(result, reason, r.now)
	return true
}

// held is a side's clock button that has been held down for a second: he says that he adjusts. The press with which that began was none,
// if no move stood for it, and its time is his own. If it completed a move, or an illegal one, he just left his finger there.
func (r *Referee) held(side rules.Color) {
	p := r.press
	if p == nil || p.side != side || p.made || r.turn.move != rules.NoMove || r.turn.misplaced() {
		return
	}
	r.press = nil
	if p.ev != nil {
		events, err := r.clock.Retract(r.now, p.ev.Event)
		r.clocked(events, nil)
		if err != nil { // something else was done to the clock since
			r.unpress(p)
		}
	}
	r.adjust(side)
}

// adjust is a side's saying that it adjusts (4.2; 2023: 4.2.1, 6.2.5).
func (r *Referee) adjust(side rules.Color) {
	if r.opt.Level == Off {
		return
	}
	r.drain(r.now)
	if r.turn.move != rules.NoMove && r.turn.side != side {
		r.pass()
	}
	t := &r.turn
	has := t.side == side
	runs := has
	if v, ok := r.View(); ok {
		runs = v.Phase == clock.Running && v.Turn == side
	} else if n := len(r.moves); n > 0 && r.moves[n-1].completed > r.now {
		runs = false
	}
	ok, article := r.e.MayAdjust(has, runs)
	r.say(Adjusting, r.now, side, Ruling{OK: ok, Article: article, Word: "said"})
	if has {
		t.note(act{at: r.now, do: says})
	} else {
		t.outs = r.now
	}
}
