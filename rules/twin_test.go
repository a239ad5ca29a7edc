package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"jadoube/rules/square"
)

// twin is a second, slow and plain, set of the rules: a board of letters, moves tried one by one, a king that must
// not be capturable after them. It shares nothing with the package but the squares' numbers and a FEN to begin with.
type twin struct {
	board    [8][8]byte // by rank and file, FEN letters, 0 for nothing
	white    bool
	rights   [8][8]bool // rooks that may castle
	ep       [2]int     // rank and file of a square just passed, {-1, -1} when none
	halfMove int
}

type twinMove struct {
	fr, ff, tr, tf int
	promotion      byte // lower case
	castle         bool // to is the rook
}

func (m twinMove) String() string {
	s := fmt.Sprintf("%c%d%c%d", 'a'+m.ff, m.fr+1, 'a'+m.tf, m.tr+1)
	if m.promotion != 0 {
		s += string(m.promotion)
	}
	return s
}

func newTwin(p *Position) *twin {
	t := &twin{white: p.Turn() == White, ep: [2]int{-1, -1}, halfMove: p.HalfMoves()}
	for s := range square.Square(64) {
		if pc := p.At(s); pc != NoPiece {
			t.board[s.Rank()][s.File()] = pc.Letter()
		}
		t.rights[s.Rank()][s.File()] = p.CastlingRooks().Has(s)
	}
	if e := p.EnPassant(); e != square.None {
		t.ep = [2]int{e.Rank(), e.File()}
	}
	return t
}

func isWhite(c byte) bool { return c >= 'A' && c <= 'Z' }
func lower(c byte) byte   { return c | 0x20 }
func on(r, f int) bool    { return r >= 0 && r < 8 && f >= 0 && f < 8 }

func (t *twin) own(r, f int) bool {
	return on(r, f) && t.board[r][f] != 0 && isWhite(t.board[r][f]) == t.white
}

func (t *twin) enemy(r, f int) bool {
	return on(r, f) && t.board[r][f] != 0 && isWhite(t.board[r][f]) != t.white
}

var (
	twinStraight = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	twinSlanted  = [][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
	twinJumps    = [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

// directions returns how a piece goes and whether it goes on.
func twinDirections(c byte) (d [][2]int, far bool) {
	switch lower(c) {
	case 'n':
		return twinJumps, false
	case 'b':
		return twinSlanted, true
	case 'r':
		return twinStraight, true
	case 'q':
		return append(slices.Clone(twinStraight), twinSlanted...), true
	case 'k':
		return append(slices.Clone(twinStraight), twinSlanted...), false
	}
	return nil, false
}

func (t *twin) forward() int {
	if t.white {
		return 1
	}
	return -1
}

// attacked tells whether the side not to move could capture on a square.
func (t *twin) attacked(r, f int) bool {
	for fr := range 8 {
		for ff := range 8 {
			if t.enemy(fr, ff) && t.reaches(fr, ff, r, f) {
				return true
			}
		}
	}
	return false
}

func (t *twin) reaches(fr, ff, r, f int) bool {
	c := t.board[fr][ff]
	if lower(c) == 'p' {
		up := 1
		if !isWhite(c) {
			up = -1
		}
		return r == fr+up && (f == ff-1 || f == ff+1)
	}
	dirs, far := twinDirections(c)
	for _, d := range dirs {
		for nr, nf := fr+d[0], ff+d[1]; on(nr, nf); nr, nf = nr+d[0], nf+d[1] {
			if nr == r && nf == f {
				return true
			}
			if !far || t.board[nr][nf] != 0 {
				break
			}
		}
	}
	return false
}

func (t *twin) inCheck() bool {
	for r := range 8 {
		for f := range 8 {
			if t.own(r, f) && lower(t.board[r][f]) == 'k' {
				return t.attacked(r, f)
			}
		}
	}
	panic("no king")
}

func (t *twin) legal() (moves []string) {
	for r := range 8 {
		for f := range 8 {
			if !t.own(r, f) {
				continue
			}
			for _, m := range t.from(r, f) {
				n := *t
				n.play(m)
				n.white = t.white
				if !n.inCheck() {
					moves = append(moves, m.String())
				}
			}
		}
	}
	slices.Sort(moves)
	return moves
}

func (t *twin) from(r, f int) (moves []twinMove) {
	c := t.board[r][f]
	if lower(c) == 'p' {
		return t.pawn(r, f)
	}
	dirs, far := twinDirections(c)
	for _, d := range dirs {
		for nr, nf := r+d[0], f+d[1]; on(nr, nf) && !t.own(nr, nf); nr, nf = nr+d[0], nf+d[1] {
			moves = append(moves, twinMove{fr: r, ff: f, tr: nr, tf: nf})
			if !far || t.enemy(nr, nf) {
				break
			}
		}
	}
	if lower(c) == 'k' {
		for rf := range 8 {
			if t.rights[r][rf] && t.own(r, rf) && t.mayCastle(r, f, rf) {
				moves = append(moves, twinMove{fr: r, ff: f, tr: r, tf: rf, castle: true})
			}
		}
	}
	return moves
}

func castleFiles(king, rook int) (kingTo, rookTo int) {
	if rook > king {
		return 6, 5
	}
	return 2, 3
}

func (t *twin) mayCastle(r, kf, rf int) bool {
	kt, rt := castleFiles(kf, rf)
	for f := min(kf, rf, kt, rt); f <= max(kf, rf, kt, rt); f++ {
		if f != kf && f != rf && t.board[r][f] != 0 {
			return false
		}
	}
	for f := min(kf, kt); f <= max(kf, kt); f++ {
		if t.attacked(r, f) {
			return false
		}
	}
	return true
}

func (t *twin) pawn(r, f int) (moves []twinMove) {
	up := t.forward()
	add := func(tr, tf int) {
		if tr == 0 || tr == 7 {
			for _, c := range []byte("nbrq") {
				moves = append(moves, twinMove{fr: r, ff: f, tr: tr, tf: tf, promotion: c})
			}
			return
		}
		moves = append(moves, twinMove{fr: r, ff: f, tr: tr, tf: tf})
	}
	if t.board[r+up][f] == 0 {
		add(r+up, f)
		if home := (7 - 5*up) / 2; r == home && t.board[r+2*up][f] == 0 {
			add(r+2*up, f)
		}
	}
	for _, side := range []int{-1, 1} {
		if t.enemy(r+up, f+side) || t.ep == [2]int{r + up, f + side} {
			add(r+up, f+side)
		}
	}
	return moves
}

func (t *twin) play(m twinMove) {
	c, taken := t.board[m.fr][m.ff], t.board[m.tr][m.tf]
	t.halfMove++
	if lower(c) == 'p' || taken != 0 && !m.castle {
		t.halfMove = 0
	}
	t.board[m.fr][m.ff] = 0
	if m.castle {
		t.board[m.tr][m.tf] = 0
		kt, rt := castleFiles(m.ff, m.tf)
		t.board[m.fr][kt], t.board[m.fr][rt] = c, taken
	} else {
		t.board[m.tr][m.tf] = c
	}
	if lower(c) == 'p' && m.ff != m.tf && taken == 0 {
		t.board[m.fr][m.tf] = 0
	}
	if m.promotion != 0 {
		t.board[m.tr][m.tf] = m.promotion - (c | 0x20 - c)
	}
	t.ep = [2]int{-1, -1}
	if lower(c) == 'p' && (m.tr-m.fr)%2 == 0 {
		t.ep = [2]int{(m.fr + m.tr) / 2, m.ff}
	}
	t.rights[m.fr][m.ff], t.rights[m.tr][m.tf] = false, false
	if lower(c) == 'k' {
		t.rights[m.fr] = [8]bool{}
	}
	t.white = !t.white
}

// find returns the twin's move with a name.
func (t *twin) find(name string) twinMove {
	for r := range 8 {
		for f := range 8 {
			if !t.own(r, f) {
				continue
			}
			for _, m := range t.from(r, f) {
				if m.String() == name {
					return m
				}
			}
		}
	}
	panic(name)
}

// compare fails when p and the twin differ in anything that both know.
func (t *twin) compare(tb testing.TB, p *Position) {
	tb.Helper()
	var got []string
	for _, m := range p.LegalMoves(nil) {
		got = append(got, m.String())
	}
	slices.Sort(got)
	want := t.legal()
	if !slices.Equal(got, want) {
		tb.Fatalf("%s:\ngot  %v\nwant %v", p.FEN(), got, want)
	}
	if n := p.CountLegalMoves(); n != len(want) {
		tb.Fatalf("%s: counted %d legal moves, want %d", p.FEN(), n, len(want))
	}
	if p.InCheck() != t.inCheck() || p.HasLegalMove() != (len(want) > 0) || p.HalfMoves() != t.halfMove {
		tb.Fatalf("%s: check %v, may move %v, clock %d", p.FEN(), p.InCheck(), p.HasLegalMove(), p.HalfMoves())
	}
	for s := range square.Square(64) {
		if c := t.board[s.Rank()][s.File()]; c != 0 && c != p.At(s).Letter() || c == 0 && p.At(s) != NoPiece {
			tb.Fatalf("%s: %c on %s", p.FEN(), c, s)
		}
	}
}

// randomStart returns a start position of Chess960, of ordinary chess every third time.
func randomStart(r *rand.Rand) Position {
	if r.IntN(3) == 0 {
		return StartPosition()
	}
	p, err := Chess960Start(r.IntN(960))
	if err != nil {
		panic(err)
	}
	return p
}

// randomGame plays random moves, captures and castling preferred a little so that games don't get stuck, and calls
// visit with each position before the next move.
func randomGame(r *rand.Rand, start Position, plies int, visit func(p *Position, next Move)) {
	p := start
	for range plies {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			visit(&p, NoMove)
			return
		}
		m := moves[r.IntN(len(moves))]
		for range 2 {
			if !m.IsCastle() && !m.IsEnPassant() && m.Promotion() == NoRole {
				m = moves[r.IntN(len(moves))]
			}
		}
		visit(&p, m)
		p = p.Play(m)
	}
}

func TestTwin(t *testing.T) {
	games := depthOf(200, 1500)
	if testing.Short() {
		games = 10
	}
	r := rand.New(rand.NewPCG(1, 2))
	var castles, passants, promotions int
	for range games {
		start := randomStart(r)
		tw := newTwin(&start)
		randomGame(r, start, 250, func(p *Position, next Move) {
			tw.compare(t, p)
			if next != NoMove {
				tw.play(tw.find(next.String()))
				castles += b2i(next.IsCastle())
				passants += b2i(next.IsEnPassant())
				promotions += b2i(next.Promotion() != NoRole)
			}
		})
	}
	if !testing.Short() && (castles < 20 || passants < 4 || promotions < 20) {
		t.Errorf("only %d castlings, %d en passant, %d promotions: the games say too little", castles, passants, promotions)
	}
}

// TestTwinTrees compares at every node of small trees, whose roots are the hard positions of our suite.
func TestTwinTrees(t *testing.T) {
	var walk func(p *Position, tw *twin, depth int)
	walk = func(p *Position, tw *twin, depth int) {
		tw.compare(t, p)
		if depth == 0 {
			return
		}
		for _, m := range p.LegalMoves(nil) {
			q, next := p.Play(m), *tw
			next.play(next.find(m.String()))
			walk(&q, &next, depth-1)
		}
	}
	depth := depthOf(2, 3)
	if testing.Short() {
		depth = 1
	}
	for _, l := range readPerft(t, "testdata/perft.epd") {
		p := MustFEN(l.fen)
		walk(&p, newTwin(&p), depth)
	}
}
