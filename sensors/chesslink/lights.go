package chesslink

import (
	"jadoube/ledmatrix"
	"jadoube/rules/square"
)

// Steps is how many brightnesses the lights have.
const Steps = 15

// slot is how long each of a light's eight states lasts, in units of 4 ms. All are the same here.
const slot = "20"

// corners is the wire of the lights: 81 on the corners of the squares, from a8 down to a1, then the next file.
var corners = ledmatrix.Layout{Origin: square.A8, Files: true, Corners: true}.Strip()

// Leds are the board's lights.
type Leds struct {
	ledmatrix.Latch
	board *Board
	step  int
	text  []byte
	msg   []byte
}

var _ ledmatrix.Refresher = (*Leds)(nil)

// Lights returns the board's lights, of a brightness from 1 to Steps. They go dark when the board is closed.
func (b *Board) Lights(step int) *Leds {
	l := &Leds{board: b, step: step}
	l.Latch = ledmatrix.NewLatch(l.send)
	b.Bye(command(nil, 'X'))
	return l
}

// String names the lights.
func (l *Leds) String() string { return "LEDs of the " + l.board.String() }

// send sets all lights, anew with their brightness.
func (l *Leds) send(img *ledmatrix.Image, anew bool) error {
	l.msg = l.msg[:0]
	if anew {
		l.msg = command(l.msg, 'W', '0', '4', '0', hexDigits[l.step-1])
	}
	l.text = append(append(l.text[:0], 'L'), slot...)
	for n := range corners {
		digit := byte('0')
		if corners.Colour(img, n) != (ledmatrix.RGB{}) {
			digit = 'F'
		}
		l.text = append(l.text, digit, digit)
	}
	l.msg = command(l.msg, l.text...)
	return l.board.Send(l.msg)
}
