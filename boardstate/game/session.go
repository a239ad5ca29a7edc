package game

import (
	"jadoube/rules"
	"jadoube/rules/pgn"
	"jadoube/sensors"
)

// Session is the games of one recording, one after the other on one board: the key "new" ends a game, and
// the next begins when the initial position stands on the board. Its methods are those of the game that is
// played now; events are numbered and timed through all of them. It is not safe for concurrent use.
type Session struct {
	*Game
	frame sensors.Frame // what the sensors say
	ended []ended       // games with a move or a result that came before
}

// ended is the record of a game, without and with elapsed times.
type ended struct{ plain, timed *pgn.Game }

// NewSession begins the first game. It fails as [New] does.
func NewSession(opt Options) (*Session, error) {
	g, err := New(opt)
	if err != nil {
		return nil, err
	}
	return &Session{Game: g, frame: g.raw}, nil
}

// Read is [Game.Read] and goes on to the next game at the key "new".
func (s *Session) Read(r sensors.Reading) []Event {
	s.frame.Apply(r.Changes)
	events := s.Game.Read(r)
	if r.Press == nil || r.Press.Key != "new" {
		return events
	}
	events = append(events, s.Finish()...)
	s.next()
	return append(events, s.Begin()...)
}

// next goes on to a game that stands as the board does.
func (s *Session) next() {
	last := s.Game
	if last.happened() {
		s.ended = append(s.ended, ended{last.PGN(), last.TimedPGN()})
	}
	opt, frame := last.opt, s.frame
	opt.FEN, opt.Chess960, opt.Start = "", false, &frame
	s.Game = begin(rules.StartPosition(), opt)
	s.n, s.now = last.n, last.now
}

func (g *Game) happened() bool { return len(g.shown) > 0 || g.over }

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
