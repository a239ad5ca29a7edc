package pgn

import (
	"jadoube/rules"
	"jadoube/rules/square"
)

// quickSAN reads a move as programs write it and plays it to q, without listing the legal moves: it looks from the
// destination for the one piece that can have come, plays, and looks whether the king is safe. Castling, promotion and
// capturing in passing, moves that need a closer look and all that is odd or illegal are left to
// [rules.Position.ParseSAN]: then ok is false.
func quickSAN(p, q *rules.Position, s string) (m rules.Move, ok bool) {
	n := len(s)
	for n > 0 && (s[n-1] == '+' || s[n-1] == '#') {
		n--
	}
	if n < 2 || uint8(s[n-2]-'a') > 7 || uint8(s[n-1]-'1') > 7 {
		return rules.NoMove, false
	}
	to := square.At(int(s[n-2]-'a'), int(s[n-1]-'1'))
	rest := s[:n-2]
	if k := len(rest); k > 1 && rest[k-1] == 'x' {
		rest = rest[:k-1]
	}
	if p.Side(p.Turn()).Has(to) {
		return rules.NoMove, false
	}
	switch {
	case rest == "":
		m = pawnMove(p, to.File(), to)
	case uint8(rest[0]-'a') > 7:
		m = pieceMove(p, rest, to)
	case len(rest) == 1 && n > 3:
		m = pawnMove(p, int(rest[0]-'a'), to)
	}
	return m, m != rules.NoMove && playSafe(p, q, m)
}

// quickPlay plays a move to q if it is legal and of a common kind; what it refuses may be legal too.
func quickPlay(p, q *rules.Position, m rules.Move) bool {
	from, to := m.From(), m.To()
	piece := p.At(from)
	switch {
	case piece.Color() != p.Turn() || p.Side(p.Turn()).Has(to):
		return false
	case piece.Role() == rules.Pawn:
		if pawnMove(p, from.File(), to) != m {
			return false
		}
	case makeMove(from, to, piece.Role()) != m || !p.Attackers(to, p.Turn()).Has(from):
		return false
	}
	return playSafe(p, q, m)
}

// playSafe plays a move to q that is legal but perhaps for the king's safety, and reports whether it is safe.
func playSafe(p, q *rules.Position, m rules.Move) bool {
	p.PlayTo(m, q)
	return q.Attackers(q.King(p.Turn()), q.Turn()) == 0
}

// pieceMove returns the move of the one piece that rest tells, as in "Nb" or "R1".
func pieceMove(p *rules.Position, rest string, to square.Square) rules.Move {
	piece, ok := rules.ParsePiece(rest[0])
	if !ok || piece.Color() != rules.White || piece.Role() == rules.Pawn {
		return rules.NoMove
	}
	from := p.Attackers(to, p.Turn()) & p.Pieces(p.Turn(), piece.Role())
	for _, c := range []byte(rest[1:]) {
		switch {
		case uint8(c-'a') < 8:
			from &= square.FileA << (c - 'a')
		case uint8(c-'1') < 8:
			from &= square.Rank1 << (8 * (c - '1'))
		default:
			return rules.NoMove
		}
	}
	if from.Len() != 1 || len(rest) > 3 {
		return rules.NoMove
	}
	return makeMove(from.First(), to, piece.Role())
}

// pawnMove returns the move of a pawn from a file: by one square, by two, or its capture; not to the last rank.
func pawnMove(p *rules.Position, file int, to square.Square) rules.Move {
	pawns, occupied := p.Pieces(p.Turn(), rules.Pawn), p.Occupied()
	if file != to.File() {
		from := p.Attackers(to, p.Turn()) & pawns & (square.FileA << file)
		if occupied.Has(to) && from != 0 && to.Rank()%7 != 0 {
			return makeMove(from.First(), to, rules.Pawn)
		}
		return rules.NoMove
	}
	back, double := -8, 3 // to the square that a step came from; the rank that a double step reaches
	if p.Turn() == rules.Black {
		back, double = 8, 4
	}
	one := square.Square(int(to) + back)
	switch {
	case occupied.Has(to) || to.Rank()%7 == 0:
	case pawns.Has(one):
		return makeMove(one, to, rules.Pawn)
	case to.Rank() == double && !occupied.Has(one) && pawns.Has(square.Square(int(one)+back)):
		return makeMove(square.Square(int(one)+back), to, rules.NoRole)
	}
	return rules.NoMove
}

// kinds are the four bits of a move (see [rules.Move]) that are neither origin nor destination, by the role of what
// moves; kinds[0] are those of a pawn's first step over two squares. The rules keep them to themselves, so they are
// taken from legal moves.
var kinds = func() (kinds [7]rules.Move) {
	p := rules.MustFEN("7k/8/8/8/8/1R1N1B2/P5Q1/4K3 w - - 0 1")
	for _, m := range p.LegalMoves(nil) {
		role := p.At(m.From()).Role()
		if m.IsDouble() {
			role = rules.NoRole
		}
		kinds[role] = m &^ (1<<12 - 1)
	}
	return kinds
}()

// makeMove is the move of a role, or of none for a pawn's first step over two squares.
func makeMove(from, to square.Square, role rules.Role) rules.Move {
	return rules.Move(from) | rules.Move(to)<<6 | kinds[role]
}
