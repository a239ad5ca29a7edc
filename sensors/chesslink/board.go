package chesslink

import (
	"time"

	"jadoube/hw"
	"jadoube/sensors"
	"jadoube/sensors/link"
)

// Mode is how the line is clocked: the parity is among the eight bits, as not all boards have it.
var Mode = hw.SerialMode{Baud: 38400, Data: 8, Stop: 1}

// ScanMS is how many ms lie between two scans of the board.
const ScanMS = 41

// Board is a board behind a ChessLink.
type Board struct{ *link.Board }

var _ sensors.Source = (*Board)(nil)

// New returns a board on a port, which it owns; now is the recording's time in ms.
func New(port hw.Port, now func() int64) *Board {
	spec := link.Spec{
		Name: "ChessLink", Whole: true, Silence: 6 * time.Second,
		Info: sensors.Info{Kind: sensors.Piece, Scan: ScanMS},
	}
	return &Board{link.New(spec, new(talk), port, now)}
}
