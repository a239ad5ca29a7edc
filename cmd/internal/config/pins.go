package config

import (
	"fmt"
	"strconv"
	"strings"

	"jadoube/hw"
	"jadoube/hw/outputs"
	"jadoube/ledmatrix/plain"
)

// Pins says how LEDs without a chip of their own hang on output pins: of expanders, of shift registers, or of the computer.
type Pins struct {
	Chips     []string `toml:"chips"`     // expanders and their addresses, as "mcp23017 0x24", or "74hc595" for each chip of a chain; their pins are counted on
	Bus       string   `toml:"bus"`       // of the chips: I²C, "1", or for 74hc595 SPI, "0.0"
	Pins      []string `toml:"pins"`      // GPIO lines instead of chips
	Lit       string   `toml:"lit"`       // "high" or "low": the level with which an LED's pin lights it, with rows its column's
	Rows      int      `toml:"rows"`      // how many pins, from the first on, are rows that take turns; the others are columns. 0 = each LED has its own pin
	RowsLit   string   `toml:"rows-lit"`  // "high" or "low": the level with which a row is on
	Milliamps int      `toml:"milliamps"` // what one LED draws, 1 to 40
}

// OutputChip is an expander of Pins.
type OutputChip struct {
	Kind string
	Addr uint16
}

const (
	shiftRegister = "74hc595"
	maxGPIO       = 64
	maxLEDCurrent = 40 // mA
)

func (p *Pins) defaults() {
	*p = Pins{Chips: []string{}, Bus: "1", Pins: []string{}, Lit: "high", RowsLit: "high", Milliamps: 10}
}

func (p *Pins) fixed() {}

// limits: with rows one row is lit at a time.
func (p *Pins) limits(n int) (most, full int) {
	pins := p.count()
	if p.Rows == 0 {
		return min(pins, plain.MaxLEDs), n * p.Milliamps
	}
	columns := max(0, pins-p.Rows)
	return min(p.Rows*columns, plain.MaxLEDs), min(n, columns) * p.Milliamps
}

// count is how many pins there are.
func (p *Pins) count() int {
	if len(p.Chips) == 0 {
		return len(p.Pins)
	}
	n := 8 * p.Shifted()
	for _, chip := range p.Expanders() {
		n += outputs.Pins(chip.Kind)
	}
	return n
}

// Shifted is how many shift registers are in the chain; 0 = the chips are others.
func (p *Pins) Shifted() (n int) {
	for _, text := range p.Chips {
		if text == shiftRegister {
			n++
		}
	}
	return n
}

// Expanders returns the chips on I²C, without those that can't be read.
func (p *Pins) Expanders() (list []OutputChip) {
	for _, text := range p.Chips {
		if chip, err := parseOutput(text); err == nil {
			list = append(list, chip)
		}
	}
	return list
}

func parseOutput(text string) (OutputChip, error) {
	name, addr, _ := strings.Cut(text, " ")
	n, err := strconv.ParseUint(strings.TrimSpace(addr), 0, 7)
	if err != nil {
		return OutputChip{}, fmt.Errorf(`expected one of %s and its address, as "mcp23017 0x24", or "74hc595"`, strings.Join(outputs.Kinds(), ", "))
	}
	return OutputChip{name, uint16(n)}, outputs.Check(name, uint16(n))
}

func (p *Pins) check(bad report) {
	if (len(p.Chips) == 0) == (len(p.Pins) == 0) {
		bad("chips", p.Chips, "expected either chips or the computer's own pins")
	}
	p.checkChips(bad)
	p.checkPins(bad)
	for _, level := range []struct{ option, value string }{{"lit", p.Lit}, {"rows-lit", p.RowsLit}} {
		if level.value != "high" && level.value != "low" {
			bad(level.option, level.value, `expected "high" or "low"`)
		}
	}
	if p.Milliamps < 1 || p.Milliamps > maxLEDCurrent {
		bad("milliamps", p.Milliamps, "expected 1 to 40 mA for one LED")
	}
	switch {
	case p.Rows < 0 || p.Rows > 0 && p.Rows >= p.count():
		bad("rows", p.Rows, fmt.Sprintf("expected 0, or fewer than the %d pins", p.count()))
	case p.Rows > 0 && len(p.Expanders()) > 1:
		bad("rows", p.Rows, "rows and columns that take turns have to be on one expander, so that they change at once")
	}
}

func (p *Pins) checkChips(bad report) {
	seen := map[uint16]bool{}
	shifted := p.Shifted()
	for _, text := range p.Chips {
		chip, err := parseOutput(text)
		switch {
		case text == shiftRegister && shifted == len(p.Chips):
		case text == shiftRegister:
			bad("chips", text, "shift registers and expanders can't be mixed")
		case err != nil:
			bad("chips", text, err.Error())
		case seen[chip.Addr]:
			bad("chips", text, "two chips can't have the same address on one bus")
		}
		seen[chip.Addr] = true
	}
	switch {
	case shifted > outputs.MaxShift:
		bad("chips", strings.Join(p.Chips, " "), fmt.Sprintf("%d in a chain: expected at most %d", shifted, outputs.MaxShift))
	case shifted > 0:
		checkSPI(p.Bus, bad)
	case len(p.Chips) > 0:
		checkI2C(p.Bus, bad)
	}
}

func (p *Pins) checkPins(bad report) {
	if len(p.Pins) > maxGPIO {
		bad("pins", p.Pins, fmt.Sprintf("%d pins: expected at most %d", len(p.Pins), maxGPIO))
	}
	for _, text := range p.Pins {
		pin, err := hw.ParsePin(text)
		switch {
		case err != nil:
			bad("pins", text, err.Error())
		case pin.Pull != hw.Floating:
			bad("pins", text, "an output has no pull: leave out ^ or ~")
		}
	}
}

// GPIO returns the computer's own pins. p must have passed the check.
func (p *Pins) GPIO() []hw.Pin {
	pins := make([]hw.Pin, len(p.Pins))
	for i, text := range p.Pins {
		pins[i], _ = hw.ParsePin(text)
	}
	return pins
}
