// Package rigs knows the hardware of the boards in docs/boards, made of memory: which contact of which simulated chip lies under
// which square. It works that out for itself, so that a config which says otherwise is found out. It must not know configs.
package rigs

import (
	"maps"
	"slices"
	"sync/atomic"

	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/models"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// Rig is the hardware of one board.
type Rig struct {
	Wiring hwtest.Wiring
	I2C    hw.I2C // what the chips hang on; nil for none
	SPI    hw.SPI
	Stand  func(f *sensors.Frame) // what stands on the board
	Alert  func() uint64          // which expanders pull their INT low, as bits; nil = there are none

	faults atomic.Pointer[func() models.Fault]
}

// rigs makes the hardware for the config of each name.
var rigs = map[string]func(*Rig){
	"mcp23017": func(r *Rig) {
		r.expanders(0x20, 5, func() chip { return models.NewMCP23017() }, func(s int) (int, int) { return s / 14, s%14/7*8 + s%14%7 })
	},
	"pca9555": func(r *Rig) { r.expanders(0x20, 4, func() chip { return models.NewPCA9555() }, by16) },
	"pcf8575": func(r *Rig) { r.expanders(0x20, 4, func() chip { return models.NewPCF857x(2) }, by16) },
	"pcf8574": func(r *Rig) {
		r.expanders(0x20, 8, func() chip { return models.NewPCF857x(1) }, func(s int) (int, int) { return s / 8, s % 8 })
	},
	"pca9552": func(r *Rig) { r.expanders(0x60, 4, func() chip { return models.NewPCA9552() }, by16) },
	"hc165":   shiftRegisters,
	"hall-mcp3008": func(r *Rig) {
		h := r.halls()
		r.SPI = &models.MCP3008{Level: h.Mux}
		r.Wiring.Lines = map[string]hw.SPI{"0.0": r.SPI}
	},
	"hall-ads7830": func(r *Rig) {
		h := r.halls()
		m := &models.ADS7830{Level: h.Mux}
		r.i2c(hwtest.Chips{0x48: models.Faulty(m.Tx, m, r.fault)})
	},
	"hall-ads1115": func(r *Rig) {
		h, bus := r.halls(), hwtest.Chips{}
		for i := range 4 {
			m := models.NewADS1115(3300, func(int) uint16 { return h.Mux(i) })
			bus[0x48+uint16(i)] = models.Faulty(m.Tx, m, r.fault)
		}
		r.i2c(bus)
	},
	"matrix":          crossed,
	"matrix-mcp23017": func(r *Rig) { r.crossedOn(models.NewMCP23017()) },
}

// Names are the names of the rigs, which are those of the configs.
func Names() []string { return slices.Sorted(maps.Keys(rigs)) }

// New returns the rig of a name, with an empty board; it panics when there is none.
func New(name string) *Rig {
	r := new(Rig)
	r.Fault(func() models.Fault { return models.None })
	rigs[name](r)
	return r
}

// Fault says what befalls each transfer to a chip on I²C from now on.
func (r *Rig) Fault(next func() models.Fault) { r.faults.Store(&next) }

func (r *Rig) fault() models.Fault { return (*r.faults.Load())() }

// chip is a model with contacts.
type chip interface {
	models.Resetter
	Tx(w, r []byte) error
	Close(closed, mask uint64)
}

func by16(s int) (n, pin int) { return s / 16, s % 16 }

// expanders are n chips at addresses from first on; at says at which pin of which chip a square's switch is.
func (r *Rig) expanders(first uint16, n int, newChip func() chip, at func(s int) (chip, pin int)) {
	bus, chips := hwtest.Chips{}, make([]chip, n)
	for i := range chips {
		chips[i] = newChip()
		bus[first+uint16(i)] = models.Faulty(chips[i].Tx, chips[i], r.fault)
	}
	r.i2c(bus)
	r.Alert = func() (low uint64) {
		for i, c := range chips {
			if c, has := c.(interface{ Interrupt() bool }); has && c.Interrupt() {
				low |= 1 << i
			}
		}
		return low
	}
	r.Stand = func(f *sensors.Frame) {
		for s := range square.None {
			n, pin := at(int(s))
			chips[n].Close(bit(f, s)<<pin, 1<<pin)
		}
	}
}

func (r *Rig) i2c(bus hwtest.Chips) {
	r.I2C = bus
	r.Wiring.Buses = map[string]hw.I2C{"1": bus}
}

// halls are hall sensors behind four multiplexers of 16 channels, two ranks each, whose levels are noisy and never quite those of
// the next.
func (r *Rig) halls() *models.Halls {
	h := models.NewHalls(100)
	r.Wiring.Outputs = map[string]hw.OutPins{"GPIO5": h.Select}
	r.Stand = func(f *sensors.Frame) {
		for s, c := range f {
			level := 1<<15 + 40*(s%13-6)
			switch c.As(sensors.Colour) {
			case sensors.Nothing:
			case sensors.Black:
				level -= 7000 + 50*(s%11)
			default:
				level += 7000 + 50*(s%7)
			}
			h.Set(s, uint16(level))
		}
	}
	r.Stand(new(sensors.Frame))
	return h
}

// bit is 1 when something stands there.
func bit(f *sensors.Frame, s square.Square) uint64 {
	if f[s] == sensors.Nothing {
		return 0
	}
	return 1
}

func shiftRegisters(r *Rig) {
	chain := &models.HC165{N: 8}
	r.SPI = chain
	r.Wiring.Lines = map[string]hw.SPI{"0.0": chain}
	r.Wiring.Outputs = map[string]hw.OutPins{"GPIO25": chain}
	r.Stand = func(f *sensors.Frame) { chain.Close(uint64(f.Occupied()), ^uint64(0)) }
}

func crossed(r *Rig) {
	m := models.NewMatrix(true)
	r.Wiring.Outputs = map[string]hw.OutPins{"GPIO4": m.Rows}
	r.Wiring.Inputs = map[string]hw.InPins{"GPIO19": m.Columns}
	r.Stand = func(f *sensors.Frame) { m.Close(uint64(f.Occupied()), ^uint64(0)) }
}

// Crossed returns the rig of a matrix on a chip of a kind: "mcp23017", "pca9555" or "pcf8575", at 0x20; it panics for another.
func Crossed(kind string) *Rig {
	r := new(Rig)
	r.Fault(func() models.Fault { return models.None })
	r.crossedOn(map[string]func() driver{
		"mcp23017": func() driver { return models.NewMCP23017() },
		"pca9555":  func() driver { return models.NewPCA9555() },
		"pcf8575":  func() driver { return models.NewPCF857x(2) },
	}[kind]())
	return r
}

// driver is a chip that drives pins, too.
type driver interface {
	chip
	Outputs() (pins, levels uint16)
}

// crossedOn has the rows on the pins 4 to 7 and 12 to 15, the columns on 0 to 3 and 8 to 11.
func (r *Rig) crossedOn(chip driver) {
	m := models.NewMatrix(true)
	tx := func(w, rd []byte) error {
		err := chip.Tx(w, rd)
		pins, levels := chip.Outputs()
		low := pins &^ levels
		m.Rows.Write(uint64(low>>4&0xf|low>>12&0xf<<4), 0xff)
		columns, _ := m.Columns.Read()
		chip.Close(columns&0xf|columns>>4<<8, 0x0f0f)
		return err
	}
	r.i2c(hwtest.Chips{0x20: models.Faulty(tx, chip, r.fault)})
	r.Stand = func(f *sensors.Frame) { m.Close(uint64(f.Occupied()), ^uint64(0)) }
}
