package app

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/hw"
	"jadoube/sensors"
)

// boards says how each kind of board is opened. Its wires are opened through w only, and closed by the
// caller, also after an error. now gives the time for readings, in ms.
var boards = map[string]func(c config.Board, w hw.Wiring, now func() int64) (sensors.Source, error){
	"expanders":       openExpanders,
	"shift-registers": openShiftRegisters,
	"matrix":          openMatrix,
	"hall":            openHall,
	"line":            openLine,
	"dgt":             openDGT,
	"certabo":         openCertabo,
	"tabutronic":      openTabutronic,
	"chesslink":       openChessLink,
}

// retryBoard is how long a board that can't be opened is left alone.
const retryBoard = time.Second

// wired is a board that hangs on wires: it may be missing, be pulled out and be plugged in again. It is opened
// when it is read, and so again and again until it is there.
type wired struct {
	name  string
	info  sensors.Info
	open  func(hw.Wiring) (sensors.Source, error)
	wires func() hw.Wiring
	now   func() int64
	retry time.Duration

	tried bool  // the last attempt to open it failed
	seen  int64 // when it was last read

	mu     sync.Mutex
	board  sensors.Source // nil when it isn't open
	wiring hw.Wiring
	closed bool
	lent   chan struct{} // closed when the board is given back; nil when nobody has borrowed it
}

var _ sensors.Monitored = (*wired)(nil)

// newWired returns the board of the settings, which is not of the kind "sim".
func newWired(s *settings, now func() int64) *wired {
	return &wired{
		name: s.board.Kind, info: sensors.Info{Kind: s.kind, Scan: s.scan, Lever: s.lever}, wires: s.wires, now: now, retry: retryBoard,
		open: func(w hw.Wiring) (sensors.Source, error) { return boards[s.board.Kind](s.board, w, now) },
	}
}

// String names the board, once it is open as the board itself does.
func (b *wired) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.board != nil {
		return b.board.String()
	}
	return b.name
}

// current is the board that is open now, nil when none is.
func (b *wired) current() sensors.Source {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.board
}

// Info says what the config does. What stands on the board is not known.
func (b *wired) Info() sensors.Info { return b.info }

// Health is that of the open board, or nothing.
func (b *wired) Health() sensors.Health {
	b.mu.Lock()
	defer b.mu.Unlock()
	if m, ok := b.board.(sensors.Monitored); ok {
		return m.Health()
	}
	return sensors.Health{}
}

// Next opens the board when need be and reads it. A board that is unplugged is closed, to be opened anew.
func (b *wired) Next(ctx context.Context) (sensors.Reading, error) {
	board, opened, err := b.opened(ctx)
	if err != nil {
		return sensors.Reading{}, err
	}
	r, err := board.Next(ctx)
	if err != nil && b.borrowed() != nil { // it was closed for whoever has borrowed it
		return b.Next(ctx)
	}
	if errors.Is(err, hw.ErrUnplugged) {
		b.tried = true
		err = errors.Join(err, b.shut(false))
	}
	if err != nil {
		return r, err
	}
	if opened {
		r.Gap = max(r.Gap, r.T-b.seen, 1)
	}
	b.seen = r.T
	return r, nil
}

// opened returns the open board, and whether it had to be opened.
func (b *wired) opened(ctx context.Context) (sensors.Source, bool, error) {
	if lent := b.borrowed(); lent != nil {
		select {
		case <-lent:
		case <-ctx.Done():
			return nil, false, ctx.Err()
		}
	}
	b.mu.Lock()
	board, closed := b.board, b.closed
	b.mu.Unlock()
	switch {
	case closed:
		return nil, false, io.EOF
	case board != nil:
		return board, false, nil
	}
	if b.tried {
		select {
		case <-time.After(b.retry):
		case <-ctx.Done():
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	w := b.wires()
	board, err := b.open(w)
	if b.tried = err != nil; b.tried {
		return nil, false, errors.Join(err, w.Close())
	}
	return board, true, b.keep(board, w)
}

// lend closes the board, so that somebody else may open it, until back is called. It isn't read meanwhile.
func (b *wired) lend() (back func(), err error) {
	lent := make(chan struct{})
	b.mu.Lock()
	b.lent = lent
	b.mu.Unlock()
	return func() {
		b.mu.Lock()
		b.lent = nil
		b.mu.Unlock()
		close(lent)
	}, b.shut(false)
}

// borrowed is closed when the board is given back; nil when nobody has borrowed it.
func (b *wired) borrowed() chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lent
}

// keep makes an open board the one that is read, unless Close came first.
func (b *wired) keep(board sensors.Source, w hw.Wiring) error {
	b.mu.Lock()
	b.board, b.wiring = board, w
	closed, lent := b.closed, b.lent
	b.mu.Unlock()
	if lent != nil && !closed { // somebody borrowed it while it was being opened
		return b.shut(false)
	}
	if closed {
		return errors.Join(io.EOF, b.shut(true))
	}
	return nil
}

// shut closes the board that is open, if there is one. Closing may take a board as long as making its lights dark
// does, so nobody waits for the lock meanwhile.
func (b *wired) shut(forGood bool) error {
	b.mu.Lock()
	board, wiring := b.board, b.wiring
	b.board, b.wiring = nil, nil
	b.closed = b.closed || forGood
	b.mu.Unlock()
	if board == nil {
		return nil
	}
	return errors.Join(board.Close(), wiring.Close())
}

// Close ends a blocked Next and releases the wires.
func (b *wired) Close() error { return b.shut(true) }
