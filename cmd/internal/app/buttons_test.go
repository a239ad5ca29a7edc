package app

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/ledmatrix/simled"
	"jadoube/rules/square"
)

// desk is a daemon with the buttons and the buzzer of docs/boards/buttons.toml, which isn't started yet.
func desk(t *testing.T, w *hwtest.Wiring) *daemon {
	t.Helper()
	cfg, err := config.Load("../../../docs/boards/buttons.toml")
	if err != nil {
		t.Fatal(err)
	}
	cfg.Data.Folder = t.TempDir()
	s := settingsOf(cfg, slog.New(slog.DiscardHandler))
	s.wires = func() hw.Wiring { return w }
	d, err := newDaemon(s, &simled.Panel{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestFaultStopsTheClock: when the buttons can't be read any more nobody's time runs, until somebody lets it.
func TestFaultStopsTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pins := hwtest.NewLines(5)
		w := &hwtest.Wiring{Inputs: map[string]hw.InPins{}}
		w.Attach("GPIO16", pins)
		d := desk(t, w)
		d.laws.Clock = "300"
		d.laws.Level = "strict"
		if err := d.newGame(""); err != nil {
			t.Fatal(err)
		}
		during(t, d, func() {
			time.Sleep(100 * time.Millisecond)
			press(t, d, "black")
			time.Sleep(10 * time.Second)
			pins.Fail(hw.ErrUnplugged)
			time.Sleep(time.Minute)
			if c := d.State().Clock; c.Running != "" || c.Reason != "defect" || c.White < 289_000 || c.White > 290_000 {
				t.Errorf("the clock shows %+v", c)
			}
			pins.Fail(nil)
			time.Sleep(10 * time.Second)
			press(t, d, "resume")
			time.Sleep(5 * time.Second)
			if c := d.State().Clock; c.Running != "white" {
				t.Errorf("the clock shows %+v", c)
			}
		})
	})
}

// TestButtons plays with buttons on pins that are missing at first: each press is one, however it bounces.
func TestButtons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pins := hwtest.NewLines(5)
		w := &hwtest.Wiring{Inputs: map[string]hw.InPins{}}
		d := desk(t, w)
		during(t, d, func() {
			time.Sleep(10 * time.Millisecond)
			if h := d.State().Health; len(h) != 1 || h[0].Part != "buttons" || h[0].State != "failed" {
				t.Errorf("health without pins: %+v", h)
			}
			w.Attach("GPIO16", pins)
			time.Sleep(2 * time.Second)
			press := func(bit uint64) {
				for _, level := range []uint64{1, 0, 1, 1, 1, 0, 1, 0} {
					pins.Set(level*bit, bit)
					time.Sleep(3 * time.Millisecond)
					if level == 1 {
						time.Sleep(25 * time.Millisecond)
					}
				}
				time.Sleep(time.Second)
			}
			move := func(from, to square.Square) {
				for _, c := range []web.Command{{Do: web.Lift, Square: from}, {Do: web.Place, Square: to}} {
					if err := d.Command(t.Context(), c); err != nil {
						t.Fatal(err)
					}
					time.Sleep(300 * time.Millisecond)
				}
			}
			move(square.E2, square.E4)
			press(1)
			move(square.E7, square.E5)
			press(2)
			if h := d.State().Health; h[0].State != "ok" {
				t.Errorf("health: %+v", h)
			}
			press(8)
			press(16)
			st := d.State()
			if len(st.Moves) != 2 || st.Result == nil || st.Result.Result != "1/2-1/2" {
				t.Errorf("moves %+v, result %+v", st.Moves, st.Result)
			}
		})
		record, err := readAll(t, d)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"press white", "press black", "press draw-white", "press draw-black"} {
			if n := strings.Count(record, word+"\n"); n != 1 {
				t.Errorf("%q stands %d times in\n%s", word, n, record)
			}
		}
	})
}

func readAll(t *testing.T, d *daemon) (string, error) {
	t.Helper()
	var b strings.Builder
	err := d.Trace(context.Background(), &b, false)
	return b.String(), err
}

// ear notes when a pin was on.
type ear struct {
	*hwtest.Lines
	began time.Time
	heard []time.Duration
}

func (e *ear) Write(levels, mask uint64) error {
	e.heard = append(e.heard, time.Since(e.began))
	return e.Lines.Write(levels, mask)
}

func TestBuzzerHumsForWhatCannotStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &ear{Lines: hwtest.NewLines(1), began: time.Now()}
		w := &hwtest.Wiring{Outputs: map[string]hw.OutPins{"GPIO18": e}, Inputs: map[string]hw.InPins{"GPIO16": hwtest.NewLines(5)}}
		d := desk(t, w)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { d.hummer.loop(ctx); close(ended) }()
		during(t, d, func() {
			for _, c := range []web.Command{{Do: web.Lift, Square: square.E2}, {Do: web.Place, Square: square.E5}} {
				if err := d.Command(t.Context(), c); err != nil {
					t.Fatal(err)
				}
				time.Sleep(300 * time.Millisecond)
			}
			time.Sleep(5 * time.Second)
		})
		cancel()
		<-ended
		if len(e.heard) != 4 {
			t.Fatalf("the pin was written at %v: expected on, off, on, off", e.heard)
		}
		var lengths []time.Duration
		for i := range 3 {
			lengths = append(lengths, e.heard[i+1]-e.heard[i])
		}
		if !slices.Equal(lengths, hums["illegal"]) {
			t.Errorf("hums of %v", lengths)
		}
		if on, _ := e.Read(); on != 0 {
			t.Error("it hums still")
		}
	})
}

func TestBuzzerThatIsMissing(t *testing.T) {
	b := newBuzzer(config.Buzzer{Pin: "GPIO18"}, func() hw.Wiring { return new(hwtest.Wiring) })
	for range 3 { // nobody reads
		b.tell(b.play(t.Context(), hums["illegal"]))
	}
	if text := <-b.trouble; !strings.Contains(text, "GPIO18") {
		t.Error(text)
	}
}

// TestLeverOpensNoMenu: a lever that is moved to and fro at once is no two buttons that are pressed together, and chooses nothing either.
func TestLeverOpensNoMenu(t *testing.T) {
	for _, lever := range []string{"", "^!GPIO16"} {
		synctest.Test(t, func(t *testing.T) {
			pins := hwtest.NewLines(1)
			if lever == "" {
				pins = hwtest.NewLines(2)
			}
			w := &hwtest.Wiring{Inputs: map[string]hw.InPins{}}
			w.Attach("GPIO16", pins)
			cfg := config.Default()
			cfg.Data.Folder, cfg.Engine.Program = t.TempDir(), "/no/such/engine"
			if cfg.Buttons.Keys, cfg.Buttons.Lever = nil, lever; lever == "" {
				cfg.Buttons.Keys = []string{"^!GPIO16 white", "^!GPIO17 black"}
			}
			s := settingsOf(cfg, slog.New(slog.DiscardHandler))
			s.wires = func() hw.Wiring { return w }
			d, err := newDaemon(s, &simled.Panel{})
			if err != nil {
				t.Fatal(err)
			}
			during(t, d, func() {
				time.Sleep(time.Second)
				for _, level := range []uint64{1, 2, 1, 0} { // to and fro; or one button and then the other
					pins.Set(level, uint64(1)<<pins.Len()-1)
					time.Sleep(200 * time.Millisecond)
				}
				time.Sleep(time.Second)
				got := strings.Join(pressed(t, d), ", ")
				if opened := strings.Contains(got, "menu"); opened != (lever == "") || !strings.HasPrefix(got, "white, black") {
					t.Errorf("lever %q: pressed %s", lever, got)
				}
			})
		})
	}
}
