package main

import (
	"log/slog"
	"testing"
	"time"

	"jadoube/cmd/internal/engine"
	"jadoube/rules"
	"jadoube/rules/square"
)

// guide chooses White's moves for a game that is to have everything: it castles early, promotes a pawn and mates only then.
type guide struct {
	t        *testing.T
	engine   *engine.Engine
	promoted bool
}

func newGuide(t *testing.T) *guide {
	t.Helper()
	e, err := engine.Start(t.Context(), engine.Settings{Threads: 1, Hash: 16}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Skipf("SKIP: no engine to play against: %v", err)
	}
	t.Cleanup(e.Close)
	return &guide{t: t, engine: e}
}

// What the guide gives away for the moves that it wants to see, in centipawns: little in an open game, more in one that is won.
const (
	won    = 600
	thrift = 60
	waste  = 200
	plenty = 1200 // more isn't told apart from this
)

// choose is a move that is about as good as the best, and rather one that the game still lacks.
func (g *guide) choose(start rules.Position, moves []rules.Move, pos *rules.Position) rules.Move {
	g.t.Helper()
	a, err := g.engine.Search(g.t.Context(), engine.Query{Start: start, Moves: moves, Limit: engine.Limit{Nodes: 20_000, Time: 3 * time.Second}, Lines: 60}, nil)
	if err != nil {
		g.t.Fatal(err)
	}
	m := a.Move
	if len(a.Lines) > 0 && !g.promoted {
		m = g.prefer(pos, a.Lines)
	}
	g.promoted = g.promoted || m.Promotion() != rules.NoRole
	return m
}

func (g *guide) prefer(pos *rules.Position, lines []engine.Line) rules.Move {
	best := min(lines[0].Score.Value(), plenty)
	floor := best - thrift
	if best >= won {
		floor = best - waste
	}
	m, most := lines[0].Moves[0], mates
	for _, l := range lines {
		w := g.wish(pos, l.Moves[0])
		if l.Score.Value() < floor && !l.Moves[0].IsCastle() {
			w = min(w, mates+2) // still better than the end, or than a king that can't castle any more
		}
		if w > most && l.Score.Value() >= best-won {
			m, most = l.Moves[0], w
		}
	}
	return m
}

const mates = -3 // is what the game wants least

// wish is how much the game wants a move: 0 for any, less for what would spoil it.
func (g *guide) wish(pos *rules.Position, m rules.Move) int {
	next := pos.Play(m)
	spoilt := pos.CastlingRooks()&^next.CastlingRooks()&pos.Side(pos.Turn()) != 0
	role := pos.At(m.From()).Role()
	switch {
	case m.IsCastle():
		return 100
	case m.Promotion() == rules.Queen:
		return 90
	case !next.HasLegalMove():
		return mates
	case spoilt:
		return mates + 1
	case m.Promotion() != rules.NoRole:
		return -1
	case pos.CastlingRooks().Has(square.H1) && (m.From() == square.F1 || m.From() == square.G1):
		return 50
	case role == rules.Pawn && pos.PassedPawns(pos.Turn()).Has(m.From()):
		return 30 + m.To().Rank()
	case pos.IsCapture(m):
		return 20
	case role == rules.Pawn && !pos.CastlingRooks().Has(square.H1):
		return 10 + m.To().Rank()
	}
	return 0
}
