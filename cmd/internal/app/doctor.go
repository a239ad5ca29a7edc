package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/doctor"
	"jadoube/hw"
	"jadoube/hw/pi"
	"jadoube/ledmatrix"
	"jadoube/sensors"
)

// Examine has a person try the board and the lights of a config that has passed its check. The findings are nil when
// the board can't be opened; after doctor.ErrQuit they are those so far.
func Examine(ctx context.Context, c config.Config, con *doctor.Console, log *slog.Logger) (*doctor.Findings, error) {
	return examine(ctx, c, con, log, func() hw.Wiring { return new(pi.Wiring) })
}

var errNothingToTry = errors.New(`the board is simulated: there is nothing to try. Name a config with --config (docs/config.md)`)

func examine(ctx context.Context, c config.Config, con *doctor.Console, log *slog.Logger, wires func() hw.Wiring) (*doctor.Findings, error) {
	board, w, err := openBoard(c.Board, wires)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	defer board.Close()
	x := doctor.Exam{Board: board, Crossed: c.Board.Kind == "matrix"}
	if h := c.Board.Hall; h != nil {
		x.On = h.On
	}
	lights, end, err := tryLights(board, &c.LEDs, wires, log)
	if err != nil {
		return nil, err
	}
	defer end()
	x.Lights = lights
	return x.Run(ctx, con)
}

// openBoard opens a real board; the caller closes it, and then its wires.
func openBoard(c config.Board, wires func() hw.Wiring) (sensors.Source, hw.Wiring, error) {
	open, real := boards[c.Kind]
	if !real {
		return nil, nil, errNothingToTry
	}
	return openReal(wires, func(w hw.Wiring, now func() int64) (sensors.Source, error) { return open(c, w, now) })
}

// openReal opens a board on new wires; its time begins now.
func openReal(wires func() hw.Wiring, open func(hw.Wiring, func() int64) (sensors.Source, error)) (sensors.Source, hw.Wiring, error) {
	began := time.Now()
	w := wires()
	board, err := open(w, func() int64 { return time.Since(began).Milliseconds() })
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("the board can't be opened: %w", err), w.Close())
	}
	return board, w, nil
}

// tryLights returns the real lights of a config, nil when there are none, and what makes them dark in the end.
func tryLights(board sensors.Source, c *config.LEDs, wires func() hw.Wiring, log *slog.Logger) (*doctor.Lights, func(), error) {
	var d ledmatrix.Driver
	end := func() {}
	switch {
	case c.Kind == "sim":
		return nil, end, nil
	case c.Own():
		own, err := lightsOn(board, c)
		if err != nil {
			return nil, end, err
		}
		d, end = own, func() { own.Halt() }
	default:
		d = OpenLEDs(*c, wires, log)
		if p, ok := d.(*panel); ok {
			end = func() { p.Close() }
		}
	}
	return &doctor.Lights{Driver: d, Power: c.Power(), Strip: c.Strip(), Mono: c.OneColour()}, end, nil
}
