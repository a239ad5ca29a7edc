package referee

import (
	"jadoube/boardstate/clock"
	"jadoube/rules"
)

// Who has less than scoreLeft ms left in a period that adds less than scoreBonus ms with each move need not keep score for the rest of it (8.4).
const (
	scoreLeft  = 300_000
	scoreBonus = 30_000
)

// AdviceScoreFree and AdviceScoreDue are the words of advice that a side need not keep score for the rest of the period, and that it has to
// bring its sheet up to date before it moves a man.
const (
	AdviceScoreFree = "score-free"
	AdviceScoreDue  = "score-due"
)

// keepsScore reports whether somebody watches the sheets, and the clock that says who must write. In rapid and blitz nobody must.
func (r *Referee) keepsScore() bool {
	return r.opt.Level == Arbiter && r.clock != nil && r.opt.Pace == clock.Standard && r.opt.Clock.Controls[0].Kind == clock.Timed
}

// mayBeFree reports whether the period in which a side is lets it stop keeping score, and hasn't yet.
func (r *Referee) mayBeFree(side rules.Color, d *clock.Display) bool {
	periods := r.opt.Clock.Controls[side].Periods
	return len(periods) > 0 && r.free[side] != d.Period && periods[min(d.Period, len(periods))-1].Bonus < scoreBonus
}

// weighScore tells the arbiter who need not keep score any more, and who has to again (8.4, 8.5).
func (r *Referee) weighScore() {
	if !r.keepsScore() {
		return
	}
	v := r.clock.View(r.now)
	for i := range v.Sides {
		d, side := &v.Sides[i], rules.Color(i)
		if r.free[i] != 0 && d.Period > r.free[i] {
			r.free[i] = 0
			r.say(Advice, r.now, side, Ruling{Word: AdviceScoreDue, Article: "8.5"})
		}
		if v.Phase == clock.Running && d.Left < scoreLeft && r.mayBeFree(side, d) {
			r.free[i] = d.Period
			r.say(Advice, r.now, side, Ruling{Word: AdviceScoreFree, Article: "8.4"})
		}
	}
}

// scoreDue is when the side whose time runs need not keep score any more; false when that isn't to be told.
func (r *Referee) scoreDue() (at int64, ok bool) {
	if !r.keepsScore() {
		return 0, false
	}
	v := r.clock.View(r.now)
	d := &v.Sides[v.Turn]
	return r.now + d.Delay + d.Left - scoreLeft + 1, v.Phase == clock.Running && d.Left >= scoreLeft && r.mayBeFree(v.Turn, d)
}
