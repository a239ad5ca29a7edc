//go:build linux && (amd64 || arm64)

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jadoube/cmd/internal/config"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/fusebus"
	"jadoube/hw/hwtest/ledchips"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// TestCalibrateOnABoard teaches the program boards whose wires aren't as their config says, on a bus that fails.
func TestCalibrateOnABoard(t *testing.T) {
	number := 7000 + 16*(os.Getpid()%1000)
	shuffled := func(seed uint64) (list []square.Square) {
		for _, s := range rand.New(rand.NewPCG(seed, 1)).Perm(64) {
			list = append(list, square.Square(s))
		}
		return list
	}
	by := func(at func(file, rank int) square.Square) (list []square.Square) {
		for s := range square.None {
			list = append(list, at(s.File(), s.Rank()))
		}
		return list
	}
	files := by(func(file, rank int) square.Square { return square.At(rank, file) })
	fromA8 := by(func(file, rank int) square.Square { return square.At(file, 7-rank) })
	for _, c := range []struct {
		name, rig     string
		contact, leds []square.Square // the contact of a piece on each square; the square of each LED
		want          string
	}{
		{"usual", "pca9555", files, fromA8, "layout = 'files'"},
		{"usual, with inputs to spare", "mcp23017", files, fromA8, "layout = 'files'"},
		{"anyhow", "pca9555", shuffled(1), files, "layout = \"\"\"\n"},
	} {
		number += 2
		n := number
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			testCalibrate(t, c.rig, n, c.contact, c.leds, c.want)
		})
	}
}

func testCalibrate(t *testing.T, rig string, number int, contact, leds []square.Square, want string) {
	w := wired(t, rig, number)
	chip := ledchips.NewHT16K33()
	fusebus.Serve(t, map[string]fmt.Stringer{fmt.Sprintf("i2c-%d", number+1): hwtest.Chips{0x70: chip.Tx}})
	old, learned := filepath.Join(t.TempDir(), "board.toml"), filepath.Join(t.TempDir(), "learned.toml")
	text := w.config + fmt.Sprintf("\n[leds]\nkind = \"ht16k33\"\nht16k33.bus = \"%d\"\n[game.tags]\nWhite = \"Anna\"\n", number+1)
	if err := os.WriteFile(old, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	h := &helper{
		stand: func(occupied square.Set) {
			var f sensors.Frame
			for s := range occupied.Squares() {
				f[contact[s]] = sensors.Something
			}
			w.rig.Stand(&f)
		},
		light: func() square.Square {
			if n := slices.Index(chip.Lights(), ledchips.White); n >= 0 && n < 64 {
				return leds[n]
			}
			return square.None
		},
	}
	h.stand(0)
	var errs console
	if status := h.runWith(t, &errs, "calibrate", "--config", old, "-o", learned); status != 0 {
		t.Fatalf("exit status %d: %s\n%s", status, errs.String(), h.said.String())
	}
	written, err := os.ReadFile(learned)
	if err != nil || !strings.Contains(string(written), want) || !strings.Contains(string(written), "White = 'Anna'") {
		t.Errorf("(%v) written:\n%s\nafter\n%s", err, written, h.said.String())
	}
	cfg, err := config.Load(learned)
	if err != nil {
		t.Fatal(err)
	}
	for n, set := range cfg.LEDs.Strip() {
		if set != leds[n].Set() {
			t.Errorf("LED %d is on %v, learned was %v", n, leds[n], set)
		}
	}
	checkBoard(t, w, learned, h)
}

// checkBoard has the doctor try the first squares with what was learned: it must find nothing.
func checkBoard(t *testing.T, w *wires, file string, h *helper) {
	t.Helper()
	report := filepath.Join(t.TempDir(), "report.md")
	d := &helper{stand: h.stand, light: h.light, until: "Move it to g1."}
	var errs console
	if status := d.runWith(t, &errs, "doctor", "--config", file, "-o", report); status != 0 {
		t.Fatalf("exit status %d: %s\n%s", status, errs.String(), d.said.String())
	}
	text, err := os.ReadFile(report)
	if err != nil || !strings.Contains(string(text), "Nothing is wrong as far as this examination goes.") || !strings.Contains(string(text), "1  . . . . . . ? ?\n") {
		t.Errorf("(%v) with what was learned the doctor finds\n%s\n%s", err, text, w.config)
	}
}
