package rules

import (
	"math/rand/v2"
	"testing"
)

// contradicts tells what a position that came up shows against the facts, "" when nothing.
func (r *reach) contradicts(q *Position) string {
	for c := range Color(2) {
		king := q.King(c)
		switch {
		case !r.kings[c].Has(king):
			return "a king's square"
		case q.Side(c).Without(king)&^r.visit[c] != 0:
			return "a man's square"
		case r.duel != nil && !r.duel.pairs[q.turn][c][king].Has(q.King(c^1)):
			return "the squares of both kings"
		}
	}
	if ^q.Occupied()&^r.clear != 0 {
		return "an empty square"
	}
	return ""
}

// checkReach holds the facts against the positions that really come up first.
func checkReach(t *testing.T, p *Position, limit int) {
	t.Helper()
	facts := []reach{newReach(p, nil)}
	if p.CastlingRooks() == 0 {
		facts = append(facts, newReach(p, newDuel(p)))
	}
	start := uncounted(*p)
	seen := map[Position]bool{start: true}
	for queue := []Position{start}; len(queue) > 0 && len(seen) < limit; queue = queue[1:] {
		for i := range facts {
			if what := facts[i].contradicts(&queue[0]); what != "" {
				t.Fatalf("%s: %s in %s is no fact (duel: %t)", p.FEN(), what, queue[0].FEN(), facts[i].duel != nil)
			}
		}
		for _, m := range queue[0].LegalMoves(nil) {
			if next := uncounted(queue[0].Play(m)); !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
}

func TestReachOwn(t *testing.T) {
	for _, row := range readWins(t, "testdata/winnable.tsv") {
		checkReach(t, &row.p, 3000)
	}
}

func TestReachLocked(t *testing.T) {
	r := rand.New(rand.NewPCG(25, 26))
	for range rounds(600, 30_000) {
		if p, ok := lockedPosition(r); ok {
			checkReach(t, &p, 2000)
		}
	}
}

// Positions of games bring castling, en passant and promotion.
func TestReachInGames(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	for range rounds(20, 400) {
		randomGame(r, randomStart(r), 120, func(p *Position, _ Move) {
			if p.EnPassant().Valid() || r.IntN(10) == 0 {
				checkReach(t, p, 300)
			}
		})
	}
}

// Locked positions with castling rights: kings and rooks at home behind their pawns.
func TestReachCastling(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 30))
	for range rounds(300, 10_000) {
		p := MustFEN("r3k2r/8/8/p1p1p1p1/P1P1P1P1/8/8/R3K2R w KQkq - 0 1")
		s := p.Setup()
		for range r.IntN(6) {
			at := 8*(1+5*r.IntN(2)) + r.IntN(8)
			s.Board[at] = MakePiece(Color(at/32), Pawn+Role(r.IntN(3)))
		}
		if q, err := s.Position(); err == nil {
			checkReach(t, &q, 1500)
		}
	}
}
