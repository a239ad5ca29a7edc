package game

import (
	"jadoube/rules/square"
	"jadoube/sensors"
)

// What speaks for the other way round is the difference of the costs of both stories. turnAt is where the board is
// taken for turned, when the turned story has told turnPlies moves; dropAt where the turned story is given up;
// turnAtEnd decides at the end of a recording, with two moves.
const (
	turnPlies = 3
	turnAt    = 6000
	dropAt    = 8000
	turnAtEnd = 2500
)

// heard is a reading by the board's own squares, or, with flip set, the moment from which they count the other way round.
type heard struct {
	sensors.Reading
	flip bool
}

// turnSquare is the same square of a board that is turned by 180°.
func turnSquare(s square.Square) square.Square {
	if !s.Valid() {
		return s
	}
	return 63 - s
}

// turnFrame is the frame of a board that is turned by 180°, if turned is set.
func turnFrame(f sensors.Frame, turned bool) sensors.Frame {
	if !turned {
		return f
	}
	var out sensors.Frame
	for s, c := range f {
		out[63-s] = c
	}
	return out
}

// turn is the reading of a board that is turned by 180°, if turned is set.
func turn(r sensors.Reading, turned bool) sensors.Reading {
	if !turned || len(r.Changes) == 0 {
		return r
	}
	changes := make([]sensors.Change, len(r.Changes))
	for i, c := range r.Changes {
		changes[i] = sensors.Change{Square: turnSquare(c.Square), To: c.To}
	}
	r.Changes = changes
	return r
}

// Turned reports whether the board stands turned by 180°: White sits at its eighth rank. Everything that is told names
// the squares of the game.
func (s *Session) Turned() bool { return s.turned }

// OnBoard returns the board's own square, by which its sensors and LEDs are numbered, of a square of the game. It is
// its own inverse.
func (s *Session) OnBoard(sq square.Square) square.Square {
	if s.turned {
		return turnSquare(sq)
	}
	return sq
}

// symmetric reports whether the sensors can't tell from which side the game began.
func (s *Session) symmetric() bool {
	start := pieces(&s.Game.start).As(s.opt.Kind)
	return turnFrame(start, true) == start
}

// turnedTwin returns the game as it is on a turned board, nil when the sensors themselves tell which way it stands.
func (s *Session) turnedTwin() *Game {
	if !s.symmetric() {
		return nil
	}
	g := s.fresh(s.Game.start, s.wires, !s.turned)
	g.opt.Chess960 = s.opt.Chess960
	g.now = s.now
	return g
}

// weighStart turns the board when the start of a game stands the other way round.
func (s *Session) weighStart() {
	if len(s.shown) > 0 || s.over || s.twin != nil {
		return
	}
	start := pieces(&s.Game.start).As(s.opt.Kind)
	if s.raw == start || turnFrame(s.raw, true) != start {
		return
	}
	g := s.fresh(s.Game.start, s.wires, !s.turned)
	g.opt.Chess960 = s.opt.Chess960
	g.now = s.now
	s.turnTo(g)
	s.open()
}

// weighTwin asks whether the turned board's story is the better one.
func (s *Session) weighTwin() {
	if s.twin == nil || s.setting {
		return
	}
	switch ahead := s.tracker.Cost() - s.twin.tracker.Cost(); {
	case s.over:
		s.twin = nil
	case len(s.twin.shown) >= turnPlies && ahead >= turnAt:
		s.turnTo(s.twin)
	case len(s.shown) >= turnPlies && -ahead >= dropAt:
		s.twin = nil
	}
}

// decide decides at the end of a recording what was not decided yet.
func (s *Session) decide() {
	if s.home == nil && s.twin != nil && len(s.twin.shown) > 1 && s.tracker.Cost()-s.twin.tracker.Cost() >= turnAtEnd {
		s.turnTo(s.twin)
	}
}

// turnTo goes on with the game as it is on a board that stands the other way round, which ran unseen until now.
func (s *Session) turnTo(g *Game) {
	old := s.Game
	s.Game, s.twin = g, nil
	s.hear(g.instead(old))
}

// flip turns the board on request. The game is read again turned; where that explains less than it was read before, the
// board counts as turned from now on.
func (s *Session) flip() {
	again := s.reread(!s.turned)
	if stood := s.setting || !again.setting; stood && !s.over && again.tracker.Cost() <= s.tracker.Cost() {
		s.turnTo(again)
		return
	}
	s.twin = nil
	s.heard = append(s.heard, heard{Reading: sensors.Reading{T: s.now}, flip: true})
	s.hear(s.Game.turnNow(s.wires))
}

// reread reads the game again from its beginning, on a board that stood so.
func (s *Session) reread(turned bool) *Game {
	opt, frame := s.opt, turnFrame(s.first, turned)
	opt.Start = &frame
	g := begin(s.Game.start, opt)
	g.turned = turned
	wires := s.first
	for _, h := range s.heard {
		if h.flip {
			g.Advance(h.T)
			g.turnNow(wires)
			continue
		}
		wires.Apply(h.Changes)
		g.Read(turn(h.Reading, g.turned))
	}
	g.Advance(s.now)
	return g
}

// turnNow lets the board count as turned the other way from now on. What the sensors say is then another picture, of
// which nobody has seen how it came about.
func (g *Game) turnNow(wires sensors.Frame) []Event {
	g.turned = !g.turned
	now := turnFrame(wires, g.turned)
	r := sensors.Reading{T: g.now, Gap: 1}
	for s := range now {
		if now[s] != g.raw[s] {
			r.Changes = append(r.Changes, sensors.Change{Square: square.Square(s), To: now[s]})
		}
	}
	g.out = nil
	g.tellOrientation()
	told := g.out
	told = append(told, g.Read(r)...)
	g.out = nil
	g.emit(Event{Type: LEDs, LEDs: g.lights})
	return append(told, g.out...)
}

func (g *Game) tellOrientation() {
	turned := g.turned
	g.emit(Event{Type: Orientation, Turned: &turned})
}
