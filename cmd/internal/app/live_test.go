package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/boardstate/game"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
	"jadoube/ledmatrix/simled"
	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/trace/tracetest"
)

// told are the lines of all events of a type other than health, from the first on.
func told(t *testing.T, k *keeper) (lines []string) {
	t.Helper()
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, e := range k.events {
		if !daemons.Match(e.JSON) {
			lines = append(lines, string(e.JSON))
		}
	}
	return lines
}

// retold are the events and the games that the record tells when it is read again.
func retold(t *testing.T, d *daemon, path string) (lines []string, games string) {
	t.Helper()
	x := tracetest.Load(t, path)
	s, err := game.NewSession(OptionsOf(&x.Header))
	if err != nil {
		t.Fatal(err)
	}
	events := s.Begin()
	for _, r := range x.Readings {
		events = append(events, s.Read(r)...)
	}
	for _, e := range append(events, s.Finish()...) {
		line, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}
	for i, g := range s.Games(false) {
		if i > 0 {
			games += "\n"
		}
		games += d.pgn(g, &marks{})
	}
	return lines, games
}

// sameAgain compares what was told live, and the PGN files, with what the records tell, one after the other. It returns how many
// records there are.
func sameAgain(t *testing.T, d *daemon) int {
	t.Helper()
	traces := files(t, d.data, "*.trace")
	if len(traces) == 0 {
		t.Fatal("no record")
	}
	live := told(t, d.kept)
	var again []string
	for _, path := range traces {
		lines, games := retold(t, d, path)
		for i := range lines { // events are numbered on
			lines[i] = strings.Replace(lines[i], fmt.Sprintf(`"n":%d`, i+1), fmt.Sprintf(`"n":%d`, len(again)+i+1), 1)
		}
		again = append(again, lines...)
		text, err := os.ReadFile(strings.TrimSuffix(path, ".trace") + ".pgn")
		if err != nil || string(text) != games {
			t.Errorf("the file holds (%v)\n%s\nthe replay finds\n%s", err, text, games)
		}
	}
	for i := range max(len(live), len(again)) {
		if i >= len(live) || i >= len(again) || live[i] != again[i] {
			t.Fatalf("%d events live, %d in the replay; event %d is\n%s\nand in the replay\n%s", len(live), len(again), i+1,
				slices.Concat(live, []string{"none"})[min(i, len(live))], slices.Concat(again, []string{"none"})[min(i, len(again))])
		}
	}
	return len(traces)
}

// slow is a board whose readings arrive late.
type slow struct {
	readings []sensors.Reading
	arrive   []time.Duration // since the board began
	began    time.Time
}

func (s *slow) String() string { return "slow board" }

func (s *slow) Info() sensors.Info { return sensors.Info{Kind: sensors.Occupancy, Scan: 1} }

func (s *slow) Close() error { return nil }

func (s *slow) Next(ctx context.Context) (sensors.Reading, error) {
	if len(s.readings) == 0 {
		<-ctx.Done()
		return sensors.Reading{}, io.EOF
	}
	select {
	case <-time.After(time.Until(s.began.Add(s.arrive[0]))):
	case <-ctx.Done():
		return sensors.Reading{}, ctx.Err()
	}
	r := s.readings[0]
	s.readings, s.arrive = s.readings[1:], s.arrive[1:]
	return r, nil
}

// memory is a folder that costs no flush of a disk, where there is one: for tests of many readings.
func memory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "jadoube")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// quiet makes a daemon that isn't started yet.
func quiet(t *testing.T) *daemon {
	t.Helper()
	cfg := config.Default()
	cfg.Data.Folder = memory(t)
	d, err := newDaemon(settingsOf(cfg, slog.New(slog.DiscardHandler)), &simled.Panel{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// during runs a daemon while f acts, and waits for its end.
func during(t *testing.T, d *daemon, f func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- errors.Join(d.loop(ctx), d.halt()) }()
	f()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func do(t *testing.T, d *daemon, verb web.Verb, s square.Square) {
	t.Helper()
	if err := d.Command(t.Context(), web.Command{Do: verb, Square: s}); err != nil {
		t.Fatal(err)
	}
}

func press(t *testing.T, d *daemon, key string) {
	t.Helper()
	if err := d.Command(t.Context(), web.Command{Do: web.Press, Key: key}); err != nil {
		t.Fatal(err)
	}
}

// TestCommandsOfOneMillisecond: two commands, and a command and a press, at the very same time.
func TestCommandsOfOneMillisecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t)
		during(t, d, func() {
			time.Sleep(time.Second)
			for _, m := range [][2]square.Square{{square.E2, square.E4}, {square.E7, square.E5}, {square.G1, square.F3}} {
				do(t, d, web.Lift, m[0])
				do(t, d, web.Place, m[1])
				press(t, d, "white")
				time.Sleep(900 * time.Millisecond)
			}
		})
		sameAgain(t, d)
		if text := d.PGN(); !strings.Contains(text, "1. e4 e5 2. Nf3 *") {
			t.Errorf("PGN %s", text)
		}
	})
}

// TestAnythingReadsTheSame: whatever hands and buttons do, and when, the record tells it again.
func TestAnythingReadsTheSame(t *testing.T) {
	waits := []time.Duration{0, 0, 0, 1, 3, 20, 60, 150, 700, 2000, 3100}
	keys := strings.Fields("white black takeback queen knight pause new draw-white decline-black adjust-white flip")
	for seed := range uint64(25) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 0))
			d := quiet(t)
			during(t, d, func() {
				for range 120 {
					time.Sleep(waits[random.IntN(len(waits))] * time.Millisecond)
					s := square.Square(random.IntN(64))
					c := web.Command{Do: web.Lift, Square: s}
					free := d.State().Tray.Stands[8*(7-s.Rank())+s.File()] == '.' // as the page sees it, on a turned board too
					switch {
					case random.IntN(25) == 0:
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
			})
			sameAgain(t, d)
		})
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestLateReadings: what a board tells of a moment that has already been told of is dated after it.
func TestLateReadings(t *testing.T) {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	change := func(at int64, s square.Square, c sensors.Contact) sensors.Reading {
		return sensors.Reading{T: at, Changes: []sensors.Change{{Square: s, To: c}}}
	}
	for delay := range 130 {
		synctest.Test(t, func(t *testing.T) {
			d := quiet(t)
			d.source = &slow{began: d.began, readings: []sensors.Reading{
				change(1000, square.E2, sensors.Nothing), change(1200, square.E3, sensors.Something),
				change(1230, square.E3, sensors.Nothing), change(1290, square.E4, sensors.Something),
				change(1900, square.E7, sensors.Nothing), change(2300, square.E5, sensors.Something),
			}, arrive: []time.Duration{
				ms(1000 + delay), ms(1200 + delay/2), ms(1230 + delay), ms(1290 + 2*delay), ms(1900 + delay), ms(2300 + delay),
			}}
			during(t, d, func() { time.Sleep(8 * time.Second) })
			sameAgain(t, d)
		})
	}
}

// TestReadingsThatSayNothing: what isn't written down isn't told to the game either.
func TestReadingsThatSayNothing(t *testing.T) {
	for name, r := range map[string]sensors.Reading{
		"the board was read": {T: 3000},
		"known already":      {T: 3000, Changes: []sensors.Change{{Square: square.E4, To: sensors.Something}}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := quiet(t)
				d.source = &slow{began: d.began, readings: []sensors.Reading{
					{T: 1000, Changes: []sensors.Change{{Square: square.E2}}},
					{T: 1290, Changes: []sensors.Change{{Square: square.E4, To: sensors.Something}}},
					r,
				}, arrive: []time.Duration{time.Second, 1290 * time.Millisecond, 3 * time.Second}}
				during(t, d, func() { time.Sleep(8 * time.Second) })
				sameAgain(t, d)
			})
		})
	}
}

// move takes a second to think, and lifts and places a man.
func move(t *testing.T, d *daemon, from, to square.Square) {
	t.Helper()
	time.Sleep(time.Second)
	do(t, d, web.Lift, from)
	time.Sleep(300 * time.Millisecond)
	do(t, d, web.Place, to)
}

// TestKeyNew: the key begins a game, and the record of both reads the same again.
func TestKeyNew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t)
		during(t, d, func() {
			move(t, d, square.E2, square.E4)
			time.Sleep(10 * time.Millisecond)
			press(t, d, "new")
			st := d.State()
			if len(st.Moves) != 0 || st.Prompt == nil || st.Prompt.Key != "set-up-move" || st.LEDs[square.E2] != "may-go" {
				t.Errorf("after the key: %+v", st)
			}
			move(t, d, square.E7, square.E5) // no move: e2 is still empty
			move(t, d, square.E5, square.E7)
			move(t, d, square.E4, square.E2)
			move(t, d, square.D2, square.D4)
			time.Sleep(5 * time.Second)
			if st := d.State(); len(st.Moves) != 1 || st.Moves[0].SAN != "d4" || st.Prompt != nil {
				t.Errorf("in the second game: %+v", st)
			}
		})
		sameAgain(t, d)
	})
}

func TestPressesThatThereAreNot(t *testing.T) {
	d := quiet(t)
	during(t, d, func() {
		for key, says := range map[string]string{
			"green": "expected white, black", "gap": "expected white, black", "gap 500": "expected white, black",
			"arbiter": "a ruling", "claim-white": "touch, illegal, threefold or fifty", "white now": "nothing after it",
		} {
			err := d.Command(t.Context(), web.Command{Do: web.Press, Key: key})
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("press %q: %v, want %s", key, err, says)
			}
		}
		press(t, d, "arbiter a word")
		press(t, d, "claim-white threefold e2e4")
		if st := d.State(); len(st.Health) > 0 {
			t.Errorf("health %+v", st.Health)
		}
	})
	sameAgain(t, d)
}

// TestReadingThatCannotBe: a board that says nonsense is told of as ill until it says sense again, and what
// it said is in neither game nor record.
func TestReadingThatCannotBe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t)
		d.source = &slow{began: d.began, readings: []sensors.Reading{
			{T: 100, Press: &sensors.Press{Key: "green"}},
			{T: 200, Changes: []sensors.Change{{Square: square.E4, To: sensors.WhiteQueen}}},
			{T: 900, Changes: []sensors.Change{{Square: square.E2}}},
		}, arrive: []time.Duration{100 * time.Millisecond, 200 * time.Millisecond, 900 * time.Millisecond}}
		during(t, d, func() {
			time.Sleep(500 * time.Millisecond)
			if h := d.State().Health; len(h) != 1 || h[0].Part != "board" || h[0].State != "failed" || !strings.Contains(h[0].Text, "'Q'") {
				t.Errorf("health %+v", h)
			}
			time.Sleep(time.Second)
			if h := d.State().Health; len(h) != 1 || h[0].State != "ok" {
				t.Errorf("health afterwards %+v", h)
			}
		})
		traces := files(t, d.data, "*.trace")
		if len(traces) != 1 || len(tracetest.Load(t, traces[0]).Readings) != 2 { // the lift, the pause
			t.Errorf("traces %v", traces)
		}
	})
}

// TestTagsOfAnyConfig: a config's tags are the game's as far as they say something, and never keep a game from
// being recorded.
func TestTagsOfAnyConfig(t *testing.T) {
	cfg := config.Default()
	cfg.Data.Folder = t.TempDir()
	cfg.Game.Tags = map[string]string{"Date": "2026.01.02", "White": " Anna ", "Round": " ", "Event": "?", "Annotator": "A #1"}
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	d, err := newDaemon(settingsOf(cfg, slog.New(slog.DiscardHandler)), &simled.Panel{})
	if err != nil {
		t.Fatal(err)
	}
	during(t, d, func() { do(t, d, web.Lift, square.E2) })
	sameAgain(t, d)
	for _, line := range []string{`[Date "2026.01.02"]`, `[White "Anna"]`, `[Event "?"]`, `[Annotator "A #1"]`} {
		if !strings.Contains(d.PGN(), line) {
			t.Errorf("PGN without %s:\n%s", line, d.PGN())
		}
	}
}

func TestGameWithoutMoveHasItsPGN(t *testing.T) {
	d := quiet(t)
	during(t, d, func() { do(t, d, web.Lift, square.E2) })
	sameAgain(t, d)
}

// TestDiskThatStaysFull: the end of the program says which files are not whole.
func TestDiskThatStaysFull(t *testing.T) {
	d := quiet(t)
	d.rec.retry, d.rec.patient = 10*time.Millisecond, 50*time.Millisecond
	if err := os.RemoveAll(d.data); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.data, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.loop(ctx) }()
	do(t, d, web.Lift, square.E2)
	if err := d.Command(t.Context(), web.Command{Do: web.NewGame, Sure: true}); err != nil {
		t.Fatal(err)
	}
	do(t, d, web.Lift, square.D2)
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if h := d.State().Health; len(h) == 1 && h[0].Part == "recording" && strings.Count(h[0].Text, "not a directory") == 2 {
			break
		} else if time.Now().After(end) {
			t.Fatalf("health of two recordings: %+v", h)
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	err := d.halt()
	if err == nil || strings.Count(err.Error(), ".trace is not written") != 2 || !strings.Contains(err.Error(), "-2.trace") {
		t.Errorf("the end says %v", err)
	}
	if err := d.Command(t.Context(), web.Command{Do: web.Lift, Square: square.E2}); !errors.Is(err, web.ErrEnded) {
		t.Errorf("a command after the end: %v", err)
	}
}

// TestReadersHearTheEnd: readers of events and record get everything up to the end.
func TestReadersHearTheEnd(t *testing.T) {
	d := quiet(t)
	events, stop, ok := d.Subscribe(0)
	if !ok {
		t.Fatal("the first event is not kept")
	}
	defer stop()
	var record strings.Builder
	during(t, d, func() { do(t, d, web.Lift, square.E2) })
	if err := d.Trace(canceled(), &record, true); err != nil {
		t.Fatal(err)
	}
	var last web.Event
	for e := range events {
		last = e
	}
	if n := d.State().N; last.N != n || !strings.Contains(string(last.JSON), `"key":"pause"`) {
		t.Errorf("the last event heard is %s of %d", last.JSON, n)
	}
	if !strings.HasSuffix(record.String(), "press pause\n") {
		t.Errorf("the record read ends with %q", record.String())
	}
}

// TestNextGameByItself: after a result and with all men at home the next game begins, and the record of both reads the
// same again.
func TestNextGameByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := quiet(t)
		during(t, d, func() {
			move(t, d, square.E2, square.E4)
			time.Sleep(3 * time.Second)
			press(t, d, "resign-black")
			move(t, d, square.E4, square.E2)
			time.Sleep(1500 * time.Millisecond)
			if st := d.State(); len(st.Moves) != 0 || st.Result != nil {
				t.Errorf("with all men at home: %+v", st)
			}
			move(t, d, square.D2, square.D4)
			time.Sleep(5 * time.Second)
			if st := d.State(); len(st.Moves) != 1 || st.Moves[0].SAN != "d4" {
				t.Errorf("in the second game: %+v", st)
			}
		})
		if n := sameAgain(t, d); n != 2 {
			t.Errorf("%d records of two games", n)
		}
	})
}
