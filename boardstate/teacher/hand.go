package teacher

import (
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
)

// inHand shows where the man that was lifted first may go.
func (m *Moment) inHand(s *Show, have Help) {
	p := &m.Position
	for _, sq := range m.Hand {
		s.light(sq, touched)
	}
	own := slices.IndexFunc(m.Hand, func(sq square.Square) bool { return p.At(sq) != rules.NoPiece && p.At(sq).Color() == p.Turn() })
	if own < 0 {
		return
	}
	from := m.Hand[own]
	if !m.targets(s, have, from) && have.Has(Moves) {
		m.stuck(s, from)
	}
	if have.Has(Touch) {
		m.touch(s, from)
	}
}

// targets shows where the man of a square may go; it is false when it can't go anywhere.
func (m *Moment) targets(s *Show, have Help, from square.Square) bool {
	moves := movesFrom(&m.Position, from)
	for _, mv := range moves {
		m.target(s, have, mv)
	}
	return len(moves) > 0
}

// target shows one square on which the lifted man may land.
func (m *Moment) target(s *Show, have Help, mv rules.Move) {
	step, meaning := Moves, mayGo
	if m.Position.IsCapture(mv) {
		step, meaning = Captures, mayCapture
	}
	to := arrival(mv)
	if s.Lights[to] == atRisk {
		return // another piece of a promotion
	}
	if have.Has(step) {
		s.light(to, meaning)
		s.Used |= step
	}
	if have.Has(Risks) && m.Position.ExchangeOf(mv) < 0 {
		s.light(to, atRisk)
		s.Used |= Risks
	}
}

// stuck says why a man can't move.
func (m *Moment) stuck(s *Show, from square.Square) {
	p := &m.Position
	s.Used |= Moves
	for _, pin := range p.Pins(p.Turn()) {
		if pin.Pinned == from && pin.Absolute {
			s.light(pin.By, hint)
			s.say("teach-pinned", "piece", letter(p, from), "square", from.String(), "by", pin.By.String())
			return
		}
	}
	if p.InCheck() {
		s.say("teach-check-first", "piece", letter(p, from), "square", from.String())
		return
	}
	s.say("teach-stuck", "piece", letter(p, from), "square", from.String())
}

// movesFrom are the legal moves of the man on a square.
func movesFrom(p *rules.Position, from square.Square) []rules.Move {
	return slices.DeleteFunc(p.LegalMoves(nil), func(m rules.Move) bool { return m.From() != from })
}

// attacked shows the player's men that the opponent can take with gain, and names the one that is worth most.
func (m *Moment) attacked(s *Show) {
	p := &m.Position
	hanging := p.Hanging(p.Turn())
	if hanging == 0 {
		return
	}
	s.Used |= Attacked
	s.lightAll(hanging, atRisk)
	worst, loss := square.None, rules.Centipawns(0)
	for sq := range hanging.Squares() {
		if l := p.StaticExchange(sq, p.Turn().Other()); l > loss {
			worst, loss = sq, l
		}
	}
	s.say("teach-attacked", "piece", letter(p, worst), "square", worst.String())
}

// touch teaches that a touched man has to move: after one that could have was put back, and when another is then lifted.
func (m *Moment) touch(s *Show, lifted square.Square) {
	p := &m.Position
	for sq := range (m.PutBack & p.Side(p.Turn())).Squares() {
		if sq == lifted || len(movesFrom(p, sq)) == 0 {
			continue
		}
		s.Used |= Touch
		if lifted.Valid() {
			s.say("teach-touch-other", "piece", letter(p, sq), "square", sq.String())
		} else {
			s.say("teach-touch", "piece", letter(p, sq), "square", sq.String())
		}
		return
	}
}
