package dgt

import (
	"jadoube/sensors"
	"jadoube/sensors/link"
)

// ms after which all squares are asked for again: the board doesn't always tell that a captured man is gone,
// and a message may be lost.
const (
	askAfterChange = 300  // since the last change
	askAlways      = 2000 // since the last question
	askAgain       = 200  // at the soonest, when something was lost
)

// talk is the protocol.
type talk struct {
	opt   Options
	scan  scanner
	clock *clockTalk
	told  told

	frame     sensors.Frame
	askedAt   int64 // ms: when all squares were asked for
	changedAt int64 // ms: when a square changed since they came; < 0 = none did
	lost      bool  // bytes that meant nothing came since
}

var _ link.Protocol = (*talk)(nil)

func newTalk(opt Options) *talk { return &talk{opt: opt, clock: newClockTalk()} }

// Greet resets the board and asks for everything.
func (p *talk) Greet(e *link.Ear) {
	p.scan, p.told = scanner{}, told{}
	e.Send(sendReset, sendUpdateNice, sendVersion)
	p.ask(e)
	p.clock.greet(e)
}

func (p *talk) ask(e *link.Ear) {
	e.Send(sendBoard)
	p.askedAt, p.changedAt, p.lost = e.Now(), -1, false
}

// Tend asks for all squares when that is due, and talks to the clock.
func (p *talk) Tend(e *link.Ear) {
	since := e.Now() - p.askedAt
	if since >= askAlways || p.lost && since >= askAgain || p.changedAt >= 0 && e.Now()-p.changedAt >= askAfterChange {
		p.ask(e)
	}
	p.clock.tend(e)
}

// Take reads messages.
func (p *talk) Take(b []byte, e *link.Ear) {
	for i, c := range b {
		msg, ok := p.scan.next(c)
		if msg != nil {
			ok = p.message(msg, e)
		}
		if !ok {
			p.lost = true
			e.Garbled(b[i:], "messages of a DGT board")
		}
	}
}

// message reads a message; false when its bytes mean nothing.
func (p *talk) message(m []byte, e *link.Ear) bool {
	switch m[0] {
	case boardDump:
		if !readBoard(&p.frame, m[headerLen:]) {
			return false
		}
		e.Whole(&p.frame)
	case fieldUpdate:
		if m[3] > 63 || int(m[4]) >= len(men) {
			return false
		}
		p.changedAt = e.Now()
		e.Changed(sensors.Change{Square: fieldSquare(m[3]), To: men[m[4]]})
	case bwTime:
		return p.time(m, e)
	default:
		e.Heard()
	}
	return true
}

// time reads what the clock says.
func (p *talk) time(m []byte, e *link.Ear) bool {
	if isAck(m) {
		e.Heard()
		if b, pressed := p.clock.answered(ack(m)); pressed {
			p.button(b, e)
		}
		return true
	}
	c, there, ok := readClock(m)
	if !ok {
		return false
	}
	e.Heard()
	if there && c == (Clock{}) {
		return true // boards by Bluetooth say so when they don't know
	}
	was, known := p.clock.tell(c, there)
	if !there {
		p.told = told{}
	} else if p.opt.Times {
		p.opt.times(&p.told, &c, e)
	}
	if known && p.opt.Lever {
		p.opt.presses(&was, &c, e)
	}
	return true
}

func (p *talk) button(b Button, e *link.Ear) {
	if press, ok := p.opt.Buttons[b]; ok {
		e.Pressed(press)
	}
}
