package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"jadoube/cmd/internal/access"
)

// retryMillis is how long a browser waits before it asks again for a lost stream.
const retryMillis = 1000

// serveEvents sends events until the client goes, the board ends or falls silent for good. The
// stream starts with a "hello" that names this run of the server; a client that asks for events
// that are no longer held gets "reset" and nothing else.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	after, err := afterNumber(r)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	leave, ok := s.enterStream(w)
	if !ok {
		return
	}
	defer leave()
	ctx, cancel := s.streamContext(r)
	defer cancel()
	events, end, held := s.board.Subscribe(after)
	if end != nil {
		defer end()
	}
	h := w.Header()
	h.Set("Content-Type", "text/event-stream; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	out := newStream(w)
	fmt.Fprintf(out, "retry: %d\nevent: hello\ndata: {\"session\":%q}\n\n", retryMillis, s.session)
	if !held {
		fmt.Fprint(out, "event: reset\ndata: {}\n\n")
		return
	}
	if r.Method != http.MethodHead {
		s.pump(ctx, out, events)
	}
}

func (s *Server) pump(ctx context.Context, out *stream, events <-chan Event) {
	beat := time.NewTicker(s.heartbeat)
	defer beat.Stop()
	moved, leave := s.trays.watch()
	defer leave()
	tray := trayWriter{server: s}
	for {
		var err error
		select {
		case <-ctx.Done():
			drain(out, events)
			return
		case e, ok := <-events:
			if !ok {
				s.countDropped(ctx)
				return
			}
			err = out.events(e, events)
			if err == nil && len(events) == 0 { // men may be moved by others than a page
				err = tray.write(out)
			}
		case <-moved:
			err = tray.write(out)
		case <-beat.C:
			_, err = fmt.Fprint(out, ": still here\nevent: beat\ndata: {}\n\n")
		}
		if err != nil {
			if errors.Is(err, os.ErrDeadlineExceeded) {
				s.countDropped(ctx)
			}
			return
		}
	}
}

// countDropped counts a reader that was let go because it read too slowly.
func (s *Server) countDropped(ctx context.Context) {
	if ctx.Err() == nil {
		s.counts.dropped.Add(1)
	}
}

// drain sends what has been told before the stream must end.
func drain(out *stream, events <-chan Event) {
	for {
		select {
		case e, ok := <-events:
			if !ok || out.events(e, events) != nil {
				return
			}
		default:
			return
		}
	}
}

// afterNumber is where a stream starts: a reconnecting browser's Last-Event-ID goes before ?after=,
// which still holds the number of its first connection.
func afterNumber(r *http.Request) (int64, error) {
	name, v := "Last-Event-ID", r.Header.Get("Last-Event-ID")
	if v == "" {
		name, v = "after", r.URL.Query().Get("after")
	}
	if v == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%s %q: expected an event's number, 0 or more", name, v)
	}
	return n, nil
}

// enterStream takes a place among the open streams; without a free one it answers 503.
func (s *Server) enterStream(w http.ResponseWriter) (leave func(), ok bool) {
	select {
	case s.streams <- struct{}{}:
		return func() { <-s.streams }, true
	default:
		w.Header().Set("Retry-After", "5")
		fail(w, http.StatusServiceUnavailable, Refuse("%d streams are open, the most allowed: close other pages of the board", cap(s.streams)))
		return nil, false
	}
}

// streamContext ends with the request, with the server, or when who asked may no longer read.
func (s *Server) streamContext(r *http.Request) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(r.Context())
	go func() {
		defer cancel()
		for {
			changed := s.access.Changed()
			if v, err := s.visitor(r); err != nil || v.role < access.Spectator {
				return
			}
			select {
			case <-s.quit:
				return
			case <-ctx.Done():
				return
			case <-changed:
			}
		}
	}()
	return ctx, cancel
}

// stream is an answer without an end: each write goes out at once and has its own deadline.
type stream struct {
	w   http.ResponseWriter
	rc  *http.ResponseController
	buf []byte // of events
}

// maxBatch is how many bytes of events that wait are sent together.
const maxBatch = 16 << 10

// events sends an event and those that wait behind it.
func (s *stream) events(e Event, more <-chan Event) error {
	s.buf = appendEvent(s.buf[:0], e)
	for len(s.buf) < maxBatch && len(more) > 0 {
		e, ok := <-more
		if !ok {
			break // the next to receive will see it
		}
		s.buf = appendEvent(s.buf, e)
	}
	_, err := s.Write(s.buf)
	return err
}

func appendEvent(b []byte, e Event) []byte {
	b = strconv.AppendInt(append(b, "id: "...), e.N, 10)
	b = append(append(b, "\ndata: "...), e.JSON...)
	return append(b, "\n\n"...)
}

func newStream(w http.ResponseWriter) *stream {
	s := &stream{w: w, rc: http.NewResponseController(w)}
	s.rc.SetReadDeadline(time.Time{}) // the request has been read; its deadline would end the stream
	return s
}

// Write implements io.Writer.
func (s *stream) Write(b []byte) (int, error) {
	if err := s.rc.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, err
	}
	n, err := s.w.Write(b)
	if err != nil {
		return n, err
	}
	return n, s.rc.Flush()
}
