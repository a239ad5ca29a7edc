package config

import (
	"jadoube/sensors"
	"jadoube/sensors/chesslink"
)

// ChessLink is [board.chesslink]: one of Millennium's boards behind a ChessLink, or with one built in.
type ChessLink struct {
	Serial
}

func (c *ChessLink) defaults() { *c = ChessLink{Serial{Port: "usb:0403:6001"}} }

func (c *ChessLink) sees() []sensors.Kind { return []sensors.Kind{sensors.Piece} }

func (c *ChessLink) scan() int64 { return chesslink.ScanMS }

func (c *ChessLink) lights() []string { return []string{OwnLights} }
