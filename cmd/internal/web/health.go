package web

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"
)

// aliveTimeout is how long the board's loop has to answer.
const aliveTimeout = time.Second

// counts are what the server counts.
type counts struct{ dropped, refused, denied, limited atomic.Int64 }

// Stats is what the server has counted since it began.
type Stats struct {
	Readers int   // streams that are open now
	Dropped int64 // readers that were let go because they read too slowly
	Refused int64 // connections beyond the bounds
	Denied  int64 // requests that needed another role
	Limited int64 // requests that came too often
}

// Stats returns what was counted.
func (s *Server) Stats() Stats {
	return Stats{len(s.streams), s.counts.dropped.Load(), s.counts.refused.Load(), s.counts.denied.Load(), s.counts.limited.Load()}
}

// serveHealth says whether the board's loop answers, and the names of parts that are not well. A part that
// failed is no reason to start the program anew: the game goes on without it.
func (s *Server) serveHealth(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), aliveTimeout)
	defer cancel()
	if s.Alive != nil {
		if err := s.Alive(ctx); err != nil {
			fail(w, http.StatusServiceUnavailable, errors.New("the board's loop doesn't answer"))
			return
		}
	}
	failed, state := []string{}, s.board.State()
	for _, h := range state.Health {
		if h.State != "ok" {
			failed = append(failed, h.Part)
		}
	}
	send(w, http.StatusOK, map[string]any{"ok": true, "failed": failed, "recording": state.Recording.On})
}

func (s *Server) serveMetrics(w http.ResponseWriter, r *http.Request) {
	if s.Metrics == nil {
		notFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	s.Metrics(w)
}
