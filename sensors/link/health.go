package link

import (
	"sync/atomic"

	"jadoube/sensors"
)

// counts may be read from any goroutine.
type counts struct{ whole, garbled, greeted atomic.Int64 }

// Health says how often all squares were read, how many messages could not be, and how often the board
// had to be greeted again.
func (b *Board) Health() sensors.Health {
	c := &b.ear.count
	return sensors.Health{Scans: c.whole.Load(), Errors: c.garbled.Load(), Resets: max(c.greeted.Load()-1, 0)}
}
