package scan

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/hw"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// fake is a board of one group.
type fake struct {
	f          sensors.Frame
	err        error
	scans      int
	sure       int
	distrusted int
	health     sensors.Health
}

func (b *fake) String() string          { return "fake" }
func (b *fake) Groups() int             { return 1 }
func (b *fake) Distrust()               { b.distrusted++ }
func (b *fake) Health() *sensors.Health { return &b.health }
func (b *fake) Scan(f *sensors.Frame, _ uint64, sure bool) error {
	b.scans++
	if sure {
		b.sure++
	}
	if b.err == nil {
		*f = b.f
	}
	return b.err
}

func loop(t *testing.T, b *fake) *Loop {
	t.Helper()
	began := time.Now()
	l, err := New(b, Options{Period: 5 * time.Millisecond, Now: func() int64 { return time.Since(began).Milliseconds() }})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestPeriod(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(fake)
		l := loop(t, b)
		if r, err := l.Next(t.Context()); err != nil || len(r.Changes) != 64 {
			t.Fatal(r, err)
		}
		b.scans, b.sure = 0, 0
		time.AfterFunc(10*time.Second, func() { l.Close() })
		if _, err := l.Next(t.Context()); err != io.EOF {
			t.Error(err)
		}
		if b.scans < 1999 || b.scans > 2001 || b.sure < 9 || b.sure > 11 {
			t.Errorf("%d scans in 10 s, settings looked at %d times", b.scans, b.sure)
		}
	})
}

// TestNoScanIsMadeUpFor: a board that was held up is scanned at once, and then in its time again.
func TestNoScanIsMadeUpFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(fake)
		l := loop(t, b)
		l.Next(t.Context())
		time.Sleep(time.Minute)
		b.scans = 0
		b.f[square.E4] = sensors.Something
		if r, err := l.Next(t.Context()); err != nil || r.T < 60_000 || b.scans != 1 {
			t.Errorf("%+v, %v after %d scans", r, err, b.scans)
		}
		time.AfterFunc(52*time.Millisecond, func() { l.Close() })
		l.Next(t.Context())
		if b.scans > 12 {
			t.Errorf("%d scans in 52 ms", b.scans)
		}
	})
}

func TestErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &fake{err: errors.New("broken")}
		l := loop(t, b)
		if _, err := l.Next(t.Context()); err != b.err {
			t.Error(err)
		}
		b.err = nil
		if r, err := l.Next(t.Context()); err != nil || r.Gap == 0 {
			t.Errorf("%+v, %v", r, err)
		}
		b.err = errors.New("broken again")
		start := time.Now()
		if _, err := l.Next(t.Context()); err != b.err || time.Since(start) < time.Second {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		b.err = fmt.Errorf("pulled: %w", hw.ErrUnplugged)
		start = time.Now()
		if _, err := l.Next(t.Context()); !errors.Is(err, hw.ErrUnplugged) || time.Since(start) > 10*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

func TestDistrust(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := new(fake)
		l := loop(t, b)
		l.Next(t.Context())
		for s := range square.A3 {
			b.f[s] = sensors.Something
		}
		if r, err := l.Next(t.Context()); err != nil || r.Gap < 500 || b.distrusted != 1 {
			t.Errorf("%+v, %v, distrusted %d times", r, err, b.distrusted)
		}
	})
}

func TestOptionsThatAreRefused(t *testing.T) {
	for _, period := range []time.Duration{0, time.Microsecond, 2 * time.Second} {
		if _, err := New(new(fake), Options{Period: period}); err == nil || !strings.Contains(err.Error(), "1 ms to 1 s") {
			t.Errorf("%v: %v", period, err)
		}
	}
}

func TestScanAllocatesNothing(t *testing.T) {
	l := loop(t, new(fake))
	l.Next(t.Context())
	if n := testing.AllocsPerRun(1000, func() { l.wait(t.Context()); l.scan() }); n != 0 {
		t.Errorf("%v allocations a scan", n)
	}
}
