package sim

import (
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// fidget does what hands do before the move on whose squares they are going to work, and what happens to
// pieces meanwhile. It returns when the move begins.
func (p *player) fidget(t int64, used square.Set) int64 {
	own := p.pos.Side(p.pos.Turn())
	if p.chance(p.Profile.Weak) {
		p.blink(t, p.pos.Occupied()&^used)
	}
	if p.chance(p.Profile.Adjust) {
		for range 1 + p.rng.IntN(2) {
			t = p.liftAndReplace(t, own&^used, "adjust", Span{120, 700})
		}
	}
	if p.chance(p.Profile.TouchBack) {
		t = p.liftAndReplace(t, own, "touch-back", Span{300, 2500})
	}
	if p.chance(p.Profile.Illegal) {
		t = p.illegal(t, own)
	}
	if p.chance(p.Profile.Knock) {
		t = p.knock(t)
	}
	return t
}

// blink lets a standing piece lose contact for moments.
func (p *player) blink(t int64, set square.Set) {
	s, ok := p.pick(p.now, set)
	if !ok || t < p.now+200 {
		return
	}
	p.label("weak")
	at := p.now + p.rng.Int64N(t-p.now-150)
	piece := p.stand[s]
	p.set(at, s, sensors.Nothing, true)
	p.set(at+Span{4, 80}.draw(p.rng), s, piece, true)
}

func (p *player) liftAndReplace(t int64, set square.Set, label string, hold Span) int64 {
	s, ok := p.pick(t, set)
	if !ok {
		return t
	}
	p.label(label)
	piece := p.lift(t, s)
	t = p.wait(t, hold)
	p.place(t, s, piece)
	return p.wait(t, p.Profile.Pause)
}

// illegal sets an own piece on an empty square to which it can't go, and takes it back.
func (p *player) illegal(t int64, own square.Set) int64 {
	from, ok := p.pick(t, own)
	if !ok {
		return t
	}
	to, ok := p.pick(t, square.All&^p.stand.Occupied()&^p.destinations(from))
	if !ok {
		return t
	}
	p.label("illegal")
	piece := p.lift(t, from)
	t = p.setDown(t, to, p.pos.At(from), Span{800, 4000})
	t = p.wait(t, p.Profile.Carry)
	p.place(t, from, piece)
	return p.wait(t, p.Profile.Pause)
}

// knock lets two to four pieces that stand together fall, and sets them up again in any order.
func (p *player) knock(t int64) int64 {
	first, ok := p.pick(t, p.stand.Occupied())
	if !ok {
		return t
	}
	p.label("knock")
	fallen := []square.Square{first}
	for len(fallen) < 2+p.rng.IntN(3) {
		near := around(fallen[len(fallen)-1]) & p.stand.Occupied()
		for _, s := range fallen {
			near = near.Without(s)
		}
		s, ok := p.pick(t, near)
		if !ok {
			break
		}
		fallen = append(fallen, s)
	}
	pieces := make([]sensors.Contact, len(fallen))
	for i, s := range fallen {
		pieces[i] = p.lift(t, s)
		t = p.wait(t, Span{5, 80})
	}
	t = p.wait(t, Span{400, 3000})
	for _, i := range p.rng.Perm(len(fallen)) {
		t = p.wait(t, Span{200, 1500})
		p.place(t, fallen[i], pieces[i])
	}
	return p.wait(t, p.Profile.Pause)
}

// neighbour lets a contact beside a square of the move open, or close on an empty square, as the hand passes
// between the times from and to.
func (p *player) neighbour(from, to int64, m rules.Move, used square.Set) {
	if !p.chance(p.Profile.Neighbour) {
		return
	}
	var near square.Set
	for s := range used.Squares() {
		near |= around(s)
	}
	near &^= used
	if p.chance(0.7) {
		near &= p.stand.Occupied()
	}
	at := from + p.rng.Int64N(max(1, to-from))
	s, ok := p.pick(at, near)
	if !ok {
		return
	}
	p.label("neighbour")
	before := p.stand[s]
	during := sensors.Nothing
	if before == sensors.Nothing {
		during = contactOf(p.pos.At(m.From()))
	}
	p.set(at, s, during, true)
	p.set(at+Span{15, 450}.draw(p.rng), s, before, true)
}
