package app

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
	"jadoube/rules/square"
)

// clocked gives a daemon a chess clock with a lever.
func clocked(s *settings) {
	cfg := config.Default()
	cfg.Game.Clock, cfg.Game.Level, cfg.Board.Lever = "300+2", "strict", true
	s.laws, s.lever = lawsIn(cfg.Game, &cfg.Board), true
}

// TestCutWhileAPlayerThinks: whoever is cut off gets a second of his thought back and no more, also with a man in the air and when it
// happens again; and the record tells the same when it is read again.
func TestCutWhileAPlayerThinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		d := b.daemonOn(t, memory(t), clocked)
		var folder string
		var began int64
		think := func(d *daemon, seconds int) {
			time.Sleep(time.Duration(seconds)*time.Second + 700*time.Millisecond)
			folder = cutOff(t, d)
		}
		during(t, d, func() {
			press(t, d, "start")
			time.Sleep(time.Second)
			do(t, d, web.Lift, square.E2)
			time.Sleep(300 * time.Millisecond)
			do(t, d, web.Place, square.E4)
			time.Sleep(300 * time.Millisecond)
			press(t, d, "white")
			began = d.State().Clock.Black
			think(d, 25)
		})
		spent := int64(25_700)
		for cut := range 3 {
			time.Sleep(time.Minute)
			ran := folder
			again := b.daemonOn(t, ran, clocked)
			c := again.State().Clock
			if back := spent - (began - c.Black); c.Running != "" || back < 0 || back > 1100 {
				t.Errorf("cut %d: %d ms of %d come back: %+v", cut, back, spent, c)
			}
			began, spent = c.Black, 12_700
			during(t, again, func() {
				time.Sleep(20 * time.Second)
				if cut == 1 {
					do(t, again, web.Place, square.E7)
					time.Sleep(time.Second)
				}
				press(t, again, "resume")
				if cut == 0 {
					do(t, again, web.Lift, square.E7)
				}
				think(again, 12)
			})
			asRecorded(t, ran)
		}
	})
}

// TestHeartbeatsAreFew: the disk is written to once a second while a clock runs and nothing happens, and not at all when none runs, or one
// at the board.
func TestHeartbeatsAreFew(t *testing.T) {
	for _, c := range []struct {
		name      string
		change    func(*settings)
		keys      []string
		low, high int64
	}{
		{"running", clocked, []string{"start"}, 58, 61},
		{"standing", clocked, []string{"start", "pause"}, 0, 0},
		{"without a clock", nil, []string{"hint"}, 0, 0},
		{"at the board", func(s *settings) { clocked(s); s.laws.Clock, s.laws.Outside = "", true }, []string{"times 300000 300000 white"}, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newBench().daemonOn(t, memory(t), c.change)
				var written atomic.Int64
				d.journal.took = func(time.Duration) { written.Add(1) }
				during(t, d, func() {
					for _, key := range c.keys {
						press(t, d, key)
					}
					time.Sleep(7 * time.Second) // what the board has to say is said
					settle(t, d)
					before := written.Load()
					time.Sleep(time.Minute)
					synctest.Wait()
					if n := written.Load() - before; n < c.low || n > c.high {
						t.Errorf("%d transactions in a minute, not %d to %d", n, c.low, c.high)
					}
				})
			})
		})
	}
}
