package pgn

import (
	"strconv"

	"jadoube/rules"
)

// line is a line that is being read, in the game that it belongs to.
type line struct {
	*Line
	keeper    *keeper
	positions [2]rules.Position // after and before the last move, in turns
	at        int               // which of them is after it
	place     place             // of the ( with which it begins
}

func (l *line) begin(to *Line, p *rules.Position, at place) {
	l.Line, l.positions[0], l.at, l.place = to, *p, 0, at
}

// now is the position after the last move.
func (l *line) now() *rules.Position { return &l.positions[l.at] }

// before is the position before the last move. There must be one.
func (l *line) before() *rules.Position { return &l.positions[l.at^1] }

// push adds a move that is legal.
func (l *line) push(m rules.Move) {
	l.now().PlayTo(m, &l.positions[l.at^1])
	l.at ^= 1
	l.keeper.addMove(l.Line, m)
}

// move reads a move in algebraic notation and plays it, if it is legal.
func (l *line) move(text string) error {
	m, err := l.now().ParseSAN(text)
	if err == nil {
		l.push(m)
	}
	return err
}

// pass lets the turn pass without a move.
func (l *line) pass() error {
	p, err := passed(l.now())
	if err == nil {
		l.at ^= 1
		l.positions[l.at] = p
		l.keeper.addMove(l.Line, rules.NoMove)
	}
	return err
}

// passed returns p with the other side to move. The error says that p is a check, which must be answered.
func passed(p *rules.Position) (rules.Position, error) {
	s := p.Setup()
	if s.Turn = s.Turn.Other(); s.Turn == rules.White {
		s.FullMove++
	}
	s.HalfMoves++
	s.EnPassant = rules.EmptySetup().EnPassant
	return s.Position()
}

// last returns the line's last move, nil when it has none.
func (l *Line) last() *Move {
	if len(l.Moves) == 0 {
		return nil
	}
	return &l.Moves[len(l.Moves)-1]
}

// number writes the number of the next move as PGN does.
func (l *line) number() string {
	p := l.now()
	if p.Turn() == rules.Black {
		return strconv.Itoa(p.FullMove()) + "..."
	}
	return strconv.Itoa(p.FullMove()) + "."
}
