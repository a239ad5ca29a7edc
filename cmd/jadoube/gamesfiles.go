package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"jadoube/cmd/internal/app"
	"jadoube/cmd/internal/store"
	"jadoube/rules/pgn"

	"github.com/spf13/cobra"
)

func (p *program) gamesExport() *cobra.Command {
	l := &library{program: p}
	var file string
	var force, trace bool
	cmd := &cobra.Command{
		Use:   "export [GAME…]",
		Short: "writes games as PGN, or the raw record of one as a trace",
		Long: "export writes the games that are meant, all of them without a number or a flag, to the standard output or a file. With\n" +
			"--trace it writes the raw record in which a game was played (docs/traces.md), for `jadoube replay`.",
		Example: "  jadoube games export --from 2026-11-30 -o evening.pgn\n  jadoube games export --trace 12 -o game.trace",
		RunE: func(_ *cobra.Command, args []string) error {
			if err := errors.Join(l.numbers(args), l.checkFilter()); err != nil {
				return err
			}
			if trace && len(args) != 1 {
				return refused(errors.New("--trace takes one GAME"))
			}
			return l.with(func(db *store.Store) error {
				if trace {
					return l.exportTrace(db, file, force)
				}
				return l.export(db, file, force)
			})
		},
	}
	f := cmd.Flags()
	f.StringVarP(&file, "out", "o", "", "the `FILE` to write instead of the standard output")
	f.BoolVar(&force, "force", false, "write over a file that exists")
	f.BoolVar(&trace, "trace", false, "write the raw record instead of the PGN")
	l.filterFlags(f)
	l.folderFlags(f)
	return cmd
}

func (l *library) export(db *store.Store, file string, force bool) error {
	if len(l.filter.IDs) > 0 {
		if _, err := l.found(db); err != nil {
			return err
		}
	}
	out, err := l.output(file, force)
	if err != nil {
		return err
	}
	n := 0
	err = db.Find(l.filter, func(g *store.Game) error {
		n++
		_, err := io.WriteString(out, g.PGN)
		return err
	})
	if err == nil && n == 0 {
		fmt.Fprintln(l.err, "jadoube: no game fits")
	}
	return errors.Join(err, out.Close())
}

// rawSettings are the options that say how long raw records are kept.
const rawSettings = "[data] raw-days, raw-megabytes"

func (l *library) exportTrace(db *store.Store, file string, force bool) error {
	games, err := l.found(db)
	if err != nil {
		return err
	}
	recs, err := db.Recordings(games[0].Recording)
	if err != nil {
		return err
	}
	if games[0].Recording == 0 || len(recs) == 0 {
		return refused(fmt.Errorf("%s wasn't played on this board: it has no raw record", title(&games[0])))
	}
	readings, err := db.Readings(recs[0].ID)
	if err != nil {
		return err
	}
	if len(readings) == 0 {
		return refused(fmt.Errorf("the raw record of %s isn't kept any more (%s)", title(&games[0]), rawSettings))
	}
	text, err := app.WriteTrace(&recs[0], readings)
	if err != nil {
		return err
	}
	out, err := l.output(file, force)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, text)
	return errors.Join(err, out.Close())
}

// importer is the command games import.
type importer struct {
	library
	bar                    *progress
	fresh, known, unplayed int
	refused                bool
}

// importBatch is how many games are imported in one transaction: so few that a daemon needn't wait for long to write.
const importBatch = 50

func (p *program) gamesImport() *cobra.Command {
	m := &importer{library: library{program: p}}
	cmd := &cobra.Command{
		Use:   "import FILE…",
		Short: "takes games from PGN files into the library",
		Long: "import reads PGN, - being the standard input, and takes the games into the library: each once, however often it is\n" +
			"imported. What is wrong with a game is told; as much of it is taken as can be read. When it is interrupted, what it\n" +
			"has read stays: just begin again. The exit status is 2 when something was refused.",
		Example: "  jadoube games import old.pgn jadoube-data/pgn/2026-*.pgn",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return takes("FILE")(cmd, args)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			return m.files(ctx, args)
		},
	}
	m.folderFlags(cmd.Flags())
	return cmd
}

func (m *importer) files(ctx context.Context, names []string) error {
	db, err := m.open(true)
	if err != nil {
		return err
	}
	m.bar = newProgress(m.program)
	for _, name := range names {
		if err = m.file(ctx, db, name); err != nil {
			break
		}
	}
	m.bar.clear()
	fmt.Fprintf(m.err, "jadoube: %d games imported, %d were there already, %d can't be played over\n", m.fresh, m.known, m.unplayed)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if m.refused {
		return exit{status: wrong}
	}
	return nil
}

func (m *importer) file(ctx context.Context, db *store.Store, name string) error {
	in, size := m.in, int64(0)
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			m.refuse(unopened(name, err))
			return nil
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil {
			size = info.Size()
		}
		in = f
	}
	m.bar.begin(name, size)
	games := pgn.NewReader(&watched{in, m, 0})
	for more := true; more; {
		err := db.Update(func(t *store.Tx) (err error) {
			more, err = m.some(ctx, t, name, games)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// watched tells how much has been read.
type watched struct {
	io.Reader
	m *importer
	n int64
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.Reader.Read(b)
	w.n += int64(n)
	w.m.bar.tell(w.n, w.m.fresh+w.m.known)
	return n, err
}

// some imports some games; more says that there may be others.
func (m *importer) some(ctx context.Context, t *store.Tx, name string, games *pgn.Reader) (more bool, err error) {
	for range importBatch {
		if ctx.Err() != nil {
			return false, nil
		}
		g, err := games.Next()
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if g == nil {
			m.refuse(located(name, err))
			return false, nil
		}
		for _, e := range g.Errors {
			m.refuse(fmt.Errorf("%s:%w", name, e))
		}
		if !playable(g) {
			m.unplayed++
			continue
		}
		fresh, err := t.Import(g, name)
		if err != nil {
			return false, fmt.Errorf("%s: %w", name, err)
		}
		if fresh {
			m.fresh++
		} else {
			m.known++
		}
	}
	return true, nil
}

func (m *importer) refuse(err error) {
	m.refused = true
	m.bar.clear()
	fmt.Fprintln(m.err, "jadoube:", err)
}

func (p *program) gamesBackup() *cobra.Command {
	l := &library{program: p}
	var force bool
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "copies the whole database to a file, also while the daemon runs",
		Long: "backup writes a whole copy of the database: games, events and raw records, as they are at one moment. The file appears\n" +
			"when it is complete. To go back to it put it in the place of jadoube.db while no daemon runs.",
		Example: "  jadoube games backup /media/stick/jadoube-2026-11-30.db",
		Args:    takes("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			return l.with(func(db *store.Store) error {
				err := db.Backup(args[0], force)
				if errors.Is(err, fs.ErrExist) {
					return refused(fmt.Errorf("%s exists: choose another name, or --force to write over it", args[0]))
				}
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "write over a file that exists")
	l.folderFlags(cmd.Flags())
	return cmd
}
