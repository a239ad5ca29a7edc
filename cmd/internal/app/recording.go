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

	"jadoube/sensors/trace"
)

// recording is one game's record.
type recording struct {
	*recorder
	base   string // path without ending
	tape   *tape
	writer *trace.Writer
	done   chan struct{}
	wake   chan struct{}
	err    error // why the files are behind; guarded by the recorder's mu

	textMu  sync.Mutex
	text    string // the newest PGN
	written string // what the PGN file holds
}

// run brings the tape and the PGN to the disk as they grow. first is the length of the header.
func (r *recording) run(first int) {
	defer close(r.done)
	var file *os.File
	for offset := 0; ; {
		text, grown, ended := r.tape.after(offset)
		if offset+len(text) > first {
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
		if ended {
			r.finish(file)
			return
		}
		select {
		case <-grown:
		case <-r.wake:
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
	defer r.mu.Unlock()
	r.open = slices.DeleteFunc(r.open, func(o *recording) bool { return o == r })
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
		f, err := os.OpenFile(r.base+".trace", os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return 0, err
		}
		*file = f
	}
	n, err := (*file).Write(text)
	if err == nil {
		err = (*file).Sync()
	}
	return n, err
}

// writePGN replaces the PGN file in one step, so that it is whole at every moment.
func (r *recording) writePGN() error {
	r.textMu.Lock()
	text := r.text
	r.textMu.Unlock()
	if text == r.written {
		return nil
	}
	dir, name := filepath.Split(r.base)
	tmp, err := os.OpenFile(dir+"."+name+".pgn", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.WriteString(text)
	err = errors.Join(err, tmp.Sync(), tmp.Close())
	if err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), r.base+".pgn"); err != nil {
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
