package ledmatrix

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadoube/rules/square"
)

var update = flag.Bool("update", false, "write the golden files anew")

// scenes are moments of games, as the leds event would carry them.
var scenes = map[string]map[string]string{
	"pawn-in-hand":  {"b1": "last-move", "c3": "last-move", "e5": "touched", "e4": "may-go", "d4": "may-capture"},
	"castling":      {"e1": "last-move", "g1": "last-move", "h1": "do-next", "f1": "do-next"},
	"check-ignored": {"e8": "check", "h5": "last-move", "a7": "touched", "a6": "cannot-stay"},
	"setting-up":    {"a1": "setup", "h1": "setup", "d8": "cannot-stay", "e8": "setup"},
	"hint":          {"g1": "hint", "f3": "hint"},
}

func TestGolden(t *testing.T) {
	for scene, words := range scenes {
		for palette, p := range palettes {
			t.Run(scene+"/"+palette, func(t *testing.T) {
				c, err := FromWords(words)
				if err != nil {
					t.Fatal(err)
				}
				golden(t, filepath.Join("testdata", scene+"."+palette+".txt"), film(&c, p))
			})
		}
	}
}

// film draws every image of one cycle.
func film(c *Scene, p *Palette) string {
	var w strings.Builder
	for at, more := time.Duration(0), true; more && at < Cycle; at, more = Next(c, p, at) {
		img := Render(c, p, at)
		fmt.Fprintf(&w, "%d ms\n%v\n", at.Milliseconds(), &img)
	}
	return w.String()
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s (-update writes it anew): got\n%s", file, got)
	}
}

func randomScene(r *rand.Rand) Scene {
	var c Scene
	for range r.IntN(4) {
		c[r.IntN(64)] = Meaning(r.IntN(int(meanings)))
	}
	return c
}

// Next against a twin that looks at every tick.
func TestNextIsWhereTheImageChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		c, at := randomScene(r), time.Duration(r.Int64N(int64(4*Cycle)))-2*Cycle
		for name, p := range palettes {
			got, changes := Next(&c, p, at)
			want, wantChanges := slowNext(&c, p, at)
			if got != want || changes != wantChanges {
				t.Fatalf("%s, %v at %v: Next = %v %v, looking says %v %v", name, c.Words(), at, got, changes, want, wantChanges)
			}
		}
	}
}

func slowNext(c *Scene, p *Palette, at time.Duration) (time.Duration, bool) {
	now := Render(c, p, at)
	start := at.Truncate(Tick)
	if start > at {
		start -= Tick
	}
	for k := 1; k <= Ticks; k++ {
		next := start + time.Duration(k)*Tick
		if Render(c, p, next) != now {
			return next, true
		}
	}
	return 0, false
}

func TestRenderOfAnUnknownMeaningIsDark(t *testing.T) {
	c := Scene{square.E4: meanings, square.E5: 255}
	if img := Render(&c, &Default, 0); img != (Image{}) {
		t.Errorf("\n%v", &img)
	}
	if _, changes := Next(&c, &Default, 0); changes {
		t.Error("an unknown meaning blinks")
	}
	DefaultPower.Fit(&c, &Default, one)
}

func TestMonoTakesAnyLightAsOn(t *testing.T) {
	img := Image{square.A1: {R: 1}, square.H8: {B: 1}}
	if img.Mono() != square.Of(square.A1, square.H8) {
		t.Error(img.Mono())
	}
}

func TestRenderDoesNotAllocate(t *testing.T) {
	c, img := busyScene(), Image{}
	if n := testing.AllocsPerRun(100, func() {
		p := DefaultPower.Fit(&c, &Default, one)
		img = Render(&c, &p, 0)
		Next(&c, &p, 0)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	_ = img
}

func busyScene() (c Scene) {
	for s := range c {
		c[s] = Meaning(s % int(meanings))
	}
	return c
}

func BenchmarkRender(b *testing.B) {
	c := busyScene()
	b.ReportAllocs()
	for b.Loop() {
		Render(&c, &Default, 3*Tick)
	}
}

func BenchmarkNext(b *testing.B) {
	c := busyScene()
	b.ReportAllocs()
	for b.Loop() {
		Next(&c, &Default, 3*Tick)
	}
}
