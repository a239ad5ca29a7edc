package game

import (
	"jadoube/boardstate"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// What speaks for the other way round is the difference of the costs of both stories. turnAt is where the board is
// taken for turned, when the better story has turnPlies moves and turnMen men or more have left their first squares;
// with latePlies moves turnLate is enough. dropAt is where the turned story is given up; turnAtEnd decides at the end of
// a recording, with two men.
const (
	turnPlies = 3
	turnMen   = 3
	turnAt    = 6000
	latePlies = 12
	turnLate  = 1500
	dropAt    = 8000
	turnAtEnd = 2500
)

// probe reads a game both ways round, from when the men stood on their first squares last: what was touched before
// tells nothing.
type probe struct {
	from             int // len(heard) then
	straight, turned *boardstate.Tracker
	menu             rest
	presses, wrong   int // of a lever since something moved, and those of them by the side that the turned story has to move
}

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
	start := boardstate.Men(&s.Game.start).As(s.opt.Kind)
	return turnFrame(start, true) == start
}

// newProbe begins to ask which way round the board stands; nil when the sensors themselves tell.
func (s *Session) newProbe() *probe {
	if !s.symmetric() {
		return nil
	}
	opt := boardstate.Options{Kind: s.opt.Kind, Scan: s.opt.Scan}
	return &probe{
		from: len(s.heard), straight: boardstate.New(s.Game.start, opt), turned: boardstate.New(s.Game.start, opt),
		menu: rest{open: s.Game.menu.open, stood: s.wires},
	}
}

// atStart reports whether the men stand, and have stood for a moment, on their first squares.
func (s *Session) atStart() bool {
	return len(s.shown) == 0 && s.now >= s.since+startBrief && s.raw == boardstate.Men(&s.Game.start).As(s.opt.Kind)
}

// startBrief is for how many ms the men must stand on their first squares for that to be the start.
const startBrief = 200

// take gives the probe a reading, after which the wires say so; menu says that the board is a menu then.
func (p *probe) take(r sensors.Reading, turned, menu bool, wires *sensors.Frame) {
	read := func(r sensors.Reading) { p.read(r, turned) }
	switch {
	case menu && !p.menu.open:
		p.menu = rest{open: true, stood: *wires}
	case !menu && p.menu.open:
		p.menu.close(read)
	}
	p.menu.take(r, wires, read)
}

// next is when time alone has the probe see something new.
func (p *probe) next() (times []int64) {
	if p.menu.open {
		return nil
	}
	for _, t := range [...]*boardstate.Tracker{p.straight, p.turned} {
		if at, ok := t.Next(); ok {
			times = append(times, at)
		}
	}
	return times
}

func (p *probe) advance(ms int64) {
	if !p.menu.open {
		p.straight.Advance(ms)
		p.turned.Advance(ms)
	}
}

func (p *probe) read(r sensors.Reading, turned bool) {
	p.straight.Read(turn(r, turned))
	p.turned.Read(turn(r, !turned))
	p.weighPress(r.Press)
	for _, t := range [...]*boardstate.Tracker{p.straight, p.turned} {
		switch {
		case r.Press == nil:
		case r.Press.Key == "move":
			announce(t, r.Press.Args)
		case r.Press.Key == "takeback":
			t.Withdraw()
		}
	}
}

// weighPress notes whether a press of the lever is by the side that has moved last in the turned story. The tracker forgives a press that
// comes after the reply, as of one who forgot; where one in four does, the moves are the other side's. With nothing moved yet, a press starts
// a clock.
func (p *probe) weighPress(press *sensors.Press) {
	if press == nil || press.Key != "white" && press.Key != "black" {
		return
	}
	if _, moves, open := p.ahead(); moves == 0 && !open {
		return
	}
	p.presses++
	if pos := p.turned.Position(); pos.Turn().String() == press.Key {
		p.wrong++
	}
}

// fits reports whether no more than a quarter of the lever's presses speak against the turned story.
func (p *probe) fits() bool { return 4*p.wrong <= p.presses }

// ahead is by how much the turned story explains more; moves and open are its moves and whether something is left open.
func (p *probe) ahead() (by, moves int, open bool) {
	story := p.turned.Story()
	return p.straight.Cost() - p.turned.Cost(), len(story.Moves), len(story.Lifted)+len(story.Placed) > 0
}

// gone is how many men have left the squares on which they stood at first.
func (s *Session) gone() int {
	return (s.Game.start.Occupied() &^ s.raw.Occupied()).Len()
}

// weighStart turns the board when the start of a game stands the other way round.
func (s *Session) weighStart() {
	if len(s.shown) > 0 || s.over || s.probe != nil {
		return
	}
	start := boardstate.Men(&s.Game.start).As(s.opt.Kind)
	if s.raw == start || turnFrame(s.raw, true) != start {
		return
	}
	g := s.fresh(s.Game.start, s.wires, !s.turned)
	g.opt.Chess960 = s.opt.Chess960
	g.now = s.now
	s.turnTo(g)
	s.open()
}

// weighTurn asks whether the turned board's story is the better one.
func (s *Session) weighTurn() {
	if s.probe == nil || s.setting {
		return
	}
	by, moves, open := s.probe.ahead()
	enough := turnAt
	if moves >= latePlies {
		enough = turnLate
	}
	switch {
	case s.over:
		s.probe = nil
	case by >= enough && moves >= turnPlies && !open && s.gone() >= turnMen && s.probe.fits():
		s.turnBoard()
	case -by >= dropAt && len(s.probe.straight.Story().Moves) >= turnPlies:
		s.probe = nil
	}
}

// decide decides at the end of a recording what was not decided yet.
func (s *Session) decide() {
	if s.home != nil || s.probe == nil || s.over {
		return
	}
	if by, moves, open := s.probe.ahead(); by >= turnAtEnd && moves > 1 && !open && s.gone() > 1 && s.probe.fits() {
		s.turnBoard()
	}
}

// turnBoard takes the board for turned, since the men stood on their first squares last.
func (s *Session) turnBoard() {
	s.heard = s.heard[s.probe.from:]
	s.first = turnFrame(boardstate.Men(&s.Game.start).As(s.opt.Kind), s.turned)
	s.turnTo(s.reread(!s.turned))
}

// turnTo goes on with the game as it is on a board that stands the other way round, which ran unseen until now.
func (s *Session) turnTo(g *Game) {
	old := s.Game
	s.Game, s.probe = g, nil
	s.hear(g.instead(old))
}

// flip turns the board on request. The game is read again turned; where that explains less than it was read before, the
// board counts as turned from now on.
func (s *Session) flip() {
	if !s.over && !s.forgot {
		again := s.reread(!s.turned)
		if stood := s.setting || !again.setting; stood && again.tracker.Cost() <= s.tracker.Cost() {
			s.turnTo(again)
			return
		}
	}
	s.probe = nil
	s.heard = append(s.heard, heard{Reading: sensors.Reading{T: s.now}, flip: true})
	s.hear(s.Game.turnNow(s.wires))
}

// reread reads the game again from its beginning, on a board that stood so.
func (s *Session) reread(turned bool) *Game {
	opt, frame := s.opt, turnFrame(s.first, turned)
	opt.Start = &frame
	g := begin(s.Game.start, opt)
	g.turned = turned
	g.legacy = s.Game.legacy
	_ = g.hire() // as the game that was read the other way round
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
