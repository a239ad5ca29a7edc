package sim

import (
	"slices"

	"jadoube/sensors"
)

// Restore puts the men where they were when the program ended last: stand is a frame of kind Piece, off are those beside
// the board or in a hand, the last lifted last. Sensors tell nothing of it.
func (b *Board) Restore(stand sensors.Frame, off []sensors.Contact) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.begin, b.stand, b.off = stand, stand, slices.Clone(off)
}
