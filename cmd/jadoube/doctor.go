package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"strings"

	"jadoube/cmd/internal/app"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/doctor"
	"jadoube/cmd/internal/redact"

	"github.com/spf13/cobra"
)

// examiner is the command doctor.
type examiner struct {
	*program
	config string
	file   string // the report
}

func (p *program) doctor() *cobra.Command {
	d := &examiner{program: p}
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "finds out what is wrong with a board and its wires",
		Long: "doctor tells which buses, pins and ports this computer has, which of them this user may use, and what to do about the rest.\n\n" +
			"With a config it has you carry one piece over all squares, and finds those that are stuck, dead, swapped, weak or close\n" +
			"others too, with numbers; then it tries the lights. Stop `jadoube serve` before. What it found is written as a report that\n" +
			"can be shown to others: it holds no names, and nothing of the config but the board, its sensors and its lights (docs/doctor.md).",
		Example: "  jadoube doctor\n  jadoube doctor --config board.toml -o report.md",
		Args:    takes(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("output") && d.config == "" {
				d.file = ""
			}
			return d.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&d.config, "config", "", "the config `FILE` of the board that is to be examined")
	cmd.Flags().StringVarP(&d.file, "output", "o", "jadoube-doctor.md", "write the report to `FILE`; without a config only when it is named")
	return cmd
}

func (d *examiner) run(ctx context.Context) error {
	c, err := loadConfig(d.config)
	if err != nil {
		return err
	}
	if err := mayReplace(d.file); err != nil {
		return refused(err)
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	r := doctor.Report{Version: oneLine(), Machine: doctor.Survey()}
	fmt.Fprint(d.out, r.Machine)
	if d.config == "" {
		fmt.Fprintln(d.out, "To try a board, name its config: jadoube doctor --config board.toml")
		return d.write(r)
	}
	if r.Config, err = boardOf(&c); err != nil {
		return err
	}
	return d.examine(ctx, c, r)
}

// examine has the board tried. What was found so far is reported also when that ends early.
func (d *examiner) examine(ctx context.Context, c config.Config, r doctor.Report) error {
	con := doctor.NewConsole(ctx, d.in, d.out, isTerminal(d.out))
	findings, err := app.Examine(ctx, c, con, slog.New(slog.DiscardHandler))
	r.Findings = findings
	if err != nil {
		r.Stopped = redact.Paths(err.Error())
	}
	if findings != nil {
		con.Say("")
		con.Say("%s\n%s", findings.Summary(), findings.Map())
	}
	if errors.Is(err, doctor.ErrQuit) || ctx.Err() != nil {
		err = nil
	}
	return errors.Join(err, d.write(r))
}

// write writes the report, unless nobody asked for one.
func (d *examiner) write(r doctor.Report) error {
	if d.file == "" {
		return nil
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		return err
	}
	if err := os.WriteFile(d.file, b.Bytes(), 0o644); err != nil {
		return &fileError{d.file, errors.Unwrap(err)}
	}
	fmt.Fprintf(d.out, "The report is in %s. Read it before you show it to others.\n", d.file)
	return nil
}

// mayReplace refuses a file that is there and isn't a report.
func mayReplace(file string) error {
	text, err := os.ReadFile(file)
	if err == nil && !bytes.HasPrefix(text, []byte("# jadoube doctor\n")) {
		return fmt.Errorf("%s is there already and isn't a report: name another file with -o", file)
	}
	return nil
}

// boardOf is what a report shows of a config.
func boardOf(c *config.Config) (string, error) {
	var b strings.Builder
	err := c.WriteBoard(&b)
	return redact.Paths(b.String()), err
}

// oneLine is version, commit, Go and platform.
func oneLine() string {
	info, _ := debug.ReadBuildInfo()
	return strings.ReplaceAll(strings.TrimSpace(describe(info)), "\n", ", ")
}
