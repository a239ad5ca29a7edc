package rules

import (
	"fmt"

	"jadoube/rules/square"
)

// Problem is why a move's text is refused.
type Problem uint8

// The problems.
const (
	Unreadable Problem = iota // no move at all in this notation
	Illegal                   // a move, but not a legal one here
	Ambiguous                 // several legal moves fit
)

// String returns "unreadable", "illegal" or "ambiguous".
func (p Problem) String() string { return [...]string{"unreadable", "illegal", "ambiguous"}[p] }

// MoveError says why a text is no move in a position.
type MoveError struct {
	Text    string
	Problem Problem
	Detail  string // in words, with what would do
}

func (e *MoveError) Error() string {
	return fmt.Sprintf("%s move %s: %s", e.Problem, clip(e.Text), e.Detail)
}

func moveError(text string, p Problem, detail string, args ...any) *MoveError {
	return &MoveError{text, p, fmt.Sprintf(detail, args...)}
}

// UCI writes m as the Universal Chess Interface does. Castling is the king's two steps (e1g1) when king and rook stand
// as in ordinary chess, else king takes rook.
func (p *Position) UCI(m Move) string {
	if m.IsCastle() && m.From().File() == 4 && m.To().File()%7 == 0 {
		king, _ := m.CastleTo()
		return m.From().String() + king.String()
	}
	return m.String()
}

// UCI960 writes m for an engine with UCI_Chess960 on: castling is always king takes rook.
func (p *Position) UCI960(m Move) string { return m.String() }

// ParseUCI reads a legal move in UCI notation. Castling is king takes rook, or the king's destination where that is more
// than a step away and so can mean nothing else. Errors are *MoveError.
func (p *Position) ParseUCI(s string) (Move, error) {
	from, to, promotion, ok := splitUCI(s)
	if !ok {
		return NoMove, moveError(s, Unreadable, "expected two squares and perhaps the letter of a promotion, as in e2e4 or e7e8q")
	}
	var buf [MaxMoves]Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if m.From() == from && m.Promotion() == promotion && (m.To() == to || isCastlingTo(m, to)) {
			return m, nil
		}
	}
	return NoMove, moveError(s, Illegal, "%s", p.whyNot(from, to, promotion))
}

func splitUCI(s string) (from, to square.Square, promotion Role, ok bool) {
	if len(s) != 4 && len(s) != 5 {
		return
	}
	from, err1 := square.Parse(s[:2])
	to, err2 := square.Parse(s[2:4])
	if err1 != nil || err2 != nil {
		return
	}
	if len(s) == 5 {
		promotion = roleOf(s[4] &^ 0x20)
		if s[4] < 'a' || promotion < Knight || promotion > Queen {
			return
		}
	}
	return from, to, promotion, true
}

// isCastlingTo reports whether to is where castling m brings the king, and no step could have brought it there.
func isCastlingTo(m Move, to square.Square) bool {
	king, _ := m.CastleTo()
	return m.IsCastle() && king == to && m.From().Distance(to) > 1
}

// whyNot says in words what is wrong with a move between two squares.
func (p *Position) whyNot(from, to square.Square, promotion Role) string {
	pc := p.At(from)
	last := pc.Role() == Pawn && to.Rank()%7 == 0
	switch {
	case pc == NoPiece:
		return fmt.Sprintf("nothing stands on %s", from)
	case pc.Color() != p.turn:
		return fmt.Sprintf("it is %s's turn", p.turn)
	case last && promotion == NoRole:
		return fmt.Sprintf("a pawn that goes to %s must say what it becomes, as in %s%sq", to, from, to)
	case !last && promotion != NoRole:
		return fmt.Sprintf("the %s on %s cannot become a %s on %s", pc.Role(), from, promotion, to)
	case p.InCheck():
		return fmt.Sprintf("%s is in check and the %s on %s cannot so end it", p.turn, pc.Role(), from)
	}
	return fmt.Sprintf("the %s on %s cannot go to %s", pc.Role(), from, to)
}
