package app

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/ledchips"
	"jadoube/ledmatrix"
	"jadoube/ledmatrix/ledtest"
	"jadoube/rules/square"
)

// ledChip is what the models of chips have in common.
type ledChip interface {
	Lights() []ledchips.Light
	Break(bool)
	Forget()
	Sent() int
	Faults() []string
}

// ledBoard is the wires of a config's LEDs with a model of their chip at the end.
func ledBoard(t *testing.T, c config.LEDs) (*hwtest.Wiring, ledChip) {
	t.Helper()
	strip := c.Strip()
	switch c.Kind {
	case "ws2812":
		chip := ledchips.NewWS2812(len(strip), c.WS2812.Order, 2_400_000)
		return &hwtest.Wiring{Lines: map[string]hw.SPI{c.WS2812.Bus: chip}}, chip
	case "apa102":
		chip := ledchips.NewSK9822(len(strip))
		return &hwtest.Wiring{Lines: map[string]hw.SPI{c.APA102.Bus: chip}}, chip
	case "max7219":
		chip := ledchips.NewMAX7219((len(strip) + 63) / 64)
		return &hwtest.Wiring{Lines: map[string]hw.SPI{c.MAX7219.Bus: chip}}, chip
	case "ht16k33":
		chip := ledchips.NewHT16K33()
		return &hwtest.Wiring{Buses: map[string]hw.I2C{c.HT16K33.Bus: hwtest.Chips{c.HT16K33.Addr(): chip.Tx}}}, chip
	}
	if c.Kind == "pins" {
		return pinBoard(c.Pins)
	}
	t.Fatalf("no model for %s", c.Kind)
	return nil, nil
}

// TestExamplesLight opens the LEDs of each example of the documentation and lights a square.
func TestExamplesLight(t *testing.T) {
	files, _ := filepath.Glob("../../../docs/boards/leds-*.toml")
	if len(files) < len(leds) {
		t.Fatalf("%d examples for %d kinds", len(files), len(leds))
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			cfg, err := config.Load(file)
			if err != nil {
				t.Fatal(err)
			}
			w, chip := ledBoard(t, cfg.LEDs)
			d := OpenLEDs(cfg.LEDs, func() hw.Wiring { return w }, slog.New(slog.DiscardHandler))
			if err := d.Show(&ledmatrix.Image{square.E4: {R: 255, G: 255, B: 255}}); err != nil {
				t.Fatal(err)
			}
			lights := chip.Lights()
			for n, set := range cfg.LEDs.Strip() {
				if lit := lights[n] == ledchips.White; lit != set.Has(square.E4) {
					t.Errorf("LED %d, which serves %v: lit %v", n, set, lit)
				}
			}
			d.(*panel).Close()
			for n, light := range chip.Lights() {
				if light != (ledchips.Light{}) {
					t.Errorf("LED %d is lit at the end: %v", n, light)
				}
			}
			if _, closes := w.Opened(); closes != 1 {
				t.Errorf("the wires were closed %d times", closes)
			}
			for _, f := range chip.Faults() {
				t.Error(f)
			}
		})
	}
}

func configOf(t *testing.T, text string) config.LEDs {
	t.Helper()
	c, err := config.Parse("test.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c.LEDs
}

// TestPanelComesAndGoes: LEDs that aren't there, that are pulled out, whose chip is silent or was reset.
func TestPanelComesAndGoes(t *testing.T) {
	c := configOf(t, "[leds]\nkind = \"ht16k33\"")
	chip := ledchips.NewHT16K33()
	unplugged := false
	bus := hwtest.Chips{0x70: func(w, r []byte) error {
		if unplugged {
			return fmt.Errorf("adapter: %w", hw.ErrUnplugged)
		}
		return chip.Tx(w, r)
	}}
	w := new(hwtest.Wiring)
	var log bytes.Buffer
	d := OpenLEDs(c, func() hw.Wiring { return w }, slog.New(slog.NewTextHandler(&log, nil))).(*panel)
	img := ledmatrix.Image{square.B7: {R: 255, G: 255, B: 255}}
	shows := func(what string) {
		t.Helper()
		if err := d.Show(&img); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if got := ledtest.Read(t, c.Strip(), chip.Lights()[:64]); got != img {
			t.Errorf("%s: the LEDs show\n%v", what, &got)
		}
	}
	fails := func(what string, want error) {
		t.Helper()
		img[square.C7].G ^= 255
		if err := d.Show(&img); !errors.Is(err, want) {
			t.Errorf("%s: %v, expected %v", what, err, want)
		}
		img[square.C7].G ^= 255
	}
	if d.Halt() != nil || d.Refresh() != nil {
		t.Error("LEDs that were never open could not be made dark")
	}
	fails("a bus that isn't there", hw.ErrUnplugged)
	w.Buses = map[string]hw.I2C{"1": bus}
	shows("a bus that came")
	unplugged = true
	fails("an adapter that was pulled out", hw.ErrUnplugged)
	unplugged = false
	chip.Forget()
	shows("and put back")
	chip.Break(true)
	fails("a silent chip", hw.ErrNoAnswer)
	chip.Break(false)
	chip.Forget()
	shows("a chip that was dead")
	chip.Forget()
	if err := d.Refresh(); err != nil {
		t.Error(err)
	}
	shows("a chip that was reset")
	if !strings.Contains(log.String(), "times=2") {
		t.Errorf("of the repetitions the log says %q", log.String())
	}
	if _, closes := w.Opened(); closes != 2 {
		t.Errorf("the wires were closed %d times: expected 2, when they were missing and when they were pulled out", closes)
	}
}

// TestDeadChipLeavesTheGame takes an HT16K33's power away in a game and gives it back: both are told, the game goes on, and
// a chip that forgets what it shows while nothing changes is set up anew. At the end it is dark.
func TestDeadChipLeavesTheGame(t *testing.T) {
	c := configOf(t, "[leds]\nkind = \"ht16k33\"")
	w, chip := ledBoard(t, c)
	synctest.Test(t, func(t *testing.T) {
		cfg := config.Default()
		cfg.Data.Folder, cfg.LEDs = t.TempDir(), c
		s := settingsOf(cfg, slog.New(slog.DiscardHandler))
		d, err := newDaemon(s, OpenLEDs(c, func() hw.Wiring { return w }, s.log))
		if err != nil {
			t.Fatal(err)
		}
		health := func(want string) {
			t.Helper()
			if h := d.State().Health; len(h) != 1 || h[0].Part != "leds" || h[0].State != want {
				t.Errorf("health %+v, expected leds %s", h, want)
			}
		}
		during(t, d, func() {
			go d.lights.loop(t.Context())
			move(t, d, square.E2, square.E4)
			time.Sleep(4 * time.Second)
			sameLights(t, d, chip)
			chip.Break(true)
			time.Sleep(6 * time.Second)
			health("failed")
			counted(t, d, 3, 2)
			move(t, d, square.E7, square.E5)
			time.Sleep(time.Second)
			if n := len(d.State().Moves); n != 2 {
				t.Errorf("%d moves with dead LEDs", n)
			}
			chip.Forget()
			chip.Break(false)
			time.Sleep(4 * time.Second)
			health("ok")
			counted(t, d, 7, 2)
			sameLights(t, d, chip)
			chip.Forget()
			time.Sleep(6 * time.Second)
			sameLights(t, d, chip)
			d.Command(t.Context(), web.Command{Do: web.Lift, Square: square.G1})
			time.Sleep(time.Second)
			sameLights(t, d, chip)
		})
	})
	for n, light := range chip.Lights() {
		if light != (ledchips.Light{}) {
			t.Errorf("LED %d is lit at the end", n)
		}
	}
}

// counted wants so many failures of the LEDs among the metrics, and so many transactions that were tried again for each.
func counted(t *testing.T, d *daemon, errors, each int) {
	t.Helper()
	var text strings.Builder
	d.meters.set.WritePrometheus(&text)
	for name, n := range map[string]int{"jadoube_leds_errors_total": errors, "jadoube_leds_retries_total": errors * each} {
		_, value, _ := strings.Cut(text.String(), name+" ")
		if got, _, _ := strings.Cut(value, "\n"); got != fmt.Sprint(n) {
			t.Errorf("%s is %q, want %d", name, got, n)
		}
	}
}

// sameLights looks at the LEDs for a cycle: the squares that were ever lit are those of the state.
func sameLights(t *testing.T, d *daemon, chip ledChip) {
	t.Helper()
	var seen square.Set
	for range ledmatrix.Ticks {
		time.Sleep(ledmatrix.Tick)
		for n, light := range chip.Lights()[:64] {
			if light != (ledchips.Light{}) {
				seen |= square.Square(n).Set()
			}
		}
	}
	var want square.Set
	for s := range d.State().LEDs {
		want |= s.Set()
	}
	if seen != want || want == 0 {
		t.Errorf("the LEDs show %v, the state says %v", seen, want)
	}
}
