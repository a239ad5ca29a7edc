package hc165

import (
	"errors"
	"strings"
	"testing"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/models"
)

func newChain(t *testing.T, bus hw.SPI, opt Options) *Chain {
	t.Helper()
	c, err := New(bus, opt)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestScript holds the driver against the datasheet, byte for byte.
func TestScript(t *testing.T) {
	c := newChain(t, hwtest.NewSPI(t,
		hwtest.Step{Does: "D7 to D0 of the chip at MISO, then of the next", Write: []byte{0, 0}, Read: []byte{0x81, 0x7f}},
		hwtest.Step{Does: "and the end", Write: []byte{0, 0, 0}, Read: []byte{0x81, 0x7f, 0xff}},
		hwtest.Step{Does: "an end that is cut off", Write: []byte{0, 0, 0}, Read: []byte{0x81, 0x7f, 0xfe}},
	), Options{Chips: 2, End: High})
	if err := c.Init(); err != nil {
		t.Error(err)
	}
	if got, err := c.Read(); got != 0x7f81 || err != nil {
		t.Errorf("Read = %04x, %v", got, err)
	}
	if got, err := c.Confirm(); got != 0x7f81 || err != nil {
		t.Errorf("Confirm = %04x, %v", got, err)
	}
	if _, err := c.Confirm(); !errors.Is(err, ErrBroken) {
		t.Error(err)
	}
}

func TestModel(t *testing.T) {
	for name, latch := range map[string]bool{"latch": true, "inverter": false} {
		m := &models.HC165{N: 8}
		opt := Options{Chips: 8, End: Low}
		if latch {
			opt.Latch = m
		}
		c := newChain(t, m, opt)
		if err := c.Init(); err != nil {
			t.Fatal(err)
		}
		for i := range 64 {
			m.Close(1<<i, ^uint64(0))
			for _, read := range []func() (uint64, error){c.Read, c.Confirm} {
				if got, err := read(); got != ^uint64(1<<i) || err != nil {
					t.Errorf("%s: input %d: %016x, %v", name, i, got, err)
				}
			}
		}
		if n := testing.AllocsPerRun(100, func() { c.Read(); c.Confirm() }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestDeadChain(t *testing.T) {
	m := &models.HC165{N: 8, End: 0xff}
	c := newChain(t, m, Options{Chips: 8, End: High, Latch: m})
	m.Break(true)
	if _, err := c.Confirm(); !errors.Is(err, ErrBroken) {
		t.Error(err)
	}
	m.Break(false)
	if _, err := c.Confirm(); err != nil {
		t.Error(err)
	}
}

func TestErrorsOfThePins(t *testing.T) {
	latch := hwtest.NewLines(1)
	c := newChain(t, hwtest.NewSPI(t), Options{Chips: 1, Latch: latch})
	latch.Fail(hw.ErrBusy)
	if err := c.Init(); !errors.Is(err, hw.ErrBusy) {
		t.Error(err)
	}
	if _, err := c.Read(); !errors.Is(err, hw.ErrBusy) {
		t.Error(err)
	}
}

func TestErrorsOfTheBus(t *testing.T) {
	c := newChain(t, hwtest.NewSPI(t, hwtest.Step{Write: []byte{0}, Read: []byte{0}, Err: hw.ErrUnplugged}), Options{Chips: 1})
	if _, err := c.Read(); !errors.Is(err, hw.ErrUnplugged) {
		t.Error(err)
	}
}

func TestLength(t *testing.T) {
	for _, n := range []int{0, 9} {
		if _, err := New(nil, Options{Chips: n}); err == nil || !strings.Contains(err.Error(), "1 to 8") {
			t.Errorf("%d: %v", n, err)
		}
	}
}
