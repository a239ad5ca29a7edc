package max7219

import (
	"strings"
	"testing"

	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/ledchips"
	"jadoube/ledmatrix"
	"jadoube/ledmatrix/ledtest"
	"jadoube/rules/square"
)

func TestContract(t *testing.T) {
	for name, layout := range map[string]ledmatrix.Layout{"one chip": {}, "two chips": {Origin: square.H1, Files: true, Offset: 50}} {
		t.Run(name, func(t *testing.T) {
			ledtest.Run(t, func(t *testing.T) ledtest.Fixture {
				strip := layout.Strip()
				chain := ledchips.NewMAX7219(Chips(len(strip)))
				d := open(t, chain, strip)
				return ledtest.Fixture{
					Driver: d, Nearest: ledtest.OneColour, Break: chain.Break, Sent: chain.Sent, Forget: chain.Forget,
					Lights: func() ledmatrix.Image { return ledtest.Read(t, strip, chain.Lights()) },
				}
			})
		})
	}
}

func open(t *testing.T, chain *ledchips.MAX7219, strip ledmatrix.Strip) *LEDs {
	t.Helper()
	d, err := New(chain, Options{Strip: strip, Step: 9})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, f := range chain.Faults() {
			t.Error(f)
		}
	})
	return d
}

func TestScript(t *testing.T) {
	bus := hwtest.NewSPI(t,
		hwtest.Step{Does: "display test: off", Write: []byte{0x0f, 0}},
		hwtest.Step{Does: "decode: none", Write: []byte{0x09, 0}},
		hwtest.Step{Does: "scan limit: all eight digits", Write: []byte{0x0b, 7}},
		hwtest.Step{Does: "intensity: step 3 of 16", Write: []byte{0x0a, 2}},
		hwtest.Step{Does: "digit 0, rank 1: a1", Write: []byte{1, 0x01}},
		hwtest.Step{Does: "digit 1", Write: []byte{2, 0}},
		hwtest.Step{Does: "digit 2", Write: []byte{3, 0}},
		hwtest.Step{Does: "digit 3, rank 4: e4", Write: []byte{4, 0x10}},
		hwtest.Step{Does: "digit 4", Write: []byte{5, 0}},
		hwtest.Step{Does: "digit 5", Write: []byte{6, 0}},
		hwtest.Step{Does: "digit 6", Write: []byte{7, 0}},
		hwtest.Step{Does: "digit 7, rank 8: h8", Write: []byte{8, 0x80}},
		hwtest.Step{Does: "shutdown: normal operation", Write: []byte{0x0c, 1}},
		hwtest.Step{Does: "only the digit that changes", Write: []byte{4, 0x18}},
	)
	d, err := New(bus, Options{Strip: ledmatrix.Layout{}.Strip(), Step: 3})
	if err != nil {
		t.Fatal(err)
	}
	img := ledmatrix.Image{square.A1: {R: 1}, square.E4: {G: 1}, square.H8: {B: 1}}
	for range 2 {
		if err := d.Show(&img); err != nil {
			t.Error(err)
		}
	}
	img[square.D4].R = 5
	img[square.A1].G = 5
	if err := d.Show(&img); err != nil {
		t.Error(err)
	}
}

// TestChain: the chip nearest to the computer gets the last bytes.
func TestChain(t *testing.T) {
	strip := append(ledmatrix.Layout{}.Strip(), square.Of(square.A1, square.B1))
	var rec hwtest.Record
	d, err := New(rec.SPI(ledchips.NewMAX7219(2)), Options{Strip: strip, Step: 1})
	if err != nil {
		t.Fatal(err)
	}
	d.Show(&ledmatrix.Image{})
	d.Show(&ledmatrix.Image{square.B1: {R: 1}})
	steps := rec.Steps()
	if got := steps[len(steps)-1].Write; string(got) != string([]byte{1, 0x01, 1, 0x02}) {
		t.Errorf("sent % x", got)
	}
}

func TestDisturbedChipIsSetUpAgain(t *testing.T) {
	chain := ledchips.NewMAX7219(1)
	strip := ledmatrix.Layout{}.Strip()
	d := open(t, chain, strip)
	img := ledmatrix.Image{square.E4: {R: 255, G: 255, B: 255}}
	if err := d.Show(&img); err != nil {
		t.Fatal(err)
	}
	chain.Disturb(0)
	if err := d.Refresh(); err != nil {
		t.Fatal(err)
	}
	if got := ledtest.Read(t, strip, chain.Lights()); got != img || chain.Intensity(0) != 8 {
		t.Errorf("at step %d the LEDs show\n%v", chain.Intensity(0), &got)
	}
}

func TestCorners(t *testing.T) {
	strip := ledmatrix.Layout{Corners: true}.Strip()
	chain := ledchips.NewMAX7219(2)
	d := open(t, chain, strip)
	if err := d.Show(&ledmatrix.Image{square.E4: {R: 255}}); err != nil {
		t.Fatal(err)
	}
	for n, set := range strip {
		if lit := chain.Lights()[n] == ledchips.White; lit != set.Has(square.E4) {
			t.Errorf("LED %d, which serves %v: lit %v", n, set, lit)
		}
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		opt  Options
		want string
	}{
		"none":     {Options{Step: 1}, "0 LEDs"},
		"too many": {Options{Strip: make(ledmatrix.Strip, 257), Step: 1}, "1 to 256"},
		"step 0":   {Options{Strip: make(ledmatrix.Strip, 64)}, "step 0"},
		"step 17":  {Options{Strip: make(ledmatrix.Strip, 64), Step: 17}, "1 to 16"},
	} {
		if _, err := New(ledchips.NewMAX7219(1), c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
	}
}
