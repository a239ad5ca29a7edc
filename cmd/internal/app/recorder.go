package app

import (
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
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
	journal func() int64  // the last event that is safe in the database
	whole   func(n int64) // called when the files of all recordings that ended before event n+1 are whole
	now     *recording

	mu   sync.Mutex
	open []*recording // whose files may not be whole yet, the oldest first
	said string       // the trouble told last
}

func newRecorder(folder string, log *slog.Logger) *recorder {
	return &recorder{
		folder: folder, log: log, trouble: make(chan string, 1), quit: make(chan struct{}),
		retry: retryDisk, patient: closeDisk, journal: func() int64 { return math.MaxInt64 }, whole: func(int64) {},
	}
}

// begin ends the recording that runs and begins another, after an event. Its files appear with the first reading. After an
// error the old one goes on.
func (r *recorder) begin(h trace.Header, name string, after int64) error {
	return r.resume(h, name, nil, after)
}

// resume is begin for a recording that was cut off, with its readings so far. Its files are written anew.
func (r *recorder) resume(h trace.Header, name string, readings []sensors.Reading, after int64) error {
	rec, err := r.record(h, name, readings, after)
	if err != nil {
		return err
	}
	r.end()
	r.now = rec
	r.run(rec)
	return nil
}

// restore writes the files of a recording anew that was over before they were whole; text is its PGN.
func (r *recorder) restore(h trace.Header, name string, readings []sensors.Reading, after int64, text string) error {
	rec, err := r.record(h, name, readings, after)
	if err != nil {
		return err
	}
	rec.text = text
	rec.tape.end()
	r.run(rec)
	return nil
}

// record makes a recording, with its readings so far.
func (r *recorder) record(h trace.Header, name string, readings []sensors.Reading, after int64) (*recording, error) {
	rec := &recording{recorder: r, after: after, tape: newTape(), done: make(chan struct{}), wake: make(chan struct{}, 1)}
	rec.base = filepath.Join(r.folder, name)
	w, err := trace.NewWriter(rec.tape, h)
	if err != nil {
		return nil, fmt.Errorf("the record can't be begun: %w", err)
	}
	rec.header, _, _ = rec.tape.after(0)
	for _, x := range readings {
		if err := w.Write(x); err != nil {
			return nil, fmt.Errorf("the record can't be taken up again: %w", err)
		}
	}
	rec.writer = w
	return rec, nil
}

// run starts what writes a recording's files.
func (r *recorder) run(rec *recording) {
	r.mu.Lock()
	r.open = append(r.open, rec)
	r.mu.Unlock()
	r.tellWhole()
	go rec.run(len(rec.header))
}

// tellWhole tells up to which event the files of recordings that are over are whole.
func (r *recorder) tellWhole() {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.journal()
	for _, rec := range r.open {
		n = min(n, rec.after)
	}
	r.whole(n)
}

// freeName is a file name without ending for a recording that begins at t: 2026-11-30-193000, undated when t can't be
// believed, and with -2, -3 … when there is one already, or will be when the disk is well again.
func (r *recorder) freeName(t time.Time, sure bool) string {
	stem := t.Format("2006-01-02-150405")
	if !sure {
		stem = "undated"
	}
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

// pgn replaces the games' PGN, as soon as event n is safe in the database.
func (r *recorder) pgn(text string, n int64) {
	if r.now == nil {
		return
	}
	r.now.textMu.Lock()
	r.now.texts = append(r.now.texts, version{text, n})
	r.now.textMu.Unlock()
	r.safe(r.journal())
}

// safe says that events up to n are safe in the database.
func (r *recorder) safe(n int64) {
	r.mu.Lock()
	open := slices.Clone(r.open)
	r.mu.Unlock()
	for _, rec := range open {
		if rec.release(n) {
			select {
			case rec.wake <- struct{}{}:
			default:
			}
		}
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

// headerText is the header of what is being recorded.
func (r *recorder) headerText() string { return string(r.now.header) }

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
