package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"jadoube/rules/pgn"

	"github.com/spf13/cobra"
)

// pgnReader is the command pgn: it reads games and writes them in one form.
type pgnReader struct {
	*program
	json    bool
	fen     bool
	games   int // printed so far
	refused bool
	buf     *bufio.Writer // of the standard output
	text    []byte        // of one game
	bar     *progress
}

func (p *program) pgn() *cobra.Command {
	r := &pgnReader{program: p}
	cmd := &cobra.Command{
		Use:   "pgn FILE…",
		Short: "reads PGN, tells what is wrong with it and writes it in one form",
		Long: "pgn reads games in PGN, however they are written, - being the standard input, and prints them in the standard's\n" +
			"export format, or with --json as JSON, one game a line (docs/pgn.md). What is wrong is told with file, line and\n" +
			"column. Of a game with an error all that could be read is printed, and a comment marks where it was cut; the exit\n" +
			"status is then 2. A file of any size is read game by game.",
		Example: "  jadoube pgn old.pgn >new.pgn\n  jadoube pgn --json - <games.pgn",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return takes("FILE")(cmd, args)
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if r.fen && !r.json {
				return refused(errors.New("--fen adds to the JSON: it needs --json"))
			}
			return r.files(args)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&r.json, "json", false, "print each game as one line of JSON")
	f.BoolVar(&r.fen, "fen", false, "with --json, add the position after each move")
	return cmd
}

// files reads each file; what is wrong with one doesn't keep the others back.
func (r *pgnReader) files(names []string) error {
	r.buf = bufio.NewWriterSize(r.out, 1<<16)
	r.bar = newProgress(r.program)
	for _, name := range names {
		if err := r.file(name); err != nil {
			r.bar.clear()
			return err
		}
	}
	if err := r.buf.Flush(); err != nil {
		return err
	}
	if r.refused {
		return exit{status: wrong}
	}
	return nil
}

// file reads one file. The error is that of the output.
func (r *pgnReader) file(name string) error {
	in, size := r.in, int64(0)
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			r.refuse(unopened(name, err))
			return nil
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil {
			size = info.Size()
		}
		in = f
	}
	r.bar.begin(name, size)
	defer r.bar.clear()
	return r.read(name, in)
}

// read prints the games of one file. The error is that of the output.
func (r *pgnReader) read(name string, in io.Reader) error {
	empty, full := make(chan *batch, batches), make(chan *batch, batches) // sending never waits
	defer close(empty)
	for range batches {
		empty <- new(batch)
	}
	go readAhead(in, empty, full)
	games := 0
	for b := range full {
		for i := range b.games[:b.n] {
			games++
			r.report(name, &b.games[i])
			if err := r.print(name, games, &b.games[i]); err != nil {
				return err
			}
		}
		if b.err != nil {
			r.end(name, games, b.err)
			return nil
		}
		r.bar.tell(b.read, games)
		if b.large {
			b = new(batch)
		}
		empty <- b
	}
	return nil
}

// end tells of what ended a file, if it is worth it.
func (r *pgnReader) end(name string, games int, err error) {
	switch {
	case !errors.Is(err, io.EOF):
		r.refuse(located(name, err))
	case games == 0:
		r.say("warning: " + name + ": no game in it")
	}
}

// located names the file in what goes wrong while it is read.
func located(name string, err error) error {
	if named := unopened(name, err); named != err {
		return named
	}
	return fmt.Errorf("%s: %w", name, err)
}

// refuse tells of a file that can't be read.
func (r *pgnReader) refuse(err error) {
	r.refused = true
	r.say(err.Error())
}

func (r *pgnReader) say(text string) {
	r.bar.clear()
	fmt.Fprintln(r.err, "jadoube:", text)
}

// report tells what is wrong with a game, in the order of its text.
func (r *pgnReader) report(name string, g *pgn.Game) {
	if len(g.Errors)+len(g.Warnings) == 0 {
		return
	}
	type remark struct {
		*pgn.Error
		prefix string
	}
	var remarks []remark
	for _, e := range g.Errors {
		r.refused = true
		remarks = append(remarks, remark{e, ""})
	}
	for _, e := range g.Warnings {
		remarks = append(remarks, remark{e, "warning: "})
	}
	slices.SortStableFunc(remarks, func(a, b remark) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	for _, e := range remarks {
		r.say(fmt.Sprintf("%s%s:%v", e.prefix, name, e.Error))
	}
}

// print writes a game, with an empty line between two. As PGN it writes none whose position or variant was refused.
func (r *pgnReader) print(name string, n int, g *pgn.Game) error {
	if r.json {
		line, err := r.jsonGame(name, n, g)
		if err != nil {
			return err
		}
		return writeJSON(r.buf, line)
	}
	if g.Cut != nil && !playable(g) {
		return nil
	}
	text, err := g.AppendText(r.text[:0])
	if err != nil {
		return fmt.Errorf("writing game %d of %s: %w", n, name, err)
	}
	r.text = text
	if r.games++; r.games > 1 {
		if err := r.buf.WriteByte('\n'); err != nil {
			return err
		}
	}
	_, err = r.buf.Write(text[:len(text)-1])
	return err
}

// playable reports whether a game's tags leave its moves to be read.
func playable(g *pgn.Game) bool {
	_, err := g.Start()
	return err == nil && g.IsChess()
}
