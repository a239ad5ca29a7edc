package engine

import (
	"fmt"
	"strings"
	"time"

	"jadoube/rules"
)

// Query is a position and what is asked of it.
type Query struct {
	Game    int64          // another number tells the engine that another game is played
	Start   rules.Position // where the game began
	Moves   []rules.Move   // since then, legal each; the side to move after them must have a move
	Level   Level
	Limit   Limit
	Lines   int // how many of the best lines are wanted; 0 = 1
	Purpose any // the asker's own, handed back with the answer
}

// Limit says when the engine is to stop thinking. The first of Time and Clock that is set counts; without either it thinks
// for a second.
type Limit struct {
	Time  time.Duration // thinks for as long
	Clock *Clock        // divides its own time
	Nodes int64         // and looks at no more positions than this, which takes the same work on every machine; 0 = any number
}

// Clock is what a chess clock shows.
type Clock struct {
	White, Black                   time.Duration // left
	WhiteIncrement, BlackIncrement time.Duration // added for each move
	MovesToGo                      int           // until more time is added, 0 = until the end
}

// usualTime is how long an engine thinks that isn't told.
const usualTime = time.Second

// command is the limit as the engine is told it.
func (l *Limit) command() string {
	text := l.timed()
	if l.Nodes > 0 {
		text += fmt.Sprintf(" nodes %d", l.Nodes)
	}
	return text
}

func (l *Limit) timed() string {
	if l.Time <= 0 && l.Clock != nil {
		c := l.Clock
		text := fmt.Sprintf("go wtime %d btime %d winc %d binc %d", ms(c.White), ms(c.Black), ms(c.WhiteIncrement), ms(c.BlackIncrement))
		if c.MovesToGo > 0 {
			text += fmt.Sprintf(" movestogo %d", c.MovesToGo)
		}
		return text
	}
	return fmt.Sprintf("go movetime %d", ms(l.most(rules.White)))
}

// most is the longest that the engine may think with the side to move.
func (l *Limit) most(c rules.Color) time.Duration {
	switch {
	case l.Time > 0:
		return l.Time
	case l.Clock == nil:
		return usualTime
	case c == rules.White:
		return max(l.Clock.White, 0)
	}
	return max(l.Clock.Black, 0)
}

// ms are whole milliseconds, at least 1: engines take 0 for no limit or for a fallen flag.
func ms(d time.Duration) int64 { return max(d.Milliseconds(), 1) }

// Answer is what the engine makes of a query.
type Answer struct {
	Query
	Move   rules.Move // legal
	Lines  []Line     // the best first; none when the engine told no scores
	Level  Level      // at which it played: the nearest to the query's that it can
	Engine string     // its name
	Took   time.Duration
}

// Line is a line of play and its score.
type Line struct {
	Moves []rules.Move // legal one after the other, the first at least
	Score Score        // for the side to move
	Depth int          // plies
}

// end is the position of the query.
func (q *Query) end() rules.Position {
	p := q.Start
	for _, m := range q.Moves {
		p = p.Play(m)
	}
	return p
}

// command is the query's position as an engine is told it.
func (q *Query) command() string {
	var b strings.Builder
	if fen := q.Start.FEN(); fen == rules.StartFEN {
		b.WriteString("position startpos")
	} else if q.Start.Standard() {
		b.WriteString("position fen " + fen)
	} else {
		b.WriteString("position fen " + q.Start.ShredderFEN())
	}
	p := q.Start
	for i, m := range q.Moves {
		if i == 0 {
			b.WriteString(" moves")
		}
		b.WriteString(" " + q.uci(&p, m))
		p = p.Play(m)
	}
	return b.String()
}

func (q *Query) uci(p *rules.Position, m rules.Move) string {
	if q.Start.Standard() {
		return p.UCI(m)
	}
	return p.UCI960(m)
}

// line reads the moves of a line as far as they are legal.
func readLineOf(p rules.Position, words []string) (moves []rules.Move) {
	for _, w := range words {
		m, err := p.ParseUCI(w)
		if err != nil {
			break
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	return moves
}
