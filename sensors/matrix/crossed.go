package matrix

import (
	"errors"
	"fmt"
	"math/bits"
	"time"

	"jadoube/hw"
)

// ErrGhosts is the error of crossed wires without a diode at each switch. Three men on the corners of a rectangle close the fourth
// corner there, so what stands on the board can't be known.
var ErrGhosts = errors.New("the matrix has no diodes: three men on the corners of a rectangle show a fourth; put a diode at each switch")

// Crossed is a matrix of switches between rows and columns, with a diode at each. Input n is row n/columns, column n%columns.
// Inverted pins make it one that is low where it is on.
//
// The diodes show themselves: without them a row that shares a column with another shows all its columns, so two rows are
// alike or have nothing in common. The first two rows that have something in common and differ are the proof. A board that
// changes again and again without it has none.
type Crossed struct {
	rows    hw.OutPins
	columns hw.InPins
	settle  time.Duration
	all     uint64

	proved bool
	last   uint64
	frames int // that had rectangles and yet no proof
}

const ghostly = 3 // frames without proof that are enough

// NewCrossed returns a matrix of at most 64 switches. settle is how long a row is on before the columns are read: the time that
// the wires and the pulls of the columns take, some microseconds a metre.
func NewCrossed(rows hw.OutPins, columns hw.InPins, settle time.Duration) (*Crossed, error) {
	if n := rows.Len() * columns.Len(); n < 1 || n > 64 {
		return nil, fmt.Errorf("matrix of %d rows and %d columns: expected 1 to 64 switches", rows.Len(), columns.Len())
	}
	if settle < 0 || settle > time.Millisecond {
		return nil, fmt.Errorf("matrix: columns are read after %v: expected 0 to 1 ms", settle)
	}
	return &Crossed{rows: rows, columns: columns, settle: settle, all: 1<<rows.Len() - 1}, nil
}

// String names the pins.
func (c *Crossed) String() string { return fmt.Sprintf("%v by %v", c.rows, c.columns) }

// Len is the number of switches.
func (c *Crossed) Len() int { return c.rows.Len() * c.columns.Len() }

// Warnings says that the diodes haven't shown themselves yet, and what the columns' chip warns of.
func (c *Crossed) Warnings() (list []string) {
	if w, ok := c.columns.(Warner); ok {
		list = w.Warnings()
	}
	if !c.proved {
		list = append(list, unproved)
	}
	return list
}

const unproved = "whether the matrix has its diodes shows as soon as men stand in two ranks and one of them is lifted"

// Init switches all rows off, and has a chip that they are on set up anew.
func (c *Crossed) Init() error {
	if chip, ok := c.rows.(interface{ Init() error }); ok {
		if err := chip.Init(); err != nil {
			return err
		}
	}
	return c.rows.Write(0, c.all)
}

// Read reads the rows one after the other, in two system calls each.
func (c *Crossed) Read() (uint64, error) {
	var levels uint64
	for row := range c.rows.Len() {
		columns, err := c.row(1<<row, c.columns.Read)
		if err != nil {
			return 0, err
		}
		levels |= columns << (row * c.columns.Len())
	}
	return levels, c.haunted(levels)
}

// row reads the columns by read while the rows in on are on.
func (c *Crossed) row(on uint64, read func() (uint64, error)) (uint64, error) {
	if err := c.rows.Write(on, c.all); err != nil {
		return 0, err
	}
	c.wait()
	return read()
}

// wait spins, as nothing sleeps for so short a time. It ends under a clock that stands still, too: no look at a clock takes less
// than 20 ns.
func (c *Crossed) wait() {
	start := time.Now()
	for n := c.settle / 20; n > 0 && time.Since(start) < c.settle; n-- {
	}
}

// Confirm reads once more, and with all rows off, where no column may be on. The settings of a chip that the columns are on are looked
// at then.
func (c *Crossed) Confirm() (uint64, error) {
	read := c.columns.Read
	if chip, ok := c.columns.(interface{ Confirm() (uint64, error) }); ok {
		read = chip.Confirm
	}
	stuck, err := c.row(0, read)
	if err != nil {
		return 0, err
	}
	if stuck != 0 {
		return 0, fmt.Errorf("columns %b of the matrix are on while no row is: look for a short circuit, or for ^ or ~ that is missing at their pins", stuck)
	}
	return c.Read()
}

// haunted looks for the proof that there are diodes.
func (c *Crossed) haunted(levels uint64) error {
	if c.proved || levels == c.last {
		return c.ghosts()
	}
	c.last = levels
	n := c.columns.Len()
	mask := uint64(1)<<n - 1
	rectangle := false
	for i := range c.rows.Len() {
		for j := range i {
			a, b := levels>>(i*n)&mask, levels>>(j*n)&mask
			if a&b != 0 && a != b {
				c.proved, c.frames = true, 0
				return nil
			}
			rectangle = rectangle || bits.OnesCount64(a&b) >= 2
		}
	}
	if rectangle {
		c.frames++
	}
	return c.ghosts()
}

func (c *Crossed) ghosts() error {
	if c.frames >= ghostly {
		return ErrGhosts
	}
	return nil
}
