package linktest

import (
	"cmp"
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
	Open  func(port hw.Port, now func() int64) sensors.Source
	// Garbage are bytes that mean nothing to the protocol, whatever came before and comes after; nil
	// takes bytes at random.
	Garbage []byte
	// Settle is how long the board may need until all is known again after a fault.
	Settle time.Duration
	// Slow is the pause between two bytes of a slow line; 0 = 7 ms.
	Slow time.Duration
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
		{"nothing happens", aliveness},
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

	mu       sync.Mutex
	plugged  chan hw.Port
	seen     sensors.Frame
	readings []sensors.Reading // with news
	errs     []error
	quiet    int // readings that said nothing
	end      error
}

func newBench(t *testing.T, b Board) *bench {
	x := &bench{Board: b, T: t, wire: NewWire(b.Model()), rng: rand.New(rand.NewPCG(9600, 8)), plugged: make(chan hw.Port, 1)}
	home, err := sensors.ParsePlacement(sensors.InitialPlacement)
	if err != nil {
		t.Fatal(err)
	}
	x.truth, x.seen = home.As(b.Kind), home.As(b.Kind)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { x.run(ctx); close(ended) }()
	t.Cleanup(func() {
		cancel()
		x.wire.Unplug()
		<-ended
	})
	return x
}

// plug makes the board be there.
func (x *bench) plug() {
	near, far := hwtest.NewPort()
	x.plugged <- near
	x.wire.Plug(far)
}

// run does what the program does with boards: it opens one, reads it until it is unplugged, and opens the next.
func (x *bench) run(ctx context.Context) {
	began := time.Now()
	for {
		var port hw.Port
		select {
		case port = <-x.plugged:
		case <-ctx.Done():
			return
		}
		source := x.Open(port, func() int64 { return time.Since(began).Milliseconds() })
		if kind := source.Info().Kind; kind != x.Kind {
			x.Errorf("kind %v, expected %v", kind, x.Kind)
		}
		x.mu.Lock()
		x.source = source
		x.mu.Unlock()
		x.read(ctx, source)
		source.Close()
	}
}

// read reads a board until it is unplugged or closed.
func (x *bench) read(ctx context.Context, source sensors.Source) {
	last := int64(0)
	for {
		r, err := source.Next(ctx)
		x.mu.Lock()
		switch {
		case err == nil:
			if r.T < last {
				x.Errorf("time runs backwards: %d after %d", r.T, last)
			}
			last = r.T
			x.hear(r)
		case ctx.Err() == nil:
			x.errs = append(x.errs, err)
		}
		x.end = err
		x.mu.Unlock()
		if errors.Is(err, io.EOF) || errors.Is(err, hw.ErrUnplugged) || ctx.Err() != nil {
			return
		}
	}
}

// hear keeps what is news.
func (x *bench) hear(r sensors.Reading) {
	var said square.Set
	news := false
	for _, c := range r.Changes {
		if !c.To.Fits(x.Kind) || said.Has(c.Square) {
			x.Errorf("a board of kind %v said %q on %v; all of it: %v", x.Kind, c.To.Letter(), c.Square, r.Changes)
		}
		said = said.With(c.Square)
		news = news || x.seen[c.Square] != c.To
	}
	if len(r.Changes) == 0 && r.Press == nil {
		x.quiet++
	}
	if news || r.Press != nil || r.Gap > 0 {
		x.readings = append(x.readings, r)
	}
	x.seen.Apply(r.Changes)
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
	time.Sleep(x.Settle)
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
	time.Sleep(x.Settle)
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
	time.Sleep(x.Settle)
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
	x.wire.Slow(cmp.Or(x.Slow, 7*time.Millisecond))
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
	for _, men := range []int{1, 7} {
		x.wire.Unplug()
		time.Sleep(3 * time.Second)
		readings, errs := x.take()
		if len(readings) > 0 || len(errs) != 1 || !errors.Is(errs[0], hw.ErrUnplugged) {
			x.Errorf("unplugged: readings %v, errors %v", readings, errs)
		}
		before := x.truth
		for x.truth == before {
			for range men {
				x.act()
			}
		}
		x.plug()
		time.Sleep(2*time.Second + x.Settle)
		x.same(0)
		if readings, errs := x.take(); len(readings) != 1 || len(errs) > 0 {
			x.Errorf("back, with men moved: %d readings with news, expected one; %v; %v", len(readings), readings, errs)
		}
	}
}

func closed(x *bench) {
	x.plug()
	time.Sleep(time.Second)
	x.mu.Lock()
	source := x.source
	x.mu.Unlock()
	for range 2 {
		if err := source.Close(); err != nil {
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

// aliveness wants a board on which nothing happens to say that it was read.
func aliveness(x *bench) {
	x.plug()
	time.Sleep(6 * time.Second)
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.quiet == 0 || len(x.errs) > 0 {
		x.Errorf("in 6 s %d readings said nothing; errors %v", x.quiet, x.errs)
	}
}
