package teacher

import (
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
)

// mateValue is what a mate is worth here, more than all men.
const mateValue rules.Centipawns = 30_000

// Advice is what somebody stronger says of a position.
type Advice struct {
	Lines []Line // the best first; at least one
}

// Line is a line of play and its value.
type Line struct {
	Moves []rules.Move     // legal one after the other, at least one
	Value rules.Centipawns // for the side to move; beyond ±15 000 a mate is seen
}

// best is the line that is advised, nil when there is none that can be played in p.
func (a *Advice) best(p *rules.Position) *Line {
	if a == nil || len(a.Lines) == 0 || len(a.Lines[0].Moves) == 0 || !p.IsLegal(a.Lines[0].Moves[0]) {
		return nil
	}
	return &a.Lines[0]
}

// Graded is a move with what it brings, by the men that are won and lost on one square, by mates in one, and in quiet
// positions by what openings are taught to aim at. A sharper eye sees more.
type Graded struct {
	Move  rules.Move
	Value rules.Centipawns // compared with what stood before
}

// Grade returns the legal moves, the best first.
func Grade(p *rules.Position) []Graded {
	moves := p.LegalMoves(nil)
	out := make([]Graded, len(moves))
	for i, m := range moves {
		out[i] = Graded{m, net(p, m) + taste(p, m)}
	}
	slices.SortStableFunc(out, func(a, b Graded) int { return int(b.Value - a.Value) })
	return out
}

// net is what a move wins, less what the opponent can win by the best answer on one square; a mate is worth mateValue.
func net(p *rules.Position, m rules.Move) rules.Centipawns {
	q := p.Play(m)
	if mated(&q) {
		return mateValue
	}
	loss, _ := threat(&q)
	return gain(p, m) - loss
}

// mated reports whether the side to move is mated.
func mated(p *rules.Position) bool { return p.InCheck() && !p.HasLegalMove() }

// gain is what a move wins at once: what it takes, and what a pawn becomes.
func gain(p *rules.Position, m rules.Move) (won rules.Centipawns) {
	if p.IsCapture(m) {
		won = p.At(p.Victim(m)).Role().Value()
	}
	if r := m.Promotion(); r != rules.NoRole {
		won += r.Value() - rules.Pawn.Value()
	}
	return won
}

// threat is the most that the side to move can win by one move and the captures after it on its square, and that move;
// mateValue for a mate.
func threat(p *rules.Position) (most rules.Centipawns, by rules.Move) {
	for _, m := range p.LegalMoves(nil) {
		if q := p.Play(m); mated(&q) {
			return mateValue, m
		}
		if p.IsCapture(m) || m.Promotion() != rules.NoRole {
			if won := p.ExchangeOf(m); won > most {
				most, by = won, m
			}
		}
	}
	return most, by
}

// taste is what is taught of quiet moves, in small change: develop, castle, hold the centre, push what may promote, leave
// king and queen at home while others wait.
func taste(p *rules.Position, m rules.Move) rules.Centipawns {
	us := p.Turn()
	if m.IsCastle() {
		return 45
	}
	early := p.Development(us)
	q := p.Play(m)
	late := q.Development(us)
	v := 20 * rules.Centipawns(late.Out.Len()-early.Out.Len())
	v += 12 * rules.Centipawns(late.Pawns.Len()-early.Pawns.Len())
	v += 6 * rules.Centipawns(late.Held.Len()-early.Held.Len()+late.Controlled.Len()-early.Controlled.Len())
	waiting := early.Home.Len() > 1
	switch p.At(m.From()).Role() {
	case rules.King:
		if waiting {
			v -= 25
		}
	case rules.Queen:
		if waiting {
			v -= 12
		}
	case rules.Pawn:
		if q.PassedPawns(us).Has(m.To()) {
			v += 8 * rules.Centipawns(6-q.MarchOf(m.To()))
		}
	}
	return v
}

// Verdict is what a move has cost.
type Verdict struct {
	Move   rules.Move
	Loss   rules.Centipawns // compared with the best move; mateValue for a mate in one
	Victim square.Square    // what the opponent can take now, None when that isn't one man
	Mate   bool             // the opponent can mate at once
}

// badLoss is what a move must cost to be worth a warning: more than a pawn, less than a minor piece.
const badLoss = 200

// Bad reports whether the move is worth a warning.
func (v *Verdict) Bad() bool { return v.Loss >= badLoss }

// Judge says what a move, legal in p, has cost. With advice on the positions before and after it that decides, else the
// exchanges do.
func Judge(p *rules.Position, m rules.Move, before, after *Advice) Verdict {
	q := p.Play(m)
	v := Verdict{Move: m, Victim: square.None}
	lost, by := threat(&q)
	v.Mate = lost == mateValue
	if by != rules.NoMove && q.IsCapture(by) {
		v.Victim = q.Victim(by)
	}
	b, a := before.best(p), after.best(&q)
	if b != nil && a != nil {
		v.Loss = enough(b.Value) - enough(-a.Value) // after the move the value is the opponent's
		if v.Victim.Valid() && !v.Mate && lost <= gain(p, m) {
			v.Victim = square.None // he takes back, that is all
		}
		return v
	}
	v.Loss = loss(p, m)
	return v
}

// enough cuts a value off where the game is decided, so that a mate that was missed in a won game is no loss.
func enough(v rules.Centipawns) rules.Centipawns {
	const decided = 1000
	return max(-decided, min(v, decided))
}

// loss is what a move costs by the exchanges: what the best one brings more. To miss a mate is no loss.
func loss(p *rules.Position, m rules.Move) rules.Centipawns {
	mine := net(p, m)
	best := mine
	for _, o := range p.LegalMoves(nil) {
		if n := net(p, o); n < mateValue {
			best = max(best, n)
		}
	}
	return best - mine
}

// warn tells the mover that his move loses something, and how to take it back.
func (m *Moment) warn(s *Show) {
	v := m.Verdict
	s.Used |= Blunders
	if !v.Move.IsCastle() {
		s.light(v.Move.From(), mayGo)
		s.light(v.Move.To(), doNext)
	}
	seconds := itoa(m.Seconds)
	switch {
	case v.Mate:
		s.say("teach-mates", "seconds", seconds)
	case v.Victim.Valid():
		s.light(v.Victim, atRisk)
		s.say("teach-hangs", "piece", letter(&m.Position, v.Victim), "square", v.Victim.String(), "seconds", seconds)
	default:
		s.say("teach-loses", "seconds", seconds)
	}
}
