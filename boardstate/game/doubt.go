package game

import (
	"fmt"
	"strings"

	"jadoube/boardstate"
	"jadoube/rules"
)

// doubt is another way to go on from a ply that nothing decides against.
type doubt struct {
	ply  int    // from 1: the first move that may have been another
	text string // the other line, as PGN writes its moves
}

// tellDoubts tells at the end which moves may as well have been others.
func (g *Game) tellDoubts() {
	for _, d := range g.tracker.Doubts() {
		if g.story.Sign != "" && d.Sign == g.story.Sign && kingsStep(d.Line[d.Plies:]) {
			continue // on the way to the centre: no move
		}
		e := Event{Type: Ambiguous, FromPly: d.Plies + 1, Old: g.ucis(g.shown[min(d.Plies, len(g.shown)):]), New: []string{}}
		var words []string
		for _, p := range d.Line[d.Plies:] {
			w := g.word(p)
			e.New, words = append(e.New, w.uci), append(words, w.san)
		}
		e.Result = d.Sign
		g.emit(e)
		g.doubts = append(g.doubts, doubt{d.Plies + 1, otherwise(words, d)})
	}
}

// otherwise puts a doubt into words.
func otherwise(words []string, d boardstate.Doubt) string {
	if len(words) == 0 {
		words = []string{"no move here"}
	}
	if d.Sign != "" {
		words = append(words, d.Sign)
	}
	return fmt.Sprintf("ambiguous: the board saw as well %s", strings.Join(words, " "))
}

// kingsStep reports whether a line is one move of a king.
func kingsStep(line []boardstate.Played) bool {
	return len(line) == 1 && line[0].Before.At(line[0].Move.From()).Role() == rules.King
}
