package game

import (
	"time"

	"jadoube/rules"
	"jadoube/rules/pgn"
)

// Tags returns the tags that the game began with.
func (g *Game) Tags() []pgn.Tag { return g.opt.Tags }

// PGN returns the game as far as it has been shown, provisional moves included.
func (g *Game) PGN() *pgn.Game { return g.record(false) }

// TimedPGN is PGN with each move's elapsed time, from the release of the move before it to its own, and with what was left on the
// clock when it was completed, if there is one. The first move has no elapsed time, since nothing tells when thinking began.
func (g *Game) TimedPGN() *pgn.Game { return g.record(true) }

func (g *Game) record(timed bool) *pgn.Game {
	out := &pgn.Game{}
	for _, t := range g.opt.Tags {
		out.SetTag(t.Name, t.Value)
	}
	if g.opt.Chess960 {
		out.SetTag("Variant", "Chess960")
	}
	if g.start.FEN() != rules.StartFEN {
		out.SetStart(g.start)
	}
	for i := range g.shown {
		m := out.Append(g.shown[i].Move)
		if left := g.shown[i].left; timed && left >= 0 {
			m.SetClock(time.Duration(left) * time.Millisecond)
		}
		if timed && i > 0 {
			m.SetElapsed(time.Duration(g.shown[i].Made-g.shown[i-1].Made) * time.Millisecond)
		}
	}
	g.lines.write(&out.Line, g.shown)
	for _, d := range g.doubts {
		if i := min(d.ply, len(out.Moves)) - 1; i >= 0 {
			out.Moves[i].Comments = append(out.Moves[i].Comments, d.text)
		} else {
			out.Comments = append(out.Comments, d.text)
		}
	}
	g.tagClock(out)
	result, _ := g.Result()
	out.Result = pgn.Result(result)
	return out
}

// Snapshot is everything but the moves that a reader who comes late needs to know.
type Snapshot struct {
	Start, FEN string // the position at the start, and after the last move shown
	Tags       map[string]string
	Frame      string            // what the debounced sensors see, as in Event
	LEDs       map[string]string // as in Event
	Prompt     string            // key of what a player should do next, "" for nothing
	PromptArgs map[string]string
}

// MoveShown is a move that has been told.
type MoveShown struct {
	Ply     int
	UCI     string
	SAN     string
	FEN     string
	Settled bool
	Made    int64 // ms
}

// Now returns the snapshot of this moment.
func (g *Game) Now() Snapshot {
	pos := g.Position()
	frame := g.stable.Frame()
	return Snapshot{
		Start: g.start.FEN(), FEN: pos.FEN(), Tags: tagMap(g.opt.Tags), Frame: frame.String(), LEDs: g.lights,
		Prompt: g.prompt.key, PromptArgs: g.promptArgs,
	}
}

// Moves returns the moves that have been told, in the words in which they were.
func (g *Game) Moves() []MoveShown {
	moves := make([]MoveShown, len(g.shown))
	for i := range g.shown {
		m := &g.shown[i]
		moves[i] = MoveShown{i + 1, m.uci, m.san, m.fen, m.settled, m.Made}
	}
	return moves
}

func tagMap(tags []pgn.Tag) map[string]string {
	out := map[string]string{}
	for _, t := range tags {
		out[t.Name] = t.Value
	}
	return out
}
