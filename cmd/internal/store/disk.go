package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// flush makes sure that a file is on the disk.
func flush(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Rename puts a file in the place of another in one step that a power cut doesn't undo.
func Rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return flush(filepath.Dir(to))
}

// Replace writes a file in one step: whoever reads it, also after a power cut, finds what it held before or text, whole.
func Replace(file, text string) error {
	dir, name := filepath.Split(file)
	tmp, err := os.OpenFile(dir+"."+name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = tmp.WriteString(text)
	err = errors.Join(err, tmp.Sync(), tmp.Close())
	if err == nil {
		err = Rename(tmp.Name(), file)
	}
	if err != nil {
		os.Remove(tmp.Name())
	}
	return err
}

func codeOf(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}

// IsDamaged reports whether an error says that the database's bytes make no sense.
func IsDamaged(err error) bool {
	code := codeOf(err)
	var found damage
	return errors.As(err, &found) || code == lib.SQLITE_CORRUPT || code == lib.SQLITE_NOTADB
}

// IsDisk reports whether an error comes from the disk and may pass: full, read-only, failing, not there.
func IsDisk(err error) bool {
	switch codeOf(err) {
	case lib.SQLITE_FULL, lib.SQLITE_READONLY, lib.SQLITE_IOERR, lib.SQLITE_CANTOPEN, lib.SQLITE_BUSY, lib.SQLITE_PERM, lib.SQLITE_PROTOCOL:
		return true
	}
	var path *os.PathError
	var number syscall.Errno
	return errors.As(err, &path) || errors.As(err, &number)
}

// isConstraint reports whether a row can't stand in its table.
func isConstraint(err error) bool { return codeOf(err) == lib.SQLITE_CONSTRAINT }
