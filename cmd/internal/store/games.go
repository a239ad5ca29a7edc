package store

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"time"

	"jadoube/rules"
	"jadoube/rules/openings"
	"jadoube/rules/pgn"
)

// Game is a game of the library.
type Game struct {
	ID           int64
	Recording    int64  // 0: imported
	Number       int    // of the recording's games, from 1
	FirstN       int64  // the event with which it began
	T            int64  // ms since its recording began
	Date         string // 2026-11-30, or as much as is known
	Event, Site  string
	Round        string
	White, Black string
	Result       string // as PGN writes it
	Reason       string // of the result, in a word
	ECO, Opening string
	Variant      string
	FEN          string // where it began; "" is the initial position
	Plies        int
	Moves        string // UCI, a blank between
	PGN          string
	Source       string // file it was imported from
}

// Played is a game on a board, as it is to be kept.
type Played struct {
	Recording int64
	Number    int // of the recording's games, from 1
	FirstN    int64
	T         int64  // ms since the recording began
	Reason    string // of the result
	Autodate  bool   // the date comes from the machine's clock
	PGN       *pgn.Game
}

// book is the table of openings, read when it is needed first.
type book struct {
	once  sync.Once
	table *openings.Book
}

func (b *book) name(g *pgn.Game) (o openings.Opening, ok bool) {
	if g.Tag("FEN") != "" {
		return o, false
	}
	b.once.Do(func() { b.table = openings.Load() })
	moves := make([]rules.Move, len(g.Moves))
	for i := range g.Moves {
		moves[i] = g.Moves[i].Move
	}
	o, _, ok = b.table.ByMoves(moves)
	return o, ok
}

// Name sets the tags ECO and Opening of a game that has none.
func (s *Store) Name(g *pgn.Game) {
	o, ok := s.book.name(g)
	if !ok {
		return
	}
	if g.Tag("ECO") == "" {
		g.SetTag("ECO", o.ECO)
	}
	if g.Tag("Opening") == "" {
		g.SetTag("Opening", o.Name)
	}
}

// Save writes a recorded game, or what has become of it. What people corrected goes before its tags; g.PGN has them then.
func (t *Tx) Save(g *Played) (id int64, err error) {
	err = t.get(&id, "SELECT id FROM games WHERE recording = ? AND number = ?", g.Recording, g.Number)
	if errors.Is(err, sql.ErrNoRows) {
		err = t.get(&id, "INSERT INTO games (recording, number, result, plies, moves, pgn) VALUES (?, ?, '*', 0, '', '') RETURNING id", g.Recording, g.Number)
	}
	if err != nil {
		return 0, err
	}
	if err := t.correct(id, g.PGN); err != nil {
		return 0, err
	}
	err = t.exec("UPDATE games SET first_n = ?, t = ?, reason = ?, autodate = ? WHERE id = ?", g.FirstN, g.T, g.Reason, g.Autodate, id)
	return id, errors.Join(err, t.write(id, g.PGN))
}

// correct sets the tags that people gave a game.
func (t *Tx) correct(id int64, g *pgn.Game) error {
	rows, err := t.tx.Query("SELECT name, value FROM corrections WHERE game = ? ORDER BY name", id)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return err
		}
		setTag(g, name, value)
	}
	return rows.Err()
}

func setTag(g *pgn.Game, name, value string) {
	if name != "Result" {
		g.SetTag(name, value)
	} else if value != "" {
		g.Result = pgn.Result(value)
	}
}

// write fills a game's row from its PGN.
func (t *Tx) write(id int64, g *pgn.Game) error {
	t.s.Name(g)
	text, err := g.AppendText(nil)
	if err != nil {
		return err
	}
	moves, err := uci(g)
	if err != nil {
		return err
	}
	white, err := t.player(g.Tag("White"))
	if err != nil {
		return err
	}
	black, err := t.player(g.Tag("Black"))
	if err != nil {
		return err
	}
	fen := sql.NullString{String: g.Tag("FEN"), Valid: g.Tag("FEN") != ""}
	return t.exec(`UPDATE games SET date = nullif(?, ''), event = ?, site = ?, round = ?, white = ?, black = ?, result = ?,
		eco = ?, opening = ?, variant = ?, fen = ?, plies = ?, moves = ?, pgn = ? WHERE id = ?`,
		dateOf(g.Tag("Date")), known(g.Tag("Event")), known(g.Tag("Site")), known(g.Tag("Round")), white, black, resultOf(g),
		known(g.Tag("ECO")), known(g.Tag("Opening")), g.Tag("Variant"), fen, len(g.Moves), moves, string(text), id)
}

// player returns a name's number, NULL for nobody known.
func (t *Tx) player(name string) (id sql.NullInt64, err error) {
	if name = known(name); name == "" {
		return id, nil
	}
	err = t.get(&id, "SELECT id FROM players WHERE name = ?", name)
	if errors.Is(err, sql.ErrNoRows) {
		err = t.get(&id, "INSERT INTO players (name) VALUES (?) RETURNING id", name)
	}
	return id, err
}

// known is a tag's value, "" for those that say that nothing is known.
func known(value string) string {
	if value == "?" || value == "-" {
		return ""
	}
	return value
}

func resultOf(g *pgn.Game) string {
	if g.Result == "" {
		return string(pgn.Unfinished)
	}
	return string(g.Result)
}

var dates = regexp.MustCompile(`^(\d{4})(?:\.(\d\d)(?:\.(\d\d))?)?`)

// dateOf turns a tag Date into 2026-11-30, 2026-11, 2026 or "".
func dateOf(tag string) string {
	m := dates.FindStringSubmatch(tag)
	switch {
	case m == nil:
		return ""
	case m[2] == "":
		return m[1]
	case m[3] == "":
		return m[1] + "-" + m[2]
	}
	return m[1] + "-" + m[2] + "-" + m[3]
}

// uci is a game's moves as UCI writes them, a blank between.
func uci(g *pgn.Game) (string, error) {
	p, err := g.Start()
	if err != nil {
		return "", err
	}
	words := make([]string, len(g.Moves))
	for i := range g.Moves {
		m := g.Moves[i].Move
		if g.Chess960() {
			words[i] = p.UCI960(m)
		} else {
			words[i] = p.UCI(m)
		}
		if p, err = pgn.After(&p, m); err != nil {
			return "", err
		}
	}
	return strings.Join(words, " "), nil
}

// Import writes a game from a file. It is new unless a game of the same players, day, round and moves has been imported.
func (t *Tx) Import(g *pgn.Game, source string) (fresh bool, err error) {
	moves, err := uci(g)
	if err != nil {
		return false, err
	}
	sum := sha256.New()
	for _, name := range []string{"Event", "Site", "Date", "Round", "White", "Black", "FEN"} {
		fmt.Fprintf(sum, "%s\n", known(g.Tag(name)))
	}
	fmt.Fprintf(sum, "%s\n%s", resultOf(g), moves)
	var id int64
	err = t.get(&id, `INSERT INTO games (result, plies, moves, pgn, source, print) VALUES ('*', 0, '', '', ?, ?)
		ON CONFLICT (print) WHERE print IS NOT NULL DO NOTHING RETURNING id`, source, hex.EncodeToString(sum.Sum(nil)[:16]))
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, errors.Join(err, t.write(id, g))
}

// parsed reads a game's PGN.
func parsed(text string) (*pgn.Game, error) {
	g, err := pgn.NewReader(strings.NewReader(text)).Next()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("the game has no PGN")
	}
	return g, err
}

// Parse reads the game's PGN.
func (g *Game) Parse() (*pgn.Game, error) { return parsed(g.PGN) }

// Tag corrects tags of a game; an empty value takes the tag away. What the board says of the game later doesn't change
// them.
func (t *Tx) Tag(id int64, tags []pgn.Tag) error {
	for _, tag := range tags {
		err := t.exec("INSERT INTO corrections (game, name, value) VALUES (?, ?, ?) ON CONFLICT (game, name) DO UPDATE SET value = excluded.value",
			id, tag.Name, tag.Value)
		if err != nil {
			return err
		}
	}
	return t.retag(id, tags)
}

func (t *Tx) retag(id int64, tags []pgn.Tag) error {
	var text string
	if err := t.get(&text, "SELECT pgn FROM games WHERE id = ?", id); err != nil {
		return err
	}
	g, err := parsed(text)
	if err != nil {
		return err
	}
	for _, tag := range tags {
		setTag(g, tag.Name, tag.Value)
	}
	return t.write(id, g)
}

// RedateGames corrects the dates of a recording's games that come from the machine's clock.
func (t *Tx) RedateGames(recording int64, began time.Time) error {
	rows, err := t.tx.Query("SELECT id, t FROM games WHERE recording = ? AND autodate", recording)
	if err != nil {
		return err
	}
	at := map[int64]int64{}
	for rows.Next() {
		var id, ms int64
		if err := rows.Scan(&id, &ms); err != nil {
			rows.Close()
			return err
		}
		at[id] = ms
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for id, ms := range at {
		if err := t.retag(id, DateTags(began.Add(time.Duration(ms)*time.Millisecond))); err != nil {
			return err
		}
		if err := t.reapply(id); err != nil {
			return err
		}
	}
	return nil
}

// reapply gives a game once more what people corrected.
func (t *Tx) reapply(id int64) error {
	rows, err := t.tx.Query("SELECT name, value FROM corrections WHERE game = ?", id)
	if err != nil {
		return err
	}
	var tags []pgn.Tag
	for rows.Next() {
		var tag pgn.Tag
		if err := rows.Scan(&tag.Name, &tag.Value); err != nil {
			rows.Close()
			return err
		}
		tags = append(tags, tag)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil || len(tags) == 0 {
		return err
	}
	return t.retag(id, tags)
}

// DateTags are the tags of a game that begins at t: Date by the machine's zone, UTCDate and UTCTime.
func DateTags(t time.Time) []pgn.Tag {
	return []pgn.Tag{
		{Name: "Date", Value: t.Local().Format("2006.01.02")},
		{Name: "UTCDate", Value: t.UTC().Format("2006.01.02")},
		{Name: "UTCTime", Value: t.UTC().Format("15:04:05")},
	}
}

// Delete deletes a game; the record of its board stays. It reports whether there was one.
func (t *Tx) Delete(id int64) (bool, error) {
	res, err := t.do("DELETE FROM games WHERE id = ?", id)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

// Revise replaces a game by what its record says when it is read again, and keeps what it was. The tags stay but for
// those that say how the game went.
func (t *Tx) Revise(id int64, g *pgn.Game, reason, why string, now time.Time) error {
	var text string
	if err := t.get(&text, "SELECT pgn FROM games WHERE id = ?", id); err != nil {
		return err
	}
	old, err := parsed(text)
	if err != nil {
		return err
	}
	if err := t.exec("INSERT INTO revisions (game, at, why, pgn) VALUES (?, ?, ?, ?)", id, stampOf(now), why, text); err != nil {
		return err
	}
	for _, tag := range old.Tags {
		switch tag.Name {
		case "ECO", "Opening", "Termination", "PlyCount", "FEN", "SetUp", "Variant":
		default:
			g.SetTag(tag.Name, tag.Value)
		}
	}
	if err := t.correct(id, g); err != nil {
		return err
	}
	return errors.Join(t.exec("UPDATE games SET reason = ? WHERE id = ?", reason, id), t.write(id, g))
}
