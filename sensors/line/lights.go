package line

import (
	"sync"

	"jadoube/ledmatrix"
	"jadoube/rules/square"
)

// Leds are the lights of a board that writes lines.
type Leds struct {
	board *Board
	mu    sync.Mutex
	msg   []byte
}

var _ ledmatrix.Driver = (*Leds)(nil)

// Lights returns the board's lights, nil when it has none.
func (b *Board) Lights() ledmatrix.Driver {
	if b.opt.Lights == NoLights {
		return nil
	}
	return &Leds{board: b}
}

// String names the lights.
func (l *Leds) String() string { return "LEDs of the " + l.board.String() }

// Halt makes all lights dark.
func (l *Leds) Halt() error { return l.Show(&ledmatrix.Image{}) }

// Show sends an image as one line, or as one binary message.
func (l *Leds) Show(img *ledmatrix.Image) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.board.opt.Binary:
		l.msg = l.board.binary(l.msg[:0], img.Mono())
	case l.board.opt.Lights == OneColour:
		l.msg = l.board.oneColour(l.msg[:0], img.Mono())
	default:
		l.msg = l.board.colours(l.msg[:0], img)
	}
	return l.board.Light(l.msg)
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
