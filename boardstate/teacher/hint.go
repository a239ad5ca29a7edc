package teacher

import (
	"strconv"

	"jadoube/rules"
	"jadoube/rules/square"
)

func itoa(n int) string { return strconv.Itoa(n) }

// The bounds between grades, in hundredths of a pawn.
const (
	onlyGap  = 150 // so much worse is all else that a move is the only one
	winsGain = 100 // so much is won that a move wins something
)

// Choice is the move that a teacher would play, and why.
type Choice struct {
	Move rules.Move
	Why  string // key of words without arguments
}

// Choose picks the best move and says why it is; ok is false where no move is legal. It follows the advice if there is any.
func Choose(p *rules.Position, a *Advice) (c Choice, ok bool) {
	if b := a.best(p); b != nil {
		second := b.Value - onlyGap
		if len(a.Lines) > 1 {
			second = a.Lines[1].Value
		} else if p.CountLegalMoves() > 1 {
			second = b.Value // nobody has looked
		}
		return Choice{b.Moves[0], why(p, b.Moves[0], b.Value > mateValue/2, b.Value-second)}, true
	}
	graded := Grade(p)
	if len(graded) == 0 {
		return Choice{}, false
	}
	gap := rules.Centipawns(onlyGap)
	if len(graded) > 1 {
		gap = graded[0].Value - graded[1].Value
	}
	return Choice{graded[0].Move, why(p, graded[0].Move, graded[0].Value >= mateValue, gap)}, true
}

// why is the reason for a move, the strongest first. gap is what it is better than the next.
func why(p *rules.Position, m rules.Move, mates bool, gap rules.Centipawns) string {
	us := p.Turn()
	before, _ := threatTo(p)
	q := p.Play(m)
	after, _ := threat(&q)
	early, late := p.Development(us), q.Development(us)
	switch {
	case mates:
		return "teach-why-mates"
	case p.InCheck():
		return "teach-why-check"
	case gain(p, m)-after >= winsGain:
		return "teach-why-wins"
	case before-after >= winsGain:
		return "teach-why-saves"
	case gap >= onlyGap:
		return "teach-why-only"
	case m.IsCastle():
		return "teach-why-castles"
	case late.Out.Len() > early.Out.Len():
		return "teach-why-develops"
	case late.Held.Len()+late.Controlled.Len() > early.Held.Len()+early.Controlled.Len():
		return "teach-why-centre"
	}
	return "teach-why-best"
}

// threatTo is the most that the side to move would lose if it passed: the value of what hangs.
func threatTo(p *rules.Position) (most rules.Centipawns, at square.Square) {
	at = square.None
	for s := range p.Side(p.Turn()).Squares() {
		if l := p.StaticExchange(s, p.Turn().Other()); l > most {
			most, at = l, s
		}
	}
	return most, at
}

// hint shows which man to move, when asked again also where to.
func (m *Moment) hint(s *Show) {
	p := &m.Position
	c, ok := Choose(p, m.Advice)
	if !ok {
		return
	}
	s.Used |= Hints
	from, to := c.Move.From(), arrival(c.Move)
	s.light(from, hint)
	if m.Asked == 1 {
		s.say("teach-hint-piece", "piece", letter(p, from), "square", from.String())
		s.say(c.Why)
		return
	}
	s.light(to, hint)
	s.say("teach-hint-move", "piece", letter(p, from), "from", from.String(), "to", to.String())
	s.say(c.Why)
}
