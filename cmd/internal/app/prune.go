package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"jadoube/cmd/internal/store"
)

// pruning says how much is kept of recordings that are over; what is 0 is no bound. Their games stay whatever it says.
type pruning struct {
	folder  string
	raw     time.Duration // for how long raw readings and the files with them are kept after the end of their recording
	bytes   int64         // that raw readings and the files with them may take
	events  time.Duration // for how long events are kept after the end of their recording
	trusted func() bool   // the time of day can be believed
}

// prune deletes what isn't to be kept any more, the oldest first. It returns the trace files that are to go when the
// transaction is whole. Files of recordings that the database doesn't know, and of the one that goes on, are left alone.
func (p *pruning) prune(t *store.Tx, now time.Time) (files []string, err error) {
	if p.raw == 0 && p.bytes == 0 && p.events == 0 {
		return nil, nil
	}
	list, err := t.Weights()
	if err != nil {
		return nil, err
	}
	sure := p.trusted()
	if sure && p.events > 0 {
		if err := t.Forget(store.Before(list, now.Add(-p.events))); err != nil {
			return nil, err
		}
	}
	heavy := p.beyond(list)
	if sure && p.raw > 0 {
		if old := store.Before(list, now.Add(-p.raw)); len(old) > len(heavy) {
			heavy = old
		}
	}
	for _, w := range heavy {
		files = append(files, p.file(w.Name))
	}
	return files, t.Prune(heavy)
}

func (p *pruning) file(name string) string {
	return filepath.Join(p.folder, filepath.Base(name)+".trace")
}

// beyond are the oldest recordings, for which there is no room any more beside those that are newer.
func (p *pruning) beyond(list []store.Weight) []store.Weight {
	if p.bytes == 0 {
		return nil
	}
	sum := int64(0)
	for i, w := range list {
		sum += w.Bytes
		if info, err := os.Stat(p.file(w.Name)); err == nil {
			sum += info.Size()
		}
		if sum > p.bytes {
			return list[i:]
		}
	}
	return nil
}

// removeFiles takes files away that may be gone already.
func removeFiles(files []string) error {
	var failed []error
	for _, f := range files {
		if err := os.Remove(f); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}
