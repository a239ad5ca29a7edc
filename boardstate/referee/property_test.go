package referee

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/laws"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"

	"pgregory.net/rapid"
)

// fens are positions in which much can go wrong.
var fens = []string{
	rules.StartFEN,
	"r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1",
	"rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
	"3r2k1/4P2p/8/8/8/8/p5K1/1N6 w - - 0 1",
	"4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1",
	"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1",
	"4k3/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w BG - 0 1",
}

// keysPressed are what voices and buttons can say.
var keysPressed = []string{
	"white", "black", "adjust-white", "adjust-black", "draw-white", "draw-black", "decline-white", "decline-black", "pause", "resume", "hold-white", "hold-black", "start", "arrive-white",
}

// saidAloud are claims and rulings.
var saidAloud = [][2]string{
	{"claim-white", "touch"},
	{"claim-black", "touch"},
	{"claim-white", "illegal"},
	{"claim-black", "illegal"},
	{"claim-white", "threefold"},
	{"claim-black", "fifty"},
	{"claim-white", "threefold g1f3"},
	{"claim-black", "threefold b8c6"},
	{"arbiter", "void"},
	{"arbiter", "confirm"},
	{"arbiter", "illegal white"},
	{"arbiter", "pardon white"},
	{"arbiter", "add black 60"},
	{"arbiter", "take white 5"},
	{"arbiter", "touch e2"},
	{"arbiter", "set 0"},
	{"arbiter", "set 1"},
	{"arbiter", "clock white 600"},
	{"arbiter", "clock black 1200 7"},
	{"arbiter", "undo"},
	{"arbiter", "resume"},
	{"pause", "defect"},
}

// play is a game of hands that do what they like, shown as what they like.
type play struct {
	*rapid.T
	r     *Referee
	now   int64
	men   sensors.Frame
	hand  []sensors.Contact
	line  []Move
	pos   rules.Position // after it
	start rules.Position
	set   bool // the arbiter has set a position
}

func begin(t *rapid.T, edition string, level Level) *play {
	fen := rapid.SampledFrom(fens).Draw(t, "fen")
	opt := Options{
		Edition: edition, Level: level, Kind: rapid.SampledFrom([]sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece}).Draw(t, "kind"),
		Running: true, Exact: rapid.Bool().Draw(t, "exact"),
	}
	settings := clock.Both(clock.Control{Periods: []clock.Period{{Time: 3_600_000, Mode: clock.Fischer, Bonus: 3000}}})
	opt.Clock = &settings
	pos := rules.MustFEN(fen)
	r, err := New(pos, 20, opt)
	if err != nil {
		t.Fatal(err)
	}
	p := &play{T: t, r: r, pos: pos, start: pos}
	for s := range pos.Occupied().Squares() {
		p.men[s] = contact(&pos, s)
	}
	r.Begin(0)
	return p
}

// act does one thing, and lets time pass.
func (p *play) act(keys bool) {
	p.now += rapid.SampledFrom([]int64{1, 30, 79, 80, 151, 400, 600, 1200, 6000}).Draw(p.T, "after")
	what := rapid.IntRange(0, 9).Draw(p.T, "what")
	switch {
	case what < 5:
		p.touch()
	case what < 7:
		p.show()
	case keys:
		p.say()
	}
	p.r.Shown(p.now, p.line)
	p.r.Advance(p.now)
	p.heed()
}

// touch lifts a man or sets one down.
func (p *play) touch() {
	s := square.Square(rapid.IntRange(0, 63).Draw(p.T, "square"))
	c := sensors.Stable{From: p.men[s].As(p.r.opt.Kind), First: p.now - rapid.SampledFrom([]int64{0, 10}).Draw(p.T, "late")}
	c.Square = s
	switch {
	case p.men[s] != sensors.Nothing:
		p.hand, p.men[s] = append(p.hand, p.men[s]), sensors.Nothing
	case len(p.hand) > 0:
		i := rapid.IntRange(0, len(p.hand)-1).Draw(p.T, "man")
		p.men[s] = p.hand[i]
		p.hand = slices.Delete(p.hand, i, i+1)
	default:
		return
	}
	c.To = p.men[s].As(p.r.opt.Kind)
	p.r.Contact(c)
}

// show has one more move shown, or one less, or the last settled.
func (p *play) show() {
	moves := p.pos.LegalMoves(nil)
	switch n := len(p.line); rapid.IntRange(0, 3).Draw(p.T, "line") {
	case 0:
		if n > 0 {
			p.back(n - 1)
		}
	case 1:
		if n > 0 {
			p.line[n-1].Settled = true
		}
	default:
		if len(moves) > 0 {
			m := rapid.SampledFrom(moves).Draw(p.T, "move")
			p.line, p.pos = append(p.line, Move{Move: m, Made: p.now}), p.pos.Play(m)
		}
	}
}

func (p *play) back(n int) {
	p.line, p.pos = p.line[:n:n], p.start
	for _, m := range p.line {
		p.pos = p.pos.Play(m.Move)
	}
}

func (p *play) say() {
	press := sensors.Press{Key: rapid.SampledFrom(keysPressed).Draw(p.T, "key")}
	if rapid.Bool().Draw(p.T, "aloud") {
		said := rapid.SampledFrom(saidAloud).Draw(p.T, "said")
		press.Key, press.Args = said[0], said[1]
	}
	p.r.Shown(p.now, p.line)
	p.r.Advance(p.now)
	p.heed()
	p.r.Press(&press)
	p.heed()
}

// heed does what follows from rulings for the line.
func (p *play) heed() {
	for _, v := range p.r.Take() {
		switch v.Kind {
		case Ruled:
			p.set = v.OK && strings.HasPrefix(v.Word, "set")
		case Ended:
			p.r.Over(v.At)
		case Void:
			if v.Ply <= len(p.line) {
				p.back(v.Ply - 1)
				if v.Instead != rules.NoMove {
					p.line, p.pos = append(p.line, Move{Move: v.Instead, Made: v.Made}), p.pos.Play(v.Instead)
				}
			}
		}
	}
}

func drawPlay(t *rapid.T) *play {
	return begin(t, rapid.SampledFrom(laws.Editions()).Draw(t, "edition"), rapid.SampledFrom([]Level{Trainer, Arbiter, Strict}).Draw(t, "level"))
}

// TestObligationLeavesMoves: whatever hands did, something legal is left to do where there was something, and only that.
func TestObligationLeavesMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlay(t)
		for range rapid.IntRange(1, 40).Draw(t, "acts") {
			p.act(true)
			legal := p.r.turn.p.LegalMoves(nil)
			o := p.r.Obligation()
			if len(legal) > 0 && len(o.Moves) == 0 {
				t.Fatalf("nothing is left of %d legal moves: %v", len(legal), o.Reason)
			}
			for _, m := range o.Moves {
				if !slices.Contains(legal, m) {
					t.Fatalf("%v is permitted and not legal", m)
				}
			}
		}
	})
}

// TestTimesAddUp: what a side has left and has used is what it was given, by the control, by increments, by rulings and by the arbiter's setting it right, whatever was
// claimed, taken back or ruled in between.
func TestTimesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlay(t)
		for range rapid.IntRange(1, 60).Draw(t, "acts") {
			p.act(true)
			for i, s := range p.r.clock.State().Face.Sides {
				given := 3_600_000 + s.Earned + p.r.fined[i]
				if got := s.Left + s.Used - s.Free; got != given && !s.Out {
					t.Fatalf("at %d %v has %d ms left and used %d: %d, was given %d", p.now, rules.Color(i), s.Left, s.Used-s.Free, got, given)
				}
			}
		}
	})
}

// TestMovesAreCounted: the clock counts all moves of a side that were completed, whatever was claimed, taken back or ruled in between, and when an
// arbiter has set an earlier position all moves that led to it and no others, but for what he wants it to count.
func TestMovesAreCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlay(t)
		for range rapid.IntRange(1, 60).Draw(t, "acts") {
			p.set = false
			if p.act(true); p.r.over {
				return // a move that ends the game is complete by that
			}
			for i, s := range p.r.clock.State().Face.Sides {
				side := rules.Color(i)
				if want := max(0, p.r.moveCount(side)); s.Moves < want || p.set && (s.Moves > want || p.r.uncompleted(side)) {
					t.Fatalf("at %d %v's clock counts %d moves, %d were completed, set: %v", p.now, side, s.Moves, want, p.set)
				}
			}
		}
	})
}

// TestTouchesCostNoTime: nothing that hands do on the board alone changes a clock, but that it runs for him whose time runs.
func TestTouchesCostNoTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := begin(t, "2001", rapid.SampledFrom([]Level{Trainer, Arbiter, Strict}).Draw(t, "level")) // 2023 counts a move also by the next one
		first := p.start.Turn()
		for range rapid.IntRange(1, 40).Draw(t, "acts") {
			p.act(false)
		}
		if p.r.over {
			return // mate stops the clock
		}
		v := p.r.clock.View(p.now)
		if got := v.Sides[first].Left; got != 3_600_000-p.now || v.Turn != first || v.Phase != clock.Running {
			t.Fatalf("at %d the first has %d ms, %v is %v", p.now, got, v.Turn, v.Phase)
		}
		if got := v.Sides[first.Other()].Left; got != 3_600_000 {
			t.Fatalf("the other has %d ms", got)
		}
	})
}

// TestNoiseStaysSmall lets contacts flicker for eight hours while nobody moves, and with a move standing.
func TestNoiseStaysSmall(t *testing.T) {
	for _, standing := range []bool{false, true} {
		opt := strict("2023")
		opt.Clock = nil
		d := drive(t, rules.StartFEN, opt)
		at := int64(1000)
		if standing {
			d.do("0 -e2; 600 +e4; 600 line e2e4@600; 1500 wait")
		}
		kept, most := 0, 0
		for i := range 8 * 3600 * 2 {
			s := square.Square(8 + i%8)
			if d.men[s] == sensors.Nothing {
				continue
			}
			at += 500
			d.do(fmt.Sprintf("%d -%v; %d +%v", at, s, at+200, s))
			kept = max(kept, len(d.r.turn.acts)+len(d.r.turn.late)+len(d.r.turn.down)+len(d.r.queue)+len(d.r.turn.hands.air))
			if i == 2000 {
				most = kept
			}
		}
		if kept > most || kept > 3*maxActs {
			t.Errorf("standing %v: %d entries after an hour's noise, %d after eight", standing, most, kept)
		}
	}
}
