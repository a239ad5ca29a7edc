package app

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"jadoube/cmd/internal/store"
	"jadoube/sensors/trace"
)

// recording is one game's record.
type recording struct {
	*recorder
	base   string // path without ending
	after  int64  // the event before its first
	tape   *tape
	header []byte
	writer *trace.Writer
	done   chan struct{}
	wake   chan struct{}
	err    error // why the files are behind; guarded by the recorder's mu

	textMu  sync.Mutex
	texts   []version // of the PGN, that wait for the database
	text    string    // the newest PGN that may be written
	written string    // what the PGN file holds
}

// version is a PGN that may be told when event n is safe.
type version struct {
	text string
	n    int64
}

// release takes the newest PGN for writing that tells of events up to n only; it is false when that is the old one.
func (r *recording) release(n int64) bool {
	r.textMu.Lock()
	defer r.textMu.Unlock()
	fresh := false
	for len(r.texts) > 0 && r.texts[0].n <= n {
		r.text, r.texts, fresh = r.texts[0].text, r.texts[1:], true
	}
	return fresh
}

// behind reports whether there is a PGN that isn't written, perhaps because it still waits for the database.
func (r *recording) behind() bool {
	r.textMu.Lock()
	defer r.textMu.Unlock()
	return len(r.texts) > 0 || r.text != r.written
}

// run brings the tape and the PGN to the disk as they grow. first is the length of the header.
func (r *recording) run(first int) {
	defer close(r.done)
	var file *os.File
	for offset := 0; ; {
		text, grown, ended := r.tape.after(offset)
		begun := offset+len(text) > first
		if begun {
			n, err := r.append(&file, text)
			offset += n
			err = cmp.Or(err, r.writePGN())
			r.report(err)
			if err != nil && !r.wait() {
				return
			}
			if err != nil || n > 0 {
				continue
			}
		}
		if ended && !(begun && r.behind()) {
			r.finish(file)
			return
		}
		if ended {
			grown = nil
		}
		select {
		case <-grown:
		case <-r.wake:
		case <-r.quit:
			return
		}
	}
}

// wait leaves a disk that failed alone for a while; it is false when the program ends meanwhile.
func (r *recording) wait() bool {
	select {
	case <-time.After(r.retry):
		return true
	case <-r.quit:
		return false
	}
}

// finish closes the file; what was written is whole then.
func (r *recording) finish(file *os.File) {
	if file != nil {
		if err := file.Close(); err != nil {
			r.report(err)
			return
		}
	}
	r.mu.Lock()
	r.open = slices.DeleteFunc(r.open, func(o *recording) bool { return o == r })
	r.mu.Unlock()
	r.tellWhole()
}

// append writes text to the trace file and makes it safe; it opens the file first where needed.
func (r *recording) append(file **os.File, text []byte) (int, error) {
	if len(text) == 0 {
		return 0, nil
	}
	if *file == nil {
		if err := os.MkdirAll(r.folder, 0o755); err != nil {
			return 0, err
		}
		f, err := r.create(text)
		if err != nil {
			return 0, err
		}
		*file = f
		return len(text), nil
	}
	n, err := (*file).Write(text)
	if err == nil {
		err = (*file).Sync()
	}
	return n, err
}

// create writes the trace file as far as it goes, in one step: a recording that is taken up again has one already.
func (r *recording) create(text []byte) (*os.File, error) {
	dir, name := filepath.Split(r.base + ".trace")
	f, err := os.OpenFile(dir+"."+name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return nil, err
	}
	if _, err = f.Write(text); err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = store.Rename(f.Name(), r.base+".trace")
	}
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return f, nil
}

// writePGN replaces the PGN file in one step, so that it is whole at every moment.
func (r *recording) writePGN() error {
	r.textMu.Lock()
	text := r.text
	r.textMu.Unlock()
	if text == r.written {
		return nil
	}
	if err := store.Replace(r.base+".pgn", text); err != nil {
		return err
	}
	r.written = text
	return nil
}

// report notes how the disk is, and tells when there is something else to say of all recordings.
func (r *recording) report(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = err
	var texts []string
	for _, o := range r.open {
		if o.err != nil {
			texts = append(texts, filepath.Base(o.base)+": "+o.err.Error())
		}
	}
	text := strings.Join(texts, "; ")
	if text == r.said {
		return
	}
	r.said = text
	select {
	case <-r.trouble: // older news that nobody has heard yet
	default:
	}
	r.trouble <- text
}
