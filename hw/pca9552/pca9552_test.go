package pca9552

import (
	"errors"
	"strings"
	"testing"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/models"
)

func newChip(t *testing.T, bus hw.I2C) *Chip {
	t.Helper()
	c, err := New(bus, 0x60)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestScript holds the driver against the datasheet, byte for byte.
func TestScript(t *testing.T) {
	held := []byte{0xa5, 0x5a, 0xa5, 0x5a, 0x55, 0x55, 0x55, 0x55}
	c := newChip(t, hwtest.NewI2C(t,
		hwtest.Step{Does: "PSC0 to LS3, counted on: dimmers, all LEDs off", Addr: 0x60, Write: append([]byte{0x12}, held...)},
		hwtest.Step{Does: "LS3, INPUT0, INPUT1", Addr: 0x60, Write: []byte{0x19}, Read: []byte{0x55, 0xfe, 0x7f}},
		hwtest.Step{Does: "PSC0 to LS3, INPUT0, INPUT1", Addr: 0x60, Write: []byte{0x12}, Read: append(held, 0xfd, 0xbf)},
		hwtest.Step{Does: "LS3 with an LED on", Addr: 0x60, Write: []byte{0x19}, Read: []byte{0x54, 0xff, 0xff}},
		hwtest.Step{Does: "dimmers after a reset", Addr: 0x60, Write: []byte{0x12}, Read: []byte{0, 0x80, 0, 0x80, 0x55, 0x55, 0x55, 0x55, 0xff, 0xff}},
		hwtest.Step{Does: "nobody there", Addr: 0x60, Write: []byte{0x19}, Read: []byte{0, 0, 0}, Err: hw.ErrNoAnswer},
		hwtest.Step{Does: "nobody there", Addr: 0x60, Write: []byte{0x12}, Read: make([]byte, 10), Err: hw.ErrNoAnswer},
	))
	if err := c.Init(); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Read(); got != 0x7ffe || err != nil {
		t.Errorf("Read = %04x, %v", got, err)
	}
	if got, err := c.Confirm(); got != 0xbffd || err != nil {
		t.Errorf("Confirm = %04x, %v", got, err)
	}
	for _, read := range []func() (uint64, error){c.Read, c.Confirm} {
		if _, err := read(); !errors.Is(err, hw.ErrReset) || !strings.Contains(err.Error(), "0x60") {
			t.Error(err)
		}
	}
	for _, read := range []func() (uint64, error){c.Read, c.Confirm} {
		if _, err := read(); !errors.Is(err, hw.ErrNoAnswer) {
			t.Error(err)
		}
	}
}

func TestModel(t *testing.T) {
	m := models.NewPCA9552()
	c := newChip(t, hwtest.Chips{0x60: m.Tx})
	if _, err := c.Confirm(); !errors.Is(err, hw.ErrReset) {
		t.Errorf("before Init: %v", err)
	}
	c.Init()
	m.Close(0x0801, 0xffff)
	for _, read := range []func() (uint64, error){c.Read, c.Confirm, c.Read} {
		if got, err := read(); got != 0xf7fe || err != nil {
			t.Errorf("%04x, %v", got, err)
		}
	}
	m.Reset()
	if _, err := c.Confirm(); !errors.Is(err, hw.ErrReset) {
		t.Errorf("after a brown-out: %v", err)
	}
	c.Init()
	if n := testing.AllocsPerRun(100, func() { c.Init(); c.Read(); c.Confirm() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestAddresses(t *testing.T) {
	for _, addr := range []uint16{0x20, 0x5f, 0x68} {
		if _, err := New(nil, addr); err == nil || !strings.Contains(err.Error(), "0x60 to 0x67") {
			t.Errorf("0x%02x: %v", addr, err)
		}
	}
}
