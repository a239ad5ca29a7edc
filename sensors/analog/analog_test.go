package analog

import (
	"errors"
	"strings"
	"testing"
	"time"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/models"
	"jadoube/hw/mcp3008"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/layout"
)

// meter is a converter of one channel for each square that is told what to say.
type meter struct {
	levels  [64]uint16
	noise   [64]int16 // added to every third measurement
	channel int
	n       int
	err     error
}

func (m *meter) String() string          { return "meter" }
func (m *meter) Channels() int           { return 64 }
func (m *meter) Start(channel int) error { m.channel = channel; return nil }
func (m *meter) Level() (uint16, error) {
	m.n++
	level := int(m.levels[m.channel])
	if m.n%3 == 0 {
		level += int(m.noise[m.channel])
	}
	return uint16(level), m.err
}

// at is a level in thousandths.
func at(thousandths int) uint16 { return uint16(share(thousandths)) }

var half = func() (rest [64]int) {
	for s := range rest {
		rest[s] = 500
	}
	return rest
}()

func newGrid(t *testing.T, m *meter, l Levels) *Grid {
	t.Helper()
	for i := range m.levels {
		m.levels[i] = at(500)
	}
	all, err := layout.Parse("ranks", []layout.Usable{{Len: 64, Mask: ^uint64(0)}})
	if err != nil {
		t.Fatal(err)
	}
	l.Rest = half
	g, err := New(Wires{Converters: []Converter{m}, Channels: 64, Layout: all}, l, 10*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

var usual = Levels{On: 60, Off: 35, Colour: true}

// says sets e4 and returns what is told of it after a scan.
func says(t *testing.T, g *Grid, m *meter, thousandths int) sensors.Contact {
	t.Helper()
	m.levels[square.E4] = at(thousandths)
	var f sensors.Frame
	if err := g.Scan(&f, 0, false); err != nil {
		t.Fatal(err)
	}
	for s, c := range f {
		if c != sensors.Nothing && square.Square(s) != square.E4 {
			t.Fatalf("%v on %v", c, square.Square(s))
		}
	}
	return f[square.E4]
}

func TestHysteresisAndPolarity(t *testing.T) {
	m := new(meter)
	g := newGrid(t, m, usual)
	for i, step := range []struct {
		level int
		want  sensors.Contact
	}{
		{500, sensors.Nothing},
		{559, sensors.Nothing}, // not on yet
		{561, sensors.White},
		{536, sensors.White}, // not off yet
		{534, sensors.Nothing},
		{541, sensors.Nothing},
		{700, sensors.White},
		{439, sensors.Black}, // captured in one scan
		{464, sensors.Black},
		{541, sensors.Nothing}, // White's side, but too weak
		{300, sensors.Black},
		{500, sensors.Nothing},
	} {
		if got := says(t, g, m, step.level); got != step.want {
			t.Errorf("step %d, level %d: %c, want %c", i+1, step.level, got.Letter(), step.want.Letter())
		}
	}
}

func TestOtherPolarityAndOccupancy(t *testing.T) {
	m := new(meter)
	g := newGrid(t, m, Levels{On: 60, Off: 35, Colour: true, Low: true})
	if low, high := says(t, g, m, 400), says(t, g, m, 600); low != sensors.White || high != sensors.Black {
		t.Errorf("low %c, high %c", low.Letter(), high.Letter())
	}
	g = newGrid(t, m, Levels{On: 60, Off: 35})
	if low, high := says(t, g, m, 400), says(t, g, m, 600); low != sensors.Something || high != sensors.Something {
		t.Errorf("low %c, high %c", low.Letter(), high.Letter())
	}
}

// TestRestFollowsDrift: the sensor warms up by more than a magnet's worth in twenty minutes.
func TestRestFollowsDrift(t *testing.T) {
	m := new(meter)
	g := newGrid(t, m, usual)
	for i := range 120_000 {
		if got := says(t, g, m, 500+i*80/120_000); got != sensors.Nothing {
			t.Fatalf("after %d scans an empty square shows %c", i, got.Letter())
		}
	}
	if rest := g.Health().Rests[square.E4]; rest < 577 || rest > 580 {
		t.Errorf("rest %d", rest)
	}
	if got := says(t, g, m, 645); got != sensors.White {
		t.Errorf("a man on it: %c", got.Letter())
	}
}

// TestManWhoStandsForHours is not swallowed by following, strong or weak.
func TestManWhoStandsForHours(t *testing.T) {
	m := new(meter)
	g := newGrid(t, m, usual)
	for _, level := range []int{600, 540} { // well above on; and between off and on, seen by hysteresis
		if got := says(t, g, m, 600); got != sensors.White {
			t.Fatal(got)
		}
		for range 60_000 {
			if got := says(t, g, m, level); got != sensors.White {
				t.Fatalf("level %d: %c", level, got.Letter())
			}
		}
	}
	if rest := g.Health().Rests[square.E4]; rest != 500 && rest != 499 {
		t.Errorf("rest %d", rest)
	}
	// Too weak to be seen, but too strong to be followed.
	says(t, g, m, 500)
	for range 60_000 {
		says(t, g, m, 545)
	}
	if got := says(t, g, m, 561); got != sensors.White {
		t.Errorf("a weak man pressed down: %c", got.Letter())
	}
}

func TestWhatIsThereOnceIsAFlicker(t *testing.T) {
	m := new(meter)
	g := newGrid(t, m, usual)
	m.noise[square.E4] = int16(at(200))
	for range 100 {
		if got := says(t, g, m, 500); got != sensors.Nothing {
			t.Fatal(got)
		}
	}
	if n := g.Health().Flickers[square.E4]; n < 10 {
		t.Errorf("%d flickers", n)
	}
}

func TestBrokenSensor(t *testing.T) {
	m := new(meter)
	g := newGrid(t, m, usual)
	says(t, g, m, 600)
	for _, level := range []int{0, 995} {
		if got := says(t, g, m, level); got != sensors.White {
			t.Errorf("level %d: %c; a wire that breaks is no hand", level, got.Letter())
		}
		if w := g.Health().Warnings; len(w) != 1 || !strings.Contains(w[0], "{e4}") {
			t.Errorf("warnings %q", w)
		}
	}
	if says(t, g, m, 500) != sensors.Nothing || g.Health().Warnings != nil {
		t.Errorf("mended: %q", g.Health().Warnings)
	}
	for i := range m.levels {
		m.levels[i] = 0
	}
	if err := g.Scan(new(sensors.Frame), 0, false); !errors.Is(err, errDead) {
		t.Errorf("no supply: %v", err)
	}
}

func TestMeasurementsThatFail(t *testing.T) {
	m := &meter{}
	g := newGrid(t, m, usual)
	m.err = hw.ErrNoAnswer
	if err := g.Scan(new(sensors.Frame), 0, false); !errors.Is(err, hw.ErrNoAnswer) || !strings.Contains(err.Error(), "meter") {
		t.Error(err)
	}
	if n := g.Health().Retries; n != 2 {
		t.Errorf("%d retries", n)
	}
}

// TestMultiplexers reads every sensor through four multiplexers and a converter.
func TestMultiplexers(t *testing.T) {
	h := models.NewHalls(60)
	chip := mcp3008.New(&models.MCP3008{Level: h.Mux})
	all, _ := layout.Parse("files", []layout.Usable{{Len: 64, Mask: ^uint64(0)}})
	g, err := New(Wires{Converters: []Converter{chip}, Channels: 4, Select: h.Select, Layout: all}, Levels{Rest: half, On: 60, Off: 35, Colour: true}, 10*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	var f sensors.Frame
	for i := range 64 {
		s := square.At(i/8, i%8)
		for level, want := range map[int]sensors.Contact{600: sensors.White, 400: sensors.Black, 500: sensors.Nothing} {
			h.Set(i, at(level))
			if err := g.Scan(&f, 0, false); err != nil || f[s] != want {
				t.Fatalf("%v, level %d: %c, %v", s, level, f[s].Letter(), err)
			}
		}
		h.Set(i, at(500))
		g.Scan(&f, 0, false)
		if f.Occupied() != 0 {
			t.Fatalf("%v", f.Occupied())
		}
	}
	if n := testing.AllocsPerRun(100, func() { g.Scan(&f, 0, false) }); n != 0 {
		t.Errorf("%v allocations a scan", n)
	}
	h.Select.Fail(hw.ErrBusy)
	if err := g.Scan(&f, 0, false); !errors.Is(err, hw.ErrBusy) {
		t.Error(err)
	}
}

func TestWiresThatAreRefused(t *testing.T) {
	m, all := new(meter), make(layout.Layout, 64)
	for name, c := range map[string]struct {
		wires  Wires
		levels Levels
		want   string
	}{
		"thresholds":      {Wires{}, Levels{On: 30, Off: 30}, "on to be more than off"},
		"settling":        {Wires{Settle: time.Second}, usual, "0 to 1 ms"},
		"channels":        {Wires{Converters: []Converter{m}, Channels: 65}, usual, "65 channels are wired: it has 64"},
		"too few inputs":  {Wires{Converters: []Converter{m}, Channels: 4, Layout: all}, usual, "there are 4"},
		"too few of them": {Wires{Converters: []Converter{m}, Channels: 3, Select: hwtest.NewLines(4), Layout: all}, usual, "there are 48"},
	} {
		if _, err := New(c.wires, c.levels, time.Millisecond); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
