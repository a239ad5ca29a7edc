package rules

import (
	"math/rand/v2"
	"testing"

	"jadoube/rules/square"
)

// plainWin is the honest slow way: it looks at every position that can come up, in breadth, until c has mated. It says
// Unknown when there are more than limit.
func plainWin(p *Position, c Color, limit int) Answer {
	start := uncounted(*p)
	seen := map[Position]bool{start: true}
	for queue := []Position{start}; len(queue) > 0; queue = queue[1:] {
		q := queue[0]
		if q.Outcome() == Checkmate && q.Turn() != c {
			return Yes
		}
		for _, m := range q.LegalMoves(nil) {
			next := uncounted(q.Play(m))
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
		if len(seen) > limit {
			return Unknown
		}
	}
	return No
}

// uncounted forgets the counters, which make positions differ that are the same.
func uncounted(p Position) Position {
	p.halfMoves, p.fullMove = 0, 1
	return p
}

// lockedPosition puts pawns that block each other on some files, so that none can take another, and kings and a few men
// anywhere.
func lockedPosition(r *rand.Rand) (Position, bool) {
	s := EmptySetup()
	s.Turn = Color(r.IntN(2))
	for file, rank := 0, 1+r.IntN(5); file < 8; file++ {
		if r.IntN(4) > 0 {
			s.Board[square.At(file, rank)] = MakePiece(White, Pawn)
			s.Board[square.At(file, rank+1)] = MakePiece(Black, Pawn)
		}
		if step := rank + 1 - 2*r.IntN(2); step >= 1 && step <= 5 {
			rank = step
		} else {
			rank = 2*rank - step
		}
	}
	men := "KkBbBbPpNnRrQq"
	for i := range 2 + r.IntN(4) {
		pc, _ := ParsePiece(men[i])
		if i >= 2 {
			pc, _ = ParsePiece(men[2+r.IntN(2+r.IntN(len(men)-3))])
		}
		at := square.Square(r.IntN(64))
		if pc.Role() == Pawn && at.Rank()%7 == 0 {
			return Position{}, false
		}
		s.Board[at] = pc
	}
	p, err := s.Position()
	return p, err == nil
}

// rounds is how many random positions to try: few in a short run, which may be on an emulated machine.
func rounds(ordinary, deep int) int {
	if testing.Short() {
		return ordinary / 20
	}
	return depthOf(ordinary, deep)
}

// checkDenied sees to it that denials were put to the test.
func checkDenied(t *testing.T, denied, least int) {
	t.Helper()
	if denied < least && !testing.Short() {
		t.Errorf("only %d denials were put to the test, not %d", denied, least)
	}
}

// checkAgainstPlain compares with plainWin as far as that comes, and returns for how many of the two sides it came to
// an end without a mate.
func checkAgainstPlain(t *testing.T, p *Position, limit int) (denied int) {
	t.Helper()
	for c := range Color(2) {
		got := checkWin(t, p, c)
		if got.Answer == Yes || got.Reason == WinBareKing { // its line was played; a king gives no check
			continue
		}
		want := plainWin(p, c, limit)
		if want != Unknown && got.Answer != want {
			t.Errorf("%s: %s can win: got %s, %q, want %s", p.FEN(), c, got.Answer, got.Reason, want)
		}
		denied += b2i(want == No)
	}
	return denied
}

// Locked positions are where the facts about what can be reached decide.
func TestCanWinAgainstPlainLocked(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	denied := 0
	for range rounds(1500, 60_000) {
		if p, ok := lockedPosition(r); ok {
			denied += checkAgainstPlain(t, &p, 3000)
		}
	}
	checkDenied(t, denied, 20)
}

// Few men near a corner: mates, stalemates, forced captures.
func TestCanWinAgainstPlainEndings(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	armies := []string{"KP k", "KP kp", "KP kr", "KP kq", "KN kp", "KB kp", "KR kp", "KQ kr", "KQ kb", "KPP kp", "KN kr", "KB kn"}
	denied := 0
	for i := range rounds(6000, 100_000) {
		p, ok := randomPlacement(r, armies[i%len(armies)])
		if !ok {
			continue
		}
		denied += checkAgainstPlain(t, &p, 3000)
	}
	checkDenied(t, denied, 5)
}

// Random play from where a side can't mate never mates by it.
func TestCantWinInPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	denied := 0
	for range rounds(2000, 100_000) {
		p, ok := lockedPosition(r)
		if !ok {
			continue
		}
		cant := [2]bool{}
		for c := range Color(2) {
			w := CanWin(&p, c, WinOptions{Nodes: QuickNodes})
			cant[c] = w.Answer == No
			denied += b2i(cant[c])
		}
		if !cant[White] && !cant[Black] {
			continue
		}
		randomGame(r, p, 150, func(q *Position, _ Move) {
			if q.Outcome() == Checkmate && cant[q.Turn()^1] {
				t.Fatalf("%s: said that %s can't win, but came to %s", p.FEN(), q.Turn()^1, q.FEN())
			}
		})
	}
	checkDenied(t, denied, 20)
}
