package line

import (
	"jadoube/hw"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/link"
)

// Board is a board that writes lines.
type Board struct {
	*link.Board
	opt   Options
	order [64]square.Square
}

var _ sensors.Source = (*Board)(nil)

// New returns a board that writes as opt says. It owns the port; now is the recording's time in ms.
func New(opt Options, port hw.Port, now func() int64) (*Board, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	spec := link.Spec{Name: "board that writes lines", Info: sensors.Info{Kind: opt.Kind}}
	return &Board{link.New(spec, protocol(opt), port, now), opt, opt.squares()}, nil
}

func protocol(opt Options) link.Protocol {
	if opt.Binary {
		return &frames{Options: opt, order: opt.squares()}
	}
	return newLines(opt)
}
