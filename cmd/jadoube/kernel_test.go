//go:build linux && (amd64 || arm64)

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jadoube/cmd/internal/web/webtest"
	"jadoube/hw/hwtest/vm"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/trace/tracetest"
)

// boot starts a machine with files of the project in its /src.
func boot(t *testing.T, m vm.Machine, programs map[string][]byte, patterns ...string) *vm.Guest {
	t.Helper()
	for _, pattern := range patterns {
		files, _ := filepath.Glob("../../" + pattern)
		if len(files) == 0 {
			t.Fatalf("no files %s", pattern)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			programs["src/"+strings.TrimPrefix(file, "../../")] = text
		}
	}
	return m.Boot(t, filepath.Join(webtest.Artefacts(), t.Name()+".log"), programs)
}

// kernelOnly skips a test that boots a machine, unless such tests are asked for.
func kernelOnly(t *testing.T) {
	t.Helper()
	if os.Getenv("JADOUBE_KERNEL") == "" {
		t.Skip("SKIP: boots a machine of its own: make test-kernel")
	}
}

// playing is a daemon in a machine.
type playing struct {
	*vm.Guest
	vm.Process
}

const guestPage = "http://127.0.0.1:8464"

// playOnGuest starts the daemon.
func playOnGuest(t *testing.T, g *vm.Guest, args ...string) playing {
	t.Helper()
	p := playing{g, g.Start(append([]string{"/bin/jadoube", "serve", "--listen", "127.0.0.1:8464", "--data", "/tmp/data"}, args...)...)}
	for end := time.Now().Add(bound); ; time.Sleep(200 * time.Millisecond) {
		if strings.Contains(p.Output(), guestPage) {
			return p
		}
		if time.Now().After(end) {
			t.Fatalf("serve says only %s", p.Output())
		}
	}
}

func (p playing) do(command string) { p.Post(guestPage+"/api/board", command) }

func (p playing) state(t testing.TB) (s seen) {
	t.Helper()
	if err := json.Unmarshal([]byte(p.Get(guestPage+"/api/state")), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// end stops the daemon and returns the game that was played last.
func (p playing) end(t *testing.T) string {
	t.Helper()
	if out, status := p.Stop(); status != 0 {
		t.Errorf("serve ends with %d: %s", status, out)
	}
	return p.Read("/tmp/data/pgn/current.pgn")
}

// bound is how long an emulated machine on a busy computer may take for anything.
const bound = 2 * time.Minute

// awaitFrame waits until a board says what stands on it: who plays on an emulated machine can't know how fast that is.
func awaitFrame(t *testing.T, state func(testing.TB) seen, frame *sensors.Frame) {
	t.Helper()
	for end := time.Now().Add(bound); ; time.Sleep(50 * time.Millisecond) {
		w := state(t)
		if w.Frame == frame.String() {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("for %v the board says\n%s\nwhere stand\n%v\nand of itself %+v", bound, w.Frame, frame, w.Health)
		}
	}
}

// unhurried waits for the board before every pause that a hand can make.
func unhurried(t *testing.T, state func(testing.TB) seen, frame *sensors.Frame, sleep func(time.Duration)) func(time.Duration) {
	return func(d time.Duration) {
		t.Helper()
		if d >= 100*time.Millisecond {
			awaitFrame(t, state, frame)
		}
		sleep(d)
	}
}

const (
	buzzing     = "board.toml" // a config
	buzzerPin   = 18
	gameOnGuest = "testdata/traces/club-occupancy/002.trace"
	thought     = 500 * time.Millisecond // what a pause for thought is cut to
)

// playExpanders plays a game on switches at the expanders of a Raspberry Pi, with the config of the documentation. Then a man goes
// where he may not: the buzzer hums, and is still when the program has ended.
func playExpanders(t *testing.T, g *vm.Guest) {
	x := tracetest.Load(t, gameOnGuest)
	var stands sensors.Frame
	stand := func(f *sensors.Frame) {
		for s := range square.None {
			if f[s] != stands[s] {
				g.Pin(int(s)/16, int(s)%16, f[s] != sensors.Nothing)
			}
		}
		stands = *f
	}
	frame := x.Start
	stand(&frame)
	p := playOnGuest(t, g, "--config", "/src/"+buzzing)
	awaitFrame(t, p.state, &frame)
	g.Sleep(time.Second)
	act(x, &frame, hands{stand, func(key string) { p.do(pressOf(key)) }, unhurried(t, p.state, &frame, g.Sleep)}, thought)
	awaitFrame(t, p.state, &frame)
	g.Sleep(4 * time.Second)
	w := p.state(t)
	if g.High(buzzerPin) {
		t.Error("the buzzer hums before anybody did anything wrong")
	}
	frame[square.H2], frame[square.H6] = sensors.Nothing, sensors.Something // it is Black's turn
	stand(&frame)
	for end := time.Now().Add(bound); !g.High(buzzerPin); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the buzzer is silent at an illegal move: %+v", p.state(t))
		}
	}
	sameGame(t, []byte(p.end(t)), gameOnGuest)
	if g.High(buzzerPin) {
		t.Error("the buzzer hums after the end")
	}
	t.Logf("%d moves, %d scans of 64 squares, %d transfers tried again, %d scans failed",
		len(w.Moves), w.Board.Wires.Scans, w.Board.Wires.Retries, w.Board.Wires.Errors)
}

// expanderFiles are the program, and a config for a board of expanders with a buzzer.
func expanderFiles(t *testing.T, m vm.Machine) map[string][]byte {
	t.Helper()
	return map[string][]byte{
		"bin/jadoube":    m.Build(t, "jadoube/cmd/jadoube"),
		"src/" + buzzing: fmt.Appendf(nil, "%s\n[buzzer]\npin = \"GPIO%d\"\n", example(t, "pca9552"), buzzerPin),
	}
}

// replaysAlike lets the program in a machine replay traces, and compares what it prints with what this machine's does, byte for byte.
func replaysAlike(t *testing.T, g *vm.Guest, args ...string) {
	t.Helper()
	want := output(t, append([]string{"replay"}, args...)...)
	got, status := g.Run(bound, "/src/cmd/jadoube", append([]string{"/bin/jadoube", "replay"}, args...)...)
	if status != 0 || got != want {
		t.Errorf("replay %v ends with %d and prints\n%s\nand here\n%s", args, status, got, want)
	}
	t.Logf("replayed to the same %d bytes", len(want))
}

// doctorFinds runs the doctor and wants its report to name something.
func doctorFinds(t *testing.T, g *vm.Guest, words ...string) {
	t.Helper()
	out, status := g.Run(bound, "/", "/bin/jadoube", "doctor")
	for _, word := range words {
		if status != 0 || !strings.Contains(out, word) {
			t.Errorf("the doctor's report doesn't say %q (%d): %s", word, status, out)
		}
	}
}

// TestKernelPi3 plays a game on the program for arm64, with Debian's kernel and its driver i2c-bcm2835, and fails as hardware does: an address
// at which there is no chip isn't acknowledged.
func TestKernelPi3(t *testing.T) {
	kernelOnly(t)
	g := boot(t, vm.Pi3, expanderFiles(t, vm.Pi3), "docs/boards/mcp23017.toml")
	doctorFinds(t, g, "Raspberry Pi 3 Model B", "/dev/i2c-1, may be used", "0x60 answers", "0x63 answers")
	playExpanders(t, g)
	p := playOnGuest(t, g, "--config", "/src/docs/boards/mcp23017.toml", "--data", "/tmp/other")
	for end := time.Now().Add(bound); !strings.Contains(fmt.Sprint(p.state(t).Health), "chip 0x20: no chip answers"); time.Sleep(time.Second) {
		if time.Now().After(end) {
			t.Fatalf("a board whose chips don't answer says %+v", p.state(t).Health)
		}
	}
}

// TestKernelPiZero does the same with the program for ARMv6, which also replays what this machine's replays.
func TestKernelPiZero(t *testing.T) {
	kernelOnly(t)
	g := boot(t, vm.PiZero, expanderFiles(t, vm.PiZero), "cmd/jadoube/testdata/traces/*/*.trace")
	if out, status := g.Run(bound, "/", "/bin/jadoube", "version"); status != 0 || !strings.Contains(out, "linux/armv6") {
		t.Errorf("the version (%d) is %s", status, out)
	}
	doctorFinds(t, g, "Raspberry Pi Zero", "/dev/i2c-1, may be used", "0x60 answers", "0x63 answers", "/dev/ttyAMA0, may be used")
	traces, err := filepath.Glob("testdata/traces/*/*.trace")
	if err != nil || len(traces) == 0 {
		t.Fatalf("%d traces, %v", len(traces), err)
	}
	replaysAlike(t, g, traces...)
	replaysAlike(t, g, "--events", gameOnGuest)
	playExpanders(t, g)
}

// TestKernelPins runs the tests of pins in a PC that has them.
func TestKernelPins(t *testing.T) {
	kernelOnly(t)
	g := boot(t, vm.PC, map[string][]byte{"bin/jadoube.test": vm.PC.BuildTest(t, "jadoube/cmd/jadoube")},
		"docs/boards/*.toml", "cmd/jadoube/testdata/traces/club-occupancy/002.*")
	out, status := g.Run(40*time.Minute, "/src/cmd/jadoube", "/bin/jadoube.test", "-test.v", "-test.run", "OnPins$")
	if status != 0 || strings.Contains(out, "SKIP") {
		t.Errorf("the tests end with %d", status)
	}
	t.Log(out)
}
