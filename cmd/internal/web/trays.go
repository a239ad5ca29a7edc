package web

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// trays tells the open streams that the men of a simulated board have been moved. The men's places
// are no part of the game's record, so they have no event: they have a revision, which only grows.
type trays struct {
	mu       sync.Mutex
	revision int64
	watchers map[chan struct{}]bool
}

// trayNews is where the men were when the board was at this revision, or later.
type trayNews struct {
	Rev  int64 `json:"rev"`
	Tray *Tray `json:"tray"` // null: the board is no simulated one
}

func (t *trays) rev() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.revision
}

// changed counts a change and wakes the watchers.
func (t *trays) changed() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.revision++
	for w := range t.watchers {
		select {
		case w <- struct{}{}:
		default: // it has not yet looked at the change before
		}
	}
}

// watch returns a channel that fires now and after each change.
func (t *trays) watch() (moved <-chan struct{}, leave func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := make(chan struct{}, 1)
	w <- struct{}{}
	if t.watchers == nil {
		t.watchers = map[chan struct{}]bool{}
	}
	t.watchers[w] = true
	return w, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.watchers, w)
	}
}

// tray reads the revision first: a tray may be newer than its number, never older.
func (s *Server) tray() trayNews {
	rev := s.trays.rev()
	return trayNews{rev, s.board.State().Tray}
}

// trayWriter tells one stream of the tray whenever it has not been told of it as it is.
type trayWriter struct {
	server *Server
	told   trayNews
}

func (t *trayWriter) write(w io.Writer) error {
	news := t.server.tray()
	if news.Tray == nil || t.told.Tray != nil && news.Rev == t.told.Rev && *news.Tray == *t.told.Tray {
		return nil
	}
	t.told = news
	b, err := json.Marshal(news)
	if err == nil {
		_, err = fmt.Fprintf(w, "event: tray\ndata: %s\n\n", b)
	}
	return err
}
