//go:build linux && (amd64 || arm64)

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/fusebus"
	"jadoube/hw/hwtest/ledchips"
	"jadoube/ledmatrix"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/trace/tracetest"
)

// wiredChip is the end of a wire: what the LEDs on it show.
type wiredChip interface {
	Lights() []ledchips.Light
	Break(bool)
	Forget()
	Faults() []string
}

// TestLEDsOfTheBinary runs the program as it is built on buses that the test serves under /dev, acts out a trace on its
// simulated board, and compares what the LEDs show with what the program says that they mean: at the end of
// the trace, at an illegal move, after the chip lost its power, and when the program ends.
func TestLEDsOfTheBinary(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	number := 2000 + os.Getpid()
	i2c, spi := fmt.Sprintf("i2c-%d", number), fmt.Sprintf("spidev%d.0", number)
	ht, ws := ledchips.NewHT16K33(), ledchips.NewWS2812(64, "GRB", 1)
	fusebus.Serve(t, map[string]fmt.Stringer{i2c: hwtest.Chips{0x71: ht.Tx}, spi: ws})
	binary := filepath.Join(t.TempDir(), "jadoube")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Run("ht16k33", func(t *testing.T) {
		t.Parallel()
		testBinary(t, binary, ht, ledmatrix.Mono, fmt.Sprintf("[leds]\nkind = \"ht16k33\"\nrefresh = 1\nht16k33 = {bus = \"/dev/%s\", address = \"0x71\"}\n", i2c))
	})
	t.Run("ws2812", func(t *testing.T) {
		t.Parallel()
		palette := ledmatrix.Default
		testBinary(t, binary, ws, palette, fmt.Sprintf("[leds]\nkind = \"ws2812\"\nrefresh = 1\nbrightness = 100\nmax-milliamps = 4000\nws2812.bus = \"/dev/%s\"\n", spi))
	})
}

func testBinary(t *testing.T, binary string, chip wiredChip, palette ledmatrix.Palette, config string) {
	addr, stop := runBinary(t, binary, config)
	defer stop()
	x := tracetest.Load(t, "testdata/traces/cases/knights-out-and-back.trace")
	for _, r := range x.Readings {
		for _, c := range r.Changes {
			hand(t, addr, c)
		}
	}
	sameAsState(t, addr, chip, &palette, "after the trace", "last-move")
	hand(t, addr, sensors.Change{Square: square.D2})
	hand(t, addr, sensors.Change{Square: square.D6, To: sensors.Something})
	sameAsState(t, addr, chip, &palette, "at an illegal move", "cannot-stay")
	chip.Forget()
	time.Sleep(1500 * time.Millisecond)
	sameAsState(t, addr, chip, &palette, "after a loss of power", "cannot-stay")
	chip.Break(true)
	until(t, "told that the LEDs are dead", func() bool { return strings.Contains(getState(t, addr).health(), "leds failed") })
	hand(t, addr, sensors.Change{Square: square.D6})
	chip.Break(false)
	until(t, "told that the LEDs are back", func() bool { return strings.Contains(getState(t, addr).health(), "leds ok") })
	sameAsState(t, addr, chip, &palette, "when they are back", "touched")
	stop()
	for n, light := range chip.Lights() {
		if light != (ledchips.Light{}) {
			t.Errorf("LED %d is lit after the end: %v", n, light)
		}
	}
	for _, f := range chip.Faults() {
		t.Error(f)
	}
}

// runBinary starts the program; stop ends it as systemd does.
func runBinary(t *testing.T, binary, config string) (addr string, stop func()) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "board.toml")
	config += fmt.Sprintf("[page]\nlisten = \"127.0.0.1:0\"\n[data]\nfolder = %q\n", filepath.Join(dir, "data"))
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, errs console
	cmd := exec.Command(binary, "serve", "--config", file)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the program ended with %v: %s", err, errs.String())
		}
	}
	until(t, "serving", func() bool { return pageAt.MatchString(out.String()) })
	return pageAt.FindStringSubmatch(out.String())[1], stop
}

// hand does what a sensor saw.
func hand(t *testing.T, addr string, c sensors.Change) {
	t.Helper()
	do := "place"
	if c.To == sensors.Nothing {
		do = "lift"
	}
	post(t, addr, fmt.Sprintf(`{"do":%q,"square":%q}`, do, c.Square))
	time.Sleep(150 * time.Millisecond)
}

// told is what the program says of itself.
type told struct {
	LEDs   map[string]string
	Health []struct{ Part, State string }
}

func (s told) health() (text string) {
	for _, h := range s.Health {
		text += h.Part + " " + h.State + "\n"
	}
	return text
}

func getState(t *testing.T, addr string) (s told) {
	t.Helper()
	resp, err := http.Get("http://" + addr + "/api/state")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// sameAsState watches the LEDs for a cycle. Each square's brightest colour must be that of the meaning that the state
// gives it; one of them must be the meaning named.
func sameAsState(t *testing.T, addr string, chip wiredChip, palette *ledmatrix.Palette, when, meaning string) {
	t.Helper()
	until(t, meaning+" "+when, func() bool {
		for _, m := range getState(t, addr).LEDs {
			if m == meaning {
				return true
			}
		}
		return false
	})
	time.Sleep(200 * time.Millisecond)
	var got, want ledmatrix.Image
	for end := time.Now().Add(ledmatrix.Cycle + ledmatrix.Tick); time.Now().Before(end); time.Sleep(ledmatrix.Tick / 4) {
		for n, light := range chip.Lights()[:64] {
			if light != (ledchips.Light{}) {
				got[n] = ledmatrix.RGB{R: light[0], G: light[1], B: light[2]}
			}
		}
	}
	scene, err := ledmatrix.FromWords(getState(t, addr).LEDs)
	if err != nil {
		t.Fatal(err)
	}
	for s, m := range scene {
		want[s] = palette[m].Colour
	}
	if got != want || !slices.Contains(scene[:], mustMeaning(t, meaning)) {
		t.Errorf("%s the LEDs show\n%vthe state says %v\n%v", when, &got, scene.Words(), &want)
	}
}

func mustMeaning(t *testing.T, word string) ledmatrix.Meaning {
	t.Helper()
	m, err := ledmatrix.ParseMeaning(word)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
