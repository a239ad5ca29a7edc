package certabo

import (
	"time"

	"jadoube/ledmatrix"
	"jadoube/rules/square"
)

// Pace is the time that known programs leave between two messages to the lights.
const Pace = 600 * time.Millisecond

// corners is the wire of the coloured lights: one on each corner of the squares.
var corners = ledmatrix.Layout{Origin: square.H1, Corners: true}.Strip()

// Leds are the lights of a board: one in each square, or coloured ones on the corners.
type Leds struct {
	ledmatrix.Latch
	board   *Board
	colours bool
	msg     []byte
}

var _ ledmatrix.Refresher = (*Leds)(nil)

// Lights returns the board's lights. They go dark when the board is closed. An image that comes sooner than the
// board can take it waits.
func (b *Board) Lights(colours bool) *Leds {
	l := &Leds{board: b, colours: colours}
	l.Latch = ledmatrix.NewLatch(l.send)
	b.Bye(l.message(nil, &ledmatrix.Image{}))
	return l
}

// String names the lights.
func (l *Leds) String() string { return "LEDs of the " + l.board.String() }

func (l *Leds) send(img *ledmatrix.Image, _ bool) error {
	l.msg = l.message(l.msg[:0], img)
	l.board.await()
	defer l.board.free()
	l.board.told = time.Now()
	return l.board.Send(l.msg)
}

func (l *Leds) message(msg []byte, img *ledmatrix.Image) []byte {
	if l.colours {
		return coloured(msg, img)
	}
	return plain(msg, img.Mono())
}

// plain appends a byte for each rank, the eighth first, whose low bit is the file a.
func plain(msg []byte, on square.Set) []byte {
	for rank := 7; rank >= 0; rank-- {
		msg = append(msg, byte(on>>(8*rank)))
	}
	return msg
}

// coloured appends FF 55, red, green and blue of 81 lights, CR and LF.
func coloured(msg []byte, img *ledmatrix.Image) []byte {
	msg = append(msg, 0xff, 0x55)
	for n := range corners {
		c := corners.Colour(img, n)
		msg = append(msg, c.R, c.G, c.B)
	}
	return append(msg, '\r', '\n')
}
