package pgn

import (
	"slices"
	"strings"

	"jadoube/rules"
)

// keeper keeps what is read of games in few pieces of memory. What a game held before stays behind the ends of its
// slices, and is used again when they grow, so that a long file read into one game needs hardly any new memory.
type keeper struct {
	text     strings.Builder // what has been written to it never moves: a piece that is full is left to its strings
	comments pieces[string]
	nags     pieces[int]
	lines    pieces[Line]
	moves    pieces[Move]
}

const (
	pieceBytes    = 1024 // of text
	pieceElements = 16   // of what lists hold
	usualMoves    = 4    // that a variation gets room for at once

	maxKept = 1 << 20 // bytes read into one game's memory until it is given up, as each move keeps what it ever needed
)

// pieces is memory of which short lists are cut.
type pieces[T any] []T

// room returns a list with room for one more element, a new one with room for n.
func (p *pieces[T]) room(list []T, n int) []T {
	if cap(list) > 0 {
		return slices.Grow(list, 1)
	}
	if len(*p) < n {
		*p = make([]T, pieceElements)
	}
	list, *p = (*p)[:0:n], (*p)[n:]
	return list
}

// keep returns a text in memory of its own.
func (k *keeper) keep(s string) string {
	if k.text.Cap()-k.text.Len() < len(s) {
		k.text.Reset()
		k.text.Grow(max(len(s), pieceBytes))
	}
	n := k.text.Len()
	k.text.WriteString(s)
	return k.text.String()[n:]
}

// addComment adds to the comments of a move or a line.
func (k *keeper) addComment(list *[]string, text string) {
	*list = append(k.comments.room(*list, 1), k.keep(text))
}

// addNAG adds to the annotations of a move.
func (k *keeper) addNAG(m *Move, n int) { m.NAGs = append(k.nags.room(m.NAGs, 1), n) }

// addMove adds a move to a line.
func (k *keeper) addMove(l *Line, m rules.Move) {
	n := len(l.Moves)
	if n == cap(l.Moves) {
		l.Moves = k.moves.room(l.Moves, usualMoves)
	}
	l.Moves = l.Moves[:n+1]
	e := &l.Moves[n]
	e.Move, e.NAGs, e.Comments, e.Variations = m, e.NAGs[:0], e.Comments[:0], e.Variations[:0]
}

// addVariation adds a variation to a move.
func (k *keeper) addVariation(m *Move) *Line {
	n := len(m.Variations)
	m.Variations = k.lines.room(m.Variations, 1)[:n+1]
	l := &m.Variations[n]
	l.empty()
	return l
}

func (l *Line) empty() { l.Comments, l.Moves, l.Cut = l.Comments[:0], l.Moves[:0], nil }

// empty takes all out of a game, its memory too when that may have become far more than one game needs.
func (g *Game) empty() {
	if g.kept > maxKept {
		*g = Game{}
	}
	*g = Game{Tags: g.Tags[:0], Line: g.Line, kept: g.kept}
	g.Line.empty()
}
