package main

import (
	"bytes"
	"cmp"
	"flag"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"jadoube/cmd/internal/web/webtest"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var picture = flag.Bool("picture", false, "take the pictures in docs/pictures anew")

// keep writes a picture of the page for the documents, when that is asked for.
func (b *tab) keep(name string, shot []byte) {
	b.t.Helper()
	if !*picture {
		return
	}
	full, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		b.t.Fatal(err)
	}
	var text bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&text, thrifty(full)); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("../../docs/pictures", name+".png"), text.Bytes(), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// thrifty is a picture in its 256 most frequent colours, shades that no eye tells apart taken for one: a third of the bytes.
func thrifty(full image.Image) *image.Paletted {
	shade := func(c color.Color) color.RGBA {
		v := color.RGBAModel.Convert(c).(color.RGBA)
		near := func(x uint8) uint8 { return uint8(min(255, (int(x)+2)/4*4)) }
		return color.RGBA{near(v.R), near(v.G), near(v.B), 255}
	}
	box := full.Bounds()
	count := map[color.RGBA]int{}
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			count[shade(full.At(x, y))]++
		}
	}
	colours := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B))
	})
	var palette color.Palette
	for _, c := range colours[:min(len(colours), 256)] {
		palette = append(palette, c)
	}
	place := map[color.RGBA]uint8{}
	for _, c := range colours {
		place[c] = uint8(palette.Index(c))
	}
	out := image.NewPaletted(box, palette)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			out.SetColorIndex(x, y, place[shade(full.At(x, y))])
		}
	}
	return out
}

// TestPictures takes the pictures of the views that the documents show.
func TestPictures(t *testing.T) {
	if !*picture {
		t.Skip("SKIP: pictures are taken with -picture: make pictures")
	}
	newGuide(t) // the graph needs an engine
	b, stop := gamesOnPage(t, "[game]\nlevel = \"trainer\"\nclock = \"300+3\"\n")
	defer stop()
	origin := webtest.Value[string](b.Tab, `location.origin`)
	b.older()
	b.push(`[data-graph="begin"]`)
	b.Until(`document.querySelectorAll('.graph details li').length === 8`)
	b.Do(chromedp.KeyEvent(kb.ArrowLeft))
	b.Until(`document.querySelector('.position').complete`)
	time.Sleep(300 * time.Millisecond) // until it is drawn
	b.keep("games", b.Shoot("picture-games"))
	for _, view := range []string{"learn", "board", "arbiter", "settings"} {
		b.view(view)
		time.Sleep(300 * time.Millisecond) // what the view asks for comes
		b.keep(view, b.Shoot("picture-"+view))
	}
	b.view("games")
	b.older()
	b.push(`[data-step="first"]`)
	b.push(`[data-follow="start"]`)
	b.Square("e2", "led", "do-next")
	b.Do(chromedp.EmulateViewport(webtest.PhoneWidth, webtest.PhoneHeight))
	b.keep("following", b.Screen())
	b.push(`[data-follow="leave"]`)
	b.Until(`document.querySelector('#following').hidden`)
	b.Media("prefers-color-scheme:dark", "prefers-reduced-motion:reduce")
	b.Load(origin+"/?lang=fa", webtest.PhoneWidth, webtest.PhoneHeight)
	b.click("g1")
	b.Square("g1", "led", "touched")
	b.keep("phone", b.Screen())
}
