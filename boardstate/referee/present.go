package referee

import (
	"slices"

	"jadoube/boardstate/clock"
	"jadoube/rules"
)

// start starts the time of the side that begins, at the time set for the game, whoever is there (6.5, 6.6).
func (r *Referee) start() {
	if r.clock != nil && r.clock.State().Face.Phase == clock.Ready {
		r.clocked(r.clock.Start(r.now))
	}
}

// arrive notes that a side's player is at the board: he says so, touches a man of his, presses, or says anything else.
func (r *Referee) arrive(side rules.Color) {
	if r.clock != nil && !r.over {
		r.clocked(r.clock.Arrive(max(r.now, r.clock.State().Now), side))
	}
}

// ReasonAbsent and ReasonNobody are why a game ends when one player, or neither, is there when the default time is over.
const (
	ReasonAbsent = "absent"
	ReasonNobody = "both_absent"
)

// loseByDefault ends the game for who hasn't arrived within the default time (6.7; 2023: 6.7.1), for both where neither has. An arbiter
// may decide otherwise: where there is one, it is his to say.
func (r *Referee) loseByDefault(at int64) {
	if r.opt.Level != Strict {
		return
	}
	sides := r.clock.State().Face.Sides
	late := slices.IndexFunc(sides[:], func(s clock.Side) bool { return s.Defaulted && !s.Present })
	switch {
	case late < 0:
	case sides[1-late].Defaulted:
		r.end("*", ReasonNobody, at)
	default:
		r.lose(rules.Color(late), at, ReasonAbsent, false)
	}
}
