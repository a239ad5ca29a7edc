package app

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"jadoube/cmd/internal/store"
)

// pgnFolder holds the PGN files, below the data folder; currentGame is the one with the game that is played.
const (
	pgnFolder   = "pgn"
	currentGame = "current.pgn"
	filesReader = "pgn-files"
)

// pgnFiles keeps the PGN files: the game that is played, and one for each day. It reads what is safe in the database, so a
// file never says more than what a power cut leaves.
type pgnFiles struct {
	data    string
	folder  string // below it
	journal *journal
	retry   time.Duration
	trouble chan string
	quit    chan struct{}
	done    chan struct{}
	failed  error // why a file is behind; to be read when done is closed
}

func newPGNFiles(folder string, j *journal) *pgnFiles {
	return &pgnFiles{
		data: folder, folder: filepath.Join(folder, pgnFolder), journal: j, retry: retryDisk,
		trouble: make(chan string, 1), quit: make(chan struct{}), done: make(chan struct{}),
	}
}

// run follows the journal until it ends.
func (f *pgnFiles) run(from int64) {
	defer close(f.done)
	said, games := "", int64(-1)
	for at := from; ; {
		n := f.journal.news()
		at = min(at, n.again)
		db := f.journal.store() // nil while it can't be opened
		open := db != nil
		behind := open && n.safe > at && n.games != games
		if n.ended && !behind {
			return
		}
		var err error
		if behind {
			err = f.write(db, at)
		}
		if err == nil && open {
			at, games = n.safe, n.games
			f.journal.moved(filesReader, at)
		}
		f.failed = err
		if text := textOf(err); text != said {
			said = text
			tellNewest(f.trouble, text)
		}
		if !f.pause(err, behind, n.grown) {
			return
		}
	}
}

// close waits for the files, but not for ever. It fails when one is behind.
func (f *pgnFiles) close() error {
	enough := time.NewTimer(closeDisk)
	defer enough.Stop()
	select {
	case <-f.done:
	case <-enough.C:
	}
	close(f.quit)
	<-f.done
	return f.failed
}

// pause waits for more to be safe, or for a disk that failed; it is false when the program doesn't wait any longer.
func (f *pgnFiles) pause(err error, behind bool, grown <-chan struct{}) bool {
	var again <-chan time.Time
	if err != nil {
		again = time.After(f.retry)
		grown = nil
	} else if behind {
		return true
	}
	select {
	case <-grown:
	case <-again:
	case <-f.journal.done:
		if err != nil {
			return false
		}
	case <-f.quit:
		return false
	}
	return true
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// tellNewest puts news where the newest only is read.
func tellNewest(to chan string, text string) {
	select {
	case <-to:
	default:
	}
	to <- text
}

// write writes the files of the games that events after n are about.
func (f *pgnFiles) write(db *store.Store, n int64) error {
	f.journal.mu.Lock()
	n += f.journal.shift
	f.journal.mu.Unlock()
	newest, dates, err := db.Changed(n)
	if err != nil {
		return err
	}
	if err := writeOrRemove(filepath.Join(f.folder, currentGame), newest); err != nil {
		return err
	}
	for _, date := range dates {
		if err := WriteDay(f.data, db, date); err != nil {
			return err
		}
	}
	return nil
}

// replace is store.Replace, without touching a file that holds the text already.
func replace(file, text string) error {
	if old, err := os.ReadFile(file); err == nil && string(old) == text {
		return nil
	}
	return store.Replace(file, text)
}

// WriteDay writes the file of a day's games, pgn/2026-11-30.pgn in the data folder, or takes it away when there is none.
func WriteDay(data string, db *store.Store, date string) error {
	texts, err := db.Day(date)
	if err != nil {
		return err
	}
	return writeOrRemove(filepath.Join(data, pgnFolder, date+".pgn"), strings.Join(texts, ""))
}

// writeOrRemove writes the text of games into a file, or takes it away when there are none.
func writeOrRemove(file, text string) error {
	if text == "" {
		if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return replace(file, strings.TrimRight(text, "\n")+"\n")
}
