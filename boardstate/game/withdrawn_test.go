package game_test

import (
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/boardstate/referee"
	"jadoube/sensors"
)

// withdrawn are moves of a player to which the answer is announced, half carried out in some cases, and what hands do to take them back.
var withdrawn = []struct{ name, fen, made, half, back, next string }{
	{"a pawn", "4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1", "-e2; +e4; move a7a5", "", "-e4; +e2", "-e1; +d2"},
	{"a knight, who could go back", "4k3/p7/8/8/8/8/8/1N2K3 w - - 0 1", "-b1; +c3; move a7a5", "", "-c3; +b1", "-e1; +d2"},
	{"a rook, as Black", "4k2r/8/8/8/8/8/P7/4K3 b - - 0 1", "-h8; +h1; move e1e2", "", "-h1; +h8", "-e8; +d7"},
	{"a capture", "4k3/p7/8/3p4/4P3/8/8/4K3 w - - 0 1", "-d5; -e4; +d5P; move a7a5", "", "-d5; +e4P; +d5p", "-e4; +e5"},
	{"what the answer takes", "3qk3/p7/8/3p4/4P3/8/8/4K3 w - - 0 1", "-d5; -e4; +d5P; move d8d5", "", "-d5; +e4P; +d5p", "-e4; +e5"},
	{"what the answer has taken off", "3qk3/p7/8/3p4/4P3/8/8/4K3 w - - 0 1", "-d5; -e4; +d5P; move d8d5", "-d5; +d5P", "-d5; +e4P; +d5p", "-e4; +e5"},
	{"with the answer's man lifted and put back", "4k3/p7/8/8/8/8/8/1N2K3 w - - 0 1", "-b1; +c3; move a7a5", "-a7; +a7p", "-c3; +b1N", "-e1; +d2"},
	{"with the answer's man in the hand", "4k3/p7/8/8/8/8/8/1N2K3 w - - 0 1", "-b1; +c3; move a7a5", "-a7", "-c3; +b1N; +a7p", "-e1; +d2"},
	{"castling", "4k3/p7/8/8/8/8/8/4K2R w K - 0 1", "-e1; +g1K; -h1; +f1R; move a7a5", "", "-g1; +e1K; -f1; +h1R", "-e1; +d2"},
	{"castling, the rook first", "4k3/p7/8/8/8/8/8/R3K3 w Q - 0 1", "-e1; +c1K; -a1; +d1R; move a7a5", "", "-d1; +a1R; -c1; +e1K", "-e1; +f2"},
	{"en passant", "4k3/p7/8/3pP3/8/8/8/4K3 w - d6 0 1", "-e5; +d6P; -d5; move a7a5", "", "-d6; +e5P; +d5p", "-e5; +e6"},
	{"a promotion", "8/P4k2/8/8/8/8/4K3/8 w - - 0 1", "-a7; +a8Q; move f7f6", "", "-a8; +a7P", "-e2; +d2"},
	{"a promotion by a capture", "1r6/P4k2/8/8/8/8/4K3/8 w - - 0 1", "-b8; -a7; +b8Q; move f7f6", "", "-b8; +a7P; +b8r", "-e2; +d2"},
}

// atLevels has f try all of them on all boards, with the Laws kept or not.
func atLevels(t *testing.T, levels []referee.Level, f func(t *testing.T, i int, opt game.Options)) {
	for i, c := range withdrawn {
		for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
			for _, level := range levels {
				t.Run(strings.Join([]string{c.name, kind.String(), level.String()}, "/"), func(t *testing.T) {
					f(t, i, game.Options{Kind: kind, Scan: 10, FEN: c.fen, Laws: referee.Options{Edition: "2023", Level: level, Auto: true}})
				})
			}
		}
	}
}

// playsOn plays another move from where the men stand, which must be that of the case's beginning, and its answer, and carries that out.
func playsOn(t *testing.T, b *table, i int) {
	t.Helper()
	c := withdrawn[i]
	b.wait(5000)
	want, _ := sensors.ParsePlacement(c.fen)
	now := b.s.Now()
	if b.bad != "" || b.stand != want || len(b.s.Moves()) != 0 || now.FEN != c.fen || now.Prompt != "" || len(now.LEDs) != 0 {
		t.Fatalf("%s; %v stands, moves %v, prompt %s %v, lights %v; told %s", b.bad, b.stand, b.s.Moves(), now.Prompt, now.PromptArgs, now.LEDs,
			story(b.events, game.Provisional, game.Withdrawn, game.Move, game.Takeback, game.Amended, game.Prompt, game.Restore))
	}
	b.act(c.next)
	b.wait(3000)
	pos := b.s.Position()
	answer := pos.UCI(pos.LegalMoves(nil)[0])
	b.act("move " + answer)
	moves := b.s.Moves()
	if uci := strings.NewReplacer("-", "", "; +", "").Replace(c.next); len(moves) != 2 || moves[0].UCI != uci || moves[1].UCI != answer {
		t.Errorf("the game goes on with %v; want %s %s", moves, uci, answer)
	}
	if told := story(b.events, game.Takeback, game.Withdrawn, game.Breach, game.Amended); told != "takeback" {
		t.Errorf("told %s", told)
	}
}

// TestWithdrawn: at the key, both moves are taken back at once; lights and words lead the men back, those that were captured, too, and the game
// goes on from there.
func TestWithdrawn(t *testing.T) {
	levels := []referee.Level{referee.Off, referee.Trainer, referee.Strict, referee.Arbiter}
	atLevels(t, levels, func(t *testing.T, i int, opt game.Options) {
		c := withdrawn[i]
		b := setTableWith(t, opt)
		b.byName = true
		b.act(c.made)
		b.wait(2000)
		if p := b.s.Now(); len(b.s.Moves()) != 2 || !strings.HasPrefix(p.Prompt, "play-") {
			t.Fatalf("moves %v, prompt %s", b.s.Moves(), p.Prompt)
		}
		if c.half != "" {
			b.act(c.half)
		}
		b.act("takeback")
		now := b.s.Now()
		if now.FEN != c.fen || len(b.s.Moves()) != 0 || !strings.HasPrefix(now.Prompt, "put-") && now.Prompt != "take-off" || len(now.LEDs) == 0 {
			t.Errorf("after the key: %s, moves %v, prompt %s, lights %v", now.FEN, b.s.Moves(), now.Prompt, now.LEDs)
		}
		b.followAll()
		playsOn(t, b, i)
		if told := story(b.events, game.Illegal); told != "" {
			t.Errorf("told %s of men that were led back", told)
		}
	})
}

// TestWithdrawnByHand: the men are put back without a word. So it is at the levels at which a move can be taken back by hand.
func TestWithdrawnByHand(t *testing.T) {
	atLevels(t, []referee.Level{referee.Off, referee.Trainer}, func(t *testing.T, i int, opt game.Options) {
		c := withdrawn[i]
		b := setTableWith(t, opt)
		b.act(c.made)
		b.wait(2000)
		if c.half != "" {
			b.act(c.half)
		}
		b.act(c.back)
		playsOn(t, b, i)
	})
}

// TestResignedBeforeTheAnswerIsCarriedOut: nothing is asked for any more, neither that nor that men be put back.
func TestResignedBeforeTheAnswerIsCarriedOut(t *testing.T) {
	for _, hands := range []string{"-e2; +e4; move e7e5", "-e2; +e4; move e7e5; takeback", "-e2; +e6"} {
		b := setTable(t, sensors.Occupancy, "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1")
		b.act(hands)
		b.wait(1500)
		if p := b.s.Now(); p.Prompt == "" {
			t.Errorf("%s: nothing is asked for", hands)
		}
		b.act("resign-white")
		if p := b.s.Now(); !b.s.Over() || p.Prompt != "" {
			t.Errorf("%s: over %v, the prompt is %s %v", hands, b.s.Over(), p.Prompt, p.PromptArgs)
		}
		if told := story(b.events, game.Prompt); !strings.HasSuffix(told, "prompt") {
			t.Errorf("%s: told %s", hands, told)
		}
	}
}
