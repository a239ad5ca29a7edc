package matrix

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/models"
	"jadoube/hw/mcp23017"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/layout"
	"jadoube/sensors/scan"
)

// board is five MCP23017 with 14 inputs each, and what stands on it.
type board struct {
	t       *testing.T
	chips   []*models.MCP23017
	squares [64]struct {
		chip int
		pin  uint64
	}
	bus  hwtest.Chips
	grid *Grid
	loop *scan.Loop
}

func home(t *testing.T) square.Set {
	t.Helper()
	f, err := sensors.ParsePlacement(sensors.InitialPlacement)
	if err != nil {
		t.Fatal(err)
	}
	return f.Occupied()
}

// newBoard is called in a bubble. faults, when not nil, befall each chip's transactions.
func newBoard(t *testing.T, faults func(chip int) func() models.Fault, opt scan.Options) *board {
	t.Helper()
	b := &board{t: t, bus: hwtest.Chips{}}
	var groups []Inputs
	var usable []layout.Usable
	for i := range 5 {
		m, addr := models.NewMCP23017(), uint16(0x20+i)
		b.chips, b.bus[addr] = append(b.chips, m), m.Tx
		if faults != nil {
			b.bus[addr] = models.Faulty(m.Tx, m, faults(i))
		}
		c, err := mcp23017.New(b.bus, addr, mcp23017.Options{Inputs: mcp23017.Safe, PullUps: mcp23017.Safe})
		if err != nil {
			t.Fatal(err)
		}
		groups, usable = append(groups, c), append(usable, layout.Usable{Len: mcp23017.Inputs, Mask: mcp23017.Safe})
	}
	wired, err := layout.Parse("files-serpentine", usable)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range wired {
		if s != square.None {
			b.squares[s].chip, b.squares[s].pin = i/16, 1<<(i%16)
		}
	}
	began := time.Now()
	if b.grid, err = New(groups, wired, false); err != nil {
		t.Fatal(err)
	}
	opt.Period, opt.Now = 5*time.Millisecond, func() int64 { return time.Since(began).Milliseconds() }
	if b.loop, err = scan.New(b.grid, opt); err != nil {
		t.Fatal(err)
	}
	return b
}

// stand makes the board stand so.
func (b *board) stand(occupied square.Set) {
	for s, at := range b.squares {
		closed := uint64(0)
		if occupied.Has(square.Square(s)) {
			closed = at.pin
		}
		b.chips[at.chip].Close(closed, at.pin)
	}
}

// next reads the grid and fails after a minute.
func (b *board) next() sensors.Reading {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), time.Minute)
	defer cancel()
	r, err := b.loop.Next(ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

// silent fails when the grid tells anything within a time.
func (b *board) silent(d time.Duration) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.t.Context(), d)
	defer cancel()
	if r, err := b.loop.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
		b.t.Errorf("%+v, %v: expected nothing for %v", r, err, d)
	}
}

func occupiedAfter(f *sensors.Frame, r sensors.Reading) square.Set {
	f.Apply(r.Changes)
	return f.Occupied()
}

func TestGridTellsWhatStands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard(t, nil, scan.Options{})
		b.stand(home(t))
		var f sensors.Frame
		if r := b.next(); len(r.Changes) != 64 || r.Gap == 0 || occupiedAfter(&f, r) != home(t) {
			t.Errorf("%d changes, gap %d: %v", len(r.Changes), r.Gap, f.Occupied())
		}
		for s := range square.None {
			b.stand(home(t) ^ s.Set())
			r := b.next()
			if want := home(t) ^ s.Set(); len(r.Changes) != 1 || r.Gap != 0 || occupiedAfter(&f, r) != want {
				t.Errorf("%v changed: %+v", s, r)
			}
			b.stand(home(t))
			occupiedAfter(&f, b.next())
		}
		b.silent(time.Minute)
		if h := b.loop.Health(); h.Scans < 12000 || h.Errors+h.Retries+h.Resets != 0 || h.Changes[square.E4] != 2 || h.Warnings != nil {
			t.Errorf("health %+v", h)
		}
	})
}

// TestContactThatOpensForOneScan: what gives a capture away must not be lost.
func TestContactThatOpensForOneScan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard(t, nil, scan.Options{})
		b.stand(home(t))
		b.next()
		b.stand(home(t).Without(square.D7))
		time.AfterFunc(6*time.Millisecond, func() { b.stand(home(t)) })
		first, second := b.next(), b.next()
		if want := []sensors.Change{{Square: square.D7, To: sensors.Nothing}}; !slices.Equal(first.Changes, want) {
			t.Errorf("first %+v", first)
		}
		if want := []sensors.Change{{Square: square.D7, To: sensors.Something}}; !slices.Equal(second.Changes, want) {
			t.Errorf("then %+v", second)
		}
	})
}

// TestStorms: hands play while the bus is disturbed. What the grid tells is what stands, whenever it stands for a
// while, and nothing that never stood.
func TestStorms(t *testing.T) {
	storms := map[string][]models.Fault{
		"NAKs":          {models.Nak},
		"cut transfers": {models.Cut, models.Nak},
		"flipped bits":  {models.Flip},
		"brown-outs":    {models.Brown},
		"everything":    {models.Nak, models.Cut, models.Flip, models.Brown},
	}
	for name, kinds := range storms {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { storm(t, kinds) })
		})
	}
}

func storm(t *testing.T, kinds []models.Fault) {
	var calm bool
	b := newBoard(t, func(chip int) func() models.Fault {
		next := models.Storm(uint64(chip), 0.02, kinds...)
		return func() models.Fault {
			if calm {
				return models.None
			}
			return next()
		}
	}, scan.Options{})
	stands := home(t)
	b.stand(stands)
	var f sensors.Frame
	for occupiedAfter(&f, b.next()) != stands {
		t.Fatalf("the first frame is %v", f.Occupied())
	}
	random := rand.New(rand.NewPCG(7, 7))
	for range 300 {
		before := stands
		stands ^= square.Square(random.IntN(64)).Set()
		b.stand(stands)
		for range 8 { // a gap may come with nothing new
			if occupiedAfter(&f, b.next()) == stands {
				break
			}
			if f.Occupied() != before {
				t.Fatalf("%v stood there, then %v; told %v", before, stands, f.Occupied())
			}
		}
		if f.Occupied() != stands {
			t.Fatalf("%v stands there; told %v", stands, f.Occupied())
		}
	}
	calm = true
	h := b.loop.Health()
	if h.Retries == 0 && slices.Max(h.Flickers[:]) == 0 && h.Resets == 0 {
		t.Errorf("the storm left no trace: %+v", h)
	}
	t.Logf("%d scans, %d retries, %d errors, %d resets", h.Scans, h.Retries, h.Errors, h.Resets)
}

// TestSupplyThatComesBack: all chips lose their supply and, with it, their pull-ups.
func TestSupplyThatComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard(t, nil, scan.Options{})
		b.stand(home(t))
		b.next()
		for _, m := range b.chips {
			m.Reset()
		}
		b.silent(10 * time.Second)
		if h := b.loop.Health(); h.Resets < 5 {
			t.Errorf("%d chips set up anew: expected 5 at least", h.Resets)
		}
		for _, m := range b.chips {
			if m.Pulled() != uint16(mcp23017.Safe) {
				t.Errorf("pull-ups %04x", m.Pulled())
			}
		}
	})
}

// TestBoardThatLosesItsGround: with the common wire broken all contacts are open; it comes back.
func TestBoardThatLosesItsGround(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard(t, nil, scan.Options{})
		b.stand(home(t))
		b.next()
		b.stand(0)
		b.silent(300 * time.Millisecond)
		b.stand(home(t))
		if r := b.next(); len(r.Changes) != 0 || r.Gap < 300 {
			t.Errorf("%+v: expected a gap without a change", r)
		}
		b.stand(0)
		if r := b.next(); len(r.Changes) != 32 || r.Gap < 500 {
			t.Errorf("%d changes, gap %d: an empty board that stays so is told, over a gap", len(r.Changes), r.Gap)
		}
	})
}

func TestMissingChip(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard(t, nil, scan.Options{})
		there := b.bus[0x22]
		delete(b.bus, 0x22)
		b.stand(home(t))
		start := time.Now()
		for i := range 3 {
			_, err := b.loop.Next(t.Context())
			if !errors.Is(err, hw.ErrNoAnswer) || !strings.Contains(err.Error(), "0x22") {
				t.Fatal(err)
			}
			if want := time.Duration(i) * time.Second; time.Since(start) < want || time.Since(start) > want+50*time.Millisecond {
				t.Errorf("error %d after %v", i+1, time.Since(start))
			}
		}
		b.bus[0x22] = there
		if r := b.next(); len(r.Changes) != 64 {
			t.Errorf("%+v", r)
		}
		delete(b.bus, 0x22)
		if _, err := b.loop.Next(t.Context()); !errors.Is(err, hw.ErrNoAnswer) {
			t.Fatal(err)
		}
		b.bus[0x22] = there
		if r := b.next(); len(r.Changes) != 0 || r.Gap < 1000 {
			t.Errorf("%+v: expected a gap", r)
		}
		if h := b.loop.Health(); h.Errors == 0 || h.Retries < 2*h.Errors {
			t.Errorf("health %+v", h)
		}
	})
}

func TestAllClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard(t, nil, scan.Options{})
		b.stand(^square.Set(0))
		if _, err := b.loop.Next(t.Context()); !errors.Is(err, sensors.ErrAllClosed) {
			t.Error(err)
		}
		b.stand(home(t))
		if r := b.next(); len(r.Changes) != 64 {
			t.Errorf("%+v", r)
		}
	})
}

func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoard(t, nil, scan.Options{})
		b.stand(home(t))
		b.next()
		time.AfterFunc(time.Second, func() { b.loop.Close(); b.loop.Close() })
		if _, err := b.loop.Next(t.Context()); err != io.EOF {
			t.Error(err)
		}
	})
}

// TestAlert: with interrupt lines nothing is read until a chip asks, and then only that chip.
func TestAlert(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lines := hwtest.NewLines(5)
		b := newBoard(t, nil, scan.Options{Alert: lines})
		reads := map[uint16]int{}
		for addr, tx := range b.bus {
			b.bus[addr] = func(w, r []byte) error {
				reads[addr]++
				err := tx(w, r)
				lines.Set(0, 1<<(addr-0x20))
				return err
			}
		}
		b.stand(home(t))
		b.next()
		clear(reads)
		b.silent(10 * time.Second)
		if n := reads[0x20]; n > 200 {
			t.Errorf("a chip without news was asked %d times in 10 s", n)
		}
		clear(reads)
		before := time.Now()
		time.AfterFunc(3*time.Millisecond, func() {
			b.stand(home(t).Without(square.A2))
			lines.Set(1, 1)
		})
		if r := b.next(); len(r.Changes) != 1 || r.Changes[0].Square != square.A2 {
			t.Errorf("%+v", r)
		}
		if took := time.Since(before); took != 3*time.Millisecond {
			t.Errorf("told after %v", took)
		}
		if others := reads[0x21] + reads[0x22] + reads[0x23] + reads[0x24]; reads[0x20] == 0 || others > 6 { // one's settings may be looked at
			t.Errorf("asked %v", reads)
		}
		lines.Fail(errors.New("gone"))
		b.stand(home(t))
		if r := b.next(); len(r.Changes) != 1 {
			t.Errorf("without its alert: %+v", r)
		}
	})
}

func TestLayoutLongerThanTheChips(t *testing.T) {
	if _, err := New(nil, make(layout.Layout, 3), false); err == nil || !strings.Contains(err.Error(), "3 inputs") {
		t.Error(err)
	}
}

func TestScanAllocatesNothing(t *testing.T) {
	b := newBoard(t, nil, scan.Options{})
	b.stand(home(t))
	b.next()
	var f sensors.Frame
	if n := testing.AllocsPerRun(1000, func() {
		if err := b.grid.Scan(&f, ^uint64(0), true); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a scan", n)
	}
}
