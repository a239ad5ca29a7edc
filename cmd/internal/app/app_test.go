package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
	"jadoube/ledmatrix"
	"jadoube/ledmatrix/simled"
	"jadoube/rules/square"
	"jadoube/sensors/trace/tracetest"
)

// started is a daemon that runs until the test ends, without a page.
type started struct {
	*daemon
	panel *simled.Panel
	stop  func()
}

func start(t *testing.T, folder string) *started { return startWith(t, folder, func(*settings) {}) }

func startWith(t *testing.T, folder string, change func(*settings)) *started {
	t.Helper()
	cfg := config.Default()
	cfg.Data.Folder, cfg.Game.Unfinished = folder, "resume" // what is shown beside the game isn't in a replay
	s := &started{panel: &simled.Panel{}}
	set := settingsOf(cfg, slog.New(slog.DiscardHandler))
	set.retry = 20 * time.Millisecond
	change(&set)
	d, err := newDaemon(set, s.panel)
	if err != nil {
		t.Fatal(err)
	}
	d.lights.retry = 20 * time.Millisecond
	s.daemon = d
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 2)
	go func() { done <- errors.Join(d.loop(ctx), d.halt()) }()
	go func() { d.lights.loop(ctx); done <- nil }()
	s.stop = func() {
		cancel()
		for range cap(done) {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		s.stop = func() {}
	}
	t.Cleanup(func() { s.stop() })
	return s
}

func (s *started) do(t *testing.T, verb web.Verb, name string) {
	t.Helper()
	sq, err := square.Parse(name)
	if err == nil {
		err = s.Command(t.Context(), web.Command{Do: verb, Square: sq})
	}
	if err != nil {
		t.Fatalf("%s %s: %v", verb, name, err)
	}
}

func (s *started) move(t *testing.T, from, to string) {
	t.Helper()
	s.do(t, web.Lift, from)
	s.do(t, web.Place, to)
	sq, _ := square.Parse(to)
	s.until(t, "the move to "+to, func(st web.State) bool {
		n := len(st.Moves)
		return n > 0 && strings.HasPrefix(st.Moves[n-1].UCI[2:], sq.String())
	})
}

// until waits for a state, for ten seconds at the most.
func (s *started) until(t *testing.T, what string, is func(web.State) bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if is(s.State()) {
			return
		}
	}
	t.Fatalf("%s did not come: %+v", what, s.State())
}

func files(t *testing.T, folder, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestGameIsRecorded(t *testing.T) {
	folder := t.TempDir()
	s := start(t, folder)
	s.move(t, "e2", "e4")
	s.move(t, "e7", "e5")
	s.stop()
	traces := files(t, folder, "*.trace")
	if len(traces) != 1 {
		t.Fatalf("traces: %v", traces)
	}
	x := tracetest.Load(t, traces[0])
	changes := 0
	for _, r := range x.Readings {
		changes += len(r.Changes)
	}
	if len(x.Warnings) > 0 || changes != 4 {
		t.Errorf("%d changes, warnings %v", changes, x.Warnings)
	}
	text, err := os.ReadFile(strings.TrimSuffix(traces[0], ".trace") + ".pgn")
	if err != nil || !strings.Contains(string(text), "1. e4 e5 *") {
		t.Errorf("pgn: %s %v", text, err)
	}
}

// TestPlayedGameIsSpared: neither a new game nor a lesson ends a game with a move before somebody is sure; a wrong one is refused all the same.
func TestPlayedGameIsSpared(t *testing.T) {
	s := start(t, t.TempDir())
	defer s.stop()
	s.command(t, web.Command{Do: web.NewGame}) // nothing was played
	s.move(t, "e2", "e4")
	for _, c := range []web.Command{{Do: web.NewGame}, {Do: web.Lesson, Lesson: "rook"}} {
		if err := s.Command(t.Context(), c); !errors.Is(err, web.ErrPlaying) || len(s.State().Moves) != 1 {
			t.Errorf("%s: %v, and %d moves", c.Do, err, len(s.State().Moves))
		}
	}
	if err := s.Command(t.Context(), web.Command{Do: web.NewGame, FEN: "nonsense"}); err == nil || errors.Is(err, web.ErrPlaying) {
		t.Errorf("a position that is none: %v", err)
	}
	s.command(t, web.Command{Do: web.Lesson, Lesson: "rook", Sure: true})
	s.command(t, web.Command{Do: web.NewGame}) // a lesson is no game
}

func TestNewGameKeepsTheOldOne(t *testing.T) {
	folder := t.TempDir()
	s := start(t, folder)
	s.move(t, "e2", "e4")
	if err := s.Command(t.Context(), web.Command{Do: web.NewGame, Sure: true, FEN: "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}); err != nil {
		t.Fatal(err)
	}
	if st := s.State(); st.Start != "4k3/8/8/8/8/8/8/4K2R w K - 0 1" || len(st.Moves) != 0 {
		t.Errorf("state of the new game: %+v", st)
	}
	s.move(t, "h1", "h8")
	s.stop()
	if got := len(files(t, folder, "*.pgn")); got != 2 {
		t.Errorf("%d pgn files, want 2", got)
	}
	if err := s.Command(canceled(), web.Command{Do: web.NewGame, Sure: true, FEN: "nonsense"}); err == nil {
		t.Error("a stopped daemon took a command")
	}
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

func TestBadCommands(t *testing.T) {
	s := start(t, t.TempDir())
	for _, c := range []web.Command{
		{Do: web.Lift, Square: square.E4},
		{Do: web.Lift, Square: square.None},
		{Do: web.Place, Square: square.E4},
		{Do: web.Place, Square: square.E2, Piece: 'Q'},
		{Do: web.Place, Square: square.E4, Piece: 'x'},
		{Do: web.NewGame, FEN: "8/8/8/8/8/8/8/8 w - - 0 1"},
		{Do: "jump"},
	} {
		if err := s.Command(t.Context(), c); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
	s.move(t, "e2", "e4") // and the game goes on
}

// TestBrokenDisk takes the folder away during a game and gives it back: the game goes on, both are
// told, and nothing is missing in the end.
func TestBrokenDisk(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	if err := os.WriteFile(folder, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s := start(t, folder)
	s.move(t, "e2", "e4")
	s.until(t, "the trouble", func(st web.State) bool { return len(st.Health) == 2 && all(st.Health, "failed") })
	s.move(t, "e7", "e5")
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	s.until(t, "the recovery", func(st web.State) bool { return len(st.Health) == 2 && all(st.Health, "ok") })
	s.move(t, "g1", "f3")
	s.stop()
	for _, path := range files(t, folder, "*.pgn") {
		text, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(text), "1. e4 e5 2. Nf3 *") {
			t.Errorf("%s: %s %v", path, text, err)
		}
	}
	if n := len(files(t, folder, "*.trace")); n != 1 {
		t.Errorf("%d traces, want 1", n)
	}
}

// all reports whether all parts are in a state.
func all(parts []web.Health, state string) bool {
	return !slices.ContainsFunc(parts, func(h web.Health) bool { return h.State != state })
}

func TestBrokenLights(t *testing.T) {
	s := start(t, t.TempDir())
	s.panel.Fail(errors.New("no answer on the bus"))
	s.move(t, "e2", "e4")
	s.until(t, "the trouble", func(st web.State) bool { return len(st.Health) == 1 && st.Health[0].State == "failed" })
	s.move(t, "e7", "e5")
	s.panel.Fail(nil)
	s.until(t, "the recovery", func(st web.State) bool { return len(st.Health) == 1 && st.Health[0].State == "ok" })
}

// TestNewGameBeginsDark: the lights of a game end with it.
func TestNewGameBeginsDark(t *testing.T) {
	s := start(t, t.TempDir())
	dark := func() bool { img, _ := s.panel.Image(); return img.Mono() == 0 }
	s.move(t, "e2", "e4")
	s.until(t, "the last move's light", func(web.State) bool { return !dark() })
	if err := s.Command(t.Context(), web.Command{Do: web.NewGame, Sure: true}); err != nil {
		t.Fatal(err)
	}
	s.until(t, "the dark", func(web.State) bool { return dark() })
}

func TestSubscribe(t *testing.T) {
	s := start(t, t.TempDir())
	s.move(t, "e2", "e4")
	st := s.State()
	events, cancel, ok := s.Subscribe(1)
	if !ok {
		t.Fatal("event 2 is not kept")
	}
	defer cancel()
	s.move(t, "e7", "e5")
	for n := int64(2); n <= s.State().N; n++ {
		e := <-events
		var got struct{ N int64 }
		if err := json.Unmarshal(e.JSON, &got); err != nil || e.N != n || got.N != n {
			t.Fatalf("event %d is %d, %s, %v", n, e.N, e.JSON, err)
		}
	}
	if _, _, ok := s.Subscribe(st.N + 100_000); ok {
		t.Error("a reader from the future was served")
	}
	cancel()
	cancel()
}

func TestTraceFollows(t *testing.T) {
	s := start(t, t.TempDir())
	var all bytes.Buffer
	done := make(chan error, 1)
	go func() { done <- s.Trace(context.Background(), &all, true) }()
	s.move(t, "e2", "e4")
	s.stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if text := all.String(); !strings.Contains(text, " -e2\n") || !strings.Contains(text, " +e4\n") {
		t.Errorf("followed: %s", text)
	}
}

func TestAddressInUse(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	_, err = listen(ln.Addr().String())
	if err == nil || !strings.Contains(err.Error(), ln.Addr().String()) || !strings.Contains(err.Error(), "--listen") {
		t.Errorf("%v", err)
	}
}

func TestFolderInUse(t *testing.T) {
	folder := t.TempDir()
	unlock, err := Claim(folder)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Claim(folder); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("%v", err)
	}
	unlock()
	again, err := Claim(folder)
	if err != nil {
		t.Fatal(err)
	}
	again()
}

// TestTurnedBoard plays on a board that stands turned by 180°: hands and events name the squares of the game, the LEDs
// light on the board's own.
func TestTurnedBoard(t *testing.T) {
	s := start(t, t.TempDir())
	if s.State().Turned {
		t.Error("the state says turned at the start")
	}
	if err := s.Command(t.Context(), web.Command{Do: web.Press, Key: "flip"}); err != nil {
		t.Fatal(err)
	}
	if !s.State().Turned {
		t.Error("the state doesn't say turned")
	}
	s.do(t, web.Lift, "b1")
	if st := s.State(); st.Tray.Off != "n" || st.Tray.Stands[8*7+1] != '.' {
		t.Errorf("lifted %q of %s", st.Tray.Off, st.Tray.Stands)
	}
	s.until(t, "the light of the man in the hand", func(st web.State) bool { return st.LEDs[square.B1] == "touched" })
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		img, _ := s.panel.Image()
		if img[square.G8] != (ledmatrix.RGB{}) && img[square.B1] == (ledmatrix.RGB{}) {
			break
		} else if time.Now().After(end) {
			t.Fatalf("the LED of g8 is %v, that of b1 %v", img[square.G8], img[square.B1])
		}
	}
}

// TestSetUpOnWood asks for a position on a board whose men don't move by themselves.
func TestSetUpOnWood(t *testing.T) {
	d := quiet(t)
	d.source = &slow{began: d.began}
	const fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
	during(t, d, func() {
		if err := d.Command(t.Context(), web.Command{Do: web.NewGame, Sure: true, FEN: fen}); err != nil {
			t.Fatal(err)
		}
		if st := d.State(); st.Start != fen || st.Prompt == nil || st.Prompt.Key != "set-up" || len(st.LEDs) == 0 {
			t.Errorf("state %+v", st)
		}
		if err := d.Command(t.Context(), web.Command{Do: web.NewGame, Sure: true, FEN: "8/8/8/8/8/8/8/8 w - - 0 1"}); err == nil {
			t.Error("a position without kings was taken")
		}
		if err := d.Command(t.Context(), web.Command{Do: web.Press, Key: "new here"}); err == nil || !strings.Contains(err.Error(), "FEN") {
			t.Errorf("a board that sees no pieces was read: %v", err)
		}
	})
	sameAgain(t, d)
}
