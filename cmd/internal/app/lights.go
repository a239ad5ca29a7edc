package app

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"sync/atomic"
	"time"

	"jadoube/cmd/internal/doctor"
	"jadoube/cmd/internal/web"
	"jadoube/ledmatrix"
	"jadoube/rules/square"
)

// lightSettings are what the lights need of the config.
type lightSettings struct {
	palette ledmatrix.Palette // as eyes should see it
	gamma   float64           // of the LEDs
	power   ledmatrix.Power
	glow    int // percent: how bright the page shows them
	strip   ledmatrix.Strip
	refresh time.Duration // how often LEDs that can forget are looked after; 0 = never
}

// lights draws the game's pictures on the LEDs, in a loop of its own: LEDs that are slow or broken
// cost the game nothing.
type lights struct {
	lightSettings
	driver  ledmatrix.Driver
	log     *slog.Logger
	scenes  chan ledmatrix.Scene
	covers  chan *ledmatrix.Scene // a picture that is shown instead of the game's, nil = the game's again
	changes chan lightSettings
	loans   chan loan
	retry   time.Duration
	trouble chan string  // what is wrong with the LEDs, "" when they are well again
	failed  atomic.Int64 // how often they couldn't be shown anything
}

func newLights(d ledmatrix.Driver, s lightSettings, log *slog.Logger) *lights {
	return &lights{
		lightSettings: s, driver: d, log: log, scenes: make(chan ledmatrix.Scene, 1), covers: make(chan *ledmatrix.Scene, 1),
		changes: make(chan lightSettings, 1), loans: make(chan loan), trouble: make(chan string, 1), retry: retryLights,
	}
}

// looks says how the LEDs look to eyes at a screen.
func (l *lightSettings) looks() web.Lights {
	out := web.Lights{Brightness: l.glow, Looks: map[string]web.Look{}}
	for _, m := range ledmatrix.Meanings() {
		style := l.palette[m]
		out.Looks[m.String()] = web.Look{Colour: screen(style.Colour), Blink: style.Blink.String()}
	}
	return out
}

// screen writes an LED's colour as a screen has to be told it: LEDs are linear in light, screens
// gamma-coded (sRGB, IEC 61966-2-1).
func screen(c ledmatrix.RGB) string {
	code := func(v uint8) int {
		x := float64(v) / 255
		if x <= 0.0031308 {
			x *= 12.92
		} else {
			x = 1.055*math.Pow(x, 1/2.4) - 0.055
		}
		return int(math.Round(255 * x))
	}
	return fmt.Sprintf("#%02x%02x%02x", code(c.R), code(c.G), code(c.B))
}

// show replaces the picture.
func (l *lights) show(words map[string]string) {
	scene, err := ledmatrix.FromWords(words)
	if err != nil {
		l.log.Error("a picture for the leds can't be read", "error", err)
		return
	}
	newest(l.scenes, scene)
}

// cover shows a picture instead of the game's, nil the game's again.
func (l *lights) cover(scene *ledmatrix.Scene) { newest(l.covers, scene) }

// change takes other settings; layout and driver stay.
func (l *lights) change(s lightSettings) { newest(l.changes, s) }

// loan is of LEDs that somebody else lights for a while.
type loan struct{ given, back chan struct{} }

// lend makes the LEDs dark and their wires free, until back is called.
func (l *lights) lend(ctx context.Context) (back func()) {
	x := loan{make(chan struct{}), make(chan struct{})}
	select {
	case l.loans <- x:
	case <-ctx.Done():
		return func() {}
	}
	<-x.given
	return func() { close(x.back) }
}

// try has LEDs that have been lent tried, as bright as the game's. Shown is called with what is lit, as doctor.Lights.Try does.
func (l *lights) try(ctx context.Context, con *doctor.Console, mono bool, shown func(square.Set, string)) error {
	driven := l.palette.Gamma(l.gamma)
	x := doctor.Lights{Driver: l.driver, Power: l.power, Strip: l.strip, Mono: mono}
	return x.Try(ctx, con, &driven, shown)
}

// newest replaces what a channel of one holds. One goroutine alone may do so.
func newest[T any](c chan T, v T) {
	select {
	case <-c: // older news that nobody has taken yet
	default:
	}
	c <- v
}

// loop draws until ctx ends, then leaves the LEDs dark.
func (l *lights) loop(ctx context.Context) {
	defer l.halt()
	var scene ledmatrix.Scene
	var cover *ledmatrix.Scene
	shown := &scene
	var img ledmatrix.Image // one for all, as drivers keep it from the stack
	driven := l.palette.Gamma(l.gamma)
	palette := driven
	began, broken := time.Now(), false
	checked := began
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		fit := true
		select {
		case <-ctx.Done():
			return
		case scene = <-l.scenes:
		case cover = <-l.covers:
			shown = cmp.Or(cover, &scene)
		case l.lightSettings = <-l.changes:
			driven = l.palette.Gamma(l.gamma)
		case x := <-l.loans:
			l.halt()
			close(x.given)
			<-x.back
		case <-timer.C:
			fit = false
		}
		if fit {
			palette = l.power.Fit(shown, &driven, l.strip)
		}
		t := time.Since(began)
		img = ledmatrix.Render(shown, &palette, t)
		err := l.draw(&img, &checked)
		if err != nil {
			l.failed.Add(1)
		}
		l.report(err, &broken)
		timer.Reset(l.wait(shown, &palette, t, broken))
	}
}

// draw shows an image, and looks after LEDs that may have forgotten theirs when it is time for it.
func (l *lights) draw(img *ledmatrix.Image, checked *time.Time) error {
	if err := l.driver.Show(img); err != nil {
		return err
	}
	r, forgets := l.driver.(ledmatrix.Refresher)
	if !forgets || l.refresh == 0 || time.Since(*checked) < l.refresh {
		return nil
	}
	*checked = time.Now()
	return r.Refresh()
}

// retries is how many transactions with the LEDs were tried again, where that is counted.
func (l *lights) retries() int64 {
	if c, counts := l.driver.(interface{ Retries() int64 }); counts {
		return c.Retries()
	}
	return 0
}

// retryLights is how long broken LEDs are left alone.
const retryLights = 2 * time.Second

func (l *lights) wait(scene *ledmatrix.Scene, palette *ledmatrix.Palette, t time.Duration, broken bool) time.Duration {
	if broken {
		return l.retry
	}
	rest := time.Hour
	if l.refresh > 0 {
		rest = l.refresh
	}
	if next, ok := ledmatrix.Next(scene, palette, t); ok {
		rest = min(rest, next-t)
	}
	return rest
}

func (l *lights) report(err error, broken *bool) {
	if (err != nil) == *broken {
		return
	}
	*broken = err != nil
	text := ""
	if err != nil {
		text = l.driver.String() + ": " + err.Error()
	}
	newest(l.trouble, text)
}

// halt leaves the LEDs dark, and their wires free.
func (l *lights) halt() {
	end := l.driver.Halt
	if c, ok := l.driver.(io.Closer); ok {
		end = c.Close
	}
	if err := end(); err != nil {
		l.log.Warn("the leds could not be made dark", "leds", l.driver.String(), "error", err)
	}
}
