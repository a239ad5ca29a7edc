//go:build linux && (amd64 || arm64)

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"jadoube/cmd/internal/rigs"
	"jadoube/hw"
	"jadoube/hw/hwtest/fusebus"
	"jadoube/hw/hwtest/vm"
	"jadoube/sensors"
	"jadoube/sensors/trace"
	"jadoube/sensors/trace/tracetest"
)

// pinboard moves what hangs on the pins of this machine, the virtual one that TestKernelPins starts.
type pinboard struct{ t *testing.T }

func openPinboard(t *testing.T) pinboard {
	t.Helper()
	if _, err := os.Stat(vm.PinDir); err != nil {
		t.Skip("SKIP: this machine's pins can't be moved by a test: make test-kernel has one whose pins can")
	}
	b := pinboard{t}
	b.set("contacts", "0") // a closed switch of a matrix connects pins also while they are used for something else
	return b
}

func (b pinboard) set(file, text string) {
	b.t.Helper()
	if err := os.WriteFile(filepath.Join(vm.PinDir, file), []byte(text), 0o200); err != nil {
		b.t.Fatal(err)
	}
}

// levels are those of all pins, by their number.
func (b pinboard) levels() uint64 {
	text, err := os.ReadFile(filepath.Join(vm.PinDir, "levels"))
	if err != nil {
		panic(err) // on a goroutine of the bus
	}
	bits, err := strconv.ParseUint(strings.TrimSpace(string(text)), 16, 64)
	if err != nil {
		panic(err)
	}
	return bits
}

// selected is a bus before whose transactions the multiplexers are switched to where the pins say.
type selected struct {
	board pinboard
	mux   hw.OutPins
}

func (s selected) follow() error {
	levels, channel := s.board.levels(), uint64(0)
	for i, pin := range []int{5, 6, 13, 19} { // S0 to S3 in the configs
		channel |= levels >> pin & 1 << i
	}
	return s.mux.Write(channel, 15)
}

type selectedI2C struct {
	hw.I2C
	selected
}

func (b selectedI2C) Tx(addr uint16, w, r []byte) error {
	if err := b.follow(); err != nil {
		return err
	}
	return b.I2C.Tx(addr, w, r)
}

type selectedSPI struct {
	hw.SPI
	selected
}

func (b selectedSPI) Tx(w, r []byte) error {
	if err := b.follow(); err != nil {
		return err
	}
	return b.SPI.Tx(w, r)
}

// TestMatrixOnPins plays a game on switches crossed at the kernel's pins. Then the diodes are gone, which is told.
func TestMatrixOnPins(t *testing.T) {
	b := openPinboard(t)
	stand := func(f *sensors.Frame) { b.set("contacts", fmt.Sprintf("%x", uint64(f.Occupied()))) }
	x := tracetest.Load(t, gameOnGuest)
	playOnPins(t, "matrix", x, stand)

	b.set("diodes", "0")
	defer b.set("diodes", "1")
	frame := x.Start
	stand(&frame)
	p := serveApart(t, "../../docs/boards/matrix.toml", t.TempDir())
	for _, c := range x.Readings {
		time.Sleep(thought)
		frame.Apply(c.Changes)
		stand(&frame)
		if strings.Contains(fmt.Sprint(p.state(t).Health), "no diodes") {
			return
		}
	}
	t.Errorf("a matrix without diodes says %+v", p.state(t).Health)
}

// TestHallOnPins plays a game on each board of linear hall sensors: their multiplexers hang on the kernel's pins, their converters on
// buses in /dev, of which those on I²C fail now and then.
func TestHallOnPins(t *testing.T) {
	b := openPinboard(t)
	for _, name := range []string{"hall-mcp3008", "hall-ads7830", "hall-ads1115"} {
		t.Run(name, func(t *testing.T) {
			r := rigs.New(name)
			s := selected{b, r.Wiring.Outputs["GPIO5"]}
			if r.SPI != nil {
				fusebus.Serve(t, map[string]fmt.Stringer{"spidev0.0": selectedSPI{r.SPI, s}})
			} else {
				var naks atomic.Int64
				r.Fault(nakStorm(1, &naks))
				defer func() { t.Logf("%d transfers were not acknowledged", naks.Load()) }()
				fusebus.Serve(t, map[string]fmt.Stringer{"i2c-1": selectedI2C{r.I2C, s}})
			}
			playOnPins(t, name, coloured(t, tracetest.Load(t, gameOnGuest)), r.Stand)
		})
	}
}

// coloured is a trace of a board that sees only that something stands there, as one that sees colours would have it.
func coloured(t *testing.T, x *trace.Trace) *trace.Trace {
	t.Helper()
	stands, err := sensors.ParsePlacement(sensors.InitialPlacement)
	if err != nil {
		t.Fatal(err)
	}
	x.Start = stands.As(sensors.Colour)
	stands, hand := x.Start, sensors.Nothing
	for _, r := range x.Readings {
		for i, c := range r.Changes {
			if c.To == sensors.Nothing {
				hand = stands[c.Square]
			} else {
				r.Changes[i].To = hand
			}
			stands[c.Square] = r.Changes[i].To
		}
	}
	return x
}

// playOnPins runs the program with a config of the documentation while a game is acted out.
func playOnPins(t *testing.T, config string, x *trace.Trace, stand func(*sensors.Frame)) {
	t.Helper()
	dir := t.TempDir()
	frame := x.Start
	stand(&frame)
	p := serveApart(t, "../../docs/boards/"+config+".toml", dir)
	awaitFrame(t, p.state, &frame)
	time.Sleep(time.Second)
	act(x, &frame, hands{stand, func(key string) { p.do(t, pressOf(key)) }, unhurried(t, p.state, &frame, time.Sleep)}, thought)
	awaitFrame(t, p.state, &frame)
	time.Sleep(4 * time.Second)
	w := p.state(t).Board.Wires
	t.Logf("%d scans, %d transfers tried again, %d scans failed", w.Scans, w.Retries, w.Errors)
	end(t, p)
	sameGame(t, currentGame(t, dir), gameOnGuest)
}

// end interrupts a daemon, which must end well.
func end(t *testing.T, p *process) {
	t.Helper()
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("serve: %v: %s", err, p.errs.String())
	}
}

// TestButtonsOnPins presses buttons that bounce, each of which counts once, and listens to the buzzer.
func TestButtonsOnPins(t *testing.T) {
	b := openPinboard(t)
	dir := t.TempDir()
	p := serveApart(t, "../../docs/boards/buttons.toml", dir)
	bounce := func(pin int, levels string) {
		for _, to := range levels {
			b.set("drive", fmt.Sprintf("%d %c", pin, to))
		}
		time.Sleep(500 * time.Millisecond)
	}
	press := func(pin int) {
		bounce(pin, "0z0z0")
		bounce(pin, "z0z0z")
	}
	move := func(from, to string) {
		p.do(t, fmt.Sprintf(`{"do":"lift","square":%q}`, from))
		time.Sleep(300 * time.Millisecond)
		p.do(t, fmt.Sprintf(`{"do":"place","square":%q}`, to))
		time.Sleep(time.Second)
	}
	time.Sleep(time.Second)
	move("e2", "e4")
	press(16)
	move("e7", "e5")
	press(20)
	var hummed atomic.Int64
	go func() {
		for until := time.Now().Add(5 * time.Second); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
			hummed.Add(int64(b.levels() >> 18 & 1))
		}
	}()
	move("d2", "d6")
	time.Sleep(4 * time.Second)
	if hummed.Load() == 0 {
		t.Error("the buzzer is silent at an illegal move")
	}
	move("d6", "d2")
	press(26)
	press(27)
	w := p.state(t)
	if len(w.Moves) != 2 || w.Result == nil || w.Result.Result != "1/2-1/2" {
		t.Errorf("moves %v, result %+v", w.Moves, w.Result)
	}
	end(t, p)
	files, _ := filepath.Glob(filepath.Join(dir, "*.trace")) // each game has a record of its own
	var record strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		record.Write(text)
	}
	for _, word := range []string{"press white", "press black", "press draw-white", "press draw-black"} {
		if n := strings.Count(record.String(), word+"\n"); n != 1 {
			t.Errorf("%q stands %d times in\n%s", word, n, record.String())
		}
	}
}
