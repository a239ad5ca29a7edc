package ads1115

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/models"
)

func newChip(t *testing.T, bus hw.I2C) *Chip {
	t.Helper()
	c, err := New(bus, 0x48, 3300)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestScript holds the driver against the datasheet, byte for byte.
func TestScript(t *testing.T) {
	c := newChip(t, hwtest.NewI2C(t,
		hwtest.Step{Does: "config: start, AIN0 against ground, ±4.096 V, once; 860 a second, no comparator", Addr: 0x48, Write: []byte{0x01, 0xc3, 0xe3}},
		hwtest.Step{Does: "conversion: 1.65 V", Addr: 0x48, Write: []byte{0x00}, Read: []byte{0x33, 0x90}},
		hwtest.Step{Does: "AIN3", Addr: 0x48, Write: []byte{0x01, 0xf3, 0xe3}},
		hwtest.Step{Does: "a little below ground", Addr: 0x48, Write: []byte{0x00}, Read: []byte{0xff, 0xfe}},
		hwtest.Step{Does: "AIN1", Addr: 0x48, Write: []byte{0x01, 0xd3, 0xe3}},
		hwtest.Step{Does: "above the supply", Addr: 0x48, Write: []byte{0x00}, Read: []byte{0x7f, 0xff}},
		hwtest.Step{Does: "nobody there", Addr: 0x48, Write: []byte{0x01, 0xd3, 0xe3}, Err: hw.ErrNoAnswer},
		hwtest.Step{Does: "nobody there", Addr: 0x48, Write: []byte{0x00}, Read: []byte{0, 0}, Err: hw.ErrNoAnswer},
	))
	for _, step := range []struct {
		channel     int
		least, most uint16
	}{{0, 32760, 32776}, {3, 0, 0}, {1, 0xffff, 0xffff}} {
		if err := c.Start(step.channel); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Level(); got < step.least || got > step.most || err != nil {
			t.Errorf("channel %d: %d, %v", step.channel, got, err)
		}
	}
	if err := c.Start(1); !errors.Is(err, hw.ErrNoAnswer) {
		t.Error(err)
	}
	if _, err := c.Level(); !errors.Is(err, hw.ErrNoAnswer) {
		t.Error(err)
	}
}

// TestModel measures four channels in turn: what is read is never the one before, however slow the chip is.
func TestModel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := models.NewADS1115(3300, func(channel int) uint16 { return uint16(channel+1) << 13 })
		c := newChip(t, hwtest.Chips{0x48: m.Tx})
		for i := range 1000 {
			n := i % Channels
			if err := c.Start(n); err != nil {
				t.Fatal(err)
			}
			if got, err := c.Level(); err != nil || int(got)>>4-(n+1)<<9 < -1 || int(got)>>4-(n+1)<<9 > 1 {
				t.Fatalf("channel %d: %d, %v", n, got, err)
			}
		}
	})
}

func TestBounds(t *testing.T) {
	if err := newChip(t, nil).Start(4); err == nil || !strings.Contains(err.Error(), "0 to 3") {
		t.Error(err)
	}
	for _, addr := range []uint16{0x47, 0x4c} {
		if _, err := New(nil, addr, 3300); err == nil || !strings.Contains(err.Error(), "0x48 to 0x4b") {
			t.Errorf("0x%02x: %v", addr, err)
		}
	}
	for _, supply := range []int{999, 5000} {
		if _, err := New(nil, 0x48, supply); err == nil || !strings.Contains(err.Error(), "1000 to 4096") {
			t.Errorf("%d mV: %v", supply, err)
		}
	}
}
