// Package max7219 knows the registers of MAX7219 and MAX7221 drivers, of which each lights 64 LEDs of one
// colour, alone or in a chain on one SPI line; it must not know what the lights mean.
//
// From "Serially Interfaced, 8-Digit LED Display Drivers", Maxim 19-4452: a register takes 16 bits, address and
// value, when LOAD rises (page 6); the registers' addresses, and that the chip wakes up shut down with
// one digit scanned (page 7); brightness (pages 8 and 9); all digits scanned (page 9); a chain is written with
// the last chip's bits first (page 10). A chip can't be read, and disturbances are known to reset it.
package max7219

import (
	"fmt"

	"jadoube/hw"
	"jadoube/ledmatrix"
)

// Options say what hangs on the line.
type Options struct {
	Strip ledmatrix.Strip // LED n: chip n/64, digit n/8 mod 8, bit n mod 8 of the digit's value (0 = segment G, 6 = A, 7 = DP)
	Step  int             // brightness, 1 to Steps
}

// Steps is how many steps of brightness there are: on for 1/32, 3/32 … 31/32 of the time (page 9, table 7).
const Steps = 16

// FullCurrent is what one chip draws with all LEDs on at the highest step, in mA: 40 mA for each of
// eight segments, one digit at a time (page 8: with the smallest resistor that is allowed).
const FullCurrent = 320

// The clock with which the line is opened, in mode 0: the chips take 10 MHz (page 2).
const (
	DefaultClock = 1_000_000
	MinClock     = 10_000
	MaxClock     = 10_000_000
)

// maxChips is the longest chain.
const maxChips = 4

// Registers (page 7, table 2). Digit n is register n+1.
const (
	decode    = 0x09
	intensity = 0x0a
	scanLimit = 0x0b
	shutdown  = 0x0c
	test      = 0x0f
)

// Check returns what is wrong with o.
func (o Options) Check() error {
	if n := len(o.Strip); n < 1 || n > 64*maxChips {
		return fmt.Errorf("max7219: %d LEDs: expected 1 to %d, 64 a chip", n, 64*maxChips)
	}
	if o.Step < 1 || o.Step > Steps {
		return fmt.Errorf("max7219: brightness step %d: expected 1 to %d", o.Step, Steps)
	}
	return nil
}

// Chips is the length of the chain that n LEDs need.
func Chips(n int) int { return (n + 63) / 64 }

// LEDs is a chain of MAX7219.
type LEDs struct {
	ledmatrix.Latch
	bus  hw.SPI
	opt  Options
	sent [maxChips][8]byte // what the chips' digits hold
	buf  []byte            // two bytes a chip
}

var _ ledmatrix.Refresher = (*LEDs)(nil)

// New returns the LEDs on a line that was opened in mode 0.
func New(bus hw.SPI, opt Options) (*LEDs, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	d := &LEDs{bus: bus, opt: opt, buf: make([]byte, 2*Chips(len(opt.Strip)))}
	d.Latch = ledmatrix.NewLatch(d.send)
	return d, nil
}

func (d *LEDs) send(img *ledmatrix.Image, anew bool) error {
	var want [maxChips][8]byte
	for n := range d.opt.Strip {
		if d.opt.Strip.Colour(img, n) != (ledmatrix.RGB{}) {
			want[n/64][n/8%8] |= 1 << (n % 8)
		}
	}
	if err := d.write(&want, anew); err != nil {
		return fmt.Errorf("max7219: %w", err)
	}
	return nil
}

// write sends the digits that changed; anew all of them, after setting up all that a reset may have undone.
func (d *LEDs) write(want *[maxChips][8]byte, anew bool) error {
	if anew {
		if err := d.setUp(); err != nil {
			return err
		}
	}
	for digit := range 8 {
		if !anew && d.holds(want, digit) {
			continue
		}
		for chip := range len(d.buf) / 2 {
			d.put(chip, byte(digit+1), want[chip][digit])
		}
		if err := d.bus.Tx(d.buf, nil); err != nil {
			return err
		}
	}
	d.sent = *want
	if anew {
		return d.all(shutdown, 1)
	}
	return nil
}

func (d *LEDs) holds(want *[maxChips][8]byte, digit int) bool {
	for chip := range want {
		if want[chip][digit] != d.sent[chip][digit] {
			return false
		}
	}
	return true
}

func (d *LEDs) setUp() error {
	for _, r := range [...][2]byte{
		{test, 0},
		{decode, 0},
		{scanLimit, 7},
		{intensity, byte(d.opt.Step - 1)},
	} {
		if err := d.all(r[0], r[1]); err != nil {
			return err
		}
	}
	return nil
}

// all writes the same register of all chips.
func (d *LEDs) all(register, value byte) error {
	for chip := range len(d.buf) / 2 {
		d.put(chip, register, value)
	}
	return d.bus.Tx(d.buf, nil)
}

// put places a chip's 16 bits in the buffer: the chip nearest to us comes last.
func (d *LEDs) put(chip int, register, value byte) {
	at := len(d.buf) - 2 - 2*chip
	d.buf[at], d.buf[at+1] = register, value
}

// String names the LEDs: "max7219 on SPI0.0".
func (d *LEDs) String() string {
	if n := len(d.buf) / 2; n > 1 {
		return fmt.Sprintf("%d max7219 on %v", n, d.bus)
	}
	return fmt.Sprintf("max7219 on %v", d.bus)
}
