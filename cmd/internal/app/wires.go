package app

import (
	"strings"

	"jadoube/cmd/internal/web"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// wiresOf says how the wires of a board have been doing since it was opened; nil where the board doesn't count.
func wiresOf(source sensors.Source) *web.Wires {
	board, ok := source.(sensors.Monitored)
	if !ok {
		return nil
	}
	h := board.Health()
	w := &web.Wires{
		Scans: h.Scans, Retries: h.Retries, Errors: h.Errors, Resets: h.Resets, Warnings: h.Warnings,
		Squares: make(map[square.Square]web.Wire, len(h.Changes)),
	}
	for s := range h.Changes {
		w.Squares[square.Square(s)] = web.Wire{Changes: h.Changes[s], Flickers: h.Flickers[s], Level: h.Levels[s], Rest: h.Rests[s]}
	}
	return w
}

// warn tells what is odd with the board's wires, though they work as far as one can tell.
func (d *daemon) warn() {
	if board, ok := d.source.(sensors.Monitored); ok {
		d.healthIs("wiring", "warning", strings.Join(board.Health().Warnings, "; "))
	}
}
