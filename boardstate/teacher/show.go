package teacher

import (
	"jadoube/rules"
	"jadoube/rules/square"
)

// The lights' words.
const (
	hint       = "hint"
	mayGo      = "may-go"
	mayCapture = "may-capture"
	atRisk     = "at-risk"
	inCheck    = "check"
	touched    = "touched"
	doNext     = "do-next"
	cannotStay = "cannot-stay"
)

// Words is something to say: a key of the catalogs, and the values of the names in it.
type Words struct {
	Key  string
	Args map[string]string
}

// say makes words of a key and its arguments, names and values in turn.
func say(key string, kv ...string) Words {
	args := map[string]string{}
	for i := 0; i+1 < len(kv); i += 2 {
		args[kv[i]] = kv[i+1]
	}
	return Words{key, args}
}

// Show is what a teacher shows.
type Show struct {
	Lights map[square.Square]string // the meaning of each square that says something
	Words  []Words                  // the most important first
	Used   Help                     // the steps that gave help in this
}

func (s *Show) light(sq square.Square, meaning string) {
	if s.Lights == nil {
		s.Lights = map[square.Square]string{}
	}
	s.Lights[sq] = meaning
}

func (s *Show) lightAll(set square.Set, meaning string) {
	for sq := range set.Squares() {
		s.light(sq, meaning)
	}
}

func (s *Show) say(key string, kv ...string) { s.Words = append(s.Words, say(key, kv...)) }

// Moment is what a teacher sees of a game at one moment.
type Moment struct {
	Position rules.Position  // after the last move
	Verdict  *Verdict        // on the last move, as long as it may be taken back; else nil
	Seconds  int             // for how long it may be taken back, in all
	Hand     []square.Square // men that are lifted, the first lifted first
	PutBack  square.Set      // men that were lifted since the last move and stand where they stood
	Tried    *Try            // a man stands where it may not; else nil
	Asked    int             // how often a hint was asked for in this position
	Advice   *Advice         // on the position, of somebody stronger; nil when there is none
}

// Try is a man that was set down where it may not go.
type Try struct {
	From, To square.Square
	Rook     bool // castling was tried, and the rook has left its square too: both are led back
}

// Look is what to show at a moment, given each side's help. What is wrong comes before what may be done, and that before what
// is only good to know.
func Look(m *Moment, help [2]Help) (s Show) {
	turn := m.Position.Turn()
	if m.Verdict != nil && m.Verdict.Bad() && help[turn.Other()].Has(Blunders) {
		m.warn(&s)
		return s
	}
	have := help[turn]
	if m.Tried != nil {
		if !m.Tried.Rook {
			m.targets(&s, have, m.Tried.From)
		}
		if have.Has(Castling) {
			m.castling(&s)
		}
		return s
	}
	if len(m.Hand) > 0 {
		m.inHand(&s, have)
		return s
	}
	switch {
	case m.Asked > 0 && have.Has(Hints):
		m.hint(&s)
	case m.Position.InCheck() && have.Has(Check):
		m.check(&s)
	case have.Has(Attacked):
		m.attacked(&s)
	}
	if have.Has(Touch) {
		m.touch(&s, square.None)
	}
	return s
}

// letter is the FEN letter of what stands on a square, as the catalogs' {piece} wants it.
func letter(p *rules.Position, s square.Square) string { return p.At(s).String() }

// arrival is where the man that makes the move arrives, in castling the king.
func arrival(m rules.Move) square.Square {
	if m.IsCastle() {
		king, _ := m.CastleTo()
		return king
	}
	return m.To()
}
