// Package apa102 knows the bytes by which APA102, APA102C and SK9822 LEDs ("DotStar") are told their
// colours over the two wires clock and MOSI of an SPI bus; it must not know what the lights mean.
//
// A transfer is 32 zero bits, then 32 bits for each LED: three ones, five bits of brightness, and blue, green
// and red (APA102 datasheet, Shenzhen Led Color Opto Electronic, page 3: cascading data structure). What must follow
// the datasheet says wrong: each LED delays the data by half a clock, so that n LEDs need n/2 further clocks
// (cpldcpu.github.io/2014/11/30/understanding-the-apa102-superled), and an SK9822 shows its colour only
// after 32 more zeros (cpldcpu, "SK9822 – a clone of the APA102?"). All of these are zeros here, since
// ones would be a white LED at the end of a longer strip.
package apa102

import (
	"fmt"

	"jadoube/hw"
	"jadoube/ledmatrix"
)

// Options say what hangs on the wires.
type Options struct {
	Strip ledmatrix.Strip // in the order of the wire
	Order ledmatrix.Order // of the three colour bytes; "" = BGR
}

// The clock with which the bus is opened: the LEDs take more, long wires less.
const (
	DefaultClock = 4_000_000
	MinClock     = 100_000
	MaxClock     = 20_000_000
)

const (
	startLen = 4
	ledLen   = 4
	resetLen = 4
	full     = 0b111_11111 // the mark of an LED's bytes, and full brightness: dimming is the colours' affair
)

func (o Options) filled() Options {
	if o.Order == "" {
		o.Order = "BGR"
	}
	return o
}

// Check returns what is wrong with o.
func (o Options) Check() error {
	o = o.filled()
	if err := o.Order.Check(); err != nil {
		return fmt.Errorf("apa102: %w", err)
	}
	if len(o.Order) != 3 {
		return fmt.Errorf("apa102: colour order %q: these LEDs have no white light: expected three letters, as BGR", string(o.Order))
	}
	return nil
}

// Len is how many bytes an image takes on the bus.
func (o Options) Len() int {
	n := len(o.Strip)
	return startLen + n*ledLen + resetLen + (n+15)/16
}

// LEDs is a strip of APA102 LEDs.
type LEDs struct {
	ledmatrix.Latch
	bus hw.SPI
	opt Options
	buf []byte
}

var _ ledmatrix.Refresher = (*LEDs)(nil)

// New returns the LEDs on a bus in mode 0.
func New(bus hw.SPI, opt Options) (*LEDs, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	opt = opt.filled()
	if err := hw.CheckTx(bus, opt.Len()); err != nil {
		return nil, fmt.Errorf("%d apa102: %w", len(opt.Strip), err)
	}
	d := &LEDs{bus: bus, opt: opt, buf: make([]byte, opt.Len())}
	d.Latch = ledmatrix.NewLatch(d.send)
	return d, nil
}

func (d *LEDs) send(img *ledmatrix.Image, _ bool) error {
	for n := range d.opt.Strip {
		c, at := d.opt.Strip.Colour(img, n), d.buf[startLen+ledLen*n:]
		at[0] = full
		for i := range 3 {
			at[1+i] = d.opt.Order.Byte(c, i)
		}
	}
	if err := d.bus.Tx(d.buf, nil); err != nil {
		return fmt.Errorf("apa102: %w", err)
	}
	return nil
}

// String names the LEDs: "64 apa102 on SPI0.0".
func (d *LEDs) String() string { return fmt.Sprintf("%d apa102 on %v", len(d.opt.Strip), d.bus) }
