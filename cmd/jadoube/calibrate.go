package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"reflect"

	"jadoube/cmd/internal/app"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/doctor"

	"github.com/spf13/cobra"
)

// learner is the command calibrate.
type learner struct {
	*program
	config, file  string
	board, lights bool
}

func (p *program) calibrate() *cobra.Command {
	l := &learner{program: p}
	cmd := &cobra.Command{
		Use:   "calibrate --config FILE [-o NEW]",
		Short: "learns which contact and which light belongs to which square, and which chip to which man",
		Long: "calibrate has you put a piece where it says, and where a light is on, and writes a new config with what it learned: the layout\n" +
			"of the board, of its lights, and with which level a contact is closed. A board that is wired in one of the usual ways takes two\n" +
			"or three placements and a slide. The config must name the board already. A board that reads chips in the men learns them when all\n" +
			"stand at home, into the file that its config names; there -o isn't needed. Stop `jadoube serve` before (docs/calibrate.md).",
		Example: "  jadoube calibrate --config board.toml -o learned.toml\n  jadoube calibrate --config board.toml -o learned.toml --leds\n  jadoube calibrate --config certabo.toml",
		Args:    takes(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return l.run(cmd.Context()) },
	}
	f := cmd.Flags()
	f.StringVar(&l.config, "config", "", "the config `FILE` that names the board's chips")
	f.StringVarP(&l.file, "output", "o", "", "write the new config to `NEW`, which must not be there yet")
	f.BoolVar(&l.board, "board", false, "learn the contacts only")
	f.BoolVar(&l.lights, "leds", false, "learn the lights only")
	return cmd
}

func (l *learner) run(ctx context.Context) error {
	if l.config == "" {
		return refused(errors.New("calibrate needs --config FILE: see `jadoube calibrate --help`"))
	}
	if l.board && l.lights {
		return refused(errors.New("--board and --leds each say \"only\": name one of them, or none for both"))
	}
	c, err := loadConfig(l.config)
	if err != nil {
		return err
	}
	if l.file == "" && app.LearnsConfig(&c) {
		return refused(errors.New("calibrate needs -o NEW for what it learns: see `jadoube calibrate --help`"))
	}
	if _, err := os.Lstat(l.file); l.file != "" && !errors.Is(err, fs.ErrNotExist) {
		return refused(fmt.Errorf("%s is there already: name a new file with -o", l.file))
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	con := doctor.NewConsole(ctx, l.in, l.out, isTerminal(l.out))
	before := c
	err = app.Calibrate(ctx, &c, !l.lights, !l.board, con, slog.New(slog.DiscardHandler))
	if errors.Is(err, app.ErrNothingToLearn) {
		return refused(fmt.Errorf("%s: %w", l.config, err))
	}
	if l.file == "" && !errors.Is(err, doctor.ErrQuit) {
		return err
	}
	if quit := errors.Is(err, doctor.ErrQuit); err != nil && reflect.DeepEqual(before, c) {
		con.Say("Nothing was learned, nothing was written.")
		if quit {
			return nil
		}
		return err
	} else if err != nil {
		con.Say("The lights were not learned.")
		if quit {
			err = nil
		}
	}
	return errors.Join(err, l.write(&c, con))
}

// write writes the new config, which must pass its own check.
func (l *learner) write(c *config.Config, con *doctor.Console) error {
	if err := c.Check(); err != nil {
		return fmt.Errorf("what was learned is no config that can be used: %w", err)
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		return err
	}
	f, err := os.OpenFile(l.file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return unopened(l.file, err)
	}
	if _, err := f.Write(b.Bytes()); err != nil {
		return errors.Join(unopened(l.file, err), f.Close())
	}
	con.Say("%s has all settings, those that were learned too. Try it: jadoube doctor --config %s", l.file, l.file)
	return f.Close()
}
