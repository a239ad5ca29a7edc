package dgt

import (
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
	WhiteRight bool // White sits at the right of the clock, seen from its front
	Buttons    map[Button]sensors.Press
}

// presser is who pressed the lever when it is up on one side now.
func (o Options) presser(rightUp bool) string {
	if rightUp != o.WhiteRight {
		return "white"
	}
	return "black"
}

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
