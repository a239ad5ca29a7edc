package game_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jadoube/boardstate/game"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/sim"
)

// evening is a board on which one game follows the other.
type evening struct {
	kind     sensors.Kind
	stand    sensors.Frame // the men
	now      int64
	readings []sensors.Reading
	rng      *rand.Rand
}

func (e *evening) set(s square.Square, c sensors.Contact) {
	if e.stand[s] == c {
		return
	}
	e.stand[s] = c
	e.readings = append(e.readings, sensors.Reading{T: e.now, Changes: []sensors.Change{{Square: s, To: c.As(e.kind)}}})
}

func (e *evening) press(key string) {
	e.readings = append(e.readings, sensors.Reading{T: e.now, Press: &sensors.Press{Key: key}})
}

// play goes on with an acted game from its start.
func (e *evening) play(g *sim.Game) {
	begun := e.now
	for _, r := range g.Trace.Readings {
		r.T += begun
		e.readings = append(e.readings, r)
		e.now = r.T
	}
	pos := rules.StartPosition()
	for _, uci := range g.Moves {
		m, _ := pos.ParseUCI(uci)
		pos = pos.Play(m)
	}
	e.stand = placementOf(&pos)
}

func placementOf(pos *rules.Position) sensors.Frame {
	f, _ := sensors.ParsePlacement(pos.FEN())
	return f
}

// tidy brings all men home, one after the other, as somebody does who doesn't care for the order: he takes a man that
// stands wrongly to a home square of its kind that is free, or clears it off when there is none, and at last sets up
// what is missing.
func (e *evening) tidy() {
	home := initialFrame(sensors.Piece)
	left := square.All
	for left != 0 {
		var from, to []square.Square
		for s := range left.Squares() {
			switch {
			case e.stand[s] == home[s]:
			case e.stand[s] != sensors.Nothing:
				from = append(from, s)
			default:
				to = append(to, s)
			}
		}
		if len(from) == 0 && len(to) == 0 {
			return
		}
		if len(from) > 0 {
			e.carry(from[e.rng.IntN(len(from))], to, &home)
			continue
		}
		s := to[e.rng.IntN(len(to))]
		e.now += 300 + e.rng.Int64N(900)
		e.set(s, home[s])
	}
}

func (e *evening) carry(from square.Square, to []square.Square, home *sensors.Frame) {
	man := e.stand[from]
	e.now += 200 + e.rng.Int64N(800)
	e.set(from, sensors.Nothing)
	var fits []square.Square
	for _, s := range to {
		if home[s] == man {
			fits = append(fits, s)
		}
	}
	if len(fits) > 0 {
		e.now += 200 + e.rng.Int64N(500)
		e.set(fits[e.rng.IntN(len(fits))], man)
	}
}

func initialFrame(kind sensors.Kind) sensors.Frame {
	f, _ := sensors.ParsePlacement(sensors.InitialPlacement)
	return f.As(kind)
}

// TestEvening plays one game after the other on one board, with a result that somebody tells or without any: each
// time the men are brought home in a jumble, and all games are read as they were played; without a result the last
// plies may be other ones.
func TestEvening(t *testing.T) {
	n := times(12, 300, 3)
	games, _ := played(t)
	for _, kind := range []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece} {
		for _, told := range []bool{true, false} {
			t.Run(fmt.Sprintf("%v, result told: %v", kind, told), func(t *testing.T) {
				wrong := 0
				for i := range n {
					e := &evening{kind: kind, stand: initialFrame(sensors.Piece), rng: rand.New(rand.NewPCG(uint64(i), 5))}
					var want []string
					for j := range 3 {
						moves := games[(3*i+j)%len(games)]
						moves = moves[:min(len(moves), 8+e.rng.IntN(60))]
						h := sim.Hands{Profile: sim.Club, Seed: uint64(i*3 + j), Kind: kind, Scan: 10}
						acted, err := h.Play(rules.StartPosition(), moves, "*")
						if err != nil {
							t.Fatal(err)
						}
						e.play(acted)
						result := acted.Result
						if told && result == "*" && j < 2 {
							e.now += 2000
							e.press("resign-white")
							result = "0-1"
						}
						want = append(want, strings.Join(acted.Moves, " ")+" "+result)
						e.now += 3000 + e.rng.Int64N(20_000)
						if j < 2 {
							e.tidy()
							e.now += 1500 + e.rng.Int64N(20_000)
						}
					}
					got := e.read(t)
					if !slices.Equal(got, want) {
						wrong++
						t.Logf("evening %d:\n got %q\nwant %q", i, got, want)
					}
					if !slices.EqualFunc(got, want, nearly) {
						t.Errorf("evening %d has other games", i)
					}
				}
				t.Logf("%d of %d evenings read exactly", n-wrong, n)
				if told && 100*wrong > n {
					t.Errorf("%d of %d evenings misread", wrong, n)
				}
			})
		}
	}
}

// nearly reports whether two games are the same but for four plies at the end: where nobody says that a game is over,
// the first men that go home may have made moves.
func nearly(got, want string) bool {
	a, b := strings.Fields(got), strings.Fields(want)
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	return max(len(a), len(b))-same <= 5 // four plies and the result
}

// read returns the games that a reader of the events has in the end.
func (e *evening) read(t *testing.T) (got []string) {
	t.Helper()
	s, err := game.NewSession(game.Options{Kind: e.kind, Scan: 10})
	if err != nil {
		t.Fatal(err)
	}
	events := s.Begin()
	for _, r := range e.readings {
		events = append(events, s.Read(r)...)
	}
	for i, event := range append(events, s.Finish()...) {
		if event.N != int64(i+1) {
			t.Fatalf("event %d has number %d", i+1, event.N)
		}
	}
	for _, g := range s.Games(false) {
		pos := rules.StartPosition()
		var line []string
		for i := range g.Moves {
			line = append(line, pos.UCI(g.Moves[i].Move))
			pos = pos.Play(g.Moves[i].Move)
		}
		got = append(got, strings.Join(line, " ")+" "+string(g.Result))
	}
	return got
}
