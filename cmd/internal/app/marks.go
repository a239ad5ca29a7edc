package app

import (
	"strconv"

	"jadoube/boardstate/teacher"
	"jadoube/cmd/internal/engine"
	"jadoube/rules"
	"jadoube/rules/pgn"
)

// marks are what a game's PGN says beyond what was played: by what engine, and with what help.
type marks struct {
	engine string // its name; "" when none has played
	side   rules.Color
	level  engine.Level
	lesson string               // the exercise that was done
	used   [2]teacher.Help      // by side
	before map[int]teacher.Help // what help was given before the move of a ply
}

// helped notes help that a side was given before the move of a ply, from 1.
func (m *marks) helped(side rules.Color, ply int, h teacher.Help) {
	m.used[side] |= h
	if m.before == nil {
		m.before = map[int]teacher.Help{}
	}
	m.before[ply] |= h
}

// markEngine notes that the engine plays in this game.
func (d *daemon) markEngine(a *engine.Answer) {
	d.marks.engine, d.marks.side, d.marks.level = a.Engine, d.opponent.side, a.Level
}

// write puts the marks into a game. Tags that the config sets stay.
func (m *marks) write(g *pgn.Game) {
	m.writeHelp(g)
	if m.lesson != "" {
		g.SetTag("Event", "Exercise "+m.lesson)
	}
	if m.engine == "" {
		return
	}
	side := "White"
	if m.side == rules.Black {
		side = "Black"
	}
	set := func(name, value string) {
		if old := g.Tag(name); old == "" || old == "?" {
			g.SetTag(name, value)
		}
	}
	set(side, m.engine)
	set(side+"Type", "program")
	if elo := m.level.Elo(); elo > 0 {
		set(side+"Elo", strconv.Itoa(elo)) // a rating only: other strengths are none
	}
}

// writeHelp says which help each side had, and at which moves a hint or a warning was given.
func (m *marks) writeHelp(g *pgn.Game) {
	for c, used := range m.used {
		if used != teacher.None {
			g.SetTag(teacher.Tag(rules.Color(c) == rules.White), used.String())
		}
	}
	for i := range g.Moves {
		if text := teacher.Comment(m.before[i+1]); text != "" {
			g.Moves[i].Comments = append(g.Moves[i].Comments, text)
		}
	}
}
