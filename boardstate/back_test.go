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
