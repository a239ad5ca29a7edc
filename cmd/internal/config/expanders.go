package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jadoube/hw"
	"jadoube/hw/mcp23017"
	"jadoube/hw/pca9552"
	"jadoube/hw/pca9555"
	"jadoube/hw/pcf857x"
	"jadoube/hw/picked"
	"jadoube/sensors/layout"
)

// Expanders is [board.expanders]: switches on the inputs of chips on an I²C bus.
type Expanders struct {
	Switches
	Bus       string   `toml:"bus"`        // "1" or "/dev/i2c-1"
	Chips     []string `toml:"chips"`      // kind and address of each, as "mcp23017 0x20"; their inputs are counted on
	PullUps   bool     `toml:"pull-ups"`   // switch on the chips' own pull-ups, where they have them
	Interrupt []string `toml:"interrupt"`  // pins on which the chips' INT lines arrive: one for all chips or one for each; none = the chips are asked all the time
	Occupied  string   `toml:"occupied"`   // "low": a piece connects its input to ground; "high": to the supply
	AllInputs bool     `toml:"all-inputs"` // use inputs that the makers of the chip advise against: GPA7 and GPB7 of an MCP23017
}

// Expander is one chip of Expanders.
type Expander struct {
	Kind   string
	Addr   uint16
	Usable layout.Usable
}

// expanders are the chips that are known.
var expanders = map[string]struct {
	inputs int
	safe   uint64 // inputs that the maker doesn't advise against
	check  func(addr uint16) error
	pins   []string // what the pins are called, where each may be an output too
}{
	"mcp23017": {mcp23017.Inputs, mcp23017.Safe, mcp23017.CheckAddress, pinNames("GPA", "GPB")},
	"pca9555":  {pca9555.Inputs, 1<<pca9555.Inputs - 1, pca9555.CheckAddress, pinNames("P0", "P1")},
	"tca9555":  {pca9555.Inputs, 1<<pca9555.Inputs - 1, pca9555.CheckAddress, pinNames("P0", "P1")},
	"pcf8574":  {8, 1<<8 - 1, pcf857x.CheckAddress8574, nil},
	"pcf8575":  {16, 1<<16 - 1, pcf857x.CheckAddress8575, pinNames("P0", "P1")},
	"pca9552":  {pca9552.Inputs, 1<<pca9552.Inputs - 1, pca9552.CheckAddress, nil},
}

// pinNames are those of ports with eight pins each.
func pinNames(ports ...string) (names []string) {
	for _, port := range ports {
		for n := range 8 {
			names = append(names, port+strconv.Itoa(n))
		}
	}
	return names
}

// pin reads one of the chip's pins as a config names it.
func (e Expander) pin(text string) (picked.Pin, error) {
	p, err := hw.ParsePin(text)
	if err != nil {
		return picked.Pin{}, err
	}
	names := expanders[e.Kind].pins
	n := slices.Index(names, p.Name)
	if n < 0 {
		return picked.Pin{}, fmt.Errorf("the %s has no such pin: expected %s to %s", e.Kind, names[0], names[len(names)-1])
	}
	if p.Pull == hw.PullDown {
		return picked.Pin{}, fmt.Errorf("the %s pulls up only: ^ or nothing before the pin, and ! where a closed switch makes it low", e.Kind)
	}
	return picked.Pin{N: n, Inverted: p.Inverted}, nil
}

func (e *Expanders) defaults() {
	e.Switches.defaults()
	e.Bus, e.PullUps, e.Occupied = "1", true, "low"
	e.Chips, e.Interrupt = []string{}, []string{}
}

func (e *Expanders) check(bad report) {
	e.Switches.check(bad)
	checkOccupied(e.Occupied, bad)
	checkI2C(e.Bus, bad)
	chips, problems := e.expanders()
	for i, problem := range problems {
		if problem != "" {
			bad("chips", e.Chips[i], problem)
		}
	}
	switch {
	case len(e.Chips) == 0:
		bad("chips", "", `expected the chips and their addresses, as ["mcp23017 0x20", "mcp23017 0x21"]`)
	case len(chips) == len(e.Chips):
		e.checkLayout(usable(chips), bad)
	}
	e.checkInterrupt(bad)
}

func (e *Expanders) checkInterrupt(bad report) {
	if n := len(e.Interrupt); n > 1 && n != len(e.Chips) {
		bad("interrupt", strings.Join(e.Interrupt, " "), "expected one for all chips, or one for each, in the order of chips")
	}
	checkPins(e.Interrupt, "interrupt", bad)
}

// expanders returns the chips that can be read, and for each entry of Chips what is wrong with it.
func (e *Expanders) expanders() (chips []Expander, problems []string) {
	problems = make([]string, len(e.Chips))
	seen := map[uint16]bool{}
	for i, text := range e.Chips {
		chip, err := parseExpander(text, e.AllInputs)
		switch {
		case err != nil:
			problems[i] = err.Error()
		case seen[chip.Addr]:
			problems[i] = "two chips can't have the same address on one bus"
		default:
			chips = append(chips, chip)
			seen[chip.Addr] = true
		}
	}
	return chips, problems
}

func parseExpander(text string, all bool) (Expander, error) {
	name, addr, _ := strings.Cut(text, " ")
	kind, known := expanders[name]
	n, err := strconv.ParseUint(strings.TrimPrefix(addr, "0x"), 16, 7)
	if !known || err != nil || !strings.HasPrefix(addr, "0x") {
		return Expander{}, fmt.Errorf(`expected one of %s and its address, as "mcp23017 0x20"`, strings.Join(sorted(expanders), ", "))
	}
	chip := Expander{Kind: name, Addr: uint16(n), Usable: layout.Usable{Len: kind.inputs, Mask: kind.safe}}
	if all {
		chip.Usable.Mask = 1<<kind.inputs - 1
	}
	return chip, kind.check(chip.Addr)
}

func usable(chips []Expander) (list []layout.Usable) {
	for _, c := range chips {
		list = append(list, c.Usable)
	}
	return list
}

// Wired returns the chips in order and the squares of their inputs. e must have passed the check.
func (e *Expanders) Wired() ([]Expander, layout.Layout) {
	chips, _ := e.expanders()
	return chips, e.squares(usable(chips))
}
