package link

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

const (
	// retry is how long a board that can't be opened is left alone.
	retry = 500 * time.Millisecond
	// poll is how long a read waits for bytes, and so how late an ended context may be noticed.
	poll = 50 * time.Millisecond
)

// Board is a board at the end of a serial port. It needs no care: a board that is unplugged, switched off
// or not there yet is an error of Next, and the next call tries again.
type Board struct {
	spec  Spec
	proto Protocol
	open  func() (hw.Port, error)
	now   func() int64
	ear   Ear
	dark  bool // the lights of the board that is open weren't told yet what they showed before
	buf   [512]byte
	again time.Time // not to be opened before
	done  chan struct{}
	once  sync.Once

	writing sync.Mutex // one message at a time
	mu      sync.Mutex
	port    hw.Port // nil while there is none
	lights  []byte  // what the lights were told last
}

var _ sensors.Source = (*Board)(nil)

// New returns a board that talks as p does. Open opens its port; now is the recording's time in ms.
// Nothing is opened before the first Next.
func New(spec Spec, p Protocol, open func() (hw.Port, error), now func() int64) *Board {
	b := &Board{spec: spec, proto: p, open: open, now: now, done: make(chan struct{})}
	b.ear.frame = spec.Info.Start
	return b
}

// String names the board and, while it is there, its port.
func (b *Board) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.port == nil {
		return b.spec.Name
	}
	return b.spec.Name + " on " + b.port.String()
}

// Info says what the board is. Before it has told what stands on it, the initial position is taken to.
func (b *Board) Info() sensors.Info { return b.spec.Info }

// Next returns the next reading, or why there is none: then the board is tried again with the next call.
func (b *Board) Next(ctx context.Context) (sensors.Reading, error) {
	for {
		if err := ctx.Err(); err != nil {
			return sensors.Reading{}, err
		}
		if r, ok := b.ear.pop(); ok {
			return r, nil
		}
		err := b.ear.fault
		b.ear.fault = nil
		if err == nil {
			err = b.step(ctx)
		}
		switch {
		case b.closed():
			return sensors.Reading{}, io.EOF
		case ctx.Err() != nil:
			return sensors.Reading{}, ctx.Err()
		case err != nil:
			b.ear.missed(b.ear.now)
			return sensors.Reading{}, fmt.Errorf("%s: %w", b.spec.Name, err)
		}
	}
}

func (b *Board) closed() bool {
	select {
	case <-b.done:
		return true
	default:
		return false
	}
}

// step opens the board, or reads once.
func (b *Board) step(ctx context.Context) error {
	b.mu.Lock()
	port := b.port
	b.mu.Unlock()
	if port == nil {
		return b.connect(ctx)
	}
	n, err := port.Read(b.buf[:], poll)
	b.ear.now = max(b.ear.now, b.now())
	if err != nil && !errors.Is(err, hw.ErrTimeout) {
		b.drop()
		return err
	}
	if n > 0 {
		b.proto.Take(b.buf[:n], &b.ear)
	}
	b.proto.Tend(&b.ear)
	if err := b.speak(); err != nil {
		return err
	}
	if b.spec.Silence > 0 && b.ear.Quiet() > b.spec.Silence {
		b.ear.missed(b.ear.heard)
		b.drop()
		return fmt.Errorf("%v says nothing that can be read for %v: is the board switched on, and is it the right port?", port, b.spec.Silence)
	}
	return nil
}

// connect opens the port and greets the board.
func (b *Board) connect(ctx context.Context) error {
	select {
	case <-time.After(time.Until(b.again)):
	case <-ctx.Done():
		return ctx.Err()
	case <-b.done:
		return nil
	}
	port, err := b.open()
	if err != nil {
		b.again = time.Now().Add(retry)
		return err
	}
	b.mu.Lock()
	b.port = port
	b.mu.Unlock()
	if b.closed() { // Close may have looked before there was a port
		port.Close()
		return nil
	}
	b.dark = true
	b.ear.opened(max(b.ear.now, b.now()), b.spec.Whole)
	b.proto.Greet(&b.ear)
	return b.speak()
}

// speak sends what the protocol has to say and, to a board that has just answered for the first time,
// what its lights showed before: a board that restarts with the opening of its port is deaf until then.
func (b *Board) speak() error {
	if b.dark && !b.ear.fresh {
		b.dark = false
		b.mu.Lock()
		b.ear.out = append(b.ear.out, b.lights...)
		b.mu.Unlock()
	}
	if len(b.ear.out) == 0 {
		return nil
	}
	err := b.Send(b.ear.out)
	b.ear.out = b.ear.out[:0]
	if err != nil && !errors.Is(err, hw.ErrTimeout) { // who doesn't listen may still talk
		b.drop()
		return err
	}
	return nil
}

// drop gives the port up.
func (b *Board) drop() {
	b.mu.Lock()
	port := b.port
	b.port = nil
	b.mu.Unlock()
	if port != nil {
		port.Close()
	}
	b.again = time.Now().Add(retry)
}

// Send hands one message to the board, also from other goroutines than Next's. While the board isn't
// there that is hw.ErrUnplugged.
func (b *Board) Send(msg []byte) error {
	b.writing.Lock()
	defer b.writing.Unlock()
	b.mu.Lock()
	port := b.port
	b.mu.Unlock()
	if port == nil {
		return fmt.Errorf("%s: %w", b.spec.Name, hw.ErrUnplugged)
	}
	_, err := port.Write(msg)
	return err
}

// Light is Send for a message that sets all lights: a board that comes back is told the last one again.
func (b *Board) Light(msg []byte) error {
	b.mu.Lock()
	b.lights = append(b.lights[:0], msg...)
	b.mu.Unlock()
	return b.Send(msg)
}

// Close ends the board and a Next that waits.
func (b *Board) Close() error {
	b.once.Do(func() { close(b.done) })
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.port == nil {
		return nil
	}
	return b.port.Close()
}
