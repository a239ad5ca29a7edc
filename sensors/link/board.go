package link

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"jadoube/hw"
	"jadoube/sensors"
)

const (
	// poll is how long a read waits for bytes, and so how late an ended context may be noticed.
	poll = 50 * time.Millisecond
	// respite is how long a port that failed is left alone.
	respite = 200 * time.Millisecond
	// alive is after how many ms without news a reading says that the board was read …
	alive = 1000
	// … and atFirst for how many that may wait for the board to say what stands on it.
	atFirst = 5000
)

// Board is a board at the end of an open serial port. A board that comes back after it was unplugged is a
// new one, on a port that was opened anew: its first reading holds all squares, if the protocol can ask
// for them.
type Board struct {
	spec   Spec
	proto  Protocol
	port   hw.Port
	now    func() int64
	ear    Ear
	buf    [512]byte
	begun  bool
	failed bool  // the last read
	toldAt int64 // when the last reading was handed on

	writing sync.Mutex // one message at a time
	mu      sync.Mutex
	bye     []byte // said before the port is closed
	closed  bool
}

var (
	_ sensors.Source    = (*Board)(nil)
	_ sensors.Monitored = (*Board)(nil)
)

// New returns a board that talks as p does. It owns the port. now is the recording's time in ms.
func New(spec Spec, p Protocol, port hw.Port, now func() int64) *Board {
	return &Board{spec: spec, proto: p, port: port, now: now}
}

// String names the board and its port.
func (b *Board) String() string { return b.spec.Name + " on " + b.port.String() }

// Info says what the board is.
func (b *Board) Info() sensors.Info { return b.spec.Info }

// Next returns the next reading. Every second, when there is no news, one says that the board was read.
// A board that is unplugged is hw.ErrUnplugged, one that is silent or talks nonsense another error.
func (b *Board) Next(ctx context.Context) (sensors.Reading, error) {
	for {
		if err := ctx.Err(); err != nil {
			return sensors.Reading{}, err
		}
		if r, ok := b.next(); ok {
			b.toldAt = r.T
			return r, nil
		}
		err := b.ear.fault
		b.ear.fault = nil
		if err == nil {
			err = b.step(ctx)
		}
		switch {
		case errors.Is(err, os.ErrClosed):
			return sensors.Reading{}, io.EOF
		case err != nil:
			b.ear.missed(b.ear.now)
			return sensors.Reading{}, err
		}
	}
}

// next is the next reading of the board, or that it was read.
func (b *Board) next() (sensors.Reading, bool) {
	if r, ok := b.ear.pop(); ok {
		return r, true
	}
	return sensors.Reading{T: b.ear.now}, b.begun && !b.ear.mute && !b.ear.lost && b.ear.now-b.toldAt >= alive
}

// step greets the board, or reads once.
func (b *Board) step(ctx context.Context) error {
	if b.failed {
		select {
		case <-time.After(respite):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	b.ear.now = max(b.ear.now, b.now())
	if !b.begun {
		return b.greet()
	}
	n, err := b.port.Read(b.buf[:], poll)
	b.ear.now = max(b.ear.now, b.now())
	b.failed = err != nil && !errors.Is(err, hw.ErrTimeout)
	if b.failed {
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
		b.begun = false
		return fmt.Errorf("nothing that can be read has come for %v: is the board switched on, and is it the right port?", b.spec.Silence)
	}
	return nil
}

func (b *Board) greet() error {
	b.begun, b.toldAt = true, b.ear.now+atFirst-alive
	b.ear.count.greeted.Add(1)
	b.ear.greet(b.spec.Whole)
	b.proto.Greet(&b.ear)
	return b.speak()
}

// speak sends what the protocol has to say. Who doesn't listen may still talk.
func (b *Board) speak() error {
	if len(b.ear.out) == 0 {
		return nil
	}
	err := b.Send(b.ear.out)
	b.ear.out = b.ear.out[:0]
	if errors.Is(err, hw.ErrTimeout) {
		return nil
	}
	return err
}

// Send hands one message to the board. It may be called from any goroutine.
func (b *Board) Send(msg []byte) error {
	b.writing.Lock()
	defer b.writing.Unlock()
	_, err := b.port.Write(msg)
	return err
}

// Bye sets what the board is told before the port is closed, such as to be dark.
func (b *Board) Bye(msg []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.bye = msg
}

// Close ends the board and a Next that waits.
func (b *Board) Close() error {
	b.mu.Lock()
	bye, closed := b.bye, b.closed
	b.closed = true
	b.mu.Unlock()
	if !closed && len(bye) > 0 {
		b.Send(bye) // a board that is gone is dark
	}
	return b.port.Close()
}
