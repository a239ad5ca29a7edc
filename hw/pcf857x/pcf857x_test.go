package pcf857x

import (
	"errors"
	"strings"
	"testing"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/models"
)

// TestScripts hold the driver against the datasheets, byte for byte.
func TestScripts(t *testing.T) {
	for _, c := range []struct {
		open func(hw.I2C, uint16) (*Chip, error)
		addr uint16
		ff   []byte
		read []byte
		want uint64
	}{
		{New8574, 0x38, []byte{0xff}, []byte{0x7e}, 0x7e},
		{New8575, 0x20, []byte{0xff, 0xff}, []byte{0x7e, 0xfd}, 0xfd7e},
	} {
		bus := hwtest.NewI2C(t,
			hwtest.Step{Does: "all pins are inputs", Addr: c.addr, Write: c.ff},
			hwtest.Step{Does: "all pins", Addr: c.addr, Read: c.read},
			hwtest.Step{Does: "inputs, and all pins", Addr: c.addr, Write: c.ff, Read: c.read},
			hwtest.Step{Does: "nobody there", Addr: c.addr, Read: c.read, Err: hw.ErrNoAnswer},
		)
		chip, err := c.open(bus, c.addr)
		if err != nil {
			t.Fatal(err)
		}
		if err := chip.Init(); err != nil {
			t.Error(err)
		}
		if got, err := chip.Read(); got != c.want || err != nil {
			t.Errorf("%v: Read = %04x, %v", chip, got, err)
		}
		if got, err := chip.Confirm(); got != c.want || err != nil {
			t.Errorf("%v: Confirm = %04x, %v", chip, got, err)
		}
		if _, err := chip.Read(); !errors.Is(err, hw.ErrNoAnswer) {
			t.Errorf("%v: %v", chip, err)
		}
	}
}

func TestModel(t *testing.T) {
	m := models.NewPCF857x(2)
	m.Leave([2]byte{0x0f, 0xf0})
	chip, err := New8575(hwtest.Chips{0x20: m.Tx}, 0x20)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := chip.Read(); got != 0xf00f {
		t.Errorf("pins that are held down read %04x", got)
	}
	chip.Init()
	m.Close(0x0180, 0xffff)
	if !m.Interrupt() {
		t.Error("no interrupt")
	}
	if got, err := chip.Read(); got != 0xfe7f || err != nil || m.Interrupt() {
		t.Errorf("Read = %04x, %v, interrupt %v", got, err, m.Interrupt())
	}
	m.Leave([2]byte{})
	if got, err := chip.Confirm(); got != 0xfe7f || err != nil {
		t.Errorf("Confirm = %04x, %v", got, err)
	}
	if n := testing.AllocsPerRun(100, func() { chip.Init(); chip.Read(); chip.Confirm() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestAddresses(t *testing.T) {
	for _, addr := range []uint16{0x1f, 0x28, 0x37, 0x40} {
		_, err8574 := New8574(nil, addr)
		_, err8575 := New8575(nil, addr)
		for _, err := range []error{err8574, err8575} {
			if err == nil || !strings.Contains(err.Error(), "0x20 to 0x27") {
				t.Errorf("0x%02x: %v", addr, err)
			}
		}
	}
	if _, err := New8575(nil, 0x38); err == nil {
		t.Error("a PCF8575 at 0x38")
	}
	if c, err := New8574(nil, 0x3f); err != nil || c.Len() != 8 {
		t.Error(c, err)
	}
}
