package line

import (
	"bytes"

	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/link"
)

// changed tells one square.
func (p *lines) changed(c sensors.Change, e *link.Ear) bool {
	p.squares = true
	p.astray()
	e.Changed(c)
	return true
}

// events reads what one scan found: "-e2", "+e4", "+e4P", "-e2 +e4".
func (p *lines) events(words [][]byte, e *link.Ear) bool {
	var changes [64]sensors.Change
	for i, w := range words {
		to, ok := sensors.Nothing, len(w) == 3
		if w[0] == '+' {
			to, ok = p.standing(w[min(3, len(w)):])
		} else if w[0] != '-' {
			return false
		}
		s, named := squareOf(w[1:min(3, len(w))])
		if !ok || !named {
			return false
		}
		changes[i] = sensors.Change{Square: s, To: to}
	}
	p.squares = true
	p.astray()
	e.Changed(changes[:len(words)]...)
	return true
}

// standing reads what stands on a square: a letter, or none where the sensors know no more than that
// something does.
func (p *lines) standing(letter []byte) (sensors.Contact, bool) {
	switch {
	case len(letter) == 0:
		return sensors.Something, p.Kind == sensors.Occupancy
	case len(letter) == 1 && letter[0] != '0':
		c, ok := p.contact(letter[0])
		return c, ok && c != sensors.Nothing
	}
	return sensors.Nothing, false
}

// upDown reads "U e2" and "D e4", and the same in words: "lift e2", "place e4 P".
func (p *lines) upDown(words [][]byte, e *link.Ear) bool {
	s, ok := squareOf(words[1])
	if !ok {
		return false
	}
	switch {
	case isWord(words[0], "u", "up", "lift") && len(words) == 2:
		return p.changed(sensors.Change{Square: s}, e)
	case isWord(words[0], "d", "down", "place"):
		var letter []byte
		if len(words) == 3 {
			letter = words[2]
		}
		to, ok := p.standing(letter)
		return ok && p.changed(sensors.Change{Square: s, To: to}, e)
	}
	return false
}

func isWord(w []byte, words ...string) bool {
	for _, word := range words {
		if len(w) == len(word) && bytes.EqualFold(w, []byte(word)) {
			return true
		}
	}
	return false
}

// press reads a button in the words of traces, "press white"; whoever takes the reading knows which there are.
func (p *lines) press(words []byte, e *link.Ear) bool {
	key, args, _ := bytes.Cut(trim(words), []byte(" "))
	if len(key) == 0 {
		return false
	}
	for _, c := range words {
		if c < ' ' || c > '~' {
			return false
		}
	}
	e.Pressed(sensors.Press{Key: string(key), Args: string(trim(args))})
	return true
}

// home says, on a board that tells moves alone, that all men have been put home.
func (p *lines) home(e *link.Ear) bool {
	if p.squares {
		e.Heard()
		return true
	}
	p.men, _ = sensors.ParsePlacement(sensors.InitialPlacement)
	return p.moved(e)
}

// move reads UCI from a board that tells moves instead of squares. The men are moved as hands would; whether
// that is legal is not asked. A board that tells squares too is not listened to here.
func (p *lines) move(w []byte, e *link.Ear) bool {
	from, ok1 := squareOf(w[:2])
	to, ok2 := squareOf(w[2:4])
	if !ok1 || !ok2 || from == to {
		return false
	}
	if p.squares {
		e.Heard()
		return true
	}
	man := p.men[from]
	if man == sensors.Nothing {
		return false
	}
	p.alongWith(man, from, to)
	p.men[from], p.men[to] = sensors.Nothing, man
	if len(w) == 5 {
		became := sensors.PieceContact(w[4] | 0x20)
		if man == sensors.WhitePawn {
			became = sensors.PieceContact(w[4] &^ 0x20)
		}
		if became == sensors.Nothing {
			return false
		}
		p.men[to] = became
	}
	return p.moved(e)
}

// alongWith moves the rook of a castling king, and takes the pawn that another takes in passing.
func (p *lines) alongWith(man sensors.Contact, from, to square.Square) {
	files := to.File() - from.File()
	switch {
	case man == sensors.WhitePawn || man == sensors.BlackPawn:
		if files != 0 && p.men[to] == sensors.Nothing {
			p.men[square.At(to.File(), from.Rank())] = sensors.Nothing
		}
	case (man == sensors.WhiteKing || man == sensors.BlackKing) && from.Rank() == to.Rank() && (files == 2 || files == -2):
		corner, beside := square.At(7, from.Rank()), square.At(5, from.Rank())
		if files < 0 {
			corner, beside = square.At(0, from.Rank()), square.At(3, from.Rank())
		}
		p.men[beside], p.men[corner] = p.men[corner], sensors.Nothing
	}
}

func (p *lines) moved(e *link.Ear) bool {
	for s := range p.men {
		p.frame[s] = p.men[s].As(p.Kind)
	}
	p.astray()
	e.Whole(&p.frame)
	return true
}
