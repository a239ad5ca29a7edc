package main

import (
	"errors"
	"io/fs"

	"jadoube/cmd/internal/config"

	"github.com/spf13/cobra"
)

func (p *program) check() *cobra.Command {
	return &cobra.Command{
		Use:   "check CONFIG",
		Short: "checks a config and prints the settings in force",
		Long: "check reads a config and tells everything that is wrong with it, each problem with file and line.\n" +
			"When nothing is wrong it prints the settings in force, defaults included, as a config.",
		Example: "  jadoube check board.toml",
		Args:    takes("CONFIG"),
		RunE: func(_ *cobra.Command, args []string) error {
			if args[0] == "" {
				return refused(errors.New("check needs the name of a config, not an empty one"))
			}
			c, err := loadConfig(args[0])
			if err != nil {
				return err
			}
			return c.Write(p.out)
		},
	}
}

// loadConfig reads a config, or takes the defaults when no file is named.
func loadConfig(file string) (config.Config, error) {
	if file == "" {
		return config.Default(), nil
	}
	c, err := config.Load(file)
	if err != nil {
		return c, refused(unopened(file, err))
	}
	return c, nil
}

// unopened names the file first in what the operating system says of it.
func unopened(file string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return &fileError{file, path.Err}
	}
	return err
}

type fileError struct {
	file string
	err  error
}

func (e *fileError) Error() string { return e.file + ": " + e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }
