package app

import (
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/hw"
	"jadoube/hw/ads1115"
	"jadoube/hw/ads7830"
	"jadoube/hw/mcp3008"
	"jadoube/sensors"
	"jadoube/sensors/analog"
	"jadoube/sensors/scan"
)

// converters says how each kind of converter is opened.
var converters = map[string]func(h *config.Hall, c config.Converter, w hw.Wiring) (analog.Converter, error){
	"mcp3008": func(h *config.Hall, c config.Converter, w hw.Wiring) (analog.Converter, error) {
		bus, err := w.SPI(c.Line, h.Clock, 0)
		if err != nil {
			return nil, err
		}
		return mcp3008.New(bus), nil
	},
	"ads1115": func(h *config.Hall, c config.Converter, w hw.Wiring) (analog.Converter, error) {
		bus, err := w.I2C(h.Bus)
		if err != nil {
			return nil, err
		}
		return ads1115.New(bus, c.Addr, h.Supply)
	},
	"ads7830": func(h *config.Hall, c config.Converter, w hw.Wiring) (analog.Converter, error) {
		bus, err := w.I2C(h.Bus)
		if err != nil {
			return nil, err
		}
		return ads7830.New(bus, c.Addr)
	},
}

func openHall(c config.Board, w hw.Wiring, now func() int64) (sensors.Source, error) {
	h := c.Hall
	chips, channels, squares := h.Wired()
	wires := analog.Wires{Channels: channels, Settle: time.Duration(h.Settle) * time.Microsecond, Layout: squares}
	for _, chip := range chips {
		converter, err := converters[chip.Kind](h, chip, w)
		if err != nil {
			return nil, err
		}
		wires.Converters = append(wires.Converters, converter)
	}
	if len(h.Select) > 0 {
		var err error
		if wires.Select, err = openOut(h.Select, w); err != nil {
			return nil, err
		}
	}
	levels := analog.Levels{On: h.On, Off: h.Off, Low: h.White == "low", Colour: c.SensorKind() == sensors.Colour}
	levels.Rest, _ = h.Rests()
	grid, err := analog.New(wires, levels, time.Duration(h.ScanMS)*time.Millisecond)
	if err != nil {
		return nil, err
	}
	return scan.New(grid, scanOptions(&c, now, nil))
}
