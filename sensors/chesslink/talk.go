package chesslink

import (
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/link"
)

const (
	patience = 500  // ms for an answer to each of the first commands
	askAgain = 2000 // ms between two questions for all squares
	askSoon  = 200  // ms, when something was lost
)

// opening is what a board is told at first, one command after the other: to say its version, to report every
// change of a scan, and what stands on it.
var opening = [...]string{"V", "W0203", "S"}

// talk is the protocol.
type talk struct {
	scan   scanner
	frame  sensors.Frame
	told   int   // of opening
	sentAt int64 // ms: when something was asked last
	lost   bool
	msg    []byte
}

var _ link.Protocol = (*talk)(nil)

// Greet begins the opening.
func (p *talk) Greet(e *link.Ear) {
	p.scan, p.told, p.lost = scanner{}, 0, false
	p.say(e, opening[0])
	p.told = 1
}

func (p *talk) say(e *link.Ear, text string) {
	p.sentAt, p.lost = e.Now(), false
	p.msg = command(p.msg[:0], []byte(text)...)
	e.Send(p.msg...)
}

// Tend goes on with the opening, then asks for all squares now and then.
func (p *talk) Tend(e *link.Ear) {
	waited := e.Now() - p.sentAt
	switch {
	case p.told < len(opening):
		if waited >= patience {
			p.goOn(e)
		}
	case waited >= askAgain || p.lost && waited >= askSoon:
		p.say(e, "S")
	}
}

// goOn says the next command of the opening.
func (p *talk) goOn(e *link.Ear) {
	p.say(e, opening[p.told])
	p.told++
}

// Take reads answers.
func (p *talk) Take(b []byte, e *link.Ear) {
	for i, c := range b {
		msg, ok := p.scan.next(c)
		if msg != nil {
			ok = p.message(msg, e)
		}
		if !ok {
			p.lost = true
			e.Garbled(b[i:], "answers of a ChessLink")
		}
	}
}

// message reads an answer; false when it means nothing.
func (p *talk) message(m []byte, e *link.Ear) bool {
	if m[0] != 's' {
		e.Heard()
	} else {
		for i, c := range m[1:] {
			man := sensors.PieceContact(c)
			if man == sensors.Nothing && c != '.' {
				return false
			}
			p.frame[square.Square(i^56)] = man
		}
		e.Whole(&p.frame)
	}
	if p.told < len(opening) && m[0] == opening[p.told-1][0]|0x20 {
		p.goOn(e)
	}
	return true
}
