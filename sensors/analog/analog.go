// Package analog knows how to read a board that has a linear hall sensor under each square: what its level at rest is, when a magnet
// is there, and of which polarity. It must not know which chip measures, nor what is legal.
package analog

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"jadoube/hw"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/layout"
	"jadoube/sensors/scan"
)

// Converter is a chip that measures levels. Everything is called from one goroutine.
type Converter interface {
	fmt.Stringer
	Channels() int
	// Start begins to measure a channel.
	Start(channel int) error
	// Level is what was measured, in 65536ths of the sensors' supply. It waits until it is.
	Level() (uint16, error)
}

// Wires say how the sensors are connected. Input n is multiplexer channel n % 2^s of converter channel n / 2^s, the channels of all
// converters counted on; without select lines, s is 0.
type Wires struct {
	Converters []Converter
	Channels   int           // of each converter that are wired
	Select     hw.OutPins    // the multiplexers' select lines, the lowest first; nil without multiplexers
	Settle     time.Duration // from selecting to measuring, 0 to 1 ms
	Layout     layout.Layout // the squares of the inputs
}

// Levels say how levels are judged, in thousandths of the supply.
type Levels struct {
	Rest   [64]int // by square, where the sensor is without a magnet
	On     int     // from rest: a magnet is there
	Off    int     // from rest: it is gone; less than On
	Low    bool    // White's magnets make the level lower, not higher
	Colour bool    // tell colours, not only that something stands there
}

// Grid is a board with a linear hall sensor for each square.
//
//	       ≥ On from rest                 < Off
//	rest ────────────────▶ a man: white or black ─────▶ rest
//	  ↻ follows the level                ↻ other side of rest, ≥ On: the other colour
//	    while < Off, in half a minute
type Grid struct {
	wires   Wires
	levels  Levels
	inputs  []input // those that have a square, in the order in which they are read
	cells   [64]cell
	pointed uint64 // where the multiplexers stand
	follow  int32  // scans in which a rest follows its level
	counts  sensors.Health
}

// input is a place of the wires.
type input struct {
	selected  uint64
	channel   int
	converter int
	square    square.Square
}

// cell is what is known of a square. Levels have 16 bits, rests 8 more behind the point.
type cell struct {
	rest, first int32
	now         sensors.Contact
	broken      bool
}

const (
	tries   = 3                // of a measurement before the scan is given up
	pause   = time.Millisecond // between them
	drift   = 30 * time.Second // in which a rest follows its level
	astray  = 100              // thousandths: how far a rest may drift
	nowhere = 1<<64 - 1        // where multiplexers never stand
	rail    = 10               // thousandths: nearer to ground or supply no sensor comes
)

var _ scan.Board = (*Grid)(nil)

// New returns a grid that is scanned every period. Nothing is measured yet.
func New(w Wires, l Levels, period time.Duration) (*Grid, error) {
	if l.Off < 1 || l.On <= l.Off || l.On > 400 {
		return nil, fmt.Errorf("levels from rest: on %d, off %d: expected off to be 1 or more, and on to be more than off and 400 at most", l.On, l.Off)
	}
	if w.Settle < 0 || w.Settle > time.Millisecond {
		return nil, fmt.Errorf("multiplexers measured after %v: expected 0 to 1 ms", w.Settle)
	}
	g := &Grid{wires: w, levels: l, pointed: nowhere, follow: int32(max(drift/max(period, 1), 1))}
	for s := range g.cells {
		g.cells[s].rest = share(l.Rest[s]) << 8
		g.cells[s].first = g.cells[s].rest
	}
	return g, g.order()
}

// share turns thousandths into 65536ths.
func share(thousandths int) int32 { return int32(thousandths) << 16 / 1000 }

// order lists the inputs so that the multiplexers are switched as rarely as can be, and all converters measure at once.
func (g *Grid) order() error {
	w := &g.wires
	channels := 1
	if w.Select != nil {
		channels = 1 << w.Select.Len()
	}
	if n := len(w.Converters) * w.Channels * channels; len(w.Layout) > n {
		return fmt.Errorf("layout of %d inputs: there are %d", len(w.Layout), n)
	}
	for at := range channels {
		for channel := range w.Channels {
			for i, c := range w.Converters {
				if channel >= c.Channels() {
					return fmt.Errorf("%v: %d channels are wired: it has %d", c, w.Channels, c.Channels())
				}
				n := (i*w.Channels+channel)*channels + at
				if n < len(w.Layout) && w.Layout[n] != square.None {
					g.inputs = append(g.inputs, input{uint64(at), channel, i, w.Layout[n]})
				}
			}
		}
	}
	return nil
}

// String names the converters.
func (g *Grid) String() string {
	names := make([]string, len(g.wires.Converters))
	for i, c := range g.wires.Converters {
		names[i] = c.String()
	}
	return "hall sensors on " + strings.Join(names, ", ")
}

// Groups is 1: all squares are measured in every scan.
func (g *Grid) Groups() int { return 1 }

// Distrust has nothing to do: converters have no settings.
func (g *Grid) Distrust() {}

// Health returns the counts, levels and rests, and which sensors are broken.
func (g *Grid) Health() *sensors.Health {
	for s := range g.cells {
		g.counts.Rests[s] = int(g.cells[s].rest>>8) * 1000 >> 16
	}
	g.counts.Warnings = nil
	if broken := g.broken(); broken != 0 {
		g.counts.Warnings = []string{fmt.Sprintf("the sensors of %v say ground or supply, which no hall sensor does: look at their wires", broken)}
	}
	return &g.counts
}

// Scan measures all squares.
func (g *Grid) Scan(f *sensors.Frame, _ uint64, _ bool) error {
	for rest := g.inputs; len(rest) > 0; {
		n := together(rest)
		if err := g.measure(f, rest[:n]); err != nil {
			return err
		}
		rest = rest[n:]
	}
	if n := g.broken().Len(); 2*n > len(g.inputs) {
		return fmt.Errorf("%v: %d of %d: %w", g, n, len(g.inputs), errDead)
	}
	return nil
}

// errDead is the error of a board most of whose sensors can't be right.
var errDead = errors.New("sensors say ground or supply: look at their supply and at the converters'")

// broken are the squares whose sensor can't be right.
func (g *Grid) broken() (b square.Set) {
	for s := range g.cells {
		if g.cells[s].broken {
			b = b.With(square.Square(s))
		}
	}
	return b
}

// together is how many of the inputs can be measured at once: one channel of each converter.
func together(inputs []input) int {
	for i := range inputs {
		if inputs[i].selected != inputs[0].selected || inputs[i].channel != inputs[0].channel {
			return i
		}
	}
	return len(inputs)
}

// measure measures inputs that can be measured at once, and once more those that say something new.
func (g *Grid) measure(f *sensors.Frame, inputs []input) (err error) {
	for try := range tries {
		if try > 0 {
			g.counts.Retries++
			g.pointed = nowhere
			time.Sleep(pause)
		}
		if err = g.once(f, inputs); err == nil {
			return nil
		}
	}
	return err
}

func (g *Grid) once(f *sensors.Frame, inputs []input) error {
	if err := g.point(inputs[0].selected); err != nil {
		return err
	}
	for _, in := range inputs {
		if err := g.wires.Converters[in.converter].Start(in.channel); err != nil {
			return err
		}
	}
	var failed error
	for _, in := range inputs {
		if err := g.take(f, in); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%v: %w", g.wires.Converters[in.converter], err))
		}
	}
	return failed
}

// point switches the multiplexers.
func (g *Grid) point(selected uint64) error {
	if g.wires.Select == nil || g.pointed == selected {
		return nil
	}
	g.pointed = nowhere
	if err := g.wires.Select.Write(selected, ^uint64(0)); err != nil {
		return err
	}
	g.pointed = selected
	start := time.Now()
	for n := g.wires.Settle / 20; n > 0 && time.Since(start) < g.wires.Settle; n-- { // no look at a clock takes less than 20 ns
	}
	return nil
}

// take judges what was measured. What is new must be there twice.
func (g *Grid) take(f *sensors.Frame, in input) error {
	converter := g.wires.Converters[in.converter]
	level, err := converter.Level()
	if err != nil {
		return err
	}
	c := &g.cells[in.square]
	found := g.judge(c, int32(level))
	if found != c.now {
		if err := converter.Start(in.channel); err != nil {
			return err
		}
		if level, err = converter.Level(); err != nil {
			return err
		}
		if g.judge(c, int32(level)) != found {
			g.counts.Flickers[in.square]++
			return nil
		}
	}
	c.now = found
	g.counts.Levels[in.square] = int(level) * 1000 >> 16
	g.settle(c, int32(level))
	f[in.square] = g.tell(found)
	return nil
}

// judge returns what a level says: the colour, or nothing.
func (g *Grid) judge(c *cell, level int32) sensors.Contact {
	c.broken = level < share(rail) || level > share(1000-rail)
	from := level - c.rest>>8
	side := sensors.White
	if from < 0 != g.levels.Low {
		side = sensors.Black
	}
	if from < 0 {
		from = -from
	}
	switch {
	case c.broken:
		return c.now
	case from >= share(g.levels.On), from >= share(g.levels.Off) && c.now == side:
		return side
	}
	return sensors.Nothing
}

// settle lets the rest of an empty square follow its level. A level in doubt is not followed: it may be a man with a weak magnet.
func (g *Grid) settle(c *cell, level int32) {
	from := level<<8 - c.rest
	if c.broken || c.now != sensors.Nothing || max(from, -from) >= share(g.levels.Off)<<8 {
		return
	}
	c.rest += from / g.follow
	c.rest = min(max(c.rest, c.first-share(astray)<<8), c.first+share(astray)<<8)
}

func (g *Grid) tell(c sensors.Contact) sensors.Contact {
	if g.levels.Colour {
		return c
	}
	return c.As(sensors.Occupancy)
}
