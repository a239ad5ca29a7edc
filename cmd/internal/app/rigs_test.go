package app

import (
	"bufio"
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/rigs"
	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/models"
	"jadoube/ledmatrix/simled"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/trace/tracetest"
)

// boardConfigs are the configs of docs/boards that are of a real board, by name.
func boardConfigs(t testing.TB) map[string]config.Config {
	t.Helper()
	files, _ := filepath.Glob("../../../docs/boards/*.toml")
	configs := map[string]config.Config{}
	for _, file := range files {
		c, err := config.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, gridded := grids[c.Board.Kind]; gridded {
			configs[strings.TrimSuffix(filepath.Base(file), ".toml")] = c
		}
	}
	return configs
}

// grids are the kinds of board that have a rig.
var grids = map[string]bool{"expanders": true, "shift-registers": true, "matrix": true, "hall": true}

func openRig(t testing.TB, c config.Config, r *rigs.Rig, now func() int64) sensors.Source {
	t.Helper()
	s, err := boards[c.Board.Kind](c.Board, &r.Wiring, now)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestEveryBoardHasARig: each config of a real board is simulated below.
func TestEveryBoardHasARig(t *testing.T) {
	for name := range boardConfigs(t) {
		if !slices.Contains(rigs.Names(), name) {
			t.Errorf("docs/boards/%s.toml has no rig", name)
		}
	}
	for _, name := range rigs.Names() {
		if _, ok := boardConfigs(t)[name]; !ok {
			t.Errorf("there is a rig, but no docs/boards/%s.toml", name)
		}
	}
}

// TestEveryConfigHasAPage with a diagram: each example of docs/boards, but for the simulated board.
func TestEveryConfigHasAPage(t *testing.T) {
	const folder = "../../../docs/boards/"
	pages, _ := filepath.Glob(folder + "*.md")
	told := map[string]bool{}
	diagram, link := regexp.MustCompile(`!\[wiring\]\(([a-z0-9-]+\.svg)\)`), regexp.MustCompile(`\]\(([a-z0-9-]+\.toml)\)`)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		picture := diagram.FindSubmatch(text)
		if picture == nil {
			t.Errorf("%s has no diagram", page)
			continue
		}
		if _, err := os.Stat(folder + string(picture[1])); err != nil {
			t.Error(err)
		}
		if !bytes.Contains(text, []byte("\n## Traps\n")) {
			t.Errorf("%s tells of no traps", page)
		}
		for _, m := range link.FindAllSubmatch(text, -1) {
			told[string(m[1])] = true
		}
	}
	configs, _ := filepath.Glob(folder + "*.toml")
	for _, config := range configs {
		if name := filepath.Base(config); !told[name] && name != "sim.toml" {
			t.Errorf("no page tells of docs/boards/%s", name)
		}
	}
}

// TestKindsAreOpened: every kind of board that a config may name can be opened.
func TestKindsAreOpened(t *testing.T) {
	for _, key := range config.Keys() {
		kind, found := strings.CutPrefix(key, "board.")
		if kind, _, isTable := strings.Cut(kind, "."); found && isTable && boards[kind] == nil {
			t.Errorf("board.kind = %q can't be opened", kind)
		}
	}
}

// TestRigsTellWhatStands changes every square of every board, and compares what is told.
func TestRigsTellWhatStands(t *testing.T) {
	for name, c := range boardConfigs(t) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, began := rigs.New(name), time.Now()
				source := openRig(t, c, r, func() int64 { return time.Since(began).Milliseconds() })
				defer source.Close()
				tellsWhatStands(t, source, r, c.Board.SensorKind())
			})
		})
	}
}

// TestMatrixOnEveryChip: the example of a matrix on an MCP23017 works on the other chips, whose pins are called P00 to P17.
func TestMatrixOnEveryChip(t *testing.T) {
	for _, kind := range []string{"pca9555", "tca9555", "pcf8575", "mcp23017"} {
		t.Run(kind, func(t *testing.T) {
			c := boardConfigs(t)["matrix-mcp23017"]
			m := *c.Board.Matrix
			m.Chip, m.Settle = kind+" 0x20", 0
			if kind != "mcp23017" {
				rename := func(pins []string) (list []string) {
					for _, p := range pins {
						list = append(list, strings.NewReplacer("GPA", "P0", "GPB", "P1").Replace(p))
					}
					return list
				}
				m.Rows, m.Columns = rename(m.Rows), rename(m.Columns)
			}
			c.Board.Matrix = &m
			if err := c.Check(); err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) {
				r, began := rigs.Crossed(strings.Replace(kind, "tca", "pca", 1)), time.Now()
				r.Fault(models.Storm(5, 0.01, models.Nak, models.Cut, models.Brown))
				source := openRig(t, c, r, func() int64 { return time.Since(began).Milliseconds() })
				defer source.Close()
				tellsWhatStands(t, source, r, c.Board.SensorKind())
			})
		})
	}
}

func tellsWhatStands(t *testing.T, source sensors.Source, r *rigs.Rig, kind sensors.Kind) {
	stands, err := sensors.ParsePlacement(sensors.InitialPlacement)
	if err != nil {
		t.Fatal(err)
	}
	r.Stand(&stands)
	var told sensors.Frame
	read := func() {
		t.Helper()
		for told != stands.As(kind) {
			reading, err := source.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			told.Apply(reading.Changes)
			if reading.T > time.Hour.Milliseconds() {
				t.Fatalf("told %v\nstands %v", told, stands.As(kind))
			}
		}
	}
	read()
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range random.Perm(64) {
		s := square.Square(n)
		for _, c := range []sensors.Contact{sensors.WhiteRook, sensors.Nothing, sensors.BlackPawn, sensors.Nothing} {
			stands[s] = c
			r.Stand(&stands)
			read()
		}
	}
}

// TestGamesOnRigs plays a game on each board while its bus is disturbed: the PGN is exact.
func TestGamesOnRigs(t *testing.T) {
	const game = "../../../cmd/jadoube/testdata/traces/club-occupancy/002"
	for name, c := range boardConfigs(t) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := rigs.New(name)
				r.Fault(models.Storm(3, 0.01, models.Nak, models.Cut, models.Flip))
				c.Data.Folder = t.TempDir()
				if c.Board.Matrix != nil {
					c.Board.Matrix.Settle = 0 // it would be waited for without a look at the bubble's clock
				}
				if c.Board.Hall != nil {
					c.Board.Hall.Settle = 0
				}
				s := settingsOf(c, slog.New(slog.DiscardHandler))
				s.wires = func() hw.Wiring { return &r.Wiring }
				d, err := newDaemon(s, &simled.Panel{})
				if err != nil {
					t.Fatal(err)
				}
				during(t, d, func() { actOut(t, r, game+".trace") })
				want, err := os.ReadFile(game + ".want")
				if err != nil {
					t.Fatal(err)
				}
				moves, _, _ := strings.Cut(string(want), "\n")
				var played []string
				for _, m := range d.State().Moves {
					played = append(played, m.UCI)
				}
				if got := strings.Join(played, " "); got != moves {
					t.Errorf("played\n%s, want\n%s", got, moves)
				}
			})
		})
	}
}

// actOut does what a trace says, in its time.
func actOut(t *testing.T, r *rigs.Rig, file string) {
	x := tracetest.Load(t, file)
	began, frame := time.Now(), x.Start
	pieces, err := sensors.ParsePlacement(sensors.InitialPlacement)
	if err != nil {
		t.Fatal(err)
	}
	hand := sensors.Nothing
	r.Stand(&pieces)
	time.Sleep(5 * time.Second)
	for _, reading := range x.Readings {
		time.Sleep(time.Until(began.Add(5*time.Second + time.Duration(reading.T)*time.Millisecond)))
		frame.Apply(reading.Changes)
		for _, c := range reading.Changes {
			if c.To == sensors.Nothing {
				hand, pieces[c.Square] = pieces[c.Square], sensors.Nothing
			} else {
				pieces[c.Square] = hand
			}
		}
		r.Stand(&pieces)
	}
}

// TestCostOfAScan counts the clocks on the wires of each board against the table in docs/hardware.md.
func TestCostOfAScan(t *testing.T) {
	table := costs(t)
	for name, c := range boardConfigs(t) {
		synctest.Test(t, func(t *testing.T) {
			if got, want := costOfAScan(t, name, c), table[name]; got != want {
				t.Errorf("%s: %s a scan; docs/hardware.md says %q", name, got, want)
			}
		})
	}
}

// costs reads the column "cost" of the table in docs/hardware.md by the first one.
func costs(t *testing.T) map[string]string {
	t.Helper()
	f, err := os.Open("../../../docs/hardware.md")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	table := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if cells := strings.Split(lines.Text(), "|"); len(cells) == 8 {
			table[strings.TrimSpace(cells[1])] = strings.TrimSpace(cells[3])
		}
	}
	return table
}

// wireTap counts what goes over a rig's wires: an I²C byte has 9 clocks, and START, repeated START and STOP one each; an SPI byte
// has 8. Where there is no bus, calls of pins are counted.
type wireTap struct{ clocks, calls int }

type tappedI2C struct {
	hw.I2C
	*wireTap
}

func (b tappedI2C) Tx(addr uint16, w, r []byte) error {
	for _, part := range [][]byte{w, r} {
		if len(part) > 0 {
			b.clocks += 1 + 9*(1+len(part))
		}
	}
	b.clocks++
	return b.I2C.Tx(addr, w, r)
}

type tappedSPI struct {
	hw.SPI
	*wireTap
}

func (b tappedSPI) Tx(w, r []byte) error {
	b.clocks += 8 * len(w)
	return b.SPI.Tx(w, r)
}

type tappedOut struct {
	hw.OutPins
	*wireTap
}

func (p tappedOut) Write(levels, mask uint64) error {
	p.calls++
	return p.OutPins.Write(levels, mask)
}

type tappedIn struct {
	hw.InPins
	*wireTap
}

func (p tappedIn) Read() (uint64, error) {
	p.calls++
	return p.InPins.Read()
}

func (tap *wireTap) on(w *hwtest.Wiring) {
	for name, bus := range w.Buses {
		w.Buses[name] = tappedI2C{bus, tap}
	}
	for name, line := range w.Lines {
		w.Lines[name] = tappedSPI{line, tap}
	}
	for name, pins := range w.Outputs {
		w.Outputs[name] = tappedOut{pins, tap}
	}
	for name, pins := range w.Inputs {
		w.Inputs[name] = tappedIn{pins, tap}
	}
}

// costOfAScan is what a scan of a calm board costs: "145 clocks", "64 clocks, 2 calls". Once a second the settings of each chip are
// looked at too; the least is what the other scans cost.
func costOfAScan(t *testing.T, name string, c config.Config) string {
	r, began := rigs.New(name), time.Now()
	stands, _ := sensors.ParsePlacement(sensors.InitialPlacement)
	r.Stand(&stands)
	var tap, before wireTap
	tap.on(&r.Wiring)
	least := wireTap{1 << 30, 1 << 30}
	source := openRig(t, c, r, func() int64 { // is asked once after each scan
		least.clocks, least.calls = min(least.clocks, tap.clocks-before.clocks), min(least.calls, tap.calls-before.calls)
		before = tap
		return time.Since(began).Milliseconds()
	})
	if _, err := source.Next(t.Context()); err != nil {
		t.Fatal(err)
	}
	least = wireTap{1 << 30, 1 << 30}
	time.AfterFunc(5*time.Second, func() { source.Close() })
	source.Next(t.Context())
	switch {
	case least.calls == 0:
		return fmt.Sprintf("%d clocks", least.clocks)
	case least.clocks == 0:
		return fmt.Sprintf("%d calls", least.calls)
	}
	return fmt.Sprintf("%d clocks, %d calls", least.clocks, least.calls)
}

// TestWiresAreShown: the page gets the counts of each square, and what is odd is told as health.
func TestWiresAreShown(t *testing.T) {
	c := boardConfigs(t)["matrix"]
	synctest.Test(t, func(t *testing.T) {
		r := rigs.New("matrix")
		c.Data.Folder, c.Board.Matrix.Settle = t.TempDir(), 0
		s := settingsOf(c, slog.New(slog.DiscardHandler))
		s.wires = func() hw.Wiring { return &r.Wiring }
		d, err := newDaemon(s, &simled.Panel{})
		if err != nil {
			t.Fatal(err)
		}
		wiring := func() string {
			for _, h := range d.State().Health {
				if h.Part == "wiring" {
					return h.State
				}
			}
			return ""
		}
		during(t, d, func() {
			stands, _ := sensors.ParsePlacement(sensors.InitialPlacement)
			r.Stand(&stands)
			time.Sleep(2 * time.Second)
			if got := wiring(); got != "warning" {
				t.Errorf("before the diodes have shown themselves: %q", got)
			}
			stands[square.E2] = sensors.Nothing
			r.Stand(&stands)
			time.Sleep(300 * time.Millisecond)
			stands[square.E4] = sensors.WhitePawn
			r.Stand(&stands)
			time.Sleep(2 * time.Second)
			w := d.State().Board.Wires
			if w == nil || w.Scans < 500 || w.Squares[square.E4].Changes != 1 || w.Errors != 0 {
				t.Errorf("wires %+v", w)
			}
			if got := wiring(); got != "ok" {
				t.Errorf("after the first move: %q", got)
			}
		})
	})
}
