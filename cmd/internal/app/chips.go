package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"jadoube/sensors/certabo"
)

// readChips reads which man has which chip. Without the file none is known.
func readChips(file string) (certabo.Chips, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the men's chips: %w", err)
	}
	all, err := certabo.ParseChips(string(text))
	if err != nil {
		return nil, fmt.Errorf("the men's chips: %s: %w: put it right, or delete the file to have them learnt anew", file, err)
	}
	return all, nil
}

// writeChips replaces the file in one step.
func writeChips(file string, all certabo.Chips) error {
	text := "# Which man has which chip, learnt by jadoube from men at home. Delete this file to have them learnt anew.\n" + all.String()
	if err := os.WriteFile(file+".new", []byte(text), 0o644); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
