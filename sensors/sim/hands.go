package sim

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/trace"
)

// Hands act out games on a board. The same hands play the same game the same way, to the byte.
//
// What they do with the pieces is told at [Profile]; each piece of a capture, castling, en passant or promotion is
// really lifted and set, in one of the orders in which people do it. Promotions to less than a queen are followed by
// a press that says to what, unless the sensors see it. The board's contacts bounce, and are seen at multiples of Scan
// only: what opens and closes between two scans has not happened, except that on boards that don't see colours a
// victim's square is empty for one scan at least, because nothing else tells that capture from another.
type Hands struct {
	Profile Profile
	Seed    uint64
	Kind    sensors.Kind
	Scan    int64 // milliseconds, 0 = unknown: then every millisecond
	Lever   bool  // a press after each move
	Tags    []trace.Tag
}

// Game is a game that was acted out, and the right answers.
type Game struct {
	Trace  *trace.Trace
	Moves  []string // UCI; castling as the king's two squares, in Chess960 as king-takes-rook
	Result string   // as PGN writes it; "*" where nothing at the board says it
	Labels []string // what happened, sorted
}

// Want returns the three lines that stand beside a trace: moves, result, labels.
func (g *Game) Want() string {
	return strings.Join(g.Moves, " ") + "\n" + g.Result + "\n" + strings.Join(g.Labels, " ") + "\n"
}

// Play acts out moves from start. result is how the game ended, as PGN writes it: the players may show it
// with their kings; where the last position says another, that one counts. An illegal move and an unknown
// result are errors.
func (h Hands) Play(start rules.Position, moves []rules.Move, result string) (*Game, error) {
	if !slices.Contains([]string{"1-0", "0-1", "1/2-1/2", "*"}, result) {
		return nil, fmt.Errorf("result %q: expected 1-0, 0-1, 1/2-1/2 or *", result)
	}
	p, err := h.sit(start)
	if err != nil {
		return nil, err
	}
	g := &Game{Trace: p.trace}
	for i, m := range moves {
		if !p.pos.IsLegal(m) {
			return nil, fmt.Errorf("ply %d: %v is no legal move in %s", i+1, m, p.pos.FEN())
		}
		g.Moves = append(g.Moves, p.uci(m))
		p.play(m)
	}
	g.Result = p.end(result)
	p.trace.Readings = p.readings()
	g.Labels = slices.Sorted(maps.Keys(p.labels))
	return g, nil
}

// ParseMoves reads moves in UCI or SAN, separated by blanks; move numbers and results are passed over.
func ParseMoves(start rules.Position, text string) ([]rules.Move, error) {
	var moves []rules.Move
	for _, word := range strings.Fields(text) {
		word = strings.TrimLeft(word[strings.LastIndexByte(word, '.')+1:], "0123456789")
		if word == "" || strings.HasPrefix(word, "-") || strings.HasPrefix(word, "/") || word == "*" {
			continue
		}
		m, err := start.ParseUCI(word)
		if err != nil {
			m, err = start.ParseSAN(word)
		}
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", len(moves)+1, err)
		}
		moves = append(moves, m)
		start = start.Play(m)
	}
	return moves, nil
}

// player is a game being acted out: what stands, and what each contact did so far.
type player struct {
	Hands
	rng    *rand.Rand
	trace  *trace.Trace
	pos    rules.Position
	stand  sensors.Frame // the pieces on the board
	wires  [64][]edge
	press  []pressed
	gaps   []gap
	labels map[string]bool

	now    int64 // when all that was done so far is over
	closed int64 // when the last piece of the last move made contact
	hasty  bool  // the move began before the opponent's was over
}

// edge is a contact that changes.
type edge struct {
	t     int64
	to    sensors.Contact
	crisp bool // doesn't bounce
}

type pressed struct {
	t   int64
	key string
}

// gap is a time during which the board isn't read, its end included: what is found then counts as found at its end.
type gap struct{ from, to int64 }

func (h Hands) sit(start rules.Position) (*player, error) {
	header := trace.Header{Sensor: h.Kind, Scan: h.Scan, Lever: h.Lever, Tags: h.Tags, Chess960: !start.Standard()}
	if first := rules.StartPosition(); start.FEN() != first.FEN() {
		header.FEN = start.FEN()
	}
	frame, err := header.Start()
	if err != nil {
		return nil, err
	}
	p := &player{
		Hands: h, rng: rand.New(rand.NewPCG(h.Seed, 0x6a61646f756265)), pos: start,
		trace: &trace.Trace{Header: header, Start: frame}, labels: map[string]bool{},
	}
	for s := range p.stand {
		p.stand[s] = contactOf(start.At(square.Square(s)))
	}
	return p, nil
}

func contactOf(p rules.Piece) sensors.Contact {
	if p == rules.NoPiece {
		return sensors.Nothing
	}
	return sensors.PieceContact(p.Letter())
}

func (p *player) uci(m rules.Move) string {
	if p.trace.Chess960 {
		return p.pos.UCI960(m)
	}
	return p.pos.UCI(m)
}

// chance is true in a share of the cases.
func (p *player) chance(share float64) bool { return p.rng.Float64() < share }

// wait returns t and a time drawn from s.
func (p *player) wait(t int64, s Span) int64 { return t + s.draw(p.rng) }

func (p *player) label(s string) { p.labels[s] = true }

// set changes a contact at t, later if it changed at t already.
func (p *player) set(t int64, s square.Square, c sensors.Contact, crisp bool) {
	if n := len(p.wires[s]); n > 0 {
		t = max(t, p.wires[s][n-1].t+1)
	}
	p.wires[s] = append(p.wires[s], edge{t, c, crisp})
	p.stand[s] = c
	p.now = max(p.now, t)
}

// lift takes the piece on s away at t and returns it.
func (p *player) lift(t int64, s square.Square) sensors.Contact {
	c := p.stand[s]
	p.set(t, s, sensors.Nothing, false)
	return c
}

func (p *player) place(t int64, s square.Square, c sensors.Contact) { p.set(t, s, c, false) }

// quiet reports whether the contact of s was left alone for a while before t.
func (p *player) quiet(t int64, s square.Square) bool {
	n := len(p.wires[s])
	return n == 0 || p.wires[s][n-1].t+50 < t
}

// play acts out one move, from thinking to the lever.
func (p *player) play(m rules.Move) {
	used := p.used(m)
	p.loseReads()
	t := p.begin(used)
	if !p.hasty {
		t = p.fidget(t, used)
	}
	first := t
	switch {
	case m.IsCastle():
		t = p.castle(t, m)
	case m.IsEnPassant():
		t = p.enPassant(t, m)
	default:
		t = p.move(t, m)
	}
	p.neighbour(first, t, m, used)
	if r := m.Promotion(); r != rules.NoRole {
		t = p.promoted(t, r)
	}
	if p.Lever {
		t = p.wait(p.seen(t), p.Profile.Lever)
		p.press = append(p.press, pressed{t, p.pos.Turn().String()})
		p.now = max(p.now, t)
	}
	p.pos = p.pos.Play(m)
}

// seen is when the first scan from t on is over.
func (p *player) seen(t int64) int64 {
	for _, g := range p.gaps {
		if g.from < t && t <= g.to {
			t = g.to
		}
	}
	step := max(p.Scan, 1)
	return (t + step - 1) / step * step
}

// loseReads lets a gap begin with the move now to be thought of, or soon after.
func (p *player) loseReads() {
	if p.Profile.Gap == 0 || !p.chance(p.Profile.Gap) {
		return
	}
	if n := len(p.gaps); n > 0 && p.gaps[n-1].to+10_000 > p.now {
		return
	}
	p.label("gap")
	from := p.seen(p.wait(p.now, Span{200, 5000}))
	p.gaps = append(p.gaps, gap{from, p.seen(p.wait(from, Span{1300, 7900}))})
}

// used is the squares whose contacts the move may change.
func (p *player) used(m rules.Move) square.Set {
	set := square.Of(m.From(), m.To()) | between(m.From(), m.To())
	if v := p.pos.Victim(m); v != square.None {
		set = set.With(v)
	}
	if king, rook := m.CastleTo(); king != square.None {
		set = set.With(king).With(rook) | between(m.From(), king) | between(m.To(), rook)
	}
	return set
}

// between is the squares between two squares of one line; empty for others.
func between(a, b square.Square) square.Set {
	df, dr := b.File()-a.File(), b.Rank()-a.Rank()
	if df != 0 && dr != 0 && df != dr && df != -dr {
		return 0
	}
	var set square.Set
	n := a.Distance(b)
	for i := 1; i < n; i++ {
		set = set.With(square.At(a.File()+df/n*i, a.Rank()+dr/n*i))
	}
	return set
}

// line is between, in order from a to b.
func line(a, b square.Square) []square.Square {
	squares := slices.Collect(between(a, b).Squares())
	slices.SortFunc(squares, func(s, t square.Square) int { return a.Distance(s) - a.Distance(t) })
	return squares
}

// begin returns when the hand comes to the board, and notes whether the opponent's hasn't left it by then.
func (p *player) begin(used square.Set) int64 {
	p.hasty = false
	if !p.Lever && p.closed > 0 && p.closed == p.now && p.chance(p.Profile.Overlap) {
		t := p.closed - Span{10, min(120, p.Profile.Carry.Min)}.draw(p.rng)
		free := true
		for s := range used.Squares() {
			free = free && p.quiet(t, s)
		}
		if free {
			p.label("overlap")
			p.hasty = true
			return t
		}
	}
	if p.closed == 0 {
		return 1000
	}
	think := p.Profile.Think.draw(p.rng)
	if think < 300 {
		p.label("fast-reply")
	}
	return p.now + think
}

// end shows the result, if the players do that, and lets the recording run out. It returns what the board says.
func (p *player) end(result string) string {
	switch p.pos.Outcome() {
	case rules.None:
		if result == "*" || !p.chance(p.Profile.Kings) {
			result = "*"
		} else {
			p.showResult(result)
		}
	case rules.Checkmate:
		result = "1-0"
		if p.pos.Turn() == rules.White {
			result = "0-1"
		}
	default:
		result = "1/2-1/2"
	}
	p.press = append(p.press, pressed{p.wait(p.seen(p.now), Span{6000, 15000}), "pause"})
	return result
}

// showResult sets the kings on centre squares: both light for White, both dark for Black, else a draw.
func (p *player) showResult(result string) {
	p.label("result-kings")
	to := map[string][2]square.Square{
		"1-0": {square.E4, square.D5}, "0-1": {square.D4, square.E5}, "1/2-1/2": {square.E4, square.E5},
	}[result]
	from := [2]square.Square{p.pos.King(rules.White), p.pos.King(rules.Black)}
	t := p.wait(p.now, Span{1500, 6000})
	for _, s := range to {
		if p.stand[s] != sensors.Nothing && s != from[0] && s != from[1] {
			p.lift(t, s) // it goes beside the board
			t = p.wait(t, p.Profile.Carry)
		}
	}
	if to[0] == from[1] || to[1] == from[0] || p.chance(0.3) {
		white := p.lift(t, from[0])
		black := p.lift(p.wait(t, p.Profile.Pause), from[1])
		t = p.wait(p.now, p.Profile.Carry)
		p.place(t, to[0], white)
		p.place(p.wait(t, p.Profile.Pause), to[1], black)
		return
	}
	for i := range to {
		king := p.lift(t, from[i])
		t = p.wait(t, p.Profile.Carry)
		p.place(t, to[i], king)
		t = p.wait(t, p.Profile.Pause)
	}
}
