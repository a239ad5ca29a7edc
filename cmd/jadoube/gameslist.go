package main

import (
	"cmp"
	"fmt"
	"io"
	"text/tabwriter"

	"jadoube/cmd/internal/store"

	"github.com/spf13/cobra"
)

// gameLine is a game as list --json prints it.
type gameLine struct {
	ID      int64  `json:"id"`
	Date    string `json:"date,omitempty"`
	White   string `json:"white,omitempty"`
	Black   string `json:"black,omitempty"`
	Result  string `json:"result"`
	Reason  string `json:"reason,omitempty"`
	ECO     string `json:"eco,omitempty"`
	Opening string `json:"opening,omitempty"`
	Plies   int    `json:"plies"`
	Event   string `json:"event,omitempty"`
	Site    string `json:"site,omitempty"`
	Round   string `json:"round,omitempty"`
	Variant string `json:"variant,omitempty"`
	FEN     string `json:"fen,omitempty"`
	Moves   string `json:"moves"`
	Source  string `json:"source,omitempty"`
}

func (p *program) gamesList() *cobra.Command {
	l := &library{program: p}
	var json bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "lists games, by day",
		Long: "list prints a line for each game that is meant: its number, day, players, result, how many moves, and the opening. All\n" +
			"flags must fit. With --json each line is an object, with the moves in UCI.",
		Example: "  jadoube games list --player anna --result 1-0 --from 2026-11\n  jadoube games list --eco C50-C59 --json",
		Args:    takes(),
		RunE: func(*cobra.Command, []string) error {
			if err := l.checkFilter(); err != nil {
				return err
			}
			return l.with(func(db *store.Store) error {
				if json {
					return l.listJSON(db)
				}
				return l.list(db)
			})
		},
	}
	f := cmd.Flags()
	f.BoolVar(&json, "json", false, "print each game as one line of JSON")
	l.filterFlags(f)
	l.folderFlags(f)
	return cmd
}

func (l *library) list(db *store.Store) error {
	w := tabwriter.NewWriter(l.out, 0, 0, 2, ' ', 0)
	n := 0
	err := db.Find(l.filter, func(g *store.Game) error {
		if n++; n == 1 {
			fmt.Fprintln(w, "GAME\tDAY\tWHITE\tBLACK\tRESULT\tMOVES\tOPENING")
		}
		_, err := fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%d\t%s\n", g.ID, cmp.Or(g.Date, "?"), cmp.Or(g.White, "?"), cmp.Or(g.Black, "?"),
			g.Result, (g.Plies+1)/2, cmp.Or(g.ECO+" "+g.Opening, ""))
		return err
	})
	if err == nil {
		err = w.Flush()
	}
	if err == nil && n == 0 {
		fmt.Fprintln(l.err, "jadoube: no game fits")
	}
	return err
}

func (l *library) listJSON(db *store.Store) error {
	return db.Find(l.filter, func(g *store.Game) error {
		return writeJSON(l.out, gameLine{
			g.ID, g.Date, g.White, g.Black, g.Result, g.Reason, g.ECO, g.Opening, g.Plies, g.Event, g.Site, g.Round, g.Variant, g.FEN, g.Moves, g.Source,
		})
	})
}

func (p *program) gamesShow() *cobra.Command {
	l := &library{program: p}
	var events bool
	cmd := &cobra.Command{
		Use:   "show GAME",
		Short: "prints a game",
		Long: "show prints a game as PGN, with how long the moves took and what was amended. With --events it prints all that was\n" +
			"told during the game, as JSON, one event a line (docs/events.md).",
		Example: "  jadoube games show 12\n  jadoube games show --events 12",
		Args:    takes("GAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := l.numbers(args); err != nil {
				return err
			}
			return l.with(func(db *store.Store) error {
				games, err := l.found(db)
				if err != nil {
					return err
				}
				if events {
					return l.events(db, &games[0])
				}
				_, err = io.WriteString(l.out, games[0].PGN)
				return err
			})
		},
	}
	f := cmd.Flags()
	f.BoolVar(&events, "events", false, "print what was told during the game instead")
	l.folderFlags(f)
	return cmd
}

// events prints what was told during a game: from its first event to the next game's.
func (l *library) events(db *store.Store, g *store.Game) error {
	if g.Recording == 0 || g.FirstN == 0 {
		return refused(fmt.Errorf("%s wasn't played on this board: it has no events", title(g)))
	}
	later, err := db.Games(store.Filter{Recording: g.Recording})
	if err != nil {
		return err
	}
	end := int64(0)
	for i := range later {
		if later[i].Number == g.Number+1 {
			end = later[i].FirstN
		}
	}
	list, err := db.Events(g.Recording, g.FirstN-1, 1<<30)
	if err == nil && len(list) == 0 {
		return refused(fmt.Errorf("what was told during %s isn't kept any more ([data] event-days)", title(g)))
	}
	for i := 0; err == nil && i < len(list) && (end == 0 || list[i].N < end); i++ {
		_, err = fmt.Fprintln(l.out, list[i].JSON)
	}
	return err
}
