package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"jadoube/cmd/internal/web/webtest"
	"jadoube/ledmatrix"
)

// TestLightsInBrowser holds the lights of the page against the palette of the config: the colour that the
// style gives, the one that is drawn, and the rhythm.
func TestLightsInBrowser(t *testing.T) {
	for _, c := range []struct {
		palette    string
		brightness int
	}{{"default", 60}, {"colour-blind", 1}, {"mono", 100}} {
		t.Run(c.palette, func(t *testing.T) {
			want, err := ledmatrix.ParsePalette(c.palette)
			if err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			file := filepath.Join(folder, "board.toml")
			text := fmt.Sprintf("[leds]\npalette = %q\nbrightness = %d\n", c.palette, c.brightness)
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			addr, stop := launch(t, folder, "serve", "--listen", "127.0.0.1:0", "--config", file)
			defer stop()
			b := openTab(t, addr)
			b.click("e2")
			b.Square("e2", "led", "touched")
			b.Square("e4", "led", "may-go")
			b.light("e2", want[ledmatrix.Touched])
			b.light("e4", want[ledmatrix.MayGo])
			b.drawn("e4") // a dot in the middle of an empty square
			b.click("e5")
			b.Square("e5", "led", "cannot-stay")
			b.light("e5", want[ledmatrix.CannotStay])
			b.light("e2", want[ledmatrix.DoNext])
			b.Shoot("lights-" + c.palette)
			if wrong := b.Complaints(); len(wrong) > 0 {
				t.Errorf("the page's console: %q", wrong)
			}
		})
	}
}

// light compares colour and rhythm of a square's light with a style.
func (b *tab) light(square string, want ledmatrix.Style) {
	b.t.Helper()
	for i, channel := range b.rgb(square) {
		if led := []uint8{want.Colour.R, want.Colour.G, want.Colour.B}[i]; math.Abs(linear(channel)-float64(led)) > 1 {
			b.t.Errorf("%s: the page's colour is %v; the LED's is %v", square, b.rgb(square), want.Colour)
			break
		}
	}
	rhythm := webtest.Value[string](b.Tab, fmt.Sprintf(`(() => {
		const light = document.querySelector('[data-at="%s"] > .light'), blinking = light.getAnimations()[0]
		const on = k => { blinking.currentTime = 2000 * 7 + 125 * k + 60; return getComputedStyle(light).opacity > 0.5 ? "#" : "." }
		return blinking ? [...Array(16).keys()].map(on).join("") : "#".repeat(16)
	})()`, square))
	if rhythm != want.Blink.String() {
		b.t.Errorf("%s blinks %s, the LED %s", square, rhythm, want.Blink)
	}
}

// drawn compares the colour in the middle of a square with that of its light.
func (b *tab) drawn(square string) {
	b.t.Helper()
	c := b.Middle(square)
	for i, channel := range b.rgb(square) {
		if got := int([]uint8{c.R, c.G, c.B}[i]); got < channel-3 || got > channel+3 {
			b.t.Errorf("%s is drawn as %v; its light is %v", square, c, b.rgb(square))
			return
		}
	}
}

func (b *tab) rgb(square string) (c [3]int) {
	b.t.Helper()
	if _, err := fmt.Sscanf(b.colour(square), "rgb(%d, %d, %d)", &c[0], &c[1], &c[2]); err != nil {
		b.t.Fatalf("the colour of %s is %q: %v", square, b.colour(square), err)
	}
	return c
}

// linear is how much light a screen gives for a channel of its colours, 0 to 255 (IEC 61966-2-1).
func linear(v int) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return 255 * x / 12.92
	}
	return 255 * math.Pow((x+0.055)/1.055, 2.4)
}
