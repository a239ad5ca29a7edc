package line

import (
	"bytes"

	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/link"
)

// read reads a line that isn't empty; false: it means nothing.
func (p *lines) read(line []byte, e *link.Ear) bool {
	switch {
	case line[0] == '#':
		e.Heard()
		return true
	case len(line) >= 3 && len(bytes.Trim(line, "-")) == 0:
		p.endList(e)
		return true
	case line[0] == ':':
		return p.bytes(line[1:], p.Bits != LowFirst, e)
	case bytes.HasPrefix(line, []byte("press ")):
		return p.press(line[len("press "):], e)
	}
	n, ok := p.split(line)
	switch {
	case !ok:
		return false
	case line[0] == '+' || line[0] == '-':
		return p.events(p.words[:n], e)
	case bytes.IndexByte(p.words[0], '/') >= 0:
		return p.placement(p.words[0], e)
	}
	switch n {
	case 1:
		return p.word(p.words[0], e)
	case 2, 3:
		return p.bitboards(p.words[:n], e) || p.upDown(p.words[:n], e) || p.cell(p.words[:n], e)
	case 8:
		return p.eight(line, e)
	case 64:
		return p.all(p.joined(n), e)
	}
	return false
}

// word reads a line of one word.
func (p *lines) word(w []byte, e *link.Ear) bool {
	switch len(w) {
	case 64:
		return p.all(w, e)
	case 65:
		return w[0] == 'S' && p.all(w[1:], e)
	case 16:
		return p.bitboards(p.words[:1], e)
	case 8:
		return p.row(w, e)
	case 2:
		return p.occupied(w, e)
	case 4, 5:
		return p.move(w, e)
	case 3:
		return string(w) == "new" && p.home(e)
	}
	return false
}

// split finds the words of a line; false when there are more than a board has squares.
func (p *lines) split(line []byte) (n int, ok bool) {
	for len(line) > 0 {
		if blank(line[0]) {
			line = line[1:]
			continue
		}
		end := 0
		for end < len(line) && !blank(line[end]) {
			end++
		}
		if n == len(p.words) {
			return n, false
		}
		p.words[n] = line[:end]
		n, line = n+1, line[end:]
	}
	return n, true
}

// joined is the first n words without the blanks between them; it overwrites the line.
func (p *lines) joined(n int) []byte {
	all := p.line[:0]
	for _, w := range p.words[:n] {
		all = append(all, w...)
	}
	return all
}

// whole tells all squares.
func (p *lines) whole(f *sensors.Frame, e *link.Ear) bool {
	p.squares = true
	p.asking.answered()
	e.Whole(f)
	return true
}

// all reads the contacts of all squares, one character each.
func (p *lines) all(w []byte, e *link.Ear) bool {
	if len(w) != 64 {
		return false
	}
	p.astray()
	for i, c := range w {
		to, ok := p.contact(c)
		if !ok {
			return false
		}
		p.frame[p.order[i]] = to
	}
	return p.whole(&p.frame, e)
}

// row reads one of eight lines of eight contacts.
func (p *lines) row(w []byte, e *link.Ear) bool {
	if p.rows == 8 || e.Now()-p.rowAt > rowPause {
		p.rows = 0
	}
	for i, c := range w {
		to, ok := p.contact(c)
		if !ok {
			return false
		}
		p.frame[p.order[8*p.rows+i]] = to
	}
	p.listing = false
	p.rows, p.rowAt = p.rows+1, e.Now()
	if p.rows == 8 {
		return p.whole(&p.frame, e)
	}
	e.Heard()
	return true
}

// rowPause is the pause in ms after which a row is the first of the next board, where no empty line says so.
const rowPause = 250

// eight reads eight words: the contacts of a row, or the bytes of all rows. Ones and noughts may be either;
// they are bytes once the board has shown that it tells those.
func (p *lines) eight(line []byte, e *link.Ear) bool {
	for _, w := range p.words[:8] {
		p.numbers = p.numbers || len(w) > 1 || w[0] >= '2' && w[0] <= '9'
	}
	if p.numbers {
		return p.bytes(line, p.Bits == HighFirst, e)
	}
	return p.row(p.joined(8), e)
}

// contact reads one character.
func (p *lines) contact(c byte) (sensors.Contact, bool) {
	switch c {
	case '.', '_':
		return sensors.Nothing, true
	case '0':
		return p.bit(false), !p.Invert || p.Kind == sensors.Occupancy
	case '1':
		return p.bit(true), p.Kind == sensors.Occupancy
	}
	switch man := sensors.PieceContact(c); {
	case man != sensors.Nothing:
		return man.As(p.Kind), true
	case p.Kind == sensors.Colour && c == 'w':
		return sensors.White, true
	case p.Kind == sensors.Occupancy && (c == 'x' || c == 'X' || c == 'w'):
		return sensors.Something, true
	}
	return sensors.Nothing, false
}

// bit is the contact that a bit tells.
func (p *lines) bit(set bool) sensors.Contact {
	if set != p.Invert {
		return sensors.Something
	}
	return sensors.Nothing
}

// placement reads the first field of a FEN, whose squares always come in FEN's order.
func (p *lines) placement(w []byte, e *link.Ear) bool {
	i := 0
	for _, c := range w {
		man := sensors.PieceContact(c)
		switch {
		case c == '/' && i%8 == 0 && i > 0 && i < 64:
			continue
		case c >= '1' && c <= '8':
			for range c - '0' {
				if i == 64 {
					return false
				}
				p.frame[fenSquare(i)] = sensors.Nothing
				i++
			}
			continue
		case man == sensors.Nothing || i == 64:
			return false
		}
		p.frame[fenSquare(i)] = man
		i++
	}
	if i != 64 {
		return false
	}
	p.astray()
	p.men = p.frame
	for s := range p.frame {
		p.frame[s] = p.frame[s].As(p.Kind)
	}
	return p.whole(&p.frame, e)
}

func fenSquare(i int) square.Square { return square.Square(i ^ 56) }
