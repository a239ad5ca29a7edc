package teacher

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"jadoube/rules"
	"jadoube/rules/square"
)

// lights reads "e2 touched, e4 may-go".
func lights(t *testing.T, text string) map[square.Square]string {
	t.Helper()
	if text == "" {
		return nil
	}
	out := map[square.Square]string{}
	for _, pair := range strings.Split(text, ", ") {
		name, meaning, _ := strings.Cut(pair, " ")
		sq, err := square.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		out[sq] = meaning
	}
	return out
}

// keys are the words' keys with their arguments in the order of their names.
func keys(words []Words) (out []string) {
	for _, w := range words {
		text := w.Key
		for _, name := range []string{"piece", "square", "from", "to", "by", "seconds", "san", "better", "move", "side"} {
			if v, ok := w.Args[name]; ok {
				text += " " + v
			}
		}
		out = append(out, text)
	}
	return out
}

// TestLook: each step of help, which squares with which meaning, and what is said; without it nothing of the kind.
func TestLook(t *testing.T) {
	const start = rules.StartFEN
	for _, c := range []struct {
		name   string
		step   Help
		m      Moment
		fen    string
		lights string
		says   []string
	}{
		{"moves", Moves, Moment{Hand: []square.Square{square.G1}}, start, "g1 touched, f3 may-go, h3 may-go", nil},
		{
			"captures", Captures,
			Moment{Hand: []square.Square{square.E4}},
			"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
			"e4 touched, d5 may-capture", nil,
		},
		{
			"a capture begun with the victim", Usual,
			Moment{Hand: []square.Square{square.D5, square.E4}},
			"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
			"d5 touched, e4 touched, d5 may-capture, e5 may-go", nil,
		},
		{"the opponent's man alone", Usual, Moment{Hand: []square.Square{square.E7}}, start, "e7 touched", nil},
		{"castling", Moves, Moment{Hand: []square.Square{square.E1}}, "4k3/8/8/8/8/8/3PPP2/3QKB1R w K - 0 1", "e1 touched", []string{"teach-stuck K e1"}},
		{
			"the king castles two squares", Moves,
			Moment{Hand: []square.Square{square.E1}},
			"4k3/8/8/8/8/8/3PPP2/3QK2R w K - 0 1",
			"e1 touched, f1 may-go, g1 may-go", nil,
		},
		{"a pinned man", Moves, Moment{Hand: []square.Square{square.E2}}, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2 touched, e8 hint", []string{"teach-pinned N e2 e8"}},
		{"no answer to check", Moves, Moment{Hand: []square.Square{square.A2}}, "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1", "a2 touched", []string{"teach-check-first P a2"}},
		{
			"risks", Risks,
			Moment{Hand: []square.Square{square.B1}},
			"4k3/8/1p6/8/3p4/8/8/1N2K3 w - - 0 1",
			"b1 touched, c3 at-risk", nil,
		},
		{"risks of a promotion", Usual | Risks, Moment{Hand: []square.Square{square.A7}}, "8/Pk6/8/8/8/8/8/4K3 w - - 0 1", "", nil},
		{"nothing attacked", Attacked, Moment{}, "6k1/8/8/8/4Q3/8/8/4K3 b - - 0 1", "", nil},
		{"attacked queen", Attacked, Moment{}, "6k1/8/8/3p4/R3Q3/8/8/4K3 w - - 0 1", "e4 at-risk", []string{"teach-attacked Q e4"}},
		{"protected is not attacked", Attacked, Moment{}, "4k3/8/8/3p4/4P3/3P4/8/4K3 w - - 0 1", "", nil},
		{
			"three answers to a check", Check,
			Moment{},
			"4r2k/p7/8/1B6/8/8/8/4K3 w - - 0 1",
			"e1 check, e2 may-go, d1 may-go, d2 may-go, f1 may-go, f2 may-go, e8 may-capture",
			[]string{"teach-check r e8", "teach-check-go", "teach-check-take r e8", "teach-check-block"},
		},
		{
			"a knight's check", Check,
			Moment{},
			"6k1/p7/8/8/8/3n4/8/4KB1R w - - 0 1",
			"e1 check, d1 may-go, d2 may-go, e2 may-go, d3 may-capture",
			[]string{"teach-check n d3", "teach-check-go", "teach-check-take n d3"},
		},
		{
			"a double check", Check,
			Moment{},
			"4r2k/p7/8/8/8/3n4/8/4K2B w - - 0 1",
			"e1 check, d1 may-go, d2 may-go, f1 may-go",
			[]string{"teach-check-double", "teach-check-go"},
		},
		{
			"castling through an attack", Castling,
			Moment{Tried: &Try{From: square.E1, To: square.G1}},
			"4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
			"g1 cannot-stay, e1 do-next, f8 hint",
			[]string{"teach-castle-through f1"},
		},
		{
			"castling through an attack with the rook, when both are led back", All,
			Moment{Tried: &Try{From: square.E1, To: square.G1, Rook: true}},
			"4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
			"f8 hint",
			[]string{"teach-castle-through f1"},
		},
		{
			"castling into an attack", Castling,
			Moment{Tried: &Try{From: square.E1, To: square.G1}},
			"4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
			"g1 cannot-stay, e1 do-next, g8 hint",
			[]string{"teach-castle-into g1"},
		},
		{
			"castling in check", Castling,
			Moment{Tried: &Try{From: square.E8, To: square.C8}},
			"r3k3/8/8/8/8/8/8/4R1K1 b q - 0 1",
			"c8 cannot-stay, e8 do-next, e1 hint",
			[]string{"teach-castle-check"},
		},
		{
			"castling over a man", Castling,
			Moment{Tried: &Try{From: square.E1, To: square.C1}},
			"4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
			"c1 cannot-stay, e1 do-next, b1 hint",
			[]string{"teach-castle-between N b1"},
		},
		{
			"castling after the right was lost", Castling,
			Moment{Tried: &Try{From: square.E1, To: square.C1}},
			"4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
			"c1 cannot-stay, e1 do-next",
			[]string{"teach-castle-lost"},
		},
		{
			"where a man may go that was set down wrongly", Usual,
			Moment{Tried: &Try{From: square.E1, To: square.E3}},
			"6k1/8/8/8/8/8/3P1n2/4K2R w - - 0 1",
			"e2 may-go, f1 may-go, f2 may-capture", nil,
		},
		{"an illegal move that isn't castling", Castling, Moment{Tried: &Try{From: square.E1, To: square.E3}}, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", nil},
		{"a touched man", Touch, Moment{PutBack: square.G1.Set()}, start, "", []string{"teach-touch N g1"}},
		{
			"another man after a touched one", Touch,
			Moment{PutBack: square.G1.Set(), Hand: []square.Square{square.E2}},
			start,
			"e2 touched",
			[]string{"teach-touch-other N g1"},
		},
		{"the same man again", Touch, Moment{PutBack: square.G1.Set(), Hand: []square.Square{square.G1}}, start, "g1 touched", nil},
		{"a man that can't move", Touch, Moment{PutBack: square.Of(square.A1, square.E7)}, start, "", nil},
		{
			"a hint, first the man", Hints,
			Moment{Asked: 1},
			"4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1",
			"c3 hint",
			[]string{"teach-hint-piece N c3", "teach-why-wins"},
		},
		{
			"a hint, then where", Hints,
			Moment{Asked: 2},
			"4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1",
			"c3 hint, d5 hint",
			[]string{"teach-hint-move N c3 d5", "teach-why-wins"},
		},
		{"a hint for the end of the game", Hints, Moment{Asked: 1}, "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "", nil},
	} {
		c.m.Position = rules.MustFEN(c.fen)
		turn := c.m.Position.Turn()
		var help [2]Help
		help[turn] = c.step
		s := Look(&c.m, help)
		if c.name == "risks of a promotion" {
			if s.Lights[square.A8] != "at-risk" || !s.Used.Has(Risks) {
				t.Errorf("%s: %v", c.name, s.Lights)
			}
			continue
		}
		if want := lights(t, c.lights); !reflect.DeepEqual(s.Lights, want) || !slices.Equal(keys(s.Words), c.says) {
			t.Errorf("%s: %v, %q\nwant %v, %q", c.name, s.Lights, keys(s.Words), want, c.says)
		}
		if said := len(s.Words) > 0 || len(s.Lights) > len(c.m.Hand); said && s.Used&c.step == 0 || s.Used&^c.step != 0 {
			t.Errorf("%s: used %v of %v", c.name, s.Used, c.step)
		}
		help[turn], help[turn.Other()] = None, All
		if s := Look(&c.m, help); len(s.Words) > 0 || len(s.Lights) > len(c.m.Hand) || s.Used != None {
			t.Errorf("%s: without help %v, %v", c.name, s.Lights, keys(s.Words))
		}
	}
}

// TestCastled: which squares left and reached are castling, done or half done.
func TestCastled(t *testing.T) {
	for _, c := range []struct{ fen, left, came, want string }{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1", "g1", "e1g1"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1 h1", "g1", "e1g1 rook"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1 h1", "g1 f1", "e1g1 rook"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1 a1", "c1 d1", "e1c1 rook"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8 a8", "c8 d8", "e8c8 rook"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e1 h1", "g1 f1", ""},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1 a1", "g1 f1", ""},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1 h1", "f1", ""},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1", "g1", ""},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1 h1", "g1 f1 e4", ""},
		{"4k3/8/8/8/8/8/4K3/7R w - - 0 1", "e2", "g2", ""},
	} {
		set := func(names string) (out square.Set) {
			for _, name := range strings.Fields(names) {
				s, err := square.Parse(name)
				if err != nil {
					t.Fatal(err)
				}
				out = out.With(s)
			}
			return out
		}
		p := rules.MustFEN(c.fen)
		got := ""
		if try := Castled(&p, set(c.left), set(c.came)); try != nil {
			if got = try.From.String() + try.To.String(); try.Rook {
				got += " rook"
			}
		}
		if got != c.want {
			t.Errorf("%s: %s left, %s reached: %q, want %q", c.fen, c.left, c.came, got, c.want)
		}
	}
}

// moved makes the moment after a move, which is judged.
func moved(t *testing.T, fen, san string, before, after *Advice) Moment {
	t.Helper()
	p := rules.MustFEN(fen)
	m, err := p.ParseSAN(san)
	if err != nil {
		t.Fatal(err)
	}
	v := Judge(&p, m, before, after)
	return Moment{Position: p.Play(m), Verdict: &v, Seconds: 10}
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		name, fen, san string
		lights         string
		says           []string
	}{
		{
			"a queen put where a pawn takes it", "6k1/8/8/3p4/8/8/8/1Q2K3 w - - 0 1", "Qe4",
			"b1 may-go, e4 at-risk",
			[]string{"teach-hangs Q e4 10"},
		},
		{
			"a knight left alone", "6k1/5b2/8/8/2N5/1P6/8/4K3 w - - 0 1", "Kd1",
			"", nil, // the pawn guards it
		},
		{
			"the guard goes", "6k1/5b2/8/8/2N5/3K4/8/8 w - - 0 1", "Ke3",
			"d3 may-go, e3 do-next, c4 at-risk",
			[]string{"teach-hangs N c4 10"},
		},
		{"a mate in one", rules.StartFEN, "f3", "", nil},
		{
			"the fool's mate", "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", "g4",
			"g2 may-go, g4 do-next",
			[]string{"teach-mates 10"},
		},
		{"an exchange", "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "Rxd8+", "", nil},
		{"lost anyway", "3rk3/8/8/8/8/8/8/q2NK3 w - - 0 1", "Kf1", "", nil},
	} {
		m := moved(t, c.fen, c.san, nil, nil)
		var help [2]Help
		help[m.Position.Turn().Other()] = Blunders
		s := Look(&m, help)
		if want := lights(t, c.lights); !reflect.DeepEqual(s.Lights, want) || !slices.Equal(keys(s.Words), c.says) {
			t.Errorf("%s: %v, %q; want %v, %q (%+v)", c.name, s.Lights, keys(s.Words), want, c.says, *m.Verdict)
		}
		if warned := len(c.says) > 0; warned != s.Used.Has(Blunders) {
			t.Errorf("%s: used %v", c.name, s.Used)
		}
		help = [2]Help{All &^ Blunders, All &^ Blunders}
		if s := Look(&m, help); slices.ContainsFunc(s.Words, func(w Words) bool { return w.Key == "teach-hangs" || w.Key == "teach-mates" }) {
			t.Errorf("%s: warned without being asked: %v", c.name, keys(s.Words))
		}
	}
}

func line(value rules.Centipawns, moves ...rules.Move) *Advice {
	return &Advice{Lines: []Line{{moves, value}}}
}

func parse(t *testing.T, fen, san string) (rules.Position, rules.Move) {
	t.Helper()
	p := rules.MustFEN(fen)
	m, err := p.ParseSAN(san)
	if err != nil {
		t.Fatal(err)
	}
	return p, m
}

// TestAdviceDecides: who sees more calls a sacrifice none, and sees what no exchange shows.
func TestAdviceDecides(t *testing.T) {
	const fen = "6k1/8/8/3p4/8/8/8/1Q2K3 w - - 0 1"
	_, best := parse(t, fen, "Qb8")
	p, played := parse(t, fen, "Qe4")
	q := p.Play(played)
	_, reply := parse(t, q.FEN(), "dxe4")
	sound := Judge(&p, played, line(300, best), line(-290, reply))
	if sound.Bad() {
		t.Errorf("a sound sacrifice is judged %+v", sound)
	}
	if v := Judge(&p, played, line(900, best), line(100, reply)); !v.Bad() || v.Victim != square.E4 {
		t.Errorf("a lost queen is judged %+v", v)
	}
	quiet := moved(t, rules.StartFEN, "a3", line(30, mustSAN(t, rules.StartFEN, "e4")), line(400, mustSAN(t, "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1", "e5")))
	s := Look(&quiet, [2]Help{All, None})
	if !slices.Equal(keys(s.Words), []string{"teach-loses 10"}) || !reflect.DeepEqual(s.Lights, lights(t, "a2 may-go, a3 do-next")) {
		t.Errorf("%v, %v", s.Lights, keys(s.Words))
	}
	if v := Judge(&p, played, line(20_000, best), line(-1200, reply)); v.Bad() {
		t.Errorf("a mate missed in a won game is judged %+v", v)
	}
	if v := Judge(&p, played, line(300, best), &Advice{}); !v.Bad() {
		t.Errorf("with advice on one position only: %+v", v)
	}
}

func mustSAN(t *testing.T, fen, san string) rules.Move {
	t.Helper()
	_, m := parse(t, fen, san)
	return m
}

// TestHintFollowsAdvice, as long as it can be played.
func TestHintFollowsAdvice(t *testing.T) {
	p := rules.StartPosition()
	d4 := mustSAN(t, rules.StartFEN, "d4")
	m := Moment{Position: p, Asked: 2, Advice: line(20, d4)}
	s := Look(&m, [2]Help{Hints, None})
	if !reflect.DeepEqual(s.Lights, lights(t, "d2 hint, d4 hint")) || !slices.Equal(keys(s.Words), []string{"teach-hint-move P d2 d4", "teach-why-centre"}) {
		t.Errorf("%v %v", s.Lights, keys(s.Words))
	}
	m.Advice.Lines = append(m.Advice.Lines, Line{[]rules.Move{mustSAN(t, rules.StartFEN, "e4")}, -200})
	if s := Look(&m, [2]Help{Hints, None}); s.Words[1].Key != "teach-why-only" {
		t.Errorf("%v", keys(s.Words))
	}
	m.Advice = line(20, mustSAN(t, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8+"))
	if s := Look(&m, [2]Help{Hints, None}); len(s.Words) != 2 || s.Lights[square.A8] != "" {
		t.Errorf("advice on another position is followed: %v", keys(s.Words))
	}
}

// TestReasons: why a move is chosen, without advice.
func TestReasons(t *testing.T) {
	for fen, want := range map[string]string{
		"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1":                                 "a1a8 teach-why-mates",
		"4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1":                                 "c3d5 teach-why-wins",
		"6k1/8/8/3p4/4Q3/1P6/8/4K3 w - - 0 1":                               "e4d5 teach-why-wins",
		"6k1/2p5/3p4/8/8/8/1P6/1R2K2b w - - 0 1":                            "",
		"4r2k/p7/8/1B6/8/8/8/4K3 w - - 0 1":                                 "b5e8 teach-why-check",
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2":      "",
		"r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4": "e1h1 teach-why-castles",
	} {
		p := rules.MustFEN(fen)
		c, ok := Choose(&p, nil)
		if got := c.Move.String() + " " + c.Why; !ok || want != "" && got != want {
			t.Errorf("%s: %s, want %s", fen, got, want)
		}
		if loss(&p, c.Move) >= badLoss {
			t.Errorf("%s: the advice %s loses something", fen, c.Move)
		}
	}
}

func TestReview(t *testing.T) {
	start := rules.StartPosition()
	moves := func(sans ...string) (out []rules.Move) {
		p := start
		for _, san := range sans {
			m, err := p.ParseSAN(san)
			if err != nil {
				t.Fatal(err)
			}
			out, p = append(out, m), p.Play(m)
		}
		return out
	}
	game := moves("e4", "e5", "Qh5", "Nc6", "Qxe5+", "Nxe5", "d4", "Qg5", "Bxg5", "f6", "dxe5", "fxg5")
	spots := Review(start, game, nil, [2]bool{true, true})
	if len(spots) != 3 || spots[0].Ply != 5 || spots[1].Ply != 8 {
		for _, s := range spots {
			t.Errorf("ply %d, %s for %s, %d", s.Ply, s.Move, s.Better, s.Loss)
		}
		t.FailNow()
	}
	show := spots[0].Show()
	if k := keys(show.Words); len(k) != 1 || !strings.HasPrefix(k[0], "review-spot Qxe5+ ") || !strings.HasSuffix(k[0], " 3 white") {
		t.Error(k)
	}
	if show.Lights[square.H5] == "" || show.Lights[square.E5] != "at-risk" {
		t.Error(show.Lights)
	}
	for _, s := range Review(start, game, nil, [2]bool{false, true}) {
		if s.Before.Turn() != rules.Black {
			t.Errorf("White's ply %d is looked at", s.Ply)
		}
	}
	if got := Review(start, moves("e4", "e5", "Nf3", "Nc6"), nil, [2]bool{true, true}); len(got) != 0 {
		t.Errorf("nothing to see: %+v", got)
	}
	advice := make([]*Advice, len(game)+1)
	advice[0], advice[1] = line(30, moves("d4")[0]), line(400, moves("e4", "c5")[1])
	if got := Review(start, game, advice, [2]bool{true, false}); got[0].Ply != 1 || got[0].Better.String() != "d2d4" || got[0].Loss != 430 {
		t.Errorf("with advice %+v", got[0])
	}
	mate := rules.MustFEN("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
	missed, _ := mate.ParseSAN("Kd1")
	if got := Review(mate, []rules.Move{missed}, nil, [2]bool{true, false}); len(got) != 1 || got[0].Better.String() != "a1a8" {
		t.Errorf("a mate missed: %+v", got)
	}
}

func TestHelpWords(t *testing.T) {
	for _, words := range [][]string{{}, {"moves"}, {"moves", "hints", "touch"}, StepWords()} {
		h, err := ParseHelp(words)
		if err != nil || !slices.Equal(h.Words(), words) {
			t.Errorf("%v is %v, %v", words, h.Words(), err)
		}
	}
	if h, err := ParseHelp([]string{"all"}); err != nil || h != All {
		t.Errorf("all is %v, %v", h, err)
	}
	if _, err := ParseHelp([]string{"oracle"}); err == nil || !strings.Contains(err.Error(), "expected steps of moves") {
		t.Error(err)
	}
	if None.String() != "none" || (Moves|Hints).String() != "moves hints" || Tag(true) != "WhiteHelp" || Tag(false) != "BlackHelp" {
		t.Error(None, Moves|Hints)
	}
	if Comment(Moves|Check) != "" || Comment(Hints|Moves) != "[%help hints]" {
		t.Error(Comment(Hints | Moves))
	}
}

// TestGradeIsSane: over positions of a random walk the graded moves are the legal ones, each once, the best first.
func TestGradeIsSane(t *testing.T) {
	p := rules.StartPosition()
	for n := range 60 {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		graded := Grade(&p)
		for i, g := range graded {
			if !p.IsLegal(g.Move) || i > 0 && graded[i-1].Value < g.Value {
				t.Fatalf("%s: %v", p.FEN(), graded)
			}
		}
		if len(graded) != len(moves) {
			t.Fatalf("%s: %d of %d moves", p.FEN(), len(graded), len(moves))
		}
		p = p.Play(moves[(n*7)%len(moves)])
	}
}

func BenchmarkJudge(b *testing.B) {
	p := rules.MustFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	m := p.LegalMoves(nil)[3]
	for b.Loop() {
		Judge(&p, m, nil, nil)
	}
}
