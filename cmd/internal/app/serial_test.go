package app

import (
	"context"
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
	"jadoube/ledmatrix/simled"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/certabo/certabotest"
	"jadoube/sensors/chesslink/chesslinktest"
	"jadoube/sensors/dgt/dgttest"
	"jadoube/sensors/line/linetest"
	"jadoube/sensors/link/linktest"
)

// serialModel is the board of a config, and its port.
func serialModel(t *testing.T, c config.Config) (m linktest.Model, port string) {
	t.Helper()
	switch kind := c.Board.SensorKind(); c.Board.Kind {
	case "line":
		return linetest.New(kind), c.Board.Line.Port
	case "dgt":
		return dgttest.New(), c.Board.DGT.Port
	case "certabo":
		return certabotest.New(true), c.Board.Certabo.Port
	case "chesslink":
		return chesslinktest.New(), c.Board.ChessLink.Port
	case "tabutronic":
		m := certabotest.New(false)
		m.Colours = c.LEDs.Kind == config.OwnColoured
		return m, c.Board.Tabutronic.Port
	}
	t.Fatalf("no model for %s", c.Board.Kind)
	return nil, ""
}

// eachOnSerial tests each config of the documentation whose board hangs on a serial port.
func eachOnSerial(t *testing.T, test func(t *testing.T, cfg config.Config)) {
	tested := 0
	examples, _ := filepath.Glob("../../../docs/boards/*.toml")
	for _, file := range examples {
		cfg, err := config.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		if !cfg.Board.OnSerial() {
			continue
		}
		tested++
		t.Run(filepath.Base(file), func(t *testing.T) { test(t, cfg) })
	}
	if tested == 0 {
		t.Error("no example of a board on a serial port")
	}
}

// TestSerialExamples plays two moves on each board of the documentation that hangs on a serial port, the
// second of them with the plug pulled, and wants its lights to be lit and to be dark in the end.
func TestSerialExamples(t *testing.T) {
	eachOnSerial(t, func(t *testing.T, cfg config.Config) {
		cfg.Data.Folder = t.TempDir()
		t.Chdir(cfg.Data.Folder)
		synctest.Test(t, func(t *testing.T) { playOnSerial(t, cfg) })
	})
}

func playOnSerial(t *testing.T, cfg config.Config) {
	model, name := serialModel(t, cfg)
	wire := linktest.NewWire(model)
	w := &hwtest.Wiring{}
	plug := func() {
		near, far := hwtest.NewPort()
		w.Plug(name, near)
		wire.Plug(far)
	}
	plug()
	s := settingsOf(cfg, slog.New(slog.DiscardHandler))
	s.wires = func() hw.Wiring { return w }
	d, err := newDaemon(s, &simled.Panel{})
	if err != nil {
		t.Fatal(err)
	}
	happen := func(from, to square.Square, man sensors.Contact) {
		wire.Happen(sensors.Reading{Changes: []sensors.Change{{Square: from}}})
		time.Sleep(time.Second)
		wire.Happen(sensors.Reading{Changes: []sensors.Change{{Square: to, To: man.As(d.kind)}}})
		time.Sleep(3 * time.Second)
	}
	during(t, d, func() {
		lights := make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		go func() { d.lights.loop(ctx); close(lights) }()
		time.Sleep(2 * time.Second)
		happen(square.E2, square.E4, sensors.WhitePawn)
		wire.Unplug()
		happen(square.E7, square.E5, sensors.BlackPawn)
		plug()
		time.Sleep(8 * time.Second)
		cancel()
		<-lights
	})
	time.Sleep(time.Second)
	if moves := played(d.State()); moves != "e2e4 e7e5" {
		t.Errorf("moves %s, health %+v", moves, d.State().Health)
	}
	if lit, ever := wire.Lights(); lit != 0 || ever != s.leds.Own() {
		t.Errorf("in the end %v are lit, before some were: %v", lit, ever)
	}
	wire.Unplug()
	if _, games := retold(t, d, files(t, d.data, "*.trace")[0]); games != d.PGN() {
		t.Errorf("the record tells\n%s\nwant\n%s", games, d.PGN())
	}
}

func played(s web.State) string {
	var moves []string
	for _, m := range s.Moves {
		moves = append(moves, m.UCI)
	}
	return strings.Join(moves, " ")
}

// TestMoveOnTheClock: a move from afar stands on the clock at the board until it has been carried out.
func TestMoveOnTheClock(t *testing.T) {
	cfg, err := config.Load("../../../docs/boards/dgt.toml")
	if err != nil {
		t.Fatal(err)
	}
	cfg.Data.Folder = t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		model, name := serialModel(t, cfg)
		clock := model.(*dgttest.Model).Clock
		near, far := hwtest.NewPort()
		wire, w := linktest.NewWire(model), &hwtest.Wiring{}
		w.Plug(name, near)
		wire.Plug(far)
		s := settingsOf(cfg, slog.New(slog.DiscardHandler))
		s.wires = func() hw.Wiring { return w }
		d, err := newDaemon(s, &simled.Panel{})
		if err != nil {
			t.Fatal(err)
		}
		shows := func(want string) {
			t.Helper()
			time.Sleep(3 * time.Second)
			synctest.Wait()
			if string(clock.Shown) != want {
				t.Errorf("the clock shows %q, expected %q", clock.Shown, want)
			}
		}
		during(t, d, func() {
			shows("")
			press(t, d, "move g1f3")
			shows("Nf3     \x00")
			wire.Happen(sensors.Reading{Changes: []sensors.Change{{Square: square.G1}}})
			wire.Happen(sensors.Reading{Changes: []sensors.Change{{Square: square.F3, To: sensors.WhiteKnight}}})
			shows("")
			press(t, d, "move e7e5")
			shows("e5      \x00")
		})
		wire.Unplug()
	})
}

// TestTimesOfTheClockAtTheBoard: the times of a DGT clock are the game's, and its lever presses.
func TestTimesOfTheClockAtTheBoard(t *testing.T) {
	cfg, err := config.Load("../../../docs/boards/dgt.toml")
	if err != nil {
		t.Fatal(err)
	}
	cfg.Data.Folder = t.TempDir()
	cfg.Board.DGT.Times, cfg.Board.Lever, cfg.Game.Level, cfg.Game.Clock = true, true, "strict", "300+3"
	synctest.Test(t, func(t *testing.T) {
		m := dgttest.New()
		wire := linktest.NewWire(m)
		near, far := hwtest.NewPort()
		w := &hwtest.Wiring{}
		w.Plug(cfg.Board.DGT.Port, near)
		wire.Plug(far)
		s := settingsOf(cfg, slog.New(slog.DiscardHandler))
		s.wires = func() hw.Wiring { return w }
		d, err := newDaemon(s, &simled.Panel{})
		if err != nil {
			t.Fatal(err)
		}
		during(t, d, func() {
			time.Sleep(3 * time.Second)
			m.Clock.Left, m.Clock.Right = [3]byte{0, 5, 3}, [3]byte{0, 5, 3}
			wire.Happen(sensors.Reading{Press: &sensors.Press{Key: "black"}})
			time.Sleep(time.Second)
			wire.Happen(sensors.Reading{Changes: []sensors.Change{{Square: square.E2}}})
			time.Sleep(time.Second)
			wire.Happen(sensors.Reading{Changes: []sensors.Change{{Square: square.E4, To: sensors.WhitePawn}}})
			time.Sleep(time.Second)
			m.Clock.Left = [3]byte{0, 5, 2}
			wire.Happen(sensors.Reading{Press: &sensors.Press{Key: "white"}})
			time.Sleep(2 * time.Second)
			c := d.State().Clock
			if c == nil || c.White != 302_000 || c.Running != "black" {
				t.Fatalf("the clock shows %+v", c)
			}
			if moves := d.State().Moves; len(moves) != 1 || !moves[0].Settled {
				t.Errorf("the lever settled nothing: %+v", moves)
			}
		})
		wire.Unplug()
	})
}
