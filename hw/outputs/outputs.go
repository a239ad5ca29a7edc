// Package outputs knows the chips that give a computer more pins to drive: expanders on I²C and shift registers on
// SPI. It must not know what hangs on the pins.
package outputs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"jadoube/hw"
)

// kind is how an expander on I²C is driven.
type kind struct {
	pins     int
	from, to uint16   // its addresses
	setUp    [][]byte // what makes its pins outputs, once the levels are set
	before   [][]byte // what has to come before the levels
	latch    []byte   // what goes before the levels
}

// kinds are the chips that are known. Their registers:
//
//   - MCP23017, MCP23008: Microchip DS20001952C, table 3-5, and DS21919F, table 1-3: OLAT holds the levels, IODIR is 0 for
//     outputs; IOCON is written by both of its addresses, as a program before may have moved it.
//   - PCA9555, PCA9554 and their TCA, XL and MAX kin: NXP PCA9555, sections 6.2.3 and 6.2.5: registers 2 and 3 hold the levels, 6 and 7
//     are 0 for outputs (1 and 3 with eight pins).
//   - PCF8575, PCF8574: NXP, "quasi-bidirectional I/Os": no registers; a high pin gives microamperes only, so that LEDs must
//     hang between the supply and the pin.
var kinds = map[string]kind{
	"mcp23017": {16, 0x20, 0x27, [][]byte{{0x00, 0, 0}}, [][]byte{{0x05, 0}, {0x0a, 0}}, []byte{0x14}},
	"mcp23008": {8, 0x20, 0x27, [][]byte{{0x00, 0}}, [][]byte{{0x05, 0}}, []byte{0x0a}},
	"pca9555":  {16, 0x20, 0x27, [][]byte{{0x06, 0, 0}}, nil, []byte{0x02}},
	"pca9554":  {8, 0x20, 0x27, [][]byte{{0x03, 0}}, nil, []byte{0x01}},
	"pca9554a": {8, 0x38, 0x3f, [][]byte{{0x03, 0}}, nil, []byte{0x01}},
	"pcf8575":  {16, 0x20, 0x27, nil, nil, nil},
	"pcf8574":  {8, 0x20, 0x27, nil, nil, nil},
	"pcf8574a": {8, 0x38, 0x3f, nil, nil, nil},
}

// Kinds returns the names of the expanders known, sorted.
func Kinds() []string { return slices.Sorted(maps.Keys(kinds)) }

// Pins is how many pins a kind of expander has.
func Pins(name string) int { return kinds[name].pins }

// Check reports an expander that isn't known, or that can't have this address.
func Check(name string, addr uint16) error {
	k, known := kinds[name]
	if !known {
		return fmt.Errorf("expander %q: expected one of %s", name, strings.Join(Kinds(), ", "))
	}
	if addr < k.from || addr > k.to {
		return fmt.Errorf("%s at 0x%02x: expected an address of 0x%02x to 0x%02x", name, addr, k.from, k.to)
	}
	return nil
}

// Expander is a chip on I²C of which all pins are outputs, numbered from the first port's lowest. It is used from one goroutine at
// a time. What is written to it may be written twice: hw.Retry suits it.
type Expander struct {
	bus    hw.I2C
	name   string
	addr   uint16
	kind   kind
	levels uint64
	ready  bool
	buf    [3]byte
}

var _ hw.OutPins = (*Expander)(nil)

// NewExpander returns a chip whose pins are all 0 once something is written, whatever they were before.
func NewExpander(name string, bus hw.I2C, addr uint16) (*Expander, error) {
	if err := Check(name, addr); err != nil {
		return nil, err
	}
	return &Expander{bus: bus, name: name, addr: addr, kind: kinds[name]}, nil
}

// Len is the number of pins.
func (e *Expander) Len() int { return e.kind.pins }

// Init sets the chip up anew, in case that it has lost its settings, with the levels that were written last.
func (e *Expander) Init() error {
	e.ready = false
	return e.Write(0, 0)
}

// Write drives the pins in mask. After an error, and the first time, the chip is set up before: its levels first, so that no pin
// shows another one for an instant.
func (e *Expander) Write(levels, mask uint64) error {
	e.levels = e.levels&^mask | levels&mask
	err := e.write()
	e.ready = err == nil
	if err != nil {
		return fmt.Errorf("%s: %w", e.name, err)
	}
	return nil
}

func (e *Expander) write() error {
	if !e.ready {
		if err := e.all(e.kind.before); err != nil {
			return err
		}
	}
	b := append(e.buf[:0], e.kind.latch...)
	for pin := 0; pin < e.kind.pins; pin += 8 {
		b = append(b, byte(e.levels>>pin))
	}
	if err := e.bus.Tx(e.addr, b, nil); err != nil || e.ready {
		return err
	}
	return e.all(e.kind.setUp)
}

func (e *Expander) all(writes [][]byte) error {
	for _, w := range writes {
		if err := e.bus.Tx(e.addr, w, nil); err != nil {
			return err
		}
	}
	return nil
}

// String names the chip: "mcp23017 0x20 on I2C1".
func (e *Expander) String() string { return fmt.Sprintf("%s 0x%02x on %v", e.name, e.addr, e.bus) }
