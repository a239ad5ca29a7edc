package openings

import (
	"regexp"
	"strings"
	"testing"

	"jadoube/rules"
)

func TestTable(t *testing.T) {
	b := Load()
	if n := len(b.Openings()); n < 300 {
		t.Errorf("only %d lines", n)
	}
	code := regexp.MustCompile(`^[A-E][0-9][0-9]$`)
	name := regexp.MustCompile(`^[^:,]+(: [^:,]+(, [^:,]+)*)?$`)
	names := map[string]bool{}
	last := ""
	for _, o := range b.Openings() {
		if !code.MatchString(o.ECO) || !name.MatchString(o.Name) || o.Name != strings.TrimSpace(o.Name) {
			t.Errorf("%s: no code or no name", o)
		}
		if names[o.Name] {
			t.Errorf("%s: another line has the same name", o)
		}
		names[o.Name] = true
		if o.ECO < last {
			t.Errorf("%s stands after %s", o, last)
		}
		last = o.ECO
		if got, ok := b.ByPosition(end(o.Moves)); !ok || got.Name != o.Name {
			t.Errorf("%s: found as %s", o, got)
		}
		if got, ply, ok := b.ByMoves(o.Moves); !ok || ply != len(o.Moves) || got.Name != o.Name {
			t.Errorf("%s: found as %s after %d moves", o, got, ply)
		}
	}
}

// The table writes each move as it is written in a game, with marks of check and no more.
func TestNotation(t *testing.T) {
	for row := range strings.Lines(lines) {
		p := rules.StartPosition()
		fields := strings.Split(strings.TrimSpace(row), "\t")
		for _, word := range strings.Fields(fields[2]) {
			m, err := p.ParseSAN(word)
			if err != nil {
				t.Fatal(err)
			}
			if san := p.SAN(m); san != word {
				t.Errorf("%s: %s is written %s", fields[1], san, word)
			}
			p = p.Play(m)
		}
	}
}

func end(moves []rules.Move) *rules.Position {
	p := rules.StartPosition()
	for _, m := range moves {
		p = p.Play(m)
	}
	return &p
}

// parents returns the lines of the book that a line goes through, the nearest first.
func parents(b *Book, o Opening) (found []Opening) {
	for n := len(o.Moves) - 1; n > 0; n-- {
		if p, ok := b.ByPosition(end(o.Moves[:n])); ok {
			found = append(found, p)
		}
	}
	return found
}

// Every line extends a shorter one, and codes grow along a line, but where a King's Indian becomes a Grünfeld.
func TestParents(t *testing.T) {
	b := Load()
	for _, o := range b.Openings() {
		above := parents(b, o)
		switch {
		case len(above) == 0 && len(o.Moves) > 1:
			t.Errorf("%s extends nothing", o)
		case len(above) == 0 || above[0].Family() == "King's Indian Defence" && strings.Contains(o.Family(), "Grünfeld"):
		case above[0].ECO > o.ECO:
			t.Errorf("%s extends %s", o, above[0])
		}
	}
}

// A variation goes through its family's position, a part of a variation through the variation's, where they have one.
func TestFamilies(t *testing.T) {
	b := Load()
	named := map[string]bool{}
	for _, o := range b.Openings() {
		named[o.Name] = true
	}
	for _, o := range b.Openings() {
		passed := map[string]bool{}
		for _, p := range parents(b, o) {
			passed[p.Name] = true
		}
		if o.Name != o.Family() && !named[o.Family()] {
			t.Errorf("%s: no line is called %s", o, o.Family())
		}
		for whole := o.Name; whole != o.Family(); {
			whole = whole[:max(strings.LastIndex(whole, ","), strings.Index(whole, ":"))]
			if named[whole] && !passed[whole] {
				t.Errorf("%s doesn't go through %s", o, whole)
			}
		}
	}
}

// play reads moves in algebraic notation.
func play(t *testing.T, moves string) (played []rules.Move) {
	t.Helper()
	p := rules.StartPosition()
	for _, word := range strings.Fields(moves) {
		m, err := p.ParseSAN(word)
		if err != nil {
			t.Fatal(err)
		}
		played = append(played, m)
		p = p.Play(m)
	}
	return played
}

func TestByMoves(t *testing.T) {
	b := Load()
	for _, tc := range []struct {
		name, moves, want string
		ply               int
	}{
		{"nothing", "", "", 0},
		{"a move", "e4", "B00 King's Pawn Game", 1},
		{"beyond the table", "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 h6 h3", "C50 Italian Game: Giuoco Pianissimo", 7},
		{"the Queen's Gambit by another order", "c4 e6 d4 d5", "D30 Queen's Gambit Declined", 4},
		{"the Sicilian by the Réti", "Nf3 c5 e4 d6 d4 cxd4 Nxd4", "B54 Sicilian Defence: Open", 7},
		{"out of the table and back", "Nf3 Nf6 d4 e6 c4 b6", "E12 Queen's Indian Defence", 6},
		{"a move lost", "e3 e5 e4", "A00 Van 't Kruijs Opening", 1},
	} {
		o, ply, ok := b.ByMoves(play(t, tc.moves))
		got := ""
		if ok {
			got = o.String()
		}
		if got != tc.want || ply != tc.ply {
			t.Errorf("%s: got %q after %d moves, want %q after %d", tc.name, got, ply, tc.want, tc.ply)
		}
	}
	e4 := play(t, "e4")
	if o, ply, ok := b.ByMoves(append(e4, e4...)); !ok || ply != 1 || o.ECO != "B00" {
		t.Errorf("an illegal move: %s after %d, %v", o, ply, ok)
	}
}

func TestByPosition(t *testing.T) {
	b := Load()
	for fen, want := range map[string]string{
		"rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2":         "Queen's Gambit",
		"rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 7 31":        "Queen's Gambit",
		"rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 2":         "",
		"rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQk - 0 2":          "",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":             "",
		"rnbqkbnr/pppp1ppp/4p3/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2":         "",
		"rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq d6 0 3":       "French Defence: Normal Variation",
		"r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3":    "Ruy Lopez",
		"r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4":     "Ruy Lopez: Exchange Variation",
		"rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 2 5":      "",
		"rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6":     "Sicilian Defence: Najdorf Variation",
		"rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4":      "Nimzo-Indian Defence",
		"rnbqk2r/ppppppbp/5np1/8/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4":       "King's Indian Defence: Queen's Knight Variation",
		"r1bqkb1r/ppp2Npp/2n5/3np3/2B5/8/PPPP1PPP/RNBQK2R b KQkq - 0 6":        "Italian Game: Two Knights Defence, Fried Liver Attack",
		"rnbqkbnr/pppp1ppp/8/8/4Pp2/8/PPPP2PP/RNBQKBNR w KQkq - 0 3":           "King's Gambit Accepted",
		"rnbqkb1r/pp1ppp1p/5np1/2pP4/2P5/8/PP2PPPP/RNBQKBNR w KQkq - 0 4":      "",
		"rnbqkb1r/pp1p1ppp/4pn2/2pP4/2P5/8/PP2PPPP/RNBQKBNR w KQkq - 0 4":      "Modern Benoni",
		"rnbqkb1r/p2ppppp/5n2/1ppP4/2P5/8/PP2PPPP/RNBQKBNR w KQkq b6 0 4":      "Benko Gambit",
		"rnbqkb1r/ppp1pp1p/5np1/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 4":    "Grünfeld Defence",
		"rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2":         "Alekhine Defence",
		"rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3":     "Petrov Defence",
		"rnbqk1nr/ppp2ppp/4p3/3p4/1b1PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 2 4":    "French Defence: Winawer Variation",
		"rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2":         "Caro-Kann Defence",
		"rnbqkbnr/ppppp1pp/8/5p2/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2":         "Dutch Defence",
		"rnbqkb1r/pppp1ppp/4pn2/8/2PP4/6P1/PP2PP1P/RNBQKBNR b KQkq - 0 3":      "Catalan Opening",
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2":           "Bongcloud Attack",
		"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1":             "",
		"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3":    "Italian Game",
		"r1bqk1nr/pppp1ppp/2n5/2b1p3/1PB1P3/5N2/P1PP1PPP/RNBQK2R b KQkq - 0 4": "Italian Game: Evans Gambit",
	} {
		p := rules.MustFEN(fen)
		if got, ok := b.ByPosition(&p); got.Name != want || ok != (want != "") {
			t.Errorf("%s: got %q, want %q", fen, got.Name, want)
		}
	}
}

func TestClass(t *testing.T) {
	for moves, want := range map[string]Class{
		"": NoClass, "e4": NoClass, "e4 e5": Open, "e4 e5 Nf3 d6": Open, "e4 c5": SemiOpen, "e4 e6 d4 d5": SemiOpen, "d4": Closed,
		"d4 e5": Closed, "c4 e5": Closed, "Nf3": Closed, "f4 e5": Closed, "e3 e5 e4": Closed,
	} {
		if got := ClassOf(play(t, moves)); got != want {
			t.Errorf("%s: %s, want %s", moves, got, want)
		}
	}
	for _, o := range Load().Openings() {
		want := map[byte]Class{'A': Closed, 'D': Closed, 'E': Closed, 'B': SemiOpen, 'C': Open}[o.ECO[0]]
		if o.ECO < "C20" && o.ECO[0] == 'C' {
			want = SemiOpen
		}
		if o.Name == "King's Pawn Game" {
			want = NoClass
		}
		if got := o.Class(); got != want {
			t.Errorf("%s is %s, want %s", o, got, want)
		}
	}
}

// A gambit in one move offers a pawn that can be taken or has been.
func TestGambit(t *testing.T) {
	n := 0
	for _, o := range Load().Openings() {
		if !o.Gambit() {
			continue
		}
		n++
		p := rules.StartPosition()
		offered := false
		for _, m := range o.Moves {
			p = p.Play(m)
			offered = offered || p.Balance() != 0 || p.Hanging(rules.White)|p.Hanging(rules.Black) != 0
		}
		if !offered {
			t.Errorf("%s offers nothing", o)
		}
	}
	if n < 40 {
		t.Errorf("only %d gambits", n)
	}
}

func TestBadTables(t *testing.T) {
	for table, want := range map[string]string{
		"A00 Polish Opening b4\n":                         "expected code, name and moves",
		"A00\tPolish Opening\tb5\n":                       `A00 Polish Opening: illegal move "b5"`,
		"C50\tA\te4 e5 Nf3\nC50\tB\tNf3 e5 e4\n":          "C50 A and C50 B end in the same position",
		"C50\tA\te4 e5 Nf3 Nc6\nC50\tB\te4 e5 Nf3 Nc9\n":  `C50 B: unreadable move "Nc9"`,
		"C50\tA\te4 e5 Nf3 Nc6\nC50\tB\te4 e5 Nf3 Nc5 \n": `illegal move "Nc5"`,
	} {
		if _, err := parse(table); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", table, err)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		Load()
	}
}
