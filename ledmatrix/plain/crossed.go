package plain

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"jadoube/hw"
	"jadoube/ledmatrix"
)

// Slot is how long a row is lit before the next one: eight rows make 62 pictures a second.
const Slot = 2 * time.Millisecond

// Options say how LEDs are crossed: the first pins of a group are the rows, those that follow the columns, and LED n of
// the strip is where row n/columns meets column n mod columns.
type Options struct {
	Strip      ledmatrix.Strip
	Rows       int
	RowsLow    bool // a row is on when its pin is 0
	ColumnsLow bool // a column is on when its pin is 0
}

// Crossed is LEDs in rows that take turns, also those in which nothing is lit, so that no light changes the others'
// brightness. While something is lit, a goroutine goes round. The resistors must bear that a row stays on when the
// program is killed. Crossed may be used from several goroutines.
type Crossed struct {
	pins    hw.OutPins
	opt     Options
	columns int
	off     uint64 // the levels with which nothing is lit

	mu    sync.Mutex
	last  ledmatrix.Image
	known bool     // rows show last
	rows  []uint64 // the columns that are lit in each
	row   int      // the one that is on
	stop  chan struct{}
	ended chan struct{}
}

var _ ledmatrix.Refresher = (*Crossed)(nil)

// NewCrossed returns crossed LEDs on a group of pins, which should be able to change all at once.
func NewCrossed(pins hw.OutPins, opt Options) (*Crossed, error) {
	columns := pins.Len() - opt.Rows
	if opt.Rows < 1 || columns < 1 {
		return nil, fmt.Errorf("%d rows of LEDs on %d pins: expected 1 row or more, and pins left for columns", opt.Rows, pins.Len())
	}
	if n := len(opt.Strip); n < 1 || n > opt.Rows*columns {
		return nil, fmt.Errorf("%d LEDs on %d rows and %d columns: expected 1 to %d", n, opt.Rows, columns, opt.Rows*columns)
	}
	d := &Crossed{pins: pins, opt: opt, columns: columns, rows: make([]uint64, opt.Rows)}
	if opt.RowsLow {
		d.off |= mask(opt.Rows)
	}
	if opt.ColumnsLow {
		d.off |= mask(columns) << opt.Rows
	}
	return d, nil
}

// Show lights an image's first row and leaves the rest to the goroutine.
func (d *Crossed) Show(img *ledmatrix.Image) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known && *img == d.last {
		return nil
	}
	d.last = *img
	return d.put(!d.known)
}

// Halt makes all rows dark and ends the goroutine.
func (d *Crossed) Halt() error {
	d.mu.Lock()
	d.last = ledmatrix.Image{}
	err := d.put(true)
	stop, ended := d.stop, d.ended
	d.stop = nil
	d.mu.Unlock()
	if stop != nil {
		close(stop)
		<-ended
	}
	return err
}

// Refresh sets the pins up again.
func (d *Crossed) Refresh() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.put(true)
}

// put lights the first row of the last image, and begins to go round if there are more; d.mu is held.
func (d *Crossed) put(anew bool) error {
	clear(d.rows)
	for n := range d.opt.Strip {
		if d.opt.Strip.Colour(&d.last, n) != (ledmatrix.RGB{}) {
			d.rows[n/d.columns] |= 1 << (n % d.columns)
		}
	}
	d.row = max(0, slices.IndexFunc(d.rows, func(columns uint64) bool { return columns != 0 }))
	err := write(d.pins, d.levels(), mask(d.pins.Len()), anew)
	d.known = err == nil
	if d.known && d.stop == nil && d.lit() {
		d.stop, d.ended = make(chan struct{}), make(chan struct{})
		go d.round(d.stop, d.ended)
	}
	return err
}

// lit reports whether something is.
func (d *Crossed) lit() bool {
	return slices.ContainsFunc(d.rows, func(columns uint64) bool { return columns != 0 })
}

// levels are those of the pins when the present row is on.
func (d *Crossed) levels() uint64 {
	if d.rows[d.row] == 0 {
		return d.off
	}
	return d.off ^ (1<<d.row | d.rows[d.row]<<d.opt.Rows)
}

// round goes from row to row until it is stopped, nothing is lit any more, or the pins fail: the next Show tells of that.
func (d *Crossed) round(stop <-chan struct{}, ended chan<- struct{}) {
	defer close(ended)
	slots := time.NewTicker(Slot)
	defer slots.Stop()
	for {
		select {
		case <-stop:
			return
		case <-slots.C:
		}
		if !d.next(stop) {
			return
		}
	}
}

// next lights the next row; false when there is nothing more to do.
func (d *Crossed) next(stop <-chan struct{}) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if (<-chan struct{})(d.stop) != stop {
		return false
	}
	if d.known = d.turn() == nil; d.known && d.lit() {
		return true
	}
	d.stop = nil
	return false
}

// turn goes on to the next row. Between two that are lit all are dark for an instant, since pins of a chip with two ports change
// one after the other.
func (d *Crossed) turn() error {
	before, all := d.rows[d.row], mask(d.pins.Len())
	d.row = (d.row + 1) % len(d.rows)
	if before != 0 {
		if err := d.pins.Write(d.off, all); err != nil {
			return err
		}
	}
	if d.rows[d.row] == 0 {
		return nil
	}
	return d.pins.Write(d.levels(), all)
}

// String names the LEDs: "64 crossed LEDs on mcp23017 0x20 on I2C1".
func (d *Crossed) String() string {
	return fmt.Sprintf("%d crossed LEDs on %v", len(d.opt.Strip), d.pins)
}
