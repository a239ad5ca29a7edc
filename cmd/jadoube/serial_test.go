//go:build linux && (amd64 || arm64)

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadoube/hw/hwtest"
	"jadoube/rules"
	"jadoube/sensors"
	"jadoube/sensors/certabo/certabotest"
	"jadoube/sensors/chesslink/chesslinktest"
	"jadoube/sensors/dgt/dgttest"
	"jadoube/sensors/line/linetest"
	"jadoube/sensors/link/linktest"
	"jadoube/sensors/sim"
)

// serialBoard is a model of a board that can be plugged into a serial port.
type serialBoard struct {
	example string // of docs/boards
	port    string // as in the example
	model   linktest.Model
	kind    sensors.Kind
	scan    int64 // ms
	lever   bool
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

// evening is a game with captures, both castlings, en passant, a promotion, and a result shown by the kings.
const (
	evening       = "e2e4 d7d5 e4d5 c7c6 d5c6 g8f6 c6b7 c8d7 b7a8q e7e6 g1f3 f8e7 f1e2 e8g8 e1g1 e6e5 b1c3 e5e4 d2d4 e4d3 e2d3 f8e8"
	eveningResult = "1-0"
)

// acted is the evening as club players act it out on a board of this kind.
func acted(t *testing.T, b serialBoard) []sensors.Reading {
	t.Helper()
	start := rules.StartPosition()
	moves, err := sim.ParseMoves(start, evening)
	if err != nil {
		t.Fatal(err)
	}
	hands := sim.Hands{Profile: sim.Club, Seed: 64, Kind: b.kind, Scan: b.scan, Lever: b.lever}
	hands.Profile.Kings = 1
	game, err := hands.Play(start, moves, eveningResult)
	if err != nil {
		t.Fatal(err)
	}
	return game.Trace.Readings
}

// playsOverSerial runs the program on a board at a pseudo-terminal while a game is acted out on it: a message is cut short
// in the middle, and later the plug is pulled with a man in the hand and put back when it stands.
func playsOverSerial(t *testing.T, b serialBoard, moment time.Duration) {
	t.Helper()
	dir := t.TempDir()
	s := &socket{t, linktest.NewWire(b.model), filepath.Join(dir, "board")}
	s.plug()
	t.Cleanup(s.wire.Unplug)
	config, text := filepath.Join(dir, "board.toml"), example(t, b.example, b.port, s.name)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, stop := launch(t, dir, "serve", "--config", config, "--listen", "127.0.0.1:0", "--data", dir)
	time.Sleep(2 * time.Second)
	readings := acted(t, b)
	cut, pull := len(readings)/4, inHand(readings, len(readings)/2)
	begun, played, last := time.Now(), time.Duration(0), int64(0)
	for i, r := range readings {
		played += min(moment, time.Duration(r.T-last)*time.Millisecond)
		last = r.T
		time.Sleep(time.Until(begun.Add(played)))
		switch i {
		case cut:
			s.wire.Cut(2)
		case pull:
			s.wire.Unplug()
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
	wantGame(t, dir, evening, eveningResult)
	until(t, "dark at the end", func() bool {
		now, ever := s.wire.Lights()
		return now == 0 && ever == strings.Contains(text, "[leds]")
	})
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

// wantGame wants this to be the game that was played last in a data folder.
func wantGame(t *testing.T, dir, moves, result string) {
	t.Helper()
	compare(t, lastGame(t, currentGame(t, dir)), moves, result)
}

func colouredTabutronic() linktest.Model {
	m := certabotest.New(false)
	m.Colours, m.Turned = true, true
	return m
}

func turnedChessLink() linktest.Model {
	m := chesslinktest.New()
	m.Turned = true
	return m
}

func turnedDGT() linktest.Model {
	m := dgttest.New()
	m.Turned = true
	return m
}

func TestGamesOverSerial(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	for name, b := range map[string]serialBoard{
		"line":               {"line", "usb:2341:0043", linetest.New(sensors.Occupancy), sensors.Occupancy, 10, false},
		"Certabo":            {"certabo", "usb:10c4:ea60", certabotest.New(true), sensors.Piece, 250, false},
		"Tabutronic, turned": {"tabutronic", "usb:10c4:ea60", colouredTabutronic(), sensors.Occupancy, 250, false},
		"ChessLink, turned":  {"chesslink", "usb:0403:6001", turnedChessLink(), sensors.Piece, 41, false},
		"DGT, turned":        {"dgt", "usb:0403:6001", turnedDGT(), sensors.Piece, 200, true},
		"DGT Revelation II":  {"dgt-revelation", "/dev/rfcomm0", dgttest.New(), sensors.Piece, 200, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			playsOverSerial(t, b, 350*time.Millisecond)
		})
	}
}
