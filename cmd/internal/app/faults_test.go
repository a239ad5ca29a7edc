package app

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/ledmatrix/simled"
	"jadoube/rules"
	"jadoube/sensors"
	"jadoube/sensors/link/linktest"
	"jadoube/sensors/sim"
)

// TestFaultyLines acts out people's games on each board of the documentation that hangs on a serial port. Messages are
// cut, garbage comes between them, and the plug is pulled with a man in the hand. All moves must be read as they were made.
func TestFaultyLines(t *testing.T) {
	n := 1
	if os.Getenv("JADOUBE_SLOW") != "" {
		n = 10
	}
	wants, _ := filepath.Glob("../../jadoube/testdata/traces/club-*/*.want")
	examples, _ := filepath.Glob("../../../docs/boards/*.toml")
	for i, file := range examples {
		cfg, err := config.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		if !cfg.Board.OnSerial() {
			continue
		}
		for k := range n {
			want := wants[(7*i+k)%len(wants)]
			t.Run(fmt.Sprintf("%s/%s", filepath.Base(file), filepath.Base(filepath.Dir(want))+filepath.Base(want)), func(t *testing.T) {
				text, err := os.ReadFile(want)
				if err != nil {
					t.Fatal(err)
				}
				moves, _, _ := strings.Cut(string(text), "\n")
				cfg.Data.Folder = t.TempDir()
				t.Chdir(cfg.Data.Folder)
				synctest.Test(t, func(t *testing.T) { playFaulty(t, cfg, moves, uint64(k)) })
			})
		}
	}
}

func playFaulty(t *testing.T, cfg config.Config, line string, seed uint64) {
	model, name := serialModel(t, cfg)
	wire, w := linktest.NewWire(model), &hwtest.Wiring{}
	plug := func() {
		near, far := hwtest.NewPort()
		w.Plug(name, near)
		wire.Plug(far)
	}
	plug()
	s := settingsOf(cfg, slog.New(slog.DiscardHandler))
	s.wires = func() hw.Wiring { return w }
	d, err := newDaemon(s, &simled.Panel{})
	if err != nil {
		t.Fatal(err)
	}
	start := rules.StartPosition()
	moves, err := sim.ParseMoves(start, line)
	if err != nil {
		t.Fatal(err)
	}
	hands := sim.Hands{Profile: sim.Club, Seed: seed, Kind: s.kind, Scan: max(s.scan, 10), Lever: s.lever}
	game, err := hands.Play(start, moves, "*")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 11))
	faults := 0
	during(t, d, func() {
		time.Sleep(2 * time.Second)
		at := int64(0)
		for i, r := range game.Trace.Readings {
			time.Sleep(time.Duration(r.T-at) * time.Millisecond)
			at = r.T
			pulled := false
			switch rng.IntN(30) {
			case 0:
				if tells := len(r.Changes) > 0 && r.Changes[0].To != sensors.Nothing; tells || s.kind == sensors.Piece {
					wire.Cut(rng.IntN(4))
					faults++
				} // else it might be the only sign that a man was taken
			case 1:
				b := make([]byte, 1+rng.IntN(40))
				for i := range b {
					b[i] = byte(rng.Uint32())
				}
				wire.Say(b)
				faults++
			case 2:
				if pulled = endsMove(game.Trace.Readings, i); pulled {
					wire.Unplug()
					faults++
				}
			}
			wire.Happen(r)
			if pulled {
				time.Sleep(2 * time.Second)
				plug()
				time.Sleep(4 * time.Second)
			}
		}
		time.Sleep(10 * time.Second)
	})
	wire.Unplug()
	if got, want := played(d.State()), strings.Join(game.Moves, " "); got != want {
		t.Errorf("with %d faults the game was read as\n%s\nbut was\n%s", faults, got, want)
	}
	t.Logf("%d moves, %d faults", len(moves), faults)
}

// endsMove reports whether the i-th reading sets a man down that was lifted in the one before, somewhere else.
func endsMove(readings []sensors.Reading, i int) bool {
	if i == 0 {
		return false
	}
	before, now := readings[i-1].Changes, readings[i].Changes
	return len(before) == 1 && len(now) == 1 && before[0].To == sensors.Nothing && now[0].To != sensors.Nothing && now[0].Square != before[0].Square
}
