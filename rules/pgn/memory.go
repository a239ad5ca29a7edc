package pgn

import (
	"slices"

	"jadoube/rules"
)

// What a game held before stays behind the ends of its slices, and is used again when they grow: so long files are read
// into one game with hardly any new memory.

// usualVariation is how many moves a variation gets room for at once.
const usualVariation = 4

// empty takes all out of a game.
func (g *Game) empty() {
	*g = Game{Tags: g.Tags[:0], Line: g.Line}
	g.Line.empty()
}

func (l *Line) empty() { l.Comments, l.Moves, l.Cut = l.Comments[:0], l.Moves[:0], nil }

// extend adds a move of which nothing is said yet.
func (l *Line) extend(m rules.Move) {
	n := len(l.Moves)
	if n == cap(l.Moves) {
		l.Moves = slices.Grow(l.Moves, max(n, usualVariation))
	}
	l.Moves = l.Moves[:n+1]
	e := &l.Moves[n]
	e.Move, e.NAGs, e.Comments, e.Variations = m, e.NAGs[:0], e.Comments[:0], e.Variations[:0]
}

// vary adds a variation to a move.
func (m *Move) vary() *Line {
	n := len(m.Variations)
	m.Variations = slices.Grow(m.Variations, 1)[:n+1]
	m.Variations[n].empty()
	return &m.Variations[n]
}
