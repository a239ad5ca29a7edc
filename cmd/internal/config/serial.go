package config

import (
	"regexp"
	"slices"
	"strings"

	"jadoube/hw"
	"jadoube/ledmatrix"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/line"
)

// Serial is what all boards on a serial port have in common.
type Serial struct {
	Port string `toml:"port"` // "/dev/serial/by-id/…", or "usb:0403:6001": the only port of the USB device with this vendor and product
}

var usbName = regexp.MustCompile(`^usb:[0-9a-fA-F]{4}:[0-9a-fA-F]{4}$`)

func (s *Serial) check(bad report) {
	if usb := strings.HasPrefix(s.Port, "usb:"); usb && !usbName.MatchString(s.Port) || !usb && !strings.HasPrefix(s.Port, "/") || strings.ContainsRune(s.Port, 0) {
		bad("port", s.Port, `expected the path of a serial port, as "/dev/ttyUSB0", or a USB device's vendor and product, as "usb:0403:6001" (lsusb lists them)`)
	}
}

// OnSerial reports whether the board hangs on a serial port.
func (b *Board) OnSerial() bool {
	_, is := b.table().(interface{ onSerial() })
	return is
}

func (*Serial) onSerial() {}

// own is a table of a board that has lights of its own: it names the kinds of LEDs that can be had there.
type own interface{ lights() []string }

// checkOwnLights reports lights of the board that the board hasn't got.
func (c *Config) checkOwnLights(bad report) {
	if !c.LEDs.Own() {
		return
	}
	has := []string(nil)
	if t, ok := c.Board.table().(own); ok {
		has = t.lights()
	}
	switch {
	case len(has) == 0:
		bad("kind", c.LEDs.Kind, `a board of the kind "`+c.Board.Kind+`" has no lights of its own: expected "sim" or the kind of the LEDs`)
	case !slices.Contains(has, c.LEDs.Kind):
		bad("kind", c.LEDs.Kind, `the lights of a board of the kind "`+c.Board.Kind+`" are "`+strings.Join(has, `" or "`)+`"`)
	}
}

// The kinds of LEDs that hang on the board's own wire: of one colour, and coloured.
const (
	OwnLights   = "board"
	OwnColoured = "board-rgb"
)

// Own reports whether the lights are those of the board, on its own wire.
func (l *LEDs) Own() bool { return l.Kind == OwnLights || l.Kind == OwnColoured }

// OwnLEDs is [leds.board]: the board's own lights, of one colour. They have no options.
type OwnLEDs struct{}

// OwnRGB is [leds.board-rgb]: the board's own lights, coloured. They have no options.
type OwnRGB struct{}

func (*OwnLEDs) defaults()             {}
func (*OwnLEDs) check(report)          {}
func (*OwnLEDs) limits(int) (int, int) { return ledmatrix.MaxLEDs, 0 }
func (*OwnRGB) defaults()              {}
func (*OwnRGB) check(report)           {}

// Line is [board.line]: a board that writes lines of text (docs/protocol-line.md).
type Line struct {
	Serial
	Mode    string `toml:"mode"`    // speed and frame, "115200 8N1"
	First   string `toml:"first"`   // the corner whose square comes first: "a1", "h1", "a8" or "h8"
	Columns bool   `toml:"columns"` // then the next of the same file, instead of the same rank
	Bits    string `toml:"bits"`    // of a byte, which is the first square's: "usual", "low" or "high"
	Invert  bool   `toml:"invert"`  // 1 is an empty square
	Binary  bool   `toml:"binary"`  // frames of bytes instead of lines
}

func (l *Line) defaults() {
	*l = Line{Mode: line.DefaultMode.String(), First: "a8", Bits: "usual"}
}

func (l *Line) sees() []sensors.Kind {
	if l.Binary {
		return []sensors.Kind{sensors.Colour}
	}
	return []sensors.Kind{sensors.Occupancy, sensors.Colour, sensors.Piece}
}

func (l *Line) lights() []string {
	if l.Binary {
		return []string{OwnLights}
	}
	return []string{OwnLights, OwnColoured}
}

var bitOrders = map[string]line.Bits{"usual": line.Usual, "low": line.LowFirst, "high": line.HighFirst}

func (l *Line) check(bad report) {
	l.Serial.check(bad)
	if _, err := hw.ParseSerialMode(l.Mode); err != nil {
		bad("mode", l.Mode, `expected a speed and a frame, as "115200 8N1"`)
	}
	if s, err := square.Parse(l.First); err != nil || s.File()%7 != 0 || s.Rank()%7 != 0 {
		bad("first", l.First, `expected a corner: "a1", "h1", "a8" or "h8"`)
	}
	if _, ok := bitOrders[l.Bits]; !ok {
		bad("bits", l.Bits, `expected "usual", "low" or "high"`)
	}
}

// SerialMode is Mode as ports know it. l must have passed the check.
func (l *Line) SerialMode() hw.SerialMode {
	m, _ := hw.ParseSerialMode(l.Mode)
	return m
}

// Options are how the board writes its squares, which tell what a kind of sensor can. l must have passed the check.
func (l *Line) Options(kind sensors.Kind) line.Options {
	first, _ := square.Parse(l.First)
	return line.Options{Kind: kind, First: first, Columns: l.Columns, Bits: bitOrders[l.Bits], Invert: l.Invert, Binary: l.Binary}
}
