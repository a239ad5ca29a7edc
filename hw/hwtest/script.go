package hwtest

import (
	"bytes"
	"fmt"
	"sync"
	"testing"

	"jadoube/hw"
)

// Step is one transaction of a bus, byte for byte.
type Step struct {
	Does  string // what it is for, as a comment: "IODIRA: all inputs"
	Addr  uint16 // the chip, on I²C
	Write []byte // what the driver must write
	Read  []byte // what it reads, and so how much it must ask for
	Err   error  // what it gets instead, when not nil
}

// script is what both kinds of bus share.
type script struct {
	t     testing.TB
	mu    sync.Mutex
	steps []Step
	next  int
}

// I2C is an I²C bus that expects exactly the given steps in order.
type I2C struct{ script }

// SPI is an SPI bus that expects exactly the given steps in order.
type SPI struct{ script }

var (
	_ hw.I2C = (*I2C)(nil)
	_ hw.SPI = (*SPI)(nil)
)

// NewI2C returns a bus that fails t at the first transaction that isn't the next step, naming what the
// step does, and at the end of the test if steps are left.
func NewI2C(t testing.TB, steps ...Step) *I2C {
	b := &I2C{script{t: t, steps: steps}}
	t.Cleanup(b.done)
	return b
}

// NewSPI is NewI2C for SPI; the steps' Addr must be 0. A step without Read wants Tx to be called
// without a buffer for the answer.
func NewSPI(t testing.TB, steps ...Step) *SPI {
	b := &SPI{script{t: t, steps: steps}}
	t.Cleanup(b.done)
	return b
}

// Tx plays the next step.
func (b *I2C) Tx(addr uint16, w, r []byte) error { return b.play(addr, w, r) }

// Tx plays the next step.
func (b *SPI) Tx(w, r []byte) error { return b.play(0, w, r) }

// String returns "scripted I2C".
func (b *I2C) String() string { return "scripted I2C" }

// String returns "scripted SPI".
func (b *SPI) String() string { return "scripted SPI" }

func (b *script) play(addr uint16, w, r []byte) error {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.next == len(b.steps) {
		return b.fail("after the last of %d steps: got %s", len(b.steps), transaction(addr, w, len(r)))
	}
	step := b.steps[b.next]
	b.next++
	if addr != step.Addr || !bytes.Equal(w, step.Write) || len(r) != len(step.Read) {
		return b.fail("step %d (%s): got %s, expected %s", b.next, step.Does,
			transaction(addr, w, len(r)), transaction(step.Addr, step.Write, len(step.Read)))
	}
	if step.Err == nil {
		copy(r, step.Read)
	}
	return step.Err
}

func (b *script) fail(format string, args ...any) error {
	b.t.Helper()
	err := fmt.Errorf(format, args...)
	b.t.Error(err)
	return err
}

func (b *script) done() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.next < len(b.steps) && !b.t.Failed() {
		b.t.Errorf("step %d (%s) and the rest of %d steps never came", b.next+1, b.steps[b.next].Does, len(b.steps))
	}
}

func transaction(addr uint16, w []byte, reads int) string {
	return fmt.Sprintf("chip 0x%02x: write [% x], read %d bytes", addr, w, reads)
}
