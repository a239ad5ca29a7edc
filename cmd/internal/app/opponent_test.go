package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"jadoube/boardstate/clock"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/engine"
	"jadoube/cmd/internal/engine/enginetest"
	"jadoube/cmd/internal/web"
	"jadoube/ledmatrix/simled"
	"jadoube/rules"
	"jadoube/rules/pgn"
	"jadoube/rules/square"
)

func TestMain(m *testing.M) {
	enginetest.Main()
	os.Exit(m.Run())
}

// against starts a daemon whose engine has a manner, and the file of what the engine is told.
func against(t *testing.T, manner string, change func(*config.Config)) (*started, string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cfg := config.Default()
	cfg.Data.Folder = t.TempDir()
	cfg.Engine.Program = self
	cfg.Opponent.MoveTime = 50
	if change != nil {
		change(&cfg)
	}
	log := filepath.Join(t.TempDir(), "told")
	set := settingsOf(cfg, slog.New(slog.DiscardHandler))
	set.engine.Args = enginetest.Args(manner, log)
	return run(t, set), log
}

// run starts a daemon with its engine, which run until the test ends.
func run(t *testing.T, set settings) *started {
	t.Helper()
	d, err := newDaemon(set, &simled.Panel{})
	if err != nil {
		t.Fatal(err)
	}
	s := &started{daemon: d}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 2)
	go func() { done <- errors.Join(d.loop(ctx), d.halt()) }()
	go func() { d.opponent.player.Run(ctx); done <- nil }()
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

func (s *started) command(t *testing.T, c web.Command) {
	t.Helper()
	if err := s.Command(t.Context(), c); err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
}

// plays waits until a number of moves have been made and the last is the one given.
func (s *started) plays(t *testing.T, n int, uci string) {
	t.Helper()
	s.until(t, uci, func(st web.State) bool { return len(st.Moves) == n && st.Moves[n-1].UCI == uci })
}

// toldIn waits until the engine has been told something.
func toldIn(t *testing.T, log, what string) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if text, err := os.ReadFile(log); err == nil && strings.Contains(string(text), what) {
			return
		}
	}
	t.Fatalf("the engine was never told %q", what)
}

func (s *started) ill(part string) func(web.State) bool {
	return func(st web.State) bool {
		for _, h := range st.Health {
			if h.Part == part && h.State == "failed" {
				return true
			}
		}
		return false
	}
}

// TestAgainstTheEngine: its moves are led on the board by lights and words, and the record says who played.
func TestAgainstTheEngine(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.Good, nil)
	s.command(t, web.Command{Do: web.NewGame, Sure: true, Side: "black", Level: "elo 1500"})
	s.move(t, "e2", "e4")
	s.plays(t, 2, "a7a5")
	st := s.State()
	if st.LEDs[square.A7] != "do-next" || st.LEDs[square.A5] != "may-go" || st.Prompt == nil || st.Prompt.Key != "play-move" {
		t.Errorf("lights %v, prompt %+v", st.LEDs, st.Prompt)
	}
	if o := st.Opponent; o == nil || *o != (web.Opponent{Side: "black", Level: "elo 1500", Engine: enginetest.Name, State: "waiting"}) {
		t.Errorf("opponent %+v", o)
	}
	s.do(t, web.Lift, "a7")
	s.do(t, web.Place, "a5")
	s.until(t, "the move to be carried out", func(st web.State) bool { return st.Prompt == nil })
	s.move(t, "d2", "d4")
	s.plays(t, 4, "a5a4")
	s.stop()
	for _, tag := range []string{`[Black "` + enginetest.Name + `"]`, `[BlackElo "1500"]`, `[BlackType "program"]`, "1. e4 a5 2. d4 a4 *"} {
		if !strings.Contains(s.PGN(), tag) {
			t.Errorf("no %s in\n%s", tag, s.PGN())
		}
	}
	if texts := files(t, s.data, "*.pgn"); len(texts) != 1 {
		t.Error(texts)
	} else if text, _ := os.ReadFile(texts[0]); string(text) != s.PGN() {
		t.Errorf("the file says\n%s", text)
	}
}

// TestEngineBegins: from the config, with White and a strength that is no rating; in the next game nobody is marked before
// it has played.
func TestEngineBegins(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.Good, func(c *config.Config) { c.Opponent.Side, c.Opponent.Level = "white", "skill 3" })
	s.plays(t, 1, "a2a3")
	if text := s.PGN(); !strings.Contains(text, `[WhiteType "program"]`) || strings.Contains(text, "Elo") {
		t.Error(text)
	}
	s.command(t, web.Command{Do: web.NewGame, Sure: true, Side: "none"})
	if st := s.State(); st.Opponent != nil || strings.Contains(s.PGN(), enginetest.Name) {
		t.Errorf("%+v in\n%s", st.Opponent, s.PGN())
	}
}

// TestEngineFails: whatever the engine does, it is told of and the game can be played on by hand.
func TestEngineFails(t *testing.T) {
	t.Parallel()
	for _, manner := range []string{enginetest.Crash, enginetest.CrashAtOnce, enginetest.Illegal} {
		s, _ := against(t, manner, func(c *config.Config) { c.Opponent.Side = "black" })
		s.move(t, "e2", "e4")
		s.until(t, "the engine's failure", s.ill("engine"))
		s.move(t, "e7", "e5") // its move, by hand
		s.move(t, "g1", "f3")
		if st := s.State(); len(st.Moves) != 3 {
			t.Errorf("%s: %+v", manner, st.Moves)
		}
		s.stop()
	}
}

func TestNoEngine(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.Good, func(c *config.Config) { c.Engine.Program, c.Opponent.Side = "/no/such/engine", "black" })
	s.until(t, "word of the missing engine", s.ill("engine"))
	s.move(t, "e2", "e4")
	s.move(t, "e7", "e5")
}

func TestEngineComesBack(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.CrashFirst, func(c *config.Config) { c.Opponent.Side = "black" })
	s.move(t, "e2", "e4")
	s.plays(t, 2, "a7a5")
	s.until(t, "the engine to be well", func(st web.State) bool { return len(st.Health) == 1 && st.Health[0].State == "ok" })
}

// TestTakebackStopsTheEngine, and what it found is not played.
func TestTakebackStopsTheEngine(t *testing.T) {
	t.Parallel()
	s, log := against(t, enginetest.Slow, func(c *config.Config) { c.Opponent.Side, c.Opponent.MoveTime = "black", 600_000 })
	s.move(t, "e2", "e4")
	toldIn(t, log, "go movetime")
	s.do(t, web.Lift, "e4")
	s.do(t, web.Place, "e2")
	toldIn(t, log, "stop")
	s.until(t, "the takeback", func(st web.State) bool { return len(st.Moves) == 0 && st.Opponent.State == "waiting" })
	s.move(t, "d2", "d4")
	toldIn(t, log, "moves d2d4")
	if st := s.State(); len(st.Moves) != 1 {
		t.Errorf("moves %+v", st.Moves)
	}
}

// TestHintHurriesTheEngine: who doesn't want to wait has its move at once.
func TestHintHurriesTheEngine(t *testing.T) {
	t.Parallel()
	s, log := against(t, enginetest.Slow, func(c *config.Config) { c.Opponent.Side, c.Opponent.MoveTime = "black", 600_000 })
	s.move(t, "e2", "e4")
	toldIn(t, log, "go movetime")
	s.command(t, web.Command{Do: web.Hint})
	s.plays(t, 2, "a7a5")
}

// TestEngineWaitsForHands: as long as a man is in the hand nothing is announced.
func TestEngineWaitsForHands(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.Good, func(c *config.Config) { c.Opponent.Side = "black" })
	s.do(t, web.Lift, "e2")
	s.do(t, web.Place, "e4")
	s.do(t, web.Lift, "g1")
	s.until(t, "the move", func(st web.State) bool { return len(st.Moves) > 0 })
	time.Sleep(2 * time.Second)
	if st := s.State(); len(st.Moves) != 1 {
		t.Fatalf("moves %+v", st.Moves)
	}
	s.do(t, web.Place, "g1")
	s.plays(t, 2, "a7a5")
}

func TestEngineIsAskedForNonsense(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.Good, nil)
	for _, c := range []web.Command{{Do: web.Oppose, Side: "black", Level: "strong"}, {Do: web.NewGame, Sure: true, Level: "elo 9"}, {Do: web.NewGame, FEN: "x", Side: "black"}} {
		if err := s.Command(t.Context(), c); err == nil || s.State().Opponent != nil {
			t.Errorf("%+v was done: %v", c, err)
		}
	}
}

// TestAgainstStockfish plays a game against the engine that Debian has: its moves are carried out, ours are the first legal
// ones.
func TestAgainstStockfish(t *testing.T) {
	t.Parallel()
	if _, err := engine.Find(""); err != nil {
		t.Skip(err)
	}
	cfg := config.Default()
	cfg.Data.Folder = t.TempDir()
	cfg.Opponent = config.Opponent{Side: "black", Level: "elo 1400", MoveTime: 50}
	s := run(t, settingsOf(cfg, slog.New(slog.DiscardHandler)))
	for n := 1; n <= 6; n += 2 {
		pos := rules.MustFEN(s.State().FEN)
		m := pos.LegalMoves(nil)[0]
		s.move(t, m.From().String(), m.To().String())
		s.until(t, "Stockfish's move", func(st web.State) bool { return len(st.Moves) == n+1 })
		s.carryOut(t)
	}
	if text := s.PGN(); !strings.Contains(text, `[Black "Stockfish`) || !strings.Contains(text, `[BlackElo "1400"]`) {
		t.Error(text)
	}
}

// carryOut does on the board what the lights ask for.
func (s *started) carryOut(t *testing.T) {
	t.Helper()
	st := s.State()
	last := st.Moves[len(st.Moves)-1].UCI
	if st.Prompt != nil && st.Prompt.Key == "play-capture" {
		s.do(t, web.Lift, st.Prompt.Args["square"])
	}
	s.do(t, web.Lift, last[:2])
	s.do(t, web.Place, last[2:4])
	s.until(t, last+" to be carried out", func(st web.State) bool { return st.Prompt == nil || !strings.HasPrefix(st.Prompt.Key, "play-") })
}

// TestMarksLeaveTheConfigsTags: who has a name keeps it.
func TestMarksLeaveTheConfigsTags(t *testing.T) {
	t.Parallel()
	g := &pgn.Game{}
	g.SetTag("White", "HAL")
	m := marks{engine: "Fish 2", side: rules.White}
	m.write(g)
	if g.Tag("White") != "HAL" || g.Tag("WhiteType") != "program" || g.Tag("Black") != "" {
		t.Errorf("tags %v", g.Tags)
	}
}

// TestEngineGoesOn: the engine plays on in a game that was cut off, and its name stays in the PGN.
func TestEngineGoesOn(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	inFolder := func(c *config.Config) { c.Data.Folder = folder }
	s, _ := against(t, enginetest.Good, inFolder)
	s.command(t, web.Command{Do: web.Oppose, Side: "black"})
	s.move(t, "e2", "e4")
	s.until(t, "the engine's answer", func(st web.State) bool { return len(st.Moves) == 2 })
	s.stop()
	again, _ := against(t, enginetest.Good, inFolder)
	st := again.State()
	if st.Opponent == nil || st.Opponent.Side != "black" || len(st.Moves) != 2 {
		t.Errorf("%+v %v", st.Opponent, st.Moves)
	}
	if text := again.PGN(); !strings.Contains(text, `[BlackType "program"]`) {
		t.Error(text)
	}
}

// TestEngineByTheClock: its moves are carried out without anybody being obliged by touching them, and it is told the times.
func TestEngineByTheClock(t *testing.T) {
	t.Parallel()
	s, log := against(t, enginetest.Good, func(c *config.Config) {
		c.Opponent.Side, c.Opponent.MoveTime = "black", 0
		c.Game.Level, c.Game.Clock = "strict", "40/300+2:60"
	})
	press(t, s.daemon, "black")
	s.move(t, "e2", "e4")
	s.plays(t, 2, "a7a5")
	toldIn(t, log, "binc 2000 movestogo 40")
	s.carryOut(t)
	s.move(t, "d2", "d4")
	toldIn(t, log, "binc 2000 movestogo 39")
	for _, l := range told(t, s.kept) {
		if strings.Contains(l, `"obligation"`) && !strings.Contains(l, `"side":"white"`) || strings.Contains(l, `"square":"a7","side":"white"`) {
			t.Errorf("carrying out the engine's move obliges: %s", l)
		}
	}
}

func TestPeriods(t *testing.T) {
	t.Parallel()
	c, err := clock.Parse("40/7200:20/3600:900+30")
	if err != nil {
		t.Fatal(err)
	}
	for made, want := range map[int]int{0: 40, 39: 1, 40: 20, 59: 1, 60: 0, 200: 0} {
		if _, got := periodOf(&c, made); got != want {
			t.Errorf("after %d moves %d are to go, want %d", made, got, want)
		}
	}
	repeated, _ := clock.Parse("40/7200:20/3600")
	if _, got := periodOf(&repeated, 85); got != 15 {
		t.Errorf("in a repeated period %d are to go", got)
	}
}

// TestEngineAnswersThoughADrawIsOffered: what is open between the players isn't what comes first.
func TestEngineAnswersThoughADrawIsOffered(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.Good, func(c *config.Config) { c.Opponent.Side, c.Game.Level = "black", "trainer" })
	s.move(t, "e2", "e4")
	press(t, s.daemon, "draw-white")
	s.plays(t, 2, "a7a5")
}

// TestEngineAnswersADraw: it declines what is offered before it has thought about anything, and says so.
func TestEngineAnswersADraw(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.Good, func(c *config.Config) { c.Opponent.Side = "black" })
	s.move(t, "e2", "e4")
	press(t, s.daemon, "draw-white")
	s.plays(t, 2, "a7a5")
	lines := strings.Join(told(t, s.kept), "\n")
	if !strings.Contains(lines, `"key":"decline-black"`) || !strings.Contains(lines, `"type":"help","key":"engine-declines"`) || s.State().Result != nil {
		t.Error(lines)
	}
}

// TestAgreesToADraw: after some moves it agrees where it thought itself worse off, and not where it thought itself better.
func TestAgreesToADraw(t *testing.T) {
	t.Parallel()
	for score, want := range map[int]bool{-50: true, 0: true, 50: false} {
		s, _ := against(t, enginetest.Good, nil)
		for ply := range drawFrom {
			file, from, to := string(rune('a'+ply/2%8)), []string{"2", "7"}[ply%2], []string{"3", "6"}[ply%2]
			if ply >= 16 {
				from, to = to, []string{"4", "5"}[ply%2]
			}
			s.move(t, file+from, file+to)
		}
		s.call(t.Context(), func() {
			s.opponent.on, s.opponent.side = true, rules.Black
			s.opponent.score = &engine.Score{Centipawns: score}
			s.key("draw-white", "")
		})
		if got := s.State().Result; (got != nil) != want {
			t.Errorf("%d: %+v", score, got)
		}
	}
}

// TestNextGameHasItsLevel: what was last chosen for the engine is told for the next game, also when it doesn't play.
func TestNextGameHasItsLevel(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.Good, nil)
	s.command(t, web.Command{Do: web.NewGame, Sure: true, Side: "black", Level: "elo 1800"})
	s.command(t, web.Command{Do: web.NewGame, Sure: true, Side: "none"})
	if got := s.State().Next.Level; got != "elo 1800" {
		t.Errorf("level %q", got)
	}
}

// TestSettingsKeepWhatWasChosen: an option that is set changes itself only; the clock that was chosen for the next game stays, and what the
// option says is told at once.
func TestSettingsKeepWhatWasChosen(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.Good, nil)
	s.command(t, web.Command{Do: web.NewGame, Sure: true, Clock: "300+3"})
	cfg := config.Default()
	cfg.Game.Level = "trainer"
	if err := s.retune(t.Context(), &cfg); err != nil {
		t.Fatal(err)
	}
	if next := s.State().Next; next.Clock != "300+3" || next.Kept != "trainer" {
		t.Errorf("%+v", next)
	}
}

// TestEngineWaitsForTheLever: as long as the player hasn't completed his move, for fifteen seconds at the most.
func TestEngineWaitsForTheLever(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.Good, func(c *config.Config) {
		c.Opponent.Side, c.Game.Clock, c.Board.Lever = "black", "300+2", true
	})
	press(t, s.daemon, "black")
	s.move(t, "e2", "e4")
	time.Sleep(2500 * time.Millisecond)
	if n := len(s.State().Moves); n != 1 {
		t.Fatalf("%d moves before the press", n)
	}
	press(t, s.daemon, "white")
	s.plays(t, 2, "a7a5")
}

// TestRefusedMoveIsTriedSeldom: a move that the game doesn't take isn't announced time and again, and the engine is asked for another one.
func TestRefusedMoveIsTriedSeldom(t *testing.T) {
	t.Parallel()
	s, log := against(t, enginetest.Slow, func(c *config.Config) { c.Opponent.Side, c.Opponent.MoveTime = "black", 600_000 })
	s.move(t, "e2", "e4")
	toldIn(t, log, "go movetime")
	start := rules.StartPosition()
	whites, err := start.ParseUCI("d2d4")
	if err != nil {
		t.Fatal(err)
	}
	for n := range int64(3) {
		var wait int64
		s.call(t.Context(), func() {
			s.opponent.ready = &engine.Answer{Move: whites}
			s.playAnswer()
			wait = s.opponent.after - s.clock()
		})
		if most := int64(refusedWait) << n; wait > most || wait < most-500 {
			t.Errorf("after refusal %d it waits %d ms, want %d", n+1, wait, most)
		}
	}
	s.until(t, "the engine to think again", func(st web.State) bool { return st.Opponent.State == "thinking" && len(st.Moves) == 1 })
}

func TestWaitAfterRefusals(t *testing.T) {
	t.Parallel()
	var r refused
	var waits []int64
	for range 9 {
		waits = append(waits, r.wait("e2e4"))
	}
	if want := []int64{1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 64_000, 64_000}; !slices.Equal(waits, want) {
		t.Errorf("waits %v, want %v", waits, want)
	}
	if w := r.wait("e2e4 e7e5"); w != refusedWait {
		t.Errorf("in another position it waits %d ms", w)
	}
}
