package matrix

import (
	"errors"
	"time"

	"jadoube/hw"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/layout"
)

// How a chip that doesn't answer is treated.
const (
	tries  = 3                // of a transfer before the scan is given up
	pause  = time.Millisecond // between them
	runOut = 5                // scans given up in a row after which the chip is set up anew
)

// bank is one group of inputs and what is known of it.
type bank struct {
	in      Inputs
	squares [64]square.Square // of the inputs
	mask    uint64            // inputs that have a square
	invert  uint64
	last    uint64     // levels as they are believed, 1 = occupied, inputs in mask only
	board   square.Set // the same as squares
	known   bool       // last is the chip's word
	ready   bool       // set up
	failed  int        // scans given up in a row
	counts  *sensors.Health
}

func newBank(in Inputs, wired layout.Layout, high bool, counts *sensors.Health) bank {
	b := bank{in: in, counts: counts}
	for i, s := range wired {
		b.squares[i] = s
		if s != square.None {
			b.mask |= 1 << i
		}
	}
	if !high {
		b.invert = b.mask
	}
	return b
}

// scan reads the inputs. sure says that the chip's settings are to be looked at as well.
func (b *bank) scan(sure bool) (err error) {
	for try := range tries {
		if try > 0 {
			b.counts.Retries++
			time.Sleep(pause)
		}
		if err = b.try(sure || try > 0 || b.failed > 0); err == nil {
			b.failed = 0
			return nil
		}
	}
	b.failed++
	if b.failed >= runOut {
		b.ready = false
	}
	return err
}

func (b *bank) try(sure bool) error {
	if !b.ready {
		if err := b.in.Init(); err != nil {
			return err
		}
		b.ready = true
		if b.known {
			b.counts.Resets++
		}
	}
	read := b.in.Read
	if sure {
		read = b.in.Confirm
	}
	first, err := b.levels(read)
	if err != nil || b.known && first == b.last {
		return err
	}
	again, err := b.levels(b.in.Confirm)
	if err == nil {
		b.believe(first, again)
	}
	return err
}

// levels reads with one of the chip's methods; 1 = occupied.
func (b *bank) levels(read func() (uint64, error)) (uint64, error) {
	levels, err := read()
	if errors.Is(err, hw.ErrReset) {
		b.ready = false
	}
	return (levels ^ b.invert) & b.mask, err
}

// believe takes the levels on which two looks agree.
func (b *bank) believe(first, again uint64) {
	if !b.known {
		b.last, b.known = again, true
	}
	differ := first ^ again
	for i := range b.squares {
		if differ>>i&1 == 1 {
			b.counts.Flickers[b.squares[i]]++
		}
	}
	b.last = b.last&differ | again&^differ
	b.board = 0
	for i, s := range b.squares {
		if b.last>>i&1 == 1 {
			b.board = b.board.With(s)
		}
	}
}
