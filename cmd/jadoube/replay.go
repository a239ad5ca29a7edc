package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"jadoube/boardstate/game"
	"jadoube/boardstate/referee"
	"jadoube/cmd/internal/app"
	"jadoube/rules/pgn"
	"jadoube/sensors/trace"

	"github.com/spf13/cobra"
)

// replayer reads traces and prints the games in them.
type replayer struct {
	*program
	events bool
	times  bool
	laws   string // "": the trace's own
	level  string
	games  int // printed so far
}

func (p *program) replay() *cobra.Command {
	r := &replayer{program: p}
	cmd := &cobra.Command{
		Use:   "replay TRACE…",
		Short: "reads traces and prints the games in them as PGN",
		Long: "replay reads recordings of a board's sensors (docs/traces.md) and prints the PGN of each game in them, in the order\n" +
			"of the files, - being the standard input. With --events it prints the record of events instead, JSON, one a line.\n" +
			"A refused file is named and the others are still printed; the exit status is then 2.",
		Example: "  jadoube replay game.trace\n  jadoube replay --events - <game.trace",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return takes("TRACE")(cmd, args)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if err := checkChoices(r.laws, r.level); err != nil {
				return refused(err)
			}
			return r.files(args)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&r.events, "events", false, "print every event as JSON instead of the PGN")
	f.BoolVar(&r.times, "times", false, "write how long each move took, as %emt comments")
	f.StringVar(&r.laws, "laws", "", "edition of the Laws, 2001 or 2023 (default: the trace's own, else 2023)")
	f.StringVar(&r.level, "level", "", "how they are kept: off, trainer, arbiter or strict (default: the trace's own, else off)")
	return cmd
}

func checkChoices(laws, level string) error {
	if laws != "" && laws != "2001" && laws != "2023" {
		return fmt.Errorf("--laws %q: expected 2001 or 2023", laws)
	}
	if level != "" {
		if _, err := referee.ParseLevel(level); err != nil {
			return fmt.Errorf("--level: %w", err)
		}
	}
	return nil
}

// files replays each file; what is wrong with one doesn't keep the others back.
func (r *replayer) files(names []string) error {
	var status error
	for _, name := range names {
		err := r.file(name)
		var e exit
		if errors.As(err, &e) && e.status == wrong {
			fmt.Fprintln(r.err, "jadoube:", err)
			status = exit{status: wrong}
		} else if err != nil {
			return err
		}
	}
	return status
}

func (r *replayer) file(name string) error {
	text, err := r.read(name)
	if err != nil {
		return refused(unopened(name, err))
	}
	t, err := trace.Read(name, bytes.NewReader(text))
	if err != nil {
		return refused(err)
	}
	for _, warning := range t.Warnings {
		fmt.Fprintln(r.err, "jadoube: warning:", warning)
	}
	if r.laws != "" {
		t.Laws = r.laws
	}
	if r.level != "" {
		t.Level = r.level
	}
	g, err := game.NewSession(app.OptionsOf(&t.Header))
	if err != nil {
		return refused(fmt.Errorf("%s:%d: %w", name, lineOf(text, "fen"), err))
	}
	return r.play(name, g, t)
}

// maxTrace is how long a trace may be: a hundred times a long evening of bouncing contacts.
const maxTrace = 64 << 20

func (r *replayer) read(name string) ([]byte, error) {
	if name == "-" {
		return readLimited(name, r.in)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readLimited(name, f)
}

func readLimited(name string, in io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, maxTrace+1))
	if err == nil && len(text) > maxTrace {
		err = fmt.Errorf("%s: larger than %d bytes: is it a trace?", name, maxTrace)
	}
	return text, err
}

// lineOf returns the line of a trace's header on which a key stands, from 1.
func lineOf(text []byte, key string) int {
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		if word := strings.Fields(line); len(word) > 0 && word[0] == key {
			return n
		}
	}
	return 1
}

// play lets the games of a trace happen and prints them. What its presses ask for in vain is warned of.
func (r *replayer) play(name string, g *game.Session, t *trace.Trace) error {
	err := r.tell(g.Begin())
	for i := 0; i < len(t.Readings) && err == nil; i++ {
		if p := t.Readings[i].Press; p != nil {
			if why := g.Check(*p); why != nil {
				fmt.Fprintf(r.err, "jadoube: warning: %s: press %s at %d ms: %v\n", name, p.Key, t.Readings[i].T, why)
			}
		}
		err = r.tell(g.Read(t.Readings[i]))
	}
	if err = errors.Join(err, r.tell(g.Finish())); err != nil || r.events {
		return err
	}
	for _, played := range g.Games(r.times) {
		if err := r.print(played); err != nil {
			return err
		}
	}
	return nil
}

func (r *replayer) tell(events []game.Event) error {
	if !r.events {
		return nil
	}
	for _, e := range events {
		if err := writeJSON(r.out, e); err != nil {
			return err
		}
	}
	return nil
}

// print writes a game's PGN, with an empty line between two games.
func (r *replayer) print(played *pgn.Game) error {
	text, err := app.Text(played)
	if err != nil {
		return err
	}
	if r.games > 0 {
		text = "\n" + text
	}
	r.games++
	_, err = io.WriteString(r.out, text)
	return err
}
