package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Shelf holds the games that were played or imported.
type Shelf interface {
	// Games lists the games that are asked for, the newest first.
	Games(q GameQuery) ([]GameRow, error)
	// Game returns one of them whole; ErrNoGame when there is none of that number.
	Game(id int64) (*GameText, error)
	// Evaluation returns what an engine thinks of one of them, as far as it has been asked; ErrNoGame as Game.
	Evaluation(id int64) (*Evaluation, error)
}

// ErrNoGame is the error for a game that isn't there.
var ErrNoGame = errors.New("there is no such game")

// GameQuery says which games are meant; what is empty doesn't matter.
type GameQuery struct {
	Player   string // part of the name of either
	From, To string // dates: 2026-11-30, 2026-11 or 2026
	Result   string // as PGN writes it
	Opening  string // part of the name
	Limit    int
}

// maxGames is how many games one answer lists at the most.
const maxGames = 500

// GameRow is a game in a list.
type GameRow struct {
	ID      int64  `json:"id"`
	Date    string `json:"date"` // as much as is known
	White   string `json:"white"`
	Black   string `json:"black"`
	Event   string `json:"event"`
	Result  string `json:"result"` // as PGN writes it
	Reason  string `json:"reason"`
	ECO     string `json:"eco"`
	Opening string `json:"opening"`
	Plies   int    `json:"plies"`
}

// GameText is a game whole.
type GameText struct {
	GameRow
	Start string     `json:"start"` // FEN
	Moves []GameMove `json:"moves"`
	PGN   string     `json:"pgn"`
}

// GameMove is a move of a game.
type GameMove struct {
	SAN     string `json:"san"`
	UCI     string `json:"uci"`
	FEN     string `json:"fen"`   // after it
	Clock   int64  `json:"clock"` // ms left to the mover, -1 for unknown
	Comment string `json:"comment"`
}

// Evaluation is what an engine thinks of the positions of a game.
type Evaluation struct {
	State  string  `json:"state"`  // "none" (nobody asked), "running", "stopped" or "done"
	Engine bool    `json:"engine"` // there is one to ask
	Of     int     `json:"of"`     // positions of the game: its moves and one
	Values []Value `json:"values"` // before the first move, after it, …, as far as they are known
}

// Value is how good a position is for White.
type Value struct {
	Centipawns int  `json:"value"`          // a mate counts 30000 less the moves to it
	Mate       *int `json:"mate,omitempty"` // moves to it, negative where Black mates, 0 on the board
}

func (s *Server) serveGames(w http.ResponseWriter, r *http.Request) {
	q, err := gameQuery(r)
	if err != nil {
		fail(w, http.StatusBadRequest, err)
		return
	}
	rows, err := s.shelf.Games(q)
	if err != nil {
		fail(w, http.StatusServiceUnavailable, err)
		return
	}
	if rows == nil {
		rows = []GameRow{}
	}
	send(w, http.StatusOK, rows)
}

func gameQuery(r *http.Request) (GameQuery, error) {
	v := r.URL.Query()
	q := GameQuery{Player: v.Get("player"), From: v.Get("from"), To: v.Get("to"), Result: v.Get("result"), Opening: v.Get("opening"), Limit: 100}
	for _, d := range []string{q.From, q.To} {
		if !isDate(d) {
			return q, Refuse("date %q: expected a day, month or year, as 2026-11-30, 2026-11 or 2026", d)
		}
	}
	if results := []string{"", "1-0", "0-1", "1/2-1/2", "*"}; !slices.Contains(results, q.Result) {
		return q, fmt.Errorf("result %q: expected 1-0, 0-1, 1/2-1/2 or *", q.Result)
	}
	if text := v.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > maxGames {
			return q, fmt.Errorf("limit %q: expected 1 to %d games", text, maxGames)
		}
		q.Limit = n
	}
	return q, nil
}

// isDate reports whether s is empty, or a date as far as it goes.
func isDate(s string) bool {
	for i, c := range []byte(s) {
		if dash := i == 4 || i == 7; dash != (c == '-') || !dash && (c < '0' || c > '9') {
			return false
		}
	}
	return slices.Contains([]int{0, 4, 7, 10}, len(s))
}

// serveGame serves one game, /api/games/17 as JSON and /api/games/17.pgn as text.
func (s *Server) serveGame(w http.ResponseWriter, r *http.Request) {
	name, text := strings.CutSuffix(r.PathValue("id"), ".pgn")
	id, err := strconv.ParseInt(name, 10, 64)
	if err != nil || id < 1 {
		fail(w, http.StatusNotFound, fmt.Errorf("game %q: expected its number, as in /api/games/17 or /api/games/17.pgn", name))
		return
	}
	g, err := s.shelf.Game(id)
	switch {
	case err != nil:
		failGame(w, id, err)
	case text:
		attach(w, "application/x-chess-pgn; charset=utf-8", fmt.Sprintf("game-%d.pgn", id))
		fmt.Fprint(w, g.PGN)
	default:
		send(w, http.StatusOK, g)
	}
}

// serveEvaluation serves what an engine thinks of a game, /api/games/17/evaluation.
func (s *Server) serveEvaluation(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || id < 1 {
		fail(w, http.StatusNotFound, fmt.Errorf("game %q: expected its number, as in /api/games/17/evaluation", r.PathValue("id")))
		return
	}
	e, err := s.shelf.Evaluation(id)
	if err != nil {
		failGame(w, id, err)
		return
	}
	send(w, http.StatusOK, e)
}

// failGame tells why a game can't be served.
func failGame(w http.ResponseWriter, id int64, err error) {
	if errors.Is(err, ErrNoGame) {
		fail(w, http.StatusNotFound, fmt.Errorf("game %d: %w", id, err))
		return
	}
	fail(w, http.StatusServiceUnavailable, err)
}
