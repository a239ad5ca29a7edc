package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/boardstate/game"
	"jadoube/boardstate/teacher"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/engine/enginetest"
	"jadoube/cmd/internal/web"
	"jadoube/ledmatrix/simled"
	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// taught starts a daemon without an engine in which White is helped, from a position.
func taught(t *testing.T, fen string, steps ...string) *started {
	t.Helper()
	s, _ := against(t, enginetest.Good, func(c *config.Config) {
		c.Engine.Program, c.Teacher = "/no/such/engine", config.Teacher{White: steps, Black: []string{}, Takeback: 3}
	})
	s.command(t, web.Command{Do: web.NewGame, Sure: true, FEN: fen})
	return s
}

// shows waits until the lights and the words are those, and then looks for what was told last.
func (s *started) shows(t *testing.T, lights, key string) {
	t.Helper()
	want := map[square.Square]string{}
	for _, pair := range strings.Split(lights, ", ") {
		if name, meaning, ok := strings.Cut(pair, " "); ok {
			sq, err := square.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			want[sq] = meaning
		}
	}
	s.until(t, lights+" and "+key, func(st web.State) bool {
		said := ""
		if st.Prompt != nil {
			said = st.Prompt.Key
		}
		return maps.Equal(st.LEDs, want) && said == key
	})
	leds, prompt := map[string]string{}, ""
	for _, line := range told(t, s.kept) {
		var e game.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		switch e.Type {
		case game.Setup:
			leds, prompt = map[string]string{}, ""
		case game.LEDs:
			leds = e.LEDs
		case game.Prompt:
			prompt = e.Key
		}
	}
	shown := map[string]string{}
	for sq, meaning := range want {
		shown[sq.String()] = meaning
	}
	if !maps.Equal(leds, shown) || prompt != key {
		t.Errorf("the events tell %v and %q, want %v and %q", leds, prompt, shown, key)
	}
}

func TestLiftedManByStep(t *testing.T) {
	t.Parallel()
	const fen = "4k3/8/1p6/8/3p4/8/8/1N2K3 w - - 0 1"
	for steps, want := range map[string]string{
		"":                        "b1 touched",
		"moves":                   "b1 touched, a3 may-go, c3 may-go, d2 may-go",
		"moves captures risks":    "b1 touched, a3 may-go, c3 at-risk, d2 may-go",
		"captures hints blunders": "b1 touched",
	} {
		s := taught(t, fen, strings.Fields(steps)...)
		s.do(t, web.Lift, "b1")
		s.shows(t, want, "")
		s.do(t, web.Place, "b1")
		s.shows(t, "", "")
		s.stop()
	}
}

func TestAttackedAndTouched(t *testing.T) {
	t.Parallel()
	s := taught(t, "6k1/8/8/3p4/R3Q3/8/8/4K3 w - - 0 1", "attacked", "touch")
	s.shows(t, "e4 at-risk", "teach-attacked")
	s.do(t, web.Lift, "a4")
	s.shows(t, "a4 touched", "")
	s.do(t, web.Place, "a4")
	s.shows(t, "e4 at-risk", "teach-attacked")
	s.until(t, "word of the touched rook", func(web.State) bool {
		return slices.ContainsFunc(told(t, s.kept), func(l string) bool { return strings.Contains(l, `"key":"teach-touch"`) })
	})
	s.do(t, web.Lift, "e4")
	s.shows(t, "e4 touched", "teach-touch-other")
	s.do(t, web.Place, "b4")
	s.until(t, "the move", func(st web.State) bool { return len(st.Moves) == 1 })
	if text := s.PGN(); !strings.Contains(text, `[WhiteHelp "attacked touch"]`) || strings.Contains(text, "BlackHelp") {
		t.Error(text)
	}
}

// TestWarning: a bad move is told of, as long as it may be taken back, and the record says so.
func TestWarning(t *testing.T) {
	t.Parallel()
	s := taught(t, "6k1/8/8/3p4/8/8/8/1Q2K3 w - - 0 1", "blunders")
	s.move(t, "b1", "e4")
	s.shows(t, "b1 may-go, e4 at-risk", "teach-hangs")
	s.do(t, web.Lift, "e4")
	s.do(t, web.Place, "b1")
	s.until(t, "the takeback", func(st web.State) bool { return len(st.Moves) == 0 && st.Prompt == nil })
	s.move(t, "b1", "b4")
	s.stop()
	if text := s.PGN(); !strings.Contains(text, "1. Qb4 {[%help blunders]}") || !strings.Contains(text, `[WhiteHelp "blunders"]`) {
		t.Error(text)
	}
}

func TestWarningPasses(t *testing.T) {
	t.Parallel()
	s := taught(t, "6k1/8/8/3p4/8/8/8/1Q2K3 w - - 0 1", "blunders")
	s.move(t, "b1", "e4")
	s.shows(t, "b1 may-go, e4 at-risk", "teach-hangs")
	s.shows(t, "b1 last-move, e4 last-move", "") // after three seconds
}

// TestEngineWaitsForATakeback: as long as a warning stands the engine doesn't answer.
func TestEngineWaitsForATakeback(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.Greedy, func(c *config.Config) { c.Teacher = config.Teacher{White: []string{"blunders"}, Takeback: 3} })
	s.command(t, web.Command{Do: web.NewGame, Sure: true, FEN: "6k1/8/8/3p4/8/8/8/1Q2K3 w - - 0 1", Side: "black"})
	began := time.Now()
	s.move(t, "b1", "e4")
	s.shows(t, "b1 may-go, e4 at-risk", "teach-hangs")
	s.until(t, "the engine's answer", func(st web.State) bool { return len(st.Moves) == 2 })
	if waited := time.Since(began); waited < 3*time.Second {
		t.Errorf("it answered after %v", waited)
	}
}

func TestCastlingIsExplained(t *testing.T) {
	t.Parallel()
	s := taught(t, "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "castling")
	s.do(t, web.Lift, "e1")
	s.do(t, web.Place, "g1")
	s.shows(t, "g1 cannot-stay, e1 do-next, f8 hint", "teach-castle-through")
	s.do(t, web.Lift, "g1")
	s.do(t, web.Place, "e1")
	s.shows(t, "", "")
}

// TestCastlingWithTheRookIsExplained: who moves the rook too, slowly or quickly, is told why it was wrong, and both are led back;
// in a lesson as well.
func TestCastlingWithTheRookIsExplained(t *testing.T) {
	t.Parallel()
	for _, wait := range []time.Duration{800 * time.Millisecond, 1200 * time.Millisecond} {
		for _, lesson := range []bool{false, wait > time.Second} {
			s := taught(t, "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "moves", "castling")
			rook, to, pass, key := "h1", "g1", "f1", "teach-castle-through"
			led := "f1 do-next, h1 may-go, e1 setup, f8 hint"
			if lesson {
				s.call(t.Context(), func() {
					done := teacher.Mark{Solved: true}
					s.progress["Anna"] = teacher.Progress{"castling-1": done, "castling-2": done, "castling-3": done}
				})
				s.command(t, web.Command{Do: web.Lesson, Sure: true, Lesson: "castling", Player: "Anna"})
				rook, to, pass, key = "a1", "c1", "d1", "teach-castle-into"
				led = "c1 do-next, e1 may-go, a1 setup, c8 hint, g1 hint"
			}
			s.do(t, web.Lift, "e1")
			time.Sleep(wait / 2)
			s.do(t, web.Place, to)
			time.Sleep(wait)
			s.do(t, web.Lift, rook)
			time.Sleep(wait)
			s.do(t, web.Place, pass)
			s.shows(t, led, key)
			s.do(t, web.Lift, pass)
			s.do(t, web.Place, rook)
			s.until(t, "the king alone", func(st web.State) bool {
				return st.LEDs[square.E1] != "" && st.LEDs[square.H1] == "" && st.LEDs[square.A1] == "" && st.Prompt != nil && st.Prompt.Key == key
			})
			s.do(t, web.Lift, to)
			s.do(t, web.Place, "e1")
			s.until(t, "all as it was", func(st web.State) bool { return st.LEDs[square.E1] == "" && len(st.Moves) == 0 })
			s.stop()
		}
	}
}

// TestTakenBackIsNotTouched: who takes a move back isn't told that he touched the man.
func TestTakenBackIsNotTouched(t *testing.T) {
	t.Parallel()
	s := taught(t, "", "touch")
	for _, settled := range []bool{false, true} {
		s.move(t, "e2", "e4")
		s.until(t, "the move", func(st web.State) bool { return len(st.Moves) == 1 && (st.Moves[0].Settled || !settled) })
		s.do(t, web.Lift, "e4")
		s.do(t, web.Place, "e2")
		s.until(t, "the takeback", func(st web.State) bool { return len(st.Moves) == 0 })
	}
	s.do(t, web.Lift, "g1")
	s.shows(t, "g1 touched", "")
	s.do(t, web.Place, "g1")
	s.shows(t, "", "teach-touch")
	if lines := told(t, s.kept); slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, `"teach-touch"`) && strings.Contains(l, `"e2"`) }) {
		t.Error("told of a touched pawn")
	}
}

func TestCheckIsExplained(t *testing.T) {
	t.Parallel()
	s := taught(t, "4r2k/p7/8/1B6/8/8/8/4K3 w - - 0 1", "check")
	s.shows(t, "e1 check, e2 may-go, d1 may-go, d2 may-go, f1 may-go, f2 may-go, e8 may-capture", "teach-check")
	s.do(t, web.Lift, "b5")
	s.shows(t, "e1 check, b5 touched", "")
}

// TestHintWithoutAnEngine: first the man, then where, by the exchanges.
func TestHintWithoutAnEngine(t *testing.T) {
	t.Parallel()
	s := taught(t, "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", "hints")
	s.command(t, web.Command{Do: web.Hint})
	s.shows(t, "c3 hint", "teach-hint-piece")
	press(t, s.daemon, "hint") // a button
	s.shows(t, "c3 hint, d5 hint", "teach-hint-move")
	s.do(t, web.Lift, "d5")
	s.do(t, web.Lift, "c3")
	s.do(t, web.Place, "d5")
	s.until(t, "the move", func(st web.State) bool { return len(st.Moves) == 1 })
	if err := s.Command(t.Context(), web.Command{Do: web.Hint}); err == nil || !strings.Contains(err.Error(), "hints aren't among black's help") {
		t.Errorf("Black got a hint: %v", err)
	}
	s.stop()
	if text := s.PGN(); !strings.Contains(text, "1. Nxd5 {[%help hints]}") {
		t.Error(text)
	}
}

// TestHintByDefault: who has chosen nothing gets a hint when he asks, in both steps, and the record says so; who doesn't ask is shown what
// the game shows by itself, nothing is noted of that, and the game isn't looked back at.
func TestHintByDefault(t *testing.T) {
	t.Parallel()
	play := func(ask bool) string {
		s, _ := against(t, enginetest.Good, func(c *config.Config) { c.Engine.Program = "/no/such/engine" })
		s.command(t, web.Command{Do: web.NewGame, Sure: true, FEN: "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1"})
		if ask {
			s.command(t, web.Command{Do: web.Hint})
			s.shows(t, "c3 hint", "teach-hint-piece")
			s.command(t, web.Command{Do: web.Hint})
			s.shows(t, "c3 hint, d5 hint", "teach-hint-move")
		}
		s.move(t, "c3", "b5")
		s.shows(t, "c3 last-move, b5 last-move", "")
		s.do(t, web.Lift, "d5")
		s.until(t, "the queen's squares", func(st web.State) bool { return st.LEDs[square.D5] == "touched" && st.LEDs[square.B5] == "may-capture" })
		s.do(t, web.Place, "d5")
		s.command(t, web.Command{Do: web.Press, Key: "resign-white"})
		looked := func() bool {
			return slices.ContainsFunc(told(t, s.kept), func(l string) bool { return strings.Contains(l, `"key":"review-`) })
		}
		if ask {
			s.until(t, "the look back", func(web.State) bool { return looked() })
		}
		s.stop()
		if looked() != ask {
			t.Errorf("asked %v: looked back %v", ask, looked())
		}
		return s.PGN()
	}
	if text := play(true); !strings.Contains(text, "{[%help hints]}") || !strings.Contains(text, "[WhiteHelp \"hints\"]") || strings.Contains(text, "BlackHelp") {
		t.Error(text)
	}
	if text := play(false); strings.Contains(strings.ToLower(text), "help") {
		t.Error(text)
	}
}

// TestHintByTheEngine: its advice counts, and one that doesn't come is not waited for for ever.
func TestHintByTheEngine(t *testing.T) {
	t.Parallel()
	hints := func(c *config.Config) { c.Teacher = config.Teacher{White: []string{"hints"}, Takeback: 3} }
	s, log := against(t, enginetest.Good, hints)
	s.command(t, web.Command{Do: web.Hint})
	s.shows(t, "a2 hint", "teach-hint-piece") // the fake engine's choice
	toldIn(t, log, "setoption name MultiPV value 3")
	s.command(t, web.Command{Do: web.Hint})
	s.shows(t, "a2 hint, a3 hint", "teach-hint-move")
	s.move(t, "e2", "e4")
	s.shows(t, "e2 last-move, e4 last-move", "")

	s, _ = against(t, enginetest.Hang, hints)
	s.command(t, web.Command{Do: web.NewGame, Sure: true, FEN: "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1"})
	s.command(t, web.Command{Do: web.Hint})
	s.shows(t, "c3 hint", "teach-hint-piece")
}

// TestHelpIsChosen, and taken away again, while a game is played.
func TestHelpIsChosen(t *testing.T) {
	t.Parallel()
	s := taught(t, "", "moves", "captures")
	s.do(t, web.Lift, "g1")
	s.shows(t, "g1 touched, f3 may-go, h3 may-go", "")
	s.command(t, web.Command{Do: web.Help, Side: "white", Steps: ""})
	s.shows(t, "g1 touched", "")
	s.command(t, web.Command{Do: web.Help, Side: "black", Steps: "moves captures"})
	s.command(t, web.Command{Do: web.Help, Side: "white", Steps: "moves captures"})
	s.shows(t, "g1 touched, f3 may-go, h3 may-go", "")
	for _, c := range []web.Command{{Do: web.Help, Side: "white", Steps: "oracle"}, {Do: web.Help, Steps: "moves"}} {
		if err := s.Command(t.Context(), c); err == nil {
			t.Errorf("%+v was done", c)
		}
	}
	s.command(t, web.Command{Do: web.Help, Side: "black", Steps: "hints"}) // which shows nothing now
	if st := s.State(); !slices.Equal(st.Help.White, []string{"moves", "captures"}) || !slices.Equal(st.Help.Black, []string{"hints"}) {
		t.Errorf("help %+v", st.Help)
	}
}

// TestLookBack: after a game those who were given a hint are told what was missed, with an engine and without.
func TestLookBack(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"", "/no/such/engine"} {
		s, _ := against(t, enginetest.Good, func(c *config.Config) {
			c.Teacher = config.Teacher{White: []string{"hints"}, Takeback: 3}
			if program != "" {
				c.Engine.Program = program
			}
		})
		if err := s.Command(t.Context(), web.Command{Do: web.Review}); err == nil {
			t.Error("a game without a move was looked back at")
		}
		s.command(t, web.Command{Do: web.Hint})
		s.until(t, "the hint", func(st web.State) bool { return st.Prompt != nil && st.Prompt.Key == "teach-hint-piece" })
		for _, m := range [][2]string{{"f2", "f3"}, {"e7", "e5"}, {"g2", "g4"}} {
			s.move(t, m[0], m[1])
		}
		s.command(t, web.Command{Do: web.Press, Key: "resign-white"})
		if program == "" {
			// To the fake engine all positions are alike, so nothing was lost.
			s.until(t, "the engine's verdict", func(st web.State) bool { return st.Result != nil })
			time.Sleep(500 * time.Millisecond)
			if st := s.State(); len(st.Review) != 0 {
				t.Errorf("the engine's advice doesn't count: %+v", st.Review)
			}
			continue
		}
		s.until(t, "the moments", func(st web.State) bool { return len(st.Review) == 1 })
		spot := s.State().Review[0]
		if spot.Ply != 3 || spot.Prompt.Key != "review-spot" || spot.Prompt.Args["san"] != "g4" || spot.LEDs[square.G4] != "at-risk" {
			t.Errorf("%+v", spot)
		}
	}
}

// TestLesson: right and wrong moves, the next exercise, and what is kept of it.
func TestLesson(t *testing.T) {
	t.Parallel()
	s := taught(t, "")
	if err := s.Command(t.Context(), web.Command{Do: web.Lesson, Sure: true, Lesson: "juggling"}); err == nil || !strings.Contains(err.Error(), "rook") {
		t.Errorf("a lesson that doesn't exist: %v", err)
	}
	s.command(t, web.Command{Do: web.Lesson, Sure: true, Lesson: "rook", Player: "Anna"})
	s.shows(t, "a6 hint", "lesson-rook-1")
	if l := s.State().Lesson; l == nil || *l != (web.Exercise{Lesson: "rook", ID: "rook-1", State: "open", Player: "Anna", Of: 4}) {
		t.Errorf("%+v", l)
	}
	s.do(t, web.Lift, "a1")
	s.shows(t, "a1 touched, a6 hint, a2 may-go, a3 may-go, a4 may-go, a5 may-go, a7 may-go, a8 may-go, b1 may-go, c1 may-go, d1 may-go", "lesson-rook-1")
	s.do(t, web.Place, "b1")
	s.shows(t, "b1 cannot-stay, a1 do-next", "lesson-wrong")
	s.do(t, web.Lift, "b1")
	s.do(t, web.Place, "a1")
	s.shows(t, "a6 hint", "lesson-rook-1")
	s.move(t, "a1", "a6")
	s.shows(t, "a1 last-move, a6 last-move", "lesson-right")
	s.shows(t, "h6 hint", "lesson-rook-2") // nobody has to set anything up
	if l := s.State().Lesson; l.Solved != 1 || l.ID != "rook-2" {
		t.Errorf("%+v", l)
	}
	s.command(t, web.Command{Do: web.Lesson})
	s.shows(t, "", "")
	s.command(t, web.Command{Do: web.Lesson, Sure: true, Lesson: "rook", Player: "Anna"})
	s.shows(t, "h6 hint", "lesson-rook-2")
	s.command(t, web.Command{Do: web.Lesson, Sure: true, Lesson: "rook"})
	s.shows(t, "a6 hint", "lesson-rook-1") // somebody else
	s.stop()
	if got := s.progress["Anna"]["rook-1"]; !got.Solved || got.Tries != 1 || got.Helped {
		t.Errorf("kept %+v", got)
	}
	texts := files(t, s.data, "*.pgn")
	if len(texts) != 2 { // the game before the lesson had no move: one file for it, one for all exercises
		t.Logf("files %v", texts)
	}
	if text := s.book(); !strings.Contains(text, `[Event "Exercise rook-1"]`) {
		t.Error(text)
	}
}

// TestLessonHasNoResult: nobody resigns in a lesson or offers a draw, from the page or by a button; a result that comes all the same has the
// exercise put up again; and a new game ends the lesson.
func TestLessonHasNoResult(t *testing.T) {
	t.Parallel()
	s := taught(t, "")
	s.command(t, web.Command{Do: web.Lesson, Sure: true, Lesson: "rook", Player: "Anna"})
	s.shows(t, "a6 hint", "lesson-rook-1")
	for _, key := range []string{"resign-white", "draw-white", "draw-black", "decline-black", "claim-white threefold"} {
		if err := s.Command(t.Context(), web.Command{Do: web.Press, Key: key}); !errors.Is(err, errInLesson) {
			t.Errorf("%s: %v", key, err)
		}
	}
	s.call(t.Context(), func() { s.key("resign-white", "") }) // as a button's
	if st := s.State(); st.Result != nil || st.Lesson == nil || st.Lesson.ID != "rook-1" {
		t.Errorf("after a button: %+v, %+v", st.Result, st.Lesson)
	}
	s.do(t, web.Lift, "e1")
	s.do(t, web.Place, "e4")
	s.do(t, web.Lift, "e8")
	s.do(t, web.Place, "d5")
	s.until(t, "a result by the kings", func(st web.State) bool { return st.Result != nil })
	s.until(t, "the exercise again", func(st web.State) bool { return st.Result == nil && st.Lesson != nil })
	s.shows(t, "a6 hint", "lesson-rook-1")
	s.move(t, "a1", "a6")
	s.shows(t, "h6 hint", "lesson-rook-2")
	s.command(t, web.Command{Do: web.Press, Key: "new"})
	s.until(t, "the lesson's end", func(st web.State) bool { return st.Lesson == nil })
}

// TestLessonGoesOn: a lesson that was cut off goes on with its exercise and for its player, what was done wrong included; one
// that was ended stays so, and one whose exercise isn't on the board any more is told to be over.
func TestLessonGoesOn(t *testing.T) {
	t.Parallel()
	s := taught(t, "")
	s.command(t, web.Command{Do: web.Lesson, Sure: true, Lesson: "rook", Player: "Anna"})
	s.shows(t, "a6 hint", "lesson-rook-1")
	s.move(t, "a1", "a6")
	s.shows(t, "h6 hint", "lesson-rook-2")
	s.stop()
	s = start(t, s.data)
	s.shows(t, "h6 hint", "lesson-rook-2")
	if l := s.State().Lesson; l == nil || *l != (web.Exercise{Lesson: "rook", ID: "rook-2", State: "open", Player: "Anna", Solved: 1, Of: 4}) {
		t.Errorf("%+v", l)
	}
	s.do(t, web.Lift, "a6")
	s.do(t, web.Place, "b6")
	s.shows(t, "b6 cannot-stay, a6 do-next", "lesson-wrong")
	s.stop()
	s = start(t, s.data)
	s.shows(t, "b6 cannot-stay, a6 do-next", "lesson-wrong")
	s.do(t, web.Lift, "b6")
	s.do(t, web.Place, "a6")
	s.shows(t, "h6 hint", "lesson-rook-2")
	s.move(t, "a6", "h6")
	s.until(t, "the next exercise", func(st web.State) bool { return st.Lesson != nil && st.Lesson.ID == "rook-3" })
	if got := s.progress["Anna"]["rook-2"]; !got.Solved || got.Tries != 1 {
		t.Errorf("kept %+v", got)
	}
	s.command(t, web.Command{Do: web.Lesson})
	s.stop()
	s = start(t, s.data)
	if l := s.State().Lesson; l != nil {
		t.Errorf("a lesson that was ended goes on: %+v", l)
	}
}

// TestLessonIsFinished: after the last exercise the board is the players' again.
func TestLessonIsFinished(t *testing.T) {
	t.Parallel()
	s := taught(t, "")
	s.command(t, web.Command{Do: web.Lesson, Sure: true, Lesson: "pin"})
	s.do(t, web.Lift, "e8")
	s.do(t, web.Lift, "e2")
	s.do(t, web.Place, "e8")
	s.until(t, "praise", func(st web.State) bool { return st.Prompt != nil && st.Prompt.Key == "lesson-finished" })
	s.until(t, "the end of the lesson", func(st web.State) bool { return st.Lesson == nil && st.Prompt == nil })
}

// TestMateInTwo: the opponent's reply is led on the board, and a hint is given where one is asked for.
func TestMateInTwo(t *testing.T) {
	t.Parallel()
	s := taught(t, "")
	for _, id := range []string{"mate-1", "mate-2", "mate-3", "mate-4", "mate-5"} {
		if s.State().Lesson == nil {
			s.command(t, web.Command{Do: web.Lesson, Sure: true, Lesson: "mate"})
		}
		s.until(t, id, func(st web.State) bool { return st.Lesson != nil && st.Lesson.ID == id && st.Result == nil })
		best := map[string][2]string{"mate-1": {"a1", "a8"}, "mate-2": {"g1", "g7"}, "mate-3": {"b1", "b8"}, "mate-4": {"a1", "a8"}, "mate-5": {"g5", "f7"}}[id]
		s.move(t, best[0], best[1])
	}
	s.until(t, "mate-6", func(st web.State) bool { return st.Lesson != nil && st.Lesson.ID == "mate-6" && len(st.Moves) == 0 })
	s.command(t, web.Command{Do: web.Hint})
	s.move(t, "b5", "b7")
	s.until(t, "the reply", func(st web.State) bool { return len(st.Moves) == 2 })
	s.carryOut(t)
	s.move(t, "a6", "a8")
	s.until(t, "mate-7", func(st web.State) bool { return st.Lesson != nil && st.Lesson.ID == "mate-7" })
	s.stop()
	if got := s.progress[""]["mate-6"]; !got.Solved || !got.Helped || got.Tries != 0 {
		t.Errorf("kept %+v", got)
	}
}

// TestNoHelpWhereItWouldBeCheating: what the config gives is not shown, and what is asked for is refused.
func TestNoHelpWhereItWouldBeCheating(t *testing.T) {
	t.Parallel()
	for _, level := range []string{"arbiter", "strict"} {
		s, _ := against(t, enginetest.Good, func(c *config.Config) {
			c.Game.Level, c.Teacher = level, config.Teacher{White: []string{"all"}, Black: []string{}, Takeback: 3}
		})
		for _, c := range []web.Command{{Do: web.Hint}, {Do: web.Help, Side: "white", Steps: "all"}, {Do: web.Lesson, Lesson: "rook"}, {Do: web.Review}} {
			if err := s.Command(t.Context(), c); !errors.Is(err, errSilent) {
				t.Errorf("%s: %s: %v", level, c.Do, err)
			}
		}
		for _, m := range [][2]string{{"f2", "f3"}, {"e7", "e5"}, {"g2", "g4"}} {
			s.move(t, m[0], m[1])
		}
		if lines := told(t, s.kept); slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, `"help"`) }) || strings.Contains(s.PGN(), "Help") {
			t.Errorf("%s: helped", level)
		}
	}
}

// TestTeacherChangesNothing: whatever hands do and ask for, with all help, the record tells the same game again; only lights
// and words differ.
func TestTeacherChangesNothing(t *testing.T) {
	t.Parallel()
	waits := []time.Duration{0, 0, 1, 20, 60, 150, 700, 2000, 3100, 10_500}
	moves, said := 0, 0
	for seed := range uint64(12) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			cfg := config.Default()
			cfg.Data.Folder, cfg.Engine.Program = t.TempDir(), "/no/such/engine"
			cfg.Teacher = config.Teacher{White: []string{"all"}, Black: []string{"all"}, Takeback: 10}
			d, err := newDaemon(settingsOf(cfg, slog.New(slog.DiscardHandler)), &simled.Panel{})
			if err != nil {
				t.Fatal(err)
			}
			during(t, d, func() {
				for range 150 {
					time.Sleep(waits[random.IntN(len(waits))] * time.Millisecond)
					d.Command(t.Context(), anything(d, random)) // a refusal is an answer
				}
			})
			traces := files(t, d.data, "*.trace")
			if len(traces) != 1 {
				t.Fatalf("traces: %v", traces)
			}
			all := told(t, d.kept)
			moves += strings.Count(strings.Join(all, "\n"), `"type":"provisional"`)
			said += strings.Count(strings.Join(all, "\n"), `"type":"help"`)
			live := gameOnly(t, all)
			lines, _ := retold(t, d, traces[0])
			if again := gameOnly(t, lines); !slices.Equal(live, again) {
				for i := range min(len(live), len(again)) {
					if live[i] != again[i] {
						t.Fatalf("live %s\nagain %s", live[i], again[i])
					}
				}
				t.Fatalf("%d events live, %d again", len(live), len(again))
			}
		})
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if t.Logf("%d moves, %d times the teacher spoke", moves, said); moves < 100 || said < 100 {
		t.Errorf("%d moves, %d times the teacher spoke: that tries little", moves, said)
	}
}

// anything is something that somebody at the board may do: mostly what is legal, often what isn't.
func anything(d *daemon, random *rand.Rand) web.Command {
	st := d.State()
	s := square.Square(random.IntN(64))
	switch random.IntN(30) {
	case 0, 1, 2:
		return web.Command{Do: web.Hint}
	case 3:
		names := append(teacher.Lessons(), "")
		return web.Command{Do: web.Lesson, Sure: true, Lesson: names[random.IntN(len(names))], Player: "Anna"}
	case 4:
		return web.Command{Do: web.Help, Side: "white", Steps: teacher.StepWords()[random.IntN(9)] + " hints"}
	case 5:
		return web.Command{Do: web.Review}
	case 6:
		return web.Command{Do: web.Press, Key: []string{"new", "flip", "takeback", "resign-black", "queen"}[random.IntN(5)]}
	}
	pos := rules.MustFEN(st.FEN)
	held := func(m rules.Move) bool { return st.Tray.Stands[8*(7-m.From().Rank())+m.From().File()] == '.' }
	moves := pos.LegalMoves(nil)
	if inHand := slices.DeleteFunc(slices.Clone(moves), func(m rules.Move) bool { return !held(m) }); len(inHand) > 0 {
		moves = inHand
	}
	if len(moves) > 0 && random.IntN(6) > 0 {
		s = moves[random.IntN(len(moves))].From()
		if m := moves[random.IntN(len(moves))]; held(m) {
			return web.Command{Do: web.Place, Square: m.To()}
		}
	}
	if len(d.sim.Off()) > 0 && random.IntN(3) > 0 {
		return web.Command{Do: web.Place, Square: s}
	}
	return web.Command{Do: web.Lift, Square: s}
}

// gameOnly are the events of the game itself but its lights and words, without their numbers.
func gameOnly(t *testing.T, lines []string) (out []string) {
	t.Helper()
	for _, l := range lines {
		var e game.Event
		if err := json.Unmarshal([]byte(l), &e); err != nil {
			t.Fatal(err)
		}
		if e.N = 0; slices.Contains([]game.Type{game.LEDs, game.Prompt, game.Help, game.Health}, e.Type) {
			continue
		}
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(text))
	}
	return out
}

// TestWarningByTheEngine: who sees more is heard before a move is called bad, and what he says counts. To the fake engine all
// positions are alike, so it finds nothing bad; a greedy one counts the men; one that hangs or crashes leaves it to the exchanges.
func TestWarningByTheEngine(t *testing.T) {
	t.Parallel()
	for manner, warned := range map[string]bool{enginetest.Good: false, enginetest.Greedy: true, enginetest.Hang: true, enginetest.Crash: true} {
		s, log := against(t, manner, func(c *config.Config) { c.Teacher = config.Teacher{White: []string{"blunders"}, Takeback: 3} })
		s.command(t, web.Command{Do: web.NewGame, Sure: true, FEN: "6k1/8/8/3p4/8/8/8/1Q2K3 w - - 0 1", Side: "black"})
		s.move(t, "b1", "e4")
		toldIn(t, log, "position fen 6k1/8/8/3p4/8/8/8/1Q2K3 w - - 0 1")
		if warned {
			s.shows(t, "b1 may-go, e4 at-risk", "teach-hangs")
			continue
		}
		s.plays(t, 2, "d5d4")
		toldIn(t, log, "position fen 6k1/8/8/3p4/4Q3/8/8/4K3 b - - 1 1")
		if lines := told(t, s.kept); slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, "teach-") }) {
			t.Errorf("warned of a move that the engine doesn't mind")
		}
	}
}

// TestLessonOnWood: on a board whose men don't move by themselves an exercise is set up by hand, led by the board.
func TestLessonOnWood(t *testing.T) {
	t.Parallel()
	d := quiet(t)
	var clear []sensors.Change
	start := rules.StartPosition()
	for s := range start.Occupied().Squares() {
		if s != square.A1 && s != square.E1 && s != square.E8 {
			clear = append(clear, sensors.Change{Square: s})
		}
	}
	change := func(ms int64, s square.Square, to sensors.Contact) sensors.Reading {
		return sensors.Reading{T: ms, Changes: []sensors.Change{{Square: s, To: to}}}
	}
	d.source = &slow{
		began:    d.began,
		readings: []sensors.Reading{{T: 600, Changes: clear}, change(1200, square.A1, sensors.Nothing), change(1500, square.A6, sensors.Something)},
		arrive:   []time.Duration{600 * time.Millisecond, 1200 * time.Millisecond, 1500 * time.Millisecond},
	}
	s := &started{daemon: d}
	during(t, d, func() {
		s.command(t, web.Command{Do: web.Lesson, Sure: true, Lesson: "rook", Player: "Anna"})
		if st := s.State(); st.Prompt == nil || st.Prompt.Key != "set-up" || st.Lesson == nil {
			t.Errorf("%+v, %+v", st.Prompt, st.Lesson)
		}
		s.shows(t, "a6 hint", "lesson-rook-1")
		s.until(t, "praise", func(st web.State) bool { return st.Prompt != nil && st.Prompt.Key == "lesson-right" })
		s.shows(t, "h6 hint", "lesson-rook-2")
	})
}

// TestEngineNeedsNoHelp: what hangs on its side is not pointed at while it thinks.
func TestEngineNeedsNoHelp(t *testing.T) {
	t.Parallel()
	s, log := against(t, enginetest.Slow, func(c *config.Config) {
		c.Teacher, c.Opponent.MoveTime = config.Teacher{White: []string{"attacked"}, Black: []string{"all"}, Takeback: 3}, 600_000
	})
	s.command(t, web.Command{Do: web.NewGame, Sure: true, FEN: "6k1/8/8/3q4/8/8/4P3/1N2K3 w - - 0 1", Side: "black"})
	s.move(t, "b1", "c3")
	toldIn(t, log, "go movetime 600000")
	s.shows(t, "b1 last-move, c3 last-move", "")
}

// helped is what the events of help say, with their arguments in the order of their names.
func (s *started) helped(t *testing.T) string {
	t.Helper()
	var said []string
	for _, line := range told(t, s.kept) {
		var e game.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		if e.Type != game.Help {
			continue
		}
		words := e.Key
		for _, name := range slices.Sorted(maps.Keys(e.Args)) {
			words += " " + e.Args[name]
		}
		said = append(said, words)
	}
	return strings.Join(said, ", ")
}

// TestEachStep: every step by itself, in lights and words as everybody is told them, without an engine and with one that is asked where a
// step asks any.
func TestEachStep(t *testing.T) {
	t.Parallel()
	lift := func(name string) func(*testing.T, *started) {
		return func(t *testing.T, s *started) { s.do(t, web.Lift, name) }
	}
	hint := func(t *testing.T, s *started) { s.command(t, web.Command{Do: web.Hint}) }
	tested := map[string]bool{}
	for _, c := range []struct {
		step, fen   string
		act         func(*testing.T, *started)
		lights, key string
		says        string // the events of help
	}{
		{"moves", "", lift("g1"), "g1 touched, f3 may-go, h3 may-go", "", ""},
		{"moves", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", lift("e2"), "e2 touched, e8 hint", "teach-pinned", "teach-pinned e8 N e2"},
		{"moves", "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1", lift("a2"), "e1 check, a2 touched", "teach-check-first", "teach-check-first P a2"},
		{"moves", "", lift("a1"), "a1 touched", "teach-stuck", "teach-stuck R a1"},
		{"captures", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", lift("e4"), "e4 touched, d5 may-capture", "", ""},
		{"risks", "4k3/8/1p6/8/3p4/8/8/1N2K3 w - - 0 1", lift("b1"), "b1 touched, c3 at-risk", "", ""},
		{"attacked", "6k1/8/8/3p4/R3Q3/8/8/4K3 w - - 0 1", func(*testing.T, *started) {}, "e4 at-risk", "teach-attacked", "teach-attacked Q e4"},
		{
			"blunders", "6k1/8/8/3p4/8/8/8/1Q2K3 w - - 0 1",
			func(t *testing.T, s *started) { s.move(t, "b1", "e4") },
			"b1 may-go, e4 at-risk", "teach-hangs", "teach-hangs Q 10 e4",
		},
		{"hints", "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1", hint, "c3 hint", "teach-hint-piece", "teach-hint-piece N c3, teach-why-wins"},
		{
			"hints", "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1",
			func(t *testing.T, s *started) { hint(t, s); s.shows(t, "c3 hint", "teach-hint-piece"); hint(t, s) },
			"c3 hint, d5 hint", "teach-hint-move", "teach-hint-piece N c3, teach-why-wins, teach-hint-move c3 N d5",
		},
		{
			"check", "4r2k/p7/8/1B6/8/8/8/4K3 w - - 0 1",
			func(*testing.T, *started) {},
			"e1 check, e2 may-go, d1 may-go, d2 may-go, f1 may-go, f2 may-go, e8 may-capture", "teach-check",
			"teach-check r e8, teach-check-go, teach-check-take r e8, teach-check-block",
		},
		{
			"castling", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
			func(t *testing.T, s *started) { s.do(t, web.Lift, "e1"); s.do(t, web.Place, "g1") },
			"g1 cannot-stay, e1 do-next, f8 hint", "teach-castle-through", "teach-castle-through f1",
		},
		{
			"touch", "",
			func(t *testing.T, s *started) {
				s.do(t, web.Lift, "g1")
				s.shows(t, "g1 touched", "")
				s.do(t, web.Place, "g1")
				s.shows(t, "", "teach-touch")
				s.do(t, web.Lift, "e2")
			},
			"e2 touched", "teach-touch-other", "teach-touch N g1, teach-touch-other N g1",
		},
	} {
		tested[c.step] = true
		for _, engine := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s %v", c.step, engine), func(t *testing.T) {
				s, told := against(t, enginetest.Greedy, func(cfg *config.Config) {
					cfg.Teacher = config.Teacher{White: []string{c.step}, Black: []string{}, Takeback: 10}
					if !engine {
						cfg.Engine.Program = "/no/such/engine"
					}
				})
				s.command(t, web.Command{Do: web.NewGame, Sure: true, FEN: c.fen})
				c.act(t, s)
				s.shows(t, c.lights, c.key)
				if got := s.helped(t); got != c.says {
					t.Errorf("the events of help say %q, want %q", got, c.says)
				}
				text, err := os.ReadFile(told)
				if asks := engine && (c.step == "hints" || c.step == "blunders"); asks != strings.Contains(string(text), "go movetime") {
					t.Errorf("the engine was told %q, %v", text, err)
				}
			})
		}
	}
	for _, step := range teacher.StepWords() {
		if !tested[step] {
			t.Errorf("the step %s isn't tested", step)
		}
	}
}

// TestFirstMoveTakenBackAfterAGame: a lesson that was begun while a game was played stands in its record, and its only move may be taken
// back; the text of the games is then that of the first alone.
func TestFirstMoveTakenBackAfterAGame(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	s.move(t, "e2", "e4")
	s.move(t, "e7", "e5")
	s.command(t, web.Command{Do: web.Lesson, Sure: true, Lesson: "rook", Player: "Anna"})
	for range 2 {
		s.move(t, "a1", "b1")
		s.until(t, "the wrong move", func(st web.State) bool { return st.Lesson.State == "wrong" && st.Moves[0].Settled })
		s.do(t, web.Lift, "b1")
		s.do(t, web.Place, "a1")
		s.until(t, "the exercise as it was", func(st web.State) bool { return len(st.Moves) == 0 && st.Lesson.State == "open" })
	}
	var text string
	if err := s.call(t.Context(), func() { text = s.book() }); err != nil {
		t.Fatal(err)
	}
	if strings.Count(text, "[Event ") != 1 || !strings.Contains(text, "1. e4 e5 *") || strings.Contains(text, "Exercise") {
		t.Errorf("the games are\n%s", text)
	}
	s.move(t, "a1", "b1")
	if err := s.call(t.Context(), func() { text = s.book() }); err != nil {
		t.Fatal(err)
	}
	if strings.Count(text, "[Event ") != 2 || !strings.Contains(text, "1. Rb1 *") || !strings.Contains(text, "Exercise rook-1") {
		t.Errorf("the games are\n%s", text)
	}
}
