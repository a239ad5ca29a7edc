package line

import (
	"errors"

	"jadoube/ledmatrix"
	"jadoube/rules/square"
)

// Leds are the lights of a board that writes lines.
type Leds struct {
	ledmatrix.Latch
	board   *Board
	colours bool
	msg     []byte
}

var _ ledmatrix.Refresher = (*Leds)(nil)

// Lights returns the board's lights: on and off, or coloured. They go dark when the board is closed.
func (b *Board) Lights(colours bool) (*Leds, error) {
	if colours && b.opt.Binary {
		return nil, errors.New("binary frames light squares on and off: expected LEDs of one colour")
	}
	l := &Leds{board: b, colours: colours}
	l.Latch = ledmatrix.NewLatch(func(img *ledmatrix.Image, _ bool) error {
		l.msg = l.message(l.msg[:0], img)
		return b.Send(l.msg)
	})
	b.Bye(l.message(nil, &ledmatrix.Image{}))
	return l, nil
}

// String names the lights.
func (l *Leds) String() string { return "LEDs of the " + l.board.String() }

// message appends an image as one line, or as one binary message.
func (l *Leds) message(msg []byte, img *ledmatrix.Image) []byte {
	switch {
	case l.board.opt.Binary:
		return l.board.binary(msg, img.Mono())
	case l.colours:
		return l.board.colours(msg, img)
	}
	return l.board.oneColour(msg, img.Mono())
}

const digits = "0123456789ABCDEF"

// oneColour appends L and a bit for each square, in the order of a line of 16 digits from the board.
func (b *Board) oneColour(msg []byte, on square.Set) []byte {
	msg = append(msg, 'L')
	for row := range 8 {
		var v byte
		for i := range 8 {
			bit := i
			if b.opt.Bits == HighFirst {
				bit = 7 - i
			}
			if on.Has(b.order[8*row+i]) {
				v |= 1 << bit
			}
		}
		msg = append(msg, digits[v>>4], digits[v&15])
	}
	return append(msg, '\n')
}

// colours appends C and rrggbb for each square, in the board's order.
func (b *Board) colours(msg []byte, img *ledmatrix.Image) []byte {
	msg = append(msg, 'C')
	for _, s := range b.order {
		for _, v := range [...]byte{img[s].R, img[s].G, img[s].B} {
			msg = append(msg, digits[v>>4], digits[v&15])
		}
	}
	return append(msg, '\n')
}

// binary appends FE, row and column of each square in one byte, FF.
func (b *Board) binary(msg []byte, on square.Set) []byte {
	msg = append(msg, 0xfe)
	for i, s := range b.order {
		if on.Has(s) {
			msg = append(msg, byte(i/8<<4|i%8))
		}
	}
	return append(msg, 0xff)
}
