package app

import (
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/hw"
	"jadoube/hw/mcp23017"
	"jadoube/sensors"
	"jadoube/sensors/matrix"
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
}

func openExpanders(c config.Board, w hw.Wiring, now func() int64) (sensors.Source, error) {
	bus, err := w.I2C(c.Expanders.Bus)
	if err != nil {
		return nil, err
	}
	chips, layout := c.Expanders.Wired()
	var groups []matrix.Inputs
	for _, chip := range chips {
		in, err := expanders[chip.Kind](bus, chip, c.Expanders.PullUps)
		if err != nil {
			return nil, err
		}
		groups = append(groups, in)
	}
	opt := gridOptions(&c, &c.Expanders.Switches, layout, now)
	if opt.Alert, err = openAlert(c.Expanders.Interrupt, w); err != nil {
		return nil, err
	}
	return matrix.New(groups, opt)
}

func gridOptions(c *config.Board, s *config.Switches, layout matrix.Layout, now func() int64) matrix.Options {
	return matrix.Options{
		Info:   sensors.Info{Kind: c.SensorKind(), Scan: c.Scan(), Lever: c.Lever},
		Layout: layout, High: s.Occupied == "high", Period: time.Duration(s.ScanMS) * time.Millisecond, Now: now,
	}
}

// openAlert opens interrupt lines, nil when there are none.
func openAlert(names []string, w hw.Wiring) (hw.InPins, error) {
	if len(names) == 0 {
		return nil, nil
	}
	pins, err := parsePins(names)
	if err != nil {
		return nil, err
	}
	return w.In(pins...)
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
