package plain

import (
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/hw/hwtest"
	"jadoube/ledmatrix"
	"jadoube/ledmatrix/ledtest"
	"jadoube/rules/square"
)

// eye sees which LEDs of an 8 × 8 matrix are lit, and for how long.
type eye struct {
	opt Options

	mu     sync.Mutex
	levels uint64
	since  time.Time
	seen   [64]time.Duration
	writes int
}

func (e *eye) write(levels uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.look()
	e.levels = levels
	e.writes++
}

// look adds the time since the last look to what is lit.
func (e *eye) look() {
	now := time.Now()
	rows, columns := e.levels&0xff, e.levels>>8&0xff
	if e.opt.RowsLow {
		rows ^= 0xff
	}
	if e.opt.ColumnsLow {
		columns ^= 0xff
	}
	for n := range e.seen {
		if (rows>>(n/8))&(columns>>(n%8))&1 != 0 {
			e.seen[n] += now.Sub(e.since)
		}
	}
	e.since = now
}

// watch returns how long each LED was lit within d.
func (e *eye) watch(d time.Duration) [64]time.Duration {
	e.mu.Lock()
	e.look()
	e.seen = [64]time.Duration{}
	e.mu.Unlock()
	time.Sleep(d)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.look()
	return e.seen
}

func crossed(t *testing.T, opt Options) (*Crossed, *eye, *hwtest.Lines) {
	t.Helper()
	opt.Rows = 8
	e := &eye{opt: opt, since: time.Now()}
	pins := hwtest.NewLines(16)
	pins.OnWrite = e.write
	d, err := NewCrossed(pins, opt)
	if err != nil {
		t.Fatal(err)
	}
	return d, e, pins
}

func TestCrossedContract(t *testing.T) {
	for name, low := range map[string]bool{"rows high, columns low": true, "all high": false} {
		t.Run(name, func(t *testing.T) {
			ledtest.RunInBubbles(t, func(t *testing.T) ledtest.Fixture {
				strip := ledmatrix.Layout{Serpentine: true}.Strip()
				d, e, pins := crossed(t, Options{Strip: strip, ColumnsLow: low})
				t.Cleanup(func() { d.Halt() })
				return ledtest.Fixture{
					Driver: d, Nearest: ledtest.OneColour,
					Lights: func() ledmatrix.Image {
						lights := make([][3]byte, 64)
						for n, lit := range e.watch(16 * Slot) {
							if lit > 0 {
								lights[n] = [3]byte{255, 255, 255}
							}
						}
						return ledtest.Read(t, strip, lights)
					},
					Break: func(broken bool) {
						pins.Fail(nil)
						if broken {
							pins.Fail(errors.New("no answer"))
						}
					},
				}
			})
		})
	}
}

// TestTurns: each LED is lit for an eighth of the time, however many others are.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, e, _ := crossed(t, Options{Strip: ledmatrix.Layout{}.Strip(), RowsLow: true})
		for _, img := range []ledmatrix.Image{
			{square.E4: {R: 1}},
			{square.E4: {R: 1}, square.A1: {R: 1}, square.D4: {R: 1}, square.H8: {R: 1}},
		} {
			if err := d.Show(&img); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
			seen := e.watch(160 * time.Millisecond)
			for n, lit := range seen {
				want := time.Duration(0)
				if img[n] != (ledmatrix.RGB{}) {
					want = 20 * time.Millisecond
				}
				if lit != want {
					t.Errorf("%v was lit for %v of 160 ms, expected %v", square.Square(n), lit, want)
				}
			}
		}
		d.Halt()
		before := e.writes
		time.Sleep(time.Minute)
		if e.writes != before {
			t.Errorf("%d writes while all is dark", e.writes-before)
		}
	})
}

// TestPinsThatFailBetween: nobody is told while the rows take turns, but the next Show knows, and mends it.
func TestPinsThatFailBetween(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, e, pins := crossed(t, Options{Strip: ledmatrix.Layout{}.Strip()})
		img := ledmatrix.Image{square.E4: {R: 1}, square.E5: {R: 1}}
		d.Show(&img)
		cut := errors.New("cut")
		pins.Fail(cut)
		time.Sleep(time.Second)
		if err := d.Show(&img); !errors.Is(err, cut) {
			t.Error(err)
		}
		pins.Fail(nil)
		if err := d.Show(&img); err != nil {
			t.Error(err)
		}
		if seen := e.watch(160 * time.Millisecond); seen[square.E4] == 0 || seen[square.E5] == 0 {
			t.Errorf("e4 was lit for %v, e5 for %v", seen[square.E4], seen[square.E5])
		}
		d.Halt()
	})
}
