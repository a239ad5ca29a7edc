package game

import (
	"math/bits"

	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/rules/pgn"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Session is the games of one recording, one after the other on one board. Its methods are those of the game that is
// played now; events are numbered and timed through all of them. It is not safe for concurrent use.
//
// A game ends with its result, or with the key "new", which may name the position of the next. When the men stand at
// home after a result the next game begins by itself; when they come home without one, the players are asked, and
// answer with the key or by playing on from there. A board that stands turned by 180° is found out and read turned.
//
//	                 result                        at home for a second
//	a game ───────────────────────▶ over ──────────────────────────────────▶ the next game
//	  │   at home, not explained                    key "new", or a move from home
//	  ├─────────────────────────▶ asked: new-game ──────────────────────────▶ the next game; the old one keeps *
//	  └── key "new" ──▶ set up, square by square ──▶ all men stand ─────────▶ the next game
type Session struct {
	*Game
	wires sensors.Frame // what the sensors say, by the board's own squares
	since int64         // ms: the last change
	told  []Event
	ended []ended // games with a move or a result that came before

	first    sensors.Frame // wires when the game began
	heard    []heard       // what the sensors told since
	probe    *probe        // whether the board stands turned, while that isn't decided
	side     *Game         // the same game with the other side to move first, while that isn't decided
	stands   standing      // the same after an illegal move, while it isn't decided whether that stands
	home     *Game         // the game that the players may have begun, when the men came home without a result
	homeAt   int           // len(heard) when they did
	atHome   bool          // the men's being at home has been dealt with
	cameHome int64         // ms: when they came
	closed   bool          // the game has been over for some time
	forgot   bool          // heard is not all
}

// ended is the record of a game, without and with elapsed times.
type ended struct{ plain, timed *pgn.Game }

// homeQuiet is for how many ms the men must stand at home before that means anything; after a result it is enough that
// they stood there for homeBrief before the first of them is lifted.
const (
	homeQuiet = 1000
	homeBrief = 300
)

// maxHeard bounds what is kept to read a game again: some 16 MB, of a board whose contacts never rest. A game has a few
// thousand readings.
const maxHeard = 200_000

// NewSession begins the first game. It fails as [New] does.
func NewSession(opt Options) (*Session, error) {
	g, err := New(opt)
	if err != nil {
		return nil, err
	}
	s := &Session{Game: g, wires: g.raw}
	s.open()
	return s, nil
}

// open notes where the game begins that is played now.
func (s *Session) open() {
	s.first, s.heard = s.wires, nil
	s.home, s.side, s.stands, s.closed, s.forgot = nil, nil, standing{}, false, false
	s.atHome = s.standsHome() // as before the game
	s.probe = s.newProbe()
	if s.Game.start == rules.StartPosition() && s.opt.Kind != sensors.Occupancy && !s.opt.Laws.Running { // else it is known whose time runs
		s.eitherFirst(s.Game.start)
	}
}

// Next tells when Advance will have something to say if nothing else happens.
func (s *Session) Next() (at int64, ok bool) {
	at, ok = s.Game.Next()
	soonest := func(t int64, is bool) {
		if is && (!ok || t < at) {
			at, ok = t, true
		}
	}
	for _, g := range s.unseen() {
		soonest(g.Next())
	}
	if s.probe != nil {
		for _, t := range s.probe.next() {
			soonest(t, true)
		}
	}
	if !s.atHome && !s.stayed() && s.standsHome() {
		soonest(s.since+homeQuiet, true)
	}
	return at, ok
}

// unseen are the games that run beside the one that is shown.
func (s *Session) unseen() (games []*Game) {
	for _, g := range [...]*Game{s.side, s.home, s.stands.Game} {
		if g != nil {
			games = append(games, g)
		}
	}
	return games
}

// Advance lets time pass up to and including ms and returns what there is to tell.
func (s *Session) Advance(ms int64) []Event {
	s.told = nil
	s.pass(ms)
	return s.told
}

func (s *Session) pass(ms int64) {
	for {
		at, ok := s.Next()
		if !ok || at > ms {
			break
		}
		s.wait(at)
		s.weigh()
	}
	s.wait(ms)
}

// wait lets time pass in all games.
func (s *Session) wait(ms int64) {
	s.hear(s.Game.Advance(ms))
	for _, g := range s.unseen() {
		s.stands.hear(g, g.Advance(ms))
	}
	if s.probe != nil {
		s.probe.advance(ms)
	}
}

func (s *Session) hear(events []Event) { s.told = append(s.told, events...) }

// Read takes one reading, by the board's own squares, and returns what there is to tell. Readings come in the order of
// time.
func (s *Session) Read(r sensors.Reading) []Event {
	s.told = nil
	s.pass(r.T - 1)
	if len(r.Changes) > 0 {
		s.leaveHome()
		if s.probe != nil && (s.setting || s.atStart()) {
			s.probe = s.newProbe()
		}
		s.wires.Apply(r.Changes)
		s.since, s.atHome = r.T, false
		s.clearNotice()
	}
	s.take(r)
	if r.Press != nil {
		s.obey(r.Press)
	}
	s.weigh()
	return s.told
}

// take gives a reading to all games.
func (s *Session) take(r sensors.Reading) {
	if len(s.heard) >= maxHeard {
		s.heard, s.homeAt, s.probe, s.forgot, s.stands = nil, 0, nil, true, standing{}
	}
	s.heard = append(s.heard, heard{Reading: r})
	s.unsure()
	s.hear(s.Game.Read(turn(r, s.turned)))
	for _, g := range s.unseen() {
		s.stands.hear(g, g.Read(turn(r, g.turned)))
	}
	if s.probe != nil && !s.setting {
		s.probe.take(r, s.turned, s.Game.menu.open, &s.wires)
	}
}

// unsure tells the referee whether what a press is for would be a legal move on a board that stands the other way round, while it
// isn't known which way it stands.
func (s *Session) unsure() {
	if s.ref == nil {
		return
	}
	doubt := false
	if s.probe != nil {
		by, moves, open := s.probe.ahead()
		doubt = by > 0 && moves > 0 && !open
	}
	s.ref.Unsure(doubt)
}

// weigh asks after each reading, and each time that time alone changed something, whether another game is being played
// than the one that is shown.
func (s *Session) weigh() {
	s.weighKings(homeQuiet)
	if s.over != s.closed {
		s.closed, s.atHome = s.over, false
		s.since = s.now // men that have stood at home for long begin the next game a second after the result
	}
	s.weighStart()
	s.weighTurn()
	s.weighSide()
	s.weighReversed()
	s.weighHome()
	s.weighStanding()
}

// obey does what the keys ask for that concern more than the game.
func (s *Session) obey(p *sensors.Press) {
	switch p.Key {
	case "new":
		s.renew(p.Args)
	case "flip":
		s.flip()
	}
}

// Finish ends the recording: what is provisional is settled as it stands.
func (s *Session) Finish() []Event {
	s.told = nil
	s.pass(s.now)
	s.decide()
	g := s.home
	if g == nil {
		s.hear(s.Game.Finish())
		return s.told
	}
	s.leaveGame()
	if g.Finish(); len(g.shown) > 0 {
		s.succeed(g)
	}
	return s.told
}

// Note is [Game.Note].
func (s *Session) Note(t int64, e Event) []Event {
	s.told = nil
	s.pass(t)
	s.hear(s.Game.Note(t, e))
	return s.told
}

// begin finishes the game and begins one from pos; the men are set up first where something else stands.
func (s *Session) begin(pos rules.Position, turned bool) {
	if s.home != nil {
		s.leaveGame()
	} else {
		s.hear(s.Game.Finish())
	}
	last := s.Game
	s.keep()
	s.Game = s.fresh(pos, s.wires, turned)
	if turned == last.turned {
		s.remember(last.remembered())
	}
	s.n, s.now = last.n, last.now
	if s.ref != nil {
		s.ref.Follow(last.ref)
	}
	s.open()
	s.hear(s.Game.Begin())
}

// fresh makes a game from pos on a board whose sensors say wires.
func (s *Session) fresh(pos rules.Position, wires sensors.Frame, turned bool) *Game {
	opt, frame := s.opt, turnFrame(wires, turned)
	opt.FEN, opt.Chess960, opt.Start = "", !pos.Standard(), &frame
	opt.Laws.Left, opt.Laws.Illegal, opt.Laws.Seen, opt.Laws.Running = [2]int64{}, [2]int{}, 0, false // of the first game
	g := begin(pos, opt)
	g.turned = turned
	if g.deaf = s.passedOver(); turned != s.turned {
		g.deaf = square.Set(bits.Reverse64(uint64(g.deaf)))
	}
	want := g.tracker.Frame()
	g.setting = except(g.raw, want, g.deaf) != want
	_ = g.hire() // what a game before it could be kept with, this one can
	return g
}

// keep puts the game among those that came before, if there is something to keep of it.
func (s *Session) keep() {
	if s.happened() {
		s.ended = append(s.ended, ended{s.PGN(), s.TimedPGN()})
	}
}

func (g *Game) happened() bool { return len(g.shown) > 0 || g.over || g.reopened }

// Fresh reports whether the game that is played now has just begun: its men stood, nothing but the last reading has come
// since, and nothing that was found out about the board in the games before it matters but which way round it stands. It
// might then as well begin a recording. first is what the sensors said when it began, by the board's own squares.
func (s *Session) Fresh() (first sensors.Frame, ok bool) {
	start := boardstate.Men(&s.Game.start).As(s.opt.Kind)
	stands := func(wires sensors.Frame) bool { return turnFrame(wires, s.turned) == start }
	either := s.side != nil && s.Game.start != rules.StartPosition()
	switch {
	case s.happened() || s.setting || s.recovering || either || s.home != nil || s.passedOver() != 0:
		return s.first, false
	case stands(s.wires):
		return s.wires, true
	}
	return s.first, len(s.heard) == 1 && stands(s.first)
}

// Games returns all games so far, with elapsed times where timed is set (see [Game.TimedPGN]). A game
// without move and result is left out, but not the only one.
func (s *Session) Games(timed bool) []*pgn.Game {
	var games []*pgn.Game
	for _, e := range s.ended {
		if timed {
			games = append(games, e.timed)
		} else {
			games = append(games, e.plain)
		}
	}
	if s.happened() || len(games) == 0 {
		games = append(games, s.record(timed))
	}
	return games
}

// Ended is how many of the games so far another has followed: the first of Games, which stay as they are.
func (s *Session) Ended() int { return len(s.ended) }
