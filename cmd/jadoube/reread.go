package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"jadoube/cmd/internal/app"
	"jadoube/cmd/internal/store"
	"jadoube/rules"
	"jadoube/rules/pgn"

	"github.com/spf13/cobra"
)

// rereader is the command reread.
type rereader struct {
	library
	all, apply      bool
	read, changed   int
	unread, skipped int
}

func (p *program) reread() *cobra.Command {
	r := &rereader{library: library{program: p}}
	cmd := &cobra.Command{
		Use:   "reread [GAME…]",
		Short: "reads old raw records again and shows what would change",
		Long: "reread reads the raw records of games again, with this version's recogniser, and shows where it finds other moves or\n" +
			"results. Nothing is changed unless --apply is given; what a game was is kept then (docs/store.md, revisions). Name\n" +
			"games, or choose them by flags, or say --all. All games of a record are read together.",
		Example: "  jadoube reread --all\n  jadoube reread --apply 12",
		RunE: func(_ *cobra.Command, args []string) error {
			if err := errors.Join(r.numbers(args), r.checkFilter()); err != nil {
				return err
			}
			f := r.filter
			f.Newest = false
			if !r.all && len(f.IDs) == 0 && f.From+f.To+f.Player+f.White+f.Black+f.Result+f.ECO+f.Opening+f.Event == "" {
				return refused(errors.New("reread needs games: their numbers, flags that choose them, or --all"))
			}
			return r.with(r.run)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&r.all, "all", false, "read all records")
	f.BoolVar(&r.apply, "apply", false, "change the games")
	r.filterFlags(f)
	r.folderFlags(f)
	return cmd
}

func (r *rereader) run(db *store.Store) error {
	ids, err := r.recordings(db)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := r.recording(db, id); err != nil {
			return err
		}
	}
	verb := "would change"
	if r.apply {
		verb = "changed"
	}
	fmt.Fprintf(r.err, "jadoube: %d records read, %d games %s; %d records go on, of %d there are no readings\n", r.read, r.changed, verb, r.skipped, r.unread)
	return nil
}

// recordings are the numbers of those in which the games that are meant were played.
func (r *rereader) recordings(db *store.Store) (ids []int64, err error) {
	if r.all {
		list, err := db.Recordings()
		for i := range list {
			ids = append(ids, list[i].ID)
		}
		return ids, err
	}
	games, err := r.found(db)
	for i := range games {
		if id := games[i].Recording; id != 0 && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// recording reads one record again.
func (r *rereader) recording(db *store.Store, id int64) error {
	recs, err := db.Recordings(id)
	if err != nil || len(recs) == 0 {
		return err
	}
	readings, err := db.Readings(id)
	switch {
	case !recs[0].Ended:
		r.skipped++
		return nil
	case err != nil || len(readings) == 0:
		return r.unreadable(db, id, err)
	}
	now, err := app.Reread(&recs[0], readings)
	if err != nil {
		fmt.Fprintf(r.err, "jadoube: %s: %v\n", recs[0].Name, err)
		r.unread++
		return nil
	}
	r.read++
	before, err := db.Games(store.Filter{Recording: id})
	if err != nil {
		return err
	}
	return r.compare(db, &recs[0], before, now)
}

// unreadable says of which games there is no raw record, or none that can be read.
func (r *rereader) unreadable(db *store.Store, recording int64, why error) error {
	games, err := db.Games(store.Filter{Recording: recording})
	if err != nil || len(games) == 0 {
		return err // nothing was played
	}
	r.unread++
	for i := range games {
		if why != nil {
			fmt.Fprintf(r.out, "%s stays as it is: %v\n", title(&games[i]), why)
			continue
		}
		fmt.Fprintf(r.out, "%s stays as it is: its raw record isn't kept any more (%s)\n", title(&games[i]), rawSettings)
	}
	return nil
}

// compare shows how the games of a record differ, and changes them.
func (r *rereader) compare(db *store.Store, rec *store.Recording, before []store.Game, now []*store.Played) error {
	for _, p := range now {
		i := slices.IndexFunc(before, func(g store.Game) bool { return g.Number == p.Number })
		if i < 0 {
			r.changed++
			fmt.Fprintf(r.out, "%s: another game, number %d:%s\n", rec.Name, p.Number, numbered(p.PGN, 0))
			if err := r.add(db, p); err != nil {
				return err
			}
			continue
		}
		if err := r.game(db, &before[i], p); err != nil {
			return err
		}
	}
	for i := range before {
		if !slices.ContainsFunc(now, func(p *store.Played) bool { return p.Number == before[i].Number }) {
			fmt.Fprintf(r.out, "%s isn't found any more; it stays as it is\n", title(&before[i]))
		}
	}
	return nil
}

func (r *rereader) add(db *store.Store, p *store.Played) error {
	if !r.apply {
		return nil
	}
	return db.Update(func(t *store.Tx) error { _, err := t.Save(p); return err })
}

// game shows how a game differs, and changes it.
func (r *rereader) game(db *store.Store, g *store.Game, p *store.Played) error {
	old, err := g.Parse()
	if err != nil {
		return fmt.Errorf("%s: %w", title(g), err)
	}
	same := 0
	for same < len(old.Moves) && same < len(p.PGN.Moves) && old.Moves[same].Move == p.PGN.Moves[same].Move {
		same++
	}
	result := cmp.Or(p.PGN.Result, pgn.Unfinished)
	if same == len(old.Moves) && same == len(p.PGN.Moves) && (old.Result == result || result == pgn.Unfinished) {
		return nil
	}
	r.changed++
	fmt.Fprintf(r.out, "%s\n  was%s %s\n  now%s %s\n", title(g), numbered(old, same), old.Result, numbered(p.PGN, same), result)
	if !r.apply {
		return nil
	}
	if result == pgn.Unfinished {
		p.PGN.Result = old.Result // somebody may have said how it ended
	}
	err = db.Update(func(t *store.Tx) error {
		return t.Revise(g.ID, p.PGN, cmp.Or(p.Reason, g.Reason), "reread", time.Now())
	})
	if err != nil {
		return err
	}
	after, err := db.Games(store.Filter{IDs: []int64{g.ID}})
	return errors.Join(err, r.rewrite(db, []store.Game{*g}, after))
}

// maxShown is how many moves of a difference are shown.
const maxShown = 12

// numbered writes a game's moves from a ply on, as people read them, and not too many.
func numbered(g *pgn.Game, from int) string {
	p, err := g.Start()
	if err != nil {
		return ""
	}
	var b strings.Builder
	for i := range g.Moves {
		m := g.Moves[i].Move
		if i == from+maxShown {
			b.WriteString(" …")
			break
		}
		if i >= from {
			b.WriteString(moveNumber(&p, i == from) + " " + p.SAN(m))
		}
		if p, err = pgn.After(&p, m); err != nil {
			break
		}
	}
	return b.String()
}

func moveNumber(p *rules.Position, first bool) string {
	switch {
	case p.Turn() == rules.White:
		return fmt.Sprintf(" %d.", p.FullMove())
	case first:
		return fmt.Sprintf(" %d...", p.FullMove())
	}
	return ""
}
