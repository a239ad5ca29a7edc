package config

import (
	"fmt"
	"strconv"
	"strings"

	"jadoube/hw"
	"jadoube/hw/mcp23017"
	"jadoube/sensors"
	"jadoube/sensors/matrix"
)

// Switches is what all boards with a switch for each square have in common.
type Switches struct {
	Layout   string `toml:"layout"`   // "files", "files-serpentine", "quarters", "ranks", "ranks-serpentine", or the squares of all inputs in order, "-" for one that isn't used
	Rotate   int    `toml:"rotate"`   // degrees by which the board was then turned clockwise: 0, 90, 180 or 270
	Mirror   bool   `toml:"mirror"`   // wired as seen from below: a and h are swapped
	Occupied string `toml:"occupied"` // "low": a piece connects its input to ground; "high": to the supply
	ScanMS   int    `toml:"scan"`     // ms between two scans, 1 to 100
}

func (s *Switches) defaults() { *s = Switches{Layout: "ranks", Occupied: "low", ScanMS: 5} }

func (s *Switches) scan() int64 { return int64(s.ScanMS) }

func (s *Switches) sees() []sensors.Kind { return []sensors.Kind{sensors.Occupancy} }

func (s *Switches) check(bad report) {
	if s.Rotate != 0 && s.Rotate != 90 && s.Rotate != 180 && s.Rotate != 270 {
		bad("rotate", s.Rotate, "expected 0, 90, 180 or 270 degrees")
	}
	if s.Occupied != "low" && s.Occupied != "high" {
		bad("occupied", s.Occupied, `expected "low" or "high"`)
	}
	if s.ScanMS < 1 || s.ScanMS > 100 {
		bad("scan", s.ScanMS, "expected 1 to 100 ms")
	}
}

// squares is the layout of these chips, nil when s hasn't passed the check.
func (s *Switches) squares(chips []matrix.Usable) matrix.Layout {
	l, _ := matrix.ParseLayout(s.Layout, chips)
	l, _ = l.Turned(s.Rotate, s.Mirror)
	return l
}

func (s *Switches) checkLayout(chips []matrix.Usable, bad report) {
	if _, err := matrix.ParseLayout(s.Layout, chips); err != nil {
		bad("layout", s.Layout, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}

// Expanders is [board.expanders]: switches on the inputs of chips on an I²C bus.
type Expanders struct {
	Switches
	Bus       string   `toml:"bus"`        // "1" or "/dev/i2c-1"
	Chips     []string `toml:"chips"`      // kind and address of each, as "mcp23017 0x20"; their inputs are counted on
	PullUps   bool     `toml:"pull-ups"`   // switch on the chips' own pull-ups, where they have them
	Interrupt []string `toml:"interrupt"`  // pins on which the chips' INT lines arrive: one for all chips or one for each; none = the chips are asked all the time
	AllInputs bool     `toml:"all-inputs"` // use inputs that the makers of the chip advise against: GPA7 and GPB7 of an MCP23017
}

// Expander is one chip of Expanders.
type Expander struct {
	Kind   string
	Addr   uint16
	Usable matrix.Usable
}

// expanders are the chips that are known.
var expanders = map[string]struct {
	inputs int
	safe   uint64 // inputs that the maker doesn't advise against
	check  func(addr uint16) error
}{
	"mcp23017": {mcp23017.Inputs, mcp23017.Safe, mcp23017.CheckAddress},
}

func (e *Expanders) defaults() {
	e.Switches.defaults()
	e.Bus, e.PullUps = "1", true
	e.Chips, e.Interrupt = []string{}, []string{}
}

func (e *Expanders) check(bad report) {
	e.Switches.check(bad)
	if e.Bus == "" {
		bad("bus", e.Bus, `expected the number of an I2C bus or its device, as "1" or "/dev/i2c-1"`)
	}
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

// checkPins reports what is no pin.
func checkPins(pins []string, option string, bad report) {
	for _, text := range pins {
		if _, err := hw.ParsePin(text); err != nil {
			bad(option, text, err.Error())
		}
	}
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
	chip := Expander{Kind: name, Addr: uint16(n), Usable: matrix.Usable{Len: kind.inputs, Mask: kind.safe}}
	if all {
		chip.Usable.Mask = 1<<kind.inputs - 1
	}
	return chip, kind.check(chip.Addr)
}

func usable(chips []Expander) (list []matrix.Usable) {
	for _, c := range chips {
		list = append(list, c.Usable)
	}
	return list
}

// Wired returns the chips in order and the squares of their inputs. e must have passed the check.
func (e *Expanders) Wired() ([]Expander, matrix.Layout) {
	chips, _ := e.expanders()
	return chips, e.squares(usable(chips))
}
