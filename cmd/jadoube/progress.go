package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progress shows on a terminal how far the reading of a long file is.
type progress struct {
	out   io.Writer // nil when nobody is to see it
	name  string
	size  int64 // 0 when not known
	from  time.Time
	told  time.Time
	shown bool
}

// newProgress returns a progress on the standard error, if that is a terminal and the output goes elsewhere.
func newProgress(p *program) *progress {
	if isTerminal(p.err) && !isTerminal(p.out) {
		return &progress{out: p.err}
	}
	return &progress{}
}

// isTerminal reports whether what is written is for somebody to see: it goes to a device of characters that isn't the
// one that swallows all.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err == nil && !os.SameFile(info, null)
}

func (p *progress) begin(name string, size int64) {
	now := time.Now()
	*p = progress{out: p.out, name: name, size: size, from: now, told: now}
}

// tell says how much has been read, once a second.
func (p *progress) tell(read int64, games int) {
	if p.out == nil {
		return
	}
	if now := time.Now(); now.Sub(p.told) >= time.Second {
		p.told, p.shown = now, true
		fmt.Fprintf(p.out, "\r%s\x1b[K", p.line(read, games, now.Sub(p.from)))
	}
}

// line says how far the reading is after some time.
func (p *progress) line(read int64, games int, after time.Duration) string {
	share := ""
	if p.size > 0 {
		share = fmt.Sprintf(" %d %%,", min(100, read*100/p.size))
	}
	mb := float64(read) / 1e6
	return fmt.Sprintf("jadoube: %s:%s %d games, %.0f MB, %.0f MB/s", p.name, share, games, mb, mb/after.Seconds())
}

// clear takes the line away.
func (p *progress) clear() {
	if p.shown {
		p.shown = false
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
