package dgt

import "jadoube/ledmatrix"

// Leds are the lights of a Revelation II, one in each square. Other boards pass over what they are told.
type Leds struct {
	ledmatrix.Latch
	board *Board
	msg   []byte
}

var _ ledmatrix.Refresher = (*Leds)(nil)

// dark makes all lights dark.
var dark = []byte{setLeds, 4, 0, 0x40, 0x40, 0}

// Lights returns the board's lights. They go dark when the board is closed.
func (b *Board) Lights() *Leds {
	l := &Leds{board: b}
	l.Latch = ledmatrix.NewLatch(l.send)
	b.Bye(dark)
	return l
}

// String names the lights.
func (l *Leds) String() string { return "LEDs of the " + l.board.String() }

// send makes all dark, then lights the squares in pairs.
func (l *Leds) send(img *ledmatrix.Image, _ bool) error {
	l.msg = append(l.msg[:0], dark...)
	for on := img.Mono(); on != 0; {
		first := on.Pop()
		second := first
		if on != 0 {
			second = on.Pop()
		}
		l.msg = append(l.msg, setLeds, 4, 1, squareField(first), squareField(second), 0)
	}
	return l.board.Send(l.msg)
}
