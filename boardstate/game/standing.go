package game

import (
	"fmt"
	"slices"

	"jadoube/boardstate/referee"
	"jadoube/rules"
	"jadoube/sensors"
)

// ReasonStands is why a game begins that goes on the one before it: an illegal move was not claimed, and the opponent has made his own
// move (2001: C3).
const ReasonStands = "illegal_move_stands"

// standing is the game from the position in which an illegal move left the men. It runs unseen until the opponent has made his move:
// then it is the game that is played. The zero value is none.
type standing struct {
	*Game
	by    rules.Color   // who made the illegal move
	moves int           // that had been made before it
	reply string        // the opponent's own move in words, where the game begins after it
	first sensors.Frame // what the wires said when it began
	at    int           // len(heard) then
	told  []Event
}

// hear keeps what the game tells, for when it is shown.
func (s *standing) hear(g *Game, events []Event) {
	if g == s.Game {
		s.told = append(s.told, events...)
	}
}

// weighStanding asks whether an illegal move stands, and whether the opponent has gone on from there.
func (s *Session) weighStanding() {
	switch g := s.stands.Game; {
	case g == nil:
		s.letStand()
	case s.over || s.setting || s.home != nil || len(s.shown) != s.stands.moves || !s.astray():
		s.stands = standing{}
	case s.stands.answered():
		s.goOnFrom(s.stands)
	}
}

// answered reports whether the opponent has made his own move, and nothing else has happened; one that is illegal itself counts, too, when
// he has completed it.
func (s *standing) answered() bool {
	made := len(s.shown) > 0 && len(s.story.Lifted)+len(s.story.Placed) == 0
	return slices.ContainsFunc(s.told, func(e Event) bool {
		return e.Type == Made && made || e.Type == Illegal && e.State == "completed"
	})
}

// letStand begins a game from what an illegal move left, if one can.
func (s *Session) letStand() {
	if s.ref == nil || s.over || s.setting || s.home != nil || s.menu.open || !s.calm() {
		return
	}
	if pos, by, err, ok := s.ref.Standing(); ok && err == nil {
		s.stands = s.standingFrom(pos, by)
	} else if reply, by, ok := s.ref.StandingReply(); ok {
		if n := s.standingFrom(reply.After, by); n.Game != nil {
			n.reply = fmt.Sprintf(" and was answered by %s%s", reply.Move.From(), reply.Move.To())
			s.goOnFrom(n)
		}
	}
}

// standingFrom begins the game from a position; the zero value where the sensors see something else than the hands that were followed.
func (s *Session) standingFrom(pos rules.Position, by rules.Color) standing {
	g := s.freshAfter(pos, s.ref.Legacy())
	if g.setting {
		return standing{}
	}
	g.now = s.now
	n := standing{Game: g, by: by, moves: len(s.shown), first: s.wires, at: len(s.heard)}
	n.told = g.Begin()
	return n
}

// freshAfter is fresh for a game that goes on with what the one before it leaves.
func (s *Session) freshAfter(pos rules.Position, l *referee.Legacy) *Game {
	g := s.fresh(pos, s.wires, s.turned)
	g.legacy = l
	_ = g.hire()
	return g
}

// goOnFrom shows the game from what an illegal move left, in the place of the one in which it was made. That one ends there, unfinished.
func (s *Session) goOnFrom(n standing) {
	g := n.Game
	last, heard := s.Game, s.heard[n.at:]
	what := fmt.Sprintf("an illegal move of %s's that was not claimed stands%s", [...]string{"White", "Black"}[n.by], n.reply)
	last.doubts = append(last.doubts, doubt{len(last.shown), what + ": the game goes on from " + g.start.FEN()})
	g.doubts = append(g.doubts, doubt{0, what + ": this game goes on the one before it"})
	s.hear(last.handOver())
	s.keep()
	s.Game, s.first, s.heard = g, n.first, slices.Clone(heard)
	s.home, s.side, s.stands, s.probe, s.closed = nil, nil, standing{}, nil, false
	s.hear(g.goOn(last.n, n.told))
}

// handOver settles the moves of a game that another one goes on.
func (g *Game) handOver() []Event {
	g.out = nil
	for i := range g.shown {
		g.settle(i)
	}
	return g.out
}

// goOn tells what a game told while it ran unseen beside the one before it, as of this moment. What both told alike isn't told again.
func (g *Game) goOn(n int64, told []Event) []Event {
	g.n, g.out = n, nil
	for _, e := range told {
		switch e.Type {
		case Setup:
			e.Reason = ReasonStands
			g.emit(e)
			g.emit(Event{Type: Sensors, Frame: g.stable.Frame().String()})
		case Illegal:
			if e.State != "" {
				g.emit(e)
			}
		case Provisional, Withdrawn, Move, Amended, Takeback, Promotion, Obligation, Made, Completed, Breach, Claim, Displaced:
			g.emit(e)
		}
	}
	g.tellRest(&Game{})
	g.tellReloaded()
	if result, reason := g.ref.Verdict(); result != "" && len(g.shown) == 0 { // by the move before it
		g.end(result, reason)
	}
	g.emit(Event{Type: LEDs, LEDs: g.lights})
	return g.out
}
