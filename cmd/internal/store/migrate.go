package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// ErrNewer says that a newer program has written the database.
var ErrNewer = errors.New("the database is of a newer version")

// ErrOlder says that the database would have to be upgraded first.
var ErrOlder = errors.New("the database is of an older version")

// application is SQLite's application_id of our files: "jado".
const application = 0x6a61646f

// migrate brings the schema to the newest version that steps knows: one transaction a step, the version being SQLite's
// user_version. A file with something in it is copied before, to FILE.v1 for version 1.
func (s *Store) migrate(steps fs.FS, keep bool) error {
	names, err := fs.Glob(steps, "*.sql")
	if err != nil {
		return err
	}
	version, err := s.version()
	switch {
	case err != nil:
		return err
	case version > len(names):
		return fmt.Errorf("%s: %w, %d; this program knows up to %d: use a newer one, or the copy that its upgrade left, %s.v%d",
			s.path, ErrNewer, version, len(names), s.path, len(names))
	case version < len(names) && keep:
		return fmt.Errorf("%s: %w, %d instead of %d: stop the daemon that uses it, and start this version's", s.path, ErrOlder, version, len(names))
	}
	if version > 0 && version < len(names) {
		if err := s.Backup(fmt.Sprintf("%s.v%d", s.path, version), true); err != nil {
			return fmt.Errorf("copying the database before its upgrade: %w", err)
		}
	}
	for ; version < len(names); version++ {
		if err := s.step(steps, names[version], version+1); err != nil {
			return fmt.Errorf("upgrading to version %d: %w", version+1, err)
		}
	}
	return nil
}

// step runs one file, whose name begins with the version to which it leads.
func (s *Store) step(steps fs.FS, name string, to int) error {
	text, err := fs.ReadFile(steps, name)
	if err != nil {
		return err
	}
	number, _, _ := strings.Cut(name, "_")
	if n, err := strconv.Atoi(number); err != nil || n != to {
		return fmt.Errorf("migration %s stands where %04d_… is expected", name, to)
	}
	return s.Update(func(t *Tx) error {
		// Another program may have been here in the meantime.
		var now int
		if err := t.get(&now, "PRAGMA user_version"); err != nil || now >= to {
			return err
		}
		return t.exec(string(text) + fmt.Sprintf(";\nPRAGMA user_version = %d; PRAGMA application_id = %d", to, application))
	})
}

// version is the schema's, 0 for an empty file. A database of another program is refused.
func (s *Store) version() (int, error) {
	var version, id, tables int
	if err := s.db.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return 0, s.named(err)
	}
	if err := s.db.QueryRow("PRAGMA application_id").Scan(&id); err != nil {
		return 0, s.named(err)
	}
	if err := s.db.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return 0, s.named(err)
	}
	if id != application && (id != 0 || version != 0 || tables != 0) {
		return 0, fmt.Errorf("%s is the database of another program: choose another folder", s.path)
	}
	return version, nil
}

// Backup writes a whole copy of the database to a file, by way of one beside it, so that file is whole or not there. A
// file of that name is an error unless over is set.
func (s *Store) Backup(file string, over bool) error {
	if _, err := os.Lstat(file); err == nil && !over {
		return fmt.Errorf("%s: %w", file, fs.ErrExist)
	}
	tmp := file + ".part"
	if err := os.Remove(tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	defer os.Remove(tmp)
	if _, err := s.db.Exec("VACUUM INTO ?", tmp); err != nil {
		return s.named(err)
	}
	if err := flush(tmp); err != nil {
		return err
	}
	return Rename(tmp, file)
}
