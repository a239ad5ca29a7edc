package pca9555

import (
	"errors"
	"strings"
	"testing"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/models"
)

var setUp = []hwtest.Step{
	{Does: "configuration: all pins are inputs", Addr: 0x21, Write: []byte{6, 0xff, 0xff}},
	{Does: "polarity: as it is", Addr: 0x21, Write: []byte{4, 0, 0}},
	{Does: "outputs: 0, to be told from 1 after a reset", Addr: 0x21, Write: []byte{2, 0, 0}},
	{Does: "input port 1, then 0: clears the interrupt", Addr: 0x21, Write: []byte{1}, Read: []byte{0xff, 0xff}},
}

func newChip(t *testing.T, bus hw.I2C) *Chip {
	t.Helper()
	c, err := New(bus, 0x21)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestScript holds the driver against the datasheet, byte for byte.
func TestScript(t *testing.T) {
	steps := append(setUp[:len(setUp):len(setUp)],
		hwtest.Step{Does: "input ports where the pointer stands", Addr: 0x21, Read: []byte{0x7f, 0xfe}},
		hwtest.Step{Does: "configuration", Addr: 0x21, Write: []byte{6}, Read: []byte{0xff, 0xff}},
		hwtest.Step{Does: "polarity", Addr: 0x21, Write: []byte{4}, Read: []byte{0, 0}},
		hwtest.Step{Does: "outputs", Addr: 0x21, Write: []byte{2}, Read: []byte{0, 0}},
		hwtest.Step{Does: "input port 1, then 0", Addr: 0x21, Write: []byte{1}, Read: []byte{0x7f, 0xfd}},
		hwtest.Step{Does: "configuration", Addr: 0x21, Write: []byte{6}, Read: []byte{0xff, 0xff}},
		hwtest.Step{Does: "polarity", Addr: 0x21, Write: []byte{4}, Read: []byte{0, 0}},
		hwtest.Step{Does: "outputs after a reset", Addr: 0x21, Write: []byte{2}, Read: []byte{0xff, 0xff}},
	)
	c := newChip(t, hwtest.NewI2C(t, steps...))
	if err := c.Init(); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Read(); got != 0x7ffe || err != nil {
		t.Errorf("Read = %04x, %v", got, err)
	}
	if got, err := c.Confirm(); got != 0x7ffd || err != nil {
		t.Errorf("Confirm = %04x, %v", got, err)
	}
	if _, err := c.Confirm(); !errors.Is(err, hw.ErrReset) || !strings.Contains(err.Error(), "0x21") {
		t.Errorf("Confirm = %v", err)
	}
}

func TestErrorsOfTheBusEndInit(t *testing.T) {
	for i := range setUp {
		steps := append([]hwtest.Step(nil), setUp[:i+1]...)
		steps[i].Err = hw.ErrNoAnswer
		if err := newChip(t, hwtest.NewI2C(t, steps...)).Init(); !errors.Is(err, hw.ErrNoAnswer) {
			t.Errorf("%s: %v", steps[i].Does, err)
		}
	}
}

func TestModel(t *testing.T) {
	m := models.NewPCA9555()
	c := newChip(t, hwtest.Chips{0x21: m.Tx})
	if err := c.Init(); err != nil {
		t.Fatal(err)
	}
	m.Close(0x0801, 0xffff)
	if driven, _ := m.Outputs(); !m.Interrupt() || driven != 0 {
		t.Errorf("interrupt %v, driven pins %04x", m.Interrupt(), driven)
	}
	for range 3 {
		if got, err := c.Read(); got != 0xf7fe || err != nil {
			t.Errorf("Read = %04x, %v", got, err)
		}
	}
	if m.Interrupt() {
		t.Error("an interrupt after reading")
	}
	m.Tx(nil, make([]byte, 1)) // a read that was cut off
	if got, err := c.Read(); got == 0xf7fe {
		t.Errorf("Read with a pointer that slipped = %04x, %v", got, err)
	}
	if got, err := c.Confirm(); got != 0xf7fe || err != nil {
		t.Errorf("Confirm = %04x, %v", got, err)
	}
	if got, err := c.Read(); got != 0xf7fe || err != nil {
		t.Errorf("Read after Confirm = %04x, %v", got, err)
	}
	m.Reset()
	if _, err := c.Confirm(); !errors.Is(err, hw.ErrReset) {
		t.Errorf("after a brown-out: %v", err)
	}
	if n := testing.AllocsPerRun(100, func() { c.Init(); c.Read(); c.Confirm() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestAddresses(t *testing.T) {
	for _, addr := range []uint16{0, 0x1f, 0x28} {
		if _, err := New(nil, addr); err == nil || !strings.Contains(err.Error(), "0x20 to 0x27") {
			t.Errorf("0x%02x: %v", addr, err)
		}
	}
}

// TestMixed holds outputs and inputs on one chip against the datasheet: levels before the configuration, and a read that sets the pointer.
func TestMixed(t *testing.T) {
	c, err := NewMixed(hwtest.NewI2C(t,
		hwtest.Step{Does: "outputs low", Addr: 0x20, Write: []byte{2, 0, 0}},
		hwtest.Step{Does: "polarity: as it is", Addr: 0x20, Write: []byte{4, 0, 0}},
		hwtest.Step{Does: "configuration: port 1 drives", Addr: 0x20, Write: []byte{6, 0xff, 0}},
		hwtest.Step{Does: "input ports", Addr: 0x20, Write: []byte{1}, Read: []byte{0, 0xff}},
		hwtest.Step{Does: "outputs", Addr: 0x20, Write: []byte{2, 0, 0xfe}},
		hwtest.Step{Does: "input ports", Addr: 0x20, Write: []byte{1}, Read: []byte{0xfe, 0x7f}},
		hwtest.Step{Does: "outputs, as they were driven", Addr: 0x20, Write: []byte{2}, Read: []byte{0, 0xfe}},
		hwtest.Step{Does: "polarity", Addr: 0x20, Write: []byte{4}, Read: []byte{0, 0}},
		hwtest.Step{Does: "configuration, lost", Addr: 0x20, Write: []byte{6}, Read: []byte{0xff, 0xff}},
	), 0x20, 0x00ff)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.Init(), c.Drive(0xfe00)); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Read(); got != 0xfe7f || err != nil {
		t.Errorf("%04x, %v", got, err)
	}
	if _, err := c.Confirm(); !errors.Is(err, hw.ErrReset) {
		t.Errorf("%v", err)
	}
}
