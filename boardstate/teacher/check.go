package teacher

import (
	"jadoube/rules"
	"jadoube/rules/square"
)

// answers are the moves that answer a check, by the way in which they do.
type answers struct{ goes, takes, blocks []rules.Move }

func answersOf(p *rules.Position) (a answers) {
	checkers := p.Checkers()
	king := p.King(p.Turn())
	for _, m := range p.LegalMoves(nil) {
		switch {
		case m.From() == king: // taking the checker with the king is going away, too
			a.goes = append(a.goes, m)
		case p.IsCapture(m) && checkers.Has(p.Victim(m)):
			a.takes = append(a.takes, m)
		default:
			a.blocks = append(a.blocks, m)
		}
	}
	return a
}

// check shows the three answers to a check: the king goes, the checking man is taken, another is put between. The last
// can't be had against a knight, a pawn or a man beside the king, and none but the first against two men at once.
func (m *Moment) check(s *Show) {
	p := &m.Position
	a := answersOf(p)
	s.Used |= Check
	s.light(p.King(p.Turn()), inCheck)
	for _, mv := range a.blocks {
		s.light(mv.To(), mayGo)
	}
	for _, mv := range append(a.goes, a.takes...) {
		if p.IsCapture(mv) {
			s.light(p.Victim(mv), mayCapture)
		} else {
			s.light(mv.To(), mayGo)
		}
	}
	checker := p.Checkers().First()
	if p.Checkers().Len() > 1 {
		s.say("teach-check-double")
	} else {
		s.say("teach-check", "piece", letter(p, checker), "square", checker.String())
	}
	if len(a.goes) > 0 {
		s.say("teach-check-go")
	}
	if len(a.takes) > 0 {
		s.say("teach-check-take", "piece", letter(p, checker), "square", checker.String())
	}
	if len(a.blocks) > 0 {
		s.say("teach-check-block")
	}
}

// castling explains why the king may not castle, when it was set down as for castling.
func (m *Moment) castling(s *Show) {
	p := &m.Position
	king, to := homeKing(p), m.Tried.To
	if !king.Valid() || m.Tried.From != king || to != king+2 && to != king-2 {
		return
	}
	words, where := whyNot(p, king, to)
	if words.Key == "" {
		return
	}
	s.Used |= Castling
	s.Words = append(s.Words, words)
	if !m.Tried.Rook {
		s.light(to, cannotStay)
		s.light(king, doNext)
	}
	s.lightAll(where, hint)
}

// homeKing is the king of the side to move where he stands on his first square, else None.
func homeKing(p *rules.Position) square.Square {
	home := square.E1
	if p.Turn() == rules.Black {
		home = square.E8
	}
	if p.King(p.Turn()) != home {
		return square.None
	}
	return home
}

// corner is the rook's square on the side to which a king at home castles, and step goes from one square to the next on the way there.
func corner(king, to square.Square) (rook square.Square, step int) {
	if to < king {
		return king - 4, -1
	}
	return king + 3, 1
}

// Castled is castling that was tried, by the squares that were left and those to which something came: the king stands two files from his
// square, and besides him only that side's rook has left his, or come to the king's side. It is nil where it was something else.
func Castled(p *rules.Position, left, came square.Set) *Try {
	king := homeKing(p)
	if !king.Valid() {
		return nil
	}
	for _, to := range [...]square.Square{king + 2, king - 2} {
		rook, step := corner(king, to)
		pass := square.Square(int(king) + step)
		if left.Has(king) && left&^square.Of(king, rook) == 0 && came.Has(to) && came&^square.Of(to, pass) == 0 {
			return &Try{From: king, To: to, Rook: left.Has(rook)}
		}
	}
	return nil
}

// whyNot is why the king can't castle to a square two files away, and the men that are to blame. The Laws' reasons come
// in their order: the right was lost (3.8.2.1), something stands between, the king is attacked, passes or reaches an
// attacked square (3.8.2.2). That the rook is attacked, or passes an attacked square, is no reason.
func whyNot(p *rules.Position, king, to square.Square) (Words, square.Set) {
	rook, step := corner(king, to)
	if !p.CastlingRooks().Has(rook) {
		return say("teach-castle-lost"), 0
	}
	for sq := int(king) + step; sq != int(rook); sq += step {
		if at := square.Square(sq); p.At(at) != rules.NoPiece {
			return say("teach-castle-between", "square", at.String(), "piece", letter(p, at)), at.Set()
		}
	}
	them := p.Turn().Other()
	if by := p.Checkers(); by != 0 {
		return say("teach-castle-check"), by
	}
	pass := square.Square(int(king) + step)
	if by := p.Attackers(pass, them); by != 0 {
		return say("teach-castle-through", "square", pass.String()), by
	}
	if by := p.Attackers(to, them); by != 0 {
		return say("teach-castle-into", "square", to.String()), by
	}
	return Words{}, 0
}
