// Package web knows how to show a board to browsers: the page, its stream of events and the commands
// that come back. It must not know chess or hold a game: everything about the board comes through
// the Board interface, as copies.
//
//	GET  /                  the page
//	GET  /assets/HASH/NAME  its parts, cacheable for ever
//	GET  /api/state         State as JSON, with the "session" of this run
//	GET  /api/events        Server-Sent Events: id = the event's number, data = its JSON; resumes after
//	                        Last-Event-ID or ?after=N. Without a number come "hello" (the session), "tray"
//	                        (where the men of a simulated board are), "beat" and "reset" (take the state anew)
//	POST /api/board         a command: {"do":"lift","square":"e2"}, {"do":"place","square":"e4","piece":"P"},
//	                        {"do":"press","key":"white"}, {"do":"new","fen":"","side":"black","level":"elo 1500"}, {"do":"opponent",
//	                        "side":"none"}, {"do":"hint"}, {"do":"help","side":"white","steps":"moves hints"},
//	                        {"do":"lesson","lesson":"rook","player":"Anna"}, {"do":"review"}
//	GET  /api/pgn           the game as a file
//	GET  /api/trace         the raw record as a file; ?follow=1 goes on with it
//
// Errors are {"error": "…"} with a fitting status.
package web

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

//go:embed all:dist
var dist embed.FS

// The server's patience.
const (
	headerTimeout   = 5 * time.Second
	requestTimeout  = 15 * time.Second
	writeTimeout    = 30 * time.Second
	idleTimeout     = 2 * time.Minute
	shutdownTimeout = 5 * time.Second
	heartbeatEvery  = 15 * time.Second
	maxHeaderBytes  = 16 << 10
	maxStreams      = 64 // open event streams at once
)

// Options set what the server can't know by itself.
type Options struct {
	Hosts []string     // names besides localhost and bare addresses under which browsers reach the page
	Log   *slog.Logger // nil = no log
	Shelf Shelf        // nil = no games are kept
}

// Server serves one board.
type Server struct {
	board     Board
	shelf     Shelf
	hosts     map[string]bool
	log       *slog.Logger
	assets    *assets
	session   string        // tells a page that the numbers of events begin anew
	streams   chan struct{} // one token for each open stream
	heartbeat time.Duration
	grace     time.Duration // for requests that are under way at the end
	trays     trays
	quit      chan struct{} // closed when streams must end
	quitOnce  sync.Once
}

// New makes the server of a board.
func New(b Board, o Options) (*Server, error) {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	return newServer(b, o, files)
}

func newServer(b Board, o Options, files fs.FS) (*Server, error) {
	a, err := loadAssets(files)
	if err != nil {
		return nil, err
	}
	s := &Server{
		board: b, shelf: o.Shelf, hosts: map[string]bool{"localhost": true}, log: o.Log, assets: a, session: rand.Text(),
		streams: make(chan struct{}, maxStreams), heartbeat: heartbeatEvery, grace: shutdownTimeout, quit: make(chan struct{}),
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	for _, h := range o.Hosts {
		s.hosts[hostKey(h)] = true
	}
	return s, nil
}

// Bundled reports whether the page itself is part of this binary.
func (s *Server) Bundled() bool { return s.assets.page != nil }

// Handler answers all requests.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/{$}", only(http.MethodGet, s.servePage))
	mux.Handle("/assets/", only(http.MethodGet, s.serveAsset))
	mux.Handle("/api/state", only(http.MethodGet, s.serveState))
	mux.Handle("/api/events", only(http.MethodGet, s.serveEvents))
	mux.Handle("/api/board", only(http.MethodPost, s.serveCommand))
	mux.Handle("/api/pgn", only(http.MethodGet, s.servePGN))
	mux.Handle("/api/position.svg", only(http.MethodGet, s.servePicture))
	mux.Handle("/api/position.png", only(http.MethodGet, s.servePicture))
	if s.shelf != nil {
		mux.Handle("/api/games", only(http.MethodGet, s.serveGames))
		mux.Handle("/api/games/{id}", only(http.MethodGet, s.serveGame))
	}
	mux.Handle("/api/trace", only(http.MethodGet, s.serveTrace))
	mux.HandleFunc("/", notFound)
	return s.guard(mux)
}

// Serve answers requests on ln until ctx ends, then ends the streams and lets the other requests
// finish, but cuts those that take too long. It returns nil after such an end.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	srv := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: headerTimeout, ReadTimeout: requestTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(ln) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.endStreams()
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.grace)
	defer cancel()
	err := srv.Shutdown(end)
	if errors.Is(err, context.DeadlineExceeded) { // a client that doesn't read is no failure of ours
		s.log.Warn("connections were cut at the end", "after", s.grace)
		return srv.Close()
	}
	return err
}

func (s *Server) endStreams() { s.quitOnce.Do(func() { close(s.quit) }) }
