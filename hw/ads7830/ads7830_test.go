package ads7830

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
	c, err := New(bus, 0x48)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestScript holds the driver against the datasheet, byte for byte: table II says how channels are coded.
func TestScript(t *testing.T) {
	commands := [Channels]byte{0x84, 0xc4, 0x94, 0xd4, 0xa4, 0xe4, 0xb4, 0xf4}
	var steps []hwtest.Step
	for n, command := range commands {
		steps = append(steps, hwtest.Step{Does: "SD, the channel, PD = 01; the value", Addr: 0x48, Write: []byte{command}, Read: []byte{byte(0x10 * n)}})
	}
	steps = append(steps, hwtest.Step{Does: "nobody there", Addr: 0x48, Write: []byte{0xf4}, Read: []byte{0}, Err: hw.ErrNoAnswer})
	c := newChip(t, hwtest.NewI2C(t, steps...))
	for n := range Channels {
		c.Start(n)
		if got, err := c.Level(); got != uint16(n)<<12 || err != nil {
			t.Errorf("channel %d: %04x, %v", n, got, err)
		}
	}
	if _, err := c.Level(); !errors.Is(err, hw.ErrNoAnswer) {
		t.Error(err)
	}
}

func TestModel(t *testing.T) {
	m := &models.ADS7830{Level: func(channel int) uint16 { return uint16(channel+1) << 12 }}
	c := newChip(t, hwtest.Chips{0x48: m.Tx})
	for n := range Channels {
		if err := c.Start(n); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Level(); got != uint16(n+1)<<12 || err != nil {
			t.Errorf("channel %d: %04x, %v", n, got, err)
		}
	}
	if n := testing.AllocsPerRun(100, func() { c.Start(1); c.Level() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestBounds(t *testing.T) {
	if err := newChip(t, nil).Start(8); err == nil || !strings.Contains(err.Error(), "0 to 7") {
		t.Error(err)
	}
	for _, addr := range []uint16{0x47, 0x4c} {
		if _, err := New(nil, addr); err == nil || !strings.Contains(err.Error(), "0x48 to 0x4b") {
			t.Errorf("0x%02x: %v", addr, err)
		}
	}
}
