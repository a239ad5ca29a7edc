// Package ws2812 knows the pulses by which WS2812B LEDs and their kin (SK6812, WS2811, WS2813, WS2815) are told
// their colours, and how to make them from the bits of an SPI bus, whose MOSI is the only wire; it must
// not know what the lights mean.
//
// Each bit for an LED is a pulse of 1.25 µs: short for 0, long for 1. On SPI it becomes 3 bits at 2.4 MHz,
// 4 at 3.2 MHz or 8 at 6.4 MHz. Every LED takes the first 24 bits that reach it (32 with a white light), green
// first, the highest bit first, and hands on the rest; a pause of 280 µs (50 µs on old ones) makes them shine.
// All from "WS2812B Intelligent control LED integrated light source", Worldsemi, pages 4 and 5: sequence chart,
// data transfer time, composition of 24 bit data.
//
//	        3 bits        4 bits        8 bits        datasheet      WS2812B-V5
//	0 high  100  417 ns   1000  312 ns  11000000 312  400 ± 150 ns   220 to 380 ns
//	0 low        833 ns         938 ns           938  850 ± 150 ns   580 to 1000 ns
//	1 high  110  833 ns   1110  938 ns  11111100 938  800 ± 150 ns   580 to 1000 ns
//	1 low        417 ns         312 ns           312  450 ± 150 ns   220 to 420 ns
//
// The clock must be right. A Raspberry Pi derives it from the core clock, which follows the load unless
// config.txt holds it: core_freq=250 on a Pi 3, core_freq_min=500 on a Pi 4. White or stuck LEDs mean a
// wrong clock.
package ws2812

import (
	"errors"
	"fmt"

	"jadoube/hw"
	"jadoube/ledmatrix"
)

// Options say what hangs on the wire.
type Options struct {
	Strip ledmatrix.Strip // in the order of the wire
	Order ledmatrix.Order // of the bytes; "" = GRB
	Bits  int             // of SPI for each bit of an LED: 3, 4 or 8; 0 = 3
}

// pause is how long the wire is low before and after the colours, in µs: before, because a wire that rests
// high would begin with a bit of its own; after, so that they shine.
const pause = 300

// code is how a bit is written in bits of SPI, the highest first.
type code struct {
	hz        int
	zero, one byte
}

var codes = map[int]code{
	3: {2_400_000, 0b100, 0b110},
	4: {3_200_000, 0b1000, 0b1110},
	8: {6_400_000, 0b1100_0000, 0b1111_1100},
}

func (o Options) filled() Options {
	if o.Order == "" {
		o.Order = "GRB"
	}
	if o.Bits == 0 {
		o.Bits = 3
	}
	return o
}

// Check returns everything that is wrong with o.
func (o Options) Check() error {
	o = o.filled()
	if _, known := codes[o.Bits]; !known {
		return errors.Join(o.Order.Check(), fmt.Errorf("ws2812: %d bits of SPI for each bit: expected 3, 4 or 8", o.Bits))
	}
	if err := o.Order.Check(); err != nil {
		return fmt.Errorf("ws2812: %w", err)
	}
	return nil
}

// Clock is the clock in Hz with which the SPI bus must be opened, in mode 0. o must have passed Check.
func (o Options) Clock() int { return codes[o.filled().Bits].hz }

// Len is how many bytes an image takes on the bus. o must have passed Check.
func (o Options) Len() int {
	o = o.filled()
	return 2*o.lead() + len(o.Strip)*len(o.Order)*o.Bits
}

// lead is how many zero bytes make a pause.
func (o Options) lead() int { return (pause*codes[o.Bits].hz/1_000_000 + 7) / 8 }

// LEDs is a strip of WS2812B LEDs.
type LEDs struct {
	ledmatrix.Latch
	bus     hw.SPI
	opt     Options
	pulses  [256][]byte // a byte in the bits of SPI
	buf     []byte      // what goes over the bus: a pause, the colours, a pause
	colours []byte      // within buf
}

var _ ledmatrix.Refresher = (*LEDs)(nil)

// New returns the LEDs on a bus that was opened with the options' Clock in mode 0.
func New(bus hw.SPI, opt Options) (*LEDs, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	opt = opt.filled()
	if err := hw.CheckTx(bus, opt.Len()); err != nil {
		return nil, fmt.Errorf("%d ws2812: %w", len(opt.Strip), err)
	}
	d := &LEDs{bus: bus, opt: opt, buf: make([]byte, opt.Len())}
	d.colours = d.buf[opt.lead() : len(d.buf)-opt.lead()]
	for v := range d.pulses {
		d.pulses[v] = pulses(byte(v), opt.Bits)
	}
	d.Latch = ledmatrix.NewLatch(d.send)
	return d, nil
}

// pulses writes a byte in n bits of SPI for each of its bits, the highest first.
func pulses(v byte, n int) []byte {
	var all uint64
	for bit := 7; bit >= 0; bit-- {
		p := codes[n].zero
		if v>>bit&1 != 0 {
			p = codes[n].one
		}
		all = all<<n | uint64(p)
	}
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(all >> (8 * (n - 1 - i)))
	}
	return b
}

func (d *LEDs) send(img *ledmatrix.Image, _ bool) error {
	at := d.colours
	for n := range d.opt.Strip {
		c := d.opt.Strip.Colour(img, n)
		for i := range len(d.opt.Order) {
			at = at[copy(at, d.pulses[d.opt.Order.Byte(c, i)]):]
		}
	}
	if err := d.bus.Tx(d.buf, nil); err != nil {
		return fmt.Errorf("ws2812: %w", err)
	}
	return nil
}

// String names the LEDs: "64 ws2812 on SPI0.0".
func (d *LEDs) String() string { return fmt.Sprintf("%d ws2812 on %v", len(d.opt.Strip), d.bus) }
