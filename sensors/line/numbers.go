package line

import (
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/link"
)

// bytes reads eight numbers, decimal or as 0x1F, of which each is a row.
func (p *lines) bytes(line []byte, highFirst bool, e *link.Ear) bool {
	n, ok := p.split(line)
	if !ok || n != 8 || p.Kind != sensors.Occupancy {
		return false
	}
	p.astray()
	for row, w := range p.words[:8] {
		v, ok := number(w)
		if !ok {
			return false
		}
		p.byte(row, v, highFirst, sensors.Something)
	}
	return p.whole(&p.frame, e)
}

// byte sets the eight squares of a row to what its bits say: as is where they are set, or Nothing.
func (p *lines) byte(row int, v byte, highFirst bool, as sensors.Contact) {
	for i := range 8 {
		bit := i
		if highFirst {
			bit = 7 - i
		}
		to := sensors.Nothing
		if (v>>bit&1 == 1) != p.Invert {
			to = as
		}
		p.frame[p.order[8*row+i]] = to
	}
}

// bitboards reads 16 hexadecimal digits: what is occupied; or twice 16: what White's men occupy, and Black's.
func (p *lines) bitboards(words [][]byte, e *link.Ear) bool {
	colours := len(words) == 2 && p.Kind == sensors.Colour && !p.Invert
	if len(words[0]) != 16 || !colours && (len(words) != 1 || p.Kind != sensors.Occupancy) {
		return false
	}
	white, ok := bitboard(words[0])
	if !ok {
		return false
	}
	black := white
	if colours {
		if black, ok = bitboard(words[1]); !ok || white&black != 0 {
			return false
		}
	}
	p.astray()
	for row := range 8 {
		shift := 8 * (7 - row)
		p.byte(row, byte(black>>shift), p.Bits == HighFirst, sensors.Black.As(p.Kind))
		if colours {
			p.also(row, byte(white>>shift))
		}
	}
	return p.whole(&p.frame, e)
}

// also sets the squares of a row that White's men occupy.
func (p *lines) also(row int, white byte) {
	for i := range 8 {
		bit := i
		if p.Bits == HighFirst {
			bit = 7 - i
		}
		if white>>bit&1 == 1 {
			p.frame[p.order[8*row+i]] = sensors.White
		}
	}
}

// cell reads "row,column,state", counted from 0.
func (p *lines) cell(words [][]byte, e *link.Ear) bool {
	if len(words) != 3 || p.Kind != sensors.Occupancy {
		return false
	}
	row, ok1 := number(words[0])
	col, ok2 := number(words[1])
	state, ok3 := number(words[2])
	if !ok1 || !ok2 || !ok3 || row > 7 || col > 7 || state > 1 {
		return false
	}
	return p.changed(sensors.Change{Square: p.order[8*row+col], To: p.bit(state == 1)}, e)
}

// occupied reads one square of a list.
func (p *lines) occupied(w []byte, e *link.Ear) bool {
	s, ok := squareOf(w)
	if !ok || p.Kind != sensors.Occupancy {
		return false
	}
	p.rows = 0
	if p.listing {
		p.frame[s] = sensors.Something
	}
	e.Heard()
	return true
}

// endList ends a list of squares and begins the next.
func (p *lines) endList(e *link.Ear) {
	p.rows = 0
	if p.listing {
		p.whole(&p.frame, e)
	} else {
		e.Heard()
	}
	p.frame, p.listing = sensors.Frame{}, true
}

// squareOf reads a square's name in small or capital letters.
func squareOf(w []byte) (square.Square, bool) {
	if len(w) != 2 || w[0]|0x20 < 'a' || w[0]|0x20 > 'h' || w[1] < '1' || w[1] > '8' {
		return square.None, false
	}
	return square.At(int(w[0]|0x20-'a'), int(w[1]-'1')), true
}

// number reads 0 to 255, in decimal or as 0x1F.
func number(w []byte) (byte, bool) {
	if len(w) > 2 && w[0] == '0' && w[1]|0x20 == 'x' {
		v, ok := hex(w[2:])
		return byte(v), ok && len(w) <= 4
	}
	v := 0
	for _, c := range w {
		if c < '0' || c > '9' || len(w) > 3 {
			return 0, false
		}
		v = 10*v + int(c-'0')
	}
	return byte(v), len(w) > 0 && v < 256
}

func bitboard(w []byte) (uint64, bool) {
	v, ok := hex(w)
	return v, ok && len(w) == 16
}

// hex reads up to 16 hexadecimal digits.
func hex(w []byte) (v uint64, ok bool) {
	for _, c := range w {
		switch {
		case c >= '0' && c <= '9':
			v = v<<4 | uint64(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			v = v<<4 | uint64(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return v, len(w) > 0 && len(w) <= 16
}
