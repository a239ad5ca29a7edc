package game

// Games may run unseen beside the one that is shown, on the chance that they turn out to be the one that is played.

// enter tells all of a game that ran unseen, as of this moment.
func (g *Game) enter(n int64) []Event {
	g.n, g.out = n, nil
	g.emit(g.setupEvent())
	g.emit(Event{Type: Sensors, Frame: g.stable.Frame().String()})
	for i := range g.shown {
		g.tellShown(i)
		if g.shown[i].settled {
			g.tellSettled(i)
		}
	}
	g.tellRest(&Game{})
	if len(g.lights) > 0 {
		g.emit(Event{Type: LEDs, LEDs: g.lights})
	}
	return g.out
}

// instead tells what a game that ran unseen tells otherwise than old, which was shown in its place on a board that
// stood the other way round.
func (g *Game) instead(old *Game) []Event {
	g.n, g.now, g.out = old.n, old.now, nil
	g.tellOrientation()
	g.emit(Event{Type: Sensors, Frame: g.stable.Frame().String()})
	same := 0
	for same < len(g.shown) && same < len(old.shown) && g.shown[same].Move == old.shown[same].Move {
		g.shown[same].settled = g.shown[same].settled || old.shown[same].settled
		if g.shown[same].settled && !old.shown[same].settled {
			g.tellSettled(same)
		}
		same++
	}
	if same < len(g.shown) || same < len(old.shown) {
		pos := g.Position()
		g.emit(Event{Type: Amended, FromPly: same + 1, Old: g.ucis(old.shown[same:]), New: g.ucis(g.shown[same:]), FEN: pos.FEN()})
	}
	for i := same; i < len(g.shown); i++ {
		if g.shown[i].settled {
			g.tellSettled(i)
		}
	}
	g.tellRest(old)
	g.tellReloaded()
	g.emit(Event{Type: LEDs, LEDs: g.lights})
	return g.out
}

// tellReloaded tells what the clock shows, which may be otherwise than it was told last.
func (g *Game) tellReloaded() {
	if c := g.Clock(); c != nil {
		g.emit(Event{Type: ClockShown, Key: "reloaded", Side: c.Turn, Clock: c})
	}
}

// tellRest tells of everything but moves and lights what is otherwise than in old.
func (g *Game) tellRest(old *Game) {
	for s := range (old.wrong &^ g.wrong).Squares() {
		g.emit(Event{Type: Restore, Square: s.String()})
	}
	for s := range (g.wrong &^ old.wrong).Squares() {
		g.emit(g.illegalEvent(s))
	}
	if old.recovering && !g.recovering {
		g.emit(Event{Type: Restore})
	}
	if g.over {
		g.emit(Event{Type: ResultShown, Result: g.result, Reason: g.reason})
	}
	if g.prompt != old.prompt {
		g.emit(Event{Type: Prompt, Key: g.prompt.key, Args: g.promptArgs})
	}
}
