package linktest

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Board is a kind of board under test, and how one is made.
type Board struct {
	Kind  sensors.Kind
	Model func() Model
	Open  func(open func() (hw.Port, error), now func() int64) sensors.Source
	// Garbage are bytes that mean nothing to the protocol, whatever came before and comes after; nil
	// takes bytes at random.
	Garbage []byte
	// Settle is how long the board may need until all is known again after a fault.
	Settle time.Duration
}

// Run tests a board against what boards on serial ports promise: the sensors' contract, and that no fault
// of the line costs more than time.
func Run(t *testing.T, b Board) {
	for _, part := range []struct {
		name string
		test func(*bench)
	}{
		{"men lifted and placed", moves},
		{"garbage between messages", garbage},
		{"messages cut short", cuts},
		{"slow bytes", slowBytes},
		{"unplugged, moved and plugged in again", replug},
		{"not there at first", late},
		{"closed", closed},
	} {
		t.Run(part.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { part.test(newBench(t, b)) })
		})
	}
}

// bench is a board with its model on a line, being read.
type bench struct {
	Board
	*testing.T
	wire   *Wire
	source sensors.Source
	rng    *rand.Rand
	truth  sensors.Frame // what really stands, as the board's sensors see it
	cancel context.CancelFunc
	began  time.Time

	mu       sync.Mutex
	port     *hwtest.Port // that will be opened next
	seen     sensors.Frame
	readings []sensors.Reading
	errs     []error
	end      error
}

func newBench(t *testing.T, b Board) *bench {
	x := &bench{Board: b, T: t, wire: NewWire(b.Model()), rng: rand.New(rand.NewPCG(9600, 8)), began: time.Now()}
	x.source = b.Open(x.open, func() int64 { return time.Since(x.began).Milliseconds() })
	info := x.source.Info()
	if info.Kind != b.Kind {
		t.Errorf("kind %v, expected %v", info.Kind, b.Kind)
	}
	x.truth, x.seen = info.Start, info.Start
	ctx, cancel := context.WithCancel(context.Background())
	x.cancel = cancel
	ended := make(chan struct{})
	go func() { x.read(ctx); close(ended) }()
	t.Cleanup(func() {
		cancel()
		x.source.Close()
		x.wire.Unplug()
		<-ended
	})
	return x
}

func (x *bench) open() (hw.Port, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.port == nil {
		return nil, hw.ErrUnplugged
	}
	p := x.port
	x.port = nil
	return p, nil
}

// plug makes the board be there.
func (x *bench) plug() {
	near, far := hwtest.NewPort()
	x.mu.Lock()
	x.port = near
	x.mu.Unlock()
	x.wire.Plug(far)
}

// read does what the program does with a source.
func (x *bench) read(ctx context.Context) {
	for {
		r, err := x.source.Next(ctx)
		x.mu.Lock()
		switch {
		case errors.Is(err, io.EOF) || err != nil && ctx.Err() != nil:
			x.end = err
			x.mu.Unlock()
			return
		case err != nil:
			x.errs = append(x.errs, err)
		default:
			x.check(r)
			x.readings = append(x.readings, r)
			x.seen.Apply(r.Changes)
		}
		x.mu.Unlock()
	}
}

func (x *bench) check(r sensors.Reading) {
	if n := len(x.readings); n > 0 && r.T < x.readings[n-1].T {
		x.Errorf("time runs backwards: %d after %d", r.T, x.readings[n-1].T)
	}
	var seen square.Set
	for _, c := range r.Changes {
		if !c.To.Fits(x.Kind) || seen.Has(c.Square) {
			x.Errorf("a board of kind %v said %q on %v; all of it: %v", x.Kind, c.To.Letter(), c.Square, r.Changes)
		}
		seen = seen.With(c.Square)
	}
}

// act lifts a man, or puts one down that is off the board.
func (x *bench) act() {
	s := square.Square(x.rng.IntN(64))
	to := sensors.Nothing
	if x.truth[s] == sensors.Nothing {
		to = (sensors.WhitePawn + sensors.Contact(x.rng.IntN(12))).As(x.Kind)
	}
	x.truth[s] = to
	x.wire.Happen(sensors.Reading{Changes: []sensors.Change{{Square: s, To: to}}})
}

// same waits until what was read is what stands.
func (x *bench) same(within time.Duration) {
	x.Helper()
	for end := time.Now().Add(within); ; time.Sleep(10 * time.Millisecond) {
		x.mu.Lock()
		seen := x.seen
		x.mu.Unlock()
		switch {
		case seen == x.truth:
			return
		case time.Now().After(end):
			x.Fatalf("after %v the board is read as\n%v\nbut there stands\n%v\nerrors %v", within, seen, x.truth, x.errs)
		}
	}
}

func (x *bench) take() (readings []sensors.Reading, errs []error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	readings, errs = x.readings, x.errs
	x.readings, x.errs = nil, nil
	return readings, errs
}

func moves(x *bench) {
	x.plug()
	time.Sleep(time.Second)
	x.take()
	for range 100 {
		x.act()
		x.same(x.Settle)
	}
	readings, errs := x.take()
	if len(readings) != 100 || len(errs) > 0 {
		x.Errorf("100 acts were %d readings, errors %v", len(readings), errs)
	}
	for _, r := range readings {
		if len(r.Changes) != 1 || r.Gap != 0 {
			x.Errorf("one act was read as %+v", r)
		}
	}
}

func garbage(x *bench) {
	x.plug()
	time.Sleep(time.Second)
	for range 60 {
		if x.Garbage != nil {
			x.wire.Say(x.Garbage)
		} else {
			b := make([]byte, 1+x.rng.IntN(90))
			for i := range b {
				b[i] = byte(x.rng.Uint32())
			}
			x.wire.Say(b)
		}
		x.act()
		x.same(x.Settle)
	}
}

func cuts(x *bench) {
	x.plug()
	time.Sleep(time.Second)
	x.take()
	for n := range 80 {
		x.wire.Cut(n)
		x.act()
		x.same(x.Settle)
	}
	if _, errs := x.take(); len(errs) > 0 {
		x.Errorf("a message that was cut is worth no error, but was one: %v", errs)
	}
}

func slowBytes(x *bench) {
	x.wire.Slow(7 * time.Millisecond)
	x.plug()
	time.Sleep(5 * time.Second)
	x.take()
	for range 10 {
		x.act()
		x.same(20 * x.Settle)
	}
	if _, errs := x.take(); len(errs) > 0 {
		x.Errorf("errors %v", errs)
	}
}

func replug(x *bench) {
	x.plug()
	time.Sleep(2 * time.Second)
	x.act()
	x.same(x.Settle)
	x.take()
	for _, men := range []int{0, 1, 7} {
		x.wire.Unplug()
		time.Sleep(3 * time.Second)
		readings, errs := x.take()
		if len(readings) > 0 || len(errs) == 0 || !errors.Is(errs[0], hw.ErrUnplugged) {
			x.Errorf("unplugged: readings %v, errors %v", readings, errs)
		}
		before := x.truth
		for range men {
			x.act()
		}
		x.plug()
		time.Sleep(2*time.Second + x.Settle)
		x.same(0)
		x.wantGap(before)
	}
}

// wantGap wants what happened while the board was away to be one reading.
func (x *bench) wantGap(before sensors.Frame) {
	x.Helper()
	changed := 0
	for s := range before {
		if before[s] != x.truth[s] {
			changed++
		}
	}
	readings, _ := x.take()
	if len(readings) != 1 || len(readings[0].Changes) != changed || readings[0].Gap < 3000 || readings[0].Gap > 6000 {
		x.Errorf("back after some 3 s with %d squares changed: %+v", changed, readings)
	}
}

func late(x *bench) {
	time.Sleep(3 * time.Second)
	if _, errs := x.take(); len(errs) < 3 || !errors.Is(errs[0], hw.ErrUnplugged) {
		x.Errorf("without a board: errors %v", errs)
	}
	x.act()
	x.plug()
	time.Sleep(2*time.Second + x.Settle)
	x.same(0)
	x.act()
	x.same(x.Settle)
}

func closed(x *bench) {
	x.plug()
	time.Sleep(time.Second)
	for range 2 {
		if err := x.source.Close(); err != nil {
			x.Errorf("Close: %v", err)
		}
	}
	time.Sleep(200 * time.Millisecond)
	x.mu.Lock()
	defer x.mu.Unlock()
	if !errors.Is(x.end, io.EOF) {
		x.Errorf("after Close Next gave %v, errors %v", x.end, x.errs)
	}
}
