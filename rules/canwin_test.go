package rules

import (
	"math/bits"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"jadoube/rules/square"
)

func TestCanWin(t *testing.T) {
	for _, tc := range []struct {
		name, fen    string
		white, black Answer
	}{
		{"bare kings", "8/8/4k3/8/8/3K4/8/8 w - - 0 1", No, No},
		{"knight", "8/8/4k3/8/8/3K1N2/8/8 w - - 0 1", No, No},
		{"bishop", "8/8/4k3/8/8/3K1B2/8/8 w - - 0 1", No, No},
		{"two knights", "8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", Yes, No},
		{"bishop and knight", "8/8/4k3/8/8/3KNB2/8/8 w - - 0 1", Yes, No},
		{"bishops of one colour", "8/3b4/4k3/8/8/3K1B2/6B1/8 w - - 0 1", No, No},
		{"bishops of two colours", "8/4b3/4k3/8/8/3K1B2/8/8 w - - 0 1", Yes, Yes},
		{"bishop and rook", "8/4r3/4k3/8/8/3K1B2/8/8 w - - 0 1", No, Yes},
		{"bishop and knight against it", "8/4n3/4k3/8/8/3K1B2/8/8 w - - 0 1", Yes, Yes},
		{"bishop and pawn against it", "8/4p3/4k3/8/8/3K1B2/8/8 w - - 0 1", Yes, Yes},
		{"knight and queens", "8/1q2q3/4k3/8/8/3K1N2/8/8 w - - 0 1", No, Yes},
		{"knight and rook", "8/4r3/4k3/8/8/3K1N2/8/8 w - - 0 1", Yes, Yes},
		{"knight and knight", "8/4n3/4k3/8/8/3K1N2/8/8 w - - 0 1", Yes, Yes},
		{"a pawn", "8/4p3/4k3/8/8/3K4/8/8 w - - 0 1", No, Yes},
		{"White has mated", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Yes, No},
		{"Black has mated", "6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", No, Yes},
		{"stalemate with a queen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", No, No},
	} {
		p := MustFEN(tc.fen)
		if w, b := checkWin(t, &p, White).Answer, checkWin(t, &p, Black).Answer; w != tc.white || b != tc.black {
			t.Errorf("%s: got %s, %s, want %s, %s", tc.name, w, b, tc.white, tc.black)
		}
	}
}

// checkWin asks for c and plays the line.
func checkWin(t *testing.T, p *Position, c Color) Winnable {
	t.Helper()
	w := CanWin(p, c, WinOptions{})
	if (w.Answer == Yes) != (w.Reason == "") || w.Answer != Yes && w.Line != nil {
		t.Errorf("%s: %s: %s with reason %q and line %v", p.FEN(), c, w.Answer, w.Reason, w.Line)
	}
	if w.Answer == Yes {
		checkMates(t, p, c, w.Line)
	}
	return w
}

// checkMates plays a line, which must be legal and end with c mating.
func checkMates(t *testing.T, p *Position, c Color, line []Move) {
	t.Helper()
	q := *p
	for i, m := range line {
		if !q.IsLegal(m) {
			t.Fatalf("%s: %s: move %d, %s, of %v is not legal", p.FEN(), c, i+1, m, line)
		}
		q = q.Play(m)
	}
	if q.Outcome() != Checkmate || q.Turn() == c {
		t.Fatalf("%s: %s: after %v it is %s with %s to move", p.FEN(), c, line, q.Outcome(), q.Turn())
	}
}

// winRow is a row of a table of verdicts.
type winRow struct {
	verdict string // WB both can still mate, W- White only, -B Black only, -- neither
	p       Position
}

// readWins reads verdicts and FENs from lines "verdict<tab>FEN…". A position that has more men than a game can give is
// read as well: the question has an answer there too.
func readWins(t *testing.T, path string) (rows []winRow) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(b)) {
		col := strings.Split(strings.TrimSpace(l), "\t")
		if strings.HasPrefix(l, "#") || len(col) < 2 {
			continue
		}
		s, err := ParseFEN(col[1])
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.Position()
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, winRow{col[0], p})
	}
	return rows
}

// checkWins asks every step-th row for both sides, and of the board with the colours swapped.
func checkWins(t *testing.T, rows []winRow, step int) {
	t.Helper()
	questions, nodes, unknown := 0, 0, 0
	for i := 0; i < len(rows); i += step {
		p, q := &rows[i].p, mirrored(&rows[i].p)
		for c := range Color(2) {
			want := No
			if rows[i].verdict[c] != '-' {
				want = Yes
			}
			w := checkWin(t, p, c)
			if w.Answer != want && w.Answer != Unknown {
				t.Errorf("%s: %s can win: got %s, want %s", p.FEN(), c, w.Answer, want)
			}
			if m := CanWin(&q, c^1, WinOptions{}).Answer; m != w.Answer && m != Unknown && w.Answer != Unknown {
				t.Errorf("%s: %s can win: %s, but %s with colours swapped", p.FEN(), c, w.Answer, m)
			}
			questions, nodes, unknown = questions+1, nodes+w.Nodes, unknown+b2i(w.Answer == Unknown)
		}
	}
	t.Logf("%d questions, %d unknown, %d positions looked at each", questions, unknown, nodes/questions)
	if 200*unknown > questions {
		t.Errorf("%d of %d questions unanswered, more than one in 200", unknown, questions)
	}
}

// mirrored returns p with the colours swapped and the board turned upside down.
func mirrored(p *Position) Position {
	s := p.Setup()
	m := s
	for at := range square.Square(64) {
		pc := s.Board[at]
		if pc != NoPiece {
			pc = MakePiece(pc.Color()^1, pc.Role())
		}
		m.Board[at^56] = pc
	}
	m.Turn ^= 1
	m.Castling = square.Set(bits.ReverseBytes64(uint64(s.Castling)))
	q := m.unchecked()
	if s.EnPassant != square.None {
		q.offerEnPassant(s.EnPassant ^ 56)
	}
	return q
}

func TestCanWinOwn(t *testing.T) { checkWins(t, readWins(t, "testdata/winnable.tsv"), 1) }

// The ordinary run asks of a part of the fortresses, as some take a while.
func TestCanWinFortress(t *testing.T) {
	step := 7
	switch {
	case slow():
		step = 1
	case testing.Short():
		step = 40
	}
	checkWins(t, readWins(t, shared(t, "fortress.tsv")), step)
}

func TestCanWinTable(t *testing.T) {
	b, err := os.ReadFile(shared(t, "unwinnable.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for l := range strings.Lines(string(b)) {
		col := strings.Split(l, "\t")
		if col[0] == "fen" {
			continue
		}
		c := Color(b2i(col[1] == "black"))
		p := MustFEN(col[0])
		if w := checkWin(t, &p, c); w.Answer == Unknown || (w.Answer == Yes) != (col[2] == "winnable") {
			t.Errorf("%s: %s can win: %s, but it is %s", col[0], c, w.Answer, col[2])
		}
		if dead := IsDead(&p, WinOptions{}); (dead == Yes) != (col[2] == "dead") {
			t.Errorf("%s: dead: %s, but it is %s", col[0], dead, col[2])
		}
	}
}

func TestWinReasons(t *testing.T) {
	for _, tc := range []struct {
		reason WinReason
		fen    string
		c      Color
	}{
		{WinMated, "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Black},
		{WinStalemate, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", White},
		{WinBareKing, "8/8/4k3/8/8/3K1R2/8/8 w - - 0 1", Black},
		{WinMaterial, "8/8/4k3/8/8/3K1B2/8/8 w - - 0 1", White},
		{WinUnreachable, "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", White},
		{WinUnreachable, "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", Black},
		{WinForced, "6k1/8/8/8/8/8/1r6/K7 w - - 0 1", Black},
		{WinExhausted, "5rQk/8/8/8/8/8/8/K7 b - - 0 1", White},
	} {
		p := MustFEN(tc.fen)
		if w := CanWin(&p, tc.c, WinOptions{}); w.Answer != No || w.Reason != tc.reason {
			t.Errorf("%s: %s can win: got %s, %q, want no, %q", tc.fen, tc.c, w.Answer, w.Reason, tc.reason)
		}
	}
}

// FuzzCanWin: no answer is contradicted by a search of what comes up first, nor by the board with the colours swapped.
func FuzzCanWin(f *testing.F) {
	for _, fen := range []string{StartFEN, "4k3/8/1p6/pP1p1p1p/P2P1P1P/8/8/4K3 w - a6 0 1", "7k/5N1P/6K1/8/8/8/8/8 b - - 0 1"} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := ParsePosition(fen)
		if err != nil {
			return
		}
		q := mirrored(&p)
		for c := range Color(2) {
			w := CanWin(&p, c, WinOptions{Nodes: 300})
			if plain := plainWin(&p, c, 300); w.Answer == No && plain == Yes || w.Answer == Yes && plain == No {
				t.Errorf("%s can win: %s, but plainly %s", c, w.Answer, plain)
			}
			if m := CanWin(&q, c^1, WinOptions{Nodes: 300}).Answer; m != w.Answer && m != Unknown && w.Answer != Unknown {
				t.Errorf("%s can win: %s, but %s with colours swapped", c, w.Answer, m)
			}
			if w.Answer == Yes {
				checkMates(t, &p, c, w.Line)
			}
		}
	})
}

// A small limit is kept, and makes no answer wrong.
func TestWinLimit(t *testing.T) {
	rows := readWins(t, "testdata/winnable.tsv")
	for _, limit := range []int{1, 2, 20, QuickNodes, 1500} {
		for i := range rows {
			for c := range Color(2) {
				p := &rows[i].p
				w := CanWin(p, c, WinOptions{Nodes: limit})
				if w.Nodes > limit {
					t.Errorf("%s: %d positions looked at, not %d", p.FEN(), w.Nodes, limit)
				}
				if (w.Answer == Unknown) != (w.Reason == WinLimit) || w.Answer != Unknown && (w.Answer == Yes) != (rows[i].verdict[c] != '-') {
					t.Errorf("%s: %s can win: %s, %q after %d positions", p.FEN(), c, w.Answer, w.Reason, w.Nodes)
				}
			}
		}
	}
}

func TestIsDead(t *testing.T) {
	for _, tc := range []struct {
		fen   string
		quick Answer
	}{
		{"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", Yes},
		{"6k1/8/8/8/8/8/1r6/K7 w - - 0 1", Yes},
		{"8/8/4k3/8/8/3KN3/8/8 w - - 0 1", Yes},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Yes},
		{"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", No},
		{"7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", No},
		{StartFEN, Unknown},
	} {
		p := MustFEN(tc.fen)
		if got := IsDead(&p, WinOptions{Nodes: QuickNodes}); got != tc.quick {
			t.Errorf("%s: got %s, want %s", tc.fen, got, tc.quick)
		}
		if got := IsDead(&p, WinOptions{}); tc.quick == Unknown && got != No || tc.quick != Unknown && got != tc.quick {
			t.Errorf("%s: exactly: got %s", tc.fen, got)
		}
	}
}

// No random position with material that is said to be too little is a mate.
func TestTooLittleNeverMates(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	armies := []string{"KB kqqr", "KBB kqrrb", "KN kqqq", "KN kq", "KB krr", "KB kbrr"}
	for i := range rounds(400_000, 4_000_000) {
		p, ok := randomPlacement(r, armies[i%len(armies)])
		if ok && tooLittle(&p, White) && p.InCheck() && !p.HasLegalMove() {
			t.Fatalf("mate: %s", p.FEN())
		}
	}
}

// randomPlacement puts an army near a corner, where mates are, Black to move.
func randomPlacement(r *rand.Rand, army string) (Position, bool) {
	s := EmptySetup()
	s.Turn = Black
	for _, letter := range []byte(army) {
		if pc, ok := ParsePiece(letter); ok {
			at := square.At(r.IntN(4), r.IntN(4))
			if letter == 'B' || letter == 'N' {
				at = square.At(r.IntN(6), r.IntN(6))
			}
			s.Board[at] = pc
		}
	}
	p, err := s.Position()
	return p, err == nil
}
