package referee

import (
	"jadoube/boardstate/clock"
	"jadoube/boardstate/laws"
	"jadoube/rules"
	"jadoube/sensors"
)

// Verdict is how the position that stands ends the game; "" when it doesn't, or a flag had ended it before.
func (r *Referee) Verdict() (result, reason string) {
	if r.timeIsOver() {
		return "", ""
	}
	return r.stands()
}

// stands is how the position that stands ends the game, whatever the clock says; "" when it doesn't.
func (r *Referee) stands() (result, reason string) {
	t := &r.turn
	if t.move != rules.NoMove {
		r.hist.Push(t.move)
		defer r.hist.Pop()
	}
	p := r.hist.Current()
	o := p.Outcome()
	switch {
	case o == rules.Checkmate:
		return p.Turn().Other().Wins(), o.String()
	case o != rules.None:
		return "1/2-1/2", o.String()
	case rules.IsDead(p, rules.WinOptions{Nodes: rules.QuickNodes}) == rules.Yes:
		return "1/2-1/2", rules.DeadPosition.String()
	case r.e.FivefoldEnds.Value && r.count(rules.NoMove) >= 5:
		return "1/2-1/2", rules.Fivefold.String()
	case r.e.SeventyFiveEnds.Value && p.HalfMoves() >= 150:
		return "1/2-1/2", rules.SeventyFiveMoves.String()
	}
	return "", ""
}

// Doubted reports whether mate, stalemate or a dead position doesn't stand yet, since the move that brought it about broke the touch rules
// and may be claimed (2023: 5.1.1, 5.2.1, 5.2.2), and the article.
func (r *Referee) Doubted() (doubted bool, article string) {
	t := &r.turn
	broken := false
	if t.move != rules.NoMove {
		_, broken = r.breach()
	} else if n := len(r.moves); n > 0 {
		broken = r.moves[n-1].broken
	}
	stands, article := r.e.EndStands(broken && r.opt.Level != Off && r.opt.Level != Trainer)
	return !stands, article
}

// lose ends the game for a side, unless the opponent couldn't mate then by any legal moves where that makes a draw.
func (r *Referee) lose(side rules.Color, at int64, why string, spared bool) {
	if spared && rules.CanWin(r.position(at), side.Other(), rules.WinOptions{}).Answer == rules.No {
		r.end("1/2-1/2", "opponent_cannot_mate", at)
		return
	}
	r.end(side.Other().Wins(), why, at)
}

// position is what stood at a time, as far as it is legal.
func (r *Referee) position(at int64) *rules.Position {
	t, n := &r.turn, len(r.moves)
	if t.move != rules.NoMove && t.made <= at {
		p := t.p.Play(t.move)
		return &p
	}
	for n > 0 && r.moves[n-1].made > at {
		n--
	}
	return r.hist.At(n)
}

// end tells that the game ends by the Laws.
func (r *Referee) end(result, reason string, at int64) {
	if !r.over {
		r.say(Ended, at, r.turn.side, Ruling{Result: result, Word: reason, N: r.lateMoves()})
	}
}

// Over tells the referee that the game has ended, by its own word or another's, at a time: what stands is completed by it.
func (r *Referee) Over(at int64) {
	if r.over {
		return
	}
	r.now = max(r.now, at)
	r.release()
	r.over = true
	if r.clock != nil && r.clock.State().Face.Phase != clock.Ready {
		now := max(r.now, r.clock.State().Now)
		r.clocked(r.clock.End(now, r.endedAt(now)))
	}
}

// endedAt is when the game was over: when the move was made that ended it by itself, else now.
func (r *Referee) endedAt(now int64) int64 {
	if result, _ := r.Verdict(); result != "" {
		if _, made, ok := r.ended(); ok {
			return made
		}
	}
	return now
}

// Reopen takes back that the game has ended: it goes on from the last move, when the men stand so that frame is what the sensors say of
// them. Both times stand until then. Flags that had fallen have been decided on, and are the arbiter's to lift.
func (r *Referee) Reopen(at int64, frame sensors.Frame) {
	r.now, r.frame, r.queue = max(r.now, at), frame, nil
	r.over, r.fell, r.lost, r.beaten, r.early = false, nil, nil, nil, Move{}
	if r.open != nil && r.open.illegal {
		r.open = nil
	}
	r.offered, r.pausedAt = [2]bool{}, r.now
	if r.clock != nil && r.clock.State().Face.Phase != clock.Ready {
		r.clocked(r.clock.Pause(max(r.now, r.clock.State().Now), clock.Arbiter, clock.Ruling))
	}
	r.dropPress()
	r.await()
}

// dropPress takes back on the clock the press for which no move stands: who pressed has to move, as after any illegal move.
func (r *Referee) dropPress() {
	for _, p := range [...]*press{r.ending, r.noted, r.press} {
		if p != nil && p.side == r.turn.side && r.turn.move == rules.NoMove && !p.made {
			r.unpress(p)
			break
		}
	}
	r.ending, r.noted, r.press = nil, nil, nil
}

// release completes the move that stands at the end of the game.
func (r *Referee) release() {
	r.drain(r.now)
	r.letGo(r.opt.Dwell, true)
	if r.lateMoves() > 0 {
		n := len(r.moves)
		for n > 0 && r.comesLate(r.moves[n-1].made) {
			n--
		}
		r.rewind(n)
	}
	r.tellMade(true)
	if r.turn.move != rules.NoMove {
		r.pass()
	}
	n := len(r.moves)
	if n == 0 {
		return
	}
	last := &r.moves[n-1]
	result, _ := r.Verdict()
	if result != "" && last.completed == laws.Never {
		r.completed(n-1, last.made)
	}
	if result != "" && r.opt.Level == Arbiter {
		r.tellFlags(last.made)
	}
}

// AdviceFlagFirst is the word of advice that a side's flag had fallen before the move that ended the game was made.
const AdviceFlagFirst = "flag-first"

// tellFlags tells the arbiter of flags that had fallen before a move that ended the game: whether the time was over he alone knows, who
// saw a flag or heard a claim in time (6.9, 6.10; 2023: 6.8, 6.9).
func (r *Referee) tellFlags(made int64) {
	v, _ := r.View()
	for side := range v.Sides {
		if flag := v.Sides[side].Flag; flag.Down && flag.At < made {
			r.say(Advice, flag.At, rules.Color(side), Ruling{Word: AdviceFlagFirst, Article: r.e.TimeIsOver.Article})
		}
	}
}
