package mcp23017

import (
	"errors"
	"strings"
	"testing"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/models"
)

// setUp is what a chip is sent to have GPA0-6 and GPB0-6 as inputs with pull-ups.
var setUp = []hwtest.Step{
	{Does: "IOCON by its address with BANK = 1: BANK = 0", Addr: 0x20, Write: []byte{0x05, 0x00}},
	{Does: "IOCON: MIRROR, SEQOP, ODR", Addr: 0x20, Write: []byte{0x0a, 0x64}},
	{Does: "OLAT: outputs low", Addr: 0x20, Write: []byte{0x14, 0x00, 0x00}},
	{Does: "IODIR: 7 and 15 are outputs", Addr: 0x20, Write: []byte{0x00, 0x7f, 0x7f}},
	{Does: "GPPU: pull-ups", Addr: 0x20, Write: []byte{0x0c, 0x7f, 0x7f}},
	{Does: "IPOL: as it is", Addr: 0x20, Write: []byte{0x02, 0x00, 0x00}},
	{Does: "GPINTEN: all inputs interrupt", Addr: 0x20, Write: []byte{0x04, 0x7f, 0x7f}},
	{Does: "INTCON: on any change", Addr: 0x20, Write: []byte{0x08, 0x00, 0x00}},
	{Does: "GPIO: clears the interrupt, leaves the pointer here", Addr: 0x20, Write: []byte{0x12}, Read: []byte{0x7f, 0x7f}},
}

var safe = Options{Inputs: Safe, PullUps: Safe}

func newChip(t *testing.T, bus hw.I2C, opt Options) *Chip {
	t.Helper()
	c, err := New(bus, 0x20, opt)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestScript holds the driver against the datasheet, byte for byte.
func TestScript(t *testing.T) {
	steps := append(setUp[:len(setUp):len(setUp)],
		hwtest.Step{Does: "GPIOA, GPIOB where the pointer stands", Addr: 0x20, Read: []byte{0x7e, 0x3f}},
		hwtest.Step{Does: "IOCON", Addr: 0x20, Write: []byte{0x0a}, Read: []byte{0x64, 0x64}},
		hwtest.Step{Does: "IODIR", Addr: 0x20, Write: []byte{0x00}, Read: []byte{0x7f, 0x7f}},
		hwtest.Step{Does: "GPPU", Addr: 0x20, Write: []byte{0x0c}, Read: []byte{0x7f, 0x7f}},
		hwtest.Step{Does: "IPOL", Addr: 0x20, Write: []byte{0x02}, Read: []byte{0x00, 0x00}},
		hwtest.Step{Does: "GPINTEN", Addr: 0x20, Write: []byte{0x04}, Read: []byte{0x7f, 0x7f}},
		hwtest.Step{Does: "GPIO by name", Addr: 0x20, Write: []byte{0x12}, Read: []byte{0x01, 0x40}},
		hwtest.Step{Does: "a chip that was reset", Addr: 0x20, Write: []byte{0x0a}, Read: []byte{0x00, 0x00}},
	)
	c := newChip(t, hwtest.NewI2C(t, steps...), safe)
	if err := c.Init(); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Read(); got != 0x3f7e || err != nil {
		t.Errorf("Read = %04x, %v", got, err)
	}
	if got, err := c.Confirm(); got != 0x4001 || err != nil {
		t.Errorf("Confirm = %04x, %v", got, err)
	}
	if _, err := c.Confirm(); !errors.Is(err, hw.ErrReset) || !strings.Contains(err.Error(), "0x20") {
		t.Errorf("Confirm = %v", err)
	}
}

func TestErrorsOfTheBusEndInit(t *testing.T) {
	for i := range setUp {
		steps := append([]hwtest.Step(nil), setUp[:i+1]...)
		steps[i].Err = hw.ErrNoAnswer
		if err := newChip(t, hwtest.NewI2C(t, steps...), safe).Init(); !errors.Is(err, hw.ErrNoAnswer) {
			t.Errorf("%s: %v", steps[i].Does, err)
		}
	}
}

func TestModel(t *testing.T) {
	for name, before := range map[string]struct{ iocon, pointer byte }{
		"switched on": {}, "BANK = 1": {0x80, 0x15}, "byte mode, pointer odd": {0x20, 0x13}, "BANK = 1, byte mode": {0xa0, 9},
	} {
		m := models.NewMCP23017()
		m.Leave(before.iocon, before.pointer)
		c := newChip(t, hwtest.Chips{0x20: m.Tx}, safe)
		if err := c.Init(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if pins, levels := m.Outputs(); pins != 0x8080 || levels&pins != 0 || m.Pulled() != 0x7f7f {
			t.Errorf("%s: outputs %04x %04x, pull-ups %04x", name, pins, levels, m.Pulled())
		}
		m.Close(0x0801, 0xffff)
		if !m.Interrupt() {
			t.Errorf("%s: no interrupt", name)
		}
		for range 3 {
			if got, err := c.Read(); got != 0x777e || err != nil {
				t.Errorf("%s: Read = %04x, %v", name, got, err)
			}
		}
		if m.Interrupt() {
			t.Errorf("%s: an interrupt after reading", name)
		}
		if got, err := c.Confirm(); got != 0x777e || err != nil {
			t.Errorf("%s: Confirm = %04x, %v", name, got, err)
		}
		if got, err := c.Read(); got != 0x777e || err != nil {
			t.Errorf("%s: Read after Confirm = %04x, %v", name, got, err)
		}
		m.Reset()
		if _, err := c.Confirm(); !errors.Is(err, hw.ErrReset) {
			t.Errorf("%s: after a brown-out: %v", name, err)
		}
	}
}

// TestPointerThatSlipped: a read that was cut off leaves the pointer on GPIOB. Confirm finds back.
func TestPointerThatSlipped(t *testing.T) {
	m := models.NewMCP23017()
	c := newChip(t, hwtest.Chips{0x20: m.Tx}, safe)
	if err := c.Init(); err != nil {
		t.Fatal(err)
	}
	m.Close(0x0001, 0xffff)
	m.Tx(nil, make([]byte, 1))
	if got, _ := c.Read(); got != 0x7e7f {
		t.Fatalf("Read = %04x: expected the ports swapped", got)
	}
	if got, err := c.Confirm(); got != 0x7f7e || err != nil {
		t.Errorf("Confirm = %04x, %v", got, err)
	}
	if got, err := c.Read(); got != 0x7f7e || err != nil {
		t.Errorf("Read = %04x, %v", got, err)
	}
}

func TestWarnings(t *testing.T) {
	if w := newChip(t, nil, safe).Warnings(); w != nil {
		t.Error(w)
	}
	for _, pins := range []uint64{0x0080, 0x8000, 0xffff} {
		w := newChip(t, hwtest.Chips{}, Options{Inputs: pins}).Warnings()
		if len(w) != 1 || !strings.Contains(w[0], "GPA7 and GPB7") || !strings.Contains(w[0], "0x20") {
			t.Errorf("%04x: %q", pins, w)
		}
	}
}

func TestAddresses(t *testing.T) {
	for _, addr := range []uint16{0, 0x1f, 0x28, 0x40} {
		if _, err := New(nil, addr, safe); err == nil || !strings.Contains(err.Error(), "0x20 to 0x27") {
			t.Errorf("0x%02x: %v", addr, err)
		}
	}
}

func TestReadAllocatesNothing(t *testing.T) {
	m := models.NewMCP23017()
	c := newChip(t, hwtest.Chips{0x20: m.Tx}, safe)
	c.Init()
	if n := testing.AllocsPerRun(100, func() { c.Read(); c.Confirm() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
