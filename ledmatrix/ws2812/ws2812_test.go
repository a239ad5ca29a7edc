package ws2812

import (
	"slices"
	"strings"
	"testing"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/ledchips"
	"jadoube/ledmatrix"
	"jadoube/ledmatrix/ledtest"
	"jadoube/rules/square"
)

var layouts = map[string]ledmatrix.Layout{
	"plain":      {},
	"serpentine": {Origin: square.H8, Files: true, Serpentine: true, Rotate: 90},
	"offset":     {Offset: 7, Serpentine: true},
}

func TestContract(t *testing.T) {
	for _, bits := range []int{3, 4, 8} {
		for name, layout := range layouts {
			t.Run(name, func(t *testing.T) {
				ledtest.Run(t, func(t *testing.T) ledtest.Fixture { return fixture(t, Options{Strip: layout.Strip(), Bits: bits}) })
			})
		}
	}
	t.Run("with a white light", func(t *testing.T) {
		ledtest.Run(t, func(t *testing.T) ledtest.Fixture {
			return fixture(t, Options{Strip: layouts["plain"].Strip(), Order: "GRBW"})
		})
	})
}

func fixture(t *testing.T, opt Options) ledtest.Fixture {
	order := "GRB"
	if opt.Order != "" {
		order = string(opt.Order)
	}
	chip := ledchips.NewWS2812(len(opt.Strip), order, opt.Clock())
	d, err := New(chip, opt)
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
		Lights: func() ledmatrix.Image { return ledtest.Read(t, opt.Strip, chip.Lights()) },
	}
}

// TestScript spells out a transfer for two LEDs: green 0xf0 and red 0x01 on the first, nothing on the second.
func TestScript(t *testing.T) {
	strip := ledmatrix.Strip{square.A1.Set(), square.B1.Set()}
	for bits, want := range map[int]struct{ pause, f0, one, zero []byte }{
		3: {make([]byte, 90), []byte{0b110_110_11, 0b0_110_100_1, 0b00_100_100}, []byte{0b100_100_10, 0b0_100_100_1, 0b00_100_110}, []byte{0b100_100_10, 0b0_100_100_1, 0b00_100_100}},
		4: {make([]byte, 120), []byte{0xee, 0xee, 0x88, 0x88}, []byte{0x88, 0x88, 0x88, 0x8e}, []byte{0x88, 0x88, 0x88, 0x88}},
		8: {make([]byte, 240), []byte{0xfc, 0xfc, 0xfc, 0xfc, 0xc0, 0xc0, 0xc0, 0xc0}, []byte{0xc0, 0xc0, 0xc0, 0xc0, 0xc0, 0xc0, 0xc0, 0xfc}, slices.Repeat([]byte{0xc0}, 8)},
	} {
		dark := slices.Concat(want.zero, want.zero, want.zero)
		bus := hwtest.NewSPI(t,
			hwtest.Step{Does: "green f0, red 01, blue 00, and a dark LED", Write: slices.Concat(want.pause, want.f0, want.one, want.zero, dark, want.pause)},
			hwtest.Step{Does: "all dark", Write: slices.Concat(want.pause, dark, dark, want.pause)},
		)
		d, err := New(bus, Options{Strip: strip, Bits: bits})
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Show(&ledmatrix.Image{square.A1: {R: 0x01, G: 0xf0}}); err != nil {
			t.Error(err)
		}
		if err := d.Halt(); err != nil {
			t.Error(err)
		}
	}
}

func TestLineThatRestsHigh(t *testing.T) {
	strip := layouts["plain"].Strip()
	chip := ledchips.NewWS2812(64, "GRB", Options{}.Clock())
	chip.IdleHigh = true
	d, err := New(chip, Options{Strip: strip})
	if err != nil {
		t.Fatal(err)
	}
	img := ledmatrix.Image{square.A1: {B: 1}, square.H8: {R: 128}}
	if err := d.Show(&img); err != nil {
		t.Fatal(err)
	}
	if got := ledtest.Read(t, strip, chip.Lights()); got != img {
		t.Errorf("the LEDs show\n%v", &got)
	}
}

// TestClockThatIsWrong: the model would see a clock that follows the core's.
func TestClockThatIsWrong(t *testing.T) {
	chip := ledchips.NewWS2812(64, "GRB", Options{}.Clock()*5/3)
	d, err := New(chip, Options{Strip: layouts["plain"].Strip()})
	if err != nil {
		t.Fatal(err)
	}
	d.Show(&ledmatrix.Image{square.A1: {B: 1}})
	if len(chip.Faults()) == 0 {
		t.Error("pulses of 250 ns and 500 ns were taken")
	}
}

func TestCornersAndSeveralToASquare(t *testing.T) {
	four := slices.Concat(layouts["plain"].Strip(), layouts["serpentine"].Strip())
	for name, strip := range map[string]ledmatrix.Strip{"corners": ledmatrix.Layout{Corners: true}.Strip(), "two a square": four} {
		chip := ledchips.NewWS2812(len(strip), "GRB", Options{}.Clock())
		d, err := New(chip, Options{Strip: strip})
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Show(&ledmatrix.Image{square.E4: {R: 200}}); err != nil {
			t.Fatal(err)
		}
		for n, light := range chip.Lights() {
			if lit := light == (ledchips.Light{200, 0, 0}); lit != strip[n].Has(square.E4) {
				t.Errorf("%s: LED %d, which serves %v, shows %v", name, n, strip[n], light)
			}
		}
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		opt  Options
		want string
	}{
		"bits":     {Options{Bits: 5}, "expected 3, 4 or 8"},
		"order":    {Options{Order: "GGB"}, `"GGB"`},
		"too long": {Options{Strip: make(ledmatrix.Strip, 440)}, "spidev.bufsiz=8192"},
	} {
		if _, err := New(ledchips.NewWS2812(1, "GRB", 1_000_000), c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
	}
}

// TestLongestStrip holds the numbers of docs/leds.md.
func TestLongestStrip(t *testing.T) {
	for bits, most := range map[int]int{3: 435, 8: 150} {
		fits := func(n int) bool { return Options{Strip: make(ledmatrix.Strip, n), Bits: bits}.Len() <= hw.DefaultMaxTx }
		if !fits(most) || fits(most+1) {
			t.Errorf("with %d bits the longest strip isn't %d", bits, most)
		}
	}
}

// roomy is a line for which the kernel was told to take more.
type roomy struct{ *ledchips.WS2812 }

func (roomy) MaxTx() int { return 16384 }

func TestLongStripOnARoomyLine(t *testing.T) {
	strip := ledmatrix.Layout{Offset: 600}.Strip()
	chip := ledchips.NewWS2812(len(strip), "GRB", Options{}.Clock())
	d, err := New(roomy{chip}, Options{Strip: strip})
	if err != nil {
		t.Fatal(err)
	}
	img := ledmatrix.Image{square.H8: {G: 3}}
	if err := d.Show(&img); err != nil {
		t.Fatal(err)
	}
	if got := ledtest.Read(t, strip, chip.Lights()); got != img {
		t.Errorf("the LEDs show\n%v", &got)
	}
}

func BenchmarkShow(b *testing.B) {
	d, err := New(nothing{}, Options{Strip: layouts["plain"].Strip()})
	if err != nil {
		b.Fatal(err)
	}
	images := [2]ledmatrix.Image{{1: {R: 200}}, {2: {R: 200}}}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		d.Show(&images[n&1])
		n++
	}
}

type nothing struct{}

func (nothing) Tx(_, _ []byte) error { return nil }
func (nothing) String() string       { return "nothing" }
