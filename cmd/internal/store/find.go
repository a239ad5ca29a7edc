package store

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// Filter says which games are meant; what is empty doesn't matter.
type Filter struct {
	IDs       []int64
	From, To  string // dates, 2026-11-30, 2026-11 or 2026: the days of To are meant too
	Player    string // part of the name of either
	White     string // part of the name
	Black     string
	Result    string // as PGN writes it
	ECO       string // beginning of the code, or a range: B20-B99
	Opening   string // part of the name
	Event     string // part of it
	Recording int64
	Limit     int  // 0: all
	Newest    bool // the newest first
}

// where builds the condition.
type where struct {
	parts []string
	args  []any
}

func (w *where) and(part string, args ...any) {
	w.parts = append(w.parts, part)
	w.args = append(w.args, args...)
}

// like is the pattern of a text that contains a part.
func like(part string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(part) + "%"
}

// happened is the condition that leaves out a recorded game that has lost all its moves again and has no result: there is nothing of it, until
// another move is made.
const happened = "(recording IS NULL OR plies > 0 OR result <> '*')"

func (f *Filter) where() *where {
	w := &where{parts: []string{happened}}
	if len(f.IDs) > 0 {
		marks := strings.TrimSuffix(strings.Repeat("?, ", len(f.IDs)), ", ")
		w.and("games.id IN (" + marks + ")")
		for _, id := range f.IDs {
			w.args = append(w.args, id)
		}
	}
	for _, part := range []struct{ condition, value string }{
		{`w.name LIKE ? ESCAPE '\'`, f.White},
		{`b.name LIKE ? ESCAPE '\'`, f.Black},
		{`games.opening LIKE ? ESCAPE '\'`, f.Opening},
		{`games.event LIKE ? ESCAPE '\'`, f.Event},
	} {
		if part.value != "" {
			w.and(part.condition, like(part.value))
		}
	}
	if f.Player != "" {
		w.and(`(w.name LIKE ? ESCAPE '\' OR b.name LIKE ? ESCAPE '\')`, like(f.Player), like(f.Player))
	}
	if f.Result != "" {
		w.and("games.result = ?", f.Result)
	}
	if f.Recording != 0 {
		w.and("games.recording = ?", f.Recording)
	}
	f.whenAndWhat(w)
	return w
}

// whenAndWhat adds the conditions on dates and codes, which are compared as texts.
func (f *Filter) whenAndWhat(w *where) {
	if f.From != "" {
		w.and("games.date >= ?", f.From)
	}
	if f.To != "" {
		w.and("substr(games.date, 1, ?) <= ?", len(f.To), f.To)
	}
	if f.ECO != "" {
		lo, hi, isRange := strings.Cut(strings.ToUpper(f.ECO), "-")
		if !isRange {
			hi = lo
		}
		w.and("games.eco <> '' AND games.eco >= ? AND substr(games.eco, 1, ?) <= ?", lo, len(hi), hi)
	}
}

const gameColumns = `SELECT games.id, coalesce(recording, 0), coalesce(number, 0), coalesce(first_n, 0), coalesce(t, 0), coalesce(date, ''),
	event, site, round, coalesce(w.name, ''), coalesce(b.name, ''), result, reason, eco, opening, variant, coalesce(fen, ''), plies, moves, pgn, source
FROM games LEFT JOIN players AS w ON w.id = games.white LEFT JOIN players AS b ON b.id = games.black `

// Find calls f with each game that is meant, by date and number, until f fails. f must not use the store.
func (s *Store) Find(filter Filter, f func(*Game) error) error {
	w := filter.where()
	order := " ORDER BY coalesce(date, ''), games.id"
	if filter.Newest {
		order = " ORDER BY coalesce(date, '') DESC, games.id DESC"
	}
	if filter.Limit > 0 {
		order += fmt.Sprintf(" LIMIT %d", filter.Limit)
	}
	rows, err := s.db.Query(gameColumns+"WHERE "+strings.Join(w.parts, " AND ")+order, w.args...)
	if err != nil {
		return s.named(err)
	}
	defer rows.Close()
	for rows.Next() {
		var g Game
		err := rows.Scan(&g.ID, &g.Recording, &g.Number, &g.FirstN, &g.T, &g.Date, &g.Event, &g.Site, &g.Round, &g.White, &g.Black,
			&g.Result, &g.Reason, &g.ECO, &g.Opening, &g.Variant, &g.FEN, &g.Plies, &g.Moves, &g.PGN, &g.Source)
		if err != nil {
			return s.named(err)
		}
		if err := f(&g); err != nil {
			return err
		}
	}
	return s.named(rows.Err())
}

// Games returns the games that are meant.
func (s *Store) Games(filter Filter) (list []Game, err error) {
	err = s.Find(filter, func(g *Game) error { list = append(list, *g); return nil })
	return list, err
}

// Day returns the PGN of all games of a date, in the order in which they began.
func (s *Store) Day(date string) ([]string, error) {
	return s.texts("SELECT pgn FROM games WHERE date = ? AND recording IS NOT NULL AND "+happened+" ORDER BY recording, number", date)
}

// Changed returns the PGN of the game recorded last, "" for none, and the dates of the games that events after n are
// about.
func (s *Store) Changed(n int64) (newest string, dates []string, err error) {
	err = s.db.QueryRow("SELECT pgn FROM games WHERE recording IS NOT NULL AND " + happened + " ORDER BY recording DESC, number DESC LIMIT 1").Scan(&newest)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", nil, s.named(err)
	}
	rows, err := s.db.Query(`SELECT DISTINCT date FROM games WHERE recording IS NOT NULL AND length(date) = 10
		AND first_n >= (SELECT coalesce(max(first_n), 0) FROM games WHERE first_n <= ? + 1) ORDER BY date`, n)
	if err != nil {
		return "", nil, s.named(err)
	}
	defer rows.Close()
	for rows.Next() {
		var date string
		if err := rows.Scan(&date); err != nil {
			return "", nil, s.named(err)
		}
		dates = append(dates, date)
	}
	return newest, dates, s.named(rows.Err())
}

// LastPlayed is the number of the game played last, 0 for none.
func (s *Store) LastPlayed() (id int64, err error) {
	err = s.db.QueryRow("SELECT id FROM games WHERE recording IS NOT NULL AND " + happened + " ORDER BY recording DESC, number DESC LIMIT 1").Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return id, s.named(err)
}

// Names returns everybody's name that a game or a tag has: players, then what the tags Event and Site say.
func (s *Store) Names() (players, events, sites []string, err error) {
	for to, query := range map[*[]string]string{
		&players: "SELECT name FROM players ORDER BY id",
		&events:  "SELECT DISTINCT event FROM games ORDER BY event",
		&sites:   "SELECT DISTINCT site FROM games ORDER BY site",
	} {
		if *to, err = s.texts(query); err != nil {
			return nil, nil, nil, err
		}
	}
	return players, events, sites, nil
}

// texts are the texts in the one column that a query gives.
func (s *Store) texts(query string, args ...any) (list []string, err error) {
	rows, err := s.db.Query(query, args...)
	if err != nil {
		return nil, s.named(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, s.named(err)
		}
		list = append(list, text)
	}
	return list, s.named(rows.Err())
}
