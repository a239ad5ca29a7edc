package game

import (
	"slices"

	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// guide leads the men to where they belong, one step at a time, as long as something is wrong.
type guide struct {
	steps []step // all that is to be done, the next first
	hand  []step // those whose man has been lifted and not set down yet
}

// update looks at what is known to stand and what should. Of a step that is under way the second half remains, until
// its man stands somewhere.
func (g *guide) update(have, want *sensors.Frame) {
	var lifted []step
	strange := false // a man stands where it should not and didn't before
	for s := range have {
		at := square.Square(s)
		wrong := have[s] != sensors.Nothing && !agrees(have[s], want[s])
		before := slices.IndexFunc(g.steps, func(x step) bool { return x.from == at })
		strange = strange || wrong && before < 0
		if before >= 0 && !wrong && g.steps[before].to.Valid() {
			lifted = append(lifted, step{square.None, g.steps[before].to, g.steps[before].piece})
		}
	}
	g.hand = slices.DeleteFunc(append(lifted, g.hand...), func(x step) bool {
		return strange || agrees(have[x.to], want[x.to])
	})
	rest := *have
	g.steps = nil
	for _, x := range g.hand {
		if have[x.to] == sensors.Nothing { // else what stands there has to leave first
			rest[x.to] = want[x.to]
			g.steps = append(g.steps, x)
		}
	}
	g.steps = append(g.steps, plan(&rest, want)...)
}

// done reports whether nothing is left to do.
func (g *guide) done() bool { return len(g.steps) == 0 }

// next is the next step.
func (g *guide) next() step { return g.steps[0] }

// discards reports whether a man is taken off a square and not put on again.
func (g *guide) discards(s square.Square, man sensors.Contact) bool {
	return slices.ContainsFunc(g.steps, func(x step) bool { return x.from == s && !x.to.Valid() }) &&
		!slices.ContainsFunc(g.steps, func(x step) bool { return x.to.Valid() && x.piece == man })
}

// light shows the next step, and where else men are missing.
func (g *guide) light(p *picture) {
	if g.done() {
		return
	}
	for _, s := range g.steps {
		if s.to.Valid() {
			p.put(s.to, "setup")
		}
	}
	if s := g.next(); s.to.Valid() {
		p.put(s.to, "may-go")
	}
	if s := g.next(); s.from.Valid() {
		p.put(s.from, "do-next")
	}
}

// ask puts the next step into a prompt; the keys are those for a man that is carried, one that comes from beside the
// board and one that leaves it.
func (g *guide) ask(carry, put, clear string) (prompt, map[string]string) {
	if g.done() { // the contacts are not quiet yet
		return prompt{}, nil
	}
	s := g.next()
	piece := string(s.piece.Letter())
	switch {
	case !s.from.Valid():
		return ask(put, "square", s.to.String(), "piece", piece)
	case !s.to.Valid():
		return ask(clear, "square", s.from.String())
	}
	return ask(carry, "from", s.from.String(), "to", s.to.String(), "piece", piece)
}

// manyOff is how many men must be off their squares at once to be more than a move that is being made; otherwiseAfter for
// how many ms what stands must be explained by moves before nobody is led back any more.
const (
	manyOff        = 3
	otherwiseAfter = 3000
)

// lead brings the guide up to date. While the men are set up it leads to the start. Later it decides whether the men are led back to where the game stands: so many are off that no hand is making a
// move any more, or several stand where nothing explains them. It goes on until all of them stand again.
func (g *Game) lead() {
	if g.setting {
		want := boardstate.Men(&g.start)
		have := except(g.known, want, g.deaf)
		g.guide.update(&have, &want)
		return
	}
	lifted, placed := 0, 0
	for _, a := range g.story.Lifted {
		if g.now-a.Since >= illegalAfter {
			lifted++
		}
	}
	for _, a := range g.story.Placed {
		if g.now-a.Since >= illegalAfter {
			placed++
		}
	}
	off := len(g.story.Lifted) + len(g.story.Placed)
	if g.homeward {
		off = len(g.shown)
	}
	switch {
	case !g.recovering && off == 0 && g.story.Owed == 0:
		g.stood, g.mark = g.storyPosition(), g.tracker.Mark()
		if g.calm() {
			g.men.stand(&g.stood)
		}
	case !g.recovering && g.story.Half.Move == rules.NoMove && (lifted >= manyOff || placed > 1 || placed == 1 && lifted >= manyOff-1):
		g.recovering, g.agreed = true, -1
	case off > 0 || g.voided != rules.NoMove || g.overruled:
		g.agreed = -1
	case g.agreed < 0:
		g.agreed = g.now
	}
	instead := g.ruledBack && g.voided == rules.NoMove && off == 0 && len(g.shown) > 0 && !g.restoring()
	if g.recovering && g.calm() && (g.backAgain() || instead || g.agreed >= 0 && g.now >= g.agreed+otherwiseAfter) {
		g.recovering, g.guide, g.agreed, g.ruledBack, g.overruled = false, guide{}, -1, false, false
		g.emit(Event{Type: Restore})
	}
	if g.resuming && !g.recovering && off > 0 && !g.midMove() {
		g.recovering, g.agreed = true, -1
	}
	if g.recovering {
		have, want := g.standing(g.stood)
		g.guide.update(&have, &want)
	}
}

// calm reports whether all contacts that are asked are at rest.
func (g *Game) calm() bool { return except(g.stable.Frame(), g.raw, g.passedOver()) == g.raw }

// backAgain reports whether the men stand where they were led to, whatever the cheapest story is, and lets the tracker go
// on from there.
func (g *Game) backAgain() bool {
	men := boardstate.Men(&g.stood)
	want := men.As(g.opt.Kind)
	if except(g.raw, want, g.passedOver()) != want || !g.tracker.Resume(g.mark) {
		return false
	}
	g.lookAgain()
	g.resumed = true
	g.tellMoves(false)
	g.resumed = false
	return true
}

// standing is what is known to stand on the board, and what stands there in a position: a man of whom nobody knows who he is, is the one who
// belongs there.
func (g *Game) standing(pos rules.Position) (have, want sensors.Frame) {
	want = boardstate.Men(&pos)
	have = g.stable.Frame()
	for s, c := range have {
		if known := g.men.at[s]; known.As(g.opt.Kind) == c {
			have[s] = known
		}
		if agrees(have[s], want[s]) || g.passedOver().Has(square.Square(s)) {
			have[s] = want[s]
		}
	}
	return have, want
}
