package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"time"

	"jadoube/sensors"
)

// Rescued says what became of a damaged database.
type Rescued struct {
	Aside string         // where it was put
	Rows  map[string]int // how many rows of each table could be read
	Why   error          // what was wrong
}

// String tells it to people.
func (r *Rescued) String() string {
	return fmt.Sprintf("the database was damaged (%v) and is kept as %s; %d games, %d recordings and %d events could be read and are in the new one",
		r.Why, r.Aside, r.Rows["games"], r.Rows["recordings"], r.Rows["events"])
}

// OpenSound is Open for a daemon: a database that is damaged is set aside under another name, a new one is begun, and what
// can be read of the old one is put there. Every page is looked at when the last program didn't close the file; what a
// daemon needs to go on is read in any case.
func OpenSound(path string, opt Options, now time.Time) (*Store, *Rescued, error) {
	wal, err := os.Stat(path + "-wal")
	unclean := err == nil && wal.Size() > 0
	s, err := Open(path, opt)
	if err == nil {
		if err = s.probe(unclean); IsDamaged(err) {
			s.Close()
		}
	}
	if err == nil || !IsDamaged(err) {
		return s, nil, err
	}
	return rescue(path, opt, now, err)
}

// damage is what SQLite's own check found.
type damage struct{ found string }

func (d damage) Error() string { return "found: " + d.found }

// probe reads what a daemon begins with, and with all looks at every page.
func (s *Store) probe(all bool) error {
	if all {
		if err := s.check(); err != nil {
			return err
		}
	}
	if _, err := s.LastEvent(); err != nil {
		return err
	}
	rec, err := s.Unfinished()
	if err == nil && rec != nil {
		_, err = s.Readings(rec.ID)
	}
	return err
}

// About says how the file is: its version, how much is in it, and what SQLite finds wrong with its pages.
func (s *Store) About() (string, error) {
	version, err := s.version()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "schema: %d\n", version)
	for _, t := range tables {
		var n int64
		if err := s.db.QueryRow("SELECT count(*) FROM " + t.name).Scan(&n); err != nil {
			return "", s.named(err)
		}
		fmt.Fprintf(&b, "%s: %d\n", t.name, n)
	}
	sound := "sound"
	if err := s.check(); err != nil {
		sound = err.Error()
	}
	fmt.Fprintf(&b, "pages: %s\n", sound)
	return b.String(), nil
}

// check has SQLite look at every page.
func (s *Store) check() error {
	var found string
	if err := s.db.QueryRow("PRAGMA quick_check(1)").Scan(&found); err != nil {
		return s.named(err)
	}
	if found != "ok" {
		return s.named(damage{strings.Join(strings.Fields(found), " ")})
	}
	return nil
}

// rescue sets the database aside and begins a new one with what can be read.
func rescue(path string, opt Options, now time.Time, why error) (*Store, *Rescued, error) {
	r := &Rescued{Aside: path + ".damaged-" + now.Format("20060102-150405"), Rows: map[string]int{}, Why: why}
	for n := 2; exists(r.Aside); n++ {
		r.Aside = fmt.Sprintf("%s.damaged-%s-%d", path, now.Format("20060102-150405"), n)
	}
	for _, end := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(path+end, r.Aside+end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, nil, fmt.Errorf("setting a damaged database aside: %w", err)
		}
	}
	s, err := Open(path, opt)
	if err != nil {
		return nil, nil, err
	}
	if err := s.salvage(r); err != nil {
		s.Close()
		return nil, nil, fmt.Errorf("rescuing %s: %w", r.Aside, err)
	}
	return s, r, nil
}

func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

// tables are in the order in which they refer to each other, each with the two ends from which it is read.
var tables = []struct{ name, forth, back string }{
	{"recordings", "id", "id DESC"},
	{"readings", "recording, seq", "recording DESC, seq DESC"},
	{"events", "n", "n DESC"},
	{"players", "id", "id DESC"},
	{"games", "id", "id DESC"},
	{"corrections", "game, name", "game DESC, name DESC"},
	{"revisions", "id", "id DESC"},
	{"progress", "player, exercise", "player DESC, exercise DESC"},
	{"outbox", "reader", "reader DESC"},
}

// salvage copies what can be read of the damaged file, row by row from both ends of each table towards the damage.
func (s *Store) salvage(r *Rescued) error {
	if _, err := s.db.Exec("PRAGMA foreign_keys = 0"); err != nil {
		return err
	}
	defer s.db.Exec("PRAGMA foreign_keys = 1")
	old, err := open(r.Aside, nil, url.Values{"mode": {"ro"}})
	if err != nil {
		return nil // nothing can be read
	}
	defer old.Close()
	return s.Update(func(t *Tx) error {
		for _, table := range tables {
			for _, order := range []string{table.forth, table.back} {
				n, whole, err := t.copyUntil(old.db, table.name, order)
				if err != nil {
					return err
				}
				if r.Rows[table.name] += n; whole {
					break
				}
			}
		}
		return t.mend()
	})
}

// mend stands in for rows that are lost and that others refer to, and leaves out readings behind others that are lost.
func (t *Tx) mend() error {
	ends, err := t.torn()
	for recording, seq := range ends {
		err = errors.Join(err, t.exec("DELETE FROM readings WHERE recording = ? AND seq >= ?", recording, seq))
	}
	if err != nil {
		return err
	}
	return t.exec(`INSERT INTO recordings (id, name, header, began, dated, ended)
			SELECT DISTINCT recording, 'lost', '', '1970-01-01 00:00:00.000', 0, '1970-01-01 00:00:00.000'
			FROM (SELECT recording FROM readings UNION SELECT recording FROM events UNION SELECT recording FROM games)
			WHERE recording NOT NULL AND recording NOT IN (SELECT id FROM recordings);
		INSERT INTO players (id, name)
			SELECT DISTINCT player, 'lost ' || player FROM (SELECT white AS player FROM games UNION SELECT black FROM games)
			WHERE player NOT NULL AND player NOT IN (SELECT id FROM players);
		DELETE FROM corrections WHERE game NOT IN (SELECT id FROM games);
		DELETE FROM revisions WHERE game NOT IN (SELECT id FROM games)`)
}

// torn are the recordings whose readings can't be read to the end, and the packets from which on.
func (t *Tx) torn() (map[int64]int64, error) {
	rows, err := t.tx.Query("SELECT recording, seq, t, data FROM readings ORDER BY recording, seq")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	ends, last, next := map[int64]int64{}, int64(0), int64(0)
	for rows.Next() {
		var recording, seq, at int64
		var data []byte
		if err := rows.Scan(&recording, &seq, &at, &data); err != nil {
			return nil, err
		}
		if recording != last {
			last, next = recording, 1
		}
		_, bad := unpack(at, data)
		if _, known := ends[recording]; !known && (bad != nil || seq != next) {
			ends[recording] = next
		}
		next++
	}
	return ends, rows.Err()
}

// copyUntil copies rows until one can't be read; whole says that none couldn't.
func (t *Tx) copyUntil(old *sql.DB, table, order string) (n int, whole bool, err error) {
	rows, err := old.Query("SELECT * FROM " + table + " ORDER BY " + order)
	if err != nil {
		return 0, false, nil
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return 0, false, nil
	}
	insert := "INSERT OR IGNORE INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(columns)-1) + ")"
	values, pointers := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		pointers[i] = &values[i]
	}
	for rows.Next() {
		if rows.Scan(pointers...) != nil {
			return n, false, nil
		}
		res, err := t.tx.Exec(insert, values...) // one that can't stand in its table doesn't end the transaction
		if err != nil {
			if isConstraint(err) {
				continue // its bytes make no sense
			}
			return n, false, err
		}
		added, _ := res.RowsAffected()
		n += int(added)
	}
	return n, rows.Err() == nil, nil
}

// Renew sets a database aside that turned out to be damaged while it was in use, and is closed, and begins a new one with
// what can be read.
func Renew(path string, opt Options, now time.Time, why error) (*Store, *Rescued, error) {
	return rescue(path, opt, now, why)
}

// Refill writes a recording with its readings anew, whatever is left of it.
func (t *Tx) Refill(r *Recording, readings []sensors.Reading) error {
	err := t.exec(`INSERT INTO recordings (id, name, header, began, dated, boot, uptime, told, hands) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO NOTHING`,
		r.ID, r.Name, r.Header, stampOf(r.Began), r.Dated, r.Boot, r.Uptime.Milliseconds(), r.Told, r.Hands)
	if err == nil {
		err = t.exec("DELETE FROM readings WHERE recording = ?", r.ID)
	}
	if err == nil {
		err = t.Readings(r.ID, readings)
	}
	return err
}
