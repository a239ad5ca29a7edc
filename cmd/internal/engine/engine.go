package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"jadoube/rules"
)

// patience is how long an engine may take for what should take it no time.
type patience struct {
	ready time.Duration // to start, and to be ready: a small machine loads its evaluation slowly
	stop  time.Duration // to give its move when it is told to stop
	over  time.Duration // beyond its thinking time
	leave time.Duration // to end
}

var usualPatience = patience{ready: 30 * time.Second, stop: 5 * time.Second, over: 5 * time.Second, leave: time.Second}

// Engine is a running engine. It is not safe for concurrent use.
type Engine struct {
	*process
	patience
	name    string
	options options
	set     map[string]string // what has been set, by lower-case name
	game    int64
	fresh   bool // no game has been told of
}

// Start finds and starts an engine and waits until it is ready. Its errors say what to do where something can be done.
func Start(ctx context.Context, s Settings, log *slog.Logger) (*Engine, error) {
	return start(ctx, s, log, usualPatience)
}

func start(ctx context.Context, s Settings, log *slog.Logger, wait patience) (*Engine, error) {
	path, err := Find(s.Program)
	if err != nil {
		return nil, err
	}
	p, err := launch(path, s.Args)
	if err != nil {
		return nil, err
	}
	e := &Engine{process: p, patience: wait, name: path, set: map[string]string{}, fresh: true}
	if err := e.greet(ctx, &s, log); err != nil {
		e.kill()
		return nil, err
	}
	return e, nil
}

// greet learns the engine's name and options and makes the settings that hold for as long as it runs.
func (e *Engine) greet(ctx context.Context, s *Settings, log *slog.Logger) error {
	if err := e.say("uci"); err != nil {
		return err
	}
	err := e.await(ctx, e.ready, "uci", func(m *message) bool {
		switch {
		case m.kind == ident && m.name == "name":
			e.name = m.text
		case m.kind == option && len(e.options) < maxOptions:
			e.options = append(e.options, m.option)
		}
		return m.kind == uciOK
	})
	if err != nil {
		return err
	}
	own, unknown := e.options.own(s.Options)
	if len(unknown) > 0 {
		log.Warn("the engine hasn't all options of [engine.options]", "engine", e.name, "unknown", strings.Join(unknown, ", "))
	}
	return e.apply(append(e.options.base(s), own...))
}

// Name is what the engine calls itself, its path when it doesn't say.
func (e *Engine) Name() string { return e.name }

// Level returns the level that the engine can play at and is nearest to l.
func (e *Engine) Level(l Level) Level {
	_, got := e.options.level(l)
	return got
}

// Close ends the engine.
func (e *Engine) Close() { e.close(e.leave) }

// apply sets what isn't set so already.
func (e *Engine) apply(settings []setting) error {
	for _, s := range settings {
		key := strings.ToLower(s.name)
		if old, was := e.set[key]; was && old == s.value {
			continue
		}
		if err := e.say(s.command()); err != nil {
			return err
		}
		e.set[key] = s.value
	}
	return nil
}

var errSilent = errors.New("no answer")

// await reads what the engine says until done, for some time at most; asked is for the error.
func (e *Engine) await(ctx context.Context, most time.Duration, asked string, done func(*message) bool) error {
	enough := time.NewTimer(most)
	defer enough.Stop()
	for {
		select {
		case line, ok := <-e.lines:
			if !ok {
				return e.ended
			}
			if m := parse(line); done(&m) {
				return nil
			}
		case <-enough.C:
			return fmt.Errorf("%s: %w to %q for %v", e.name, errSilent, asked, most)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Search lets the engine think and returns its answer. When ctx ends it is told to stop and the error is ctx's; when
// hurry is closed it is told to stop and its answer counts. Each other error means that the engine is of no use any
// more: close it and start another.
func (e *Engine) Search(ctx context.Context, q Query, hurry <-chan struct{}) (Answer, error) {
	began := time.Now()
	pos := q.end()
	if !pos.HasLegalMove() {
		return Answer{}, fmt.Errorf("%s: no move is legal", pos.FEN())
	}
	a := Answer{Query: q, Engine: e.name}
	if err := e.prepare(ctx, &q, &a); err != nil {
		return Answer{}, err
	}
	s := search{Engine: e, pos: pos, answer: &a}
	if err := s.run(ctx, hurry); err != nil {
		return Answer{}, err
	}
	a.Took = time.Since(began)
	return a, ctx.Err()
}

// prepare brings the engine to where it can begin to think. What it said before is passed over.
func (e *Engine) prepare(ctx context.Context, q *Query, a *Answer) error {
	settings, got := e.options.level(q.Level)
	a.Level = got
	if o := e.options.first("spin", "MultiPV"); o != nil {
		settings = append(settings, o.clamp(max(q.Lines, 1)))
	}
	if o := e.options.first("check", "UCI_Chess960"); o != nil {
		settings = append(settings, setting{o.Name, strconv.FormatBool(!q.Start.Standard())})
	} else if !q.Start.Standard() {
		return fmt.Errorf("%s can't play Chess960", e.name)
	}
	if err := e.apply(settings); err != nil {
		return err
	}
	if e.fresh || e.game != q.Game {
		e.fresh, e.game = false, q.Game
		if err := e.say("ucinewgame"); err != nil {
			return err
		}
	}
	if err := e.say("isready"); err != nil {
		return err
	}
	// Not ctx: who stops now must not leave a "readyok" behind for the next query.
	return e.await(context.WithoutCancel(ctx), e.ready, "isready", func(m *message) bool { return m.kind == readyOK })
}

// search is one thinking of an engine.
type search struct {
	*Engine
	pos    rules.Position
	answer *Answer
}

// run tells the engine to think and waits for its move.
func (s *search) run(ctx context.Context, hurry <-chan struct{}) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := s.say(s.answer.command()); err != nil {
		return err
	}
	if err := s.say(s.answer.Limit.command()); err != nil {
		return err
	}
	asking, cancel := untilHurried(ctx, hurry)
	defer cancel()
	var bad error
	hear := func(m *message) bool {
		if m.kind == info {
			s.line(&m.info)
		}
		if m.kind != best {
			return false
		}
		bad = s.move(m.text)
		return true
	}
	err := s.await(asking, s.answer.Limit.most(s.pos.Turn())+s.over, "go", hear)
	if errors.Is(err, errSilent) || err != nil && err == asking.Err() {
		if err = s.say("stop"); err == nil {
			err = s.await(context.WithoutCancel(ctx), s.stop, "stop", hear)
		}
	}
	if err != nil {
		return err
	}
	return bad
}

// untilHurried is a context that ends with ctx, or when hurry is closed.
func untilHurried(ctx context.Context, hurry <-chan struct{}) (context.Context, context.CancelFunc) {
	asking, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-hurry:
			cancel()
		case <-asking.Done():
		}
	}()
	return asking, cancel
}

// line takes in a line of play. The last that is said of each rank counts.
func (s *search) line(i *Info) {
	a := s.answer
	moves := readLineOf(s.pos, i.PV)
	if len(moves) == 0 || i.Line > len(a.Lines)+1 || i.Line > max(a.Query.Lines, 1) {
		return
	}
	l := Line{Moves: moves, Score: i.Score, Depth: i.Depth}
	if i.Line > len(a.Lines) {
		a.Lines = append(a.Lines, l)
	} else {
		a.Lines[i.Line-1] = l
	}
}

// move takes in the move that the engine plays.
func (s *search) move(text string) error {
	m, err := s.pos.ParseUCI(text)
	if err != nil {
		return fmt.Errorf("%s plays no legal move in %s: %w", s.name, s.pos.FEN(), err)
	}
	s.answer.Move = m
	return nil
}
