package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"jadoube/rules/pgn"
	"jadoube/sensors"
)

var began = time.Date(2026, 11, 30, 18, 30, 0, 125e6, time.UTC)

func opened(t *testing.T) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), File), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func update(t *testing.T, s *Store, f func(*Tx) error) {
	t.Helper()
	if err := s.Update(f); err != nil {
		t.Fatal(err)
	}
}

func game(t *testing.T, text string) *pgn.Game {
	t.Helper()
	g, err := parsed(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// record writes a recording with one game and three events.
func record(t *testing.T, s *Store, text string) (recording, id int64) {
	t.Helper()
	update(t, s, func(tx *Tx) (err error) {
		recording, err = tx.Begin(&Recording{Name: "2026-11-30-193000", Header: "trace 1\nsensor occupancy\n", Began: began, Dated: true, Boot: "b"})
		if err != nil {
			return err
		}
		var last int64
		if err := tx.get(&last, lastEvent); err != nil {
			return err
		}
		events := []Event{{last + 1, 0, "setup", "{}"}, {last + 2, 5, "move", "{}"}, {last + 3, 9, "move", "{}"}}
		err = errors.Join(tx.Events(recording, events), tx.Readings(recording, []sensors.Reading{{T: 1, Press: &sensors.Press{Key: "pause"}}}))
		if err == nil {
			id, err = tx.Save(&Played{Recording: recording, Number: 1, FirstN: last + 1, Autodate: true, PGN: game(t, text)})
		}
		return errors.Join(err, tx.Told(recording, 9, "hands"))
	})
	return recording, id
}

const scholar = `[Event "Club"]
[White "Anna"]
[Black "Boris"]
[Date "2026.11.30"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
`

func TestRecordingComesBack(t *testing.T) {
	s := opened(t)
	id, _ := record(t, s, scholar)
	got, err := s.Unfinished()
	if err != nil || got == nil {
		t.Fatal(got, err)
	}
	want := Recording{ID: id, Name: "2026-11-30-193000", Header: "trace 1\nsensor occupancy\n", Began: began, Dated: true, Boot: "b", Told: 9, Hands: "hands"}
	if *got != want {
		t.Errorf("%+v", *got)
	}
	if list, err := s.Events(id, 1, 100); err != nil || len(list) != 2 || list[0] != (Event{2, 5, "move", "{}"}) {
		t.Errorf("%v %v", list, err)
	}
	update(t, s, func(tx *Tx) error { return tx.End(id, began.Add(time.Hour)) })
	if got, err := s.Unfinished(); got != nil || err != nil {
		t.Error(got, err)
	}
	if list, err := s.Readings(id); err != nil || len(list) != 1 {
		t.Error(list, err)
	}
}

// TestAllOrNothing: a transaction that fails leaves no trace.
func TestAllOrNothing(t *testing.T) {
	s := opened(t)
	id, _ := record(t, s, scholar)
	no := errors.New("no")
	err := s.Update(func(tx *Tx) error {
		return errors.Join(tx.Events(id, []Event{{4, 10, "move", "{}"}}), tx.Readings(id, []sensors.Reading{{T: 20, Gap: 3}}), no)
	})
	if !errors.Is(err, no) {
		t.Error(err)
	}
	n, _ := s.LastEvent()
	if list, _ := s.Readings(id); n != 3 || len(list) != 1 {
		t.Errorf("event %d, readings %v", n, list)
	}
}

// TestNumbersHaveNoGaps: an event that doesn't follow, or is there already, is refused.
func TestNumbersHaveNoGaps(t *testing.T) {
	s := opened(t)
	id, _ := record(t, s, scholar)
	for _, n := range []int64{1, 3, 5} {
		var gap *GapError
		err := s.Update(func(tx *Tx) error { return tx.Events(id, []Event{{N: n, JSON: "{}"}}) })
		if !errors.As(err, &gap) || gap.Want != 4 || gap.Got != n {
			t.Errorf("%d: %v", n, err)
		}
	}
}

func TestOutbox(t *testing.T) {
	s := opened(t)
	record(t, s, scholar)
	if n, err := s.Cursor("hall"); n != 0 || err != nil {
		t.Error(n, err)
	}
	for _, n := range []int64{2, 3} {
		update(t, s, func(tx *Tx) error { return tx.Cursor("hall", n) })
		if got, err := s.Cursor("hall"); got != n || err != nil {
			t.Error(got, err)
		}
	}
}

// version is the schema's, of this program.
func version(t *testing.T) int {
	t.Helper()
	names, err := fs.Glob(migrations, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	return len(names)
}

// steps are this program's and one more.
func steps(t *testing.T, more string) fs.FS {
	t.Helper()
	all := fstest.MapFS{fmt.Sprintf("%04d_more.sql", version(t)+1): {Data: []byte(more)}}
	names, _ := fs.Glob(migrations, "*.sql")
	for _, name := range names {
		text, err := fs.ReadFile(migrations, name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = &fstest.MapFile{Data: text}
	}
	return all
}

// TestUpgrade: an older database is copied, then brought on; what it holds stays.
func TestUpgrade(t *testing.T) {
	s := opened(t)
	record(t, s, scholar)
	if err := s.migrate(steps(t, "ALTER TABLE games ADD COLUMN venue TEXT;\nUPDATE games SET venue = 'here'"), true); !errors.Is(err, ErrOlder) {
		t.Errorf("kept as it is: %v", err)
	}
	if err := s.migrate(steps(t, "ALTER TABLE games ADD COLUMN venue TEXT;\nUPDATE games SET venue = 'here'"), false); err != nil {
		t.Fatal(err)
	}
	var venue string
	if err := s.db.QueryRow("SELECT venue FROM games").Scan(&venue); err != nil || venue != "here" {
		t.Error(venue, err)
	}
	copied := fmt.Sprintf("%s.v%d", s.Path(), version(t))
	before, err := Open(copied, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	if list, err := before.Games(Filter{}); err != nil || len(list) != 1 {
		t.Error(list, err)
	}
	// This program doesn't know the version after its own.
	if _, err := Open(s.Path(), Options{}); !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), copied) {
		t.Error(err)
	}
	if _, err := OpenCopy(s.Path()); !errors.Is(err, ErrNewer) {
		t.Error(err)
	}
}

// TestBrokenUpgrade: a step that fails leaves the database as it was.
func TestBrokenUpgrade(t *testing.T) {
	s := opened(t)
	record(t, s, scholar)
	if err := s.migrate(steps(t, "DROP VIEW library;\nCREATE TABLE games (x)"), false); err == nil {
		t.Fatal("nothing went wrong")
	}
	s.Close()
	again, err := Open(s.Path(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if _, err := again.db.Exec("SELECT * FROM library"); err != nil {
		t.Error(err)
	}
}

func TestForeignDatabase(t *testing.T) {
	s := opened(t)
	if _, err := s.db.Exec("PRAGMA application_id = 7"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := Open(s.Path(), Options{}); err == nil || !strings.Contains(err.Error(), "another program") {
		t.Error(err)
	}
}

func TestBackup(t *testing.T) {
	s := opened(t)
	record(t, s, scholar)
	file := filepath.Join(t.TempDir(), "copy's.db")
	if err := s.Backup(file, false); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(file, false); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	copied, err := Open(file, Options{Journal: "delete"})
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if list, err := copied.Games(Filter{}); err != nil || len(list) != 1 || list[0].White != "Anna" {
		t.Error(list, err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*.part")); len(left) > 0 {
		t.Error(left)
	}
}

// TestOddPaths: names that mean something in addresses.
func TestOddPaths(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b?mode=ro#%41", File)
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	record(t, s, scholar)
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
}

func TestCopyInMemory(t *testing.T) {
	s := opened(t)
	id, _ := record(t, s, scholar) // in the write-ahead log, not yet in the file
	c, err := OpenCopy(s.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	rec, err := c.Unfinished()
	if err != nil || rec == nil || rec.ID != id {
		t.Fatal(rec, err)
	}
	if list, err := c.Readings(id); err != nil || len(list) != 1 {
		t.Error(list, err)
	}
}

func TestPrune(t *testing.T) {
	s := opened(t)
	old, _ := record(t, s, scholar)
	young, _ := record(t, s, scholar)
	open, _ := record(t, s, scholar)
	update(t, s, func(tx *Tx) error {
		var long []sensors.Reading
		for i := range int64(50_000) {
			long = append(long, sensors.Reading{T: 10 + 10*i, Gap: 5})
		}
		return tx.Readings(old, long)
	})
	update(t, s, func(tx *Tx) error {
		return errors.Join(tx.End(old, began.Add(time.Hour)), tx.End(young, began.Add(48*time.Hour)))
	})
	last, err := s.LastEvent()
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx *Tx) error {
		list, err := tx.Weights()
		if len(list) != 2 || list[0].ID != young || list[1].ID != old || list[1].Bytes < 50_000 || list[0].Bytes == 0 || list[0].Name == "" {
			t.Errorf("weights %+v", list)
		}
		if none := Before(list, began); len(none) > 0 {
			t.Errorf("before the first: %+v", none)
		}
		gone := Before(list, began.Add(24*time.Hour))
		return errors.Join(err, tx.Prune(gone), tx.Forget(gone))
	})
	for id, want := range map[int64]bool{old: false, young: true, open: true} {
		if list, err := s.Events(id, 0, 10); err != nil || len(list) > 0 != want {
			t.Errorf("recording %d: events %v %v", id, list, err)
		}
	}
	for id, want := range map[int64]int{old: 0, young: 1, open: 1} {
		if list, err := s.Readings(id); err != nil || len(list) != want {
			t.Errorf("recording %d: %v %v", id, list, err)
		}
	}
	if list, err := s.Games(Filter{}); err != nil || len(list) != 3 {
		t.Error(list, err)
	}
	var free int
	if err := s.db.QueryRow("PRAGMA freelist_count").Scan(&free); err != nil || free != 0 {
		t.Errorf("%d pages are left unused: %v", free, err)
	}
	update(t, s, func(tx *Tx) error { // numbers go on where no event is left
		err := tx.End(open, began.Add(49*time.Hour))
		list, more := tx.Weights()
		return errors.Join(err, more, tx.Forget(list))
	})
	if n, err := s.LastEvent(); err != nil || n != last {
		t.Errorf("after all events the last is %d, was %d: %v", n, last, err)
	}
	if list, err := s.Events(0, 0, 10); err != nil || len(list) > 0 {
		t.Error(list, err)
	}
}

// TestPruneWithoutClock: of a recording whose end was told by a clock that wasn't set nobody knows how old it is.
func TestPruneWithoutClock(t *testing.T) {
	s := opened(t)
	a, _ := record(t, s, scholar)
	b, _ := record(t, s, scholar)
	c, _ := record(t, s, scholar)
	epoch := time.Unix(300, 0)
	update(t, s, func(tx *Tx) error {
		return errors.Join(tx.End(a, epoch), tx.End(b, began.Add(time.Hour)), tx.End(c, epoch))
	})
	for at, want := range map[time.Duration]int{time.Minute: 0, 2 * time.Hour: 2, 1000 * time.Hour: 2} {
		update(t, s, func(tx *Tx) error {
			list, err := tx.Weights()
			if got := Before(list, began.Add(at)); len(list) != 3 || len(got) != want {
				t.Errorf("before %v: %+v of %+v", at, got, list)
			}
			return err
		})
	}
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.pgn")
	for _, text := range []string{"one", "two, longer", ""} {
		if err := Replace(file, text); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != text {
			t.Errorf("%q %v", got, err)
		}
	}
	os.Remove(file)
	if err := os.MkdirAll(filepath.Join(file, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Replace(file, "x"); err == nil {
		t.Error("a folder was replaced")
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
}

func ids(t *testing.T, s *Store, f Filter) (list []int64) {
	t.Helper()
	games, err := s.Games(f)
	if err != nil {
		t.Fatalf("%+v: %v", f, err)
	}
	for _, g := range games {
		list = append(list, g.ID)
	}
	return list
}

func TestFind(t *testing.T) {
	s := opened(t)
	_, first := record(t, s, scholar)
	var rest []int64
	for _, text := range []string{
		"[White \"Boris\"]\n[Black \"100%_Clara\"]\n[Date \"2025.02.??\"]\n[Event \"Match\"]\n\n1. d4 d5 2. c4 1/2-1/2",
		"[White \"?\"]\n[Black \"-\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *",
	} {
		_, id := record(t, s, text)
		rest = append(rest, id)
	}
	queens, endgame := rest[0], rest[1]
	for name, test := range map[string]struct {
		f    Filter
		want []int64
	}{
		"all, undated first": {Filter{}, []int64{endgame, queens, first}},
		"newest":             {Filter{Newest: true, Limit: 1}, []int64{first}},
		"player":             {Filter{Player: "boris"}, []int64{queens, first}},
		"white":              {Filter{White: "Boris"}, []int64{queens}},
		"no pattern":         {Filter{Black: "0%_C"}, []int64{queens}},
		"nor this":           {Filter{Black: "%"}, []int64{queens}},
		"result":             {Filter{Result: "1-0"}, []int64{first}},
		"from":               {Filter{From: "2026"}, []int64{first}},
		"to a month":         {Filter{To: "2025-02"}, []int64{queens}},
		"to a year":          {Filter{To: "2026"}, []int64{queens, first}},
		"eco":                {Filter{ECO: "d06"}, []int64{queens}},
		"eco range":          {Filter{ECO: "C20-C99"}, []int64{first}},
		"opening":            {Filter{Opening: "queen's gambit"}, []int64{queens}},
		"event":              {Filter{Event: "lub"}, []int64{first}},
		"numbers":            {Filter{IDs: []int64{queens, 99}}, []int64{queens}},
		"both":               {Filter{Player: "boris", Result: "1-0"}, []int64{first}},
	} {
		if got := ids(t, s, test.f); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	games, _ := s.Games(Filter{IDs: []int64{first, endgame}})
	g, e := games[1], games[0]
	if g.Date != "2026-11-30" || g.White != "Anna" || g.ECO != "C23" || g.Plies != 7 || g.Moves != "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7" {
		t.Errorf("%+v", g)
	}
	if e.FEN == "" || e.White != "" || e.ECO != "" || e.Moves != "e1g1" {
		t.Errorf("%+v", e)
	}
}

// TestCorrections: what people say of a game stays, whatever the board says of it later.
func TestCorrections(t *testing.T) {
	s := opened(t)
	rec, id := record(t, s, scholar)
	update(t, s, func(tx *Tx) error {
		return tx.Tag(id, []pgn.Tag{{Name: "White", Value: "Zoë"}, {Name: "Event"}, {Name: "Result", Value: "0-1"}})
	})
	check := func(when string) {
		t.Helper()
		games, err := s.Games(Filter{IDs: []int64{id}})
		if err != nil || len(games) != 1 {
			t.Fatal(games, err)
		}
		g := games[0]
		if g.White != "Zoë" || g.Event != "" || g.Result != "0-1" || !strings.Contains(g.PGN, `[White "Zoë"]`) || !strings.Contains(g.PGN, "0-1\n") {
			t.Errorf("%s: %+v", when, g)
		}
	}
	check("at once")
	update(t, s, func(tx *Tx) error {
		_, err := tx.Save(&Played{Recording: rec, Number: 1, PGN: game(t, scholar), Autodate: true})
		return err
	})
	check("after the board")
	update(t, s, func(tx *Tx) error {
		return errors.Join(tx.Redate(rec, began.AddDate(1, 0, 0)), tx.RedateGames(rec, began.AddDate(1, 0, 0)))
	})
	check("dated anew")
	if games, _ := s.Games(Filter{}); games[0].Date != "2027-11-30" {
		t.Error(games[0].Date)
	}
	update(t, s, func(tx *Tx) error {
		return tx.Revise(id, game(t, "1. e4 e5 *"), "", "test", began)
	})
	check("read again")
	var n int
	if err := s.db.QueryRow("SELECT count(*) FROM revisions WHERE pgn LIKE '%Qxf7#%'").Scan(&n); err != nil || n != 1 {
		t.Error(n, err)
	}
	update(t, s, func(tx *Tx) error {
		is, err := tx.Delete(id)
		none, err2 := tx.Delete(id)
		if !is || none {
			t.Errorf("deleted %v, then %v", is, none)
		}
		return errors.Join(err, err2)
	})
	if list := ids(t, s, Filter{}); len(list) != 0 {
		t.Error(list)
	}
}

func TestImportOnce(t *testing.T) {
	s := opened(t)
	for i, want := range []bool{true, false} {
		update(t, s, func(tx *Tx) error {
			fresh, err := tx.Import(game(t, scholar), "old.pgn")
			if fresh != want {
				t.Errorf("%d: fresh is %v", i, fresh)
			}
			return err
		})
	}
	update(t, s, func(tx *Tx) error {
		_, err := tx.Import(game(t, strings.Replace(scholar, "Anna", "Eva", 1)), "old.pgn")
		return err
	})
	if list := ids(t, s, Filter{}); len(list) != 2 {
		t.Error(list)
	}
}

// TestChanged: the days whose files must be written anew.
func TestChanged(t *testing.T) {
	s := opened(t)
	if newest, _, err := s.Changed(0); newest != "" || err != nil {
		t.Error(newest, err)
	}
	record(t, s, scholar)
	record(t, s, strings.Replace(scholar, "11.30", "12.01", 1))
	for n, want := range map[int64]string{0: "2026-11-30 2026-12-01", 2: "2026-11-30 2026-12-01", 3: "2026-12-01", 5: "2026-12-01"} {
		newest, dates, err := s.Changed(n)
		if err != nil || !strings.Contains(newest, "12.01") || strings.Join(dates, " ") != want {
			t.Errorf("after %d: %v %v", n, dates, err)
		}
	}
	texts, err := s.Day("2026-11-30")
	if err != nil || len(texts) != 1 || !strings.Contains(texts[0], "Qxf7#") {
		t.Error(texts, err)
	}
}
