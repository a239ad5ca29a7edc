package pi

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
	"periph.io/x/host/v3/sysfs"

	"jadoube/hw"
)

// guard keeps Tx and Close apart: the library doesn't survive a Tx on what was closed.
type guard struct {
	mu     sync.Mutex
	closed bool
}

// enter locks g; the caller unlocks it, also after an error.
func (g *guard) enter(bus fmt.Stringer) error {
	g.mu.Lock()
	if g.closed {
		return fmt.Errorf("%v: %w", bus, os.ErrClosed)
	}
	return nil
}

func (g *guard) close(closeBus func() error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return nil
	}
	g.closed = true
	return closeBus()
}

// I2C is one of the computer's I²C buses.
type I2C struct {
	bus   i2c.BusCloser
	guard guard
}

var _ hw.I2C = (*I2C)(nil)

// OpenI2C opens a bus by its number, "1", or its device, "/dev/i2c-1". A bus that isn't there is
// hw.ErrUnplugged; it may come, when a module is loaded or an adapter plugged in.
func OpenI2C(name string) (*I2C, error) {
	digits := strings.TrimPrefix(strings.TrimPrefix(name, "/dev/"), "i2c-")
	number, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return nil, fmt.Errorf(`I2C bus %q: expected a number or a device, as in "1" or "/dev/i2c-1"`, name)
	}
	bus, err := sysfs.NewI2C(int(number))
	if err != nil {
		return nil, notOpen("I2C bus", name, "/dev/i2c-*", "dtparam=i2c_arm=on", err)
	}
	return &I2C{bus: bus}, nil
}

// notOpen adds to a device that isn't there which others are, and how to switch it on.
func notOpen(what, name, pattern, setting string, err error) error {
	err = because(err)
	if !errors.Is(err, hw.ErrUnplugged) {
		return fmt.Errorf("open %s %s: %w", what, name, err)
	}
	others := "there is none"
	if known, _ := filepath.Glob(pattern); len(known) > 0 {
		others = "there are " + strings.Join(known, ", ")
	}
	return fmt.Errorf("open %s %s: %w; %s; on a Raspberry Pi, raspi-config (Interface Options) or %s in config.txt switches it on", what, name, err, others, setting)
}

// Tx is one transaction with the chip at addr.
func (b *I2C) Tx(addr uint16, w, r []byte) error {
	if addr > 0x7f {
		return fmt.Errorf("%v: chip 0x%02x: expected a 7-bit address, 0x00 to 0x7f", b, addr)
	}
	err := b.guard.enter(b)
	defer b.guard.mu.Unlock()
	if err != nil {
		return err
	}
	if err := b.bus.Tx(addr, w, r); err != nil {
		return fmt.Errorf("%v: chip 0x%02x: %w", b, addr, because(err))
	}
	return nil
}

// Close closes the bus after a Tx in progress has ended.
func (b *I2C) Close() error { return b.guard.close(b.bus.Close) }

// String names the bus: "I2C1".
func (b *I2C) String() string { return b.bus.String() }

// SPI is one chip-select line of one of the computer's SPI buses.
type SPI struct {
	port  spi.PortCloser
	conn  spi.Conn
	guard guard
}

var _ hw.SPI = (*SPI)(nil)

// OpenSPI opens a chip-select line by its numbers, "0.1" for bus 0 and chip 1, or its device,
// "/dev/spidev0.1", with a clock in Hz (1000 to 125000000; the kernel takes the next lower one that it
// can make) and a mode, 0 to 3. A line that isn't there is hw.ErrUnplugged.
func OpenSPI(name string, hz, mode int) (*SPI, error) {
	if hz < 1000 || hz > 125_000_000 {
		return nil, fmt.Errorf("SPI line %q: clock of %d Hz: expected 1000 to 125000000", name, hz)
	}
	if mode < 0 || mode > 3 {
		return nil, fmt.Errorf("SPI line %q: mode %d: expected 0 to 3", name, mode)
	}
	bus, chip, err := parseSPI(name)
	if err != nil {
		return nil, err
	}
	start() // learns how long a transfer may be
	port, err := sysfs.NewSPI(bus, chip)
	if err != nil {
		return nil, notOpen("SPI line", name, "/dev/spidev*", "dtparam=spi=on", err)
	}
	conn, err := port.Connect(physic.Frequency(hz)*physic.Hertz, spi.Mode(mode), 8)
	if err != nil {
		port.Close()
		return nil, fmt.Errorf("set up SPI line %s: %w", name, because(err))
	}
	return &SPI{port: port, conn: conn}, nil
}

func parseSPI(name string) (bus, chip int, err error) {
	numbers := strings.TrimPrefix(strings.TrimPrefix(name, "/dev/"), "spidev")
	first, second, _ := strings.Cut(numbers, ".")
	b, err1 := strconv.ParseUint(first, 10, 16)
	c, err2 := strconv.ParseUint(second, 10, 8)
	if err1 != nil || err2 != nil {
		return 0, 0, fmt.Errorf(`SPI line %q: expected numbers or a device, as in "0.1" or "/dev/spidev0.1"`, name)
	}
	return int(b), int(c), nil
}

// Tx is one transaction with the chip.
func (s *SPI) Tx(w, r []byte) error {
	if r != nil && len(r) != len(w) {
		return fmt.Errorf("%v: write %d bytes and read %d: expected as many, or no buffer to read into", s, len(w), len(r))
	}
	if len(w) == 0 {
		return nil
	}
	err := s.guard.enter(s)
	defer s.guard.mu.Unlock()
	if err != nil {
		return err
	}
	if err := s.conn.Tx(w, r); err != nil {
		return fmt.Errorf("%v: %w", s, because(err))
	}
	return nil
}

// MaxTx is how many bytes the kernel takes in one Tx.
func (s *SPI) MaxTx() int {
	if l, ok := s.conn.(conn.Limits); ok && l.MaxTxSize() > 0 {
		return l.MaxTxSize()
	}
	return hw.DefaultMaxTx
}

// Close closes the line after a Tx in progress has ended.
func (s *SPI) Close() error { return s.guard.close(s.port.Close) }

// String names the line: "SPI0.0".
func (s *SPI) String() string { return s.port.String() }
