// Package ledtest knows what every driver of LEDs promises and tests it; it must not know any driver.
//
// A driver's own test says how to build one over a fake bus and how to read the lights back from the
// bytes that went over it:
//
//	func TestDriver(t *testing.T) {
//		ledtest.Run(t, func(t *testing.T) ledtest.Fixture {
//			chip := newFakeChip()
//			return ledtest.Fixture{Driver: ws2812.New(chip, layout), Lights: chip.lights, Break: chip.fail}
//		})
//	}
package ledtest

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"

	"jadoube/ledmatrix"
	"jadoube/rules/square"
)

// Fixture is a driver with the other end of its wire in hand.
type Fixture struct {
	Driver ledmatrix.Driver
	// Lights is what the LEDs show now, by square, as far as the bytes on the wire say.
	Lights func() ledmatrix.Image
	// Nearest turns an image into what LEDs of this kind can show of it; nil when they show all of it.
	// OneColour is the one for a monochrome matrix.
	Nearest func(ledmatrix.Image) ledmatrix.Image
	// Break makes the wire fail from now on, with true, or work again, with false; nil skips that test.
	Break func(bool)
	// Sent is how many transactions went over the wire so far; nil skips what needs that.
	Sent func() int
	// Forget takes the LEDs' power away for an instant: dark, and not set up any more. Nil skips that test.
	Forget func()
}

// OneColour is what a monochrome matrix shows of an image: full white on every square that isn't dark.
func OneColour(img ledmatrix.Image) ledmatrix.Image {
	var one ledmatrix.Image
	for s := range img.Mono().Squares() {
		one[s] = ledmatrix.RGB{R: 255, G: 255, B: 255}
	}
	return one
}

// Read is the image that a strip's LEDs show, given the red, green and blue of each, for strips whose LEDs
// serve one square at the most. LEDs of the same square that show different colours, and a lit LED
// that serves none, are errors of t.
func Read[Light ~[3]byte](t testing.TB, strip ledmatrix.Strip, lights []Light) (img ledmatrix.Image) {
	t.Helper()
	seen := square.Set(0)
	for n, set := range strip {
		c := ledmatrix.RGB{R: lights[n][0], G: lights[n][1], B: lights[n][2]}
		s := set.First()
		switch {
		case set.Len() > 1:
			t.Fatalf("LED %d serves %v: no image can be read", n, set)
		case set == 0 && c != (ledmatrix.RGB{}), set != 0 && seen.Has(s) && img[s] != c:
			t.Errorf("LED %d, which serves %v, shows %v", n, set, c)
		case set != 0:
			img[s], seen = c, seen.With(s)
		}
	}
	return img
}

// Run tests a driver against the contract of ledmatrix.Driver. New builds a fresh one for each part.
func Run(t *testing.T, fresh func(t *testing.T) Fixture) {
	run(t, func(t *testing.T, test func(*testing.T, Fixture)) { test(t, fresh(t)) })
}

// RunInBubbles is Run with each part in a bubble of testing/synctest, for drivers with a clock of their own.
func RunInBubbles(t *testing.T, fresh func(t *testing.T) Fixture) {
	run(t, func(t *testing.T, test func(*testing.T, Fixture)) {
		synctest.Test(t, func(t *testing.T) { test(t, fresh(t)) })
	})
}

func run(t *testing.T, with func(*testing.T, func(*testing.T, Fixture))) {
	for _, part := range []struct {
		name string
		test func(*testing.T, Fixture)
	}{
		{"each square by itself", eachSquare},
		{"pictures one after another", pictures},
		{"the image stays the caller's", callersImage},
		{"halt makes dark", halt},
		{"a broken wire", brokenWire},
		{"the same image isn't sent again", sameImage},
		{"what the LEDs forgot", forgotten},
		{"a wire that breaks and comes back dark", replugged},
		{"nothing is allocated", allocations},
		{"a name in one line", name},
	} {
		t.Run(part.name, func(t *testing.T) { with(t, part.test) })
	}
}

func eachSquare(t *testing.T, f Fixture) {
	for s := range square.None {
		var img ledmatrix.Image
		img[s] = ledmatrix.RGB{R: 255, G: 128, B: 64}
		f.mustShow(t, &img)
	}
}

func pictures(t *testing.T, f Fixture) {
	random := rand.New(rand.NewPCG(64, 2812))
	for range 20 {
		var img ledmatrix.Image
		for s := range img {
			if random.IntN(2) == 0 {
				img[s] = ledmatrix.RGB{R: uint8(random.Uint32()), G: uint8(random.Uint32()), B: uint8(random.Uint32())}
			}
		}
		f.mustShow(t, &img)
		f.mustShow(t, &img) // the same again
	}
}

func callersImage(t *testing.T, f Fixture) {
	img := ledmatrix.Image{square.E4: {G: 200}}
	before := img
	f.mustShow(t, &img)
	if img != before {
		t.Errorf("Show changed the caller's image to\n%v", &img)
	}
	img = ledmatrix.Image{}
	f.wantLights(t, &before)
}

func halt(t *testing.T, f Fixture) {
	img := ledmatrix.Image{square.A1: {R: 9}, square.H8: {B: 255}}
	f.mustShow(t, &img)
	for range 2 {
		if err := f.Driver.Halt(); err != nil {
			t.Fatalf("Halt: %v", err)
		}
		f.wantLights(t, &ledmatrix.Image{})
	}
	f.mustShow(t, &img)
}

func brokenWire(t *testing.T, f Fixture) {
	if f.Break == nil {
		t.Skip("the fixture can't break its wire")
	}
	img := ledmatrix.Image{square.D5: {R: 255, G: 255, B: 255}}
	f.mustShow(t, &img)
	f.Break(true)
	img[square.D6].G = 255
	if f.Driver.Show(&img) == nil {
		t.Error("Show over a broken wire returned no error")
	}
	if f.Driver.Halt() == nil {
		t.Error("Halt over a broken wire returned no error")
	}
	f.Break(false)
	f.mustShow(t, &img)
}

func sameImage(t *testing.T, f Fixture) {
	if f.Sent == nil {
		t.Skip("the fixture doesn't count what is sent")
	}
	img := ledmatrix.Image{square.C3: {R: 255, G: 1}}
	f.mustShow(t, &img)
	before := f.Sent()
	for range 5 {
		f.mustShow(t, &img)
	}
	if n := f.Sent() - before; n != 0 {
		t.Errorf("an image that was shown already took %d transactions", n)
	}
	img[square.C3] = ledmatrix.RGB{}
	f.mustShow(t, &img)
	if f.Sent() == before {
		t.Error("another image wasn't sent")
	}
}

func forgotten(t *testing.T, f Fixture) {
	r, ok := f.Driver.(ledmatrix.Refresher)
	if !ok || f.Forget == nil {
		t.Skip("LEDs that forget nothing")
	}
	refresh := func(img ledmatrix.Image) {
		t.Helper()
		if err := r.Refresh(); err != nil {
			t.Fatalf("Refresh: %v", err)
		}
		f.wantLights(t, &img)
	}
	refresh(ledmatrix.Image{})
	img := ledmatrix.Image{square.F6: {R: 200, B: 30}, square.G7: {G: 255}}
	f.mustShow(t, &img)
	refresh(img)
	f.Forget()
	refresh(img)
	f.Forget()
	if err := r.Halt(); err != nil {
		t.Fatalf("Halt: %v", err)
	}
	f.Forget()
	refresh(ledmatrix.Image{})
}

func replugged(t *testing.T, f Fixture) {
	if f.Break == nil || f.Forget == nil {
		t.Skip("the fixture can't do that to its wire")
	}
	img := ledmatrix.Image{square.A8: {G: 255}}
	f.mustShow(t, &img)
	f.Break(true)
	other := ledmatrix.Image{square.B8: {G: 255}}
	if f.Driver.Show(&other) == nil {
		t.Error("Show over a broken wire returned no error")
	}
	f.Forget()
	f.Break(false)
	f.mustShow(t, &img) // the last that was shown, but not to these LEDs
}

func allocations(t *testing.T, f Fixture) {
	images := [2]ledmatrix.Image{{square.E4: {R: 255}}, {square.E5: {G: 255}}}
	n := 0
	if allocated := testing.AllocsPerRun(50, func() {
		f.Driver.Show(&images[n&1])
		n++
	}); allocated != 0 {
		t.Errorf("%v allocations an image", allocated)
	}
}

func name(t *testing.T, f Fixture) {
	if s := f.Driver.String(); s == "" || strings.ContainsAny(s, "\r\n") {
		t.Errorf("String() = %q: expected one line that names the driver and its place", s)
	}
}

func (f Fixture) mustShow(t *testing.T, img *ledmatrix.Image) {
	t.Helper()
	if err := f.Driver.Show(img); err != nil {
		t.Fatalf("Show: %v", err)
	}
	f.wantLights(t, img)
}

func (f Fixture) wantLights(t *testing.T, img *ledmatrix.Image) {
	t.Helper()
	want := *img
	if f.Nearest != nil {
		want = f.Nearest(want)
	}
	if got := f.Lights(); got != want {
		t.Fatalf("the LEDs show\n%vexpected\n%v", &got, &want)
	}
}
