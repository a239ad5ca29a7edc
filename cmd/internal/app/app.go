// Package app owns the game on the board: one loop takes the readings and commands, everything else
// gets copies of what it tells. It supervises the parts; a part that fails is told of and the game
// goes on. It must not know what is legal, nor how wires or pages work.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strconv"
	"sync"
	"syscall"
	"time"

	"jadoube/boardstate/game"
	"jadoube/boardstate/referee"
	"jadoube/cmd/internal/access"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/store"
	"jadoube/cmd/internal/web"
	"jadoube/hw"
	"jadoube/hw/pi"
	"jadoube/rules"
	"jadoube/sensors/trace"
)

// Run runs the daemon until ctx ends.
func Run(ctx context.Context, cfg config.Config, log *slog.Logger, hooks Hooks) error {
	cert, err := newCertificate(cfg.Access)
	if err != nil {
		return err
	}
	ln, err := listen(cfg.Page.Listen)
	if err != nil {
		return err
	}
	defer ln.Close()
	unlock, err := Claim(cfg.Data.Folder)
	if err != nil {
		return err
	}
	defer unlock()
	leave, err := claimBoard(&cfg)
	if err != nil {
		return err
	}
	defer leave()
	s := settingsOf(cfg, log)
	book, err := access.Open(cfg.Data.Folder, s.policy)
	if err != nil {
		log.Error("the paired devices", "error", err)
	}
	d, err := newDaemon(s, OpenLEDs(cfg.LEDs, s.wires, log))
	if err != nil {
		return err
	}
	d.devices = book
	d.offerFirst(ln.Addr())
	return errors.Join(d.run(ctx, ln, cfg, cert, &hooks), book.Close(), d.switchOff())
}

// listen opens the page's address and says what to do when it is taken.
func listen(addr string) (net.Listener, error) {
	ln, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is in use, perhaps by another jadoube: choose another with --listen HOST:PORT or [page] listen in the config", addr)
	}
	if err != nil {
		return nil, fmt.Errorf("listening on %s: %w", addr, err)
	}
	return ln, nil
}

// run starts the parts, waits for their end, and ends the rest with the first that fails. The page goes
// after the board, so that its readers hear of the end, and the disk last.
func (d *daemon) run(ctx context.Context, ln net.Listener, cfg config.Config, cert *certificate, hooks *Hooks) error {
	chosen, err := config.LoadChosen(cfg.Data.Folder)
	if err != nil {
		return err
	}
	r := &reloader{daemon: d, running: cfg, wanted: cfg, chosen: chosen, cert: cert, load: hooks.Load}
	options := web.Options{
		Log: d.log, Hosts: cfg.Page.Hosts, Access: d.devices, Readers: cfg.Page.Readers, Connections: cfg.Page.Connections,
		Certificate: cert.get(), Alive: d.Alive, Metrics: d.meters.write, Shelf: shelf{d},
	}
	bench := newWorkbench(d, r.inForce)
	options.Bench = bench
	if hooks.Load != nil {
		options.Settings = r
	}
	server, err := web.New(d, options)
	if err != nil {
		return err
	}
	r.server = server
	d.meters.serving(server)
	page, endPage := context.WithCancel(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failed []error
	part := func(name string, f func() error) {
		wg.Go(func() {
			defer cancel()
			if err := f(); err != nil {
				mu.Lock()
				failed = append(failed, fmt.Errorf("%s: %w", name, err))
				mu.Unlock()
			}
		})
	}
	part("board", func() error { defer endPage(); return d.loop(ctx) })
	part("leds", func() error { d.lights.loop(ctx); return nil })
	part("buzzer", func() error { d.hummer.loop(ctx); return nil })
	part("engine", func() error { d.opponent.player.Run(ctx); return nil })
	part("page", func() error { return server.Serve(page, ln) })
	aside := func(f func(context.Context)) { wg.Go(func() { f(ctx) }) }
	aside(d.watchOffers)
	aside(bench.serve)
	aside(func(ctx context.Context) { d.watchdog(ctx, hooks.notify()) })
	aside(func(ctx context.Context) { d.tellStatus(ctx, hooks.notify(), server) })
	aside(func(ctx context.Context) { r.serve(ctx, hooks) })
	aside(func(ctx context.Context) { <-ctx.Done(); hooks.notify().Stopping() })
	hooks.ready(d.place(ln, cert != nil))
	wg.Wait()
	if err := d.halt(); err != nil {
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// halt waits for the disk, the database first, since files wait for it. It fails when something isn't written.
func (d *daemon) halt() error {
	var failed []error
	if err := d.journal.close(); err != nil {
		failed = append(failed, fmt.Errorf("database: %w", err))
	}
	if err := d.rec.close(); err != nil {
		failed = append(failed, fmt.Errorf("recording: %w", err))
	}
	if err := d.files.close(); err != nil {
		failed = append(failed, fmt.Errorf("pgn files: %w", err))
	}
	return errors.Join(append(failed, d.journal.shut())...)
}

// State is web.Board's.
func (d *daemon) State() web.State {
	d.mu.RLock()
	defer d.mu.RUnlock()
	s := d.state
	s.Now = max(0, d.clock()-d.base)
	s.Board.Wires, s.Board.Name = wiresOf(d.source), d.source.String()
	return s
}

// Subscribe is web.Board's.
func (d *daemon) Subscribe(after int64) (<-chan web.Event, func(), bool) {
	return d.kept.subscribe(after)
}

// Command is web.Board's: it waits for the loop to have carried the command out.
func (d *daemon) Command(ctx context.Context, c web.Command) error {
	if c.Do == web.Follow || c.Do == web.Evaluate {
		return d.inLibrary(ctx, c)
	}
	done := make(chan error, 1)
	select {
	case d.orders <- order{c, done}:
	case <-d.ended:
		return web.ErrEnded
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-done:
		return keyed(err)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// keyed gives an error about a position the key by which the page finds its own words, and who or what is wrong; others stay as they are.
func keyed(err error) error {
	if e := (*rules.SetupError)(nil); errors.As(err, &e) {
		return &web.Refusal{Line: web.Line{Text: err.Error(), Key: game.PositionRefused + " " + string(e.Reason), Args: []string{e.Color.String(), e.Square.String()}}}
	}
	if e := (*rules.FENError)(nil); errors.As(err, &e) {
		return &web.Refusal{Line: web.Line{Text: err.Error(), Key: "fen " + e.Field, Args: []string{e.Value}}}
	}
	return err
}

// PGN is web.Board's.
func (d *daemon) PGN() string {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.text
}

// Trace is web.Board's.
func (d *daemon) Trace(ctx context.Context, w io.Writer, follow bool) error {
	d.mu.RLock()
	t := d.tape
	d.mu.RUnlock()
	if t == nil {
		return errors.New("nothing is being recorded")
	}
	return t.copyTo(ctx, w, follow)
}

func settingsOf(c config.Config, log *slog.Logger) settings {
	return settings{
		board: c.Board, buttons: c.Buttons, buzzer: c.Buzzer, wires: func() hw.Wiring { return new(pi.Wiring) },
		kind: c.Board.SensorKind(), scan: c.Board.Scan(), lever: c.Board.Lever, debounce: c.Sensors.Debounce(c.Board.Scan()), lifts: c.Game.Promotion == "lift",
		laws: lawsIn(c.Game, &c.Board), tags: c.Game.TagList(), play: c.Game, data: c.Data.Folder, policy: c.Access.Policy(),
		leds: c.LEDs, lights: lightsOf(c.LEDs), log: log,
		engine: c.Engine.Settings(), side: c.Opponent.Side, level: c.Opponent.Strength(), think: c.Opponent.Think(),
		help: c.Teacher.Help(), takeback: c.Teacher.Patience(), menus: c.Menu,
		database: store.Options{Journal: c.Data.Journal}, unfinished: c.Game.Unfinished, pruning: pruningOf(c.Data),
		machine: thisMachine(), retry: retryDisk,
	}
}

// pruningOf is what the config says of how much is kept.
func pruningOf(c config.Data) pruning {
	const day = 24 * time.Hour
	return pruning{
		folder: c.Folder, raw: time.Duration(c.RawDays) * day, bytes: int64(c.RawMegabytes) * 1_000_000,
		events: time.Duration(c.EventDays) * day,
	}
}

// lawsIn is how the config wants the Laws kept, and by which clock, as a record's header says it.
func lawsIn(g config.Game, b *config.Board) trace.Header {
	h := trace.Header{Laws: strconv.Itoa(g.Laws), Clock: g.Control(), Outside: b.OutsideClock()}
	if h.Clock != "" || h.Outside || g.Level != referee.Off.String() {
		h.Level, h.Rated, h.First, h.Default = g.Level, g.Rated, g.First, g.Default()
	}
	return h
}
