package app

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"jadoube/sensors"
	"jadoube/sensors/trace"
)

// retryDisk is how long a disk that failed is left alone; closeDisk how long the end of the program
// waits for it.
const (
	retryDisk = 2 * time.Second
	closeDisk = 5 * time.Second
)

// recorder keeps the raw record of each game as a trace file, and the game as a PGN file beside it.
// Writing is done by a goroutine of each recording, from memory: a disk that is slow, full or gone
// delays the files but not the game, and what it missed is written when it comes back.
type recorder struct {
	folder  string
	log     *slog.Logger
	trouble chan string // what is wrong with the records, "" when all is well again; the newest only
	retry   time.Duration
	patient time.Duration // how long close waits
	quit    chan struct{} // closed when nothing more is written
	now     *recording

	mu   sync.Mutex
	open []*recording // whose files may not be whole yet, the oldest first
	said string       // the trouble told last
}

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

func newRecorder(folder string, log *slog.Logger) *recorder {
	return &recorder{
		folder: folder, log: log, trouble: make(chan string, 1), quit: make(chan struct{}),
		retry: retryDisk, patient: closeDisk,
	}
}

// begin ends the recording that runs and begins another. Its files appear with the first reading.
func (r *recorder) begin(h trace.Header) error {
	r.end()
	r.now = nil
	rec := &recording{recorder: r, tape: newTape(), done: make(chan struct{}), wake: make(chan struct{}, 1)}
	rec.base = filepath.Join(r.folder, r.freeName(time.Now()))
	w, err := trace.NewWriter(rec.tape, h)
	if err != nil {
		return fmt.Errorf("the record can't be begun: %w", err)
	}
	rec.writer = w
	header, _, _ := rec.tape.after(0)
	r.now = rec
	r.mu.Lock()
	r.open = append(r.open, rec)
	r.mu.Unlock()
	go rec.run(len(header))
	return nil
}

// freeName is a file name without ending for a game that begins at t: 2026-11-30-193000, and with
// -2, -3 … when there is one already, or will be when the disk is well again.
func (r *recorder) freeName(t time.Time) string {
	stem := t.Format("2006-01-02-150405")
	name := stem
	for n := 2; ; n++ {
		if base := filepath.Join(r.folder, name); !r.taken(base) || n > 1000 {
			return name
		}
		name = fmt.Sprintf("%s-%d", stem, n)
	}
}

func (r *recorder) taken(base string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, err := os.Stat(base + ".trace")
	return err == nil || slices.ContainsFunc(r.open, func(o *recording) bool { return o.base == base })
}

// write writes a reading down. It fails on one that can't stand in a trace, and then writes nothing.
func (r *recorder) write(x sensors.Reading) error {
	if r.now == nil {
		return nil
	}
	return r.now.writer.Write(x)
}

// pgn replaces the game's PGN.
func (r *recorder) pgn(text string) {
	if r.now == nil {
		return
	}
	r.now.textMu.Lock()
	r.now.text = text
	r.now.textMu.Unlock()
	select {
	case r.now.wake <- struct{}{}:
	default:
	}
}

func (r *recorder) on() bool { return r.now != nil }

// file is the trace's path.
func (r *recorder) file() string {
	if r.now == nil {
		return ""
	}
	return r.now.base + ".trace"
}

// text is what is being recorded, nil for nothing.
func (r *recorder) text() *tape {
	if r.now == nil {
		return nil
	}
	return r.now.tape
}

func (r *recorder) end() {
	if r.now != nil {
		r.now.tape.end()
	}
}

// close ends the recording and waits for the disk, but not for ever. It fails when files are not whole.
func (r *recorder) close() error {
	r.end()
	defer close(r.quit)
	r.mu.Lock()
	open := slices.Clone(r.open)
	r.mu.Unlock()
	enough := time.NewTimer(r.patient)
	defer enough.Stop()
	for _, rec := range open {
		select {
		case <-rec.done:
		case <-enough.C:
			return r.lost()
		}
	}
	return r.lost()
}

// lost says which files are not whole, and why.
func (r *recorder) lost() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var lost []error
	for _, rec := range r.open {
		err := rec.err
		if err == nil {
			err = fmt.Errorf("the disk has not answered for %v", r.patient)
		}
		lost = append(lost, fmt.Errorf("the end of %s.trace is not written: %w", rec.base, err))
	}
	return errors.Join(lost...)
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
