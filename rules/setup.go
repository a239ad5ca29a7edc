package rules

import (
	"fmt"
	"strings"

	"jadoube/rules/square"
)

// Setup is anything that can stand on a board, with what else a FEN tells; it need not be sane. Make one with
// [ParseFEN] or [EmptySetup]: in the zero value a pawn could be taken in passing on a1.
type Setup struct {
	Board     [64]Piece     // by square
	Turn      Color         // the side to move
	Castling  square.Set    // squares of rooks with castling rights, both sides
	EnPassant square.Square // the square that a pawn has just passed, None when no pawn has
	HalfMoves int           // moves of both sides since the last capture or pawn move
	FullMove  int           // number of the next move, from 1
}

// EmptySetup is an empty board with White to move.
func EmptySetup() Setup { return Setup{EnPassant: square.None, FullMove: 1} }

// StartFEN is where a game of ordinary chess begins.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// StartPosition returns where a game of ordinary chess begins.
func StartPosition() Position { return startPosition }

// Reason is why a setup is no position. The values are words of the program's JSON.
type Reason string

// The reasons, in the order in which they are looked for.
const (
	KingMissing         Reason = "king_missing"          // a side has no king
	TooManyKings        Reason = "too_many_kings"        // a side has more than one
	PawnOnEdge          Reason = "pawn_on_edge"          // a pawn on the first or the last rank
	TooManyPawns        Reason = "too_many_pawns"        // a side has more than 8
	TooManyPieces       Reason = "too_many_pieces"       // a side has more than 16
	KingsTouch          Reason = "kings_touch"           // the kings stand next to each other
	OpponentInCheck     Reason = "opponent_in_check"     // the side that has just moved is in check
	TooManyCheckers     Reason = "too_many_checkers"     // the side to move is checked by more than two pieces
	CastlingWithoutRook Reason = "castling_without_rook" // a castling right without its rook on the back rank
	CastlingWithoutKing Reason = "castling_without_king" // a castling right without a king at home
	CastlingTwice       Reason = "castling_twice"        // two rights on the same side of one king
	EnPassantImpossible Reason = "en_passant_impossible" // no pawn can just have passed the en passant square
	CounterOutOfRange   Reason = "counter_out_of_range"  // a counter is negative, too large, or the move number 0
)

// SetupError says why a setup is refused.
type SetupError struct {
	Reason Reason
	Color  Color         // the side concerned, where there is one
	Square square.Square // the square concerned, None where there is none
	Detail string        // in words: the value and the bound
}

func (e *SetupError) Error() string { return "impossible position: " + e.Detail }

// Position returns the setup as a position that can be played on. Errors are *SetupError, the first reason found in
// the order of the constants. An en passant square is accepted when a pawn can have just passed it, and forgotten
// when no capture on it is legal; castling rights are never dropped silently.
func (p Setup) Position() (Position, error) {
	q := p.unchecked()
	for _, check := range []func(*Setup, *Position) *SetupError{
		checkKings, checkPawns, checkNumbers, checkChecks, checkCastling, checkEnPassant, checkCounters,
	} {
		if err := check(&p, &q); err != nil {
			return Position{}, err
		}
	}
	if p.EnPassant != square.None {
		q.offerEnPassant(p.EnPassant)
	}
	return q, nil
}

// Reply is a move and the position to which it leads.
type Reply struct {
	Move  Move
	After Position
}

// Replies returns the legal moves of the side to move, and where they lead, from a setup that need be no position: the other side may have
// left its king where it can be captured, or a pawn on the last rank. That king is no move's to capture, and moves that don't lead to a
// position are left out. A pawn has passed no square. There are none where a side hasn't one king.
func (p Setup) Replies() (replies []Reply) {
	q := p.unchecked()
	if checkKings(&p, &q) != nil {
		return nil
	}
	king := q.King(q.turn ^ 1)
	for _, m := range q.LegalMoves(nil) {
		if m.To() == king && !m.IsCastle() {
			continue
		}
		after := q.Play(m)
		if pos, err := after.Setup().Position(); err == nil {
			replies = append(replies, Reply{m, pos})
		}
	}
	return replies
}

// unchecked fills in a position with everything but the en passant square.
func (p *Setup) unchecked() Position {
	q := Position{turn: p.Turn & 1, enPassant: square.None}
	q.halfMoves, q.fullMove = int32(p.HalfMoves), int32(p.FullMove)
	for s, pc := range p.Board {
		if r := pc.Role(); r != NoRole && r <= King {
			q.put(pc, square.Square(s))
		}
	}
	q.giveRights(p.Castling)
	q.key = q.freshKey()
	return q
}

// Setup returns the position as a setup.
func (p *Position) Setup() Setup {
	s := Setup{
		Turn: p.turn, Castling: p.CastlingRooks(), EnPassant: p.enPassant, HalfMoves: p.HalfMoves(), FullMove: p.FullMove(),
	}
	for at := range p.Occupied().Squares() {
		s.Board[at] = p.at(at)
	}
	return s
}

func refuse(r Reason, c Color, s square.Square, detail string, args ...any) *SetupError {
	return &SetupError{r, c, s, fmt.Sprintf(detail, args...)}
}

func checkKings(_ *Setup, q *Position) *SetupError {
	for _, c := range [2]Color{White, Black} {
		switch kings := q.Pieces(c, King); {
		case kings == 0:
			return refuse(KingMissing, c, square.None, "%s has no king", c)
		case kings.Len() > 1:
			return refuse(TooManyKings, c, kings.First(), "%s has %d kings on %s, not one", c, kings.Len(), kings)
		}
	}
	return nil
}

func checkPawns(_ *Setup, q *Position) *SetupError {
	if s := (q.role(Pawn) & (square.Rank1 | square.Rank8)).First(); s.Valid() {
		c := q.at(s).Color()
		return refuse(PawnOnEdge, c, s, "a %s pawn on %s, where no pawn can be", c, s)
	}
	return nil
}

// checkNumbers counts. That more men were promoted than pawns are missing is let pass: composers set up such positions, and
// they can be played on.
func checkNumbers(_ *Setup, q *Position) *SetupError {
	for _, c := range [2]Color{White, Black} {
		pawns, all := q.Pieces(c, Pawn).Len(), q.Side(c).Len()
		if pawns > 8 {
			return refuse(TooManyPawns, c, square.None, "%s has %d pawns, at most 8 are possible", c, pawns)
		}
		if all > 16 {
			return refuse(TooManyPieces, c, square.None, "%s has %d pieces, at most 16 are possible", c, all)
		}
	}
	return nil
}

func checkChecks(_ *Setup, q *Position) *SetupError {
	them := q.turn ^ 1
	king := q.King(them)
	if kingAttacks[king].Has(q.King(q.turn)) {
		return refuse(KingsTouch, q.turn, king, "the kings on %s and %s touch", q.King(q.turn), king)
	}
	if by := q.attackers(king, q.turn, q.Occupied()); by != 0 {
		return refuse(OpponentInCheck, them, king, "%s is to move but already attacks the king on %s, from %s", q.turn, king, names(by))
	}
	if by := q.Checkers(); by.Len() > 2 {
		return refuse(TooManyCheckers, q.turn, q.King(q.turn), "%d pieces on %s give check at once, at most 2 can", by.Len(), names(by))
	}
	return nil
}

// names lists squares, as in "d2, f2".
func names(s square.Set) string {
	var out []string
	for sq := range s.Squares() {
		out = append(out, sq.String())
	}
	return strings.Join(out, ", ")
}

func checkCastling(p *Setup, q *Position) *SetupError {
	var wings [2][2]bool
	for s := range p.Castling.Squares() {
		c := Color(s.Rank() / 7)
		king := q.King(c)
		if s.Rank()%7 != 0 || q.at(s) != MakePiece(c, Rook) {
			return refuse(CastlingWithoutRook, c, s, "a right to castle with the rook on %s, where no rook of that side stands at home", s)
		}
		if king.Rank() != s.Rank() {
			return refuse(CastlingWithoutKing, c, s, "a right to castle with the rook on %s, but the %s king on %s is not at home", s, c, king)
		}
		wing := &wings[c][b2i(s > king)]
		if *wing {
			return refuse(CastlingTwice, c, s, "two rights to castle on the same side of the %s king on %s", c, king)
		}
		*wing = true
	}
	return nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// checkEnPassant looks whether a pawn can just have passed. Whether a check could have stood before its move is not
// asked: test positions that many programs share have such checks.
func checkEnPassant(p *Setup, q *Position) *SetupError {
	e := p.EnPassant
	if e == square.None {
		return nil
	}
	them := q.turn ^ 1
	if want := 5 - 3*int(q.turn); !e.Valid() || e.Rank() != want {
		return refuse(EnPassantImpossible, them, e, "en passant on %s, but with %s to move it can only be on rank %d", e, q.turn, want+1)
	}
	pawn, home := e^8, square.At(e.File(), 1+5*int(them))
	if q.at(pawn) != MakePiece(them, Pawn) {
		return refuse(EnPassantImpossible, them, e, "en passant on %s, but no %s pawn stands on %s", e, them, pawn)
	}
	if q.at(e) != NoPiece || q.at(home) != NoPiece {
		return refuse(EnPassantImpossible, them, e, "en passant on %s, but %s and %s are not both empty", e, e, home)
	}
	return nil
}

func checkCounters(p *Setup, q *Position) *SetupError {
	if p.HalfMoves < 0 || p.HalfMoves > maxCounter {
		return refuse(CounterOutOfRange, q.turn, square.None, "half-move counter %d is not in 0 to %d", p.HalfMoves, maxCounter)
	}
	if p.FullMove < 1 || p.FullMove > maxCounter {
		return refuse(CounterOutOfRange, q.turn, square.None, "move number %d is not in 1 to %d", p.FullMove, maxCounter)
	}
	return nil
}
