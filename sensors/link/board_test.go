package link

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// letters is a protocol for tests: "w" tells an empty board, a capital letter that a man stands on the square
// of this number, "." nothing; all else is garbage. It greets with "?" and has nothing to tend.
type letters struct{ frame sensors.Frame }

func (p *letters) Greet(e *Ear) { e.Send('?') }
func (p *letters) Tend(*Ear)    {}
func (p *letters) Take(b []byte, e *Ear) {
	for i, c := range b {
		switch {
		case c == 'w':
			e.Whole(&p.frame)
		case c == '.':
			e.Heard()
		case c >= 'A' && c <= 'Z':
			e.Changed(sensors.Change{Square: square.Square(c - 'A'), To: sensors.Something})
		default:
			e.Garbled(b[i:], "letters")
		}
	}
}

func newBoard(spec Spec) (*Board, *hwtest.Far) {
	near, far := hwtest.NewPort()
	began := time.Now()
	return New(spec, &letters{}, near, func() int64 { return time.Since(began).Milliseconds() }), far
}

var whole = Spec{Name: "test board", Whole: true, Silence: 5 * time.Second}

func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, far := newBoard(whole)
		far.Write([]byte("w"))
		if r, err := b.Next(t.Context()); err != nil || len(r.Changes) != 64 || r.Gap != 0 {
			t.Fatalf("%+v, %v", r, err)
		}
		readings := 0
		var err error
		for err == nil {
			_, err = b.Next(t.Context())
			readings++
		}
		if !strings.Contains(err.Error(), "5s") || !strings.Contains(err.Error(), "switched on") || errors.Is(err, hw.ErrUnplugged) || readings < 5 {
			t.Errorf("after %d readings %v", readings, err)
		}
		time.AfterFunc(3*time.Second, func() { far.Write([]byte("Aw")) })
		r, err := b.Next(t.Context())
		if err != nil || len(r.Changes) != 0 || r.Gap < 7900 || r.Gap > 8500 {
			t.Errorf("back after 8 s in which nothing changed: %+v, %v", r, err)
		}
		b.Close()
		if said, _ := io.ReadAll(far); string(said) != "??" {
			t.Errorf("the board was told %q", said)
		}
		if h := b.Health(); h.Scans != 2 || h.Resets != 1 || h.Errors != 0 {
			t.Errorf("%+v", h)
		}
	})
}

func TestNothingButGarbage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, far := newBoard(Spec{Name: "test board"})
		ticker := time.NewTicker(100 * time.Millisecond)
		stop, stopped := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(stopped)
			for {
				select {
				case <-ticker.C:
					far.Write([]byte("\xf0?" + strings.Repeat("*", 80)))
				case <-stop:
					return
				}
			}
		}()
		begun := time.Now()
		for range 2 {
			_, err := b.Next(t.Context())
			if err == nil || !strings.Contains(err.Error(), `expected letters`) || !strings.Contains(err.Error(), "speed") || len(err.Error()) > 200 {
				t.Errorf("garbage is %v", err)
			}
		}
		if took := time.Since(begun); took < 6*time.Second || took > 8*time.Second {
			t.Errorf("two errors took %v", took)
		}
		// Once the board was understood, garbage is no error any more.
		far.Write([]byte("A"))
		for range 4 {
			if _, err := b.Next(t.Context()); err != nil {
				t.Error(err)
			}
		}
		close(stop)
		<-stopped
	})
}

func TestMuteUntilWhole(t *testing.T) {
	b, far := newBoard(whole)
	far.Write([]byte("ABwC"))
	for _, want := range []int{64, 1} {
		if r, err := b.Next(t.Context()); err != nil || len(r.Changes) != want {
			t.Errorf("%d changes, %v, expected %d", len(r.Changes), err, want)
		}
	}
}

func TestContextEndsNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _ := newBoard(whole)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := b.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}

func TestBye(t *testing.T) {
	b, far := newBoard(whole)
	b.Bye([]byte("dark"))
	b.Close()
	b.Close()
	if said, err := io.ReadAll(far); err != nil || !bytes.Equal(said, []byte("dark")) {
		t.Errorf("%q, %v", said, err)
	}
	if _, err := b.Next(t.Context()); err != io.EOF {
		t.Errorf("after Close: %v", err)
	}
}

// TestDeafBoard: a board that takes no bytes may still talk.
func TestDeafBoard(t *testing.T) {
	b, far := newBoard(whole)
	far.Stall(true)
	far.Write([]byte("w"))
	if r, err := b.Next(t.Context()); err != nil || len(r.Changes) != 64 {
		t.Errorf("%+v, %v", r, err)
	}
	if err := b.Send([]byte("x")); !errors.Is(err, hw.ErrTimeout) {
		t.Errorf("Send: %v", err)
	}
}

// TestUnplugged: whoever asks again and again is not answered faster than is good for him.
func TestUnplugged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, far := newBoard(whole)
		far.Close()
		begun := time.Now()
		for range 4 {
			if _, err := b.Next(t.Context()); !errors.Is(err, hw.ErrUnplugged) {
				t.Error(err)
			}
		}
		if took := time.Since(begun); took < 400*time.Millisecond || took > time.Second {
			t.Errorf("four errors took %v", took)
		}
		if s := b.String(); s != "test board on simulated serial port" {
			t.Error(s)
		}
	})
}
