package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"jadoube/rules"
	"jadoube/rules/pgn"
	"jadoube/sensors"
	"jadoube/sensors/sim"
	"jadoube/sensors/trace"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const maxScan = 1000 // ms between two scans

// acting says which game simulated hands play, and how.
type acting struct {
	pgn    string
	hands  string
	sensor string
	scan   int64
	seed   uint64
	lever  bool
	want   bool
}

func (a *acting) flags(f *pflag.FlagSet) {
	f.StringVar(&a.pgn, "play", "", "let simulated hands play the first game of this `PGN` file")
	f.StringVar(&a.hands, "hands", "clean", "how they play: clean, club, blitz, rough or gaps")
	f.StringVar(&a.sensor, "sensor", "occupancy", "what the board's sensors see: occupancy, colour or piece")
	f.Int64Var(&a.scan, "scan", 10, "`MS` between two scans of the board, 1 to 1000; 0 = unknown")
	f.Uint64Var(&a.seed, "seed", 1, "another seed is another way to play the same game")
	f.BoolVar(&a.lever, "lever", false, "the players press a lever after each move")
	f.BoolVar(&a.want, "want", false, "write the right answer beside the trace, as NAME.want")
}

// unused refuses the flags that mean nothing without --play.
func (a *acting) unused(cmd *cobra.Command) error {
	for _, name := range []string{"hands", "sensor", "scan", "seed", "lever", "want"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s says how simulated hands play: it needs --play PGN", name)
		}
	}
	return nil
}

// act lets the hands play and writes what the sensors saw.
func (r *recorder) act() error {
	game, err := r.readGame()
	if err != nil {
		return refused(err)
	}
	hands, err := r.acting.profile(game)
	if err != nil {
		return refused(err)
	}
	if r.acting.want && !strings.HasSuffix(r.file, ".trace") {
		return refused(fmt.Errorf("--want writes NAME.want beside NAME.trace: %q is no such name", r.file))
	}
	acted, err := playGame(hands, game)
	if err != nil {
		return refused(fmt.Errorf("%s: %w", r.acting.pgn, err))
	}
	var text bytes.Buffer
	if err := acted.Trace.Write(&text); err != nil {
		return err
	}
	if err := r.write(r.file, text.String()); err != nil || !r.acting.want {
		return err
	}
	return r.write(strings.TrimSuffix(r.file, ".trace")+".want", acted.Want())
}

func (r *recorder) write(name, text string) error {
	out, err := r.create(name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, text)
	return errors.Join(err, out.Close())
}

// readGame reads the first game of the PGN file. What is wrong beside its moves is warned of.
func (r *recorder) readGame() (*pgn.Game, error) {
	in, name := r.in, r.acting.pgn
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, unopened(name, err)
		}
		defer f.Close()
		in = f
	}
	game, err := pgn.NewReader(in).Next()
	var bad *pgn.Error
	switch {
	case errors.As(err, &bad) && game != nil && game.Cut == nil:
		fmt.Fprintf(r.err, "jadoube: warning: %s:%s\n", name, err) // the moves are whole
		err = nil
	case errors.As(err, &bad):
		return nil, fmt.Errorf("%s:%w", name, err)
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s:1: no game in it: expected PGN", name)
	}
	return game, err
}

// profile returns the hands that are asked for.
func (a *acting) profile(game *pgn.Game) (sim.Hands, error) {
	how, err := sim.ParseProfile(a.hands)
	if err != nil {
		return sim.Hands{}, fmt.Errorf("--hands: %w", err)
	}
	kind, err := sensors.ParseKind(a.sensor)
	if err != nil {
		return sim.Hands{}, fmt.Errorf("--sensor: %w", err)
	}
	if a.scan < 0 || a.scan > maxScan {
		return sim.Hands{}, fmt.Errorf("--scan %d: expected 0 to %d ms", a.scan, maxScan)
	}
	return sim.Hands{Profile: how, Seed: a.seed, Kind: kind, Scan: a.scan, Lever: a.lever, Tags: traceTags(game)}, nil
}

// traceTags returns what a trace can say of a game: not what it tells by itself, nor the unknown.
func traceTags(game *pgn.Game) []trace.Tag {
	var tags []trace.Tag
	for _, t := range game.Tags {
		switch t.Name {
		case "FEN", "SetUp", "Variant", "Result":
			continue
		}
		if strings.Trim(t.Value, "?. ") != "" {
			tags = append(tags, trace.Tag(t))
		}
	}
	return tags
}

func playGame(hands sim.Hands, game *pgn.Game) (*sim.Game, error) {
	start, err := game.Start()
	if err != nil {
		return nil, err
	}
	moves := make([]rules.Move, len(game.Moves))
	for i := range game.Moves {
		moves[i] = game.Moves[i].Move
	}
	result := string(game.Result)
	if result == "" {
		result = string(pgn.Unfinished)
	}
	return hands.Play(start, moves, result)
}
