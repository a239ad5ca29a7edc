package teacher

import (
	"cmp"
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
)

const (
	reviewSpots = 3   // so many moments are shown after a game
	reviewLoss  = 100 // what a move must have cost to be one of them
	reviewGap   = 2   // plies that lie between two of them at least, so that one slip isn't shown twice
)

// Spot is a moment of a game that is worth another look.
type Spot struct {
	Ply    int              // of the move, from 1
	Before rules.Position   // where it was made
	Move   rules.Move       // what was played
	Better rules.Move       // what would have been better
	Loss   rules.Centipawns // what the difference was worth
}

// Review returns three moments of a game at most, in their order: those where a move cost most. moves are legal from start
// on. advice holds what somebody stronger says of the positions before each move and after the last, one more than there are
// moves; where it is nil, or one of the two that a move needs is missing, the exchanges decide. sides are those whose moves
// are looked at, White's first.
func Review(start rules.Position, moves []rules.Move, advice []*Advice, sides [2]bool) []Spot {
	at := func(i int) *Advice {
		if i < len(advice) {
			return advice[i]
		}
		return nil
	}
	var spots []Spot
	p := start
	for i, m := range moves {
		if sides[p.Turn()] {
			s := spot(p, m, at(i), at(i+1))
			s.Ply = i + 1
			if s.Loss >= reviewLoss && s.Better != m {
				spots = append(spots, s)
			}
		}
		p = p.Play(m)
	}
	return largest(spots)
}

// spot looks at one move.
func spot(p rules.Position, m rules.Move, before, after *Advice) Spot {
	s := Spot{Before: p, Move: m, Loss: Judge(&p, m, before, after).Loss}
	q := p.Play(m)
	if b := before.best(&p); b != nil && after.best(&q) != nil {
		s.Better = b.Moves[0]
		return s
	}
	if graded := Grade(&p); len(graded) > 0 {
		s.Better = graded[0].Move
		if graded[0].Value >= mateValue && !mated(&q) {
			s.Loss = mateValue // a mate in one was missed
		}
	}
	return s
}

// largest keeps the spots with the largest losses that don't lie too close, in the order of the game.
func largest(spots []Spot) []Spot {
	slices.SortStableFunc(spots, func(a, b Spot) int { return cmp.Compare(b.Loss, a.Loss) })
	var kept []Spot
	for _, s := range spots {
		close := func(k Spot) bool { return max(k.Ply-s.Ply, s.Ply-k.Ply) < reviewGap }
		if len(kept) < reviewSpots && !slices.ContainsFunc(kept, close) {
			kept = append(kept, s)
		}
	}
	slices.SortFunc(kept, func(a, b Spot) int { return cmp.Compare(a.Ply, b.Ply) })
	return kept
}

// Show is the spot in lights and words: what was played, and what would have been better.
func (s *Spot) Show() (out Show) {
	out.light(s.Move.From(), touched)
	out.light(arrival(s.Move), atRisk)
	for _, sq := range []square.Square{s.Better.From(), arrival(s.Better)} {
		out.light(sq, hint)
	}
	out.say("review-spot", "move", itoa((s.Ply+1)/2), "side", s.Before.Turn().String(), "san", s.Before.SAN(s.Move), "better", s.Before.SAN(s.Better))
	return out
}
