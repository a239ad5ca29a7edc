package app

import (
	"fmt"
	"slices"
	"strings"

	"jadoube/boardstate/game"
	"jadoube/rules"
	"jadoube/rules/pgn"
)

// chronicle is what the events of a recording say of its games: those with a move or a result, and the one that is
// played now. It is worked out from the events alone, so it can be held against what a reading of the record says.
type chronicle struct {
	games    []*toldGame
	opponent game.Event // that told last of the engine; without a type when none has
	lesson   game.Event // that told last of a lesson; the same
}

// toldGame is one game as it was told.
type toldGame struct {
	firstN, t int64 // of the event with which it began
	start     string
	moves     []toldMove
	result    string
	reason    string
	goesOn    bool // the next one goes on from an illegal move that stands in it
	reopened  bool // it had a result once, and goes on by the arbiter's word
	begun     bool // it had a move once, so that the library may have it
	notes     []note
	wrong     []wrong
	engine    game.Event // that told of the engine's thinking last
	thought   int        // after so many moves
}

type toldMove struct {
	uci, fen string // fen is the position after the move
	settled  bool
}

// note is a comment behind the move of a ply; 0 stands before the first.
type note struct {
	ply  int
	text string
}

// wrong is a man that stands where no move explains it.
type wrong struct {
	ply    int // moves were made before
	square string
	text   string
}

func (g *toldGame) happened() bool { return len(g.moves) > 0 || g.result != "" || g.reopened }

// now is the game that is played; nil before the first.
func (c *chronicle) now() *toldGame {
	if len(c.games) == 0 {
		return nil
	}
	return c.games[len(c.games)-1]
}

// take adds an event.
func (c *chronicle) take(e *game.Event) {
	if e.Type == game.Setup {
		if last := c.now(); last != nil && !last.happened() {
			c.games = c.games[:len(c.games)-1]
		} else if last != nil {
			last.goesOn = e.Reason == game.ReasonStands
		}
		c.games = append(c.games, &toldGame{firstN: e.N, t: e.T, start: e.FEN})
		return
	}
	switch e.Type {
	case game.Opponent:
		c.opponent = *e
	case game.Lesson:
		c.lesson = *e
	}
	if g := c.now(); g != nil {
		g.take(e)
	}
}

func (g *toldGame) take(e *game.Event) {
	switch e.Type {
	case game.Provisional:
		g.cut(e.Ply - 1)
		g.moves = append(g.moves, toldMove{uci: e.UCI, fen: e.FEN})
	case game.Move:
		g.settle(e)
	case game.Withdrawn:
		g.cut(e.Ply - 1)
	case game.Takeback:
		g.cut(e.FromPly - 1)
	case game.Amended:
		g.amend(e)
	case game.Illegal:
		g.wrong = append(g.wrong, wrong{len(g.moves), e.Square, standing(e)})
	case game.Restore:
		g.wrong = slices.DeleteFunc(g.wrong, func(w wrong) bool { return e.Square == "" || w.square == e.Square })
	case game.Opponent:
		if e.State == "thinking" {
			g.engine, g.thought = *e, len(g.moves)
		}
	case game.ResultShown:
		g.result, g.reason, g.reopened = e.Result, e.Reason, g.reopened || e.Result == ""
	}
	g.begun = g.begun || len(g.moves) > 0
}

// settle notes that a move is settled; those after it stay.
func (g *toldGame) settle(e *game.Event) {
	i := max(0, min(e.Ply-1, len(g.moves)))
	if i == len(g.moves) || g.moves[i].uci != e.UCI {
		g.cut(i)
		g.moves = append(g.moves, toldMove{uci: e.UCI, fen: e.FEN})
	}
	g.moves[i].settled = true
}

// cut leaves the first n moves.
func (g *toldGame) cut(n int) { g.moves = g.moves[:max(0, min(n, len(g.moves)))] }

// amend replaces the moves from a ply on and notes what was told before.
func (g *toldGame) amend(e *game.Event) {
	g.cut(e.FromPly - 1)
	before := g.position()
	if len(e.Old) > 0 {
		g.notes = append(g.notes, note{len(g.moves) + 1, "amended: the record had " + words(before, e.Old)})
	}
	for _, uci := range e.New {
		p := g.position()
		m, err := p.ParseUCI(uci)
		if err != nil {
			break // it can't be told on; the next event with a position goes on
		}
		p = p.Play(m)
		g.moves = append(g.moves, toldMove{uci: uci, fen: p.FEN()})
	}
}

// position is the one after the last move.
func (g *toldGame) position() rules.Position {
	fen := g.start
	if n := len(g.moves); n > 0 {
		fen = g.moves[n-1].fen
	}
	p, err := rules.ParsePosition(fen)
	if err != nil {
		return rules.StartPosition()
	}
	return p
}

// words writes moves from a position as people read them.
func words(p rules.Position, ucis []string) string {
	var out []string
	for i, uci := range ucis {
		m, err := p.ParseUCI(uci)
		if err != nil {
			return strings.Join(append(out, ucis[i:]...), " ")
		}
		switch {
		case p.Turn() == rules.White:
			out = append(out, fmt.Sprintf("%d.", p.FullMove()))
		case i == 0:
			out = append(out, fmt.Sprintf("%d...", p.FullMove()))
		}
		out = append(out, p.SAN(m))
		p = p.Play(m)
	}
	return strings.Join(out, " ")
}

var pieceNames = map[string]string{"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}

// standing says what stands where it can't, or which illegal move was completed.
func standing(e *game.Event) string {
	if e.State == "completed" {
		return fmt.Sprintf("illegal move completed by %s: %s", e.Side, strings.ReplaceAll(e.Key, "_", " "))
	}
	name := pieceNames[strings.ToLower(e.Piece)]
	if name == "" {
		name = "piece"
	}
	if e.From != "" {
		name += " from " + e.From
	}
	return fmt.Sprintf("illegal: the %s stands on %s", name, e.Square)
}

// comments are the notes, and the illegal men that were played on with.
func (g *toldGame) comments(over bool) []note {
	list := slices.Clone(g.notes)
	for _, w := range g.wrong {
		if over || w.ply < len(g.moves) {
			list = append(list, note{w.ply, w.text})
		}
	}
	return list
}

// annotate puts the comments into a game's PGN.
func (g *toldGame) annotate(out *pgn.Game, over bool) {
	for _, n := range g.comments(over) {
		if i := min(n.ply, len(out.Moves)) - 1; i >= 0 {
			out.Moves[i].Comments = append(out.Moves[i].Comments, n.text)
		} else {
			out.Comments = append(out.Comments, n.text)
		}
	}
}
