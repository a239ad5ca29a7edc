package picked

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"jadoube/hw"
)

// chip notes what is done with it.
type chip struct {
	did    []string
	driven uint64
	levels uint64
	err    error
}

func (c *chip) String() string { return "chip" }

func (c *chip) note(what string) error {
	c.did = append(c.did, what)
	return c.err
}

func (c *chip) Init() error               { return c.note("init") }
func (c *chip) Drive(levels uint64) error { c.driven = levels; return c.note("drive") }
func (c *chip) Read() (uint64, error)     { return c.levels, c.note("read") }
func (c *chip) Confirm() (uint64, error)  { return c.levels, c.note("confirm") }
func (c *chip) Warnings() []string        { return []string{"warm"} }

func (c *chip) didNow(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(c.did, want) {
		t.Errorf("did %v, expected %v", c.did, want)
	}
	c.did = nil
}

func TestGroups(t *testing.T) {
	c := new(chip)
	set := New(c)
	rows := set.Out(Pin{4, true}, Pin{15, true}, Pin{6, false})
	columns := set.In(Pin{8, true}, Pin{0, false}, Pin{3, true})
	if rows.Len() != 3 || rows.String() != "pins !4 !15 6 of chip" || columns.String() != "pins !8 0 !3 of chip" {
		t.Errorf("%d, %v, %v", rows.Len(), rows, columns)
	}
	c.levels = 1<<0 | 1<<3 // so 8 is low
	if got, err := columns.Read(); got != 0b011 || err != nil {
		t.Errorf("%b, %v", got, err)
	}
	c.didNow(t, "init", "drive", "read")
	if c.driven != 1<<4|1<<15 {
		t.Errorf("at rest %016b is driven", c.driven)
	}
	if err := rows.Write(0b111, 0b101); err != nil || c.driven != 1<<15|1<<6 {
		t.Errorf("%v, %016b is driven", err, c.driven)
	}
	c.didNow(t, "drive")
	if got, err := columns.Confirm(); got != 0b011 || err != nil || columns.Warnings()[0] != "warm" {
		t.Errorf("%b, %v", got, err)
	}
	c.didNow(t, "confirm")
}

// TestSetUpAgain: after an error of the outputs, a reset, or when it is asked for, the chip is set up with what was driven last.
func TestSetUpAgain(t *testing.T) {
	c := new(chip)
	set := New(c)
	out, in := set.Out(Pin{N: 1}), set.In(Pin{N: 0})
	if err := out.Init(); err != nil {
		t.Fatal(err)
	}
	c.didNow(t, "init", "drive")
	c.err = hw.ErrNoAnswer
	if err := out.Write(1, 1); !errors.Is(err, hw.ErrNoAnswer) {
		t.Error(err)
	}
	if _, err := in.Read(); !errors.Is(err, hw.ErrNoAnswer) {
		t.Error(err)
	}
	c.didNow(t, "drive", "init")
	c.err = nil
	in.Read()
	c.didNow(t, "init", "drive", "read")
	if c.driven != 2 {
		t.Errorf("%b is driven", c.driven)
	}
	c.err = hw.ErrReset
	if _, err := in.Confirm(); !errors.Is(err, hw.ErrReset) {
		t.Error(err)
	}
	c.err = nil
	out.Write(0, 1)
	c.didNow(t, "confirm", "init", "drive")
}

func TestWaitTellsNothing(t *testing.T) {
	in := New(new(chip)).In(Pin{N: 0})
	if err := in.Wait(time.Millisecond); !errors.Is(err, hw.ErrTimeout) || !strings.Contains(in.String(), "chip") {
		t.Error(err)
	}
}
