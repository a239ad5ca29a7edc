package config

import (
	"jadoube/sensors"
	"jadoube/sensors/dgt"
	"jadoube/sensors/trace"
)

// DGT is [board.dgt]: a board that is compatible with DGT's.
type DGT struct {
	Serial
	ClockWhite string            `toml:"clock-white"`       // White's side of the clock, seen from its front: "left" or "right"
	Buttons    map[string]string `toml:"buttons,omitempty"` // what the buttons of a DGT 3000 say: "back", "minus", "run", "plus", "ok" = a press as in traces
	Times      bool              `toml:"times"`             // its clock's times are the game's
	Text       bool              `toml:"text"`              // show moves that are to be carried out on the clock
}

func (d *DGT) defaults() {
	*d = DGT{Serial: Serial{Port: "usb:0403:6001"}, ClockWhite: "left", Buttons: map[string]string{}, Text: true}
}

func (d *DGT) sees() []sensors.Kind { return []sensors.Kind{sensors.Piece} }

func (d *DGT) scan() int64 { return dgt.ScanMS }

func (d *DGT) lights() []string { return []string{OwnLights} }

func (d *DGT) check(bad report) {
	d.Serial.check(bad)
	if d.ClockWhite != "left" && d.ClockWhite != "right" {
		bad("clock-white", d.ClockWhite, `expected "left" or "right"`)
	}
	for _, name := range sorted(d.Buttons) {
		if _, ok := dgt.ParseButton(name); !ok {
			bad("buttons."+name, d.Buttons[name], `the buttons are back, minus, run, plus and ok`)
		} else if _, err := trace.ParsePress(d.Buttons[name]); err != nil {
			bad("buttons."+name, d.Buttons[name], err.Error())
		}
	}
}

// OutsideClock reports whether a clock at the board keeps the times.
func (b *Board) OutsideClock() bool { return b.Kind == "dgt" && b.DGT != nil && b.DGT.Times }

// Options are how the board is used. d must have passed the check.
func (d *DGT) Options(lever bool) dgt.Options {
	opt := dgt.Options{Lever: lever, Times: d.Times, WhiteRight: d.ClockWhite == "right", Buttons: map[dgt.Button]sensors.Press{}}
	for name, words := range d.Buttons {
		if b, ok := dgt.ParseButton(name); ok {
			opt.Buttons[b], _ = trace.ParsePress(words)
		}
	}
	return opt
}
