package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/rigs"
	"jadoube/cmd/internal/web"
	"jadoube/hw"
	"jadoube/ledmatrix"
	"jadoube/ledmatrix/simled"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// answering presses Enter, as a page does.
type answering struct{ w *workbench }

func (a answering) Write(b []byte) (int, error) {
	return len(b), a.w.Answer(strings.TrimSpace(string(b)))
}
func (a answering) Close() error { return nil }

var _ io.WriteCloser = answering{}

// follows has a pupil do what the bench says until it ends.
func follows(p *pupil, w *workbench) web.BenchState {
	said, now := 0, ""
	for {
		s := w.Bench()
		if !s.Running {
			return s
		}
		for ; said < len(s.Lines); said++ {
			p.obey(s.Lines[said].Text)
		}
		if s.Now.Text != now {
			now = s.Now.Text
			p.obey(now)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// benchRig is a daemon on a rig's board, with men at home, and its bench.
func benchRig(t *testing.T) (*rigs.Rig, *daemon, *workbench, *pupil) {
	cfg, err := config.Load("../../../docs/boards/mcp23017.toml")
	if err != nil {
		t.Fatal(err)
	}
	rig := rigs.New("mcp23017")
	p := &pupil{stand: func(on square.Set, c sensors.Contact) {
		f := alike(on, c)
		rig.Stand(&f)
	}}
	f := home(t)
	rig.Stand(&f)
	d := newBench().daemonOn(t, t.TempDir(), func(s *settings) {
		s.board, s.kind, s.scan, s.wires = cfg.Board, cfg.Board.SensorKind(), cfg.Board.Scan(), func() hw.Wiring { return &rig.Wiring }
	})
	w := newWorkbench(d, func() config.Config { return cfg })
	p.in = answering{w}
	return rig, d, w, p
}

// asksInAGame: a job that would disturb the game wants to be asked for twice; it ends when it is told to.
func asksInAGame(t *testing.T, ctx context.Context, w *workbench, what string) {
	t.Helper()
	if err := w.Begin(ctx, what, false); !errors.Is(err, web.ErrPlaying) {
		t.Errorf("in a game: %v", err)
	}
	if err := w.Begin(ctx, what, true); err != nil {
		t.Error(err)
	}
	time.Sleep(time.Second)
	w.End()
	time.Sleep(time.Second)
	if s := w.Bench(); s.Running || s.Error != "" || len(s.LEDs) > 0 {
		t.Errorf("ended: %+v", s)
	}
}

// TestWorkbench: the page has the board of a running daemon examined and its wiring learned; the game goes on afterwards, and is not disturbed
// unless one is sure.
func TestWorkbench(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rig, d, w, p := benchRig(t)
		ctx, cancel := context.WithCancel(t.Context())
		var parts sync.WaitGroup
		parts.Go(func() { d.lights.loop(ctx) })
		parts.Go(func() { w.serve(ctx) })
		during(t, d, func() {
			time.Sleep(time.Second)
			if err := w.Answer(""); err == nil {
				t.Error("an answer to nothing was taken")
			}
			for _, what := range []string{"doctor", "calibrate"} {
				p.stand(0, sensors.Nothing)
				time.Sleep(time.Second) // no hand takes all men off at once
				if err := w.Begin(ctx, what, false); err != nil {
					t.Fatal(err)
				}
				if err := w.Begin(ctx, what, true); err == nil {
					t.Error("two at a time")
				}
				s := follows(p, w)
				if s.Error != "" || s.Total == 0 && what == "doctor" {
					t.Errorf("%s: %+v", what, s)
				}
				if what == "doctor" && !strings.Contains(fmt.Sprint(s.Lines), "Nothing is wrong") {
					t.Errorf("found %q", s.Lines)
				}
				if _, err := config.Parse("learned.toml", []byte(s.Config)); what == "calibrate" && (err != nil || s.Config == "") {
					t.Errorf("learned %q, %v", s.Config, err)
				}
			}
			move := func(from, to square.Square) {
				f := home(t)
				f[from] = sensors.Nothing
				rig.Stand(&f)
				time.Sleep(time.Second)
				f[to] = sensors.Something
				rig.Stand(&f)
				time.Sleep(3 * time.Second)
			}
			f := home(t)
			rig.Stand(&f)
			time.Sleep(3 * time.Second)
			move(square.E2, square.E4)
			if moves := d.State().Moves; len(moves) != 1 || moves[0].SAN != "e4" {
				t.Errorf("afterwards the game has %v", moves)
			}
			asksInAGame(t, ctx, w, "doctor")
			time.Sleep(3 * time.Second)
			if moves := d.State().Moves; len(moves) != 1 {
				t.Errorf("the game has %v", moves)
			}
		})
		cancel()
		parts.Wait()
	})
}

// TestWorkbenchHasNothingToTry: a simulated board is refused, and so is what is no job.
func TestWorkbenchHasNothingToTry(t *testing.T) {
	d := newBench().daemonOn(t, t.TempDir(), nil)
	w := newWorkbench(d, config.Default)
	if err := w.Begin(t.Context(), "doctor", true); !errors.Is(err, errNothingToTry) {
		t.Error(err)
	}
	if err := w.Begin(t.Context(), "dance", true); err == nil || !strings.Contains(err.Error(), "expected doctor") {
		t.Error(err)
	}
	w.End()
	during(t, d, func() {})
}

// TestLightsAreTried: the LEDs of a running daemon show what is tried instead of the game's picture, which comes back; the game goes on, on a
// simulated board too; a game that is played is asked about first.
func TestLightsAreTried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newBench().daemonOn(t, t.TempDir(), nil)
		panel := d.lights.driver.(*simled.Panel)
		w := newWorkbench(d, config.Default)
		ctx, cancel := context.WithCancel(t.Context())
		var parts sync.WaitGroup
		parts.Go(func() { d.lights.loop(ctx) })
		parts.Go(func() { w.serve(ctx) })
		during(t, d, func() {
			time.Sleep(time.Second)
			if err := w.Begin(ctx, "lights", false); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
			s := w.Bench()
			img, _ := panel.Image()
			if !s.Running || len(s.LEDs) != 64 || s.LEDs[square.E4] != "red" || img[square.E4].R == 0 || img[square.E4].G > 0 {
				t.Errorf("at first %v is shown as %v", img[square.E4], s)
			}
			for _, c := range []web.Command{{Do: web.Lift, Square: square.E2}, {Do: web.Place, Square: square.E4}} {
				if err := d.Command(ctx, c); err != nil {
					t.Fatal(err)
				}
				time.Sleep(3 * time.Second)
			}
			if moves := d.State().Moves; len(moves) != 1 {
				t.Errorf("meanwhile the game has %v", moves)
			}
			for end := time.Now().Add(2 * time.Minute); w.Bench().Running && time.Now().Before(end); {
				time.Sleep(time.Second)
			}
			if s := w.Bench(); s.Running || s.Error != "" || len(s.LEDs) > 0 {
				t.Errorf("in the end %+v", s)
			}
			time.Sleep(time.Second)
			if img, _ := panel.Image(); img[square.A5] != (ledmatrix.RGB{}) || img[square.E4] == (ledmatrix.RGB{}) || len(d.State().LEDs) == 0 {
				t.Errorf("afterwards the lights are\n%v\nand the game's %v", &img, d.State().LEDs)
			}
			asksInAGame(t, ctx, w, "lights")
		})
		cancel()
		parts.Wait()
	})
}
