package rules

import (
	"bufio"
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
		if w, b := checkWin(t, &p, White), checkWin(t, &p, Black); w != tc.white || b != tc.black {
			t.Errorf("%s: got %s, %s, want %s, %s", tc.name, w, b, tc.white, tc.black)
		}
	}
}

// checkWin asks for c, plays the line, and returns the answer.
func checkWin(t *testing.T, p *Position, c Color) Answer {
	t.Helper()
	w := CanWin(p, c, WinOptions{})
	if (w.Answer == Yes) != (w.Reason == "") || w.Answer != Yes && w.Line != nil {
		t.Errorf("%s: %s: %s with reason %q and line %v", p.FEN(), c, w.Answer, w.Reason, w.Line)
	}
	if w.Answer == Yes {
		checkMates(t, p, c, w.Line)
	}
	return w.Answer
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

func TestCanWinTable(t *testing.T) {
	f, err := os.Open(shared(t, "unwinnable.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		col := strings.Split(sc.Text(), "\t")
		if col[0] == "fen" {
			continue
		}
		c := White
		if col[1] == "black" {
			c = Black
		}
		p := MustFEN(col[0])
		answer := checkWin(t, &p, c)
		if answer == Unknown || (answer == Yes) != (col[2] == "winnable") {
			t.Errorf("%s: %s can win: %s, but it is %s", col[0], c, answer, col[2])
		}
	}
}

// No random position with material that is said to be too little is a mate.
func TestTooLittleNeverMates(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	armies := []string{"KB kqqr", "KBB kqrrb", "KN kqqq", "KN kq", "KB krr", "KB kbrr"}
	for i := range 400_000 {
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
