package app

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
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
	trouble chan string // what is wrong with the disk, "" when it is well again
	retry   time.Duration
	now     *recording
}

// recording is one game's record.
type recording struct {
	*recorder
	base   string // path without ending
	tape   *tape
	writer *trace.Writer
	done   chan struct{}

	mu      sync.Mutex
	text    string // the newest PGN
	written string // what the PGN file holds
	wake    chan struct{}
	broken  bool
}

func newRecorder(folder string, log *slog.Logger) *recorder {
	return &recorder{folder: folder, log: log, trouble: make(chan string, 4), retry: retryDisk}
}

// begin ends the recording that runs and begins another. Its files appear with the first reading.
func (r *recorder) begin(h trace.Header) {
	r.end()
	rec := &recording{recorder: r, tape: newTape(), done: make(chan struct{}), wake: make(chan struct{}, 1)}
	rec.base = filepath.Join(r.folder, freeName(r.folder, time.Now()))
	w, err := trace.NewWriter(rec.tape, h)
	if err != nil {
		r.tell("the record can't be begun: " + err.Error())
		r.now = nil
		return
	}
	rec.writer = w
	header, _, _ := rec.tape.after(0)
	r.now = rec
	go rec.run(len(header))
}

// freeName is a file name without ending for a game that begins at t: 2026-11-30-193000, and with
// -2, -3 … when there is one already.
func freeName(folder string, t time.Time) string {
	stem := t.Format("2006-01-02-150405")
	name := stem
	for n := 2; ; n++ {
		if _, err := os.Stat(filepath.Join(folder, name+".trace")); errors.Is(err, fs.ErrNotExist) || n > 1000 {
			return name
		}
		name = fmt.Sprintf("%s-%d", stem, n)
	}
}

func (r *recorder) write(x sensors.Reading) {
	if r.now == nil {
		return
	}
	if err := r.now.writer.Write(x); err != nil {
		r.tell("a reading can't be recorded: " + err.Error())
	}
}

// pgn replaces the game's PGN.
func (r *recorder) pgn(text string) {
	if r.now == nil {
		return
	}
	r.now.mu.Lock()
	r.now.text = text
	r.now.mu.Unlock()
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

// close ends the recording and waits for the disk, but not for ever.
func (r *recorder) close() {
	if r.now == nil {
		return
	}
	r.end()
	select {
	case <-r.now.done:
	case <-time.After(closeDisk):
		r.log.Error("the record's end could not be written", "file", r.file())
	}
}

func (r *recorder) tell(text string) {
	select {
	case r.trouble <- text:
	default:
		r.log.Warn("recording", "trouble", text)
	}
}

// run brings the tape and the PGN to the disk as they grow. first is the length of the header.
func (r *recording) run(first int) {
	defer close(r.done)
	var file *os.File
	offset := 0
	for {
		text, grown, ended := r.tape.after(offset)
		if offset+len(text) > first {
			n, err := r.append(&file, text)
			offset += n
			err = errors.Join(err, r.writePGN())
			r.report(err)
			if err != nil {
				time.Sleep(r.retry)
				continue
			}
			if n > 0 {
				continue
			}
		}
		if ended {
			if file != nil {
				r.report(file.Close())
			}
			return
		}
		select {
		case <-grown:
		case <-r.wake:
		}
	}
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
	r.mu.Lock()
	text := r.text
	r.mu.Unlock()
	if text == r.written {
		return nil
	}
	tmp, err := os.CreateTemp(r.folder, ".pgn-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.WriteString(text)
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Sync(), tmp.Close())
	if err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), r.base+".pgn"); err != nil {
		return err
	}
	r.written = text
	return nil
}

// report tells when the disk begins to fail and when it is well again.
func (r *recording) report(err error) {
	switch {
	case err != nil && !r.broken:
		r.broken = true
		r.tell(err.Error())
	case err == nil && r.broken:
		r.broken = false
		r.tell("")
	}
}
