package hw

import (
	"errors"
	"sync/atomic"
	"time"
)

// Tries is how often a transaction is tried on a Retry before it fails, Pause how long the chip is left
// alone in between: long enough for the disturbance of a relay or a motor, short enough for a scan.
const (
	Tries = 3
	Pause = 2 * time.Millisecond
)

// Retry is an I²C bus on which a transaction that no chip acknowledged is tried again, as often as Tries
// says. On a bus with long wires that happens now and then; one that needs it often is told by Counts.
// Other errors are returned at once: a time-out has already taken long, and an unplugged bus stays so.
type Retry struct {
	I2C
	again, lost atomic.Int64
}

var _ I2C = (*Retry)(nil)

// NewRetry returns bus with repetition. What the transactions do must be the same when done twice.
func NewRetry(bus I2C) *Retry { return &Retry{I2C: bus} }

// Tx is a transaction, tried up to three times.
func (b *Retry) Tx(addr uint16, w, r []byte) error {
	for try := 1; ; try++ {
		err := b.I2C.Tx(addr, w, r)
		switch {
		case !errors.Is(err, ErrNoAnswer):
			return err
		case try == Tries:
			b.lost.Add(1)
			return err
		}
		b.again.Add(1)
		time.Sleep(Pause)
	}
}

// Counts returns how often something was tried again, and how many transactions failed all the same.
func (b *Retry) Counts() (again, lost int64) { return b.again.Load(), b.lost.Load() }
