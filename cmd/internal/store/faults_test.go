package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"jadoube/sensors"

	lib "modernc.org/sqlite/lib"
)

// slow reports whether tests may take minutes.
func slow() bool { return os.Getenv("JADOUBE_SLOW") != "" }

// on opens a database on a disk.
func (d *disk) open(path, journal string) (*Store, error) {
	o := Options{Journal: journal}
	s, err := open(path, append(o.pragmas(), "wal_autocheckpoint(20)"), url.Values{"vfs": {d.name}})
	if err != nil {
		return nil, err
	}
	if err := s.migrate(migrations, false); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// tell writes event and reading number n.
func tell(s *Store, recording *int64, n int64) error {
	id := *recording
	err := s.Update(func(tx *Tx) (err error) {
		if id == 0 {
			if id, err = tx.Begin(&Recording{Name: "r", Header: "h", Began: began}); err != nil {
				return err
			}
		}
		err = errors.Join(tx.Events(id, []Event{{N: n, T: n, Type: "move", JSON: fmt.Sprintf(`{"n":%d}`, n)}}),
			tx.Readings(id, []sensors.Reading{{T: n, Press: &sensors.Press{Key: "white"}}}), tx.Told(id, n, ""))
		if err == nil && n%50 == 0 {
			err = tx.Compact(id)
		}
		return err
	})
	if err == nil {
		*recording = id
	}
	return err
}

// holds checks that a database tells events 1 to n and the readings that caused them, n being what it says.
func holds(t *testing.T, s *Store) int64 {
	t.Helper()
	n, err := s.LastEvent()
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Events(0, 0, 1<<30)
	if err != nil || int64(len(list)) != n {
		t.Fatalf("%d events of %d: %v", len(list), n, err)
	}
	rec, err := s.Unfinished()
	if err != nil || n > 0 && (rec == nil || rec.Told != n) {
		t.Fatalf("%d events, recording %+v: %v", n, rec, err)
	}
	if n > 0 {
		if readings, err := s.Readings(rec.ID); err != nil || int64(len(readings)) != n {
			t.Fatalf("%d events, %d readings: %v", n, len(readings), err)
		}
	}
	return n
}

// TestPowerCut cuts the power after any operation on the disk, with any part of what wasn't flushed on it: what was said
// to be kept is there, whole, and play goes on.
func TestPowerCut(t *testing.T) {
	cuts := 150
	if slow() {
		cuts = 3000
	}
	for _, journal := range []string{"wal", "delete"} {
		t.Run(journal, func(t *testing.T) {
			d := newDisk(t)
			s, err := d.open(filepath.Join(t.TempDir(), File), journal)
			if err != nil {
				t.Fatal(err)
			}
			first := d.ops() // the schema is there; see below for its making
			var recording int64
			done := map[int]int64{first: 0} // events kept after so many operations
			for n := int64(1); n <= 120; n++ {
				if err := tell(s, &recording, n); err != nil {
					t.Fatal(err)
				}
				done[d.ops()] = n
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			random := rand.New(rand.NewPCG(1, 2))
			for range cuts {
				cut := random.IntN(d.ops() + 1)
				folder := t.TempDir()
				d.after(t, cut, random, folder)
				kept := int64(0)
				for ops, n := range done {
					if ops <= cut {
						kept = max(kept, n)
					}
				}
				again, rescued, err := OpenSound(filepath.Join(folder, File), Options{Journal: journal}, began)
				if err != nil || rescued != nil {
					t.Fatalf("after %d operations: %v %v", cut, rescued, err)
				}
				if n := holds(t, again); n < kept {
					t.Fatalf("after %d operations: %d events of %d", cut, n, kept)
				} else if next := recording; true {
					if n == 0 {
						next = 0
					}
					if err := tell(again, &next, n+1); err != nil {
						t.Fatalf("after %d operations: %v", cut, err)
					}
				}
				again.Close()
			}
		})
	}
}

// TestDiskFails has writes and flushes fail at any time: nothing is said to be kept that isn't, and what failed can be
// done again.
func TestDiskFails(t *testing.T) {
	codes := map[string]int32{"write": lib.SQLITE_FULL, "sync": lib.SQLITE_IOERR_FSYNC, "open": lib.SQLITE_CANTOPEN}
	for _, journal := range []string{"wal", "delete"} {
		t.Run(journal, func(t *testing.T) {
			d := newDisk(t)
			path := filepath.Join(t.TempDir(), File)
			s, err := d.open(path, journal)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			random := rand.New(rand.NewPCG(3, 4))
			failures := 0
			d.fail = func(call string) int32 {
				if code, is := codes[call]; is && random.IntN(12) == 0 {
					failures++
					return code
				}
				return lib.SQLITE_OK
			}
			var recording int64
			for n := int64(1); n <= 150; {
				err := tell(s, &recording, n)
				if err == nil {
					n++
				} else if !IsDisk(err) {
					t.Fatalf("event %d: %v", n, err)
				}
			}
			d.mu.Lock()
			d.fail = func(string) int32 { return lib.SQLITE_OK }
			d.mu.Unlock()
			if n := holds(t, s); n != 150 || failures < 50 {
				t.Errorf("%d events, %d failures", n, failures)
			}
		})
	}
}

// TestFullDisk fills a small file system to its last block.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	s, err := Open(filepath.Join(dir, File), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var recording, n int64
	for n = 1; n < 100; n++ {
		if err := tell(s, &recording, n); err != nil {
			t.Fatal(err)
		}
	}
	ballast := filepath.Join(dir, "ballast")
	os.WriteFile(ballast, make([]byte, 8<<20), 0o644) // as much as there is room for
	for err == nil {
		if err = tell(s, &recording, n); err == nil {
			n++
		}
	}
	if !IsDisk(err) || n > 5000 {
		t.Fatalf("event %d: %v", n, err)
	}
	if got := holds(t, s); got != n-1 {
		t.Errorf("%d events of %d", got, n-1)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if err := tell(s, &recording, n); err != nil {
		t.Fatal(err)
	}
	holds(t, s)
}

// TestReadOnlyDisk: a disk that can't be written can still be read, through a copy.
func TestReadOnlyDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4m"); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	path := filepath.Join(dir, File)
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var recording int64
	for n := int64(1); n < 20; n++ {
		if err := tell(s, &recording, n); err != nil {
			t.Fatal(err)
		}
	}
	// As a power cut leaves it: with a log that isn't brought in.
	for _, end := range []string{"", "-wal"} {
		if err := copyFile(path+end, filepath.Join(dir, "x.db"+end)); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, "size=4m"); err != nil {
		t.Skip(err)
	}
	path = filepath.Join(dir, "x.db")
	if s, _, err := OpenSound(path, Options{}, began); !IsDisk(err) {
		t.Errorf("opened: %v %v", s, err)
	}
	c, err := OpenCopy(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if n := holds(t, c); n != 19 {
		t.Errorf("%d events", n)
	}
}
