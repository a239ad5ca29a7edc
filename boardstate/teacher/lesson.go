package teacher

import (
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
)

// Exercise is something to do on the board from a position. What it asks is said by the key "lesson-" and its ID.
type Exercise struct {
	ID     string // "rook-2": the lesson and a number
	Lesson string // "rook"
	FEN    string
	Goal   Goal
	Help   Help // that is shown meanwhile, besides the goal
}

// Aim is what kind of thing is to be done.
type Aim uint8

// The aims.
const (
	Reach     Aim = iota // bring a man to Square
	Take                 // take what stands on Square
	Castle               // castle so that the king arrives on Square
	EnPassant            // take a pawn in passing
	Promote              // promote a pawn, to Role where one is named
	Go                   // answer the check with the king
	Remove               // answer the check by taking the man that gives it, with another than the king
	Block                // answer the check by putting a man between
	Save                 // make a move after which nothing hangs
	Mate                 // mate in so many Moves
)

// Goal is what solves an exercise.
type Goal struct {
	Aim    Aim
	Square square.Square // of Reach, Take, Castle
	Role   rules.Role    // of Promote: NoRole for any
	Moves  int           // of Mate: 1 to 3
}

// State is how an exercise stands.
type State uint8

// The states.
const (
	Open   State = iota // the player is to move
	Solved              // done
	Wrong               // the last move doesn't lead there: it is to be taken back
)

// Standing is how an exercise stands after some moves.
type Standing struct {
	State State
	Reply rules.Move // when Open after a move of the player: what the opponent answers; else NoMove
}

// Start is the exercise's position. Those of [Exercises] are good.
func (e *Exercise) Start() (rules.Position, error) { return rules.ParsePosition(e.FEN) }

// Judge says how the exercise stands after moves, legal one after the other, of the player and in turn of the opponent.
func (e *Exercise) Judge(start rules.Position, moves []rules.Move) Standing {
	p := start
	for i, m := range moves {
		before := p
		p = p.Play(m)
		if i%2 == 1 {
			continue
		}
		if e.Goal.met(&before, m, &p) {
			return Standing{State: Solved}
		}
		if i == len(moves)-1 {
			return e.Goal.after(&p, i/2+1)
		}
	}
	return Standing{}
}

// after is how the exercise stands after the player's nth move, which hasn't met the goal.
func (g *Goal) after(p *rules.Position, n int) Standing {
	if left := g.Moves - n; g.Aim == Mate && left > 0 && mateAgainst(p, left) {
		return Standing{Reply: longest(p, left)}
	}
	return Standing{State: Wrong}
}

// met reports whether a move meets the goal.
func (g *Goal) met(before *rules.Position, m rules.Move, after *rules.Position) bool {
	switch g.Aim {
	case Reach:
		return !m.IsCastle() && m.To() == g.Square
	case Take:
		return before.IsCapture(m) && before.Victim(m) == g.Square
	case Castle:
		return m.IsCastle() && arrival(m) == g.Square
	case EnPassant:
		return m.IsEnPassant()
	case Promote:
		return m.Promotion() != rules.NoRole && (g.Role == rules.NoRole || m.Promotion() == g.Role)
	case Go, Remove, Block:
		return g.Aim == answerBy(before, m)
	case Save:
		return after.Hanging(before.Turn()) == 0
	}
	return mated(after)
}

// answerBy is the way in which a move answers a check.
func answerBy(p *rules.Position, m rules.Move) Aim {
	switch a := answersOf(p); {
	case slices.Contains(a.goes, m):
		return Go
	case slices.Contains(a.takes, m):
		return Remove
	}
	return Block
}

// mateIn reports whether the side to move can mate in n moves at most, whatever the opponent does.
func mateIn(p *rules.Position, n int) bool {
	return slices.ContainsFunc(p.LegalMoves(nil), func(m rules.Move) bool {
		q := p.Play(m)
		return mated(&q) || n > 1 && mateAgainst(&q, n-1)
	})
}

// mateAgainst reports whether the side to move, not mated yet, is mated in n moves whatever it does.
func mateAgainst(p *rules.Position, n int) bool {
	moves := p.LegalMoves(nil)
	return len(moves) > 0 && !slices.ContainsFunc(moves, func(m rules.Move) bool {
		q := p.Play(m)
		return !mateIn(&q, n)
	})
}

// longest is a defence that holds out for n moves where there is one, else the first move.
func longest(p *rules.Position, n int) rules.Move {
	moves := p.LegalMoves(nil)
	for _, m := range moves {
		if q := p.Play(m); n > 1 && !mateIn(&q, n-1) {
			return m
		}
	}
	return moves[0]
}

// Ask shows what an exercise asks for: its words, and its goal where that is a square that isn't to be found.
func (e *Exercise) Ask() (s Show) {
	switch e.Goal.Aim {
	case Reach, Take, Castle:
		s.light(e.Goal.Square, hint)
	}
	s.say("lesson-" + e.ID)
	return s
}

// Look shows an exercise at a moment: what is asked, what helps, and what the last move, of the player, made of it. wrong is
// that move when it has to be taken back, else NoMove.
func (e *Exercise) Look(m *Moment, wrong rules.Move) Show {
	if wrong != rules.NoMove {
		var s Show
		s.light(arrival(wrong), cannotStay)
		s.light(wrong.From(), doNext)
		s.say("lesson-wrong")
		return s
	}
	s := e.Ask()
	over := Look(m, [2]Help{e.Help, e.Help})
	for sq, meaning := range over.Lights {
		if meaning != mayGo || s.Lights[sq] != hint {
			s.light(sq, meaning)
		}
	}
	if m.Tried != nil || m.Asked > 0 || len(m.Hand) > 0 {
		s.Words = append(over.Words, s.Words...)
	}
	s.Used = over.Used
	return s
}

// Praise is what is said of a solved exercise; done is true when it was its lesson's last.
func Praise(done bool) Words {
	if done {
		return say("lesson-finished")
	}
	return say("lesson-right")
}

// Lessons returns the names of all lessons in the order in which they are taught.
func Lessons() (names []string) {
	for i := range Exercises {
		if l := Exercises[i].Lesson; len(names) == 0 || names[len(names)-1] != l {
			names = append(names, l)
		}
	}
	return names
}

// Of returns the exercises of a lesson in their order; none for a lesson that doesn't exist.
func Of(lesson string) (list []Exercise) {
	for _, e := range Exercises {
		if e.Lesson == lesson {
			list = append(list, e)
		}
	}
	return list
}
