package config

import (
	"fmt"
	"slices"
	"strings"

	"jadoube/hw"
	"jadoube/hw/hc165"
	"jadoube/hw/picked"
	"jadoube/sensors"
	"jadoube/sensors/layout"
)

// Switches is what all boards with a switch for each square have in common.
type Switches struct {
	Layout string `toml:"layout"` // "files", "files-serpentine", "quarters", "ranks", "ranks-serpentine", or the squares of all inputs in order, "-" for one that isn't used
	Rotate int    `toml:"rotate"` // degrees by which the board was then turned clockwise: 0, 90, 180 or 270
	Mirror bool   `toml:"mirror"` // wired as seen from below: a and h are swapped
	ScanMS int    `toml:"scan"`   // ms between two scans, 1 to 100
}

func (s *Switches) defaults() { *s = Switches{Layout: "ranks", ScanMS: 5} }

func (s *Switches) scan() int64 { return int64(s.ScanMS) }

func (s *Switches) sees() []sensors.Kind { return []sensors.Kind{sensors.Occupancy} }

func (s *Switches) check(bad report) {
	if s.Rotate != 0 && s.Rotate != 90 && s.Rotate != 180 && s.Rotate != 270 {
		bad("rotate", s.Rotate, "expected 0, 90, 180 or 270 degrees")
	}
	if s.ScanMS < 1 || s.ScanMS > 100 {
		bad("scan", s.ScanMS, "expected 1 to 100 ms")
	}
}

// squares is the layout of these chips, nil when s hasn't passed the check.
func (s *Switches) squares(chips []layout.Usable) layout.Layout {
	l, _ := layout.Parse(s.Layout, chips)
	l, _ = l.Turned(s.Rotate, s.Mirror)
	return l
}

func (s *Switches) checkLayout(chips []layout.Usable, bad report) {
	if _, err := layout.Parse(s.Layout, chips); err != nil {
		bad("layout", s.Layout, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}

// checkOccupied reports a level that is none.
func checkOccupied(level string, bad report) {
	if level != "low" && level != "high" {
		bad("occupied", level, `expected "low" or "high"`)
	}
}

// checkPins reports what is no pin.
func checkPins(pins []string, option string, bad report) {
	for _, text := range pins {
		if _, err := hw.ParsePin(text); err != nil {
			bad(option, text, err.Error())
		}
	}
}

// all are n inputs that may all be used.
func all(n int) []layout.Usable { return []layout.Usable{{Len: n, Mask: 1<<n - 1}} }

// ShiftRegisters is [board.shift-registers]: switches on a chain of 74HC165 on an SPI bus.
type ShiftRegisters struct {
	Switches
	Bus      string `toml:"bus"`      // the SPI bus and its chip select, "0.0" or "/dev/spidev0.0"
	Clock    int    `toml:"clock"`    // Hz, 10000 to 10000000
	Chips    int    `toml:"chips"`    // how many, 1 to 8
	Latch    string `toml:"latch"`    // the pin on PL, also called SH/LD; "" = an inverter makes it from the chip select
	End      string `toml:"end"`      // what DS of the last chip is wired to: "low", "high", or "open", when the chain isn't checked
	Occupied string `toml:"occupied"` // "low": a piece connects its input to ground; "high": to the supply
}

func (r *ShiftRegisters) defaults() {
	r.Switches.defaults()
	r.Bus, r.Clock, r.Chips, r.Latch, r.End, r.Occupied = "0.0", 1_000_000, hc165.MaxChips, "GPIO25", "low", "low"
}

func (r *ShiftRegisters) check(bad report) {
	r.Switches.check(bad)
	checkOccupied(r.Occupied, bad)
	checkSPI(r.Bus, bad)
	checkClock(r.Clock, hc165.MinClock, hc165.MaxClock, bad)
	if r.Latch != "" {
		checkPins([]string{r.Latch}, "latch", bad)
	}
	if r.End != "low" && r.End != "high" && r.End != "open" {
		bad("end", r.End, `expected "low", "high" or "open"`)
	}
	if r.Chips < 1 || r.Chips > hc165.MaxChips {
		bad("chips", r.Chips, "expected 1 to 8")
	} else {
		r.checkLayout(all(8*r.Chips), bad)
	}
}

// Squares are the squares of the inputs. r must have passed the check.
func (r *ShiftRegisters) Squares() layout.Layout { return r.squares(all(8 * r.Chips)) }

// Matrix is [board.matrix]: switches between rows and columns of pins, the computer's or those of a chip.
type Matrix struct {
	Switches
	Chip    string   `toml:"chip"`    // kind and address of the chip on an I²C bus that has all the pins, as "mcp23017 0x20"; "" = the computer's own pins
	Bus     string   `toml:"bus"`     // of the chip: "1" or "/dev/i2c-1"
	Rows    []string `toml:"rows"`    // the outputs, "!" before one that is low when its row is on
	Columns []string `toml:"columns"` // the inputs, with "~" or "^" for the pull that they need, "!" before one that is low when a switch is closed
	Settle  int      `toml:"settle"`  // µs from switching a row on to reading the columns, 0 to 1000
	Diodes  bool     `toml:"diodes"`  // there is a diode at each switch

	AllInputs bool `toml:"all-inputs"` // columns on pins that the makers of the chip advise against as inputs: GPA7 and GPB7 of an MCP23017
}

func (m *Matrix) defaults() {
	m.Switches.defaults()
	m.Bus, m.Rows, m.Columns, m.Settle = "1", []string{}, []string{}, 10
}

func (m *Matrix) check(bad report) {
	m.Switches.check(bad)
	if m.Chip == "" {
		checkPins(m.Rows, "rows", bad)
		checkPins(m.Columns, "columns", bad)
	} else {
		m.checkChip(bad)
	}
	if m.Settle < 0 || m.Settle > 1000 {
		bad("settle", m.Settle, "expected 0 to 1000 µs")
	}
	if !m.Diodes {
		bad("diodes", m.Diodes, "expected true: without a diode at each switch three men on the corners of a rectangle show a fourth, "+
			"and two rows that meet in a column may burn the computer's pins")
	}
	if n := len(m.Rows) * len(m.Columns); n < 64 {
		bad("rows", fmt.Sprintf("%d by %d columns", len(m.Rows), len(m.Columns)), "expected 8 by 8, as many as there are squares")
	} else {
		m.checkLayout(all(n), bad)
	}
}

// checkChip reports what is wrong with the chip, or with pins that it hasn't got.
func (m *Matrix) checkChip(bad report) {
	checkI2C(m.Bus, bad)
	chip, err := parseExpander(m.Chip, m.AllInputs)
	if err == nil && expanders[chip.Kind].pins == nil {
		err = fmt.Errorf("%s has fewer than 16 pins, or can't drive them: expected an mcp23017, pca9555, tca9555 or pcf8575", chip.Kind)
	}
	if err != nil {
		bad("chip", m.Chip, err.Error())
		return
	}
	used := map[int]bool{}
	for i, text := range slices.Concat(m.Rows, m.Columns) {
		option := "rows"
		if i >= len(m.Rows) {
			option = "columns"
		}
		pin, err := chip.pin(text)
		switch {
		case err != nil:
			bad(option, text, err.Error())
			continue
		case used[pin.N]:
			bad(option, text, "this pin is named twice")
		case option == "columns" && chip.Usable.Mask>>pin.N&1 == 0:
			bad(option, text, "the maker advises against this pin as an input: make it a row, or say all-inputs = true")
		}
		used[pin.N] = true
	}
}

// Wired returns the chip with the pins of the rows and columns, and which of them are to be pulled up. m must have passed the check,
// and have a chip.
func (m *Matrix) Wired() (chip Expander, rows, columns []picked.Pin, pulled uint64) {
	chip, _ = parseExpander(m.Chip, m.AllInputs)
	for _, text := range m.Rows {
		pin, _ := chip.pin(text)
		rows = append(rows, pin)
	}
	for _, text := range m.Columns {
		pin, _ := chip.pin(text)
		if columns = append(columns, pin); strings.Contains(text, "^") {
			pulled |= 1 << pin.N
		}
	}
	return chip, rows, columns, pulled
}

// Squares are the squares of the switches. m must have passed the check.
func (m *Matrix) Squares() layout.Layout { return m.squares(all(len(m.Rows) * len(m.Columns))) }
