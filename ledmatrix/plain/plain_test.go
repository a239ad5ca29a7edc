package plain

import (
	"errors"
	"strings"
	"testing"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/ledmatrix"
	"jadoube/ledmatrix/ledtest"
	"jadoube/rules/square"
)

// expander is 16 pins that can lose their settings: their levels show only once Init was called.
type expander struct {
	*hwtest.Lines
	ready bool
	sent  int
}

func newExpander() *expander { return &expander{Lines: hwtest.NewLines(16)} }

func (e *expander) Write(levels, mask uint64) error {
	err := e.Lines.Write(levels, mask)
	e.sent++
	return err
}

func (e *expander) Init() error {
	e.ready = true
	return e.Lines.Write(0, 0)
}

func (e *expander) levels() uint64 {
	levels, _ := e.Read()
	if !e.ready {
		return 0
	}
	return levels
}

// chips is four expanders as one.
type chips []*expander

func (c chips) groups() (list []hw.OutPins) {
	for _, e := range c {
		list = append(list, e)
	}
	return list
}

func (c chips) lights(strip ledmatrix.Strip, low bool) []([3]byte) {
	out := make([][3]byte, len(strip))
	for n := range out {
		e := c[n/16]
		if e.ready && (e.levels()>>(n%16)&1 != 0) != low {
			out[n] = [3]byte{255, 255, 255}
		}
	}
	return out
}

func TestContract(t *testing.T) {
	for name, low := range map[string]bool{"lit when high": false, "lit when low": true} {
		t.Run(name, func(t *testing.T) {
			ledtest.Run(t, func(t *testing.T) ledtest.Fixture {
				c := chips{newExpander(), newExpander(), newExpander(), newExpander(), newExpander()}
				strip := ledmatrix.Layout{Files: true, Offset: 3}.Strip()
				d, err := New(c.groups(), strip, low)
				if err != nil {
					t.Fatal(err)
				}
				return ledtest.Fixture{
					Driver: d, Nearest: ledtest.OneColour,
					Lights: func() ledmatrix.Image { return ledtest.Read(t, strip, c.lights(strip, low)) },
					Sent:   func() int { return c[0].sent + c[1].sent },
					Break: func(broken bool) {
						for _, e := range c {
							e.Fail(nil)
							if broken {
								e.Fail(errors.New("no answer"))
							}
						}
					},
					Forget: func() {
						for _, e := range c {
							e.ready = false
						}
					},
				}
			})
		})
	}
}

func TestPinsBeyondTheStripAreLeftAlone(t *testing.T) {
	e := newExpander()
	d, err := New([]hw.OutPins{e}, ledmatrix.Strip{square.A1.Set(), square.B1.Set()}, false)
	if err != nil {
		t.Fatal(err)
	}
	e.Set(0xff00, 0xffff)
	d.Show(&ledmatrix.Image{square.B1: {R: 1}})
	if got := e.levels(); got != 0xff02 {
		t.Errorf("levels %04x", got)
	}
}

func TestRefused(t *testing.T) {
	if _, err := New([]hw.OutPins{newExpander()}, ledmatrix.Layout{}.Strip(), false); err == nil || !strings.Contains(err.Error(), "64 LEDs on 16 pins") {
		t.Error(err)
	}
	if _, err := New(nil, nil, false); err == nil {
		t.Error("no LEDs on no pins")
	}
	for name, c := range map[string]struct {
		opt  Options
		want string
	}{
		"no rows":     {Options{}, "0 rows"},
		"no columns":  {Options{Rows: 16}, "pins left"},
		"too many":    {Options{Rows: 7, Strip: ledmatrix.Layout{}.Strip()}, "expected 1 to 63"},
		"none at all": {Options{Rows: 8}, "0 LEDs"},
	} {
		if _, err := NewCrossed(newExpander(), c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
	}
}
