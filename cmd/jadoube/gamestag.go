package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"jadoube/cmd/internal/store"
	"jadoube/rules/pgn"

	"github.com/spf13/cobra"
)

func (p *program) gamesTag() *cobra.Command {
	l := &library{program: p}
	cmd := &cobra.Command{
		Use:   "tag GAME… NAME=VALUE…",
		Short: "says who played, where, and what else PGN tags tell",
		Long: "tag sets PGN tags of games; an empty value takes a tag away. What you say goes before what the board says, also of the\n" +
			"game that is being played. Day files follow.",
		Example: "  jadoube games tag 12 White='Anna Ott' Black=Boris Round=3\n  jadoube games tag 12 13 14 Event='Club evening' Site=",
		RunE: func(_ *cobra.Command, args []string) error {
			i := slices.IndexFunc(args, func(arg string) bool { return strings.Contains(arg, "=") })
			if i < 1 {
				return refused(errors.New("tag takes numbers of games, then tags, as in `jadoube games tag 12 White=Anna`"))
			}
			tags, err := readTags(args[i:])
			if err = errors.Join(l.numbers(args[:i]), err); err != nil {
				return err
			}
			return l.with(func(db *store.Store) error { return l.tag(db, tags) })
		},
	}
	l.folderFlags(cmd.Flags())
	return cmd
}

var tagName = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)

// readTags reads NAME=VALUE.
func readTags(args []string) (tags []pgn.Tag, err error) {
	for _, arg := range args {
		name, value, ok := strings.Cut(arg, "=")
		value = strings.TrimSpace(value)
		switch {
		case !ok || !tagName.MatchString(name):
			return nil, refused(fmt.Errorf("tag %q: expected NAME=VALUE, the name with a capital first letter, as White=Anna", arg))
		case slices.Contains([]string{"FEN", "SetUp", "Variant"}, name):
			return nil, refused(fmt.Errorf("tag %s: the game itself says this", name))
		case name == "Result" && !slices.Contains([]string{"1-0", "0-1", "1/2-1/2", "*"}, value):
			return nil, refused(fmt.Errorf("tag Result %q: expected 1-0, 0-1, 1/2-1/2 or *", value))
		case strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }) || len([]rune(value)) > 255:
			return nil, refused(fmt.Errorf("tag %s: expected one line of at most 255 characters", name))
		}
		tags = append(tags, pgn.Tag{Name: name, Value: value})
	}
	return tags, nil
}

func (l *library) tag(db *store.Store, tags []pgn.Tag) error {
	before, err := l.found(db)
	if err != nil {
		return err
	}
	err = db.Update(func(t *store.Tx) error {
		for i := range before {
			if err := t.Tag(before[i].ID, tags); err != nil {
				return fmt.Errorf("%s: %w", title(&before[i]), err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	after, err := l.found(db)
	for i := range after {
		fmt.Fprintln(l.out, title(&after[i]))
	}
	return errors.Join(err, l.rewrite(db, before, after))
}

func (p *program) gamesDelete() *cobra.Command {
	l := &library{program: p}
	cmd := &cobra.Command{
		Use:   "delete GAME…",
		Short: "deletes games from the library",
		Long: "delete takes games out of the library and the day files. The raw record and the events of what was played on the board\n" +
			"stay, so `jadoube reread` finds such a game again. The game that is being played can't be deleted.",
		Example: "  jadoube games delete 12 13",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return takes("GAME")(cmd, args)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := l.numbers(args); err != nil {
				return err
			}
			return l.with(l.delete)
		},
	}
	l.folderFlags(cmd.Flags())
	return cmd
}

func (l *library) delete(db *store.Store) error {
	games, err := l.found(db)
	if err != nil {
		return err
	}
	for i := range games {
		if is, err := beingPlayed(db, &games[i]); err != nil {
			return err
		} else if is {
			return refused(fmt.Errorf("%s is being played", title(&games[i])))
		}
	}
	err = db.Update(func(t *store.Tx) error {
		for i := range games {
			if _, err := t.Delete(games[i].ID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range games {
		fmt.Fprintln(l.out, title(&games[i])+" is deleted")
	}
	return l.rewrite(db, games)
}

// beingPlayed reports whether a game is the last of a recording that goes on.
func beingPlayed(db *store.Store, g *store.Game) (bool, error) {
	if g.Recording == 0 {
		return false, nil
	}
	rec, err := db.Unfinished()
	if err != nil || rec == nil || rec.ID != g.Recording {
		return false, err
	}
	all, err := db.Games(store.Filter{Recording: g.Recording})
	return !slices.ContainsFunc(all, func(o store.Game) bool { return o.Number > g.Number }), err
}
