package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"jadoube/cmd/internal/app"
	"jadoube/cmd/internal/store"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// library is what the commands about recorded games share: where they are, and which are meant.
type library struct {
	*program
	config, data string
	filter       store.Filter
}

func (p *program) games() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "games",
		Short: "the library of recorded games: list, show, export, import, tag, delete, backup",
		Long: "games looks after the games in the data folder (docs/games.md), also while the daemon runs. Days are written\n" +
			"2026-11-30, and also 2026-11 or 2026.",
		Example: "  jadoube games list --player anna --from 2026-11\n  jadoube games show 12",
		Args:    unknownCommand,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(p.gamesList(), p.gamesShow(), p.gamesExport(), p.gamesImport(), p.gamesTag(), p.gamesDelete(), p.gamesBackup())
	return cmd
}

// folderFlags adds the flags that say where the games are.
func (l *library) folderFlags(f *pflag.FlagSet) {
	f.StringVar(&l.config, "config", "", "the daemon's config `FILE`, for its data folder")
	f.StringVar(&l.data, "data", "", "the `FOLDER` with the games, instead of the config's")
}

// filterFlags adds the flags that say which games are meant.
func (l *library) filterFlags(f *pflag.FlagSet) {
	f.StringVar(&l.filter.From, "from", "", "games of this `DAY` and later")
	f.StringVar(&l.filter.To, "to", "", "games of this `DAY` and earlier")
	f.StringVar(&l.filter.Player, "player", "", "games of a player, by part of the `NAME`")
	f.StringVar(&l.filter.White, "white", "", "… who has White")
	f.StringVar(&l.filter.Black, "black", "", "… who has Black")
	f.StringVar(&l.filter.Result, "result", "", "games that ended so: 1-0, 0-1, 1/2-1/2 or *")
	f.StringVar(&l.filter.ECO, "eco", "", "games of an opening `CODE`, as C50, C or C20-C99")
	f.StringVar(&l.filter.Opening, "opening", "", "games of an opening, by part of its `NAME`")
	f.StringVar(&l.filter.Event, "event", "", "games of an event, by part of its `NAME`")
	f.IntVar(&l.filter.Limit, "limit", 0, "at most so many `GAMES`, 0 for all")
	f.BoolVar(&l.filter.Newest, "newest", false, "the newest first")
}

var day = regexp.MustCompile(`^\d{4}(-\d\d(-\d\d)?)?$`)

// checkFilter tells what can't be asked for.
func (l *library) checkFilter() error {
	for _, f := range []struct{ name, value string }{{"from", l.filter.From}, {"to", l.filter.To}} {
		if f.value != "" && !day.MatchString(f.value) {
			return refused(fmt.Errorf("--%s %q: expected a day, a month or a year, as 2026-11-30, 2026-11 or 2026", f.name, f.value))
		}
	}
	switch l.filter.Result {
	case "", "1-0", "0-1", "1/2-1/2", "*":
	default:
		return refused(fmt.Errorf("--result %q: expected 1-0, 0-1, 1/2-1/2 or *", l.filter.Result))
	}
	if l.filter.Limit < 0 {
		return refused(fmt.Errorf("--limit %d: expected 0 or more", l.filter.Limit))
	}
	return nil
}

// numbers reads the numbers of games into the filter.
func (l *library) numbers(args []string) error {
	for _, arg := range args {
		id, err := strconv.ParseInt(arg, 10, 64)
		if err != nil || id < 1 {
			return refused(fmt.Errorf("game %q: expected its number, as `jadoube games list` shows it", arg))
		}
		l.filter.IDs = append(l.filter.IDs, id)
	}
	return nil
}

// folder is where the games are.
func (l *library) folder() (string, error) {
	if l.data != "" {
		return l.data, nil
	}
	cfg, err := loadConfig(l.config)
	return cfg.Data.Folder, err
}

// open opens the database. make says that there may be none yet. An older one is upgraded, unless a daemon uses it.
func (l *library) open(make bool) (*store.Store, error) {
	folder, err := l.folder()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder, store.File)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) && !make {
		return nil, refused(fmt.Errorf("%s isn't there: name the folder with the games with --data FOLDER or --config FILE", path))
	}
	unlock, err := app.Claim(folder)
	var used *app.InUse
	if err != nil && !errors.As(err, &used) {
		return nil, err
	}
	db, err := store.Open(path, store.Options{Keep: used != nil})
	if unlock != nil {
		unlock()
	}
	if store.IsDisk(err) && !make {
		return store.OpenCopy(path) // to read in, at least
	}
	return db, err
}

// with opens the database for f, and closes it.
func (l *library) with(f func(*store.Store) error) error {
	db, err := l.open(false)
	if err != nil {
		return err
	}
	return errors.Join(f(db), db.Close())
}

// found are the games with the numbers given; one that isn't there is refused.
func (l *library) found(db *store.Store) ([]store.Game, error) {
	games, err := db.Games(l.filter)
	if err != nil {
		return nil, err
	}
	for _, id := range l.filter.IDs {
		there := false
		for i := range games {
			there = there || games[i].ID == id
		}
		if !there {
			return nil, refused(fmt.Errorf("there is no game %d: `jadoube games list` shows those there are", id))
		}
	}
	return games, nil
}

// rewrite writes the files of days anew whose games have changed.
func (l *library) rewrite(db *store.Store, games ...[]store.Game) error {
	folder, err := l.folder()
	if err != nil {
		return err
	}
	done := map[string]bool{}
	for _, list := range games {
		for i := range list {
			if g := &list[i]; g.Recording != 0 && len(g.Date) == len("2026-11-30") && !done[g.Date] {
				done[g.Date] = true
				if err := app.WriteDay(folder, db, g.Date); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// output is a file to write, or the standard output.
func (l *library) output(name string, force bool) (io.WriteCloser, error) {
	r := recorder{program: l.program, force: force}
	if name == "" {
		name = "-"
	}
	return r.create(name)
}

// title names a game to people.
func title(g *store.Game) string {
	name := func(s string) string {
		if s == "" {
			return "?"
		}
		return s
	}
	return fmt.Sprintf("game %d (%s, %s – %s, %s)", g.ID, name(g.Date), name(g.White), name(g.Black), g.Result)
}
