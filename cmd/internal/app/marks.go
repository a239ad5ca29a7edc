package app

import (
	"strconv"

	"jadoube/cmd/internal/engine"
	"jadoube/rules"
	"jadoube/rules/pgn"
)

// marks are what a game's PGN says beyond what was played: by what engine, and with what help.
type marks struct {
	engine string // its name; "" when none has played
	side   rules.Color
	level  engine.Level
}

// markEngine notes that the engine plays in this game.
func (d *daemon) markEngine(a *engine.Answer) {
	d.marks.engine, d.marks.side, d.marks.level = a.Engine, d.opponent.side, a.Level
}

// write puts the marks into a game. Tags that the config sets stay.
func (m *marks) write(g *pgn.Game) {
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
