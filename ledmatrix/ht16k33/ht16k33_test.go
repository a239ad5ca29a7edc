package ht16k33

import (
	"errors"
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
	for name, layout := range map[string]ledmatrix.Layout{"rows 0 to 7": {}, "rows up to 15": {Origin: square.A8, Rotate: 90, Offset: 64}} {
		t.Run(name, func(t *testing.T) {
			ledtest.Run(t, func(t *testing.T) ledtest.Fixture {
				strip := layout.Strip()
				chip := ledchips.NewHT16K33()
				d := open(t, chip, strip)
				return ledtest.Fixture{
					Driver: d, Nearest: ledtest.OneColour, Break: chip.Break, Sent: chip.Sent, Forget: chip.Forget,
					Lights: func() ledmatrix.Image { return ledtest.Read(t, strip, chip.Lights()) },
				}
			})
		})
	}
}

func open(t *testing.T, chip *ledchips.HT16K33, strip ledmatrix.Strip) *LEDs {
	t.Helper()
	d, err := New(hw.NewRetry(hwtest.Chips{0x72: chip.Tx}), Options{Addr: 0x72, Strip: strip, Step: 16})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, f := range chip.Faults() {
			t.Error(f)
		}
	})
	return d
}

func TestScript(t *testing.T) {
	bus := hwtest.NewI2C(t,
		hwtest.Step{Does: "system setup: oscillator on", Addr: 0x70, Write: []byte{0x21}},
		hwtest.Step{Does: "ROW/INT: all rows", Addr: 0x70, Write: []byte{0xa0}},
		hwtest.Step{Does: "dimming: 5/16", Addr: 0x70, Write: []byte{0xe4}},
		hwtest.Step{Does: "RAM: COM0 ROW0 (a1), COM3 ROW4 (e4), COM7 ROW7 (h8)", Addr: 0x70, Write: []byte{
			0x00,
			0x01, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x80, 0,
		}},
		hwtest.Step{Does: "display setup: on, no blinking", Addr: 0x70, Write: []byte{0x81}},
		hwtest.Step{Does: "RAM only", Addr: 0x70, Write: append([]byte{0x00, 0x03}, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x80, 0)},
	)
	d, err := New(bus, Options{Strip: ledmatrix.Layout{}.Strip(), Step: 5})
	if err != nil {
		t.Fatal(err)
	}
	img := ledmatrix.Image{square.A1: {R: 1}, square.E4: {G: 1}, square.H8: {B: 1}}
	d.Show(&img)
	img[square.E4].R = 77 // another colour, the same light
	d.Show(&img)
	img[square.B1].R = 77
	d.Show(&img)
}

func TestChipThatAnswersNowAndThen(t *testing.T) {
	chip := ledchips.NewHT16K33()
	d := open(t, chip, ledmatrix.Layout{}.Strip())
	img := ledmatrix.Image{square.C5: {R: 255, G: 255, B: 255}}
	chip.NAK(hw.Tries - 1)
	if err := d.Show(&img); err != nil {
		t.Errorf("after %d NAKs: %v", hw.Tries-1, err)
	}
	chip.NAK(hw.Tries)
	img[square.C6].R = 1
	if err := d.Show(&img); !errors.Is(err, hw.ErrNoAnswer) {
		t.Errorf("after %d NAKs: %v", hw.Tries, err)
	}
	chip.Forget()
	if err := d.Show(&img); err != nil || chip.Lights()[8*5+2] != ledchips.White {
		t.Errorf("a chip that is back: %v, lights %v", err, chip.Lights()[8*5+2])
	}
	if chip.Dim() != 15 {
		t.Errorf("dimmed to %d", chip.Dim())
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		opt  Options
		want string
	}{
		"none":     {Options{Step: 1}, "0 LEDs"},
		"too many": {Options{Strip: make(ledmatrix.Strip, 129), Step: 1}, "1 to 128"},
		"address":  {Options{Strip: make(ledmatrix.Strip, 64), Step: 1, Addr: 0x78}, "0x78"},
		"step":     {Options{Strip: make(ledmatrix.Strip, 64)}, "step 0"},
	} {
		if _, err := New(hwtest.Chips{}, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
	}
}
