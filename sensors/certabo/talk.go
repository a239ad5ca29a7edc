package certabo

import (
	"fmt"

	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/link"
)

// pause is after how many ms without a byte a frame is over.
const pause = 60

// rowsTalk is the protocol of boards that see occupancy.
type rowsTalk struct {
	scan   scanner
	byteAt int64
	frame  sensors.Frame
}

var _ link.Protocol = (*rowsTalk)(nil)

// Greet has nothing to say: these boards talk by themselves.
func (p *rowsTalk) Greet(*link.Ear) { p.scan = scanner{want: rows} }

// Take reads frames.
func (p *rowsTalk) Take(b []byte, e *link.Ear) {
	p.byteAt = e.Now()
	for i, c := range b {
		whole, bad := p.scan.next(c)
		if whole {
			p.tell(e)
		}
		if bad {
			e.Garbled(b[i:], "a colon and 8 numbers (320 are those of a board that reads chips, of the kind certabo)")
		}
	}
}

// Tend ends a frame behind which nothing comes.
func (p *rowsTalk) Tend(e *link.Ear) {
	if e.Now()-p.byteAt >= pause && p.scan.flush() {
		p.tell(e)
	}
}

// tell reads a number for each rank, whose high bit is the file a.
func (p *rowsTalk) tell(e *link.Ear) {
	for row, bits := range p.scan.numbers[:rows] {
		for file := range 8 {
			to := sensors.Nothing
			if bits>>(7-file)&1 == 1 {
				to = sensors.Something
			}
			p.frame[square.At(file, 7-row)] = to
		}
	}
	e.Whole(&p.frame)
}

// votes is how many frames are asked what stands on a square: two of them decide, for a chip is missed or
// misread now and then.
const votes = 3

// chipsTalk is the protocol of boards that read chips.
type chipsTalk struct {
	scan    scanner
	byteAt  int64
	said    [votes][64]Chip // the last frames, in turn
	turn    int
	frames  int64    // that came since the greeting
	stands  [64]Chip // what is believed, by square
	frame   sensors.Frame
	school  school
	strange Chip // an unknown chip that was told of
	teach   func(*[64]Chip)
}

var _ link.Protocol = (*chipsTalk)(nil)

// Greet has nothing to say: these boards talk by themselves.
func (p *chipsTalk) Greet(*link.Ear) {
	p.scan = scanner{want: chips}
	p.frames, p.stands = 0, [64]Chip{}
	p.said = [votes][64]Chip{}
}

// Take reads frames.
func (p *chipsTalk) Take(b []byte, e *link.Ear) {
	p.byteAt = e.Now()
	for i, c := range b {
		whole, bad := p.scan.next(c)
		if whole {
			p.tell(e)
		}
		if bad {
			e.Garbled(b[i:], "a colon and 320 numbers (8 are those of a board of the kind tabutronic)")
		}
	}
}

// Tend ends a frame behind which nothing comes.
func (p *chipsTalk) Tend(e *link.Ear) {
	if e.Now()-p.byteAt >= pause && p.scan.flush() {
		p.tell(e)
	}
}

// tell takes a frame, and tells what most of the last ones say.
func (p *chipsTalk) tell(e *link.Ear) {
	now := &p.said[p.turn]
	p.turn = (p.turn + 1) % votes
	for i := range now {
		copy(now[i^56][:], p.scan.numbers[5*i:])
	}
	p.frames++
	if p.frames < votes-1 {
		e.Heard()
		return
	}
	for s := range p.stands {
		p.stands[s] = p.vote(s)
	}
	if p.teach != nil {
		p.teach(&p.stands)
		e.Heard()
		return
	}
	if err := p.school.look(&p.stands); err != nil {
		e.Fail(fmt.Errorf("the chips have been learnt, but can't be kept: %w", err))
	}
	if len(p.school.known) == 0 {
		p.unknown(e)
		return
	}
	p.name(e)
}

// vote is what two frames agree on; what was believed before when none do.
func (p *chipsTalk) vote(s int) Chip {
	for i := range votes {
		a, b := p.said[i][s], p.said[(i+1)%votes][s]
		if a == b || a.none() && b.none() {
			return a
		}
	}
	return p.stands[s]
}

// unknown says, now and then, that no chip is known.
func (p *chipsTalk) unknown(e *link.Ear) {
	e.Heard()
	if p.frames%20 == votes-1 {
		e.Fail(fmt.Errorf("the men's chips aren't known yet: put all men at home, White's on the ranks 1 and 2, and wait three seconds"))
	}
}

// name tells the men of the chips. An unknown chip is told of, and counts as no man.
func (p *chipsTalk) name(e *link.Ear) {
	strange := Chip{}
	for s, chip := range p.stands {
		man := sensors.Nothing
		if !chip.none() {
			var ok bool
			if man, ok = p.school.known[chip]; !ok {
				strange = chip
			}
		}
		p.frame[s] = man
	}
	if strange != p.strange {
		p.strange = strange
		if strange != (Chip{}) {
			e.Fail(fmt.Errorf("the chip %v is unknown: to have it learnt put all men at home, spare queens on d3 and d6", strange))
		}
	}
	e.Whole(&p.frame)
}
