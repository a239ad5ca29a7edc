package game

import (
	"slices"

	"jadoube/rules"
	"jadoube/rules/pgn"
)

// tried are the lines of a game that is analysed: what is taken back stays in the record as a variation.
type tried struct {
	on    bool
	lines [][]rules.Move // from the start, in the order in which they were left
}

// maxTried bounds how many lines of a game are kept.
const maxTried = 1000

// keep keeps a line that is about to be left.
func (t *tried) keep(line []shown) {
	if t.on && len(t.lines) < maxTried {
		t.lines = append(t.lines, movesOf(line))
	}
}

func movesOf(line []shown) []rules.Move {
	out := make([]rules.Move, len(line))
	for i := range line {
		out[i] = line[i].Move
	}
	return out
}

// branch is a move of a tree of lines, with what was played after it, the main line first.
type branch struct {
	move rules.Move
	next []*branch
}

// grow adds a line to what follows.
func (b *branch) grow(line []rules.Move) {
	for _, m := range line {
		i := slices.IndexFunc(b.next, func(n *branch) bool { return n.move == m })
		if i < 0 {
			i = len(b.next)
			b.next = append(b.next, &branch{move: m})
		}
		b = b.next[i]
	}
}

// write puts what follows into a line, of which some moves are there already, from its move i on.
func (b *branch) write(l *pgn.Line, i int) {
	for ; len(b.next) > 0; i++ {
		if i >= len(l.Moves) {
			l.Append(b.next[0].move)
		}
		for _, other := range b.next[1:] {
			v := pgn.Line{}
			v.Append(other.move)
			other.write(&v, 1)
			l.Moves[i].Variations = append(l.Moves[i].Variations, v)
		}
		b = b.next[0]
	}
}

// write puts the lines beside the one that was shown last. Where they go on from its end, the first of them goes on there.
func (t *tried) write(l *pgn.Line, main []shown) {
	if len(t.lines) == 0 {
		return
	}
	root := &branch{}
	root.grow(movesOf(main))
	for _, line := range t.lines {
		root.grow(line)
	}
	root.write(l, 0)
}

// Analysed reports whether what is taken back is being kept as variations.
func (g *Game) Analysed() bool { return g.lines.on }
