package app

import (
	"maps"
	"strconv"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
	"jadoube/sensors"
)

// wish takes over what a command says of the next game: players, clock and Laws. What it leaves out stays as it is. It holds for the games after
// it too.
func (d *daemon) wish(c *web.Command) error {
	if c.White+c.Black+c.Clock+c.Kept+c.Laws == "" {
		return nil
	}
	g := d.play
	g.Tags = maps.Clone(g.Tags)
	for name, value := range map[string]string{"White": c.White, "Black": c.Black} {
		if value != "" {
			g.Tags[name] = value
		}
	}
	if c.Clock != "" {
		g.Clock = c.Clock
	}
	if c.Kept != "" {
		g.Level = c.Kept
	}
	if c.Laws != "" {
		g.Laws, _ = strconv.Atoi(c.Laws) // what is no edition is refused by the check
	}
	all := config.Default()
	all.Game = g
	if err := all.Check(); err != nil {
		return err
	}
	d.wants(g)
	return nil
}

// wants says what the next game is to be like.
func (d *daemon) wants(g config.Game) {
	d.play = g
	d.tags, d.laws, d.lifts = g.TagList(), lawsIn(g, &d.board), g.Promotion == "lift"
}

// anew begins another record on a real board, because the next game is to be otherwise than this record's games. The men stand as they do.
func (d *daemon) anew() error {
	stands := d.frame
	d.end()
	if err := d.newGame(""); err != nil {
		return err
	}
	d.take(sensors.Reading{T: d.clock(), Changes: between(d.frame, stands)})
	return nil
}

// aboutNext says what the next game is to be like, for the state.
func (d *daemon) aboutNext() web.NextGame {
	return web.NextGame{White: d.play.Tags["White"], Black: d.play.Tags["Black"], Clock: d.play.Clock, Laws: strconv.Itoa(d.play.Laws), Kept: d.play.Level, Level: d.opponent.level.String()}
}
