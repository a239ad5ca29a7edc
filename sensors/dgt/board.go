package dgt

import (
	"fmt"
	"strings"
	"time"

	"jadoube/hw"
	"jadoube/sensors"
	"jadoube/sensors/link"
)

// Mode is how the line is clocked.
var Mode = hw.SerialMode{Baud: 9600, Data: 8, Stop: 1}

// ScanMS is how many ms lie between two scans of the board.
const ScanMS = 200

// Options are how a board is used.
type Options struct {
	Lever      bool // the clock's lever is pressed after each move
	Times      bool // the clock's times are the game's: they are told as presses of the key times
	WhiteRight bool // White sits at the right of the clock, seen from its front
	Buttons    map[Button]sensors.Press
}

// side is who sits at one side of the clock.
func (o Options) side(right bool) string {
	if right == o.WhiteRight {
		return "white"
	}
	return "black"
}

// presses tells what was done to the clock since it said the last: its lever, flags that fell, and that it was stopped or
// goes on. A lever that is moved while the clock stands ends no move.
func (o Options) presses(was, now *Clock, e *link.Ear) {
	press := func(key string) { e.Pressed(sensors.Press{Key: key}) }
	fell := false
	for _, f := range [...]struct{ right, was, now bool }{{false, was.FlagLeft, now.FlagLeft}, {true, was.FlagRight, now.FlagRight}} {
		if f.now && !f.was {
			fell = true
			press("flag-" + o.side(f.right))
		}
	}
	if was.RightUp != now.RightUp && (was.Running || now.Running) {
		press(o.side(!now.RightUp))
	}
	switch {
	case was.Running && !now.Running && !fell:
		press("pause")
	case !was.Running && now.Running && was.stopped:
		press("resume")
	}
}

// told is what was said of the clock's times last.
type told struct {
	known        bool
	at           int64 // ms
	white, black int64 // ms
	running      string
}

// drift is by how many ms the clock may show something else than what was told and has gone by since: it shows whole seconds.
const drift = 1500

// times tells what the clock shows where that can't be known from what it showed before.
func (o Options) times(was *told, c *Clock, e *link.Ear) {
	now := told{known: true, at: e.Now(), white: c.Left.Milliseconds(), black: c.Right.Milliseconds()}
	if o.WhiteRight {
		now.white, now.black = now.black, now.white
	}
	if c.Running {
		now.running = o.side(c.RightUp)
	}
	if was.known && was.running == now.running && near(was.left("white", now.at), now.white) && near(was.left("black", now.at), now.black) {
		return
	}
	*was = now
	e.Pressed(sensors.Press{Key: "times", Args: strings.TrimSpace(fmt.Sprintf("%d %d %s", now.white, now.black, now.running))})
}

// left is what a side has by a time.
func (t *told) left(side string, at int64) int64 {
	ms := t.white
	if side == "black" {
		ms = t.black
	}
	if t.running == side {
		ms = max(0, ms-(at-t.at))
	}
	return ms
}

func near(a, b int64) bool { return a-b <= drift && b-a <= drift }

// Board is a DGT board.
type Board struct {
	*link.Board
	talk *talk
}

var _ sensors.Source = (*Board)(nil)

// New returns a board on a port, which it owns; now is the recording's time in ms.
func New(opt Options, port hw.Port, now func() int64) *Board {
	p := newTalk(opt)
	spec := link.Spec{
		Name: "DGT board", Whole: true, Silence: 6 * time.Second,
		Info: sensors.Info{Kind: sensors.Piece, Scan: ScanMS, Lever: opt.Lever},
	}
	return &Board{link.New(spec, p, port, now), p}
}
