//go:build linux && (amd64 || arm64)

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	playOnPins(t, example(t, "matrix"), x, stand)

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
				var faults atomic.Int64
				r.Fault(busStorm(1, &faults))
				defer func() { t.Logf("%d transfers failed", faults.Load()) }()
				fusebus.Serve(t, map[string]fmt.Stringer{"i2c-1": selectedI2C{r.I2C, s}})
			}
			playOnPins(t, example(t, name), coloured(t, tracetest.Load(t, gameOnGuest)), r.Stand)
		})
	}
}

// interrupts are the wires between the INT pins of a rig's expanders and the pins of this machine: one for all chips, or one for each.
// Who asks pulls its wire to ground; nobody holds it up but the pin's pull.
type interrupts struct {
	hw.I2C
	rig   *rigs.Rig
	board pinboard
	lines []int       // the pins, by their numbers
	lost  func() bool // says of each alert whether it gets lost

	mu     sync.Mutex
	asked  uint64    // by the chips
	asks   uint64    // what of it arrives
	alerts int       // that arrived
	since  time.Time // when the last did, until the bus is used
	waited []time.Duration
}

// follow tells the pins who asks.
func (w *interrupts) follow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	asked := w.rig.Alert()
	if len(w.lines) == 1 {
		asked = min(asked, 1)
	}
	asks := asked & w.asks
	if begun := asked &^ w.asked; begun != 0 && !w.lost() {
		asks |= begun
		w.alerts++
		w.since = time.Now()
	}
	for i, line := range w.lines {
		if (asks^w.asks)>>i&1 == 1 {
			w.board.set("drive", fmt.Sprintf("%d %c", line, "z0"[asks>>i&1]))
		}
	}
	w.asked, w.asks = asked, asks
}

// Tx is a transfer, after which a chip may have nothing to ask any more.
func (w *interrupts) Tx(addr uint16, out, in []byte) error {
	w.mu.Lock()
	if !w.since.IsZero() {
		w.waited = append(w.waited, time.Since(w.since))
		w.since = time.Time{}
	}
	w.mu.Unlock()
	defer w.follow()
	return w.I2C.Tx(addr, out, in)
}

func (w *interrupts) stand(f *sensors.Frame) {
	w.rig.Stand(f)
	w.follow()
}

// TestInterruptsOnPins plays a game on boards of expanders whose INT pins hang on the kernel's pins: an edge there has the chips read, and
// without one they are read ten times a second. A wire on which alerts get lost costs no move.
func TestInterruptsOnPins(t *testing.T) {
	b := openPinboard(t)
	loose := rand.New(rand.NewPCG(23, 55))
	for _, c := range []struct {
		config string
		lines  []int
		lost   func() bool
	}{
		{"mcp23017", []int{17}, func() bool { return false }},
		{"pca9555", []int{17, 27, 22, 23}, func() bool { return false }},
		{"pcf8575", []int{17}, func() bool { return loose.IntN(2) == 0 }},
	} {
		t.Run(c.config, func(t *testing.T) {
			r := rigs.New(c.config)
			w := &interrupts{I2C: r.I2C, rig: r, board: b, lines: c.lines, lost: c.lost}
			var pins []string
			for _, line := range c.lines {
				b.set("drive", fmt.Sprintf("%d z", line))
				pins = append(pins, fmt.Sprintf("%q", fmt.Sprintf("^!GPIO%d", line)))
			}
			fusebus.Serve(t, map[string]fmt.Stringer{"i2c-1": w})
			config := example(t, c.config, "interrupt = []", "interrupt = ["+strings.Join(pins, ", ")+"]")
			scans := playOnPins(t, config, tracetest.Load(t, gameOnGuest), w.stand)
			if rouse := int64(idle / (100 * time.Millisecond)); scans > rouse*5/4 {
				t.Errorf("%d scans of a calm board in %v: expected about %d", scans, idle, rouse)
			}
			slices.Sort(w.waited)
			if w.alerts < len(w.waited) || len(w.waited) == 0 {
				t.Fatalf("%d alerts, %d of which were answered", w.alerts, len(w.waited))
			}
			half := w.waited[len(w.waited)/2]
			t.Logf("%d alerts arrived; half of them were answered within %v", w.alerts, half)
			if half > 20*time.Millisecond {
				t.Errorf("half of the alerts were answered within %v: on a board that nobody alerts it would take 50 ms", half)
			}
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

// idle is how long a board is left alone after a game.
const idle = 4 * time.Second

// playOnPins runs the program with a config while a game is acted out, and returns how often the board was read while nobody touched it
// afterwards.
func playOnPins(t *testing.T, config string, x *trace.Trace, stand func(*sensors.Frame)) (idleScans int64) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "board.toml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	frame := x.Start
	stand(&frame)
	p := serveApart(t, file, dir)
	awaitFrame(t, p.state, &frame)
	time.Sleep(time.Second)
	act(x, &frame, hands{stand, func(key string) { p.do(t, pressOf(key)) }, unhurried(t, p.state, &frame, time.Sleep)}, thought)
	awaitFrame(t, p.state, &frame)
	time.Sleep(time.Second)
	before := p.state(t).Board.Wires.Scans
	time.Sleep(idle)
	w := p.state(t).Board.Wires
	t.Logf("%d scans, %d of them in %v of calm, %d transfers tried again, %d scans failed", w.Scans, w.Scans-before, idle, w.Retries, w.Errors)
	end(t, p)
	sameGame(t, currentGame(t, dir), gameOnGuest)
	return w.Scans - before
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
