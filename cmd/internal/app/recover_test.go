package app

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/boardstate/game"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/store"
	"jadoube/cmd/internal/web"
	"jadoube/ledmatrix/simled"
	"jadoube/rules/square"
)

// bench is a machine whose clocks a test sets.
type bench struct {
	set    time.Duration // by how much the time of day is off
	sure   bool
	booted time.Time
	boot   string
}

func (b *bench) machine() machine {
	return machine{
		now: func() time.Time { return time.Now().Add(b.set) }, trusted: func() bool { return b.sure },
		uptime: func() time.Duration { return time.Since(b.booted) }, boot: b.boot,
	}
}

func newBench() *bench { return &bench{sure: true, booted: time.Now().Add(-time.Hour), boot: "one"} }

// daemonOn makes a daemon on a folder that isn't started yet.
func (b *bench) daemonOn(t *testing.T, folder string, change func(*settings)) *daemon {
	t.Helper()
	cfg := config.Default()
	cfg.Data.Folder, cfg.Game.Unfinished = folder, "resume" // what is shown beside the game isn't in a replay
	s := settingsOf(cfg, slog.New(slog.DiscardHandler))
	s.machine = b.machine()
	if change != nil {
		change(&s)
	}
	d, err := newDaemon(s, &simled.Panel{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// cutOff is what a power cut leaves of a daemon's database in this moment, in a folder of its own.
func cutOff(t *testing.T, d *daemon) (folder string) {
	t.Helper()
	settle(t, d)
	folder = t.TempDir()
	if err := d.journal.store().Backup(filepath.Join(folder, store.File), false); err != nil {
		t.Fatal(err)
	}
	return folder
}

// settle waits until all that was told is safe.
func settle(t *testing.T, d *daemon) {
	t.Helper()
	synctest.Wait()
	for range 10_000 {
		if d.journal.safeNumber() >= d.State().N {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("event %d is safe of %d: %v", d.journal.safeNumber(), d.State().N, d.journal.err)
}

// at is what people see of a game.
type at struct {
	FEN, Start, Frame string
	UCI               []string
	Tray              web.Tray
	Result            *web.Result
}

func seen(d *daemon) at {
	s := d.State()
	out := at{FEN: s.FEN, Start: s.Start, Frame: s.Frame, Tray: *s.Tray, Result: s.Result}
	for _, m := range s.Moves {
		out.UCI = append(out.UCI, m.UCI)
	}
	return out
}

var (
	anyNumber = regexp.MustCompile(`^\{"n":\d+,`)
	daemons   = regexp.MustCompile(`"type":"(health|recording|lesson|opponent)"|"key":"resume-game"`)
)

// asRecorded compares all that is kept of each recording with what its readings tell when they are read again.
func asRecorded(t *testing.T, folder string) {
	t.Helper()
	db, err := store.Open(filepath.Join(folder, store.File), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	recs, err := db.Recordings()
	if err != nil || len(recs) == 0 {
		t.Fatal(recs, err)
	}
	last := int64(0)
	for _, rec := range recs {
		kept, err := db.Events(rec.ID, 0, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range kept {
			if last++; e.N != last {
				t.Fatalf("event %d stands where %d should", e.N, last)
			}
		}
		if readings, err := db.Readings(rec.ID); err == nil && len(readings) > 0 {
			oneRecorded(t, kept, filepath.Join(folder, rec.Name+".trace"))
		}
	}
}

// oneRecorded compares the events kept of a recording with what its trace tells.
func oneRecorded(t *testing.T, kept []store.Event, path string) {
	t.Helper()
	lines, _ := retold(t, &daemon{settings: settings{log: slog.Default()}}, path)
	i := 0
	for _, e := range kept {
		if daemons.MatchString(e.JSON) {
			continue
		}
		if i >= len(lines) || anyNumber.ReplaceAllString(lines[i], "") != anyNumber.ReplaceAllString(e.JSON, "") {
			t.Fatalf("%s: kept is\n%s\nread again is\n%s", path, e.JSON, append(lines, "nothing")[min(i, len(lines))])
		}
		i++
	}
}

// fiddle does what hands might.
func fiddle(t *testing.T, d *daemon, random *rand.Rand, times int) {
	t.Helper()
	waits := []time.Duration{0, 0, 1, 3, 20, 60, 150, 700, 2000, 3100}
	keys := strings.Fields("white black takeback queen pause new draw-white flip resign-black")
	for range times {
		time.Sleep(waits[random.IntN(len(waits))] * time.Millisecond)
		s := square.Square(random.IntN(64))
		c := web.Command{Do: web.Lift, Square: s}
		free := d.State().Tray.Stands[8*(7-s.Rank())+s.File()] == '.'
		switch {
		case random.IntN(30) == 0:
			c = web.Command{Do: web.Press, Key: keys[random.IntN(len(keys))]}
		case free && len(d.sim.Off()) > 0:
			c.Do = web.Place
		case free:
			continue
		}
		if err := d.Command(t.Context(), c); err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
	}
}

// TestAnythingIsTakenUp: whatever hands have done when the power goes, the game goes on from there.
func TestAnythingIsTakenUp(t *testing.T) {
	for seed := range uint64(20) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			b := newBench()
			d := b.daemonOn(t, t.TempDir(), nil)
			var folder string
			var before at
			during(t, d, func() {
				fiddle(t, d, random, 5+random.IntN(60))
				if quiet := seed%2 == 0; quiet {
					time.Sleep(5 * time.Second)
				}
				folder = cutOff(t, d)
				before = seen(d)
				fiddle(t, d, random, 5) // the last words are lost
			})
			time.Sleep(time.Duration(random.IntN(100)) * time.Second)
			for range 2 {
				again := b.daemonOn(t, folder, nil)
				after := seen(again)
				if seed%2 == 1 { // the pause alone tells more of men that have just been moved
					after = at{Tray: after.Tray}
					before = at{Tray: before.Tray}
				}
				if before.Result != nil { // what the sensors say then is no part of the game
					before.Frame, after.Frame = "", ""
				}
				if !reflect.DeepEqual(before, after) {
					t.Errorf("seed %d: before\n%+v\nafter\n%+v", seed, before, after)
				}
				during(t, again, func() {
					fiddle(t, again, random, 20)
					if seed%2 == 0 {
						time.Sleep(5 * time.Second)
					}
					settle(t, again)
					before = seen(again)
				})
				if again.game.Over() {
					break
				}
			}
			asRecorded(t, folder)
		})
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestCutInACapture: the capturing man is in one hand, the captured one in the other.
func TestCutInACapture(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		d := b.daemonOn(t, t.TempDir(), nil)
		moves := func(d *daemon, squares ...square.Square) {
			for i := 0; i < len(squares); i += 2 {
				do(t, d, web.Lift, squares[i])
				time.Sleep(300 * time.Millisecond)
				do(t, d, web.Place, squares[i+1])
				time.Sleep(900 * time.Millisecond)
			}
		}
		var folder string
		during(t, d, func() {
			moves(d, square.E2, square.E4, square.D7, square.D5)
			do(t, d, web.Lift, square.D5)
			time.Sleep(100 * time.Millisecond)
			do(t, d, web.Lift, square.E4)
			time.Sleep(200 * time.Millisecond)
			folder = cutOff(t, d)
		})
		time.Sleep(8 * time.Hour)
		again := b.daemonOn(t, folder, nil)
		if off := again.State().Tray.Off; off != "pP" {
			t.Errorf("in the hands: %q", off)
		}
		during(t, again, func() {
			time.Sleep(time.Second)
			if err := again.Command(t.Context(), web.Command{Do: web.Place, Square: square.D5, Piece: 'P'}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
			moves(again, square.G8, square.F6)
		})
		if text := again.PGN(); !strings.Contains(text, "1. e4 d5 2. exd5 Nf6 *") {
			t.Error(text)
		}
		asRecorded(t, folder)
		text, err := os.ReadFile(filepath.Join(folder, pgnFolder, currentGame))
		if err != nil || !strings.Contains(string(text), "exd5") || !strings.Contains(string(text), `[Termination "unterminated"]`) {
			t.Errorf("%s %v", text, err)
		}
		// The downtime is in the record.
		trace, err := os.ReadFile(again.rec.file())
		if err != nil || !regexp.MustCompile(`\d{4} press pause restored\n288\d{5} \+d5\n`).Match(trace) {
			t.Errorf("%s %v", trace, err)
		}
	})
}

// TestUnfinished: a game that was cut off goes on, is asked about or ends.
func TestUnfinished(t *testing.T) {
	for _, way := range []string{"resume", "ask", "abort"} {
		t.Run(way, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench()
				folder := t.TempDir()
				d := b.daemonOn(t, folder, nil)
				during(t, d, func() {
					do(t, d, web.Lift, square.E2)
					time.Sleep(time.Second)
					do(t, d, web.Place, square.E4)
					time.Sleep(time.Second)
				})
				last := d.journal.safeNumber()
				d = b.daemonOn(t, folder, func(s *settings) { s.unfinished = way })
				st := d.State()
				if gone := len(st.Moves) == 0; gone != (way == "abort") {
					t.Errorf("moves: %v", st.Moves)
				}
				if asked := st.Prompt != nil && st.Prompt.Key == askResume; asked != (way == "ask") {
					t.Errorf("prompt: %v", st.Prompt)
				}
				if st.N <= last {
					t.Errorf("event %d after %d", st.N, last)
				}
				during(t, d, func() {
					do(t, d, web.Lift, square.D7)
					time.Sleep(time.Second)
					do(t, d, web.Place, square.D5)
					time.Sleep(time.Second)
					if p := d.State().Prompt; p != nil && p.Key == askResume {
						t.Error("the players have answered, and are asked still")
					}
				})
				want := "1. e4 d5"
				if way == "abort" {
					want = "abandoned"
				}
				text, err := os.ReadFile(filepath.Join(folder, pgnFolder, time.Now().Format("2006-01-02")+".pgn"))
				if err != nil || !strings.Contains(string(text), want) {
					t.Errorf("%s %v", text, err)
				}
			})
		})
	}
}

// TestAmendedByABetterReading: where the program reads a record otherwise than the one before, it says so.
func TestAmendedByABetterReading(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		d := b.daemonOn(t, t.TempDir(), nil)
		var folder string
		during(t, d, func() {
			for _, m := range [][2]square.Square{{square.E2, square.E4}, {square.E7, square.E5}, {square.G1, square.F3}} {
				do(t, d, web.Lift, m[0])
				time.Sleep(300 * time.Millisecond)
				do(t, d, web.Place, m[1])
				time.Sleep(2 * time.Second)
			}
			folder = cutOff(t, d)
		})
		again := b.daemonOn(t, folder, nil)
		// As if the other program had told of another second move.
		again.chronicle.games[0].moves[1].uci = "d7d5"
		events := again.difference()
		if len(events) == 0 || events[0].Type != game.Amended || events[0].FromPly != 2 ||
			fmt.Sprint(events[0].Old, events[0].New) != "[d7d5 g1f3] [e7e5 g1f3]" {
			t.Errorf("%+v", events)
		}
		for _, e := range events[1:] {
			if e.Type != game.Move || e.Ply < 2 {
				t.Errorf("%+v", e)
			}
		}
		again.publish(events)
		if more := again.difference(); len(more) != 0 {
			t.Errorf("and once more: %+v", more)
		}
		if text := again.played(false, false)[0].PGN.String(); !strings.Contains(text, "{amended: the record had 1... d5 2. Nf3}") {
			t.Error(text)
		}
		during(t, again, func() {})
	})
}

// TestClockIsSet: a machine without a clock of its own begins a game in the wrong year; when its clock is set, the dates
// of its games are put right, but their times in the record don't jump.
func TestClockIsSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		b.sure, b.set = false, -3*365*24*time.Hour
		folder := t.TempDir()
		day := func() string {
			files, _ := filepath.Glob(filepath.Join(folder, pgnFolder, "*-*-*.pgn"))
			if len(files) == 0 {
				return ""
			}
			text, err := os.ReadFile(files[0])
			if len(files) > 1 || err != nil {
				t.Error(files, err)
			}
			return filepath.Base(files[0]) + "\n" + string(text)
		}
		d := b.daemonOn(t, folder, nil)
		during(t, d, func() {
			do(t, d, web.Lift, square.D2)
			time.Sleep(time.Second)
			do(t, d, web.Place, square.D4)
			time.Sleep(time.Second)
			if err := d.Command(t.Context(), web.Command{Do: web.NewGame, Sure: true}); err != nil { // another recording, undated too
				t.Fatal(err)
			}
			do(t, d, web.Lift, square.E2)
			time.Sleep(time.Second)
			do(t, d, web.Place, square.E4)
			time.Sleep(time.Second)
			settle(t, d)
			if text := day(); text != "" {
				t.Errorf("a day's file before the day is known: %s", text)
			}
			text, err := os.ReadFile(filepath.Join(folder, pgnFolder, currentGame))
			if err != nil || !strings.Contains(string(text), `[Date "????.??.??"]`) || filepath.Base(d.rec.file()) != "undated-2.trace" {
				t.Errorf("%s %s %v", d.rec.file(), text, err)
			}
			b.sure, b.set = true, 0
			time.Sleep(2 * time.Minute)
			settle(t, d)
		})
		today := time.Now().Format("2006-01-02")
		if text := day(); !strings.HasPrefix(text, today+".pgn") || !strings.Contains(text, "1. d4") || !strings.Contains(text, "1. e4") || !strings.Contains(text, strings.ReplaceAll(`[Date "`+today+`"]`, "-", ".")) {
			t.Errorf("%s", text)
		}
		db, err := store.Open(filepath.Join(folder, store.File), store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		rec, err := db.Unfinished()
		if err != nil || !rec.Dated || time.Since(rec.Began) > 5*time.Minute || rec.Told > 200_000 {
			t.Errorf("%+v %v", rec, err)
		}
	})
}

// TestClockJumps: the time of day is set by hours during a game; the game's own time isn't touched.
func TestClockJumps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		d := b.daemonOn(t, t.TempDir(), nil)
		during(t, d, func() {
			do(t, d, web.Lift, square.E2)
			time.Sleep(time.Second)
			b.set = -5 * time.Hour
			do(t, d, web.Place, square.E4)
			time.Sleep(time.Second)
			b.set = 48 * time.Hour
			do(t, d, web.Lift, square.E7)
			time.Sleep(time.Second)
			do(t, d, web.Place, square.E5)
			time.Sleep(time.Second)
		})
		for i, m := range d.State().Moves {
			if want := int64(1000 + 2000*i); m.Made < want || m.Made > want+20 {
				t.Errorf("move %d was made at %d ms, want %d", i+1, m.Made, want)
			}
		}
		sameAgain(t, d)
	})
}

// TestClockIsTakenUp: the chess clock stands when a game is taken up, with what it showed when the game was cut, and goes on
// with the key.
func TestClockIsTakenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench()
		withClock := func(s *settings) {
			cfg := config.Default()
			cfg.Game.Clock, cfg.Board.Lever = "300+2", true
			s.laws, s.lever = lawsIn(cfg.Game, &cfg.Board), true
		}
		d := b.daemonOn(t, memory(t), withClock)
		var folder string
		var before *web.Clock
		move := func(d *daemon, from, to square.Square, key string) {
			do(t, d, web.Lift, from)
			time.Sleep(time.Second)
			do(t, d, web.Place, to)
			time.Sleep(time.Second)
			press(t, d, key)
		}
		during(t, d, func() {
			press(t, d, "resume")
			time.Sleep(time.Second)
			move(d, square.E2, square.E4, "white")
			time.Sleep(20 * time.Second)
			move(d, square.E7, square.E5, "black")
			time.Sleep(7 * time.Second)
			folder = cutOff(t, d)
			before = d.State().Clock
		})
		if before == nil || before.Running == "" {
			t.Fatalf("the clock doesn't run: %+v", before)
		}
		time.Sleep(time.Hour)
		again := b.daemonOn(t, folder, withClock)
		after := again.State().Clock
		if after == nil || after.Running != "" || after.Black != before.Black || after.White < 250_000 || after.White > 302_000 {
			t.Fatalf("before %+v, after %+v", before, after)
		}
		during(t, again, func() {
			time.Sleep(time.Minute)
			press(t, again, "resume")
			time.Sleep(time.Second)
			if c := again.State().Clock; c.Running == "" {
				t.Errorf("after the key: %+v", c)
			}
		})
		asRecorded(t, folder)
	})
}

// TestSecondDaemonOnABoard is told whose the board is; one with other wires isn't kept away.
func TestSecondDaemonOnABoard(t *testing.T) {
	boards["plug"] = nil // asked only whether it is there
	defer delete(boards, "plug")
	cfg := config.Default()
	cfg.Board.Kind = "plug"
	leave, err := claimBoard(&cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := claimBoard(&cfg); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("the board (plug) is in use by another jadoube, process %d", os.Getpid())) {
		t.Error(err)
	}
	other := cfg
	other.Board.Lever = true
	if also, err := claimBoard(&other); err != nil {
		t.Error(err)
	} else {
		also()
	}
	leave()
	if again, err := claimBoard(&cfg); err != nil {
		t.Error(err)
	} else {
		again()
	}
}

// TestSecondDaemonOnADevice: it is the device that only one can have, whatever else the configs say, and by whatever name;
// a lock that a dead process left is none.
func TestSecondDaemonOnADevice(t *testing.T) {
	dir := t.TempDir()
	port, byID := filepath.Join(dir, "ttyUSB7"), filepath.Join(dir, "usb-board")
	if err := errors.Join(os.WriteFile(port, nil, 0o644), os.Symlink(port, byID)); err != nil {
		t.Fatal(err)
	}
	read := func(text string) *config.Config {
		t.Helper()
		file := filepath.Join(t.TempDir(), "x.toml")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		c, err := config.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		return &c
	}
	first := read("[board]\nkind = \"line\"\n[board.line]\nport = \"" + port + "\"\n[data]\nfolder = \"one\"")
	leave, err := claimBoard(first)
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{
		"[board]\nkind = \"line\"\nlever = true\n[board.line]\nfirst = \"h1\"\nport = \"" + byID + "\"\n[data]\nfolder = \"two\"",
		"[board]\nkind = \"dgt\"\nsensor = \"piece\"\n[board.dgt]\nport = \"" + port + "\"",
	} {
		var used *InUse
		if _, err := claimBoard(read(other)); !errors.As(err, &used) || used.PID != os.Getpid() || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", other, err)
		}
	}
	if also, err := claimBoard(read("[board]\nkind = \"dgt\"\nsensor = \"piece\"\n[board.dgt]\nport = \"" + port + "8\"")); err != nil {
		t.Error(err)
	} else {
		also()
	}
	leave()
	if again, err := claimBoard(first); err != nil { // the file with the number is still there
		t.Error(err)
	} else {
		again()
	}
	// One bus, but other chips: two boards. One chip of a bus: one board.
	chips := func(bus, from string) *config.Config {
		return read("[board]\nkind = \"expanders\"\n[board.expanders]\nall-inputs = true\nbus = \"" + bus + "\"\nchips = [\"mcp23017 0x20\", \"mcp23017 0x21\", \"mcp23017 0x22\", \"mcp23017 0x2" + from + "\"]")
	}
	if leave, err = claimBoard(chips("77", "3")); err != nil {
		t.Fatal(err)
	}
	defer leave()
	if _, err := claimBoard(chips("/dev/i2c-77", "4")); err == nil || !strings.Contains(err.Error(), "/dev/i2c-77 0x2") {
		t.Error(err)
	}
}

// TestSecondDaemon is told whose the folder is.
func TestSecondDaemon(t *testing.T) {
	folder := t.TempDir()
	unlock, err := Claim(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	_, err = Claim(folder)
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("process %d", os.Getpid())) {
		t.Error(err)
	}
}
