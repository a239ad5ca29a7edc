// Package scan knows how to read a board again and again: when it is time, how long to wait for one that fails, and what of it
// no hand can have done. It must not know how a board is wired.
package scan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"jadoube/hw"
	"jadoube/sensors"
)

// Board is a board that can be scanned. Everything is called from one goroutine.
type Board interface {
	fmt.Stringer
	// Scan reads the squares into f, which holds what the scan before found. asking are the groups of squares that
	// want to be read, as bits; the others may be left as they are. sure asks for a look at a part of the settings, too. It
	// tries again what can be tried again; an error says that the squares aren't known.
	Scan(f *sensors.Frame, asking uint64, sure bool) error
	// Distrust has everything set up anew before the next scan.
	Distrust()
	// Groups is in how many parts the squares are read.
	Groups() int
	// Health holds the counts, to which the loop adds its own, and the warnings of now. It is always the same one.
	Health() *sensors.Health
}

// Options say how a board is scanned.
type Options struct {
	Info   sensors.Info  // what is told of the board
	Period time.Duration // between two scans, 1 ms to 1 s
	Now    func() int64  // the time for readings, ms; asked once after each scan
	Alert  hw.InPins     // interrupt lines, 1 = look: one for all groups, or one for each; nil = none
}

const (
	complain = time.Second            // without a good scan: told as an error, and again as often
	rouse    = 100 * time.Millisecond // between two scans of a board whose alert is silent
	inspect  = time.Second            // between two looks at all settings
)

// Loop is a source that scans in Next, by the caller's goroutine.
type Loop struct {
	board   Board
	counts  *sensors.Health // the board's
	opt     Options
	sieve   *sensors.Sieve
	frame   sensors.Frame // as it was scanned
	doubted bool          // the sieve keeps it back

	asking uint64    // the groups to be read, as bits
	looked time.Time // at a part of the settings
	good   time.Time // the last good scan, or the last complaint
	timer  *time.Timer
	due    time.Time // of the next scan
	ended  chan struct{}
	once   sync.Once

	mu     sync.Mutex
	health sensors.Health
}

var _ sensors.Monitored = (*Loop)(nil)

// New returns a source that scans a board. Nothing is read yet.
func New(board Board, opt Options) (*Loop, error) {
	if opt.Period < time.Millisecond || opt.Period > time.Second {
		return nil, fmt.Errorf("scan every %v: expected 1 ms to 1 s", opt.Period)
	}
	l := &Loop{board: board, counts: board.Health(), opt: opt, sieve: sensors.NewSieve(opt.Period.Milliseconds()), timer: time.NewTimer(0), ended: make(chan struct{})}
	l.publish()
	return l, nil
}

// String names the board.
func (l *Loop) String() string { return l.board.String() }

// Info says what was set.
func (l *Loop) Info() sensors.Info { return l.opt.Info }

// Health returns the counts so far.
func (l *Loop) Health() sensors.Health {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.health
}

// publish lets Health have the counts.
func (l *Loop) publish() {
	h := l.board.Health()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.health = *h
}

// Close ends a blocked Next.
func (l *Loop) Close() error {
	l.once.Do(func() { close(l.ended) })
	return nil
}

// Next scans until something changed that can be believed, or until there was no good scan for a second.
func (l *Loop) Next(ctx context.Context) (sensors.Reading, error) {
	defer l.publish()
	for {
		if err := l.wait(ctx); err != nil {
			return sensors.Reading{}, err
		}
		r, ok, err := l.scan()
		if err != nil {
			err = l.complaint(err)
		}
		if ok || err != nil {
			return r, err
		}
	}
}

// wait waits for the time of the next scan, or for an alert.
func (l *Loop) wait(ctx context.Context) error {
	alerted := l.quiet() && l.opt.Alert.Wait(rouse) == nil
	l.asking = l.whoAsks(alerted)
	now := time.Now()
	if l.due = l.due.Add(l.opt.Period); alerted || l.due.Before(now) {
		l.due = now
	}
	l.timer.Reset(l.due.Sub(now))
	select {
	case <-l.timer.C:
	case <-ctx.Done():
	case <-l.ended:
		return io.EOF
	}
	return ctx.Err()
}

// quiet reports whether there is nothing to do until an alert comes.
func (l *Loop) quiet() bool {
	if l.opt.Alert == nil || !l.sieve.Calm() {
		return false
	}
	on, err := l.opt.Alert.Read()
	return err == nil && on == 0
}

// whoAsks returns the groups that are to be read, as bits.
func (l *Loop) whoAsks(alerted bool) uint64 {
	if alerted && l.opt.Alert.Len() == l.board.Groups() {
		if on, err := l.opt.Alert.Read(); err == nil && on != 0 {
			return on
		}
	}
	return ^uint64(0)
}

// scan reads the squares once.
func (l *Loop) scan() (sensors.Reading, bool, error) {
	now := time.Now()
	sure := now.Sub(l.looked) >= inspect/time.Duration(l.board.Groups())
	if sure {
		l.looked = now
		l.publish()
	}
	if err := l.board.Scan(&l.frame, l.asking, sure); err != nil {
		l.counts.Errors++
		l.sieve.Miss()
		return sensors.Reading{}, false, err
	}
	l.counts.Scans++
	r, ok, err := l.sieve.Scan(l.opt.Now(), &l.frame)
	if err == nil {
		l.good = now
	}
	if l.sieve.Doubted() && !l.doubted {
		l.board.Distrust()
	}
	l.doubted = l.sieve.Doubted()
	if r.Gap == 0 {
		for _, c := range r.Changes {
			l.counts.Changes[c.Square]++
		}
	}
	return r, ok, err
}

// complaint returns err when it is worth telling.
func (l *Loop) complaint(err error) error {
	now := time.Now()
	if l.good.IsZero() || now.Sub(l.good) >= complain || errors.Is(err, hw.ErrUnplugged) {
		l.good = now
		return err
	}
	return nil
}
