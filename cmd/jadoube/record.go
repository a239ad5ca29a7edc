package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/spf13/cobra"
)

// recorder is the command record.
type recorder struct {
	*program
	file   string // to write, - for the standard output
	force  bool
	board  boardFlags
	acting acting
}

func (p *program) record() *cobra.Command {
	r := &recorder{program: p}
	cmd := &cobra.Command{
		Use:   "record -o TRACE",
		Short: "writes the board's raw record to a file",
		Long: "record writes everything that the sensors of the running board say (docs/traces.md) to a file, from the beginning\n" +
			"of the game on, until it is interrupted or the recording ends. It asks the daemon for it: start `jadoube serve` first.\n\n" +
			"With --play no board is needed: simulated hands play the first game of a PGN file, and what the sensors would have\n" +
			"seen of it is written.",
		Example: "  jadoube record -o game.trace\n" +
			"  jadoube record --play game.pgn --hands club --sensor colour --seed 7 -o game.trace",
		Args: takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if r.file == "" {
				return refused(errors.New("record needs a file to write: -o TRACE, or -o - for the standard output"))
			}
			if r.acting.pgn != "" {
				return r.act()
			}
			if err := r.acting.unused(cmd); err != nil {
				return refused(err)
			}
			return r.listen(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.StringVarP(&r.file, "out", "o", "", "the `TRACE` to write, - for the standard output")
	f.BoolVar(&r.force, "force", false, "write over a file that exists")
	r.board.add(f)
	r.acting.flags(f)
	return cmd
}

// create opens a file to write; one that exists is refused unless --force is given.
func (r *recorder) create(name string) (io.WriteCloser, error) {
	if name == "-" {
		return open{r.out}, nil
	}
	mode := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if r.force {
		mode = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(name, mode, 0o644)
	if errors.Is(err, os.ErrExist) {
		return nil, refused(fmt.Errorf("%s exists: choose another name, or --force to write over it", name))
	}
	if err != nil {
		return nil, unopened(name, err)
	}
	return f, nil
}

// open is a writer that stays open.
type open struct{ io.Writer }

func (open) Close() error { return nil }

// listen writes what the daemon records until it ends or a signal comes.
func (r *recorder) listen(ctx context.Context) error {
	board, err := r.board.find()
	if err != nil {
		return err
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	body, err := follow(ctx, board)
	if err != nil {
		return err
	}
	defer body.Close()
	out, err := r.create(r.file)
	if err != nil {
		return err
	}
	n, err := io.Copy(out, body)
	if ctx.Err() != nil {
		err = nil
	}
	fmt.Fprintf(r.err, "jadoube: %d bytes of the board at %s written to %s\n", n, board.addr, r.file)
	return errors.Join(err, out.Close())
}

// follow asks the daemon for its record, from the beginning and as it goes on.
func follow(ctx context.Context, d *remote) (io.ReadCloser, error) {
	resp, err := d.ask(ctx, http.MethodGet, "/api/trace?follow=1", nil)
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}
