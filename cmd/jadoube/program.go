package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

const (
	failed = 1 // the work failed
	wrong  = 2 // wrong usage or a refused input
)

// program is one run of the command line.
type program struct {
	in       io.Reader
	out, err io.Writer
	begun    bool // the command line was understood and the work has begun
}

// exit is an error with a status of its own. Without a reason there is nothing left to print.
type exit struct {
	status int
	reason error
}

func (e exit) Error() string {
	if e.reason == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.reason.Error()
}

// refused says that an input can't be taken.
func refused(err error) error { return exit{wrong, err} }

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "jadoube",
		Short: "makes a chessboard know what is played on it",
		Long: "jadoube reads a chessboard's sensors, recognises the moves, lights the board's LEDs and records the game.\n" +
			"Start with `jadoube serve`: it shows a simulated board on http://127.0.0.1:8464/.",
		SilenceErrors: true, SilenceUsage: true,
		Args: unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRun: func(*cobra.Command, []string) {
			p.begun = true
		},
	}
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.err)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w: see `%s --help`", err, cmd.CommandPath())
	})
	root.SetHelpCommand(help(root))
	root.AddCommand(p.serve(), p.replay(), p.record(), p.games(), p.reread(), p.judge(), p.pgn(), p.explain(), p.perft(), p.check(), p.doctor(), p.calibrate(), p.report(), p.access(), p.version())
	return root
}

// help explains a command; a word that is none is refused as it is where a command should stand.
func help(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "explains a command",
		Example: "  jadoube help replay",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err == nil {
				err = unknownCommand(cmd, rest)
			}
			if err != nil {
				return refused(err)
			}
			return cmd.Help()
		},
	}
}

// unknownCommand refuses words where a command should stand.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := "see `jadoube --help`"
	cmd.SuggestionsMinimumDistance = 2
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return fmt.Errorf("unknown command %q: %s", args[0], hint)
}

// takes makes a check that exactly the named arguments are there.
func takes(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == len(names) {
			return nil
		}
		return fmt.Errorf("%s takes %s, not %d: see `%s --help`", cmd.Name(), wanted(names), len(args), cmd.CommandPath())
	}
}

func wanted(names []string) string {
	switch len(names) {
	case 0:
		return "no arguments"
	case 1:
		return "one argument, " + names[0]
	}
	return fmt.Sprintf("%d arguments, %s", len(names), strings.Join(names, " "))
}

// status prints what went wrong and returns the exit status.
func (p *program) status(err error) int {
	if err == nil {
		return 0
	}
	var e exit
	if !errors.As(err, &e) {
		e = exit{failed, err}
		if !p.begun {
			e.status = wrong
		}
	}
	if e.reason != nil {
		fmt.Fprintln(p.err, "jadoube:", e.reason)
	}
	return e.status
}
