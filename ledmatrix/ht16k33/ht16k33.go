// Package ht16k33 knows the commands of Holtek's HT16K33, which lights up to 128 LEDs of one colour from
// I²C; it must not know what the lights mean.
//
// From "HT16K33 RAM Mapping 16*8 LED Controller Driver with keyscan", rev. 1.10: it wakes up in standby with a
// dark display (page 8); oscillator (page 10); pins as rows, not as an interrupt (page 10); display on
// without blinking (page 11); the RAM, of which each address holds eight rows of a common pin (page 13);
// brightness (page 15); addresses (page 26); writing with a pointer that moves on (page 28).
package ht16k33

import (
	"fmt"

	"jadoube/hw"
	"jadoube/ledmatrix"
)

// Options say how the LEDs hang on the chip.
type Options struct {
	Addr  uint16          // 0x70 to 0x77; 0 = 0x70
	Strip ledmatrix.Strip // LED n: COM n/8 and ROW n mod 8; from LED 64 on COM n/8-8 and ROW 8 + n mod 8
	Step  int             // brightness, 1 to Steps
}

// Steps is how many steps of brightness there are: on for 1/16 … 16/16 of a row's time (page 15).
const Steps = 16

// FullCurrent is what the chip draws with all LEDs on at the highest step, in mA: its common pins take
// 200 mA, one at a time (page 6).
const FullCurrent = 200

// The chip's addresses (page 26).
const (
	MinAddr = 0x70
	MaxAddr = 0x77
)

// maxLEDs is what one chip drives.
const maxLEDs = 128

// Commands (page 30).
const (
	ramAt      = 0x00
	oscillator = 0x21
	displayOn  = 0x81
	rowsOnly   = 0xa0
	dim        = 0xe0 // and the step, from 0
)

// Check returns what is wrong with o.
func (o Options) Check() error {
	if n := len(o.Strip); n < 1 || n > maxLEDs {
		return fmt.Errorf("ht16k33: %d LEDs: expected 1 to %d", n, maxLEDs)
	}
	if o.Addr != 0 && (o.Addr < MinAddr || o.Addr > MaxAddr) {
		return fmt.Errorf("ht16k33: address 0x%02x: expected 0x%02x to 0x%02x", o.Addr, MinAddr, MaxAddr)
	}
	if o.Step < 1 || o.Step > Steps {
		return fmt.Errorf("ht16k33: brightness step %d: expected 1 to %d", o.Step, Steps)
	}
	return nil
}

// LEDs is the LEDs of an HT16K33.
type LEDs struct {
	ledmatrix.Latch
	bus hw.I2C
	opt Options
	buf [17]byte // the pointer and the RAM
	cmd [1]byte
}

var _ ledmatrix.Refresher = (*LEDs)(nil)

// New returns the LEDs of a chip on a bus. What is sent may be sent twice: hw.Retry suits it.
func New(bus hw.I2C, opt Options) (*LEDs, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	if opt.Addr == 0 {
		opt.Addr = MinAddr
	}
	d := &LEDs{bus: bus, opt: opt}
	d.Latch = ledmatrix.NewLatch(d.send)
	return d, nil
}

func (d *LEDs) send(img *ledmatrix.Image, anew bool) error {
	before := d.buf
	d.draw(img)
	if !anew && d.buf == before {
		return nil // other colours on the same squares
	}
	if err := d.write(anew); err != nil {
		return fmt.Errorf("ht16k33: %w", err)
	}
	return nil
}

// draw sets the RAM that shows an image.
func (d *LEDs) draw(img *ledmatrix.Image) {
	d.buf = [17]byte{ramAt}
	for n := range d.opt.Strip {
		if d.opt.Strip.Colour(img, n) != (ledmatrix.RGB{}) {
			d.buf[1+n/8%8*2+n/64] |= 1 << (n % 8)
		}
	}
}

// write sends the RAM; anew between what wakes the chip up and what switches the display on, since the RAM of a
// chip that wakes up may hold anything.
func (d *LEDs) write(anew bool) error {
	if !anew {
		return d.bus.Tx(d.opt.Addr, d.buf[:], nil)
	}
	for _, command := range [...]byte{oscillator, rowsOnly, dim | byte(d.opt.Step-1)} {
		if err := d.command(command); err != nil {
			return err
		}
	}
	if err := d.bus.Tx(d.opt.Addr, d.buf[:], nil); err != nil {
		return err
	}
	return d.command(displayOn)
}

func (d *LEDs) command(c byte) error {
	d.cmd[0] = c
	return d.bus.Tx(d.opt.Addr, d.cmd[:], nil)
}

// String names the LEDs: "ht16k33 0x70 on I2C1".
func (d *LEDs) String() string { return fmt.Sprintf("ht16k33 0x%02x on %v", d.opt.Addr, d.bus) }
