package engine

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// The pauses before a failed engine is started again: the first, doubled each time up to the last.
const (
	firstPause = time.Second
	lastPause  = 30 * time.Second
)

// Player keeps an engine running and lets it think for somebody who must not wait. It is safe for concurrent use.
type Player struct {
	settings Settings
	log      *slog.Logger
	patience patience
	pause    time.Duration // the first
	answers  chan Answer
	trouble  chan string
	wake     chan struct{}

	mu    sync.Mutex
	next  *task // what is to be thought about, nil for nothing
	warm  bool  // the engine is wanted though nothing is asked
	name  string
	level func(Level) Level // the running engine's
}

// task is a query under way.
type task struct {
	Query
	stopped   context.Context
	stop      context.CancelFunc
	hurry     chan struct{}
	hurryOnce sync.Once
}

// NewPlayer makes a player; Run makes it work.
func NewPlayer(s Settings, log *slog.Logger) *Player {
	return &Player{
		settings: s, log: log, patience: usualPatience, pause: firstPause,
		answers: make(chan Answer), trouble: make(chan string, 1), wake: make(chan struct{}, 1),
	}
}

// Answers brings the answers to queries that were neither replaced nor stopped before they could be handed over.
func (p *Player) Answers() <-chan Answer { return p.answers }

// Trouble tells what is wrong with the engine, "" when it is well again; the newest only.
func (p *Player) Trouble() <-chan string { return p.trouble }

// Name is what the engine calls itself, "" before it has been started.
func (p *Player) Name() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.name
}

// Level is the level nearest to l that the engine can play at, l itself before it has been started.
func (p *Player) Level(l Level) Level {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.level == nil {
		return l
	}
	return p.level(l)
}

// Prepare has the engine started, so that it is heard of now when it can't be.
func (p *Player) Prepare() {
	p.mu.Lock()
	p.warm = true
	p.mu.Unlock()
	p.stir()
}

// Ask replaces what the engine thinks about. Where no move is legal there will be no answer.
func (p *Player) Ask(q Query) {
	if end := q.end(); !end.HasLegalMove() {
		p.Stop()
		return
	}
	t := &task{Query: q, hurry: make(chan struct{})}
	t.stopped, t.stop = context.WithCancel(context.Background())
	p.replace(t)
}

// Stop ends the thinking; there will be no answer.
func (p *Player) Stop() { p.replace(nil) }

// Hurry ends the thinking; the answer is what was found so far.
func (p *Player) Hurry() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.next != nil {
		p.next.hurryOnce.Do(func() { close(p.next.hurry) })
	}
}

func (p *Player) replace(t *task) {
	p.mu.Lock()
	old := p.next
	p.next = t
	p.mu.Unlock()
	if old != nil {
		old.stop()
	}
	p.stir()
}

func (p *Player) stir() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// want is what is to be done: a task, or only to be ready.
func (p *Player) want() (t *task, any bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.next, p.next != nil || p.warm
}

// done takes a task off, unless another has taken its place.
func (p *Player) done(t *task) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.next == t {
		p.next = nil
	}
	t.stop()
}

// Run works until ctx ends, then ends the engine.
func (p *Player) Run(ctx context.Context) {
	var e *Engine
	defer func() {
		if e != nil {
			e.Close()
		}
	}()
	pause := p.pause
	for ctx.Err() == nil {
		t, any := p.want()
		if !any {
			p.sleep(ctx)
			continue
		}
		err := p.work(ctx, &e, t)
		if err == nil {
			pause = p.pause
			p.report("")
			continue
		}
		if ctx.Err() != nil {
			return
		}
		p.report(err.Error())
		rest(ctx, pause)
		pause = min(2*pause, lastPause)
	}
}

func (p *Player) sleep(ctx context.Context) {
	select {
	case <-p.wake:
	case <-ctx.Done():
	}
}

func rest(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// work starts the engine where needed and does the task. After an error there is no engine.
func (p *Player) work(ctx context.Context, e **Engine, t *task) error {
	if *e == nil {
		started, err := start(ctx, p.settings, p.log, p.patience)
		if err != nil {
			return err
		}
		*e = started
		p.mu.Lock()
		p.warm, p.name, p.level = false, started.Name(), started.Level
		p.mu.Unlock()
	}
	if t == nil {
		p.mu.Lock()
		p.warm = false
		p.mu.Unlock()
		return nil
	}
	both, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(t.stopped, cancel)()
	defer context.AfterFunc(ctx, (*e).kill)() // at the end of the program nobody waits for it
	a, err := (*e).Search(both, t.Query, t.hurry)
	switch {
	case err == nil:
		select {
		case p.answers <- a:
		case <-both.Done():
		}
	case !errors.Is(err, context.Canceled):
		(*e).kill()
		*e = nil
		return err
	}
	if t.stopped.Err() != nil || err == nil {
		p.done(t)
	}
	return nil
}

// report tells of trouble, or that there is none any more.
func (p *Player) report(text string) {
	select {
	case <-p.trouble: // older news that nobody has heard yet
	default:
	}
	p.trouble <- text
}
