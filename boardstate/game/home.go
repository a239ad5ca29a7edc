package game

import (
	"math/bits"
	"slices"

	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// askNew is the key of the question whether men that have come home begin a new game.
const askNew = "new-game"

// initial is what a board of kind k says of the initial position.
func initial(k sensors.Kind) sensors.Frame {
	pos := rules.StartPosition()
	return boardstate.Men(&pos).As(k)
}

// standsHome reports whether the men stand at home, one way round or the other.
func (s *Session) standsHome() bool { return s.homeWay(s.turned) || s.homeWay(!s.turned) }

// homeWay reports whether the men stand at home on a board that stands so. Sensors that are broken are not asked.
func (s *Session) homeWay(turned bool) bool {
	passed := s.passedOver()
	if turned != s.turned {
		passed = square.Set(bits.Reverse64(uint64(passed)))
	}
	home := initial(s.opt.Kind)
	return except(turnFrame(s.wires, turned), home, passed) == home
}

// passedOver are the squares whose sensors are not asked: those that are broken, or were in the game before. While men
// are led back none is taken for broken: it is rather a man that is still missing.
func (g *Game) passedOver() square.Set {
	if g.recovering {
		return g.broken | g.deaf
	}
	return g.story.Broken | g.deaf
}

// except is a frame that says on some squares what another says there.
func except(f, other sensors.Frame, on square.Set) sensors.Frame {
	for s := range on.Squares() {
		f[s] = other[s]
	}
	return f
}

// weighKings ends a game whose kings showed a result, and whose men have come home before anybody said that it is meant.
func (s *Session) weighKings(quiet int64) {
	if s.asking.result != "" && s.home == nil && len(s.shown) > 0 && s.now >= s.since+quiet && s.standsHome() {
		s.hear(s.Game.confirm())
	}
}

// weighHome looks at men that have been standing at home for a while: after a result the next game begins; in a game
// whose moves don't explain it, the players are asked.
func (s *Session) weighHome() {
	if s.home != nil {
		s.weighAnswer()
	}
	if s.atHome || s.stayed() || s.now < s.since+homeQuiet || !s.standsHome() {
		return
	}
	s.atHome = true
	switch {
	case s.over:
		s.begin(rules.StartPosition(), s.homeTurned())
	case s.home == nil && s.astray() && !s.takesBack():
		s.home, s.homeAt = s.fresh(rules.StartPosition(), s.wires, s.homeTurned()), len(s.heard)
		s.home.Advance(s.now)
		s.cameHome = s.since
		s.question(askNew)
	}
}

// stayed reports whether the game ended before a man had left home: then the next one begins when one does, and the result is seen until
// then.
func (s *Session) stayed() bool { return s.over && len(s.shown) == 0 }

// leaveHome begins the next game when, after a result, the first move comes sooner than the men were taken for being home.
func (s *Session) leaveHome() {
	s.weighKings(homeBrief)
	if s.over && !s.atHome && s.now >= s.since+homeBrief && s.standsHome() {
		s.begin(rules.StartPosition(), s.homeTurned())
	}
}

// homeTurned says which way round the men stand at home, for those who stand there; the way of before where both look
// alike.
func (s *Session) homeTurned() bool {
	return s.turned != !s.homeWay(s.turned)
}

// astray reports whether something else stands than the game explains.
func (s *Session) astray() bool {
	return s.setting || s.homeward || len(s.story.Lifted)+len(s.story.Placed) > 0
}

// weighAnswer looks at how the players go on after the men came home: with the game that stood before, with the next,
// or with something else.
func (s *Session) weighAnswer() {
	g := s.home
	switch {
	case !s.astray():
		s.home = nil
		s.question("")
	case len(g.shown) > 1 || len(g.shown) == 1 && g.shown[0].settled:
		s.leaveGame()
		s.succeed(g)
	case len(g.shown) == 0 && len(g.story.Lifted)+len(g.story.Placed) >= manyOff:
		s.home = nil
		s.question("")
	}
}

// takesBack reports whether the men stand at home after so few moves that these were rather taken back by hand, where those that were
// completed stand: nothing begins by that.
func (g *Game) takesBack() bool {
	n := len(g.shown)
	return g.completedStand() && n > 0 && n <= stepBack && g.shown[0].Pressed >= 0
}

// leaveGame finishes the game that the men were taken home from. Moves that seemed to be taken back when the first men
// went home were made all the same, and what seemed to be moves then was none.
func (s *Session) leaveGame() {
	s.hear(s.Game.Finish())
	s.hear(s.Game.withoutWayHome(s.cameHome))
}

// stepBack is how many moves at the most may go back at once without the players' saying so, where that ends the game.
const stepBack = 2

// saidBack reports whether the button said lately that moves are taken back.
func (g *Game) saidBack() bool { return g.backAt >= 0 && g.now-g.backAt <= wayHome }

// goesHome reports whether the men rather went home than that the moves after the first ones were taken back.
func (g *Game) goesHome(left int) bool {
	if g.saidBack() {
		return false
	}
	back := len(g.story.Moves) == left || g.story.Taken > g.taken
	return g.asked.key == askNew || back && left == 0 && max(g.leap, len(g.shown)) > stepBack && g.start.FEN() == rules.StartFEN
}

// keepMost remembers the settled moves while they only become fewer, or go on with men that go home.
func (g *Game) keepMost() {
	n := 0
	for n < len(g.shown) && g.shown[n].settled {
		n++
	}
	if line := beforeHome(g.shown[:n], 0); common(line, g.most) < len(line) {
		g.most, g.leap = append(g.most[:0], g.shown[:n]...), 0
	}
}

// beforeHome is the line without the moves at its end, from a time on, that brought men home.
func beforeHome(line []shown, from int64) []shown {
	for len(line) > 0 && line[len(line)-1].Made >= from && toHome(&line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	return line
}

// common is the number of moves with which both lines begin.
func common(a, b []shown) (n int) {
	for n < len(a) && n < len(b) && a[n].Move == b[n].Move {
		n++
	}
	return n
}

// wayHome is for how many ms the men may be on their way home.
const wayHome = 120_000

// withoutWayHome tells which moves were made before the men went home, where they came at a time. The game must be
// finished.
func (g *Game) withoutWayHome(came int64) []Event {
	g.out = nil
	if g.over {
		return nil
	}
	line := beforeHome(g.shown, came-wayHome)
	if common(line, g.most) == len(line) && len(line) < len(g.most) {
		line = beforeHome(g.most, came-wayHome)
	}
	old, same := g.shown, common(g.shown, line)
	if same == len(old) && same == len(line) {
		return nil
	}
	g.shown = slices.Clone(line)
	pos := g.Position()
	g.emit(Event{Type: Amended, FromPly: same + 1, Old: g.ucis(old[same:]), New: g.ucis(line[same:]), FEN: pos.FEN()})
	for i := same; i < len(line); i++ {
		g.tellSettled(i)
	}
	return g.out
}

// toHome reports whether a move brought a man to a square where one like it begins.
func toHome(m *shown) bool {
	start := rules.StartPosition()
	return start.At(m.Move.To()) == m.After.At(m.Move.To())
}

// succeed goes on with the game that began when the men came home; the one before it has been finished.
func (s *Session) succeed(g *Game) {
	last, heard := s.Game, s.heard[s.homeAt:]
	s.keep()
	s.Game = g
	s.first = turnFrame(initial(s.opt.Kind), g.turned)
	s.heard, s.home, s.side, s.stands = nil, nil, nil, standing{}
	s.probe = s.newProbe()
	for _, h := range heard {
		s.heard = append(s.heard, h)
		if s.probe != nil {
			s.probe.read(h.Reading, g.turned)
		}
	}
	s.hear(g.enter(last.n))
}
