package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/engine/enginetest"
	"jadoube/cmd/internal/web"
	"jadoube/ledmatrix"
	"jadoube/rules/square"
)

// thoughts is how often the engine was told to think.
func thoughts(t *testing.T, log string) int {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "\ngo ")
}

// TestTakesBackBeforeTheAnswerIsCarriedOut: by the key, by hand, and with the answer; each time the engine waits for another move and answers that.
func TestTakesBackBeforeTheAnswerIsCarriedOut(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s, log := against(t, enginetest.Good, func(c *config.Config) { c.Opponent.Side, c.Data.Folder = "black", folder })
	has := func(n int) func(web.State) bool {
		return func(st web.State) bool { return len(st.Moves) == n && st.Opponent.State == "waiting" }
	}
	s.move(t, "e2", "e4")
	s.plays(t, 2, "a7a5")
	press(t, s.daemon, "takeback")
	st := s.State()
	leds := map[square.Square]string{square.E4: ledmatrix.DoNext.String(), square.E2: ledmatrix.MayGo.String()}
	if !has(0)(st) || st.Prompt == nil || st.Prompt.Key != "put-back" || len(st.LEDs) != len(leds) || st.LEDs[square.E4] != leds[square.E4] || st.LEDs[square.E2] != leds[square.E2] {
		t.Errorf("after the key: moves %v, prompt %+v, lights %v, %+v", st.Moves, st.Prompt, st.LEDs, st.Opponent)
	}
	before := thoughts(t, log)
	s.do(t, web.Lift, "e4")
	s.do(t, web.Place, "e2")
	s.until(t, "the men to stand", func(st web.State) bool { return st.Prompt == nil && len(st.LEDs) == 0 })
	time.Sleep(unsettledWait * time.Millisecond)
	if n := thoughts(t, log); n != before || !has(0)(s.State()) {
		t.Errorf("the engine was asked %d times while it was to wait; moves %v", n-before, s.State().Moves)
	}
	s.move(t, "b1", "c3")
	s.plays(t, 2, "a7a5")
	toldIn(t, log, "moves b1c3\n")

	s.do(t, web.Lift, "c3")
	s.do(t, web.Place, "b1")
	s.until(t, "the takeback by hand", has(0))
	s.move(t, "d2", "d4")
	s.plays(t, 2, "a7a5")
	s.carryOut(t)

	s.do(t, web.Lift, "a5")
	s.do(t, web.Place, "a7")
	s.until(t, "the answer to be gone", func(st web.State) bool { return len(st.Moves) == 1 })
	s.do(t, web.Lift, "d4")
	s.do(t, web.Place, "d2")
	s.until(t, "both to be gone", has(0))
	s.move(t, "g1", "f3")
	s.plays(t, 2, "a7a5")
	s.carryOut(t)
	s.stop()
	if text := s.PGN(); !strings.HasSuffix(text, "\n1. Nf3 a5 *\n") {
		t.Error(text)
	}
	asRecorded(t, folder)
}

// TestCutOffWhileTakenBack: the power fails between the key and the men's way back: they are led on, and the game goes on.
func TestCutOffWhileTakenBack(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	inFolder := func(c *config.Config) {
		c.Opponent.Side, c.Data.Folder, c.Game.Unfinished = "black", folder, "resume"
	}
	s, _ := against(t, enginetest.Good, inFolder)
	s.move(t, "e2", "e4")
	s.plays(t, 2, "a7a5")
	press(t, s.daemon, "takeback")
	s.do(t, web.Lift, "e4")
	s.stop()
	again, log := against(t, enginetest.Good, inFolder)
	again.until(t, "the men to be led", func(st web.State) bool { return st.Prompt != nil && st.Prompt.Key == "put-on" && len(st.Moves) == 0 })
	again.do(t, web.Place, "e2")
	again.until(t, "the men to stand", func(st web.State) bool { return st.Prompt == nil })
	again.move(t, "d2", "d4")
	toldIn(t, log, "moves d2d4\n")
	again.plays(t, 2, "a7a5")
	again.stop()
	asRecorded(t, folder)
}

// TestTakebackIsSaidWhileTheEngineThinks: what it finds isn't played while hands may still be on their way.
func TestTakebackIsSaidWhileTheEngineThinks(t *testing.T) {
	t.Parallel()
	s, log := against(t, enginetest.Slow, func(c *config.Config) { c.Opponent.Side, c.Opponent.MoveTime = "black", 600_000 })
	s.move(t, "e2", "e4")
	toldIn(t, log, "go movetime")
	var wait int64
	s.call(t.Context(), func() {
		s.key("takeback", "")
		wait = s.opponent.after - s.clock()
	})
	if wait > takebackWait || wait < takebackWait-500 {
		t.Errorf("it waits for %d ms", wait)
	}
	s.do(t, web.Lift, "e4")
	s.do(t, web.Place, "e2")
	s.until(t, "the takeback", func(st web.State) bool { return len(st.Moves) == 0 && st.Opponent.State == "waiting" })
	toldIn(t, log, "stop")
}

// TestAskedWhileAnAnswerWaits: who asks for a hint when the engine has its move, and waits, has that move at once, and is given no hint for the
// engine; who resigns before it is carried out has resigned, and nothing more is asked of him.
func TestAskedWhileAnAnswerWaits(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.Good, func(c *config.Config) { c.Opponent.Side = "black" })
	s.call(t.Context(), func() { s.opponent.after = s.clock() + 600_000 })
	s.move(t, "e2", "e4")
	for ready, end := false, time.Now().Add(20*time.Second); !ready && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		s.call(t.Context(), func() { ready = s.opponent.ready != nil })
	}
	s.command(t, web.Command{Do: web.Hint})
	s.call(t.Context(), func() {
		if s.tutor.moment.asked != 0 {
			t.Errorf("%d hints for the engine", s.tutor.moment.asked)
		}
	})
	s.plays(t, 2, "a7a5")
	press(t, s.daemon, "resign-white")
	st := s.State()
	if st.Result == nil || st.Result.Result != "0-1" || len(st.Moves) != 2 || st.Prompt != nil || st.LEDs[square.A7] != ledmatrix.LastMove.String() {
		t.Errorf("result %+v, moves %v, prompt %+v, lights %v", st.Result, st.Moves, st.Prompt, st.LEDs)
	}
	press(t, s.daemon, "takeback")
	if st := s.State(); st.Result == nil || len(st.Moves) != 2 {
		t.Errorf("after the result: %+v, moves %v", st.Result, st.Moves)
	}
}

// TestOnlyMoveTakenBack: the library and the files follow a game that loses its only move again, also when the program is started again between;
// there is nothing of it until it has another one.
func TestOnlyMoveTakenBack(t *testing.T) {
	for _, cut := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			b, folder := newBench(), t.TempDir()
			kept := func(d *daemon, want string) {
				t.Helper()
				time.Sleep(5 * time.Second)
				rows, err := shelf{d}.Games(web.GameQuery{})
				if err != nil {
					t.Fatal(err)
				}
				texts := files(t, filepath.Join(folder, pgnFolder), "*.pgn")
				if want == "" {
					if len(rows) != 0 || len(texts) != 0 {
						t.Errorf("cut %v: games %+v, files %v", cut, rows, texts)
					}
					return
				}
				if len(rows) != 1 || rows[0].Plies != 1 || len(texts) != 2 {
					t.Errorf("cut %v: games %+v, files %v", cut, rows, texts)
				}
				for _, file := range texts {
					if text, _ := os.ReadFile(file); !strings.HasSuffix(string(text), "\n"+want+"\n") || strings.Count(string(text), "[Result ") != 1 {
						t.Errorf("cut %v, %s:\n%s", cut, file, text)
					}
				}
			}
			back := func(d *daemon) {
				do(t, d, web.Lift, square.E4)
				time.Sleep(time.Second)
				do(t, d, web.Place, square.E2)
				kept(d, "")
			}
			d := b.daemonOn(t, folder, nil)
			during(t, d, func() {
				do(t, d, web.Lift, square.E2)
				time.Sleep(time.Second)
				do(t, d, web.Place, square.E4)
				kept(d, "1. e4 *")
				if !cut {
					back(d)
				}
			})
			again := b.daemonOn(t, folder, nil)
			during(t, again, func() {
				if cut {
					back(again)
				}
				kept(again, "")
				do(t, again, web.Lift, square.D2)
				time.Sleep(time.Second)
				do(t, again, web.Place, square.D4)
				kept(again, "1. d4 *")
			})
		})
	}
}
