package outputs

import (
	"errors"
	"strings"
	"testing"

	"jadoube/hw"
	"jadoube/hw/hwtest"
)

func TestScripts(t *testing.T) {
	for name, want := range map[string][]hwtest.Step{
		"mcp23017": {
			{Does: "IOCON, if BANK is 1", Addr: 0x20, Write: []byte{0x05, 0}},
			{Does: "IOCON", Addr: 0x20, Write: []byte{0x0a, 0}},
			{Does: "OLATA, OLATB", Addr: 0x20, Write: []byte{0x14, 0x01, 0x80}},
			{Does: "IODIRA, IODIRB: outputs", Addr: 0x20, Write: []byte{0x00, 0, 0}},
			{Does: "OLATA, OLATB", Addr: 0x20, Write: []byte{0x14, 0x03, 0x80}},
		},
		"mcp23008": {
			{Does: "IOCON", Addr: 0x20, Write: []byte{0x05, 0}},
			{Does: "OLAT", Addr: 0x20, Write: []byte{0x0a, 0x01}},
			{Does: "IODIR: outputs", Addr: 0x20, Write: []byte{0x00, 0}},
			{Does: "OLAT", Addr: 0x20, Write: []byte{0x0a, 0x03}},
		},
		"pca9555": {
			{Does: "output ports", Addr: 0x20, Write: []byte{0x02, 0x01, 0x80}},
			{Does: "configuration: outputs", Addr: 0x20, Write: []byte{0x06, 0, 0}},
			{Does: "output ports", Addr: 0x20, Write: []byte{0x02, 0x03, 0x80}},
		},
		"pca9554": {
			{Does: "output port", Addr: 0x20, Write: []byte{0x01, 0x01}},
			{Does: "configuration: outputs", Addr: 0x20, Write: []byte{0x03, 0}},
			{Does: "output port", Addr: 0x20, Write: []byte{0x01, 0x03}},
		},
		"pcf8575": {
			{Does: "both ports", Addr: 0x20, Write: []byte{0x01, 0x80}},
			{Does: "both ports", Addr: 0x20, Write: []byte{0x03, 0x80}},
		},
		"pcf8574": {
			{Does: "the port", Addr: 0x20, Write: []byte{0x01}},
			{Does: "the port", Addr: 0x20, Write: []byte{0x03}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := NewExpander(name, hwtest.NewI2C(t, want...), 0x20)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range [][2]uint64{{0x8001, 0xffff}, {0x0002, 0x0002}} {
				if err := e.Write(w[0], w[1]); err != nil {
					t.Error(err)
				}
			}
			if e.Len() != Pins(name) || !strings.Contains(e.String(), name+" 0x20") {
				t.Errorf("%d pins, %v", e.Len(), e)
			}
		})
	}
}

func TestExpanderIsSetUpAgainAfterAnError(t *testing.T) {
	e, err := NewExpander("pca9555", hwtest.NewI2C(t,
		hwtest.Step{Does: "output ports", Addr: 0x21, Write: []byte{0x02, 0xff, 0}},
		hwtest.Step{Does: "configuration", Addr: 0x21, Write: []byte{0x06, 0, 0}},
		hwtest.Step{Does: "output ports: nobody answers", Addr: 0x21, Write: []byte{0x02, 0x0f, 0}, Err: hw.ErrNoAnswer},
		hwtest.Step{Does: "output ports", Addr: 0x21, Write: []byte{0x02, 0x0e, 0}},
		hwtest.Step{Does: "configuration", Addr: 0x21, Write: []byte{0x06, 0, 0}},
		hwtest.Step{Does: "Init: output ports", Addr: 0x21, Write: []byte{0x02, 0x0e, 0}},
		hwtest.Step{Does: "configuration", Addr: 0x21, Write: []byte{0x06, 0, 0}},
	), 0x21)
	if err != nil {
		t.Fatal(err)
	}
	e.Write(0xff, 0xff)
	if err := e.Write(0, 0xf0); !errors.Is(err, hw.ErrNoAnswer) {
		t.Error(err)
	}
	if err := e.Write(0, 1); err != nil {
		t.Error(err)
	}
	if err := e.Init(); err != nil {
		t.Error(err)
	}
}

func TestShift(t *testing.T) {
	s, err := NewShift(hwtest.NewSPI(t,
		hwtest.Step{Does: "the last chip's byte first", Write: []byte{0x80, 0x00, 0x01}},
		hwtest.Step{Does: "one pin more", Write: []byte{0x80, 0x02, 0x01}},
		hwtest.Step{Does: "the same again", Write: []byte{0x80, 0x02, 0x01}},
	), 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{s.Write(0x800001, 0xffffff), s.Write(0x200, 0x200), s.Init()} {
		if err != nil {
			t.Error(err)
		}
	}
	if s.Len() != 24 {
		t.Error(s.Len())
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		addr uint16
		want string
	}{
		{"mcp23x17", 0x20, "mcp23017, "},
		{"mcp23017", 0x28, "0x20 to 0x27"},
		{"pcf8574a", 0x20, "0x38 to 0x3f"},
	} {
		if _, err := NewExpander(c.name, nil, c.addr); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s at 0x%02x: %v", c.name, c.addr, err)
		}
	}
	for _, n := range []int{0, MaxShift + 1} {
		if _, err := NewShift(nil, n); err == nil {
			t.Errorf("a chain of %d", n)
		}
	}
}

func TestWriteDoesNotAllocate(t *testing.T) {
	e, err := NewExpander("mcp23017", silent{}, 0x20)
	if err != nil {
		t.Fatal(err)
	}
	n := uint64(0)
	if got := testing.AllocsPerRun(100, func() { n++; e.Write(n, 0xffff) }); got != 0 {
		t.Errorf("%v allocations", got)
	}
}

type silent struct{}

func (silent) Tx(uint16, []byte, []byte) error { return nil }
func (silent) String() string                  { return "silent" }
