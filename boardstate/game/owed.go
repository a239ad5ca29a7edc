package game

import (
	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// owed is the move made from afar that is to be carried out, and which of its men goes next.
func (g *Game) owed() (last *boardstate.Played, from, to square.Square) {
	i := len(g.story.Moves) - 1
	for i > 0 && !g.story.Moves[i].Announced {
		i-- // it was answered before it was carried out
	}
	last = &g.story.Moves[i]
	from, to = last.Move.From(), arrival(last.Move)
	if last.Move.IsCastle() && g.raw[from] == sensors.Nothing && g.raw[to] != sensors.Nothing {
		_, rookTo := last.Move.CastleTo()
		from, to = last.Move.To(), rookTo
	}
	return last, from, to
}

// stands is the square of the man that is still to be taken, None when there is none any more.
func (g *Game) stands(last *boardstate.Played) square.Square {
	v := last.Before.Victim(last.Move)
	if v.Valid() && g.story.Owed.Has(v) && g.raw[v] != sensors.Nothing {
		return v
	}
	return square.None
}

// arrived reports whether the pawn that is to promote is seen to stand on the last rank.
func (g *Game) arrived(last *boardstate.Played) bool {
	pawn := last.Before.At(last.Move.From())
	return last.Move.Promotion() != rules.NoRole && g.raw[last.Move.To()] == sensors.PieceContact(pawn.Letter())
}

// askOwed asks for what is to be done next.
func (g *Game) askOwed() (prompt, map[string]string) {
	last, from, to := g.owed()
	if g.arrived(last) {
		return ask("replace-pawn", "square", to.String())
	}
	if v := g.stands(last); v.Valid() {
		return ask("play-capture", "from", from.String(), "to", to.String(), "square", v.String())
	}
	return ask("play-move", "from", from.String(), "to", to.String())
}

// lightOwed shows the man that is to move, where it goes, and the man that it takes.
func (g *Game) lightOwed(p *picture) {
	last, from, to := g.owed()
	if g.arrived(last) {
		p.put(to, "do-next")
		return
	}
	p.put(to, "may-go")
	if v := g.stands(last); v.Valid() {
		p.put(v, "may-capture")
	}
	p.put(from, "do-next")
}

// withdraw takes back, at a player's word, a move from afar that waits to be carried out, and his own before it: the men are led back to where
// they stood before that. Another move of his instead will do.
func (g *Game) withdraw() {
	left := len(g.shown) - 2
	if g.setting || g.menu.open || left < 0 || !g.shown[left+1].Announced {
		return
	}
	if at, ok := g.tracker.Withdraw(); !ok || at != left {
		return
	}
	own := g.shown[left]
	g.voided, g.voidedAt, g.counts = own.Move, left, rules.NoMove
	g.stood, g.mark = *own.Before, g.tracker.MarkAt(left)
	g.tracker.Release(left)
	g.takeBack(left)
	g.recovering, g.agreed, g.wrong, g.guide, g.ruledBack = true, -1, 0, guide{}, true
	if g.ref != nil {
		g.consult()
		g.ref.Await()
	}
}
