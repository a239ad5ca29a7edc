package app

import (
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"

	"jadoube/cmd/internal/config"
	"jadoube/hw"
	"jadoube/hw/outputs"
	"jadoube/ledmatrix"
	"jadoube/ledmatrix/apa102"
	"jadoube/ledmatrix/ht16k33"
	"jadoube/ledmatrix/max7219"
	"jadoube/ledmatrix/plain"
	"jadoube/ledmatrix/simled"
	"jadoube/ledmatrix/ws2812"
)

// leds says how each kind of LEDs is opened. Its wires are opened through w only, and closed by the caller,
// also after an error.
var leds = map[string]func(c config.LEDs, w hw.Wiring) (ledmatrix.Driver, error){
	"ws2812":  openWS2812,
	"apa102":  openAPA102,
	"max7219": openMAX7219,
	"ht16k33": openHT16K33,
	"pins":    openPins,
}

func lightsOf(c config.LEDs) lightSettings {
	return lightSettings{
		palette: c.Colours(), gamma: c.Gamma, power: c.Power(), glow: c.Brightness, strip: c.Strip(), refresh: c.RefreshEvery(),
	}
}

func openWS2812(c config.LEDs, w hw.Wiring) (ledmatrix.Driver, error) {
	opt := ws2812.Options{Strip: c.Strip(), Order: ledmatrix.Order(c.WS2812.Order), Bits: c.WS2812.Bits}
	bus, err := w.SPI(c.WS2812.Bus, opt.Clock(), 0)
	if err != nil {
		return nil, err
	}
	return driver(ws2812.New(bus, opt))
}

func openAPA102(c config.LEDs, w hw.Wiring) (ledmatrix.Driver, error) {
	bus, err := w.SPI(c.APA102.Bus, c.APA102.Clock, 0)
	if err != nil {
		return nil, err
	}
	return driver(apa102.New(bus, apa102.Options{Strip: c.Strip(), Order: ledmatrix.Order(c.APA102.Order)}))
}

func openMAX7219(c config.LEDs, w hw.Wiring) (ledmatrix.Driver, error) {
	bus, err := w.SPI(c.MAX7219.Bus, c.MAX7219.Clock, 0)
	if err != nil {
		return nil, err
	}
	return driver(max7219.New(bus, max7219.Options{Strip: c.Strip(), Step: c.Step(max7219.Steps)}))
}

func openHT16K33(c config.LEDs, w hw.Wiring) (ledmatrix.Driver, error) {
	bus, err := w.I2C(c.HT16K33.Bus)
	if err != nil {
		return nil, err
	}
	return driver(ht16k33.New(bus, ht16k33.Options{Addr: c.HT16K33.Addr(), Strip: c.Strip(), Step: c.Step(ht16k33.Steps)}))
}

func openPins(c config.LEDs, w hw.Wiring) (ledmatrix.Driver, error) {
	groups, err := outputsOf(c.Pins, w)
	if err != nil {
		return nil, err
	}
	if c.Pins.Rows == 0 {
		return driver(plain.New(groups, c.Strip(), c.Pins.Lit == "low"))
	}
	return driver(plain.NewCrossed(groups[0], plain.Options{
		Strip: c.Strip(), Rows: c.Pins.Rows, RowsLow: c.Pins.RowsLit == "low", ColumnsLow: c.Pins.Lit == "low",
	}))
}

// outputsOf opens the pins that LEDs hang on.
func outputsOf(c *config.Pins, w hw.Wiring) ([]hw.OutPins, error) {
	switch {
	case len(c.Chips) == 0:
		return one(w.Out(c.GPIO()...))
	case c.Shifted() > 0:
		bus, err := w.SPI(c.Bus, shiftClock, 0)
		if err != nil {
			return nil, err
		}
		return one(outputs.NewShift(bus, c.Shifted()))
	}
	bus, err := w.I2C(c.Bus)
	if err != nil {
		return nil, err
	}
	var groups []hw.OutPins
	for _, chip := range c.Expanders() {
		e, err := outputs.NewExpander(chip.Kind, bus, chip.Addr)
		if err != nil {
			return nil, err
		}
		groups = append(groups, e)
	}
	return groups, nil
}

// shiftClock is the clock in Hz for shift registers: they take 20 MHz, long wires less.
const shiftClock = 1_000_000

func one[P hw.OutPins](p P, err error) ([]hw.OutPins, error) { return []hw.OutPins{p}, err }

// driver keeps a driver that could not be made from becoming an interface that isn't nil.
func driver[D ledmatrix.Driver](d D, err error) (ledmatrix.Driver, error) {
	if err != nil {
		return nil, err
	}
	return d, nil
}

// OpenLEDs returns the LEDs of a config that has passed its check, through wires. They may be missing, be pulled
// out and be plugged in again: they are opened when something is shown, and so again and again until they are there.
// Close makes them dark and releases the wires.
func OpenLEDs(c config.LEDs, wires func() hw.Wiring, log *slog.Logger) ledmatrix.Driver {
	open, real := leds[c.Kind]
	if !real {
		return &simled.Panel{}
	}
	return &panel{name: c.Kind, log: log, wires: wires, open: func(w hw.Wiring) (ledmatrix.Driver, error) { return open(c, w) }}
}

// panel is LEDs that hang on wires.
type panel struct {
	name  string
	open  func(hw.Wiring) (ledmatrix.Driver, error)
	wires func() hw.Wiring
	log   *slog.Logger

	driver  ledmatrix.Driver // nil when they aren't open
	wiring  *patient
	again   int64        // transactions that had to be repeated since they were opened, as far as they have been told of
	counted int64        // … as far as they are in retries
	retries atomic.Int64 // all that ever had to be repeated
}

var _ ledmatrix.Refresher = (*panel)(nil)

// patient is a wiring whose I²C buses try again, and that counts it.
type patient struct {
	hw.Wiring
	buses []*hw.Retry
}

// I2C opens a bus that tries again.
func (p *patient) I2C(name string) (hw.I2C, error) {
	bus, err := p.Wiring.I2C(name)
	if err != nil {
		return nil, err
	}
	r := hw.NewRetry(bus)
	p.buses = append(p.buses, r)
	return r, nil
}

func (p *patient) again() (n int64) {
	for _, bus := range p.buses {
		again, _ := bus.Counts()
		n += again
	}
	return n
}

// String names the kind of LEDs, once they are open as the driver does.
func (p *panel) String() string {
	if p.driver != nil {
		return p.driver.String()
	}
	return p.name
}

// Show opens the LEDs when need be, and shows an image on them.
func (p *panel) Show(img *ledmatrix.Image) error {
	if p.driver == nil {
		w := &patient{Wiring: p.wires()}
		d, err := p.open(w)
		if err != nil {
			return errors.Join(err, w.Close())
		}
		p.driver, p.wiring, p.again, p.counted = d, w, 0, 0
	}
	return p.heed(p.driver.Show(img))
}

// Refresh looks after LEDs that can forget, and tells the log of a bus that isn't sound.
func (p *panel) Refresh() error {
	if p.driver == nil {
		return nil
	}
	if n := p.wiring.again(); n > p.again {
		p.log.Warn("the leds' bus needed to try again", "leds", p.String(), "times", n-p.again, "in all", n)
		p.again = n
	}
	r, ok := p.driver.(ledmatrix.Refresher)
	if !ok {
		return nil
	}
	return p.heed(r.Refresh())
}

// Halt makes LEDs that are open dark.
func (p *panel) Halt() error {
	if p.driver == nil {
		return nil
	}
	return p.heed(p.driver.Halt())
}

// Retries is how many transactions were tried again since the program began. It may be asked at any time.
func (p *panel) Retries() int64 { return p.retries.Load() }

// heed counts what had to be repeated, and closes LEDs whose bus was unplugged, to open them anew.
func (p *panel) heed(err error) error {
	n := p.wiring.again()
	p.retries.Add(n - p.counted)
	p.counted = n
	if errors.Is(err, hw.ErrUnplugged) {
		return errors.Join(err, p.shut())
	}
	return err
}

// Close makes the LEDs dark and releases the wires.
func (p *panel) Close() error { return errors.Join(p.Halt(), p.shut()) }

func (p *panel) shut() error {
	if p.driver == nil {
		return nil
	}
	err := p.wiring.Close()
	p.driver, p.wiring = nil, nil
	if err != nil {
		return fmt.Errorf("release the leds' wires: %w", err)
	}
	return nil
}
