package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"jadoube/boardstate/referee"

	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// sideAt is how much better the story with the other side to move first must explain the first move.
const sideAt = 2000

// Check returns why a key can't be obeyed, nil when it can. Read asks it too: what is refused there is told.
func (s *Session) Check(p sensors.Press) error {
	if p.Key == "arbiter" && s.ref != nil {
		return referee.CheckWords(p.Args)
	}
	if p.Key == "menu" && p.Args == menuOpens {
		return s.checkMenu()
	}
	if p.Key != "new" {
		return nil
	}
	if c := s.Clock(); c != nil && c.Running != "" && !s.over {
		return errClockRuns
	}
	_, _, err := s.startOf(p.Args)
	return err
}

// askStop is the key of the answer to whoever asks for a new game while a clock runs: no single press ends a game that is played by one.
const askStop = "stop-first"

var (
	errClockRuns = errors.New("the clock runs: stop it first with the key pause, or tell the result, then begin a new game")
	errNoPieces  = errors.New("these sensors don't see which piece stands where: give the position as a FEN")
)

// PositionRefused is the key of the answer to whoever asks for a game from a position from which none can begin.
const PositionRefused = "position-refused"

// renew begins the game that the key "new" asks for.
func (s *Session) renew(args string) {
	if err := s.Check(sensors.Press{Key: "new", Args: args}); errors.Is(err, errClockRuns) {
		s.question(askStop)
		return
	}
	pos, open, err := s.startOf(args)
	if err != nil {
		args := []string{"why", err.Error()}
		if e := (*rules.SetupError)(nil); errors.As(err, &e) {
			args = append(args, "reason", string(e.Reason), "side", e.Color.String(), "square", e.Square.String())
		}
		s.question(PositionRefused, args...)
		return
	}
	s.begin(pos, s.turned)
	if open {
		s.eitherFirst(pos)
	}
}

// eitherFirst lets the other side move first, too, until the first move tells.
func (s *Session) eitherFirst(pos rules.Position) {
	other := pos.Setup()
	other.Turn = other.Turn.Other()
	if o, err := other.Position(); err == nil {
		s.side = s.fresh(o, s.wires, s.turned)
		s.side.now = s.now
	}
}

// clearNotice takes back what was told of a position that can't be.
func (s *Session) clearNotice() {
	if s.asked.key == PositionRefused || s.asked.key == askStop {
		s.question("")
	}
}

// question asks the players something, in a key of the catalogs; "" asks nothing more.
func (s *Session) question(key string, args ...string) {
	s.asked = asked{key, args}
	s.out = nil
	s.tell()
	s.hear(s.out)
}

// startOf reads the position of the key "new": the initial one, a FEN, or "here", what stands on a board that sees
// pieces. open says that either side may move first.
func (s *Session) startOf(args string) (pos rules.Position, open bool, err error) {
	switch words := strings.Fields(args); {
	case len(words) == 0:
		return rules.StartPosition(), false, nil
	case words[0] == "here":
		return s.here(words[1:])
	}
	pos, err = rules.ParsePosition(args)
	return pos, false, err
}

// here reads the position that stands on the board. words may name the side to move and the castling rights. Without
// the one both sides may be to move unless one of them is in check; without the other, all kings and rooks that stand
// at home have not moved.
func (s *Session) here(words []string) (pos rules.Position, open bool, err error) {
	if s.opt.Kind != sensors.Piece {
		return pos, false, errNoPieces
	}
	turns, castling := []string{"w", "b"}, homeRights(&s.raw)
	if len(words) > 0 {
		turns = []string{words[0][:1]}
	}
	if len(words) > 1 {
		castling = words[1]
	}
	var found []rules.Position
	var errs []error
	for _, turn := range turns {
		pos, err := rules.ParsePosition(fmt.Sprintf("%s %s %s - 0 1", placementOf(&s.raw), turn, castling))
		if err != nil {
			errs = append(errs, err)
			continue
		}
		found = append(found, pos)
	}
	if len(found) == 0 {
		return pos, false, errs[0]
	}
	return found[0], len(found) > 1, nil
}

// homeRights are the castling rights of kings and rooks at home, as FEN writes them.
func homeRights(f *sensors.Frame) string {
	rights := ""
	for _, r := range []struct {
		letter     string
		king, rook square.Square
		is         [2]sensors.Contact
	}{
		{"K", square.E1, square.H1, [2]sensors.Contact{sensors.WhiteKing, sensors.WhiteRook}},
		{"Q", square.E1, square.A1, [2]sensors.Contact{sensors.WhiteKing, sensors.WhiteRook}},
		{"k", square.E8, square.H8, [2]sensors.Contact{sensors.BlackKing, sensors.BlackRook}},
		{"q", square.E8, square.A8, [2]sensors.Contact{sensors.BlackKing, sensors.BlackRook}},
	} {
		if f[r.king] == r.is[0] && f[r.rook] == r.is[1] {
			rights += r.letter
		}
	}
	if rights == "" {
		return "-"
	}
	return rights
}

// placementOf writes a frame of kind Piece as the placement of a FEN.
func placementOf(f *sensors.Frame) string {
	letters := []byte(f.String())
	ranks := make([]string, 0, 8)
	for row := range slices.Chunk(letters, 8) {
		ranks = append(ranks, strings.ReplaceAll(string(row), ".", "1"))
	}
	return strings.Join(ranks, "/")
}

// weighSide asks, after a position was read from the board, whether the side moved first that was not expected to.
func (s *Session) weighSide() {
	if s.side == nil {
		return
	}
	if c := s.Clock(); c != nil && c.Running == s.Game.start.Turn().String() {
		s.side = nil // the clock says who moves first: a man of the other side was moved out of turn
		return
	}
	switch ahead := s.tracker.Cost() - s.side.tracker.Cost(); {
	case len(s.side.shown) > 0 && len(s.shown) == 0 && ahead >= sideAt:
		last := s.Game
		s.Game, s.side = s.side, nil
		s.hear(s.Game.enter(last.n))
		if s.reversed() {
			s.question(askReversed)
		}
	case s.over, len(s.shown) > 0 && s.shown[0].settled:
		s.side = nil
	}
}

// askReversed is the key of the request to begin anew, since the colours are reversed.
const askReversed = "colours-reversed"

// reversed reports whether Black began from the initial position, and the Laws that are kept want the game begun anew (7.3 of 2023).
// Those of 2001 let it go on.
func (s *Session) reversed() bool {
	moves := s.ref != nil && len(s.shown) < 2*s.ref.Restart()
	return s.kept() && moves && s.Game.start.FEN() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"
}

// weighReversed stops asking for a game begun anew when so much was played that it stands.
func (s *Session) weighReversed() {
	if s.asked.key == askReversed && !s.reversed() {
		s.question("")
	}
}

// remember takes over what was known of the men, where the sensors still say so.
func (g *Game) remember(known sensors.Frame) {
	for s, c := range known {
		if c.As(g.opt.Kind) == g.raw[s] {
			g.known[s] = c
		}
	}
}

// remembered is what is known of the men that stand when a game is over or given up.
func (g *Game) remembered() sensors.Frame {
	if g.over || g.setting {
		return g.known
	}
	have, _ := g.standing(g.storyPosition())
	return have
}
