package store

import (
	"database/sql"
	"errors"
	"time"
)

// queryer is what reads rows: a database's or a transaction's Query.
type queryer func(query string, args ...any) (*sql.Rows, error)

// Recording is what a board's sensors said in one go: from a daemon's start, or a new game made on the page, to the next.
type Recording struct {
	ID     int64
	Name   string // of its files, without ending
	Header string // a trace's header
	Began  time.Time
	Dated  bool          // Began comes from a clock that could be trusted
	Boot   string        // the kernel's id of the machine's run
	Uptime time.Duration // of the machine, when the recording began
	Told   int64         // ms since it began: all is told and kept up to here
	Hands  string        // where the men of a simulated board are
	Ended  bool
}

// Begin writes a new recording and returns its number.
func (t *Tx) Begin(r *Recording) (int64, error) {
	res, err := t.do("INSERT INTO recordings (name, header, began, dated, boot, uptime, told, hands) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		r.Name, r.Header, stampOf(r.Began), r.Dated, r.Boot, r.Uptime.Milliseconds(), r.Told, r.Hands)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

// Told notes up to which time of a recording everything is told and kept, and where the men of a simulated board are.
func (t *Tx) Told(recording, ms int64, hands string) error {
	return t.exec("UPDATE recordings SET told = ?, hands = ? WHERE id = ?", ms, hands, recording)
}

// End notes that a recording is over, and puts its readings together.
func (t *Tx) End(recording int64, at time.Time) error {
	if err := t.exec("UPDATE recordings SET ended = ? WHERE id = ?", stampOf(at), recording); err != nil {
		return err
	}
	return t.Compact(recording)
}

// Redate corrects when a recording began, from a clock that can be trusted.
func (t *Tx) Redate(recording int64, began time.Time) error {
	return t.exec("UPDATE recordings SET began = ?, dated = 1 WHERE id = ?", stampOf(began), recording)
}

const recordingColumns = "SELECT id, name, header, began, dated, boot, uptime, told, hands, ended IS NOT NULL FROM recordings "

func recordingsOf(query queryer, where string, args ...any) (list []Recording, err error) {
	rows, err := query(recordingColumns+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r Recording
		var began string
		var uptime int64
		if err := rows.Scan(&r.ID, &r.Name, &r.Header, &began, &r.Dated, &r.Boot, &uptime, &r.Told, &r.Hands, &r.Ended); err != nil {
			return list, err
		}
		r.Began, r.Uptime = timeOf(began), time.Duration(uptime)*time.Millisecond
		list = append(list, r)
	}
	return list, rows.Err()
}

// Unfinished returns the recording that goes on or was cut off, the newest if there are several; nil for none.
func (s *Store) Unfinished() (*Recording, error) {
	list, err := recordingsOf(s.db.Query, "WHERE ended IS NULL ORDER BY id DESC LIMIT 1")
	if err != nil || len(list) == 0 {
		return nil, s.named(err)
	}
	return &list[0], nil
}

// Recordings returns the recordings with these numbers, all of them when none is given.
func (s *Store) Recordings(ids ...int64) ([]Recording, error) {
	if len(ids) == 0 {
		list, err := recordingsOf(s.db.Query, "ORDER BY id")
		return list, s.named(err)
	}
	var all []Recording
	for _, id := range ids {
		list, err := recordingsOf(s.db.Query, "WHERE id = ?", id)
		if err != nil {
			return nil, s.named(err)
		}
		all = append(all, list...)
	}
	return all, nil
}

// EndedAfter returns the recordings that are over and have events a reader hasn't done with; none for a reader that nobody
// has heard of.
func (s *Store) EndedAfter(reader string) ([]Recording, error) {
	list, err := recordingsOf(s.db.Query, "WHERE ended IS NOT NULL AND id >= (SELECT min(recording) FROM events WHERE n > (SELECT n FROM outbox WHERE reader = ?)) ORDER BY id", reader)
	return list, s.named(err)
}

// Undated returns the recordings of one run of the machine whose clock wasn't to be trusted then.
func (t *Tx) Undated(boot string) ([]Recording, error) {
	return recordingsOf(t.tx.Query, "WHERE NOT dated AND boot = ?", boot)
}

// FirstEvent is the number of a recording's first event, a very large one when it has none.
func (t *Tx) FirstEvent(recording int64) (n int64, err error) {
	err = t.get(&n, "SELECT coalesce(min(n), 9223372036854775807) FROM events WHERE recording = ?", recording)
	return n, err
}

// Event is one line of what was told, opaque but for its number, time and type.
type Event struct {
	N    int64
	T    int64 // ms since the recording began
	Type string
	JSON string
}

// Events writes events of a recording. Their numbers go on from the last one kept, without gaps: others are an error.
func (t *Tx) Events(recording int64, events []Event) error {
	if len(events) == 0 {
		return nil
	}
	var last int64
	if err := t.get(&last, lastEvent); err != nil {
		return err
	}
	for _, e := range events {
		if last++; e.N != last {
			t.err = &GapError{Want: last, Got: e.N}
			return t.err
		}
		err := t.exec("INSERT INTO events (n, recording, t, type, json) VALUES (?, ?, ?, ?, ?)", e.N, recording, e.T, e.Type, e.JSON)
		if err != nil {
			return err
		}
	}
	return nil
}

// lastEvent asks for the newest event kept, or known to have been told outside: after damage the numbers of those that are
// lost are not given again.
const lastEvent = "SELECT max((SELECT coalesce(max(n), 0) FROM events), (SELECT coalesce(max(n), 0) FROM outbox))"

// LastEvent is the number after which the next event is numbered: that of the newest, 0 for none.
func (s *Store) LastEvent() (int64, error) {
	var n int64
	err := s.db.QueryRow(lastEvent).Scan(&n)
	return n, s.named(err)
}

// Events returns up to limit events with numbers above after, of one recording, or of all for 0.
func (s *Store) Events(recording, after int64, limit int) (list []Event, err error) {
	rows, err := s.db.Query("SELECT n, t, type, json FROM events WHERE n > ? AND (?2 = 0 OR recording = ?2) ORDER BY n LIMIT ?", after, recording, limit)
	if err != nil {
		return nil, s.named(err)
	}
	defer rows.Close()
	for rows.Next() {
		var e Event
		if err := rows.Scan(&e.N, &e.T, &e.Type, &e.JSON); err != nil {
			return list, s.named(err)
		}
		list = append(list, e)
	}
	return list, s.named(rows.Err())
}

// Cursor is the last event that a reader has done with, 0 before the first.
func (s *Store) Cursor(reader string) (n int64, err error) {
	err = s.db.QueryRow("SELECT n FROM outbox WHERE reader = ?", reader).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return n, s.named(err)
}

// Cursor moves a reader on.
func (t *Tx) Cursor(reader string, n int64) error {
	return t.exec("INSERT INTO outbox (reader, n) VALUES (?, ?) ON CONFLICT (reader) DO UPDATE SET n = excluded.n", reader, n)
}
