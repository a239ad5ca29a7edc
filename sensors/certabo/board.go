package certabo

import (
	"maps"
	"time"

	"jadoube/hw"
	"jadoube/sensors"
	"jadoube/sensors/link"
)

// Mode is how the line is clocked.
var Mode = hw.SerialMode{Baud: 38400, Data: 8, Stop: 1}

// ScanMS is about how many ms lie between two frames of a board.
const ScanMS = 250

// silence is for how long a board that talks by itself may say nothing.
const silence = 5 * time.Second

// Options are how a board is used.
type Options struct {
	Pace   time.Duration     // at least, between two messages to the lights; Pace suits all boards
	Known  Chips             // the men's chips, as far as they are known
	Learnt func(Chips) error // is told all of them when there are more, by Next; may be nil
	// Teach is given the chips on the squares, by Next, as often as the board tells them. Next returns no men then. May be nil.
	Teach func(stands *[64]Chip)
}

// Board is a Certabo or a Tabutronic board.
type Board struct {
	*link.Board
	pace time.Duration
	turn chan struct{} // held by who tells the lights something
	told time.Time     // when they were told something last
}

var _ sensors.Source = (*Board)(nil)

// New returns a board that reads chips, on a port, which it owns; now is the recording's time in ms.
func New(opt Options, port hw.Port, now func() int64) *Board {
	p := &chipsTalk{school: school{known: maps.Clone(opt.Known), learnt: opt.Learnt}, teach: opt.Teach}
	return &Board{Board: link.New(spec("Certabo board", sensors.Piece), p, port, now), pace: opt.Pace, turn: make(chan struct{}, 1)}
}

// NewTabutronic returns a board that sees occupancy.
func NewTabutronic(opt Options, port hw.Port, now func() int64) *Board {
	return &Board{Board: link.New(spec("Tabutronic board", sensors.Occupancy), new(rowsTalk), port, now), pace: opt.Pace, turn: make(chan struct{}, 1)}
}

func spec(name string, kind sensors.Kind) link.Spec {
	return link.Spec{Name: name, Info: sensors.Info{Kind: kind, Scan: ScanMS}, Whole: true, Silence: silence}
}

// await waits until the lights can be told something, and keeps others from it until free is called.
func (b *Board) await() {
	b.turn <- struct{}{}
	time.Sleep(time.Until(b.told.Add(b.pace)))
}

func (b *Board) free() { <-b.turn }

// Close ends the board. Lights that were told something just now are given the time to go dark.
func (b *Board) Close() error {
	b.await()
	defer b.free()
	return b.Board.Close()
}
