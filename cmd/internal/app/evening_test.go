package app

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/store"
	"jadoube/rules/pgn"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/trace"
	"jadoube/sensors/trace/tracetest"
)

// evening is ten games that club hands play one after the other on one board: each is given up, and the men are put home.
// It returns the readings and the moves of each game.
func evening(t *testing.T) (readings []sensors.Reading, moves []string) {
	t.Helper()
	home, err := sensors.ParsePlacement(sensors.InitialPlacement)
	if err != nil {
		t.Fatal(err)
	}
	home = home.As(sensors.Occupancy)
	paths := files(t, "../../jadoube/testdata/traces/club-occupancy", "*.trace")
	if len(paths) == 0 {
		t.Fatal("no games to play")
	}
	now := int64(0)
	for i := range 10 {
		path := paths[i%len(paths)]
		x := tracetest.Load(t, path)
		want, err := os.ReadFile(strings.TrimSuffix(path, ".trace") + ".want")
		if err != nil {
			t.Fatal(err)
		}
		line, _, _ := strings.Cut(string(want), "\n")
		moves = append(moves, line)
		frame, begun := home, now+1000
		for _, r := range x.Readings {
			r.T += begun
			frame.Apply(r.Changes)
			readings, now = append(readings, r), r.T
		}
		now += 4000
		readings = append(readings, sensors.Reading{T: now, Press: &sensors.Press{Key: "resign-black"}})
		for s, c := range home {
			if frame[s] != c {
				now += 200
				readings = append(readings, sensors.Reading{T: now, Changes: []sensors.Change{{Square: square.Square(s), To: c}}})
			}
		}
		now += 3000
	}
	return readings, moves
}

// TestEvening plays ten games. The day's file holds all of them once, and pgn-extract and our own reader find nothing wrong
// with it; the moves are those that were played, and read again they are the same.
func TestEvening(t *testing.T) {
	readings, want := evening(t)
	var folder, day string
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		folder = memory(t)
		day = time.Now().Format("2006-01-02")
		d := b.daemonOn(t, folder, func(s *settings) {
			s.tags = []pgn.Tag{{Name: "Event", Value: `Club "evening" \ 1`}, {Name: "White", Value: "Müller, Anna"}, {Name: "Round", Value: "1"}}
		})
		source := &slow{began: d.began}
		for _, r := range readings {
			source.readings, source.arrive = append(source.readings, r), append(source.arrive, time.Duration(r.T)*time.Millisecond)
		}
		d.source = source
		during(t, d, func() {
			time.Sleep(time.Duration(readings[len(readings)-1].T+20_000) * time.Millisecond)
			settle(t, d)
		})
		asRecorded(t, folder)
		check(t, filepath.Join(folder, pgnFolder, day+".pgn"), want)
		db, err := store.Open(filepath.Join(folder, store.File), store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		games, err := db.Games(store.Filter{Player: "müller, anna"})
		if err != nil || len(games) != 10 {
			t.Errorf("%d games: %v", len(games), err)
		}
		size := int64(0)
		for _, end := range []string{"", "-wal"} {
			if info, err := os.Stat(db.Path() + end); err == nil {
				size += info.Size()
			}
		}
		t.Logf("%d kB for ten games with %d readings", size/1000, len(readings))
		recs, err := db.Recordings()
		if err != nil || len(recs) != len(games) && len(recs) != len(games)+1 { // the men stand for one game more
			t.Fatalf("%d recordings of %d games: %v", len(recs), len(games), err)
		}
		for i := range games {
			kept, err := db.Readings(recs[i].ID)
			if err != nil {
				t.Fatal(err)
			}
			again, err := Reread(&recs[i], kept)
			if err != nil || len(again) != 1 {
				t.Fatalf("read again recording %d has %d games: %v", i+1, len(again), err)
			}
			p := again[0]
			old, err := games[i].Parse()
			if err != nil || games[i].Recording != recs[i].ID || len(old.Moves) != len(p.PGN.Moves) || old.Result != p.PGN.Result || p.Reason != games[i].Reason {
				t.Errorf("game %d is another: %s\n%s\n%s %s %v", i, games[i].PGN, p.PGN, p.Reason, games[i].Reason, err)
			}
		}
	})
}

// TestEveryGameIsPGN: positions that were set up, Chess960, amendments: whatever the
// recordings hold, pgn-extract and our own reader take the library's text without a word.
func TestEveryGameIsPGN(t *testing.T) {
	db, err := store.Open(filepath.Join(memory(t), store.File), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var all strings.Builder
	n := 0
	for _, path := range append(files(t, "../../jadoube/testdata", "traces/*/*.trace"), files(t, "../../jadoube/testdata", "situations/*.trace")...) {
		x := tracetest.Load(t, path)
		var header strings.Builder
		if err := (&trace.Trace{Header: x.Header}).Write(&header); err != nil {
			t.Fatal(err)
		}
		games, err := Reread(&store.Recording{Name: path, Header: header.String()}, x.Readings)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			n++
			if err := db.Update(func(tx *store.Tx) (err error) { _, err = tx.Import(g.PGN, fmt.Sprint(path, n)); return err }); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			text, err := g.PGN.AppendText(nil)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			again, err := pgn.NewReader(bytes.NewReader(text)).Next()
			if err != nil || len(again.Warnings) > 0 || again.String() != string(text) {
				t.Errorf("%s: %v %v\n%s\n%s", path, err, again.Warnings, text, again)
			}
			all.Write(text)
		}
	}
	file := filepath.Join(t.TempDir(), "all.pgn")
	if err := os.WriteFile(file, []byte(all.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"amended: ", "[SetUp \"1\"]", "[Variant \"Chess960\"]", "[Termination \"abandoned\"]"} {
		if !strings.Contains(all.String(), word) {
			t.Errorf("no game with %s", word)
		}
	}
	extract(t, file, n)
}

// extract has pgn-extract read a file of n games.
func extract(t *testing.T, file string, n int) {
	t.Helper()
	program, err := exec.LookPath("/usr/games/pgn-extract")
	if err != nil {
		t.Log("pgn-extract isn't installed")
		return
	}
	out, err := exec.Command(program, "-r", file).CombinedOutput() // a line for each game, and what is wrong
	if err != nil || !strings.HasSuffix(string(out), fmt.Sprintf("%d games matched out of %d.\n", n, n)) {
		t.Errorf("pgn-extract says (%v):\n%s", err, out)
	}
	if out, err = exec.Command(program, "-s", "-r", file).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("pgn-extract says (%v):\n%s", err, out)
	}
}

// check has pgn-extract and our own reader read a file of games.
func check(t *testing.T, file string, want []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for r := pgn.NewReader(bytes.NewReader(text)); ; {
		g, err := r.Next()
		if g == nil {
			break
		}
		if err != nil || len(g.Warnings) > 0 {
			t.Errorf("%v %v in\n%s", err, g.Warnings, g)
		}
		for _, name := range []string{"Event", "Site", "Date", "Round", "White", "Black", "UTCDate", "UTCTime", "Termination"} {
			if g.Tag(name) == "" {
				t.Errorf("tag %s is missing", name)
			}
		}
		if _, ok := g.Moves[len(g.Moves)-1].Elapsed(); !ok {
			t.Error("the last move has no time")
		}
		var line []string
		p, _ := g.Start()
		for _, m := range g.Moves {
			line = append(line, p.UCI(m.Move))
			p = p.Play(m.Move)
		}
		got = append(got, strings.Join(line, " "))
	}
	if len(got) != len(want) {
		t.Errorf("%d games of %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("game %d is\n%s, was\n%s", i+1, got[i], want[i])
		}
	}
	extract(t, file, len(want))
}
