package main

import (
	"bytes"
	"errors"
	"fmt"

	"jadoube/boardstate/laws"
	"jadoube/cmd/internal/scenario"

	"github.com/spf13/cobra"
)

// judge acts scenarios out under every edition of the Laws.
func (p *program) judge() *cobra.Command {
	return &cobra.Command{
		Use:   "judge SCENARIO.json…",
		Short: "says what the Laws make of something that happened at a board",
		Long: "judge reads scenarios, JSON files that say what hands and clock did (docs/judge.md), lets a board of that kind see it and\n" +
			"prints what each edition of the Laws makes of it, one line of JSON for each scenario. - is the standard input.\n" +
			"A refused file is named and the others are still judged; the exit status is then 2.",
		Example: "  jadoube judge touch.json\n  jadoube judge scenarios/*.json",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return takes("SCENARIO.json")(cmd, args)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			return p.judgeFiles(args)
		},
	}
}

func (p *program) judgeFiles(names []string) error {
	var status error
	for _, name := range names {
		err := p.judgeFile(name)
		var e exit
		if errors.As(err, &e) && e.status == wrong {
			fmt.Fprintln(p.err, "jadoube:", err)
			status = exit{status: wrong}
		} else if err != nil {
			return err
		}
	}
	return status
}

func (p *program) judgeFile(name string) error {
	r := replayer{program: p}
	text, err := r.read(name)
	if err != nil {
		return refused(unopened(name, err))
	}
	s, err := scenario.Read(name, bytes.NewReader(text))
	if err != nil {
		return refused(err)
	}
	out := map[string]any{"id": s.ID}
	for _, edition := range laws.Editions() {
		tokens, err := s.Judge(edition)
		if err != nil {
			return refused(err)
		}
		out["laws_"+edition] = tokens
	}
	return writeJSON(p.out, out)
}
