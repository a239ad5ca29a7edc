package boardstate_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jadoube/boardstate"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// hand moves men on a board one contact at a time, and writes down what the sensors say.
type hand struct {
	kind  sensors.Kind
	rnd   *rand.Rand
	now   int64
	out   []sensors.Reading
	stand sensors.Frame
}

func newHand(kind sensors.Kind, rnd *rand.Rand) *hand {
	pos := rules.StartPosition()
	return &hand{kind: kind, rnd: rnd, now: 1000, stand: standing(&pos)}
}

func standing(p *rules.Position) (f sensors.Frame) {
	for s := range p.Occupied().Squares() {
		f[s] = sensors.PieceContact(p.At(s).Letter())
	}
	return f
}

func (h *hand) wait(from, to int64) { h.now += from + h.rnd.Int64N(to-from) }

func (h *hand) set(s square.Square, c sensors.Contact) {
	h.stand[s] = c
	h.out = append(h.out, sensors.Reading{T: h.now / 10 * 10, Changes: []sensors.Change{{Square: s, To: c.As(h.kind)}}})
	h.wait(150, 700)
}

func (h *hand) press(key string) {
	h.out = append(h.out, sensors.Reading{T: h.now, Press: &sensors.Press{Key: key}})
	h.wait(300, 2000)
}

// to lifts every man that stands otherwise in p, then sets those of p, each in any order; what moves first is lifted
// first.
func (h *hand) to(p *rules.Position, first square.Square) {
	want := standing(p)
	var lifts, sets []square.Square
	for s := range square.All.Squares() {
		if h.stand[s] == want[s] {
			continue
		}
		if h.stand[s] != sensors.Nothing {
			lifts = append(lifts, s)
		}
		if want[s] != sensors.Nothing {
			sets = append(sets, s)
		}
	}
	h.rnd.Shuffle(len(lifts), func(i, j int) { lifts[i], lifts[j] = lifts[j], lifts[i] })
	h.rnd.Shuffle(len(sets), func(i, j int) { sets[i], sets[j] = sets[j], sets[i] })
	if i := slices.Index(lifts, first); i > 0 {
		lifts[0], lifts[i] = lifts[i], lifts[0]
	}
	for _, s := range lifts {
		h.set(s, sensors.Nothing)
	}
	for _, s := range sets {
		h.set(s, want[s])
	}
}

// back brings the men back to p one at a time, each lifted and set home.
func (h *hand) back(line []rules.Position) {
	for i := len(line) - 2; i >= 0; i-- {
		h.to(&line[i], square.None)
		h.wait(0, 900)
	}
}

// TestTakebacks plays games in which moves are taken back, to any depth: one after another, or all men home in any order
// with the button pressed. What is played on from there is the game.
func TestTakebacks(t *testing.T) {
	games := 300
	if testing.Short() {
		games = 20
	}
	told, taken := 0, 0
	defer func() { t.Logf("%d games, in %d of them the tracker says that moves were taken back", told, taken) }()
	for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
		for seed := range uint64(games) {
			rnd := rand.New(rand.NewPCG(seed, uint64(kind)))
			h := newHand(kind, rnd)
			line := []rules.Position{rules.StartPosition()}
			var moves []string
			play := func(n int) {
				for range n {
					pos := &line[len(line)-1]
					m, ok := pick(rnd, line)
					if !ok {
						return
					}
					h.wait(2500, 9000)
					moves = append(moves, pos.UCI(m))
					line = append(line, pos.Play(m))
					h.to(&line[len(line)-1], m.From())
				}
			}
			play(2 + rnd.IntN(30))
			n := 1 + rnd.IntN(len(moves))
			if rnd.IntN(2) == 0 {
				n = min(n, 3)
			}
			left := len(moves) - n
			h.wait(2500, 9000)
			if n == 1 || rnd.IntN(2) == 0 {
				h.back(line[left:])
			} else {
				h.press("takeback")
				h.to(&line[left], square.None)
			}
			line, moves = line[:left+1], moves[:left]
			play(1 + rnd.IntN(6))

			tr := boardstate.New(rules.StartPosition(), boardstate.Options{Kind: kind, Scan: 10})
			for _, r := range h.out {
				tr.Read(r)
			}
			tr.Finish()
			told++
			if tr.Story().Taken > 0 {
				taken++
			}
			if got, want := uci(tr.Story()), strings.Join(moves, " "); got != want {
				t.Errorf("%s, seed %d, %d taken back to ply %d:\n got %s\nwant %s", kind, seed, n, left, got, want)
			}
		}
	}
}

// TestPressedMovesStand plays games in which every move is pressed for and stands by that, and takes one back by hand: its men are out of
// place then, and when they stand again the game goes on. With the button, or released, the moves are taken back.
func TestPressedMovesStand(t *testing.T) {
	games := 150
	if testing.Short() {
		games = 20
	}
	for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
		for seed := range uint64(games) {
			rnd := rand.New(rand.NewPCG(seed, uint64(kind)))
			h := newHand(kind, rnd)
			tr := boardstate.New(rules.StartPosition(), boardstate.Options{Kind: kind, Scan: 10, Stand: true})
			line := []rules.Position{rules.StartPosition()}
			var moves []string
			read := func() {
				for _, r := range h.out {
					tr.Read(r)
				}
				h.out = nil
			}
			play := func(n int) {
				for range n {
					pos := &line[len(line)-1]
					m, ok := pick(rnd, line)
					if !ok {
						return
					}
					h.wait(2500, 9000)
					moves = append(moves, pos.UCI(m))
					line = append(line, pos.Play(m))
					h.to(&line[len(line)-1], m.From())
					h.wait(10, 1500)
					h.press(pos.Turn().String())
				}
			}
			play(2 + rnd.IntN(30))
			how, left := []string{"by hand", "with the button", "released"}[seed%3], len(moves)-1
			if how != "by hand" { // else the men of the other side may well have moved
				left -= rnd.IntN(2)
			}
			h.wait(2500, 9000)
			switch how {
			case "with the button":
				h.press("takeback")
			case "released":
				read()
				tr.Release(left)
			}
			h.back(line[left:])
			h.wait(2500, 9000)
			if how == "by hand" {
				read()
				tr.Advance(h.now)
				if got := uci(tr.Story()); got != strings.Join(moves, " ") {
					t.Errorf("%s, seed %d, taken back to ply %d by hand: %s is left of %s", kind, seed, left, got, moves)
				}
				h.to(&line[len(line)-1], square.None)
			} else {
				line, moves = line[:left+1], moves[:left]
			}
			play(1 + rnd.IntN(6))
			read()
			tr.Finish()
			if got, want := uci(tr.Story()), strings.Join(moves, " "); got != want {
				t.Errorf("%s, seed %d, taken back to ply %d %s:\n got %s\nwant %s", kind, seed, left, how, got, want)
			}
		}
	}
}

// pick chooses a move after which the board doesn't stand as it did before: what can be told from a takeback only by
// the button.
func pick(rnd *rand.Rand, line []rules.Position) (rules.Move, bool) {
	pos := &line[len(line)-1]
	var buf [rules.MaxMoves]rules.Move
	moves := pos.LegalMoves(buf[:0])
	for range 20 {
		if len(moves) == 0 {
			break
		}
		m := moves[rnd.IntN(len(moves))]
		if r := m.Promotion(); r != rules.NoRole && r != rules.Queen {
			continue
		}
		after := pos.Play(m)
		if !slices.ContainsFunc(line, func(p rules.Position) bool { return p.Occupied() == after.Occupied() }) {
			return m, true
		}
	}
	return rules.NoMove, false
}

// answered is a game in which Black's moves come from afar, on a board with a tracker.
type answered struct {
	*hand
	tr    *boardstate.Tracker
	line  []rules.Position
	moves []string
	fed   int
}

// feed has the tracker read what hands have done, and the time that has passed since.
func (a *answered) feed() {
	for ; a.fed < len(a.out); a.fed++ {
		a.tr.Read(a.out[a.fed])
	}
	a.now += 3000
	a.tr.Advance(a.now)
}

func (a *answered) last() *rules.Position { return &a.line[len(a.line)-1] }

// plays makes White's move by hand and announces Black's answer to it. It is false when the game is at its end.
func (a *answered) plays() bool {
	for _, from := range []rules.Color{rules.White, rules.Black} {
		pos := a.last()
		m, ok := pick(a.rnd, a.line)
		if !ok {
			return false
		}
		a.wait(2500, 6000)
		a.moves = append(a.moves, pos.UCI(m))
		a.line = append(a.line, pos.Play(m))
		if from == rules.White {
			a.to(a.last(), m.From())
		} else if !a.tr.Announce(m) {
			return false
		}
		a.feed()
	}
	return true
}

// back leaves the game without its last moves.
func (a *answered) back(n int) {
	a.line, a.moves = a.line[:len(a.line)-n], a.moves[:len(a.moves)-n]
}

// touches lifts the man whom the answer moves, puts him down and takes him up again on the way, if hands care to, and puts him back.
func (a *answered) touches() {
	before := standing(&a.line[len(a.line)-2])
	for s, c := range before {
		if c != sensors.Nothing && standing(a.last())[s] == sensors.Nothing {
			a.set(square.Square(s), sensors.Nothing)
			a.wait(0, 3000)
			a.set(square.Square(s), c)
			a.wait(0, 3000)
		}
	}
}

// replies makes a simple reply to the answer before that is carried out, and takes it back.
func (a *answered) replies() {
	was, pos := &a.line[len(a.line)-2], a.last()
	apart := was.Occupied() ^ pos.Occupied() | pos.Occupied()&was.Occupied()&^(was.Side(rules.White)&pos.Side(rules.White)|was.Side(rules.Black)&pos.Side(rules.Black))
	for _, m := range pos.LegalMoves(nil) {
		man := a.stand[m.From()]
		if m.IsCastle() || pos.IsCapture(m) || m.Promotion() != rules.NoRole || apart.Has(m.From()) || apart.Has(m.To()) || a.stand[m.To()] != sensors.Nothing {
			continue
		}
		stands := was.Occupied().Without(m.From()).With(m.To())
		if slices.ContainsFunc(a.line, func(p rules.Position) bool { return p.Occupied() == stands }) {
			continue // that puts men back
		}
		a.set(m.From(), sensors.Nothing)
		a.set(m.To(), man)
		a.wait(2500, 5000)
		a.set(m.To(), sensors.Nothing)
		a.set(m.From(), man)
		return
	}
}

// TestAnswersTakenBack plays games with answers from afar, in which White takes his own moves back before the answer is carried out, by hand
// or by the key, also when he has begun to carry it out; and after that, with the answer; and a reply that he has made before that.
func TestAnswersTakenBack(t *testing.T) {
	games := 150
	if testing.Short() {
		games = 15
	}
	ways := map[string]int{}
	for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
		for seed := range uint64(games) {
			rnd := rand.New(rand.NewPCG(seed, uint64(kind)+20))
			tr := boardstate.New(rules.StartPosition(), boardstate.Options{Kind: kind, Scan: 10})
			a := &answered{hand: newHand(kind, rnd), tr: tr, line: []rules.Position{rules.StartPosition()}}
			for n := 0; n < 25 && a.plays(); n++ {
				way := []string{"no", "no", "hand", "touched", "key", "both", "reply"}[rnd.IntN(7)]
				ways[way]++
				a.wait(300, 3000)
				switch way {
				case "no":
					a.to(a.last(), square.None)
				case "touched":
					a.touches()
					fallthrough
				case "hand":
					a.back(2)
					a.to(a.last(), square.None)
				case "key":
					if rnd.IntN(2) == 0 {
						a.touches()
					}
					a.feed()
					a.press("takeback")
					a.feed()
					if left, ok := tr.Withdraw(); !ok || left != len(a.moves)-2 {
						t.Fatalf("%s, seed %d: %d moves are left of %s: %v", kind, seed, left, a.moves, ok)
					}
					a.back(2)
					a.to(a.last(), square.None)
				case "both":
					a.to(a.last(), square.None)
					a.wait(2500, 5000)
					a.hand.back(a.line[len(a.line)-3:])
					a.back(2)
				case "reply":
					a.replies()
					a.wait(1000, 3000)
					a.to(a.last(), square.None)
				}
				a.feed()
				if got, want := uci(tr.Story()), strings.Join(a.moves, " "); got != want {
					t.Fatalf("%s, seed %d, %s:\n got %s\nwant %s", kind, seed, way, got, want)
				}
				if s := tr.Story(); s.Owed != 0 || len(s.Lifted)+len(s.Placed) != 0 {
					t.Fatalf("%s, seed %d, %s: %v is owed, %v %v", kind, seed, way, s.Owed, s.Lifted, s.Placed)
				}
			}
		}
	}
	t.Log(ways)
}
