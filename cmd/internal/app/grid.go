package app

import (
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/hw"
	"jadoube/hw/hc165"
	"jadoube/hw/mcp23017"
	"jadoube/hw/pca9552"
	"jadoube/hw/pca9555"
	"jadoube/hw/pcf857x"
	"jadoube/hw/picked"
	"jadoube/sensors"
	"jadoube/sensors/matrix"
	"jadoube/sensors/scan"
)

// expanders says how each kind of chip on I²C is made; its inputs have the chip's own pull-ups when pulled.
var expanders = map[string]func(bus hw.I2C, chip config.Expander, pulled bool) (matrix.Inputs, error){
	"mcp23017": func(bus hw.I2C, chip config.Expander, pulled bool) (matrix.Inputs, error) {
		opt := mcp23017.Options{Inputs: chip.Usable.Mask}
		if pulled {
			opt.PullUps = opt.Inputs
		}
		return mcp23017.New(bus, chip.Addr, opt)
	},
	"pca9555": asIs(pca9555.New),
	"tca9555": asIs(pca9555.New),
	"pcf8574": asIs(pcf857x.New8574),
	"pcf8575": asIs(pcf857x.New8575),
	"pca9552": asIs(pca9552.New),
}

// asIs makes a chip that has nothing to be chosen.
func asIs[C matrix.Inputs](open func(hw.I2C, uint16) (C, error)) func(hw.I2C, config.Expander, bool) (matrix.Inputs, error) {
	return func(bus hw.I2C, chip config.Expander, _ bool) (matrix.Inputs, error) { return open(bus, chip.Addr) }
}

func openExpanders(c config.Board, w hw.Wiring, now func() int64) (sensors.Source, error) {
	bus, err := w.I2C(c.Expanders.Bus)
	if err != nil {
		return nil, err
	}
	chips, squares := c.Expanders.Wired()
	var groups []matrix.Inputs
	for _, chip := range chips {
		in, err := expanders[chip.Kind](bus, chip, c.Expanders.PullUps)
		if err != nil {
			return nil, err
		}
		groups = append(groups, in)
	}
	alert, err := openAlert(c.Expanders.Interrupt, w)
	if err != nil {
		return nil, err
	}
	grid, err := matrix.New(groups, squares, c.Expanders.Occupied == "high")
	if err != nil {
		return nil, err
	}
	return scan.New(grid, scanOptions(&c, now, alert))
}

func openShiftRegisters(c config.Board, w hw.Wiring, now func() int64) (sensors.Source, error) {
	r := c.ShiftRegisters
	bus, err := w.SPI(r.Bus, r.Clock, 0)
	if err != nil {
		return nil, err
	}
	opt := hc165.Options{Chips: r.Chips, End: map[string]hc165.End{"low": hc165.Low, "high": hc165.High}[r.End]}
	if r.Latch != "" {
		if opt.Latch, err = openOut([]string{r.Latch}, w); err != nil {
			return nil, err
		}
	}
	chain, err := hc165.New(bus, opt)
	if err != nil {
		return nil, err
	}
	grid, err := matrix.New([]matrix.Inputs{chain}, r.Squares(), r.Occupied == "high")
	if err != nil {
		return nil, err
	}
	return scan.New(grid, scanOptions(&c, now, nil))
}

// mixed says how each kind of chip on I²C is made whose pins are inputs, some of them pulled up, and outputs.
var mixed = map[string]func(bus hw.I2C, addr uint16, inputs, pulled uint64) (picked.Chip, error){
	"mcp23017": func(bus hw.I2C, addr uint16, inputs, pulled uint64) (picked.Chip, error) {
		return mcp23017.New(bus, addr, mcp23017.Options{Inputs: inputs, PullUps: pulled})
	},
	"pca9555": mixedPCA9555,
	"tca9555": mixedPCA9555,
	"pcf8575": func(bus hw.I2C, addr uint16, inputs, _ uint64) (picked.Chip, error) {
		chip, err := pcf857x.New8575(bus, addr)
		return held{chip, inputs}, err
	},
}

func mixedPCA9555(bus hw.I2C, addr uint16, inputs, _ uint64) (picked.Chip, error) {
	return pca9555.NewMixed(bus, addr, inputs)
}

// held is a chip whose inputs are pins that are let go of.
type held struct {
	*pcf857x.Chip
	inputs uint64
}

// Drive lets go of the inputs, whatever the levels.
func (h held) Drive(levels uint64) error { return h.Chip.Drive(levels | h.inputs) }

// crossing opens the rows and columns of a matrix.
func crossing(m *config.Matrix, w hw.Wiring) (hw.OutPins, hw.InPins, error) {
	if m.Chip == "" {
		rows, err := openOut(m.Rows, w)
		if err != nil {
			return nil, nil, err
		}
		columns, err := openIn(m.Columns, w)
		return rows, columns, err
	}
	bus, err := w.I2C(m.Bus)
	if err != nil {
		return nil, nil, err
	}
	kind, rows, columns, pulled := m.Wired()
	var inputs uint64
	for _, p := range columns {
		inputs |= 1 << p.N
	}
	chip, err := mixed[kind.Kind](bus, kind.Addr, inputs, pulled)
	if err != nil {
		return nil, nil, err
	}
	pins := picked.New(chip)
	return pins.Out(rows...), pins.In(columns...), nil
}

func openMatrix(c config.Board, w hw.Wiring, now func() int64) (sensors.Source, error) {
	rows, columns, err := crossing(c.Matrix, w)
	if err != nil {
		return nil, err
	}
	crossed, err := matrix.NewCrossed(rows, columns, time.Duration(c.Matrix.Settle)*time.Microsecond)
	if err != nil {
		return nil, err
	}
	grid, err := matrix.New([]matrix.Inputs{crossed}, c.Matrix.Squares(), true)
	if err != nil {
		return nil, err
	}
	return scan.New(grid, scanOptions(&c, now, nil))
}

func scanOptions(c *config.Board, now func() int64, alert hw.InPins) scan.Options {
	return scan.Options{
		Info:   sensors.Info{Kind: c.SensorKind(), Scan: c.Scan(), Lever: c.Lever},
		Period: time.Duration(c.Scan()) * time.Millisecond, Now: now, Alert: alert,
	}
}

// openAlert opens interrupt lines, nil when there are none.
func openAlert(names []string, w hw.Wiring) (hw.InPins, error) {
	if len(names) == 0 {
		return nil, nil
	}
	return openIn(names, w)
}

func openIn(names []string, w hw.Wiring) (hw.InPins, error) {
	pins, err := parsePins(names)
	if err != nil {
		return nil, err
	}
	return w.In(pins...)
}

func openOut(names []string, w hw.Wiring) (hw.OutPins, error) {
	pins, err := parsePins(names)
	if err != nil {
		return nil, err
	}
	return w.Out(pins...)
}

func parsePins(names []string) ([]hw.Pin, error) {
	pins := make([]hw.Pin, len(names))
	for i, name := range names {
		var err error
		if pins[i], err = hw.ParsePin(name); err != nil {
			return nil, err
		}
	}
	return pins, nil
}
