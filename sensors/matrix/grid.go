package matrix

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"jadoube/hw"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Options say how a grid is read.
type Options struct {
	Info   sensors.Info  // what is told of the board
	Layout Layout        // the squares of the inputs of all groups, counted on
	High   bool          // a contact with a piece is high, not low
	Period time.Duration // between two scans, 1 ms to 1 s
	Now    func() int64  // the time for readings, ms
	Alert  hw.InPins     // the chips' interrupt lines, 1 = look: one for all groups, or one for each; nil = none
}

const (
	complain = time.Second            // without a good scan: told as an error, and again as often
	rouse    = 100 * time.Millisecond // between two scans of a grid whose alert is silent
	inspect  = time.Second            // between two looks at all chips' settings
)

// Grid is a board with a switch for each square. It is read in Next, by the caller's goroutine.
type Grid struct {
	opt     Options
	banks   []bank
	sieve   *sensors.Sieve
	frame   sensors.Frame // as it was scanned
	board   square.Set    // the same
	doubted bool          // the sieve keeps it back
	counts  sensors.Health

	asking uint64    // the groups to be read, as bits
	look   int       // the bank whose settings are looked at next
	looked time.Time // and when the one before was
	good   time.Time // the last good scan, or the last complaint
	timer  *time.Timer
	due    time.Time // of the next scan
	ended  chan struct{}
	once   sync.Once

	mu     sync.Mutex
	health sensors.Health
}

var _ sensors.Monitored = (*Grid)(nil)

// New returns a grid of groups of inputs. Nothing is read yet.
func New(groups []Inputs, opt Options) (*Grid, error) {
	if opt.Period < time.Millisecond || opt.Period > time.Second {
		return nil, fmt.Errorf("scan every %v: expected 1 ms to 1 s", opt.Period)
	}
	g := &Grid{opt: opt, sieve: sensors.NewSieve(opt.Period.Milliseconds()), timer: time.NewTimer(0), ended: make(chan struct{})}
	rest := opt.Layout
	for _, in := range groups {
		n := min(in.Len(), len(rest))
		g.banks = append(g.banks, newBank(in, rest[:n], opt.High, &g.counts))
		rest = rest[n:]
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("layout of %d inputs: the chips have %d", len(opt.Layout), len(opt.Layout)-len(rest))
	}
	g.publish()
	return g, nil
}

// String names the chips.
func (g *Grid) String() string {
	names := make([]string, len(g.banks))
	for i := range g.banks {
		names[i] = g.banks[i].in.String()
	}
	return "switches on " + strings.Join(names, ", ")
}

// Info says what was set.
func (g *Grid) Info() sensors.Info { return g.opt.Info }

// Health returns the counts so far.
func (g *Grid) Health() sensors.Health {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.health
}

// publish lets Health have the counts, and what the groups warn of now.
func (g *Grid) publish() {
	var warnings []string
	for i := range g.banks {
		if w, ok := g.banks[i].in.(Warner); ok {
			warnings = append(warnings, w.Warnings()...)
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.health = g.counts
	g.health.Warnings = warnings
}

// Close ends a blocked Next.
func (g *Grid) Close() error {
	g.once.Do(func() { close(g.ended) })
	return nil
}

// Next scans until something changed that can be believed, or until there was no good scan for a second.
func (g *Grid) Next(ctx context.Context) (sensors.Reading, error) {
	defer g.publish()
	for {
		if err := g.wait(ctx); err != nil {
			return sensors.Reading{}, err
		}
		r, ok, err := g.scan()
		if err != nil {
			err = g.complaint(err)
		}
		if ok || err != nil {
			return r, err
		}
	}
}

// wait waits for the time of the next scan, or for an alert.
func (g *Grid) wait(ctx context.Context) error {
	alerted := g.quiet() && g.opt.Alert.Wait(rouse) == nil
	g.asking = g.whoAsks(alerted)
	now := time.Now()
	if g.due = g.due.Add(g.opt.Period); alerted || g.due.Before(now) {
		g.due = now
	}
	g.timer.Reset(g.due.Sub(now))
	select {
	case <-g.timer.C:
	case <-ctx.Done():
	case <-g.ended:
		return io.EOF
	}
	return ctx.Err()
}

// quiet reports whether there is nothing to do until an alert comes.
func (g *Grid) quiet() bool {
	if g.opt.Alert == nil || !g.sieve.Calm() {
		return false
	}
	on, err := g.opt.Alert.Read()
	return err == nil && on == 0
}

// whoAsks returns the groups that are to be read, as bits.
func (g *Grid) whoAsks(alerted bool) uint64 {
	if alerted && g.opt.Alert.Len() == len(g.banks) {
		if on, err := g.opt.Alert.Read(); err == nil && on != 0 {
			return on
		}
	}
	return ^uint64(0)
}

// scan reads the squares once.
func (g *Grid) scan() (sensors.Reading, bool, error) {
	now := time.Now()
	sure := g.inspection(now)
	var board square.Set
	for i := range g.banks {
		if g.asking>>i&1 == 0 && i != sure {
			board |= g.banks[i].board
			continue
		}
		if err := g.banks[i].scan(i == sure); err != nil {
			g.counts.Errors++
			g.sieve.Miss()
			return sensors.Reading{}, false, fmt.Errorf("%v: %w", g.banks[i].in, err)
		}
		board |= g.banks[i].board
	}
	g.counts.Scans++
	g.draw(board)
	r, ok, err := g.sieve.Scan(g.opt.Now(), &g.frame)
	if err == nil {
		g.good = now
	}
	g.mistrust()
	if r.Gap == 0 {
		for _, c := range r.Changes {
			g.counts.Changes[c.Square]++
		}
	}
	return r, ok, err
}

// inspection returns the bank whose settings are to be looked at in this scan, -1 for none.
func (g *Grid) inspection(now time.Time) int {
	if now.Sub(g.looked) < inspect/time.Duration(len(g.banks)) {
		return -1
	}
	g.looked = now
	g.look = (g.look + 1) % len(g.banks)
	g.publish()
	return g.look
}

// draw makes the frame show what stands on the board.
func (g *Grid) draw(board square.Set) {
	if board == g.board {
		return
	}
	for s := range (board ^ g.board).Squares() {
		g.frame[s] = sensors.Nothing
		if board.Has(s) {
			g.frame[s] = sensors.Something
		}
	}
	g.board = board
}

// mistrust has all chips set up anew when the board says what can't be.
func (g *Grid) mistrust() {
	if g.sieve.Doubted() && !g.doubted {
		for i := range g.banks {
			g.banks[i].ready = false
		}
	}
	g.doubted = g.sieve.Doubted()
}

// complaint returns err when it is worth telling.
func (g *Grid) complaint(err error) error {
	now := time.Now()
	first := g.good.IsZero()
	if since := now.Sub(g.good); first || since >= complain || errors.Is(err, hw.ErrUnplugged) {
		g.good = now
		return err
	}
	return nil
}
