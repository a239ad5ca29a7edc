//go:build linux && (amd64 || arm64)

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadoube/hw/hwtest"
	"jadoube/sensors"
	"jadoube/sensors/line/linetest"
	"jadoube/sensors/link/linktest"
	"jadoube/sensors/trace/tracetest"
)

// serialBoard is a model of a board that can be plugged into a serial port.
type serialBoard struct {
	example string // of docs/boards
	port    string // as in the example
	model   linktest.Model
	presses bool // the board has buttons for what a trace has
}

// socket is where a board is plugged in: a name that stays the same.
type socket struct {
	*testing.T
	wire *linktest.Wire
	name string
}

func (s *socket) plug() {
	s.Helper()
	master, path := hwtest.OpenPTY(s)
	os.Remove(s.name)
	if err := os.Symlink(path, s.name); err != nil {
		s.Fatal(err)
	}
	s.wire.Plug(master)
}

// playsOverSerial runs the program on a board at a pseudo-terminal while a traced game is acted out on it: a message is cut
// short in the middle, and later the plug is pulled with a man in the hand and put back when it stands.
func playsOverSerial(t *testing.T, b serialBoard, file string, moment time.Duration) {
	t.Helper()
	dir := t.TempDir()
	s := &socket{t, linktest.NewWire(b.model), filepath.Join(dir, "board")}
	s.plug()
	t.Cleanup(s.wire.Unplug)
	config := filepath.Join(dir, "board.toml")
	if err := os.WriteFile(config, []byte(example(t, b.example, b.port, s.name)), 0o600); err != nil {
		t.Fatal(err)
	}
	addr, stop := launch(t, dir, "serve", "--config", config, "--listen", "127.0.0.1:0", "--data", dir)
	time.Sleep(2 * time.Second)
	x := tracetest.Load(t, file)
	cut, pull := len(x.Readings)/4, inHand(x.Readings, len(x.Readings)/2)
	begun, played, last := time.Now(), time.Duration(0), int64(0)
	for i, r := range x.Readings {
		played += min(moment, time.Duration(r.T-last)*time.Millisecond)
		last = r.T
		time.Sleep(time.Until(begun.Add(played)))
		switch i {
		case cut:
			s.wire.Cut(2)
		case pull:
			s.wire.Unplug()
		}
		if r.Press != nil && !b.presses {
			post(t, addr, fmt.Sprintf(`{"do":"press","key":%q}`, r.Press.Key))
			r.Press = nil
		}
		s.wire.Happen(r)
		if i == cut || i == pull {
			time.Sleep(2 * time.Second)
			played += 2 * time.Second
		}
		if i == pull {
			s.plug()
			time.Sleep(3 * time.Second)
			played += 3 * time.Second
		}
	}
	time.Sleep(5 * time.Second)
	stop()
	wantGame(t, dir, file)
	until(t, "dark at the end", func() bool { now, ever := s.wire.Lights(); return now == 0 && ever })
}

// inHand is the first reading from n on that ends a plain move: a man that was lifted before is set down.
func inHand(readings []sensors.Reading, n int) int {
	for n++; n < len(readings)-1; n++ {
		before, now := readings[n-1].Changes, readings[n].Changes
		if len(before) == 1 && len(now) == 1 && before[0].To == sensors.Nothing && now[0].To != sensors.Nothing && now[0].Square != before[0].Square {
			return n
		}
	}
	return n
}

// wantGame compares the only PGN file of a folder with the right answer beside a trace.
func wantGame(t *testing.T, dir, file string) {
	t.Helper()
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
}

func TestGamesOverSerial(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	for name, c := range map[string]struct {
		board serialBoard
		game  string
	}{
		"line": {serialBoard{"line", "usb:2341:0043", linetest.New(sensors.Occupancy), true}, "club-occupancy/002"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			playsOverSerial(t, c.board, "testdata/traces/"+c.game+".trace", 700*time.Millisecond)
		})
	}
}
