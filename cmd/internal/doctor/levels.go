package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// Metered is a board whose sensors measure: levels in thousandths of their supply.
type Metered struct {
	// Open opens the board; what it returns closes it.
	Open func() (sensors.Monitored, func(), error)
}

// Levels is what was learned about measuring sensors, in thousandths of their supply.
type Levels struct {
	Rest       [64]int // by square as the board was opened: without a magnet
	Noise      int     // how far a level comes from its rest without a magnet
	Peak       int     // how far the weakest of the magnets that were tried moved it
	WhiteHigh  bool    // White's magnets raise the level
	Alike      bool    // Black's magnets do what White's do
	On, Off    int     // a magnet is there; it is gone
	Placements int
}

// tried are the men whose magnets are tried: pawns, which have the weakest, in places far apart.
var tried = []struct {
	colour string
	at     square.Square
}{{"white", square.D4}, {"white", square.A1}, {"white", square.H8}, {"black", square.E5}}

const (
	sample    = 1100 * time.Millisecond // levels are published once a second
	leastMove = 15                      // thousandths that a magnet moves a level at the least
	maxOn     = 400
)

// Learn learns with four placements how strong magnets are and which way White's lie, and what the levels are without any.
func (m Metered) Learn(ctx context.Context, con *Console) (*Levels, error) {
	g, end, err := m.sit(ctx, con)
	if err != nil {
		return nil, err
	}
	defer end()
	if err := g.rests(ctx); err != nil {
		return nil, err
	}
	var moves []int
	for i, man := range tried {
		con.Progress(i, len(tried), "Put a %s pawn on %v, and nothing else on the board.", man.colour, man.at)
		move, err := g.magnet(ctx)
		if err != nil {
			return nil, err
		}
		g.l.Placements++
		moves = append(moves, move)
	}
	con.Progress(len(tried), len(tried), "Take it off.")
	return &g.l, g.l.judge(moves)
}

// Rests measures the levels without magnets.
func (m Metered) Rests(ctx context.Context, con *Console) ([64]int, error) {
	g, end, err := m.sit(ctx, con)
	if err != nil {
		return [64]int{}, err
	}
	defer end()
	err = g.rests(ctx)
	return g.l.Rest, err
}

// gauge watches the levels of a board.
type gauge struct {
	*table
	board sensors.Monitored
	l     Levels
	last  int // the square whose level a magnet moved last
}

func (m Metered) sit(ctx context.Context, con *Console) (*gauge, func(), error) {
	board, end, err := m.Open()
	if err != nil {
		return nil, nil, err
	}
	g := &gauge{table: sit(ctx, con, board), board: board, last: -1}
	return g, func() { g.leave(); end() }, nil
}

// rests measures an empty board for some seconds.
func (g *gauge) rests(ctx context.Context) error {
	g.con.Say("Take all pieces off the board, then press Enter. (q and Enter gives up at any time.)")
	if _, err := g.enter(ctx); err != nil {
		return err
	}
	var samples [64][]int
	for range 4 {
		if err := g.rest(ctx, sample); err != nil {
			return err
		}
		for s, level := range g.board.Health().Levels {
			samples[s] = append(samples[s], level)
		}
	}
	for s, list := range samples {
		list = list[1:] // the first may be from before
		slices.Sort(list)
		g.l.Rest[s] = list[len(list)/2]
		g.l.Noise = max(g.l.Noise, list[len(list)-1]-g.l.Rest[s], g.l.Rest[s]-list[0])
	}
	return nil
}

// magnet waits until a magnet has moved the level of another square than the last one, and stays; it returns how far.
func (g *gauge) magnet(ctx context.Context) (int, error) {
	seen, before := -1, 0
	for waited := time.Duration(0); ; waited += sample {
		if waited >= hint && waited < hint+sample {
			g.con.Say("Nothing yet: turn the pawn over or press it down, or give up with q: a magnet moves the level by %d thousandths at the least.", g.least())
		}
		if err := g.rest(ctx, sample); err != nil {
			return 0, err
		}
		s, move := g.strongest()
		switch {
		case s == g.last || abs(move) < g.least():
			seen = -1
		case s == seen:
			g.last = s
			if abs(before) < abs(move) {
				move = before
			}
			return move, nil
		default:
			seen, before = s, move
		}
		if g.con.lines == nil && waited > time.Minute {
			return 0, ErrQuit
		}
	}
}

func (g *gauge) least() int { return max(leastMove, 3*g.l.Noise) }

// strongest is the level that is farthest from its rest.
func (g *gauge) strongest() (at, move int) {
	for s, level := range g.board.Health().Levels {
		if d := level - g.l.Rest[s]; abs(d) > abs(move) {
			at, move = s, d
		}
	}
	return at, move
}

func abs(n int) int { return max(n, -n) }

var errMixed = errors.New("the magnets of white pawns lie both ways round: turn those over that differ, or set sensor to occupancy")

// judge works out the settings from how far the magnets moved the levels: White's, and Black's at the end.
func (l *Levels) judge(moves []int) error {
	white, black := moves[:len(moves)-1], moves[len(moves)-1]
	l.WhiteHigh, l.Alike = white[0] > 0, (black > 0) == (white[0] > 0)
	l.Peak = abs(black)
	for _, move := range white {
		if (move > 0) != l.WhiteHigh {
			return errMixed
		}
		l.Peak = min(l.Peak, abs(move))
	}
	l.On = min(l.Peak/2, maxOn)
	l.Off = l.On * 3 / 5
	if l.Off <= l.Noise {
		return fmt.Errorf("the weakest magnet moves the level by %d thousandths, and without one it comes %d from its rest: take stronger magnets, or a steadier supply", l.Peak, l.Noise)
	}
	return nil
}
