package app

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/store"
	"jadoube/cmd/internal/web"
	"jadoube/rules/square"
)

// unkept is what a daemon would have kept of what f does on its board, moment by moment: its database is gone.
func unkept(t *testing.T, b *bench, f func(*daemon)) []*entry {
	t.Helper()
	d := b.daemonOn(t, t.TempDir(), func(s *settings) { s.retry = time.Hour })
	j := d.journal
	j.mu.Lock()
	db := j.db
	j.db, j.path = nil, filepath.Join(j.path, "gone") // below a file
	j.mu.Unlock()
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- d.loop(ctx) }()
	f(d)
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	entries := j.queue
	if err := d.halt(); err == nil {
		t.Error("nothing is missing at the end")
	}
	return entries
}

// cutAfter is a folder with what is kept when the power fails after some entries.
func cutAfter(t *testing.T, entries []*entry) (folder string) {
	t.Helper()
	folder = t.TempDir()
	j := newJournal(filepath.Join(folder, store.File), store.Options{}, nil)
	j.moved(recordsReader, 0)
	recs := map[*kept]*kept{} // another database gives them its own numbers
	for _, e := range entries {
		if recs[e.rec] == nil {
			recs[e.rec] = &kept{Recording: e.rec.Recording}
		}
		own := *e
		own.rec = recs[e.rec]
		j.queue = append(j.queue, &own)
	}
	if err := j.write(j.queue); err != nil {
		t.Fatal(err)
	}
	if err := j.store().Close(); err != nil {
		t.Fatal(err)
	}
	return folder
}

// TestCutAnywhere: whatever is the last that was kept when the power failed, the game goes on from there, and what is kept
// of each record is what the record tells.
func TestCutAnywhere(t *testing.T) {
	for seed := range uint64(2) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 2))
			b := newBench()
			entries := unkept(t, b, func(d *daemon) {
				for range 2 {
					do(t, d, web.Lift, square.E2)
					time.Sleep(100 * time.Millisecond)
					do(t, d, web.Place, square.E4) // told when the game ends
					if err := d.Command(t.Context(), web.Command{Do: web.NewGame, Sure: true}); err != nil {
						t.Fatal(err)
					}
					fiddle(t, d, random, 4)
					if err := d.Command(t.Context(), web.Command{Do: web.NewGame, Sure: true}); err != nil {
						t.Fatal(err)
					}
				}
			})
			for n := 1; n <= len(entries); n++ {
				folder := cutAfter(t, entries[:n])
				again := b.daemonOn(t, folder, nil)
				during(t, again, func() { fiddle(t, again, random, 2) })
				if asRecorded(t, folder); t.Failed() {
					t.Fatalf("seed %d, cut after %d of %d", seed, n, len(entries))
				}
			}
		})
	}
}

// TestFilesOfAGameThatWasOver: the power fails when a game is over and kept, and its files aren't whole: they are written
// when the program is started again, and left alone after that.
func TestFilesOfAGameThatWasOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		d := b.daemonOn(t, t.TempDir(), nil)
		var folder, name string
		during(t, d, func() {
			name = filepath.Base(d.rec.file())
			if err := os.Mkdir(d.rec.file(), 0o755); err != nil { // the file can't be made
				t.Fatal(err)
			}
			for _, first := range [][2]square.Square{{square.E2, square.E4}, {square.D2, square.D4}} {
				do(t, d, web.Lift, first[0])
				time.Sleep(time.Second)
				do(t, d, web.Place, first[1])
				time.Sleep(time.Second)
				if err := d.Command(t.Context(), web.Command{Do: web.NewGame, Sure: true}); err != nil {
					t.Fatal(err)
				}
			}
			do(t, d, web.Lift, square.C2)
			folder = cutOff(t, d)
			if err := os.Remove(filepath.Join(d.data, name)); err != nil {
				t.Fatal(err)
			}
		})
		torn := filepath.Join(folder, name)
		if err := os.WriteFile(torn, []byte("jadoube-trace 1\nsensor occ"), 0o644); err != nil {
			t.Fatal(err)
		}
		again := b.daemonOn(t, folder, nil)
		during(t, again, func() { time.Sleep(time.Second) })
		asRecorded(t, folder)
		text, err := os.ReadFile(strings.TrimSuffix(torn, ".trace") + ".pgn")
		if err != nil || !strings.Contains(string(text), "\n1. e4 *\n") {
			t.Errorf("%s %v", text, err)
		}
		if err := os.Remove(torn); err != nil { // somebody wants it gone
			t.Fatal(err)
		}
		last := b.daemonOn(t, folder, nil)
		during(t, last, func() { time.Sleep(time.Second) })
		if _, err := os.Stat(torn); err == nil {
			t.Error("a file that was taken away is back")
		}
	})
}
