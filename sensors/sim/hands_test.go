package sim

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/trace"
)

// start960 has the king beside the rook whose square it takes in castling.
const start960 = "bnrkrnqb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRNQB w ECec - 0 1"

// randomGame plays up to n random moves, but prefers what is rare.
func randomGame(seed uint64, start rules.Position, n int) []rules.Move {
	rng := rand.New(rand.NewPCG(seed, 1))
	var moves []rules.Move
	for range n {
		legal := start.LegalMoves(nil)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		for _, rare := range legal {
			if rare.IsCastle() || rare.IsEnPassant() || rare.Promotion() != rules.NoRole {
				m = rare
			}
		}
		moves = append(moves, m)
		start = start.Play(m)
	}
	return moves
}

func final(start rules.Position, moves []rules.Move) rules.Position {
	for _, m := range moves {
		start = start.Play(m)
	}
	return start
}

func allHands() []Hands {
	var all []Hands
	for i, p := range []Profile{Clean, Club, Blitz, Rough, Gaps} {
		for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
			for _, scan := range []int64{0, 5, 20, 160} {
				all = append(all, Hands{Profile: p, Kind: kind, Scan: scan, Lever: (i+int(kind)+int(scan))%2 == 0})
			}
		}
	}
	return all
}

func TestHands(t *testing.T) {
	seen := map[string]bool{}
	hands := allHands()
	for i, h := range slices.Concat(hands, hands, hands) {
		h.Seed = uint64(i)
		start := rules.StartPosition()
		if i%4 == 3 {
			start = rules.MustFEN(start960)
		}
		moves := randomGame(uint64(i), start, 120)
		result := []string{"1-0", "0-1", "1/2-1/2", "*"}[i/4%4]
		name := fmt.Sprint(h.Profile.Name, " ", h.Kind, " ", h.Scan, " ", i)
		g, err := h.Play(start, moves, result)
		if err != nil {
			t.Fatal(name, err)
		}
		for _, l := range g.Labels {
			seen[l] = true
		}
		checkText(t, name, g)
		checkScans(t, name, h, g)
		checkFinal(t, name, start, moves, g)
		again, err := h.Play(start, moves, result)
		if err != nil || !reflect.DeepEqual(g, again) {
			t.Errorf("%s: another game the second time (%v)", name, err)
		}
	}
	for _, l := range strings.Fields("adjust castle castle-both castle-rook-first castle-takes-rook en-passant fast-reply hover illegal knock late " +
		"neighbour overlap promotion result-kings shove slide touch-back weak wrong-square") {
		if !seen[l] {
			t.Errorf("nobody did %s", l)
		}
	}
}

// checkText: what was written is read, and as it was.
func checkText(t *testing.T, name string, g *Game) {
	t.Helper()
	var text bytes.Buffer
	if err := g.Trace.Write(&text); err != nil {
		t.Fatal(name, err)
	}
	got, err := trace.Read(name, bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, g.Trace) {
		t.Errorf("%s: read otherwise than written", name)
	}
}

func checkScans(t *testing.T, name string, h Hands, g *Game) {
	t.Helper()
	presses := 0
	for _, r := range g.Trace.Readings {
		if len(r.Changes) > 0 && r.T%max(h.Scan, 1) != 0 {
			t.Errorf("%s: change at %d, between two scans", name, r.T)
		}
		if p := r.Press; p != nil && (p.Key == "white" || p.Key == "black") {
			presses++
		}
	}
	if want := len(g.Moves); h.Lever && presses != want || !h.Lever && presses != 0 {
		t.Errorf("%s: %d presses of the lever, %d moves", name, presses, want)
	}
}

// checkFinal: after all changes the board stands as the game does, kings that show the result aside.
func checkFinal(t *testing.T, name string, start rules.Position, moves []rules.Move, g *Game) {
	t.Helper()
	end := final(start, moves)
	want := pieces(t, end.FEN()).As(g.Trace.Sensor)
	if slices.Contains(g.Labels, "result-kings") {
		want = shown(&end, g)
	}
	if got := g.Trace.Final(); got != want {
		t.Errorf("%s: ends as %v, want %v", name, got, want)
	}
	if len(g.Moves) != len(moves) {
		t.Errorf("%s: %d moves wanted of %d", name, len(g.Moves), len(moves))
	}
}

func shown(end *rules.Position, g *Game) sensors.Frame {
	var f sensors.Frame
	for s := range f {
		f[s] = contactOf(end.At(square.Square(s)))
	}
	f[end.King(rules.White)], f[end.King(rules.Black)] = sensors.Nothing, sensors.Nothing
	white, black := square.E4, square.D5
	switch g.Result {
	case "0-1":
		white, black = square.D4, square.E5
	case "1/2-1/2":
		black = square.E5
	}
	f[white], f[black] = sensors.WhiteKing, sensors.BlackKing
	return f.As(g.Trace.Sensor)
}

func TestParseMoves(t *testing.T) {
	moves, err := ParseMoves(rules.StartPosition(), "1. e4 e5 2.Nf3 b8c6 3.Bb5 a6 4.Bxc6 dxc6 5. O-O 1/2-1/2")
	if err != nil || len(moves) != 9 || !moves[8].IsCastle() {
		t.Errorf("%v %v", moves, err)
	}
	if _, err := ParseMoves(rules.StartPosition(), "e4 e4"); err == nil || !strings.HasPrefix(err.Error(), "ply 2: ") {
		t.Error(err)
	}
}

func TestHandsRefuse(t *testing.T) {
	moves, err := ParseMoves(rules.StartPosition(), "e2e4")
	if err != nil {
		t.Fatal(err)
	}
	h := Hands{Profile: Club, Kind: sensors.Occupancy}
	if _, err := h.Play(rules.StartPosition(), append(moves, moves[0]), "*"); err == nil {
		t.Error("played an illegal move")
	}
	if _, err := h.Play(rules.StartPosition(), moves, "2-0"); err == nil {
		t.Error("took an unknown result")
	}
	if _, err := ParseProfile("club"); err != nil {
		t.Error(err)
	}
	if _, err := ParseProfile("chess"); err == nil {
		t.Error("knows a profile chess")
	}
}

// only returns the profile Clean in which one thing is done always.
func only(change func(*Profile)) Profile {
	p := Clean
	p.VictimFirst, p.Swap, p.Kings = 0, 0, 0
	change(&p)
	return p
}

// events writes the changes and presses without their times, "+" without what stands there.
func events(g *Game) string {
	var b strings.Builder
	for _, r := range g.Trace.Readings {
		for _, c := range r.Changes {
			sign := " +"
			if c.To == sensors.Nothing {
				sign = " -"
			}
			b.WriteString(sign + c.Square.String())
		}
		if r.Press != nil {
			b.WriteString(" " + r.Press.Key)
		}
	}
	return b.String()
}

func TestActs(t *testing.T) {
	const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	const passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
	const taking = "4k3/8/8/3p4/8/8/6B1/4K3 w - - 0 1"
	const queening = "8/P7/8/8/8/8/8/K6k w - - 0 1"
	tests := []struct {
		name, fen, move string
		profile         Profile
		want            []string // any of these
	}{
		{"plain", taking, "Bf3", only(func(*Profile) {}), []string{"-g2 +f3"}},
		{"own first", taking, "Bxd5", only(func(*Profile) {}), []string{"-g2 -d5 +d5"}},
		{"victim first", taking, "Bxd5", only(func(p *Profile) { p.VictimFirst = 1 }), []string{"-d5 -g2 +d5"}},
		{"shove", taking, "Bxd5", only(func(p *Profile) { p.Shove = 1 }), []string{"-g2 -d5 +d5"}},
		{
			"shove at the end of a slide", taking, "Bxd5", only(func(p *Profile) { p.Shove, p.Slide, p.Dwell = 1, 1, Span{30, 90} }),
			[]string{"-g2 +f3 -f3 +e4 -e4 -d5 +d5"},
		},
		{"king first", castling, "O-O", only(func(*Profile) {}), []string{"-e1 +g1 -h1 +f1"}},
		{
			"king slides", castling, "O-O-O", only(func(p *Profile) { p.Slide, p.Dwell = 1, Span{30, 90} }),
			[]string{"-e1 +d1 -d1 +c1 -a1 +d1"},
		},
		{"rook first", castling, "O-O-O", only(func(p *Profile) { p.RookFirst = 1 }), []string{"-a1 +d1 -e1 +c1"}},
		{
			"both hands", castling, "O-O", only(func(p *Profile) { p.BothHands = 1 }),
			[]string{"-e1 -h1 +g1 +f1", "-e1 -h1 +f1 +g1"},
		},
		{
			"castling in place", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O", only(func(*Profile) {}),
			[]string{"-f1 -g1 +g1 +f1", "-f1 -g1 +f1 +g1"},
		},
		{
			"in passing", passing, "exd6", only(func(*Profile) {}),
			[]string{"-d5 -e5 +d6", "-e5 -d5 +d6", "-e5 +d6 -d5"},
		},
		{"promotion", queening, "a8=Q", only(func(*Profile) {}), []string{"-a7 +a8"}},
		{"promotion with a swap", queening, "a8=Q", only(func(p *Profile) { p.Swap = 1 }), []string{"-a7 +a8 -a8 +a8"}},
		{"underpromotion", queening, "a8=N", only(func(*Profile) {}), []string{"-a7 +a8 knight"}},
		{
			"wrong square", "7k/8/8/8/8/8/8/N6K w - - 0 1", "Nb3", only(func(p *Profile) { p.Wrong = 1 }),
			[]string{
				"-a1 +a2 -a2 +b3", "-a1 +a3 -a3 +b3", "-a1 +a4 -a4 +b3", "-a1 +b2 -b2 +b3", "-a1 +b4 -b4 +b3",
				"-a1 +c2 -c2 +b3", "-a1 +c3 -c3 +b3", "-a1 +c4 -c4 +b3",
			},
		},
		{"hover", "7k/8/8/8/8/8/8/N6K w - - 0 1", "Nb3", only(func(p *Profile) { p.Hover = 1 }), []string{"-a1 +c2 -c2 +b3"}},
		{"touch back", "7k/8/8/8/8/8/8/7K w - - 0 1", "Kg1", only(func(p *Profile) { p.TouchBack = 1 }), []string{"-h1 +h1 -h1 +g1"}},
		{
			"adjust", "7k/8/8/8/8/8/8/N6K w - - 0 1", "Nb3", only(func(p *Profile) { p.Adjust = 1 }),
			[]string{"-h1 +h1 -a1 +b3", "-h1 +h1 -h1 +h1 -a1 +b3"},
		},
	}
	for _, tt := range tests {
		start := rules.MustFEN(tt.fen)
		moves, err := ParseMoves(start, tt.move)
		if err != nil {
			t.Fatal(tt.name, err)
		}
		for seed := range uint64(20) {
			h := Hands{Profile: tt.profile, Seed: seed, Kind: sensors.Occupancy, Scan: 5}
			g, err := h.Play(start, moves, "*")
			if err != nil {
				t.Fatal(tt.name, err)
			}
			got := strings.TrimSpace(strings.TrimSuffix(events(g), " pause"))
			if !slices.Contains(tt.want, got) {
				t.Errorf("%s: %s, want one of %q", tt.name, got, tt.want)
				break
			}
		}
	}
}

func TestWant(t *testing.T) {
	start := rules.StartPosition()
	moves, err := ParseMoves(start, "f3 e5 g4 Qh4#")
	if err != nil {
		t.Fatal(err)
	}
	g, err := Hands{Profile: Clean, Kind: sensors.Piece, Scan: 10}.Play(start, moves, "*")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := g.Want(), "f2f3 e7e5 g2g4 d8h4\n0-1\n\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	start = rules.MustFEN("4k3/8/8/8/8/8/8/5KR1 w G - 0 1")
	moves, err = ParseMoves(start, "O-O")
	if err != nil {
		t.Fatal(err)
	}
	g, err = Hands{Profile: Clean, Kind: sensors.Piece}.Play(start, moves, "*")
	if err != nil || g.Want() != "f1g1\n*\ncastle castle-both\n" || !g.Trace.Chess960 {
		t.Errorf("%q %v", g.Want(), err)
	}
}
