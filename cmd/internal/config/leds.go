package config

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"jadoube/ledmatrix"
	"jadoube/ledmatrix/apa102"
	"jadoube/ledmatrix/ht16k33"
	"jadoube/ledmatrix/max7219"
	"jadoube/ledmatrix/ws2812"
	"jadoube/rules/square"
)

// LEDs says what lights there are.
type LEDs struct {
	Kind         string  `toml:"kind"`          // "sim": the page shows them; "ws2812", "apa102", "max7219", "ht16k33": the chip; "pins": LEDs without one; "board", "board-rgb": the board's own, of one colour or coloured
	Palette      string  `toml:"palette"`       // "default" (for LEDs of one colour: "mono"), "colour-blind" or "mono"
	Brightness   int     `toml:"brightness"`    // percent, 1 to 100
	MaxMilliamps int     `toml:"max-milliamps"` // what the supply can spare for all of them, 100 to 4000
	Gamma        float64 `toml:"gamma"`         // of the LEDs, 1 to 3; 1 = in proportion, as most are
	Refresh      int     `toml:"refresh"`       // seconds after which everything is sent again, in case that a chip has forgotten it, 0 to 3600; 0 = never
	Layout       string  `toml:"layout"`        // the wire's way through the squares: "ranks", "files", with "-serpentine", "-corners", or each LED's square
	Origin       string  `toml:"origin"`        // the corner square of the first LED: "a1", "h1", "a8" or "h8"
	Rotate       int     `toml:"rotate"`        // degrees by which the finished panel is then turned clockwise: 0, 90, 180 or 270
	Unrecorded   bool    `toml:"unrecorded"`    // light the corners while the disk fails, so that the game isn't kept
	Offset       int     `toml:"offset"`        // LEDs on the wire before the first square's, 0 to 1023

	WS2812  *WS2812  `toml:"ws2812,omitempty"`
	APA102  *APA102  `toml:"apa102,omitempty"`
	MAX7219 *MAX7219 `toml:"max7219,omitempty"`
	HT16K33 *HT16K33 `toml:"ht16k33,omitempty"`
	Pins    *Pins    `toml:"pins,omitempty"`
	OwnLEDs *OwnLEDs `toml:"board,omitempty"`
	OwnRGB  *OwnRGB  `toml:"board-rgb,omitempty"`
}

// WS2812 says how WS2812B LEDs and their kin are wired.
type WS2812 struct {
	Bus   string `toml:"bus"`   // SPI: "0.0" or "/dev/spidev0.0"; only its MOSI is wired
	Order string `toml:"order"` // of the colours: "GRB", "RGB" …; "GRBW" with a white light
	Bits  int    `toml:"bits"`  // of SPI for each bit of an LED: 3 at 2.4 MHz, 4 at 3.2 MHz, 8 at 6.4 MHz
}

// APA102 says how APA102 or SK9822 LEDs are wired.
type APA102 struct {
	Bus   string `toml:"bus"`   // SPI: "0.0" or "/dev/spidev0.0"
	Order string `toml:"order"` // of the colours: "BGR", …
	Clock int    `toml:"clock"` // Hz, 100000 to 20000000
}

// MAX7219 says how a chain of MAX7219 is wired.
type MAX7219 struct {
	Bus   string `toml:"bus"`   // SPI: "0.0" or "/dev/spidev0.0"
	Clock int    `toml:"clock"` // Hz, 10000 to 10000000
}

// HT16K33 says how an HT16K33 is wired.
type HT16K33 struct {
	Bus     string `toml:"bus"`     // I²C: "1" or "/dev/i2c-1"
	Address string `toml:"address"` // "0x70" to "0x77"
}

func (c *WS2812) defaults()  { *c = WS2812{Bus: "0.0", Order: "GRB", Bits: 3} }
func (c *APA102) defaults()  { *c = APA102{Bus: "0.0", Order: "BGR", Clock: apa102.DefaultClock} }
func (c *MAX7219) defaults() { *c = MAX7219{Bus: "0.0", Clock: max7219.DefaultClock} }
func (c *HT16K33) defaults() { *c = HT16K33{Bus: "1", Address: "0x70"} }

func defaultLEDs() LEDs {
	return LEDs{
		Kind: "sim", Palette: "default", Brightness: ledmatrix.DefaultPower.Brightness, MaxMilliamps: ledmatrix.DefaultPower.Budget,
		Gamma: ledmatrix.MinGamma, Refresh: 5, Layout: "ranks", Origin: "a1", Unrecorded: true,
	}
}

// bank is a table of LEDs of one colour that are dimmed together: how many there can be, and what they draw together at
// the brightest.
type bank interface{ limits(n int) (most, full int) }

// fixed is a bank that can't be dimmed.
type fixed interface {
	bank
	fixed()
}

func (*MAX7219) limits(n int) (int, int) { return 256, max7219.FullCurrent * max7219.Chips(n) }
func (*HT16K33) limits(int) (int, int)   { return 128, ht16k33.FullCurrent }

// bank returns the kind's table when its LEDs have one colour.
func (l *LEDs) bank() (bank, bool) {
	field, ok := tablesOf(l)[l.Kind]
	if !ok || field.IsNil() {
		return nil, false
	}
	b, ok := field.Interface().(bank)
	return b, ok
}

// OneColour reports whether the LEDs have one colour.
func (l *LEDs) OneColour() bool {
	_, mono := l.bank()
	return mono
}

const maxRefresh = 3600 // s

func (l LEDs) check(bad report) {
	checkKind(&l, l.Kind, bad, "sim")
	_, mono := l.bank()
	if _, err := ledmatrix.ParsePalette(l.Palette); err != nil {
		bad("palette", l.Palette, `expected "default", "colour-blind" or "mono"`)
	} else if mono && l.Palette == "colour-blind" {
		bad("palette", l.Palette, `LEDs of one colour tell by their rhythm alone: expected "mono" or "default", which is the same for them`)
	}
	if (ledmatrix.Power{Brightness: l.Brightness, Budget: 100}).Check() != nil {
		bad("brightness", l.Brightness, "expected 1 to 100 percent")
	}
	if !(l.Gamma >= ledmatrix.MinGamma && l.Gamma <= ledmatrix.MaxGamma) {
		bad("gamma", l.Gamma, "expected 1 to 3")
	}
	if l.Refresh < 0 || l.Refresh > maxRefresh {
		bad("refresh", l.Refresh, "expected 0 to 3600 seconds; 0 = never")
	}
	l.checkStrip(bad)
}

// checkStrip checks where the LEDs lie, and whether so many can be driven and fed.
func (l LEDs) checkStrip(bad report) {
	if (ledmatrix.Power{Brightness: 1, Budget: l.MaxMilliamps}).Check() != nil {
		bad("max-milliamps", l.MaxMilliamps, "expected 100 to 4000 mA for all LEDs together")
	}
	strip, ok := l.layout(bad)
	if !ok {
		return
	}
	n := len(strip)
	if b, mono := l.bank(); mono {
		if most, _ := b.limits(n); n > most && most > 0 {
			bad("layout", l.Layout, fmt.Sprintf("it has %d LEDs: %s drives %d at the most", n, l.Kind, most))
		}
		if _, full := b.limits(n); isFixed(b) && full > l.MaxMilliamps {
			bad("max-milliamps", l.MaxMilliamps, fmt.Sprintf("the LEDs can draw %d mA together, and nothing can dim them: expected that at least, or larger resistors and less milliamps", full))
		}
	} else if least := ledmatrix.Least(n); least > l.MaxMilliamps {
		bad("max-milliamps", l.MaxMilliamps, fmt.Sprintf("%d LEDs draw %d mA when they are as good as dark: expected that at least", n, least))
	}
}

func isFixed(b bank) bool {
	_, is := b.(fixed)
	return is
}

// layout reads where the LEDs lie and reports what is wrong with it.
func (l LEDs) layout(bad report) (ledmatrix.Strip, bool) {
	if words := strings.Fields(l.Layout); len(words) != 1 {
		return l.listed(bad)
	}
	way, ok := wayOf(l.Layout)
	if !ok {
		bad("layout", l.Layout, `expected "ranks" or "files", with "-serpentine", "-corners" or both after it, or the square of each LED in the order of the wire`)
	}
	origin, err := square.Parse(l.Origin)
	if err != nil || (ledmatrix.Layout{Origin: origin}).Check() != nil {
		bad("origin", l.Origin, `expected a corner: "a1", "h1", "a8" or "h8"`)
		ok = false
	}
	if (ledmatrix.Layout{Rotate: l.Rotate}).Check() != nil {
		bad("rotate", l.Rotate, "expected 0, 90, 180 or 270 degrees")
		ok = false
	}
	if (ledmatrix.Layout{Offset: l.Offset}).Check() != nil {
		bad("offset", l.Offset, "expected 0 to 1023 LEDs")
		ok = false
	}
	if !ok {
		return nil, false
	}
	way.Origin, way.Rotate, way.Offset = origin, l.Rotate, l.Offset
	return way.Strip(), true
}

// listed reads a layout that names each LED's square.
func (l LEDs) listed(bad report) (ledmatrix.Strip, bool) {
	strip, err := ledmatrix.ParseStrip([]string{l.Layout})
	if err != nil {
		bad("layout", l.Layout, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	d := defaultLEDs()
	if l.Origin != d.Origin || l.Rotate != d.Rotate || l.Offset != d.Offset {
		bad("layout", l.Layout, "it says where each LED is: leave out origin, rotate and offset")
		return nil, false
	}
	return strip, err == nil
}

// wayOf reads a layout's name.
func wayOf(name string) (l ledmatrix.Layout, ok bool) {
	words := strings.Split(name, "-")
	if words[0] != "ranks" && words[0] != "files" {
		return l, false
	}
	l.Files = words[0] == "files"
	extra := words[1:]
	l.Serpentine, l.Corners = slices.Contains(extra, "serpentine"), slices.Contains(extra, "corners")
	known := 0
	for _, is := range []bool{l.Serpentine, l.Corners} {
		if is {
			known++
		}
	}
	return l, known == len(extra)
}

func (c *WS2812) check(bad report) {
	checkSPI(c.Bus, bad)
	checkOrder(c.Order, ws2812.Options{Order: ledmatrix.Order(c.Order)}.Check(), `"GRB", or "GRBW" with a white light`, bad)
	if (ws2812.Options{Bits: c.Bits}).Check() != nil || c.Bits == 0 {
		bad("bits", c.Bits, "expected 3, 4 or 8")
	}
}

func (c *APA102) check(bad report) {
	checkSPI(c.Bus, bad)
	checkOrder(c.Order, apa102.Options{Order: ledmatrix.Order(c.Order)}.Check(), `"BGR"`, bad)
	checkClock(c.Clock, apa102.MinClock, apa102.MaxClock, bad)
}

func (c *MAX7219) check(bad report) {
	checkSPI(c.Bus, bad)
	checkClock(c.Clock, max7219.MinClock, max7219.MaxClock, bad)
}

func (c *HT16K33) check(bad report) {
	checkI2C(c.Bus, bad)
	if c.Addr() < ht16k33.MinAddr || c.Addr() > ht16k33.MaxAddr {
		bad("address", c.Address, `expected "0x70" to "0x77"`)
	}
}

// Addr is Address as a number; 0 for one that can't be read.
func (c *HT16K33) Addr() uint16 {
	n, _ := strconv.ParseUint(c.Address, 0, 7)
	return uint16(n)
}

func checkI2C(bus string, bad report) {
	if _, ok := number(strings.TrimPrefix(bus, "/dev/i2c-"), 16); !ok {
		bad("bus", bus, `expected an I2C bus, as "1" or "/dev/i2c-1"`)
	}
}

func checkSPI(bus string, bad report) {
	first, second, _ := strings.Cut(strings.TrimPrefix(bus, "/dev/spidev"), ".")
	_, ok := number(first, 16)
	if _, chip := number(second, 8); !ok || !chip {
		bad("bus", bus, `expected an SPI bus and its chip line, as "0.0" or "/dev/spidev0.0"`)
	}
}

func number(s string, bits int) (uint64, bool) {
	n, err := strconv.ParseUint(s, 10, bits)
	return n, err == nil
}

func checkOrder(order string, err error, example string, bad report) {
	if err != nil || order == "" {
		bad("order", order, "expected the colours in the order of the wire, as "+example)
	}
}

func checkClock(hz, least, most int, bad report) {
	if hz < least || hz > most {
		bad("clock", hz, fmt.Sprintf("expected %d to %d Hz", least, most))
	}
}

// Strip is which squares each LED serves, in the order of the wire. l must have passed the check.
func (l LEDs) Strip() ledmatrix.Strip {
	strip, _ := l.layout(func(string, any, string) {})
	return strip
}

// Colours is Palette as the lights know it: for LEDs of one colour always the one that tells by rhythm. l must have
// passed the check.
func (l LEDs) Colours() ledmatrix.Palette {
	if _, mono := l.bank(); mono {
		return ledmatrix.Mono
	}
	palette, _ := ledmatrix.ParsePalette(l.Palette)
	return palette
}

// Power is how bright the lights may be. LEDs that are dimmed together by their chip are dimmed by Step alone.
func (l LEDs) Power() ledmatrix.Power {
	if _, mono := l.bank(); mono {
		return ledmatrix.Power{Brightness: 100, Budget: math.MaxInt16}
	}
	return ledmatrix.Power{Brightness: l.Brightness, Budget: l.MaxMilliamps}
}

// Step is the step of brightness, of so many, for LEDs that are dimmed together.
func (l LEDs) Step(steps int) int {
	full := 0
	if b, mono := l.bank(); mono {
		_, full = b.limits(len(l.Strip()))
	}
	return ledmatrix.Power{Brightness: l.Brightness, Budget: l.MaxMilliamps}.Step(steps, full)
}

// RefreshEvery is Refresh as a duration.
func (l LEDs) RefreshEvery() time.Duration { return time.Duration(l.Refresh) * time.Second }
