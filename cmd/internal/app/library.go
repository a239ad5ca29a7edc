package app

import (
	"slices"

	"jadoube/boardstate/game"
	"jadoube/cmd/internal/store"
	"jadoube/rules/pgn"
)

// played are the games whose text may have changed, as they are to be kept: the one that is played, also when it has lost all its moves again,
// and with earlier, or while it has no move, the one before it. over says that nothing will be added to any of them.
func (d *daemon) played(earlier, over bool) []*store.Played {
	games := d.chronicle.games
	from := len(games) - 1
	if earlier || from >= 0 && !games[from].happened() {
		from--
	}
	records := d.game.Games(true)
	var out []*store.Played
	for i := max(0, from); i < len(games); i++ {
		switch ended := over || i < len(games)-1 || d.game.Over(); {
		case i < len(records) && games[i].happened():
			out = append(out, d.record(i, records[i], ended))
		case i == len(games)-1 && games[i].begun:
			out = append(out, d.record(i, d.game.TimedPGN(), ended))
		}
	}
	return out
}

// record is one game as the library has it: dated, with how it ended and with what was amended.
func (d *daemon) record(i int, from *pgn.Game, over bool) *store.Played {
	g := d.chronicle.games[i]
	p := &store.Played{Number: i + 1, FirstN: g.firstN, T: g.t, Reason: g.reason, Autodate: d.dateTag() == "", PGN: copyGame(from)}
	if p.Autodate {
		if at, sure := d.calendar.when(g.t); sure {
			for _, tag := range store.DateTags(at) {
				p.PGN.SetTag(tag.Name, tag.Value)
			}
		} else {
			p.PGN.SetTag("Date", "")
		}
	}
	switch len(d.chronicle.games) - 1 - i {
	case 0:
		d.marks.write(p.PGN)
	case 1:
		d.marksBefore.write(p.PGN)
	}
	g.finish(p.PGN, over)
	return p
}

// finish writes how the game ended and what was amended.
func (g *toldGame) finish(out *pgn.Game, over bool) {
	out.SetTag("Termination", game.Termination(string(out.Result), g.reason, over && !g.goesOn))
	g.annotate(out, over)
}

// copyGame is a copy whose tags and comments may be changed.
func copyGame(g *pgn.Game) *pgn.Game {
	out := *g
	out.Tags, out.Comments, out.Moves = slices.Clone(g.Tags), slices.Clone(g.Comments), slices.Clone(g.Moves)
	for i := range out.Moves {
		out.Moves[i].Comments = slices.Clone(out.Moves[i].Comments)
	}
	return &out
}
