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
//	                        {"do":"lesson","lesson":"rook","player":"Anna"}, {"do":"review"}, {"do":"follow","game":17},
//	                        {"do":"evaluate","game":17}
//	GET  /api/pgn           the game as a file
//	GET  /api/trace         the raw record as a file; ?follow=1 goes on with it
//	GET  /api/access        what who asks may do, and the addresses of the page for other devices
//	POST /api/pair          {"code":"ABCD-EFGH","name":"Anna's phone"} pairs a device, {"leave":true} forgets it
//	GET  /api/devices       the paired devices and the offer to pair another, for admins
//	POST /api/devices       {"do":"offer","role":"player"}, {"do":"withdraw"}, {"do":"revoke","id":"…"}
//	GET  /api/bench         how far an examination or calibration of the board is, for admins
//	POST /api/bench         {"do":"doctor"}, {"do":"lights"}, {"do":"calibrate","sure":true}, {"do":"answer","text":""}, {"do":"end"}
//	GET  /api/settings      the options that may be changed on the page, for admins
//	POST /api/settings      {"set":{"game.level":"trainer"}}
//	GET  /healthz           whether the board's loop answers
//	GET  /metrics           counters for Prometheus
//
// Errors are {"error": "…"} with a fitting status.
package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"embed"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"jadoube/cmd/internal/access"
)

//go:embed all:dist
var dist embed.FS

// The server's patience.
const (
	headerTimeout   = 5 * time.Second
	requestTimeout  = 15 * time.Second
	writeTimeout    = 30 * time.Second
	idleTimeout     = 2 * time.Minute
	shutdownTimeout = 1500 * time.Millisecond // a whole end takes two seconds at the most
	heartbeatEvery  = 15 * time.Second
	maxHeaderBytes  = 16 << 10
	otherConns      = 256 // connections at once, beside those of event streams

	requestEvery, requestBurst = 50 * time.Millisecond, 200 // of another device
	guessEvery, guessBurst     = 20 * time.Second, 5        // answers to the offer of pairing
)

// Options set what the server can't know by itself. Zero values will do.
type Options struct {
	Hosts       []string                    // names besides localhost and bare addresses under which browsers reach the page
	Access      *access.Book                // who may do what; nil: the board's own machine everything, others nothing but to see
	Readers     int                         // event streams that may be open at once; 0 = 64
	Connections int                         // that one other device may have open at once; 0 = 64
	Certificate func() *tls.Certificate     // for https; nil = http
	Alive       func(context.Context) error // whether the board's loop answers; nil = always
	Metrics     func(io.Writer)             // writes counters for Prometheus; nil = none
	Log         *slog.Logger                // nil = no log
	Shelf       Shelf                       // nil = no games are kept
	Bench       Bench                       // nil = the board can't be tried from the page
	Settings    Settings                    // nil = none can be changed on the page
}

// Server serves one board.
type Server struct {
	Options
	board     Board
	shelf     Shelf
	hosts     atomic.Pointer[map[string]bool]
	access    *access.Book
	log       *slog.Logger
	assets    *assets
	session   string        // tells a page that the numbers of events begin anew
	streams   chan struct{} // one token for each open stream
	requests  *limiter
	guesses   *limiter
	counts    counts
	listens   atomic.Value // net.Addr
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
	o.Readers, o.Connections = cmp.Or(o.Readers, 64), cmp.Or(o.Connections, 64)
	s := &Server{
		Options: o, board: b, shelf: o.Shelf, access: o.Access, log: o.Log, assets: a, session: rand.Text(), streams: make(chan struct{}, o.Readers),
		requests: newLimiter(requestEvery, requestBurst), guesses: newLimiter(guessEvery, guessBurst),
		heartbeat: heartbeatEvery, grace: shutdownTimeout, quit: make(chan struct{}),
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.access == nil {
		s.access = access.New(access.Policy{Strangers: access.Spectator, Local: access.Admin})
	}
	s.SetHosts(o.Hosts)
	return s, nil
}

// SetHosts replaces the names under which browsers reach the page.
func (s *Server) SetHosts(names []string) {
	hosts := map[string]bool{"localhost": true}
	for _, h := range names {
		hosts[hostKey(h)] = true
	}
	s.hosts.Store(&hosts)
}

// Bundled reports whether the page itself is part of this binary.
func (s *Server) Bundled() bool { return len(s.assets.pages) > 0 }

// Handler answers all requests. What a role is needed for is said here, except for commands: see roleFor.
func (s *Server) Handler() http.Handler {
	const get, post = http.MethodGet, http.MethodPost
	mux := http.NewServeMux()
	reading := func(f http.HandlerFunc) http.Handler { return only(s.needs(access.Spectator, f), get) }
	mux.Handle("/{$}", only(http.HandlerFunc(s.servePage), get))
	mux.Handle("/assets/", only(http.HandlerFunc(s.serveAsset), get))
	mux.Handle("/api/state", reading(s.serveState))
	mux.Handle("/api/events", reading(s.serveEvents))
	mux.Handle("/api/pgn", reading(s.servePGN))
	mux.Handle("/api/position.svg", reading(s.servePicture))
	mux.Handle("/api/position.png", reading(s.servePicture))
	mux.Handle("/api/trace", reading(s.serveTrace))
	if s.shelf != nil {
		mux.Handle("/api/games", reading(s.serveGames))
		mux.Handle("/api/games/{id}", reading(s.serveGame))
		mux.Handle("/api/games/{id}/evaluation", reading(s.serveEvaluation))
	}
	if s.Bench != nil {
		mux.Handle("/api/bench", only(s.needs(access.Admin, http.HandlerFunc(s.serveBench)), get, post))
	}
	if s.Settings != nil {
		mux.Handle("/api/settings", only(s.needs(access.Admin, http.HandlerFunc(s.serveSettings)), get, post))
	}
	mux.Handle("/metrics", reading(s.serveMetrics))
	mux.Handle("/api/board", only(s.needs(access.Player, http.HandlerFunc(s.serveCommand)), post))
	mux.Handle("/api/devices", only(s.needs(access.Admin, http.HandlerFunc(s.serveDevices)), get, post))
	mux.Handle("/api/access", only(http.HandlerFunc(s.serveAccess), get))
	mux.Handle("/api/pair", only(http.HandlerFunc(s.servePair), post))
	mux.Handle("/healthz", only(http.HandlerFunc(s.serveHealth), get))
	mux.HandleFunc("/", notFound)
	return s.guard(s.rarely(mux))
}

// Serve answers requests on ln until ctx ends, then ends the streams and lets the other requests
// finish, but cuts those that take too long. It returns nil after such an end.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	srv := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: headerTimeout, ReadTimeout: requestTimeout,
		WriteTimeout: writeTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeaderBytes,
		ErrorLog: slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	srv.Protocols = new(http.Protocols)
	srv.Protocols.SetHTTP1(true) // one request at a time on each of the connections, which are counted
	s.listens.Store(ln.Addr())
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(s.bound(ln)) }()
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

// bound counts the connections and, with a certificate, has them encrypted.
func (s *Server) bound(ln net.Listener) net.Listener {
	ln = newBounded(ln, s.Readers+otherConns, s.Connections, func() { s.counts.refused.Add(1) })
	if s.Certificate == nil {
		return ln
	}
	return tls.NewListener(ln, &tls.Config{
		MinVersion:     tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return s.Certificate(), nil },
	})
}

func (s *Server) endStreams() { s.quitOnce.Do(func() { close(s.quit) }) }
