package hwtest

import (
	"io"
	"os"
	"sync"
	"time"

	"jadoube/hw"
)

// Port is a serial port made of memory; a Far is the device at its other end.
type Port struct{ in, out *queue }

// Far is the other end of a Port, where a test or an emulated board reads and writes. It behaves as the
// master of a pseudo-terminal does, so that an emulator works over both.
type Far struct{ in, out *queue }

var (
	_ hw.Port            = (*Port)(nil)
	_ io.ReadWriteCloser = (*Far)(nil)
)

// NewPort returns both ends of a serial line.
func NewPort() (*Port, *Far) {
	in, out := newQueue(), newQueue()
	return &Port{in, out}, &Far{out, in}
}

// Read waits for bytes from the far end.
func (p *Port) Read(b []byte, wait time.Duration) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	return p.in.get(b, timer.C)
}

// Write sends bytes to the far end.
func (p *Port) Write(b []byte) (int, error) { return p.out.put(b) }

// Close closes this end: the far end reads what is left and then io.EOF.
func (p *Port) Close() error {
	p.in.end(os.ErrClosed, os.ErrClosed)
	p.out.end(io.EOF, os.ErrClosed)
	return nil
}

// String returns "simulated serial port".
func (p *Port) String() string { return "simulated serial port" }

// Read waits for bytes from the port, however long it takes; io.EOF when the port was closed.
func (f *Far) Read(b []byte) (int, error) { return f.in.get(b, nil) }

// Write sends bytes to the port.
func (f *Far) Write(b []byte) (int, error) { return f.out.put(b) }

// Close pulls the plug.
func (f *Far) Close() error {
	f.out.end(hw.ErrUnplugged, io.ErrClosedPipe)
	f.in.end(io.ErrClosedPipe, hw.ErrUnplugged)
	return nil
}

// Stall makes the device stop taking bytes, with true, so that the port's writes time out at once, or
// take them again, with false.
func (f *Far) Stall(stalled bool) {
	f.in.mu.Lock()
	defer f.in.mu.Unlock()
	f.in.stalled = stalled
}

// queue carries bytes one way.
type queue struct {
	mu      sync.Mutex
	bytes   []byte
	stalled bool
	reads   error // what reading gives once the queue is empty and has ended
	writes  error // what writing gives then
	wake    chan struct{}
}

func newQueue() *queue { return &queue{wake: make(chan struct{}, 1)} }

func (q *queue) put(b []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.writes != nil:
		return 0, q.writes
	case q.stalled:
		return 0, hw.ErrTimeout
	}
	q.bytes = append(q.bytes, b...)
	q.nudge()
	return len(b), nil
}

// get waits until something is there or the time is up; a nil channel never is.
func (q *queue) get(b []byte, up <-chan time.Time) (int, error) {
	for {
		if n, err := q.take(b); n > 0 || err != nil {
			return n, err
		}
		select {
		case <-q.wake:
		case <-up:
			if n, err := q.take(b); n > 0 || err != nil {
				return n, err
			}
			return 0, hw.ErrTimeout
		}
	}
}

func (q *queue) take(b []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.reads == os.ErrClosed || len(q.bytes) == 0 {
		if q.reads != nil {
			q.nudge() // for another reader that waits
		}
		return 0, q.reads
	}
	n := copy(b, q.bytes)
	q.bytes = q.bytes[n:]
	return n, nil
}

// end ends the queue; one's own Close outweighs a plug that was pulled before.
func (q *queue) end(reads, writes error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.reads == nil || reads == os.ErrClosed {
		q.reads = reads
	}
	if q.writes == nil || writes == os.ErrClosed {
		q.writes = writes
	}
	q.nudge()
}

func (q *queue) nudge() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}
