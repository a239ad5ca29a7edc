package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"jadoube/rules/square"
)

const (
	maxCommandBytes = 4 << 10
	maxKeyBytes     = 200 // an arbiter's words are the longest
	maxFENBytes     = 200
	commandTimeout  = 10 * time.Second
	maxPly          = 1 << 16
	pieceLetters    = "PNBRQKpnbrqk"
)

// snapshot is State as the page gets it.
type snapshot struct {
	Session string `json:"session"`
	Rev     int64  `json:"rev"` // of the tray
	State
}

func (s *Server) serveState(w http.ResponseWriter, _ *http.Request) {
	rev := s.trays.rev()
	send(w, http.StatusOK, snapshot{s.session, rev, s.board.State()})
}

func (s *Server) serveCommand(w http.ResponseWriter, r *http.Request) {
	c, status, err := readCommand(w, r)
	if err != nil {
		fail(w, status, err)
		return
	}
	if !s.admit(w, r, roleFor(c)) {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), commandTimeout)
	defer cancel()
	if err := s.board.Command(ctx, c); err != nil {
		fail(w, commandStatus(err), err)
		return
	}
	s.trays.changed()
	send(w, http.StatusOK, s.tray())
}

// commandStatus tells a refusal from a question whether one is sure, and from a board that didn't answer in time.
func commandStatus(err error) int {
	if errors.Is(err, ErrPlaying) {
		return http.StatusConflict
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || errors.Is(err, ErrEnded) {
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

func readCommand(w http.ResponseWriter, r *http.Request) (Command, int, error) {
	body, status, err := readBody(w, r)
	if err != nil {
		return Command{}, status, err
	}
	c, err := ParseCommand(body)
	return c, http.StatusBadRequest, err
}

// ParseCommand reads a command from its JSON, {"do":"lift","square":"e2"}: see Command for the fields.
func ParseCommand(body []byte) (Command, error) {
	var m struct {
		Do, Square, Piece, Key, FEN, Side, Level, Steps, Lesson, Player, White, Black, Clock, Laws, Kept *string
		Game, Ply                                                                                        *int64
		Sure                                                                                             *bool
	}
	dec := json.NewDecoder(strings.NewReader(string(body)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&m); err != nil {
		return Command{}, fmt.Errorf("the command is not the JSON expected, as in {\"do\":\"lift\",\"square\":\"e2\"}: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return Command{}, errors.New("the command is followed by more: send one JSON object")
	}
	c := Command{Do: Verb(text(m.Do)), Square: square.None, Sure: m.Sure != nil && *m.Sure}
	given := fields{
		"square": m.Square != nil, "piece": m.Piece != nil, "key": m.Key != nil, "fen": m.FEN != nil, "side": m.Side != nil, "level": m.Level != nil,
		"steps": m.Steps != nil, "lesson": m.Lesson != nil, "player": m.Player != nil,
		"white": m.White != nil, "black": m.Black != nil, "clock": m.Clock != nil, "laws": m.Laws != nil, "kept": m.Kept != nil,
		"game": m.Game != nil, "ply": m.Ply != nil, "sure": m.Sure != nil,
	}
	var err error
	switch c.Do {
	case Lift:
		c.Square, err = square.Parse(text(m.Square))
		return c, errors.Join(err, given.only(c.Do, "square"))
	case Place:
		if c.Square, err = square.Parse(text(m.Square)); err != nil {
			return c, err
		}
		c.Piece, err = parsePiece(text(m.Piece))
		return c, errors.Join(err, given.only(c.Do, "square", "piece"))
	case Press:
		c.Key, err = parseLine("key", text(m.Key), 1, maxKeyBytes)
		return c, errors.Join(err, given.only(c.Do, "key"))
	case NewGame:
		c.FEN, err = parseLine("fen", text(m.FEN), 0, maxFENBytes)
		for _, f := range []struct {
			name string
			from *string
			to   *string
		}{{"white", m.White, &c.White}, {"black", m.Black, &c.Black}, {"clock", m.Clock, &c.Clock}, {"laws", m.Laws, &c.Laws}, {"kept", m.Kept, &c.Kept}} {
			var wrong error
			*f.to, wrong = parseLine(f.name, text(f.from), 0, maxKeyBytes)
			err = errors.Join(err, wrong)
		}
		return c, errors.Join(err, c.oppose(text(m.Side), text(m.Level)), given.only(c.Do, "fen", "side", "level", "white", "black", "clock", "laws", "kept", "sure"))
	case Oppose:
		return c, errors.Join(c.oppose(text(m.Side), text(m.Level)), given.only(c.Do, "side", "level"))
	case Hint, Review:
		return c, given.only(c.Do)
	case Help:
		c.Side = text(m.Side)
		c.Steps, err = parseLine("steps", text(m.Steps), 0, maxKeyBytes)
		return c, errors.Join(err, given.only(c.Do, "side", "steps"))
	case Lesson:
		var err2 error
		c.Lesson, err = parseLine("lesson", text(m.Lesson), 0, maxKeyBytes)
		c.Player, err2 = parseLine("player", text(m.Player), 0, maxKeyBytes)
		return c, errors.Join(err, err2, given.only(c.Do, "lesson", "player", "sure"))
	case Follow:
		return c, errors.Join(c.game(m.Game, m.Ply), given.only(c.Do, "game", "ply"))
	case Evaluate:
		return c, errors.Join(c.game(m.Game, nil), given.only(c.Do, "game"))
	}
	return c, fmt.Errorf("do %q: expected lift, place, press, new, opponent, hint, help, lesson, review, follow or evaluate", string(c.Do))
}

// game reads which game of the library is meant, and how many of its moves.
func (c *Command) game(id, ply *int64) error {
	if id != nil {
		if c.Game = *id; c.Game < 1 {
			return fmt.Errorf("game %d: expected its number, from 1, or none to leave the one that is followed or evaluated", c.Game)
		}
	}
	if ply != nil {
		if *ply < 0 || *ply > maxPly || id == nil {
			return fmt.Errorf("ply %d: expected 0 to %d moves of a game that is named", *ply, maxPly)
		}
		c.Ply = int(*ply)
	}
	return nil
}

// oppose reads what the engine is to play. What a level may be, the board says.
func (c *Command) oppose(side, level string) (err error) {
	if side != "" && side != "white" && side != "black" && side != "none" {
		return fmt.Errorf("side %q: expected white, black or none, the side that the engine plays", side)
	}
	c.Side = side
	c.Level, err = parseLine("level", level, 0, maxKeyBytes)
	return err
}

// fields says which members a command has.
type fields map[string]bool

func (f fields) only(do Verb, allowed ...string) error {
	for _, name := range []string{"square", "piece", "key", "fen", "side", "level", "steps", "lesson", "player", "white", "black", "clock", "laws", "kept", "game", "ply", "sure"} {
		ok := !f[name]
		for _, a := range allowed {
			ok = ok || a == name
		}
		if !ok {
			return fmt.Errorf("%q has no place in the command %s: it takes %s", name, do, cmp.Or(strings.Join(allowed, ", "), "nothing"))
		}
	}
	return nil
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func parsePiece(s string) (byte, error) {
	if s == "" {
		return 0, nil
	}
	if len(s) != 1 || !strings.Contains(pieceLetters, s) {
		return 0, fmt.Errorf("piece %q: expected one letter of %s, or none for the piece lifted last", s, pieceLetters)
	}
	return s[0], nil
}

// parseLine accepts lo to hi bytes without control characters.
func parseLine(name, s string, lo, hi int) (string, error) {
	if len(s) < lo || len(s) > hi {
		return "", fmt.Errorf("%s has %d bytes: expected %d to %d", name, len(s), lo, hi)
	}
	if i := strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }); i >= 0 {
		return "", fmt.Errorf("%s %q: a control character at byte %d; expected one line of text", name, s, i)
	}
	return s, nil
}

func (s *Server) servePGN(w http.ResponseWriter, _ *http.Request) {
	attach(w, "application/x-chess-pgn; charset=utf-8", "jadoube.pgn")
	io.WriteString(w, s.board.PGN())
}

func (s *Server) serveTrace(w http.ResponseWriter, r *http.Request) {
	follow, err := wantsFollow(r)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	attach(w, "text/plain; charset=utf-8", "jadoube.trace")
	if r.Method == http.MethodHead {
		return
	}
	out := io.Writer(w)
	ctx := r.Context()
	if follow {
		leave, ok := s.enterStream(w)
		if !ok {
			return
		}
		defer leave()
		var cancel context.CancelFunc
		ctx, cancel = s.streamContext(r)
		defer cancel()
		out = newStream(w)
	}
	counted := &counter{Writer: out}
	err = s.board.Trace(ctx, counted, follow)
	switch {
	case err == nil || ctx.Err() != nil:
	case counted.n == 0:
		fail(w, http.StatusConflict, err)
	default:
		s.log.Warn("trace to a client ended", "err", err)
		panic(http.ErrAbortHandler) // the client sees a cut, not a whole file
	}
}

// wantsFollow reads ?follow=1.
func wantsFollow(r *http.Request) (bool, error) {
	q := r.URL.Query()
	switch v := q.Get("follow"); {
	case v == "1":
		return true, nil
	case v == "0", !q.Has("follow"):
		return false, nil
	default:
		return false, fmt.Errorf("follow %q: expected 1 to go on with the record, or 0", v)
	}
}

// counter counts the bytes that pass.
type counter struct {
	io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.Writer.Write(b)
	c.n += int64(n)
	return n, err
}

func attach(w http.ResponseWriter, contentType, name string) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", name))
	h.Set("Cache-Control", "no-store")
}

func send(w http.ResponseWriter, status int, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		status, b = http.StatusInternalServerError, []byte(`{"error":"the answer can't be written as JSON"}`)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	w.Write(append(b, '\n'))
}

func fail(w http.ResponseWriter, status int, err error) {
	w.Header().Del("Content-Disposition")
	send(w, status, inWords(err))
}
