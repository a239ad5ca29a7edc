package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/doctor"
	"jadoube/cmd/internal/store"
	"jadoube/hw"
	"jadoube/sensors"
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

// writeChips replaces the file.
func writeChips(file string, all certabo.Chips) error {
	text := "# Which man has which chip, learnt by jadoube from men at home. Delete this file to have them learnt anew.\n" + all.String()
	return store.Replace(file, text)
}

// learnMen adds the men who stand on a board to the file of chips. Those who were known and aren't there stay.
func learnMen(ctx context.Context, b config.Board, con *doctor.Console, wires func() hw.Wiring) error {
	all, err := readChips(b.Certabo.Chips)
	if err != nil {
		return err
	}
	men, err := doctor.Enrolled{Open: func(tell func(certabo.Roll)) (sensors.Source, func(), error) {
		board, w, err := openReal(wires, func(w hw.Wiring, now func() int64) (sensors.Source, error) {
			return openChipReader(b.Certabo, w, now, certabo.Options{Teach: func(stands *[64]certabo.Chip) { tell(certabo.Call(stands)) }})
		})
		return board, func() { board.Close(); w.Close() }, err
	}}.Learn(ctx, con)
	if err != nil {
		return err
	}
	before := maps.Clone(all)
	if all == nil {
		all = certabo.Chips{}
	}
	maps.Copy(all, men)
	if maps.Equal(before, all) {
		con.Say("All %d men are known already: %s stays as it is.", len(men), b.Certabo.Chips)
		return nil
	}
	if err := writeChips(b.Certabo.Chips, all); err != nil {
		return fmt.Errorf("the men have been learned, but can't be kept: %w", err)
	}
	con.Say("%d men have been learned, %d are known now, in %s.", len(men), len(all), b.Certabo.Chips)
	return nil
}
