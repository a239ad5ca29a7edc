// Package store knows how games, events and raw readings are kept: in one SQLite file, which it opens, upgrades, writes
// in whole transactions, saves from damage and copies. It must not know a board, a page or a game that is being played;
// events are opaque lines to it. The schema is told in docs/store.md, for people with sqlite3.
package store

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// File is the database's name in the data folder.
const File = "jadoube.db"

//go:embed migrations/*.sql
var embedded embed.FS

// migrations are the steps from one version of the schema to the next.
var migrations, _ = fs.Sub(embedded, "migrations")

// Options say how the file is written.
type Options struct {
	// Journal is SQLite's journal mode, "wal" or "delete"; "" is "wal". WAL costs one flush of the disk a transaction,
	// "delete" two or three, but needs no shared memory.
	Journal string
	// Keep leaves the schema's version as it is: a file that would have to be upgraded is refused.
	Keep bool
}

// Store is an open database. Its methods may be called from any goroutine; transactions come one after the other.
type Store struct {
	db   *sql.DB
	path string
	book book // names of openings
}

// Open opens the database, makes one where there is none, and brings an older one to this version, after copying it. The
// error is ErrNewer for one that a newer program has written, and damage as [IsDamaged] tells it.
func Open(path string, opt Options) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	pragmas := opt.pragmas()
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		pragmas = append([]string{"auto_vacuum(incremental)"}, pragmas...) // only a new file takes it
	}
	s, err := open(path, pragmas, nil)
	if err != nil {
		return nil, err
	}
	err = s.migrate(migrations, opt.Keep)
	if err == nil {
		// Where the disk can't be written SQLite opens the file to read only, and leaves it so when the disk is well again.
		err = s.Update(func(t *Tx) error { return t.exec("DELETE FROM outbox WHERE false") })
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// OpenCopy opens a copy of the database in memory, as a reader's last resort where the disk can't be written. Nothing
// that is written into it lasts. A file of another version is refused.
func OpenCopy(path string) (*Store, error) {
	dir, err := os.MkdirTemp(memory(), "jadoube")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) // the open file lasts until it is closed
	name := filepath.Join(dir, File)
	for _, end := range []string{"", "-wal"} {
		if err := copyFile(path+end, name+end); err != nil && !(end != "" && errors.Is(err, fs.ErrNotExist)) {
			return nil, err
		}
	}
	s, err := open(name, []string{"journal_mode(memory)"}, nil)
	if err != nil {
		return nil, err
	}
	if err := s.migrate(migrations, true); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// memory is a folder that needs no disk, where there is one.
func memory() string {
	const shm = "/dev/shm"
	if info, err := os.Stat(shm); err == nil && info.IsDir() {
		return shm
	}
	return ""
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o600)
}

func (o Options) pragmas() []string {
	journal, sync := o.Journal, "full"
	switch journal {
	case "":
		journal = "wal"
	case "delete":
		sync = "extra" // a transaction is kept when its journal is gone, so the folder is flushed as well
	}
	return []string{"journal_mode(" + journal + ")", "synchronous(" + sync + ")", "foreign_keys(1)"}
}

// open opens the file with one connection: SQLite has one writer, and readers of this program are few. more are parameters
// of SQLite's addresses of files.
func open(path string, pragmas []string, more url.Values) (*Store, error) {
	query := url.Values{"_pragma": append([]string{"busy_timeout(5000)"}, pragmas...), "_txlock": {"immediate"}}
	maps.Copy(query, more)
	name := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	db, err := sql.Open("sqlite", "file:"+name+"?"+query.Encode())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	db.SetConnMaxIdleTime(0)
	s := &Store{db: db, path: path}
	if err := db.Ping(); err != nil {
		db.Close()
		return nil, s.named(err)
	}
	return s, nil
}

// Path is the file's.
func (s *Store) Path() string { return s.path }

// Close closes the file; what was written is whole then.
func (s *Store) Close() error { return s.named(s.db.Close()) }

// named names the file in an error.
func (s *Store) named(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", s.path, err)
}

// Tx is a transaction: all that is written in it is kept, or nothing. After its first error it does nothing more: SQLite
// may have rolled it back already, and would keep what comes behind.
type Tx struct {
	tx  *sql.Tx
	s   *Store
	err error
}

// Update writes in one transaction what f writes. When it returns nil everything is on the disk.
func (s *Store) Update(f func(*Tx) error) error {
	tx, err := s.db.BeginTx(context.Background(), nil)
	if err != nil {
		return s.named(err)
	}
	t := &Tx{tx: tx, s: s}
	if err := f(t); err != nil || t.err != nil {
		tx.Rollback()
		return s.named(cmp.Or(err, t.err))
	}
	return s.named(tx.Commit())
}

// exec runs statements.
func (t *Tx) exec(query string, args ...any) error {
	_, err := t.do(query, args...)
	return err
}

func (t *Tx) do(query string, args ...any) (sql.Result, error) {
	if t.err != nil {
		return nil, t.err
	}
	var res sql.Result
	res, t.err = t.tx.Exec(query, args...)
	return res, t.err
}

// get runs a statement that gives one row, or none: then it returns sql.ErrNoRows.
func (t *Tx) get(to any, query string, args ...any) error {
	if t.err != nil {
		return t.err
	}
	err := t.tx.QueryRow(query, args...).Scan(to)
	if !errors.Is(err, sql.ErrNoRows) {
		t.err = err
	}
	return err
}

// stamp is how times are written: UTC, as SQLite's own functions read them.
const stamp = "2006-01-02 15:04:05.000"

func stampOf(t time.Time) string { return t.UTC().Format(stamp) }

func timeOf(text string) time.Time {
	t, _ := time.Parse(stamp, text)
	return t
}
