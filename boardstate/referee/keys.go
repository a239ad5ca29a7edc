package referee

import (
	"slices"

	"jadoube/boardstate/clock"
	"jadoube/rules"
	"jadoube/sensors"
)

// Press takes in a key. The line that is shown must have been told with [Referee.Shown] before.
func (r *Referee) Press(p *sensors.Press) {
	if r.over {
		return
	}
	side := rules.White
	key := p.Key
	if n := len(key); n > 6 && (key[n-6:] == "-white" || key[n-6:] == "-black") {
		if key[n-6:] == "-black" {
			side = rules.Black
		}
		key = key[:n-6]
	}
	if r.opt.Level == Off && slices.Contains([]string{"claim", "draw", "decline", "resign"}, key) {
		return // the game answers, where nobody keeps the Laws
	}
	switch key {
	case "white":
		r.lever(rules.White)
	case "black":
		r.lever(rules.Black)
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
	case "pause":
		r.pause(p.Args)
	case "resume":
		r.Resume()
	case "arbiter":
		r.rule(p.Args)
	}
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
	if r.clock != nil {
		v := r.clock.View(r.now)
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
