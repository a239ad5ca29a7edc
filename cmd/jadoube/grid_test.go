//go:build linux && (amd64 || arm64)

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"jadoube/cmd/internal/rigs"
	"jadoube/hw/hwtest/fusebus"
	"jadoube/hw/hwtest/models"
	"jadoube/rules/pgn"
	"jadoube/sensors"
	"jadoube/sensors/trace"
	"jadoube/sensors/trace/tracetest"
)

// wires are simulated chips in /dev.
type wires struct {
	rig               *rigs.Rig
	config            string
	faults, transfers atomic.Int64
	dead              atomic.Bool // nothing answers
}

// plays runs the program on the wires while a traced game is acted out on them, and compares its PGN with the right
// answer beside the trace. Pauses for thought are cut to at most a moment. Chips on I²C are silent for a while in the middle: a
// man in the hand is set down meanwhile.
func plays(t *testing.T, w *wires, file string, moment time.Duration) {
	t.Helper()
	dir := t.TempDir()
	config := filepath.Join(dir, "board.toml")
	if err := os.WriteFile(config, []byte(w.config), 0o600); err != nil {
		t.Fatal(err)
	}
	x := tracetest.Load(t, file)
	frame := x.Start
	w.rig.Stand(&frame)
	addr, stop := launch(t, dir, "serve", "--config", config, "--listen", "127.0.0.1:0", "--data", dir)
	time.Sleep(300 * time.Millisecond)
	if fen := x.Header.FEN; fen != "" {
		post(t, addr, pressOf("new "+fen))
		time.Sleep(2 * time.Second)
	}
	board := func(state string) func() bool {
		return func() bool { return strings.Contains(getState(t, addr).health(), "board "+state) }
	}
	pull, n := inHand(x.Readings, len(x.Readings)/2), 0
	stand := func(f *sensors.Frame) {
		silent := n == pull && w.rig.I2C != nil
		w.dead.Store(silent)
		w.rig.Stand(f)
		if n++; silent {
			until(t, "told that no chip answers", board("failed"))
			w.dead.Store(false)
			until(t, "told that they are back", board("ok"))
		}
	}
	act(x, &frame, hands{stand, func(key string) { post(t, addr, pressOf(key)) }, time.Sleep}, moment)
	time.Sleep(4 * time.Second)
	stop()
	sameGame(t, currentGame(t, dir), file)
	t.Logf("%d of %d transfers failed", w.faults.Load(), w.transfers.Load())
}

// currentGame is the file of the game that was played last in a data folder.
func currentGame(t *testing.T, dir string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "pgn", "current.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// sameGame compares a file's last game with the right answer beside a trace.
func sameGame(t *testing.T, text []byte, file string) {
	t.Helper()
	want, err := os.ReadFile(strings.TrimSuffix(file, ".trace") + ".want")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(want), "\n")
	compare(t, lastGame(t, text), lines[0], lines[1])
}

// lastGame is the last of a file: before a game from a position there is one that nobody played.
func lastGame(t *testing.T, text []byte) (last *pgn.Game) {
	t.Helper()
	for games := pgn.NewReader(bytes.NewReader(text)); ; {
		game, err := games.Next()
		if errors.Is(err, io.EOF) {
			return last
		}
		if err != nil {
			t.Fatal(err)
		}
		last = game
	}
}

// hands are what a trace is acted out by.
type hands struct {
	stand func(*sensors.Frame)
	press func(key string)
	pause func(time.Duration)
}

// act does what the trace says.
func act(x *trace.Trace, frame *sensors.Frame, h hands, moment time.Duration) {
	last := int64(0)
	for _, r := range x.Readings {
		h.pause(min(moment, time.Duration(r.T-last)*time.Millisecond))
		last = r.T
		frame.Apply(r.Changes)
		h.stand(frame)
		if r.Press != nil && r.Press.Key != "pause" {
			h.press(r.Press.Key)
		}
	}
}

// pressOf is the command by which a key is pressed on the page.
func pressOf(key string) string { return fmt.Sprintf(`{"do":"press","key":%q}`, key) }

// busStorm is a bus on long wires: a transfer in a hundred isn't acknowledged, or not to its end, and every second nothing is for
// 20 ms.
func busStorm(seed uint64, count *atomic.Int64) func() models.Fault {
	single := models.Storm(seed, 0.01, models.Nak, models.Cut)
	return func() models.Fault {
		fault := single()
		if time.Now().UnixMilli()%1000 < 20 {
			fault = models.Nak
		}
		if fault != models.None {
			count.Add(1)
		}
		return fault
	}
}

// example is a config of docs/boards with some words replaced.
func example(t testing.TB, name string, words ...string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/boards/" + name + ".toml")
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(words...).Replace(string(text))
}

// wired is a rig in /dev, on a bus with a number that no computer has.
func wired(t testing.TB, name string, number int) *wires {
	r := rigs.New(name)
	w := &wires{rig: r}
	if r.SPI != nil { // pins can't be had this way: the chip select does what PL needs
		fusebus.Serve(t, map[string]fmt.Stringer{fmt.Sprintf("spidev%d.0", number): r.SPI})
		w.config = example(t, name, `bus = "0.0"`, fmt.Sprintf(`bus = "%d.0"`, number), `latch = "GPIO25"`, `latch = ""`)
		return w
	}
	fusebus.Serve(t, map[string]fmt.Stringer{fmt.Sprintf("i2c-%d", number): r.I2C})
	w.config = example(t, name, `bus = "1"`, fmt.Sprintf(`bus = "%d"`, number))
	storm := busStorm(uint64(number), &w.faults)
	r.Fault(func() models.Fault {
		w.transfers.Add(1)
		if fault := storm(); !w.dead.Load() {
			return fault
		}
		return models.Nak
	})
	return w
}

// TestGamesOverTheBus: the unchanged program plays traced games over the kernel's own interface, on buses that fail.
func TestGamesOverTheBus(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	number := 4000 + 16*(os.Getpid()%1000)
	for _, c := range []struct{ rig, game string }{
		{"mcp23017", "club-occupancy/002"},
		{"mcp23017", "cases/castle-both-hands"},
		{"pca9555", "cases/capture-victim-first"},
		{"pca9555", "club-occupancy/002"},
		{"pcf8574", "club-occupancy/002"},
		{"pcf8575", "cases/promotion-knight"},
		{"pca9552", "cases/slide-e2-e3-e4"},
		{"hc165", "cases/capture-recapture"},
		{"matrix-mcp23017", "club-occupancy/002"},
	} {
		number++
		n := number
		t.Run(c.rig+"/"+c.game, func(t *testing.T) {
			t.Parallel()
			plays(t, wired(t, c.rig, n), "testdata/traces/"+c.game+".trace", 700*time.Millisecond)
		})
	}
}
