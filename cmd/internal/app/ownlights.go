package app

import (
	"fmt"

	"jadoube/cmd/internal/config"
	"jadoube/hw"
	"jadoube/ledmatrix"
	"jadoube/sensors"
	"jadoube/sensors/certabo"
	"jadoube/sensors/chesslink"
	"jadoube/sensors/dgt"
	lines "jadoube/sensors/line"
)

// lightsOn returns the lights of a board that is open, as the config wants them.
func lightsOn(board sensors.Source, c *config.LEDs) (ledmatrix.Refresher, error) {
	switch b := board.(type) {
	case *lines.Board:
		return lightsDriver(b.Lights(c.Kind == config.OwnColoured))
	case *dgt.Board:
		return b.Lights(), nil
	case *certabo.Board:
		return b.Lights(c.Kind == config.OwnColoured), nil
	case *chesslink.Board:
		return b.Lights(c.Step(chesslink.Steps)), nil
	}
	return nil, fmt.Errorf("%v has no lights", board)
}

// lightsDriver keeps lights that could not be made from becoming an interface that isn't nil.
func lightsDriver[D ledmatrix.Refresher](d D, err error) (ledmatrix.Refresher, error) {
	if err != nil {
		return nil, err
	}
	return d, nil
}

// boardLights are the lights of a board that hang on its own wire: they are there when it is. The board makes
// them dark when it is closed.
type boardLights struct {
	board  *wired
	config config.LEDs

	on     sensors.Source // whose lights these are
	lights ledmatrix.Refresher
	last   ledmatrix.Image
}

var _ ledmatrix.Refresher = (*boardLights)(nil)

// String names the lights.
func (l *boardLights) String() string {
	if l.lights != nil {
		return l.lights.String()
	}
	return "the board's own LEDs"
}

// there finds the lights of the board that is open now.
func (l *boardLights) there() (ledmatrix.Refresher, error) {
	board := l.board.current()
	switch {
	case board == nil:
		l.on, l.lights = nil, nil
		return nil, fmt.Errorf("the board isn't there: %w", hw.ErrUnplugged)
	case board == l.on:
		return l.lights, nil
	}
	lights, err := lightsOn(board, &l.config)
	if err != nil {
		return nil, err
	}
	l.on, l.lights = board, lights
	return lights, nil
}

// Show shows an image.
func (l *boardLights) Show(img *ledmatrix.Image) error {
	l.last = *img
	lights, err := l.there()
	if err != nil {
		return err
	}
	return lights.Show(img)
}

// Refresh shows the last image again, perhaps on a board that has come back since.
func (l *boardLights) Refresh() error {
	was := l.lights
	lights, err := l.there()
	if err != nil {
		return err
	}
	if lights != was {
		return lights.Show(&l.last)
	}
	return lights.Refresh()
}

// Halt makes the lights dark. Those of a board that is closed are.
func (l *boardLights) Halt() error {
	l.last = ledmatrix.Image{}
	if l.board.current() == nil {
		return nil
	}
	lights, err := l.there()
	if err != nil {
		return err
	}
	return lights.Halt()
}
