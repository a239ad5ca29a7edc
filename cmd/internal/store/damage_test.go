package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// many writes a database of 60 recordings and closes it.
func many(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), File)
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		id, _ := record(t, s, strings.Replace(scholar, "Anna", fmt.Sprintf("Anna %d", i), 1))
		update(t, s, func(tx *Tx) error {
			var list []sensors.Reading
			for at := range int64(200) {
				list = append(list, sensors.Reading{T: 10 + at, Changes: []sensors.Change{{Square: square.Square(at & 63), To: sensors.Contact(at & 1)}}})
			}
			return tx.Readings(id, list)
		})
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestGarbage: a file that is no database is set aside.
func TestGarbage(t *testing.T) {
	path := filepath.Join(t.TempDir(), File)
	if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, Options{}); !IsDamaged(err) {
		t.Errorf("opened: %v", err)
	}
	for i, at := range []int{0, 0} { // twice at the same second
		s, rescued, err := OpenSound(path, Options{}, began.AddDate(0, 0, at))
		if err != nil || rescued == nil || rescued.Rows["games"] != 0 {
			t.Fatalf("%d: %v %v", i, rescued, err)
		}
		if text, err := os.ReadFile(rescued.Aside); err != nil || !strings.HasPrefix(string(text), "no database") {
			t.Error(err)
		}
		record(t, s, scholar)
		s.Close()
		os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o644)
	}
}

// TestZeroPages overwrites pages here and there, as cards do that lose power: what can be read is rescued.
func TestZeroPages(t *testing.T) {
	whole := many(t)
	text, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	pages := len(text) / page
	damaged, lost, games := 0, 0, 0
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 0))
		broken := append([]byte(nil), text...)
		for range 1 + random.IntN(3) {
			at := page * (1 + random.IntN(pages-1)) // the first page is the directory
			for i := range page {
				broken[at+i] = byte(random.Uint32() * uint32(seed&1))
			}
		}
		path := filepath.Join(t.TempDir(), File)
		// A log that wasn't brought in tells that the last program didn't close the file.
		for name, text := range map[string][]byte{path: broken, path + "-wal": make([]byte, 32)} {
			if err := os.WriteFile(name, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		s, rescued, err := OpenSound(path, Options{}, began)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if rescued != nil {
			damaged++
			games += rescued.Rows["games"]
			if err := s.check(); err != nil {
				t.Errorf("seed %d: the new database is damaged: %v", seed, err)
			}
			if rescued.Rows["games"]+rescued.Rows["recordings"]+rescued.Rows["events"] == 0 {
				lost++ // the page with the names of the tables
			}
			record(t, s, scholar) // numbers go on
		}
		s.Close()
	}
	t.Logf("SQLite notices the damage of %d of 40; %d are lost; of the others' %d games %d were rescued", damaged, lost, 60*(damaged-lost), games)
	if damaged < 20 || lost > damaged/4 || games < 30*(damaged-lost) {
		t.Errorf("%d of 40 were damaged, %d lost, %d games rescued", damaged, lost, games)
	}
}

// TestDamagedPacket: readings of the recording that goes on which make no sense, in a file that is whole otherwise. What
// stands before them is kept, and the new database is sound.
func TestDamagedPacket(t *testing.T) {
	s := opened(t)
	id, _ := record(t, s, scholar)
	for at := range int64(5) {
		update(t, s, func(tx *Tx) error { return tx.Readings(id, []sensors.Reading{{T: 10 + at, Gap: 1}}) })
	}
	update(t, s, func(tx *Tx) error { return tx.exec("UPDATE readings SET data = x'ff' WHERE seq = 4") })
	s.Close()
	again, rescued, err := OpenSound(s.Path(), Options{}, began)
	if err != nil || rescued == nil || rescued.Rows["games"] != 1 {
		t.Fatal(rescued, err)
	}
	if list, err := again.Readings(id); err != nil || len(list) != 3 {
		t.Error(list, err)
	}
	again.Close()
	again, rescued, err = OpenSound(s.Path(), Options{}, began)
	if err != nil || rescued != nil {
		t.Fatal(rescued, err)
	}
	again.Close()
}

// TestNumbersAfterDamage: a number that was told outside isn't given again, though its event is lost.
func TestNumbersAfterDamage(t *testing.T) {
	s := opened(t)
	id, _ := record(t, s, scholar)
	update(t, s, func(tx *Tx) error { return tx.Cursor("hall", 17) })
	if n, err := s.LastEvent(); n != 17 || err != nil {
		t.Error(n, err)
	}
	update(t, s, func(tx *Tx) error { return tx.Events(id, []Event{{N: 18, JSON: "{}"}}) })
}

// TestRescueOfTheNameless: games of which neither player nor recording is known are rescued, and so is what players have learned; nothing
// stands in for nobody.
func TestRescueOfTheNameless(t *testing.T) {
	s := opened(t)
	nameless := strings.NewReplacer(`"Anna"`, `"?"`, `"Boris"`, `"?"`).Replace(scholar)
	id, _ := record(t, s, nameless)
	update(t, s, func(tx *Tx) error {
		return tx.exec("UPDATE games SET recording = NULL, number = NULL, white = NULL, black = NULL")
	})
	update(t, s, func(tx *Tx) error { return tx.exec("DELETE FROM players") })
	update(t, s, func(tx *Tx) error { return tx.Readings(id, []sensors.Reading{{T: 10, Gap: 1}}) })
	update(t, s, func(tx *Tx) error { return tx.exec("UPDATE readings SET data = x'ff'") })
	update(t, s, func(tx *Tx) error { return tx.Learned(Mark{Player: "Anna", Exercise: "rook-2", Solved: true}) })
	s.Close()
	again, rescued, err := OpenSound(s.Path(), Options{}, began)
	if err != nil || rescued == nil || rescued.Rows["games"] != 1 || rescued.Rows["progress"] != 1 {
		t.Fatal(rescued, err)
	}
	defer again.Close()
	var lost int
	if err := again.db.QueryRow("SELECT (SELECT count(*) FROM players) + (SELECT count(*) FROM recordings WHERE name = 'lost')").Scan(&lost); err != nil || lost != 0 {
		t.Errorf("%d stand in for nobody, %v", lost, err)
	}
	var missing string
	rows, err := again.db.Query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&missing); err != nil {
			t.Fatal(err)
		}
		if _, rescues := rescued.Rows[missing]; !rescues {
			t.Errorf("table %s isn't rescued", missing)
		}
	}
}
