package hwtest

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"jadoube/hw"
)

// Record is what went over a bus. The zero Record is ready; its methods may be called from several
// goroutines.
type Record struct {
	mu    sync.Mutex
	steps []Step
}

// Steps returns what has been recorded so far.
func (r *Record) Steps() []Step {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Step(nil), r.steps...)
}

// Script writes the steps as Go source for a test, with comments to be filled in.
func (r *Record) Script() string {
	var w strings.Builder
	for _, s := range r.Steps() {
		fmt.Fprintf(&w, "{Does: %q", s.Does)
		if s.Addr != 0 {
			fmt.Fprintf(&w, ", Addr: 0x%02x", s.Addr)
		}
		writeBytes(&w, "Write", s.Write)
		writeBytes(&w, "Read", s.Read)
		if s.Err != nil {
			fmt.Fprintf(&w, ", Err: errors.New(%q)", s.Err)
		}
		w.WriteString("},\n")
	}
	return w.String()
}

func writeBytes(w *strings.Builder, field string, b []byte) {
	if len(b) > 0 {
		fmt.Fprintf(w, ", %s: []byte{%s}", field, strings.ReplaceAll(fmt.Sprintf("% #x", b), " ", ", "))
	}
}

// I2C returns bus with everything that goes over it written down.
func (r *Record) I2C(bus hw.I2C) hw.I2C { return recordedI2C{bus, r} }

// SPI returns bus with everything that goes over it written down.
func (r *Record) SPI(bus hw.SPI) hw.SPI { return recordedSPI{bus, r} }

type recordedI2C struct {
	hw.I2C
	record *Record
}

func (b recordedI2C) Tx(addr uint16, w, r []byte) error {
	err := b.I2C.Tx(addr, w, r)
	b.record.add(addr, w, r, err)
	return err
}

type recordedSPI struct {
	hw.SPI
	record *Record
}

func (b recordedSPI) Tx(w, r []byte) error {
	err := b.SPI.Tx(w, r)
	b.record.add(0, w, r, err)
	return err
}

func (r *Record) add(addr uint16, w, read []byte, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.steps = append(r.steps, Step{
		Does:  fmt.Sprintf("step %d", len(r.steps)+1),
		Addr:  addr,
		Write: bytes.Clone(w),
		Read:  bytes.Clone(read),
		Err:   err,
	})
}
