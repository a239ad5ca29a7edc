package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/ledmatrix/simled"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// plug is a board that can be pulled out: it tells of all squares first, and then of what is sent to it.
type plug struct {
	now    func() int64
	frame  sensors.Frame
	told   bool
	queue  chan sensors.Reading
	pulled chan struct{}
	closes int
}

func (p *plug) String() string         { return "plug" }
func (p *plug) Info() sensors.Info     { return sensors.Info{} }
func (p *plug) Health() sensors.Health { return sensors.Health{Scans: 7} }
func (p *plug) Close() error           { p.closes++; return nil }
func (p *plug) Next(ctx context.Context) (sensors.Reading, error) {
	if !p.told {
		p.told = true
		r := sensors.Reading{T: p.now()}
		for s, c := range p.frame {
			r.Changes = append(r.Changes, sensors.Change{Square: square.Square(s), To: c})
		}
		return r, nil
	}
	select {
	case r := <-p.queue:
		return r, nil
	case <-p.pulled:
		return sensors.Reading{}, fmt.Errorf("read: %w", hw.ErrUnplugged)
	case <-ctx.Done():
		return sensors.Reading{}, ctx.Err()
	}
}

func home(t *testing.T) sensors.Frame {
	t.Helper()
	f, err := sensors.ParsePlacement(sensors.InitialPlacement)
	if err != nil {
		t.Fatal(err)
	}
	return f.As(sensors.Occupancy)
}

// plugged is a board that opens what next returns, or fails.
func plugged(next func() (*plug, error)) (*wired, *hwtest.Wiring) {
	w := new(hwtest.Wiring)
	began := time.Now()
	return &wired{
		name: "plug", info: sensors.Info{Kind: sensors.Occupancy}, wires: func() hw.Wiring { return w }, retry: time.Second,
		now: func() int64 { return time.Since(began).Milliseconds() },
		open: func(hw.Wiring) (sensors.Source, error) {
			p, err := next()
			if err != nil {
				return nil, err
			}
			return p, nil
		},
	}, w
}

func TestBoardIsOpenedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var now *plug
		missing := fmt.Errorf("open: %w", hw.ErrUnplugged)
		var b *wired
		b, w := plugged(func() (*plug, error) {
			if missing != nil {
				return nil, missing
			}
			now = &plug{now: b.now, pulled: make(chan struct{})}
			return now, nil
		})
		start := time.Now()
		for range 3 {
			if _, err := b.Next(t.Context()); !errors.Is(err, hw.ErrUnplugged) {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("three attempts took %v", took)
		}
		missing = nil
		if r, err := b.Next(t.Context()); err != nil || r.T != 3000 || r.Gap != 3000 || len(r.Changes) != 64 {
			t.Errorf("%d changes at %d, gap %d, %v", len(r.Changes), r.T, r.Gap, err)
		}
		if b.String() != "plug" || b.Health().Scans != 7 {
			t.Errorf("%v, %+v", b, b.Health())
		}
		close(now.pulled)
		pulled := now
		if _, err := b.Next(t.Context()); !errors.Is(err, hw.ErrUnplugged) || pulled.closes != 1 {
			t.Errorf("%v, closed %d times", err, pulled.closes)
		}
		if r, err := b.Next(t.Context()); err != nil || r.Gap != 1000 || now == pulled {
			t.Errorf("plugged in again: gap %d, %v", r.Gap, err)
		}
		b.Close()
		if _, err := b.Next(t.Context()); err != io.EOF || now.closes != 1 {
			t.Errorf("after Close: %v, closed %d times", err, now.closes)
		}
		if _, closes := w.Opened(); closes != 5 {
			t.Errorf("the wires were closed %d times: expected 5, after each failed opening, the plug and the end", closes)
		}
	})
}

// TestRealBoard plays on a board that is missing at first, and is pulled out in the middle.
func TestRealBoard(t *testing.T) {
	boards["plug"] = nil // newDaemon asks only whether it is there
	defer delete(boards, "plug")
	synctest.Test(t, func(t *testing.T) {
		cfg := config.Default()
		cfg.Data.Folder = t.TempDir()
		s := settingsOf(cfg, slog.New(slog.DiscardHandler))
		s.board.Kind = "plug"
		d, err := newDaemon(s, &simled.Panel{})
		if err != nil {
			t.Fatal(err)
		}
		queue, frame := make(chan sensors.Reading), home(t)
		attached := make(chan *plug, 1)
		b, _ := plugged(func() (*plug, error) {
			select {
			case p := <-attached:
				return p, nil
			default:
				return nil, hw.ErrUnplugged
			}
		})
		attach := func() (pulled chan struct{}) {
			pulled = make(chan struct{})
			attached <- &plug{now: d.clock, frame: frame, queue: queue, pulled: pulled}
			return pulled
		}
		d.source = b
		during(t, d, func() {
			move := func(from, to square.Square) {
				frame[from], frame[to] = sensors.Nothing, sensors.Something
				queue <- sensors.Reading{T: d.clock(), Changes: []sensors.Change{{Square: from}}}
				time.Sleep(300 * time.Millisecond)
				queue <- sensors.Reading{T: d.clock(), Changes: []sensors.Change{{Square: to, To: sensors.Something}}}
				time.Sleep(3 * time.Second)
			}
			time.Sleep(10 * time.Millisecond)
			if h := d.State().Health; len(h) != 1 || h[0].Part != "board" || h[0].State != "failed" || !strings.Contains(h[0].Text, "unplugged") {
				t.Errorf("health of a missing board: %+v", h)
			}
			pulled := attach()
			time.Sleep(2 * time.Second)
			move(square.E2, square.E4)
			close(pulled)
			attach()
			time.Sleep(5 * time.Second)
			move(square.E7, square.E5)
			if h := d.State().Health; len(h) != 1 || h[0].State != "ok" {
				t.Errorf("health of a board that is back: %+v", h)
			}
			st := d.State()
			if st.Sim || st.Tray != nil || len(st.Moves) != 2 || st.Moves[1].UCI != "e7e5" {
				t.Errorf("sim %v, tray %v, moves %+v", st.Sim, st.Tray, st.Moves)
			}
			if err := d.Command(t.Context(), web.Command{Do: web.Lift, Square: square.G1}); !errors.Is(err, errNotSimulated) {
				t.Errorf("lifting with the mouse: %v", err)
			}
			if err := d.Command(t.Context(), web.Command{Do: web.Press, Key: "resign-white"}); err != nil || d.State().Result == nil {
				t.Errorf("resigning on the page: %v, %v", err, d.State().Result)
			}
		})
		traces := files(t, d.data, "*.trace")
		if _, games := retold(t, d, traces[0]); games != d.PGN() || !strings.Contains(games, "1. e4 e5 0-1") {
			t.Errorf("the record tells\n%s\nwant\n%s", games, d.PGN())
		}
	})
}
