package app

import (
	"jadoube/cmd/internal/config"
	"jadoube/hw"
	"jadoube/sensors"
	"jadoube/sensors/certabo"
	"jadoube/sensors/chesslink"
	"jadoube/sensors/dgt"
	lines "jadoube/sensors/line"
)

func openLine(c config.Board, w hw.Wiring, now func() int64) (sensors.Source, error) {
	port, err := w.Serial(c.Line.Port, c.Line.SerialMode())
	if err != nil {
		return nil, err
	}
	b, err := lines.New(c.Line.Options(c.SensorKind()), port, now)
	if err != nil {
		return nil, err
	}
	return b, nil
}

func openDGT(c config.Board, w hw.Wiring, now func() int64) (sensors.Source, error) {
	port, err := w.Serial(c.DGT.Port, dgt.Mode)
	if err != nil {
		return nil, err
	}
	return dgt.New(c.DGT.Options(c.Lever), port, now), nil
}

func openCertabo(c config.Board, w hw.Wiring, now func() int64) (sensors.Source, error) {
	known, err := readChips(c.Certabo.Chips)
	if err != nil {
		return nil, err
	}
	learnt := func(all certabo.Chips) error { return writeChips(c.Certabo.Chips, all) }
	return openChipReader(c.Certabo, w, now, certabo.Options{Known: known, Learnt: learnt})
}

func openChipReader(c *config.Certabo, w hw.Wiring, now func() int64, opt certabo.Options) (sensors.Source, error) {
	port, err := w.Serial(c.Port, certabo.Mode)
	if err != nil {
		return nil, err
	}
	opt.Pace = c.LightPace()
	return certabo.New(opt, port, now), nil
}

func openTabutronic(c config.Board, w hw.Wiring, now func() int64) (sensors.Source, error) {
	port, err := w.Serial(c.Tabutronic.Port, certabo.Mode)
	if err != nil {
		return nil, err
	}
	return certabo.NewTabutronic(certabo.Options{Pace: c.Tabutronic.LightPace()}, port, now), nil
}

func openChessLink(c config.Board, w hw.Wiring, now func() int64) (sensors.Source, error) {
	port, err := w.Serial(c.ChessLink.Port, chesslink.Mode)
	if err != nil {
		return nil, err
	}
	return chesslink.New(port, now), nil
}
