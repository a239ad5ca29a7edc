package mcp3008

import (
	"errors"
	"strings"
	"testing"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/models"
)

// TestScript holds the driver against the datasheet, byte for byte.
func TestScript(t *testing.T) {
	c := New(hwtest.NewSPI(t,
		hwtest.Step{Does: "start bit; single-ended, channel 0", Write: []byte{0x01, 0x80, 0x00}, Read: []byte{0xff, 0xf9, 0x55}},
		hwtest.Step{Does: "channel 7", Write: []byte{0x01, 0xf0, 0x00}, Read: []byte{0xff, 0xfb, 0xff}},
		hwtest.Step{Does: "nobody there: no null bit", Write: []byte{0x01, 0xb0, 0x00}, Read: []byte{0xff, 0xff, 0xff}},
		hwtest.Step{Does: "the line is gone", Write: []byte{0x01, 0xb0, 0x00}, Read: []byte{0, 0, 0}, Err: hw.ErrUnplugged},
	))
	for channel, want := range []uint16{0x155 << 6} {
		if err := c.Start(channel); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Level(); got != want || err != nil {
			t.Errorf("channel %d: %04x, %v", channel, got, err)
		}
	}
	c.Start(7)
	if got, err := c.Level(); got != 0x3ff<<6 || err != nil {
		t.Errorf("channel 7: %04x, %v", got, err)
	}
	c.Start(3)
	for _, want := range []error{hw.ErrNoAnswer, hw.ErrUnplugged} {
		if _, err := c.Level(); !errors.Is(err, want) {
			t.Errorf("%v, expected %v", err, want)
		}
	}
}

func TestModel(t *testing.T) {
	c := New(&models.MCP3008{Level: func(channel int) uint16 { return uint16(channel+1) << 12 }})
	for channel := range Channels {
		if err := c.Start(channel); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Level(); got != uint16(channel+1)<<12 || err != nil {
			t.Errorf("channel %d: %04x, %v", channel, got, err)
		}
	}
	if n := testing.AllocsPerRun(100, func() { c.Start(1); c.Level() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestChannels(t *testing.T) {
	for _, n := range []int{-1, 8} {
		if err := New(nil).Start(n); err == nil || !strings.Contains(err.Error(), "0 to 7") {
			t.Errorf("%d: %v", n, err)
		}
	}
}
