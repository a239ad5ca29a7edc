package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"jadoube/cmd/internal/engine"
	"jadoube/cmd/internal/web"
	"jadoube/rules"
	"jadoube/rules/pgn"
)

// How long an engine looks at each position of a game, how long at all of them together at the most, and how many games are
// remembered with what it thought of them.
const (
	evaluateTime = 150 * time.Millisecond
	evaluateMost = time.Minute
	evaluated    = 16
)

// evaluation is what an engine thinks of each position of a game of the library. The loop makes it; others read copies.
type evaluation struct {
	key    string // the game: where it began and its moves
	start  rules.Position
	moves  []rules.Move
	state  string
	values []web.Value // before the first move, after it, …, as far as they are known
}

// forEvaluation is the purpose of a query about one position of a game.
type forEvaluation struct {
	key string
	ply int
}

var errNoEngine = errors.New("no engine looks at games here: install Stockfish, or name another with [engine] program in the config")

// newEvaluation begins with nothing known.
func newEvaluation(g *pgn.Game) (*evaluation, error) {
	pos, err := g.Start()
	if err != nil {
		return nil, err
	}
	e := &evaluation{start: pos, state: "none", values: []web.Value{}}
	var key strings.Builder
	key.WriteString(pos.FEN())
	for i := range g.Moves {
		e.moves = append(e.moves, g.Moves[i].Move)
		key.WriteString(" " + g.Moves[i].Move.String())
	}
	e.key = key.String()
	return e, nil
}

// startEvaluation has the engine look at a game from where an earlier look was left off; nil ends the one that is under way.
func (d *daemon) startEvaluation(e *evaluation) error {
	d.stopEvaluation()
	switch {
	case e == nil:
		return nil
	case d.playing():
		return errPlaying
	case !d.tutor.hasEngine(d):
		return errNoEngine
	}
	if i := d.knownEvaluation(e.key); i >= 0 {
		e = d.evaluations[i]
	}
	d.evolve(e, func() { e.state = "running" })
	d.askValue() // a game that is known whole is done at once
	return nil
}

// evolve changes an evaluation and makes it the newest.
func (d *daemon) evolve(e *evaluation, change func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change()
	d.evaluations = slices.DeleteFunc(d.evaluations, func(o *evaluation) bool { return o == e })
	if d.evaluations = append(d.evaluations, e); len(d.evaluations) > evaluated {
		d.evaluations = d.evaluations[1:]
	}
}

// knownEvaluation is the index of a game among those that are remembered, -1 for none.
func (d *daemon) knownEvaluation(key string) int {
	return slices.IndexFunc(d.evaluations, func(e *evaluation) bool { return e.key == key })
}

// evaluating is what the engine looks at now, nil for nothing.
func (d *daemon) evaluating() *evaluation {
	if n := len(d.evaluations); n > 0 && d.evaluations[n-1].state == "running" {
		return d.evaluations[n-1]
	}
	return nil
}

// stopEvaluation leaves off; what is known stays.
func (d *daemon) stopEvaluation() {
	if e := d.evaluating(); e != nil {
		d.evolve(e, func() { e.state = "stopped" })
		d.opponent.player.Stop()
	}
}

// askValue asks the engine about the next position. One in which nothing can be played needs nobody.
func (d *daemon) askValue() {
	e := d.evaluating()
	for e != nil && len(e.values) <= len(e.moves) {
		ply := len(e.values)
		p := e.start
		for _, m := range e.moves[:ply] {
			p = p.Play(m)
		}
		if p.HasLegalMove() {
			limit := min(evaluateTime, evaluateMost/time.Duration(len(e.moves)+1))
			d.askEngine(engine.Query{Game: d.opponent.games, Start: e.start, Moves: e.moves[:ply], Limit: engine.Limit{Time: limit}, Purpose: forEvaluation{e.key, ply}})
			return
		}
		d.evolve(e, func() { e.values = append(e.values, endValue(&p)) })
	}
	if e != nil {
		d.evolve(e, func() { e.state = "done" })
	}
}

// valued takes in what the engine thinks of a position.
func (d *daemon) valued(a *engine.Answer, at forEvaluation) {
	e := d.evaluating()
	if e == nil || at != (forEvaluation{e.key, len(e.values)}) {
		return
	}
	v := web.Value{}
	if len(a.Lines) > 0 {
		v = whiteValue(a.Lines[0].Score, at.ply%2 == 0 == (e.start.Turn() == rules.White))
	}
	d.evolve(e, func() { e.values = append(e.values, v) })
	d.askValue()
}

// whiteValue is a score for the side to move as White sees it.
func whiteValue(s engine.Score, white bool) web.Value {
	v := web.Value{Centipawns: s.Value()}
	if s.Mate {
		in := s.In
		v.Mate = &in
	}
	if !white {
		v.Centipawns = -v.Centipawns
		if v.Mate != nil {
			*v.Mate = -*v.Mate
		}
	}
	return v
}

// endValue is the value of a position in which nothing can be played.
func endValue(p *rules.Position) web.Value {
	if !p.InCheck() {
		return web.Value{}
	}
	return whiteValue(engine.Score{Mate: true}, p.Turn() == rules.White)
}

// evaluationOf is what is known of a game.
func (d *daemon) evaluationOf(g *pgn.Game) (*web.Evaluation, error) {
	e, err := newEvaluation(g)
	if err != nil {
		return nil, err
	}
	_, err = engine.Find(d.engine.Program)
	d.mu.RLock()
	defer d.mu.RUnlock()
	if i := d.knownEvaluation(e.key); i >= 0 {
		e = d.evaluations[i]
	}
	return &web.Evaluation{State: e.state, Engine: err == nil, Of: len(e.moves) + 1, Values: slices.Clone(e.values)}, nil
}

// inLibrary carries out a command about a game of the library, which is read beside the loop.
func (d *daemon) inLibrary(ctx context.Context, c web.Command) error {
	var e *evaluation
	var p *playback
	if c.Game != 0 {
		row, g, err := shelf{d}.read(c.Game)
		switch {
		case err != nil:
			return fmt.Errorf("game %d: %w", c.Game, err)
		case c.Do == web.Follow:
			p, err = newPlayback(rowOf(row), g)
		default:
			e, err = newEvaluation(g)
		}
		if err != nil {
			return err
		}
	}
	var failed error
	err := d.call(ctx, func() {
		switch {
		case c.Do == web.Evaluate:
			failed = d.startEvaluation(e)
		case p == nil:
			d.stopFollowing()
		default:
			failed = d.startFollowing(ctx, p, c.Ply)
		}
	})
	if err != nil {
		return err
	}
	return failed
}
