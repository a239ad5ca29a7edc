package line

import (
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/link"
)

// A frame is, for each row, a byte of White's men and one of Black's, then three bytes FF.
const (
	frameData = 16
	frameLen  = frameData + 3
)

// frames is the binary protocol.
type frames struct {
	Options
	order [64]square.Square
	b     [frameLen]byte
	n     int
	frame sensors.Frame
}

var _ link.Protocol = (*frames)(nil)

// Greet has nothing to say: these boards talk by themselves.
func (p *frames) Greet(*link.Ear) { p.n = 0 }

// Tend has nothing to do.
func (p *frames) Tend(*link.Ear) {}

// Take collects frames. No row is all White's and all Black's, so that what ends a frame can't be in it;
// where the last bytes are none, the first of them is given up, and the others may be.
func (p *frames) Take(b []byte, e *link.Ear) {
	for _, c := range b {
		p.b[p.n] = c
		if p.n++; p.n < frameLen {
			continue
		}
		if p.read() {
			p.n = 0
			e.Whole(&p.frame)
			continue
		}
		copy(p.b[:], p.b[1:])
		p.n--
		e.Garbled(p.b[:], "16 bytes of squares and FF FF FF")
	}
}

// read reads a frame; false when it is none.
func (p *frames) read() bool {
	if p.b[16]&p.b[17]&p.b[18] != 0xff {
		return false
	}
	for row := range 8 {
		white, black := p.b[2*row], p.b[2*row+1]
		if white&black != 0 {
			return false
		}
		for i := range 8 {
			bit, to := i, sensors.Nothing
			if p.Bits == HighFirst {
				bit = 7 - i
			}
			switch {
			case white>>bit&1 == 1:
				to = sensors.White
			case black>>bit&1 == 1:
				to = sensors.Black
			}
			p.frame[p.order[8*row+i]] = to
		}
	}
	return true
}
