package pi

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"periph.io/x/conn/v3/gpio"

	"jadoube/hw"
)

// lines acts a LineSet with its habits: 0 waits for ever, no mask means all.
type lines struct {
	levels, out, mask gpio.GPIOValue
	events            int
	err               error
	waits             []time.Duration
	closes            int
}

func (l *lines) Read(mask gpio.GPIOValue) (gpio.GPIOValue, error) { return l.levels, l.err }
func (l *lines) Out(bits, mask gpio.GPIOValue) error              { l.out, l.mask = bits, mask; return l.err }
func (l *lines) Close() error                                     { l.closes++; return nil }
func (l *lines) WaitForEdge(d time.Duration) (int, gpio.Edge, error) {
	l.waits = append(l.waits, d)
	switch {
	case l.err != nil:
		return 0, gpio.NoEdge, l.err
	case l.events == 0:
		return 0, gpio.NoEdge, os.ErrDeadlineExceeded
	}
	l.events--
	return 3, gpio.RisingEdge, nil
}

var group = []hw.Pin{{Name: "GPIO4"}, {Name: "GPIO17", Inverted: true}, {Name: "GPIO27", Inverted: true, Pull: hw.PullUp}}

func TestPinsInvert(t *testing.T) {
	l := &lines{levels: 0b101}
	p := newPins(l, group)
	if got, err := p.Read(); got != 0b011 || err != nil {
		t.Errorf("Read = %03b, %v", got, err)
	}
	if err := p.Write(0b010, 0b110); err != nil || l.out != 0b100 || l.mask != 0b110 {
		t.Errorf("Write drove %03b of %03b, %v", l.out, l.mask, err)
	}
	if p.Len() != 3 || p.String() != "pins GPIO4 !GPIO17 ^!GPIO27" {
		t.Errorf("%d, %v", p.Len(), p)
	}
}

func TestWriteWithoutMaskDrivesNothing(t *testing.T) {
	l := &lines{err: errors.New("called")}
	for _, mask := range []uint64{0, 1 << 3, 1 << 63} {
		if err := newPins(l, group).Write(7, mask); err != nil {
			t.Errorf("mask %b: %v", mask, err)
		}
	}
}

func TestSixtyFourPins(t *testing.T) {
	pins := make([]hw.Pin, 64)
	pins[63].Inverted = true
	if got, _ := newPins(&lines{}, pins).Read(); got != 1<<63 {
		t.Errorf("%x", got)
	}
}

func TestWaitTakesABounceAsOne(t *testing.T) {
	l := &lines{events: 5}
	p := newPins(l, group)
	if err := p.Wait(time.Second); err != nil || l.events != 0 {
		t.Errorf("%v, %d events left", err, l.events)
	}
	if err := p.Wait(time.Second); !errors.Is(err, hw.ErrTimeout) {
		t.Error(err)
	}
}

func TestWaitNeverAsksForEver(t *testing.T) {
	for _, d := range []time.Duration{0, -1, time.Second} {
		l := &lines{}
		newPins(l, group).Wait(d)
		if l.waits[0] <= 0 {
			t.Errorf("Wait(%v) asked for %v", d, l.waits[0])
		}
	}
}

func TestWaitEndsThoughTheLineNeverRests(t *testing.T) {
	if err := newPins(&lines{events: 1 << 30}, group).Wait(time.Second); err != nil {
		t.Error(err)
	}
}

func TestClosedPins(t *testing.T) {
	l := &lines{}
	p := newPins(l, group)
	p.Close()
	p.Close()
	_, read := p.Read()
	for _, err := range []error{read, p.Write(1, 1), p.Wait(time.Second)} {
		if !errors.Is(err, os.ErrClosed) {
			t.Error(err)
		}
	}
	if l.closes != 1 {
		t.Errorf("closed %d times", l.closes)
	}
}

func TestPinsThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		open func(...hw.Pin) (*Pins, error)
		pins []hw.Pin
		want string
	}{
		"none":              {OpenIn, nil, "expected 1 to 64"},
		"too many":          {OpenIn, make([]hw.Pin, 65), "expected 1 to 64"},
		"twice":             {OpenOut, []hw.Pin{{Name: "GPIO4"}, {Name: "GPIO4", Inverted: true}}, "GPIO4 is named twice"},
		"pull of an output": {OpenOut, []hw.Pin{{Name: "GPIO4", Pull: hw.PullUp}}, "no pull"},
		"not there":         {OpenIn, []hw.Pin{{Name: "GPIO_NOWHERE"}}, "GPIO_NOWHERE"},
	} {
		if _, err := c.open(c.pins...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
	}
}

func TestBecause(t *testing.T) {
	for words, want := range map[string]error{
		"sysfs-i2c: remote I/O error":                                    hw.ErrNoAnswer,
		"sysfs-i2c: " + syscall.ENXIO.Error():                            hw.ErrNoAnswer,
		"sysfs-i2c: " + syscall.ETIMEDOUT.Error():                        hw.ErrTimeout,
		"line_request ioctl: " + syscall.EBUSY.Error():                   hw.ErrBusy,
		"sysfs-i2c: bus #3 is not configured: " + syscall.ENOENT.Error(): hw.ErrUnplugged,
	} {
		if err := because(errors.New(words)); !errors.Is(err, want) || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v, expected %v", words, err, want)
		}
	}
	if err := because(syscall.EBUSY); !errors.Is(err, hw.ErrBusy) || !errors.Is(err, syscall.EBUSY) {
		t.Error(err)
	}
	if err := because(errors.New("open /dev/i2c-1: permission denied")); !strings.Contains(err.Error(), "usermod -aG i2c") {
		t.Error(err)
	}
}
