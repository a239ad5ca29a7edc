package config

import (
	"fmt"
	"strconv"
	"strings"

	"jadoube/hw/ads1115"
	"jadoube/hw/ads7830"
	"jadoube/hw/mcp3008"
	"jadoube/sensors"
	"jadoube/sensors/layout"
)

// Hall is [board.hall]: linear hall sensors on converters, with or without multiplexers between.
type Hall struct {
	Switches
	Converters []string `toml:"converters"` // kind and place of each: "mcp3008 0.0" (SPI), "ads1115 0x48", "ads7830 0x48" (I2C)
	Bus        string   `toml:"bus"`        // the I²C bus of those on I²C
	Clock      int      `toml:"clock"`      // Hz, of those on SPI, 10000 to 3600000
	Channels   int      `toml:"channels"`   // of each converter that are wired; 0 = all
	Select     []string `toml:"select"`     // the pins on S0, S1 … of all multiplexers; none = no multiplexers
	Settle     int      `toml:"settle"`     // µs from selecting to measuring, 0 to 1000
	On         int      `toml:"on"`         // thousandths of the supply away from rest: a man is there
	Off        int      `toml:"off"`        // … and less than this: he is gone
	White      string   `toml:"white"`      // which level White's magnets make: "high" or "low"
	Rest       string   `toml:"rest"`       // levels without magnets, in thousandths of the supply: one for all squares, or 64 from a1, b1 … to h8
	Supply     int      `toml:"supply"`     // of the sensors in mV, where the converter doesn't share it (ads1115), 1000 to 4096
}

// Converter is one converter of Hall.
type Converter struct {
	Kind string
	Line string // of SPI; "" for one on I²C
	Addr uint16
}

// converters are the chips that are known.
var converters = map[string]struct {
	channels int
	check    func(addr uint16) error // nil for one on SPI
}{
	"mcp3008": {mcp3008.Channels, nil},
	"ads1115": {ads1115.Channels, ads1115.CheckAddress},
	"ads7830": {ads7830.Channels, ads7830.CheckAddress},
}

func (h *Hall) defaults() {
	h.Switches.defaults()
	h.Converters, h.Select = []string{}, []string{}
	h.Bus, h.Clock, h.Settle, h.ScanMS = "1", 1_350_000, 10, 10
	h.On, h.Off, h.White, h.Rest, h.Supply = 60, 35, "high", "500", 3300
}

func (h *Hall) sees() []sensors.Kind { return []sensors.Kind{sensors.Occupancy, sensors.Colour} }

func (h *Hall) check(bad report) {
	h.Switches.check(bad)
	checkI2C(h.Bus, bad)
	checkClock(h.Clock, mcp3008.MinClock, mcp3008.MaxClock, bad)
	checkPins(h.Select, "select", bad)
	if h.Settle < 0 || h.Settle > 1000 {
		bad("settle", h.Settle, "expected 0 to 1000 µs")
	}
	h.checkLevels(bad)
	h.checkConverters(bad)
}

func (h *Hall) checkLevels(bad report) {
	if h.Off < 1 || h.On <= h.Off || h.On > 400 {
		bad("on", fmt.Sprintf("%d, off %d", h.On, h.Off), "expected off to be 1 or more, and on to be more than off and 400 at most")
	}
	if h.White != "high" && h.White != "low" {
		bad("white", h.White, `expected "high" or "low"`)
	}
	if _, ok := h.Rests(); !ok {
		bad("rest", h.Rest, "expected one number of 100 to 900 thousandths for all squares, or 64 from a1, b1 … to h8")
	}
	if h.Supply < 1000 || h.Supply > 4096 {
		bad("supply", h.Supply, "expected 1000 to 4096 mV")
	}
}

func (h *Hall) checkConverters(bad report) {
	if len(h.Converters) == 0 {
		bad("converters", "", `expected the converters and their places, as ["mcp3008 0.0"]`)
		return
	}
	good := true
	for _, text := range h.Converters {
		if c, err := parseConverter(text); err != nil {
			bad("converters", text, err.Error())
			good = false
		} else if n := converters[c.Kind].channels; h.Channels < 0 || h.Channels > n {
			bad("channels", h.Channels, fmt.Sprintf("expected 1 to %d of a converter %s, or 0 for all", n, c.Kind))
			good = false
		}
	}
	if len(h.Select) > 4 {
		bad("select", strings.Join(h.Select, " "), "expected at most 4 pins: a multiplexer has up to 16 channels")
	} else if good {
		h.checkLayout(h.inputs(), bad)
	}
}

func parseConverter(text string) (Converter, error) {
	name, place, _ := strings.Cut(text, " ")
	kind, known := converters[name]
	if !known {
		return Converter{}, fmt.Errorf(`expected one of %s and its place, as "mcp3008 0.0" or "ads1115 0x48"`, strings.Join(sorted(converters), ", "))
	}
	if kind.check == nil {
		var wrong error
		checkSPI(place, func(_ string, _ any, want string) { wrong = fmt.Errorf("%s", want) })
		return Converter{Kind: name, Line: place}, wrong
	}
	addr, err := strconv.ParseUint(strings.TrimPrefix(place, "0x"), 16, 7)
	if err != nil || !strings.HasPrefix(place, "0x") {
		return Converter{}, fmt.Errorf(`expected an address, as "%s 0x48"`, name)
	}
	return Converter{Kind: name, Addr: uint16(addr)}, kind.check(uint16(addr))
}

// Wired returns the converters in order, how many channels of each are used, and the squares of the inputs. h must have passed the check.
func (h *Hall) Wired() (chips []Converter, channels int, squares layout.Layout) {
	for _, text := range h.Converters {
		c, _ := parseConverter(text)
		chips = append(chips, c)
	}
	return chips, h.channels(), h.squares(h.inputs())
}

// channels is how many channels of each converter are wired.
func (h *Hall) channels() int {
	least := h.Channels
	for _, text := range h.Converters {
		if c, err := parseConverter(text); err == nil && least == 0 {
			least = converters[c.Kind].channels
		}
	}
	return least
}

// inputs are all channels of all converters and multiplexers.
func (h *Hall) inputs() (list []layout.Usable) {
	for range len(h.Converters) * h.channels() {
		list = append(list, all(1<<len(h.Select))...)
	}
	return list
}

// Rests is Rest by square; false when it can't be read.
func (h *Hall) Rests() (rest [64]int, ok bool) {
	words := strings.Fields(h.Rest)
	if len(words) != 1 && len(words) != len(rest) {
		return rest, false
	}
	for s := range rest {
		n, err := strconv.Atoi(words[s%len(words)])
		if err != nil || n < 100 || n > 900 {
			return rest, false
		}
		rest[s] = n
	}
	return rest, true
}
