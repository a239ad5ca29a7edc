package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/boardstate"
	"jadoube/boardstate/game"
	"jadoube/cmd/internal/store"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// table is a board whose readings a test writes down, by its own squares.
type table struct {
	kind     sensors.Kind
	turned   bool // by 180°
	now      int64
	frame    sensors.Frame // by the squares of the game
	readings []sensors.Reading
}

func newTable(kind sensors.Kind, turned bool) *table {
	start := rules.StartPosition()
	b := &table{kind: kind, turned: turned, now: 500, frame: boardstate.Men(&start).As(kind)}
	if turned && kind != sensors.Occupancy { // the board is read for the first time
		r := sensors.Reading{T: b.now, Gap: 1}
		for s, c := range b.frame {
			r.Changes = append(r.Changes, sensors.Change{Square: b.square(square.Square(s)), To: c})
		}
		b.readings = append(b.readings, r)
	}
	return b
}

func (b *table) square(s square.Square) square.Square {
	if b.turned {
		return 63 - s
	}
	return s
}

func (b *table) change(s square.Square, to sensors.Contact, after int64) {
	b.now += after
	b.frame[s] = to
	b.readings = append(b.readings, sensors.Reading{T: b.now, Changes: []sensors.Change{{Square: b.square(s), To: to}}})
}

// plays moves a man; the hand comes after so many ms.
func (b *table) plays(f, g square.Square, after int64) {
	c := b.frame[f]
	b.change(f, sensors.Nothing, after)
	if b.frame[g] != sensors.Nothing {
		b.change(g, sensors.Nothing, 200)
	}
	b.change(g, c, 300)
}

func (b *table) press(key string, after int64) {
	b.now += after
	b.readings = append(b.readings, sensors.Reading{T: b.now, Press: &sensors.Press{Key: key}})
}

// home puts all men back.
func (b *table) home() {
	start := rules.StartPosition()
	want := boardstate.Men(&start).As(b.kind)
	for s, c := range want {
		if b.frame[s] != sensors.Nothing && b.frame[s] != c {
			b.change(square.Square(s), sensors.Nothing, 250)
		}
	}
	for s, c := range want {
		if b.frame[s] != c {
			b.change(square.Square(s), c, 250)
		}
	}
}

// TestRollOver: each game has a record of its own, however the board stands and however soon the next game begins, and all
// of them tell again what was told. No game needs to find out anew which way round the board stands.
func TestRollOver(t *testing.T) {
	for _, c := range []struct {
		name   string
		kind   sensors.Kind
		turned bool
		pause  int64 // ms for which the men stand at home
	}{
		{"straight", sensors.Occupancy, false, 3000},
		{"in a hurry", sensors.Occupancy, false, 500},
		{"turned", sensors.Occupancy, true, 3000},
		{"turned and in a hurry", sensors.Occupancy, true, 500},
		{"colours", sensors.Colour, false, 3000},
		{"colours turned", sensors.Colour, true, 3000},
		{"colours turned and in a hurry", sensors.Colour, true, 500},
		{"pieces turned", sensors.Piece, true, 3000},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newTable(c.kind, c.turned)
			for game := range 3 {
				for i, m := range [][2]square.Square{
					{square.E2, square.E4},
					{square.E7, square.E5},
					{square.G1, square.F3},
					{square.B8, square.C6},
					{square.F1, square.B5},
					{square.A7, square.A6},
					{square.B5, square.C6},
					{square.D7, square.C6},
				} {
					wait := int64(2000)
					if i == 0 {
						wait = c.pause
					}
					b.plays(m[0], m[1], wait)
				}
				b.press("resign-black", 2000)
				if game < 2 {
					b.home()
				}
			}
			folder := memory(t)
			var d *daemon
			synctest.Test(t, func(t *testing.T) {
				d = newBench().daemonOn(t, folder, func(s *settings) { s.kind = c.kind })
				source := &slow{began: d.began, readings: b.readings}
				for _, r := range b.readings {
					source.arrive = append(source.arrive, time.Duration(r.T)*time.Millisecond)
				}
				d.source = source
				during(t, d, func() {
					time.Sleep(time.Duration(b.now+5000) * time.Millisecond)
					settle(t, d)
				})
				if n := sameAgain(t, d); n != 3 {
					t.Errorf("%d records of three games", n)
				}
				asRecorded(t, folder)
			})
			db, err := store.Open(filepath.Join(folder, store.File), store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			games, err := db.Games(store.Filter{})
			if err != nil || len(games) != 3 {
				t.Fatal(games, err)
			}
			for i, g := range games {
				if g.Moves != "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6" || g.Result != "1-0" || g.Number != 1 {
					t.Errorf("game %d: %+v", i+1, g)
				}
				if text := g.PGN; i > 0 && strings.Contains(text, "amended") {
					t.Errorf("game %d began anew: %s", i+1, text)
				}
			}
			played := 0
			for _, line := range told(t, d.kept) {
				switch {
				case strings.Contains(line, `"type":"move"`) && strings.Contains(line, `"san":"dxc6"`):
					played++
				case strings.Contains(line, `"type":"amended"`) && played > 0:
					t.Errorf("after %d games: %s", played, line)
				}
			}
		})
	}
}

// TestRollOverKeepsTheOpponent: the record of a game says who plays, also when that was said in the game before it.
func TestRollOverKeepsTheOpponent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		d := b.daemonOn(t, memory(t), func(s *settings) { s.side = "none" })
		var folder string
		during(t, d, func() {
			move(t, d, square.E2, square.E4)
			said := make(chan struct{})
			d.calls <- func() {
				d.publish(d.game.Note(d.time.pass(d.clock()), game.Event{Type: game.Opponent, Side: "black", Key: "full", State: "waiting"}))
				close(said)
			}
			<-said
			time.Sleep(3 * time.Second)
			press(t, d, "resign-white")
			move(t, d, square.E4, square.E2)
			time.Sleep(5 * time.Second)
			folder = cutOff(t, d)
		})
		again := b.daemonOn(t, folder, func(s *settings) { s.side = "none" })
		if !again.opponent.on || again.opponent.side != rules.Black || len(again.chronicle.games) != 1 {
			t.Errorf("opponent %+v in a record with %d games", again.opponent.told, len(again.chronicle.games))
		}
		during(t, again, func() {})
	})
}

// playedADayAgo plays a game, puts the men home and lets a day and an hour pass.
func playedADayAgo(t *testing.T, d *daemon) {
	t.Helper()
	move(t, d, square.E2, square.E4)
	time.Sleep(3 * time.Second)
	press(t, d, "resign-black")
	move(t, d, square.E4, square.E2)
	time.Sleep(25 * time.Hour)
}

// TestPruneRecords: of the records that are over the oldest go when they take too much, database and files alike. What is
// played, what the database doesn't know and all games stay; numbers of events go on.
func TestPruneRecords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := memory(t)
		foreign := filepath.Join(folder, "1999-12-31-235900.trace")
		if err := os.WriteFile(foreign, make([]byte, 100_000), 0o644); err != nil {
			t.Fatal(err)
		}
		b := newBench()
		d := b.daemonOn(t, folder, func(s *settings) { s.pruning = pruning{folder: folder, events: 26 * time.Hour} })
		during(t, d, func() {
			for range 4 {
				playedADayAgo(t, d)
				settle(t, d)
				if info, err := os.Stat(files(t, folder, "2*.trace")[0]); err != nil {
					t.Fatal(err)
				} else {
					d.journal.pruning.bytes = 3 * info.Size() // with what the database has of them, there is room for two
				}
			}
			move(t, d, square.D2, square.D4)
			time.Sleep(time.Second)
			settle(t, d)
			db := d.journal.store()
			recs, err := db.Recordings()
			if err != nil || len(recs) != 5 {
				t.Fatal(recs, err)
			}
			for i, r := range recs {
				readings, err := db.Readings(r.ID)
				_, gone := os.Stat(filepath.Join(folder, r.Name+".trace"))
				if err != nil || len(readings) > 0 != (i > 1) || (gone != nil) != (i <= 1) {
					t.Errorf("record %d: %d readings %v, file %v", i+1, len(readings), err, gone)
				}
				events, err := db.Events(r.ID, 0, 10)
				if err != nil || len(events) > 0 != (i > 1) {
					t.Errorf("record %d: %d events %v", i+1, len(events), err)
				}
			}
			games, err := db.Games(store.Filter{})
			if err != nil || len(games) != 5 || !strings.Contains(games[0].PGN, "1. e4 1-0") {
				t.Error(games, err)
			}
			if _, err := os.Stat(foreign); err != nil {
				t.Error(err)
			}
			if n, err := db.LastEvent(); err != nil || n != d.State().N {
				t.Errorf("event %d is the last of %d: %v", n, d.State().N, err)
			}
		})
	})
}

// TestPruneNeedsTheDate: by days nothing is deleted as long as nobody knows what day it is.
func TestPruneNeedsTheDate(t *testing.T) {
	for _, sure := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench()
			folder := memory(t)
			d := b.daemonOn(t, folder, func(s *settings) { s.pruning = pruning{folder: folder, raw: time.Hour, events: time.Hour} })
			d.journal.pruning.trusted = func() bool { return sure }
			during(t, d, func() {
				for range 3 {
					playedADayAgo(t, d)
				}
				settle(t, d)
				db := d.journal.store()
				recs, err := db.Recordings()
				if err != nil || len(recs) != 4 {
					t.Fatal(recs, err)
				}
				readings, err := db.Readings(recs[0].ID)
				if err != nil || len(readings) > 0 == sure {
					t.Errorf("the clock is right: %v; %d readings are left: %v", sure, len(readings), err)
				}
			})
		})
	}
}
