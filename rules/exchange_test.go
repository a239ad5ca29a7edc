package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jadoube/rules/square"
)

func TestStaticExchange(t *testing.T) {
	for _, tc := range []struct {
		name, fen string
		at        square.Square
		by        Color
		want      Centipawns
	}{
		{"empty", StartFEN, square.E4, White, 0},
		{"its own piece", StartFEN, square.E2, White, 0},
		{"a king", "4k3/8/8/8/8/8/8/4R1K1 b - - 0 1", square.E8, White, 0},
		{"loose", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", square.D5, White, 100},
		{"protected by a pawn", "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", square.D5, White, 0},
		{"protected, but worth it", "4k3/8/4p3/3q4/8/8/8/3RK3 w - - 0 1", square.D5, White, 400},
		{"two against one", "4k3/8/4p3/3n4/8/4B3/8/3RK3 w - - 0 1", square.D5, White, 0},
		{"a pawn takes first", "4k3/8/4p3/3n4/4P3/8/8/3RK3 w - - 0 1", square.D5, White, 300},
		{"doubled rooks", "3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", square.D5, White, 100},
		{"doubled rooks against two", "3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", square.D5, White, 0},
		{"a bishop behind a pawn", "4k3/8/2p1p3/3p4/4P3/5B2/8/4K3 w - - 0 1", square.D5, White, 0},
		{"a bishop behind a pawn, one against", "4k3/8/4p3/3p4/4P3/5B2/8/4K3 w - - 0 1", square.D5, White, 100},
		{"a queen behind its bishop", "4k3/8/4n3/3p4/4B3/5Q2/8/4K3 w - - 0 1", square.D5, White, 100},
		{"a king takes", "8/8/8/3p4/4K3/8/8/k7 w - - 0 1", square.D5, White, 100},
		{"a king must not", "8/8/4p3/3p4/4K3/8/8/k7 w - - 0 1", square.D5, White, 0},
		{"a king can't take back on a square that is covered", "8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", square.D5, White, 100},
		{"a pinned protector", "3k4/8/3n4/8/4p3/8/6P1/1K1RR3 w - - 0 1", square.E4, White, 100},
		{"the pinner takes, the pin is off", "3k4/8/3n4/8/3p4/8/8/1K1R4 w - - 0 1", square.D4, White, 100},
		{"a pinned attacker", "3r2k1/8/2p5/8/8/3B4/8/3K4 w - - 0 1", square.C6, White, 0},
		{"a pinned attacker on its line", "3r2k1/8/8/8/8/3R4/8/3K4 w - - 0 1", square.D8, White, 500},
		{"promotion by a capture", "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", square.B8, White, 1300},
		{"promotion, taken back", "1r1rk3/P7/8/8/8/8/8/4K3 w - - 0 1", square.B8, White, 400},
		{"promotion by taking back", "8/7k/8/8/8/8/p7/1n3R1K w - - 0 1", square.B1, White, 0},
		{"promotion by taking back, and taken", "1R6/7k/8/8/8/2N5/p7/1n5K w - - 0 1", square.B1, White, 100},
		{"the side without the move", "4k3/8/8/3p4/8/8/8/3RK3 b - - 0 1", square.D5, White, 100},
		{"in check from elsewhere", "4k3/8/8/3p4/8/8/4r3/3RK3 w - - 0 1", square.D5, White, 0},
	} {
		p := MustFEN(tc.fen)
		if got := p.StaticExchange(tc.at, tc.by); got != tc.want {
			t.Errorf("%s: %s takes on %s: got %d, want %d", tc.name, tc.by, tc.at, got, tc.want)
		}
	}
}

func TestExchangeOf(t *testing.T) {
	for _, tc := range []struct {
		name, fen, move string
		want            Centipawns
	}{
		{"quiet", StartFEN, "e4", 0},
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", 0},
		{"put where it is taken", "4k3/8/8/4p3/8/8/8/3QK3 w - - 0 1", "Qd4", -900},
		{"put where it is taken for", "4k3/8/8/4p3/8/4P3/8/3QK3 w - - 0 1", "Qd4", -800},
		{"a bad capture is played all the same", "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", -400},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100},
		{"en passant, taken back", "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 0},
		{"en passant opens a file", "4k3/2p5/8/3pP3/8/8/8/3RK3 w - d6 0 1", "exd6", 100},
		{"promotion", "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", 800},
		{"promotion where it is taken", "1r6/P6k/8/8/8/8/8/4K3 w - - 0 1", "a8=N", -100},
	} {
		p := MustFEN(tc.fen)
		m, err := p.ParseSAN(tc.move)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if got := p.ExchangeOf(m); got != tc.want {
			t.Errorf("%s: got %d, want %d", tc.name, got, tc.want)
		}
	}
}

// twinExchange is what the mover wins on a square by searching all legal captures on it, each followed by all.
func twinExchange(p *Position, at square.Square) (best Centipawns) {
	for _, m := range p.LegalMoves(nil) {
		if m.To() == at && p.Victim(m) == at {
			best = max(best, twinAfter(p, m))
		}
	}
	return best
}

// twinAfter is what m and the captures after it on its destination win.
func twinAfter(p *Position, m Move) (won Centipawns) {
	q := p.Play(m)
	won = q.Material(p.Turn()) - p.Material(p.Turn()) + p.Material(p.Turn().Other()) - q.Material(p.Turn().Other())
	if m.IsCastle() {
		return won
	}
	return won - twinExchange(&q, m.To())
}

// passed returns p with the other side to move, if that is possible.
func passed(p *Position) (Position, bool) {
	s := p.Setup()
	s.Turn, s.EnPassant = s.Turn.Other(), square.None
	q, err := s.Position()
	return q, err == nil
}

func checkExchanges(t *testing.T, p *Position) (captures int) {
	t.Helper()
	for s := range p.Side(p.Turn().Other()).Squares() {
		want := twinExchange(p, s)
		if got := p.StaticExchange(s, p.Turn()); got != want {
			t.Fatalf("%s: %s takes on %s: got %d, want %d", p.FEN(), p.Turn(), s, got, want)
		}
		captures += b2i(want > 0)
	}
	for _, m := range p.LegalMoves(nil) {
		if got, want := p.ExchangeOf(m), twinAfter(p, m); got != want {
			t.Fatalf("%s: %s: got %d, want %d", p.FEN(), p.SAN(m), got, want)
		}
	}
	return captures
}

// The exchange on every square of random positions is what an exhaustive search of legal moves finds.
func TestExchangeTwin(t *testing.T) {
	games := 60
	if testing.Short() {
		games = 6
	}
	r := rand.New(rand.NewPCG(21, 22))
	n := 0
	for range games {
		randomGame(r, randomStart(r), 160, func(p *Position, _ Move) {
			if p.FullMove()%3 != 0 {
				return
			}
			n += checkExchanges(t, p)
			if q, ok := passed(p); ok {
				checkExchanges(t, &q)
			}
		})
	}
	if n < 10*games {
		t.Errorf("only %d captures that win something", n)
	}
}

// Crowds around one square: many attackers, pins, checks and promotions at once.
func TestExchangeTwinCrowded(t *testing.T) {
	tries := 60_000
	if slow() {
		tries *= 50
	}
	r := rand.New(rand.NewPCG(23, 24))
	var by [8]int // squares by the number of their attackers
	for range tries {
		p, ok := crowd(r, "KkQqRRrrBbNnPPpp"[:4+r.IntN(13)])
		if !ok {
			continue
		}
		for s := range p.Side(p.Turn().Other()).Squares() {
			n := p.Attackers(s, White).Len() + p.Attackers(s, Black).Len()
			if n >= len(by) {
				continue // more than the twin can search
			}
			by[n]++
			if got, want := p.StaticExchange(s, p.Turn()), twinExchange(&p, s); got != want {
				t.Fatalf("%s: %s takes on %s: got %d, want %d", p.FEN(), p.Turn(), s, got, want)
			}
		}
	}
	if by[4] < 1000 || by[6] < 20 {
		t.Errorf("squares by attackers: %d", by)
	}
}

// crowd puts pieces near each other.
func crowd(r *rand.Rand, pieces string) (Position, bool) {
	s := EmptySetup()
	s.Turn = Color(r.IntN(2))
	up := r.IntN(4)
	for _, letter := range []byte(pieces) {
		if pc, ok := ParsePiece(letter); ok {
			s.Board[square.At(r.IntN(6), up+r.IntN(5))] = pc
		}
	}
	p, err := s.Position()
	return p, err == nil
}

// However many pieces look at one square, the answer comes at once.
func TestExchangeOfMany(t *testing.T) {
	for _, fen := range []string{
		"q2q2q1/1q1q1q2/k1Q1Q3/QQQrQQQ1/2Q1Q2K/1q1q1q2/q2q4/8 w - - 0 1",
		"1Q1q2Q1/k1n1n3/1NQqQN2/q1QrQq1q/1NQqQN2/2n1n3/1q1Q1q1K/8 w - - 0 1",
	} {
		setup, err := ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		p := setup.unchecked()
		x := exchange{p: &p, at: square.D5}
		x.best(White, p.Occupied(), Rook.Value())
		if len(x.known) > 100_000 {
			t.Errorf("%s: %d states", fen, len(x.known))
		}
	}
}

func TestHanging(t *testing.T) {
	for _, tc := range []struct {
		name, fen    string
		white, black square.Set
	}{
		{"none", StartFEN, 0, 0},
		{"loose", "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", 0, square.Of(square.D5)},
		{"attacked by less", "4k3/8/2p5/3q4/4P3/8/8/4K3 w - - 0 1", square.Of(square.E4), square.Of(square.D5)},
		{"protected by a pinned piece", "3k4/8/3n4/8/4p3/8/6P1/1K1RR3 w - - 0 1", 0, square.Of(square.E4, square.D6)},
	} {
		p := MustFEN(tc.fen)
		if w, b := p.Hanging(White), p.Hanging(Black); w != tc.white || b != tc.black {
			t.Errorf("%s: got %s and %s, want %s and %s", tc.name, w, b, tc.white, tc.black)
		}
	}
}

func TestDefenders(t *testing.T) {
	p := MustFEN("4k3/8/8/3p4/4P3/3B1N2/8/R3K3 w - - 0 1")
	for s, want := range map[square.Square]square.Set{
		square.E4: square.Of(square.D3), square.D5: 0, square.F3: 0, square.E5: 0, square.A1: 0, square.E1: square.Of(square.A1, square.F3),
		square.None: 0,
	} {
		if got := p.Defenders(s); got != want {
			t.Errorf("%s: got %s, want %s", s, got, want)
		}
	}
}

func TestIsExchange(t *testing.T) {
	for _, tc := range []struct {
		name, fen, moves string
		want             bool
	}{
		{"knight for knight", "4k3/8/2p5/3n4/8/4N3/8/4K3 w - - 0 1", "Nxd5 cxd5", true},
		{"knight for bishop", "4k3/8/2p5/3b4/8/4N3/8/4K3 w - - 0 1", "Nxd5 cxd5", true},
		{"rook for knight", "4k3/8/2p5/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5 cxd5", false},
		{"elsewhere", "3rk3/8/2p5/3n4/8/4N3/6b1/3RK2R w - - 0 1", "Nxd5 Bxh1", false},
		{"elsewhere, of equal value", "4k3/8/2p5/3b4/8/2N5/5N1b/4K1N1 w - - 0 1", "Nxd5 Bxg1", true},
		{"no reply in kind", "4k3/8/2p5/3n4/8/4N3/8/4K3 w - - 0 1", "Nxd5 c5", false},
		{"en passant", "4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 cxd6", true},
		{"no capture", StartFEN, "e4 e5", false},
	} {
		p := MustFEN(tc.fen)
		first, second, _ := strings.Cut(tc.moves, " ")
		m, err := p.ParseSAN(first)
		if err != nil {
			t.Fatal(tc.name, err)
		}
		q := p.Play(m)
		reply, err := q.ParseSAN(second)
		if err != nil {
			t.Fatal(tc.name, err)
		}
		if got := p.IsExchange(m, reply); got != tc.want {
			t.Errorf("%s: got %v", tc.name, got)
		}
	}
}

func TestExchangeSacrifices(t *testing.T) {
	for _, tc := range []struct{ name, fen, want string }{
		{"none", StartFEN, ""},
		{"for a knight", "2r3k1/pp1b1ppp/3p4/8/4P3/2N2P2/PPP3PP/1K1R4 b - - 0 1", "Rxc3"},
		{"for a loose one it is none", "2r3k1/8/8/8/8/2N5/8/1K6 b - - 0 1", ""},
		{"for a bishop, as White", "4k3/8/4p3/3b4/8/8/8/3RK3 w - - 0 1", "Rxd5"},
		{"for a pawn it is none", "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", ""},
		{"with a pawn to boot it is one still", "4k3/8/4p3/3n4/2P5/8/8/3RK3 w - - 0 1", "Rxd5"},
		{"a rook comes back", "3rk3/8/8/3n4/2P5/8/8/3RK3 w - - 0 1", ""},
	} {
		p := MustFEN(tc.fen)
		var sans []string
		for _, m := range p.ExchangeSacrifices() {
			sans = append(sans, p.SAN(m))
		}
		slices.Sort(sans)
		if got := strings.Join(sans, " "); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
}
