package app

import (
	"errors"
	"strings"

	"jadoube/cmd/internal/store"
	"jadoube/cmd/internal/web"
	"jadoube/rules"
	"jadoube/rules/pgn"
)

// shelf is the library as the page sees it.
type shelf struct{ *daemon }

// errClosed is the error while the database can't be opened.
var errClosed = errors.New("the database can't be opened now: see the board's health")

// Games is web.Shelf's.
func (s shelf) Games(q web.GameQuery) (rows []web.GameRow, err error) {
	db := s.journal.store()
	if db == nil {
		return nil, errClosed
	}
	filter := store.Filter{Player: q.Player, From: q.From, To: q.To, Result: q.Result, Opening: q.Opening, Limit: q.Limit, Newest: true}
	err = db.Find(filter, func(g *store.Game) error {
		rows = append(rows, rowOf(g))
		return nil
	})
	return rows, err
}

func rowOf(g *store.Game) web.GameRow {
	return web.GameRow{
		ID: g.ID, Date: g.Date, White: g.White, Black: g.Black, Event: g.Event, Result: g.Result, Reason: g.Reason, ECO: g.ECO,
		Opening: g.Opening, Plies: g.Plies,
	}
}

// read is one game, as it is listed and as it was played.
func (s shelf) read(id int64) (*store.Game, *pgn.Game, error) {
	db := s.journal.store()
	if db == nil {
		return nil, nil, errClosed
	}
	games, err := db.Games(store.Filter{IDs: []int64{id}})
	if err != nil {
		return nil, nil, err
	}
	if len(games) == 0 {
		return nil, nil, web.ErrNoGame
	}
	g, err := games[0].Parse()
	return &games[0], g, err
}

// Evaluation is web.Shelf's.
func (s shelf) Evaluation(id int64) (*web.Evaluation, error) {
	_, g, err := s.read(id)
	if err != nil {
		return nil, err
	}
	return s.evaluationOf(g)
}

// Game is web.Shelf's.
func (s shelf) Game(id int64) (*web.GameText, error) {
	kept, g, err := s.read(id)
	if err != nil {
		return nil, err
	}
	text := &web.GameText{GameRow: rowOf(kept), PGN: kept.PGN, Moves: []web.GameMove{}}
	pos, err := g.Start()
	if err != nil {
		return nil, err
	}
	text.Start = pos.FEN()
	for i := range g.Moves {
		text.Moves = append(text.Moves, moveOf(&pos, &g.Moves[i]))
	}
	return text, nil
}

// moveOf plays a move of a record and tells it.
func moveOf(pos *rules.Position, m *pgn.Move) web.GameMove {
	out := web.GameMove{SAN: pos.SAN(m.Move), UCI: pos.UCI(m.Move), Clock: -1}
	if left, ok := m.Clock(); ok {
		out.Clock = left.Milliseconds()
	}
	var words []string
	for _, c := range m.Comments {
		if c = withoutCommands(c); c != "" {
			words = append(words, c)
		}
	}
	out.Comment = strings.Join(words, " ")
	*pos = pos.Play(m.Move)
	out.FEN = pos.FEN()
	return out
}

// withoutCommands is a comment without [%clk 0:01:00] and the like.
func withoutCommands(c string) string {
	for {
		before, rest, ok := strings.Cut(c, "[%")
		if !ok {
			return strings.Join(strings.Fields(c), " ")
		}
		_, after, ok := strings.Cut(rest, "]")
		if !ok {
			return strings.Join(strings.Fields(before), " ")
		}
		c = before + after
	}
}
