package apa102

import (
	"strings"
	"testing"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/ledchips"
	"jadoube/ledmatrix"
	"jadoube/ledmatrix/ledtest"
	"jadoube/rules/square"
)

func TestContract(t *testing.T) {
	for name, fresh := range map[string]func(int) *ledchips.APA102{"APA102": ledchips.NewAPA102, "SK9822": ledchips.NewSK9822} {
		for _, layout := range []ledmatrix.Layout{{}, {Origin: square.A8, Serpentine: true, Offset: 40}} {
			t.Run(name, func(t *testing.T) {
				ledtest.Run(t, func(t *testing.T) ledtest.Fixture {
					strip := layout.Strip()
					chip := fresh(len(strip))
					d, err := New(chip, Options{Strip: strip})
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(func() {
						for _, f := range chip.Faults() {
							t.Error(f)
						}
					})
					return ledtest.Fixture{
						Driver: d, Break: chip.Break, Sent: chip.Sent, Forget: chip.Forget,
						Lights: func() ledmatrix.Image { return ledtest.Read(t, strip, chip.Lights()) },
					}
				})
			})
		}
	}
}

// TestScript spells out a transfer for two LEDs.
func TestScript(t *testing.T) {
	bus := hwtest.NewSPI(t,
		hwtest.Step{Does: "start; a1 red 1, green 2, blue 3; b1 dark; zeros for an SK9822; a clock for the second LED", Write: []byte{
			0, 0, 0, 0,
			0xff, 3, 2, 1,
			0xff, 0, 0, 0,
			0, 0, 0, 0,
			0,
		}},
		hwtest.Step{Does: "all dark", Write: []byte{0, 0, 0, 0, 0xff, 0, 0, 0, 0xff, 0, 0, 0, 0, 0, 0, 0, 0}},
	)
	d, err := New(bus, Options{Strip: ledmatrix.Strip{square.A1.Set(), square.B1.Set()}})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Show(&ledmatrix.Image{square.A1: {R: 1, G: 2, B: 3}}); err != nil {
		t.Error(err)
	}
	if err := d.Halt(); err != nil {
		t.Error(err)
	}
}

func TestLength(t *testing.T) {
	if n := (Options{Strip: ledmatrix.Layout{}.Strip()}).Len(); n != 4+256+4+4 {
		t.Errorf("64 LEDs take %d bytes", n)
	}
	fits := func(n int) bool { return Options{Strip: make(ledmatrix.Strip, n)}.Len() <= hw.DefaultMaxTx }
	if !fits(1006) || fits(1007) {
		t.Error("the longest strip isn't 1006, as docs/leds.md says")
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		opt  Options
		want string
	}{
		"order":    {Options{Order: "xyz"}, `"xyz"`},
		"white":    {Options{Order: "BGRW"}, "no white light"},
		"too long": {Options{Strip: make(ledmatrix.Strip, 1100)}, "spidev.bufsiz=8192"},
	} {
		if _, err := New(ledchips.NewAPA102(1), c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
	}
}
