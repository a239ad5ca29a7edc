package app

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/store"
	"jadoube/cmd/internal/web"
	"jadoube/ledmatrix"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// card is a small file system that is mounted for a test.
func card(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

func partIs(part, state string) func(web.State) bool {
	return func(st web.State) bool {
		for _, h := range st.Health {
			if h.Part == part {
				return h.State == state
			}
		}
		return false
	}
}

// corners reports whether the lights on the four corners look like a meaning, at the moment or a moment later.
func (s *started) corners(m ledmatrix.Meaning) bool {
	img, _ := s.panel.Image()
	for _, sq := range []square.Square{square.A1, square.H1, square.A8, square.H8} {
		want := ledmatrix.Default[m].Colour
		if got := img[sq]; (got != ledmatrix.RGB{}) != (want != ledmatrix.RGB{}) {
			return false
		}
	}
	return true
}

// TestFullCard fills the card in the middle of a game and makes room again: play goes on, both are told, and nothing is
// missing in the end.
func TestFullCard(t *testing.T) {
	folder := card(t, "8m")
	s := start(t, folder)
	s.move(t, "e2", "e4")
	s.until(t, "the move to be safe", func(st web.State) bool { return s.journal.safeNumber() >= st.N })
	ballast := filepath.Join(folder, "ballast")
	os.WriteFile(ballast, make([]byte, 8<<20), 0o644) // as much as there is room for
	for i := 0; !partIs("database", "failed")(s.State()); i++ {
		if i > 400 {
			t.Fatal("the card never fills")
		}
		s.do(t, web.Lift, "e7")
		s.do(t, web.Place, "e7")
		time.Sleep(2 * time.Millisecond)
	}
	s.move(t, "e7", "e5")
	safe := s.journal.safeNumber()
	if text, err := os.ReadFile(filepath.Join(folder, pgnFolder, currentGame)); err != nil || regexp.MustCompile(`e5`).Match(text) {
		t.Errorf("a file tells of a move that isn't safe (event %d is): %s %v", safe, text, err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	s.until(t, "the recovery", func(st web.State) bool { return partIs("database", "ok")(st) })
	s.move(t, "g1", "f3")
	s.stop()
	asRecorded(t, folder)
	if text, err := os.ReadFile(filepath.Join(folder, pgnFolder, currentGame)); err != nil || !regexp.MustCompile(`1\. e4 e5 .*2\. Nf3`).Match(text) {
		t.Errorf("%s %v", text, err)
	}
}

// TestReadOnlyCard: a game that was cut off goes on though the card can't be written, and is written when it can; whatever
// moment of opening the file that falls into.
func TestReadOnlyCard(t *testing.T) {
	for _, journal := range []string{"wal", "delete"} {
		t.Run(journal, func(t *testing.T) { readOnlyCard(t, journal) })
	}
}

func readOnlyCard(t *testing.T, journal string) {
	folder := card(t, "8m")
	start := func(t *testing.T, folder string) *started {
		return startWith(t, folder, func(s *settings) { s.database.Journal = journal })
	}
	s := start(t, folder)
	s.move(t, "e2", "e4")
	s.stop()
	remount := func(flags uintptr) {
		if err := syscall.Mount("tmpfs", folder, "tmpfs", syscall.MS_REMOUNT|flags, "size=8m"); err != nil {
			t.Skip(err)
		}
	}
	remount(syscall.MS_RDONLY)
	unlock, err := Claim(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	s = start(t, folder)
	if st := s.State(); len(st.Moves) != 1 || !partIs("database", "failed")(st) || st.Recording.On {
		t.Fatalf("moves %v, health %v, recording %v", st.Moves, st.Health, st.Recording.On)
	}
	s.until(t, "the sign of it on the corners", func(web.State) bool { return s.corners(ledmatrix.Unrecorded) })
	s.move(t, "e7", "e5")
	remount(0)
	s.until(t, "the recovery", partIs("database", "ok"))
	s.until(t, "the record", func(st web.State) bool { return st.Recording.On })
	s.until(t, "dark corners", func(web.State) bool { return s.corners(ledmatrix.Dark) })
	s.stop()
	asRecorded(t, folder)
	db, err := store.Open(filepath.Join(folder, store.File), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if games, err := db.Games(store.Filter{}); err != nil || len(games) != 1 || games[0].Moves != "e2e4 e7e5" {
		t.Errorf("%+v %v", games, err)
	}
}

// TestDamageWhilePlaying overwrites the database in the middle of a game: a new one is begun, with all readings of the game.
// With a rollback journal SQLite looks at the file before each transaction.
func TestDamageWhilePlaying(t *testing.T) {
	folder := t.TempDir()
	s := startWith(t, folder, func(s *settings) { s.database.Journal = "delete" })
	s.move(t, "e2", "e4")
	s.until(t, "the move to be safe", func(st web.State) bool { return s.journal.safeNumber() >= st.N })
	garbage := make([]byte, 1<<16)
	for i := range garbage {
		garbage[i] = byte(i * 7)
	}
	path := filepath.Join(folder, store.File)
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(garbage, 0); err != nil {
		t.Fatal(err)
	}
	f.Close()
	for i := 0; len(files(t, folder, store.File+".damaged-*")) == 0; i++ {
		if i > 400 {
			t.Fatal("the damage is never found")
		}
		s.do(t, web.Lift, "e7")
		s.do(t, web.Place, "e7")
		time.Sleep(2 * time.Millisecond)
	}
	s.move(t, "e7", "e5")
	s.until(t, "the recovery", func(st web.State) bool { return s.journal.safeNumber() >= st.N })
	before := seen(s.daemon)
	s.stop()
	again := start(t, folder)
	if after := seen(again.daemon); after.FEN != before.FEN || len(after.UCI) != len(before.UCI) {
		t.Errorf("before\n%+v\nafter\n%+v", before, after)
	}
}

// TestRealBoardIsTakenUp: what was moved on a real board while nobody read it is read after a gap.
func TestRealBoardIsTakenUp(t *testing.T) {
	boards["plug"] = nil // newDaemon asks only whether it is there
	defer delete(boards, "plug")
	real := func(s *settings) { s.board.Kind = "plug" }
	change := func(ms int64, s square.Square, c sensors.Contact) sensors.Reading {
		return sensors.Reading{T: ms, Changes: []sensors.Change{{Square: s, To: c}}}
	}
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		d := b.daemonOn(t, t.TempDir(), real)
		d.source = &slow{
			began:    d.began,
			readings: []sensors.Reading{{T: 10, Gap: 10}, change(1000, square.E2, sensors.Nothing), change(1300, square.E4, sensors.Something)},
			arrive:   []time.Duration{10 * time.Millisecond, time.Second, 1300 * time.Millisecond},
		}
		var folder string
		during(t, d, func() {
			time.Sleep(3 * time.Second)
			folder = cutOff(t, d)
		})
		time.Sleep(time.Minute)
		again := b.daemonOn(t, folder, real)
		again.source = &slow{
			began: again.began,
			readings: []sensors.Reading{{T: 500, Gap: 500, Changes: []sensors.Change{
				{Square: square.E2}, {Square: square.E4, To: sensors.Something}, {Square: square.E7}, {Square: square.E5, To: sensors.Something},
			}}},
			arrive: []time.Duration{500 * time.Millisecond},
		}
		during(t, again, func() {
			if err := again.Command(t.Context(), web.Command{Do: web.Press, Key: "resume"}); err == nil || !strings.Contains(err.Error(), "hasn't been read") {
				t.Errorf("before the board is read the clock may run on: %v", err)
			}
			time.Sleep(5 * time.Second)
			if err := again.Command(t.Context(), web.Command{Do: web.Press, Key: "resume"}); err != nil {
				t.Error(err)
			}
			time.Sleep(5 * time.Second)
		})
		if text := again.PGN(); !regexp.MustCompile(`1\. e4 e5 \*`).MatchString(text) {
			t.Error(text)
		}
		trace, err := os.ReadFile(again.rec.file())
		if err != nil || !regexp.MustCompile(`\d+ press pause restored\n6\d{4} press gap 6\d{4}\n6\d{4} -e7\n`).Match(trace) {
			t.Errorf("%s %v", trace, err)
		}
		asRecorded(t, folder)
	})
}
