package doctor

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/ledmatrix"
	"jadoube/ledmatrix/simled"
	"jadoube/rules/square"
)

// trial is what was said to be lit, and what was.
type trial struct {
	words  []string
	runs   []square.Square
	images map[string][]ledmatrix.Image // by word, half a tick after it was told and each tick from then on
}

// watched has lights tried, with answers from the person, and looks on.
func watched(t *testing.T, l *Lights, panel *simled.Panel, looks *ledmatrix.Palette, answers chan string) (trial, error) {
	t.Helper()
	out, word, now := trial{images: map[string][]ledmatrix.Image{}}, "", square.Empty
	var mu sync.Mutex
	ctx, end := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	defer watching.Wait()
	defer end()
	watching.Go(func() {
		for time.Sleep(ledmatrix.Tick / 2); ctx.Err() == nil; time.Sleep(ledmatrix.Tick) {
			mu.Lock()
			if img, _ := panel.Image(); now == ^square.Empty {
				out.images[word] = append(out.images[word], img)
			}
			mu.Unlock()
		}
	})
	err := l.Try(ctx, NewTalk(answers, nil, func(int, int, Line) {}), looks, func(on square.Set, w string) {
		mu.Lock()
		defer mu.Unlock()
		now, word = on, w
		if on.Len() == 1 {
			out.runs = append(out.runs, on.First())
		} else if w != "" {
			out.words = append(out.words, w)
		}
	})
	return out, err
}

// TestTry: every colour and every meaning is on all squares for as long as its rhythm takes to be seen, then a light runs, then all is dark.
func TestTry(t *testing.T) {
	for _, c := range []struct {
		mono    bool
		palette ledmatrix.Palette
		colours []string
	}{{false, ledmatrix.Default, []string{"red", "green", "blue", "white"}}, {true, ledmatrix.Mono, []string{"lit"}}} {
		synctest.Test(t, func(t *testing.T) {
			panel := &simled.Panel{}
			l := &Lights{Driver: panel, Power: ledmatrix.Power{Brightness: 100, Budget: 100_000}, Strip: ledmatrix.Layout{}.Strip(), Mono: c.mono}
			out, err := watched(t, l, panel, &c.palette, make(chan string))
			want := c.colours
			for _, m := range ledmatrix.Meanings() {
				want = append(want, m.String())
			}
			if err != nil || !slices.Equal(out.words, want) {
				t.Errorf("shown %v, %v; want %v", out.words, err, want)
			}
			for _, m := range ledmatrix.Meanings() {
				style, images := c.palette[m], out.images[m.String()]
				if len(images) < int(each/ledmatrix.Tick)-1 {
					t.Errorf("%v was shown for %d ticks", m, len(images))
				}
				for i, img := range images {
					want := ledmatrix.RGB{}
					if style.Blink.String()[i%ledmatrix.Ticks] == '#' {
						want = style.Colour
					}
					if img[square.A1] != want || img[square.H8] != want {
						t.Errorf("%v at tick %d is %v, want %v", m, i, img[square.A1], want)
					}
				}
			}
			if img := out.images[c.colours[0]][0]; !c.mono && img[square.D4] != (ledmatrix.RGB{R: 255}) {
				t.Errorf("red is %v", img[square.D4])
			}
			if len(out.runs) != 64 || out.runs[0] != square.A1 || out.runs[63] != square.H8 || !slices.IsSorted(out.runs) {
				t.Errorf("the light ran over %v", out.runs)
			}
			if img, _ := panel.Image(); img != (ledmatrix.Image{}) {
				t.Errorf("in the end they show\n%v", &img)
			}
		})
	}
}

// TestTryGoesOn: Enter shows the next, q and broken lights end it, and they are dark then.
func TestTryGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		panel := &simled.Panel{}
		l := &Lights{Driver: panel, Power: ledmatrix.DefaultPower, Strip: ledmatrix.Layout{}.Strip()}
		answers := make(chan string, 3)
		answers <- ""
		answers <- ""
		answers <- "q"
		began := time.Now()
		out, err := watched(t, l, panel, &ledmatrix.Default, answers)
		if !errors.Is(err, ErrQuit) || !slices.Equal(out.words, []string{"red", "green", "blue"}) || time.Since(began) >= ledmatrix.Tick {
			t.Errorf("%v after %v, %v", out.words, time.Since(began), err)
		}
		if img, _ := panel.Image(); img != (ledmatrix.Image{}) {
			t.Errorf("after q they show\n%v", &img)
		}
		panel.Fail(errors.New("no answer"))
		if out, err := watched(t, l, panel, &ledmatrix.Default, answers); err == nil || !strings.Contains(err.Error(), "can't be lit: no answer") || len(out.words) != 1 {
			t.Errorf("broken: %v, %v", out.words, err)
		}
	})
}
