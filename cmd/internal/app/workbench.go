package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/doctor"
	"jadoube/cmd/internal/web"
	"jadoube/rules/square"
)

// workbench is where a person tries the board or its lights, or teaches how it is wired, led by the page. The game has neither board nor lights
// meanwhile; while the lights alone are tried it keeps the board.
type workbench struct {
	daemon  *daemon
	config  func() config.Config
	jobs    chan *job
	mu      sync.Mutex
	current *job // that runs, or did last; nil before the first
}

var _ web.Bench = (*workbench)(nil)

func newWorkbench(d *daemon, config func() config.Config) *workbench {
	return &workbench{daemon: d, config: config, jobs: make(chan *job)}
}

// job is one examination, test of the lights or calibration.
type job struct {
	what    string
	answers chan string
	end     context.CancelFunc

	mu    sync.Mutex
	state web.BenchState
}

// tell changes what is seen of the job.
func (j *job) tell(f func(*web.BenchState)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	f(&j.state)
}

// maxLines is how many lines of a job are kept.
const maxLines = 500

func (j *job) say(l doctor.Line) {
	j.tell(func(s *web.BenchState) {
		s.Lines = append(s.Lines, web.Line(l))
		s.Lines = s.Lines[max(0, len(s.Lines)-maxLines):]
	})
}

func (j *job) progress(done, total int, now doctor.Line) {
	j.tell(func(s *web.BenchState) { s.Done, s.Total, s.Now = done, total, web.Line(now) })
}

// light notes which squares are lit, and with what word.
func (j *job) light(on square.Set, word string) {
	leds := make(map[square.Square]string, on.Len())
	for s := range on.Squares() {
		leds[s] = word
	}
	j.tell(func(s *web.BenchState) { s.LEDs = leds })
}

// Bench is web.Bench's.
func (w *workbench) Bench() web.BenchState {
	w.mu.Lock()
	j := w.current
	w.mu.Unlock()
	if j == nil {
		return web.BenchState{Lines: []web.Line{}}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	s := j.state
	s.Lines = append([]web.Line{}, s.Lines...)
	return s
}

var (
	errBusy = errors.New("something is being tried already: end it first")
	errIdle = errors.New("nothing is being tried: there is nothing to answer")
	errSoon = errors.New("the answer before hasn't been taken yet: wait a moment")
)

// Begin is web.Bench's.
func (w *workbench) Begin(ctx context.Context, what string, sure bool) error {
	if what != "doctor" && what != "calibrate" && what != "lights" {
		return fmt.Errorf("do %q: expected doctor, lights, calibrate, answer or end", what)
	}
	if _, real := w.daemon.source.(*wired); !real && what != "lights" {
		return errNothingToTry
	}
	playing := false
	if err := w.daemon.call(ctx, func() { playing = w.daemon.underway() }); err != nil {
		return err
	}
	if playing && !sure {
		return web.ErrPlaying
	}
	j := &job{what: what, answers: make(chan string, 1), state: web.BenchState{What: what, Running: true, Lines: []web.Line{}}}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.current != nil && w.Running() {
		return errBusy
	}
	select {
	case w.jobs <- j:
		w.current = j
		return nil
	case <-ctx.Done():
		return errBusy
	}
}

// Running reports whether the current job runs. The caller holds mu, and there is one.
func (w *workbench) Running() bool {
	w.current.mu.Lock()
	defer w.current.mu.Unlock()
	return w.current.state.Running
}

// Answer is web.Bench's.
func (w *workbench) Answer(text string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.current == nil || !w.Running() {
		return errIdle
	}
	select {
	case w.current.answers <- text:
		return nil
	default:
		return errSoon
	}
}

// End is web.Bench's.
func (w *workbench) End() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.current != nil && w.current.end != nil {
		w.current.end()
	}
}

// serve does one job after the other until ctx ends.
func (w *workbench) serve(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-w.jobs:
			ctx, end := context.WithCancel(ctx)
			w.mu.Lock()
			j.end = end
			w.mu.Unlock()
			err := w.do(ctx, j)
			end()
			j.tell(func(s *web.BenchState) {
				s.Running, s.Now = false, web.Line{}
				if err != nil && !errors.Is(err, doctor.ErrQuit) && !errors.Is(err, context.Canceled) {
					s.Error = err.Error()
				}
			})
		}
	}
}

// do borrows lights and board for a job.
func (w *workbench) do(ctx context.Context, j *job) error {
	d := w.daemon
	defer d.lights.lend(ctx)()
	if ctx.Err() != nil {
		return ctx.Err() // they may not have been given
	}
	c := w.config()
	con := doctor.NewTalk(j.answers, j.say, j.progress)
	if j.what == "lights" {
		return d.lights.try(ctx, con, c.LEDs.OneColour(), j.light)
	}
	back, err := d.source.(*wired).lend()
	defer back()
	if err != nil {
		return err
	}
	if j.what == "doctor" {
		found, err := examine(ctx, c, con, d.log, d.wires)
		if found != nil {
			found.Tell(con)
		}
		return err
	}
	if err := calibrate(ctx, &c, true, true, con, d.log, d.wires); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := errors.Join(c.Check(), c.Write(&text)); err != nil {
		return fmt.Errorf("what was learned is no config that can be used: %w", err)
	}
	j.tell(func(s *web.BenchState) { s.Config = text.String() })
	return nil
}
