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

	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/fusebus"
	"jadoube/hw/hwtest/models"
	"jadoube/rules/pgn"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/trace"
	"jadoube/sensors/trace/tracetest"
)

// wires are simulated chips in /dev, with men on them.
type wires struct {
	config string                    // [board] and its table
	stand  func(occupied square.Set) // makes the contacts say so
	said   func() string             // what the bus went through, for the log
}

// plays runs the program on the wires while a traced game is acted out on them, and compares its PGN with the right
// answer beside the trace. Pauses for thought are cut to at most a moment.
func plays(t *testing.T, w wires, file string, moment time.Duration) {
	t.Helper()
	dir := t.TempDir()
	config := filepath.Join(dir, "board.toml")
	if err := os.WriteFile(config, []byte(w.config), 0o600); err != nil {
		t.Fatal(err)
	}
	x := tracetest.Load(t, file)
	frame := x.Start
	w.stand(frame.Occupied())
	addr, stop := launch(t, dir, "serve", "--config", config, "--listen", "127.0.0.1:0", "--data", dir)
	time.Sleep(300 * time.Millisecond)
	if fen := x.Header.FEN; fen != "" {
		post(t, addr, fmt.Sprintf(`{"do":"press","key":"new %s"}`, fen))
		time.Sleep(2 * time.Second)
	}
	act(t, addr, x, &frame, w.stand, moment)
	time.Sleep(4 * time.Second)
	stop()
	games, _ := filepath.Glob(filepath.Join(dir, "*.pgn"))
	if len(games) != 1 {
		t.Fatalf("PGN files: %v", games)
	}
	text, err := os.ReadFile(games[0])
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(strings.TrimSuffix(file, ".trace") + ".want")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(want), "\n")
	compare(t, lastGame(t, text), lines[0], lines[1])
	t.Log(w.said())
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

// act does what the trace says.
func act(t *testing.T, addr string, x *trace.Trace, frame *sensors.Frame, stand func(square.Set), moment time.Duration) {
	begun, played, last := time.Now(), time.Duration(0), int64(0)
	for _, r := range x.Readings {
		played += min(moment, time.Duration(r.T-last)*time.Millisecond)
		last = r.T
		time.Sleep(time.Until(begun.Add(played)))
		frame.Apply(r.Changes)
		stand(frame.Occupied())
		if r.Press != nil && r.Press.Key != "pause" {
			post(t, addr, fmt.Sprintf(`{"do":"press","key":%q}`, r.Press.Key))
		}
	}
}

// nakStorm is a bus on long wires: a transfer in a hundred isn't acknowledged, and every second nothing is for
// 20 ms.
func nakStorm(seed uint64, count *atomic.Int64) func() models.Fault {
	single := models.Storm(seed, 0.01, models.Nak)
	return func() models.Fault {
		if fault := single(); fault != models.None || time.Now().UnixMilli()%1000 < 20 {
			count.Add(1)
			return models.Nak
		}
		return models.None
	}
}

// fiveMCP23017 are as in docs/boards/mcp23017.toml.
func fiveMCP23017(t *testing.T, number int) wires {
	bus := hwtest.Chips{}
	var naks, transfers atomic.Int64
	var chips []*models.MCP23017
	for i := range 5 {
		m := models.NewMCP23017()
		chips = append(chips, m)
		faults := nakStorm(uint64(i), &naks)
		bus[uint16(0x20+i)] = models.Faulty(m.Tx, m, func() models.Fault { transfers.Add(1); return faults() })
	}
	fusebus.Serve(t, map[string]fmt.Stringer{fmt.Sprintf("i2c-%d", number): bus})
	return wires{
		config: example(t, "mcp23017", `bus = "1"`, fmt.Sprintf(`bus = "%d"`, number)),
		said: func() string {
			return fmt.Sprintf("%d of %d transfers not acknowledged", naks.Load(), transfers.Load())
		},
		stand: func(occupied square.Set) {
			for s := range square.None {
				chip, pin := int(s)/14, uint64(1)<<(int(s)%14/7*8+int(s)%14%7)
				closed := uint64(0)
				if occupied.Has(s) {
					closed = pin
				}
				chips[chip].Close(closed, pin)
			}
		},
	}
}

// example is a config of docs/boards with some words replaced.
func example(t *testing.T, name string, words ...string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/boards/" + name + ".toml")
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(words...).Replace(string(text))
}

// TestGamesOverTheBus: the unchanged program plays traced games over the kernel's own interface, on a bus that fails.
func TestGamesOverTheBus(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	number := 4000 + 16*(os.Getpid()%1000)
	for name, wire := range map[string]func(*testing.T, int) wires{
		"MCP23017": fiveMCP23017,
	} {
		for _, game := range []string{"club-occupancy/002", "cases/castle-both-hands", "cases/capture-victim-first"} {
			number++
			n := number
			t.Run(name+"/"+game, func(t *testing.T) {
				t.Parallel()
				plays(t, wire(t, n), "testdata/traces/"+game+".trace", 700*time.Millisecond)
			})
		}
	}
}
