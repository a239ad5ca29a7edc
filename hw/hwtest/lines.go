package hwtest

import (
	"sync"
	"time"

	"jadoube/hw"
)

// Lines is a group of pins made of memory, to be used as inputs or as outputs. All its methods may be
// called from several goroutines.
type Lines struct {
	// OnWrite, when not nil, is called after each Write with the levels of all pins, without any lock:
	// a model of a matrix sets the columns for the rows here.
	OnWrite func(levels uint64)

	mu      sync.Mutex
	n       int
	levels  uint64
	fault   error
	changed chan struct{}
}

var (
	_ hw.InPins  = (*Lines)(nil)
	_ hw.OutPins = (*Lines)(nil)
)

// NewLines returns n pins, all 0.
func NewLines(n int) *Lines { return &Lines{n: n, changed: make(chan struct{}, 1)} }

// Set is what happens outside: the pins in mask take their bits of levels, and a Wait sees it.
func (l *Lines) Set(levels, mask uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := l.levels
	l.levels = before&^mask | levels&mask
	if l.levels == before {
		return
	}
	select {
	case l.changed <- struct{}{}:
	default:
	}
}

// Fail makes Read, Write and Wait return err from now on; nil mends them.
func (l *Lines) Fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fault = err
}

// Len is the number of pins.
func (l *Lines) Len() int { return l.n }

// Read returns the levels.
func (l *Lines) Read() (uint64, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.levels, l.fault
}

// Write sets the pins in mask to their bits of levels.
func (l *Lines) Write(levels, mask uint64) error {
	l.mu.Lock()
	if err := l.fault; err != nil {
		l.mu.Unlock()
		return err
	}
	l.levels = l.levels&^mask | levels&mask
	levels = l.levels
	l.mu.Unlock()
	if l.OnWrite != nil {
		l.OnWrite(levels)
	}
	return nil
}

// Wait waits for a Set that changed something.
func (l *Lines) Wait(d time.Duration) error {
	l.mu.Lock()
	err := l.fault
	l.mu.Unlock()
	if err != nil {
		return err
	}
	select {
	case <-l.changed:
		return nil
	case <-time.After(d):
		return hw.ErrTimeout
	}
}

// String returns "simulated pins".
func (l *Lines) String() string { return "simulated pins" }
