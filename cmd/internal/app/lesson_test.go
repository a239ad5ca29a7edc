package app

import (
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/boardstate/teacher"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
	"jadoube/ledmatrix/simled"
	"jadoube/rules"
	"jadoube/rules/square"
)

// TestEveryExercise: hands solve all exercises of all lessons, after a wrong answer where a plain one can be given: it is shown and said,
// taken back, and counted once.
func TestEveryExercise(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := config.Default()
		cfg.Data.Folder, cfg.Engine.Program = t.TempDir(), "/no/such/engine"
		d, err := newDaemon(settingsOf(cfg, slog.New(slog.DiscardHandler)), &simled.Panel{})
		if err != nil {
			t.Fatal(err)
		}
		s := &started{daemon: d}
		wrong := 0
		during(t, d, func() {
			for _, name := range teacher.Lessons() {
				s.command(t, web.Command{Do: web.Lesson, Sure: true, Lesson: name, Player: "Anna"})
				for _, e := range teacher.Of(name) {
					if s.answer(t, &e) {
						wrong++
					}
				}
				s.until(t, "the end of the lesson "+name, func(st web.State) bool { return st.Lesson == nil })
			}
		})
		for i := range teacher.Exercises {
			if m := d.progress["Anna"][teacher.Exercises[i].ID]; !m.Solved || m.Helped || m.Tries > 1 {
				t.Errorf("%s: kept %+v", teacher.Exercises[i].ID, m)
			}
		}
		if wrong < 35 {
			t.Errorf("only %d wrong answers were given", wrong)
		}
	})
}

// answer solves an exercise, and reports whether a wrong answer came before.
func (s *started) answer(t *testing.T, e *teacher.Exercise) (missed bool) {
	t.Helper()
	p, err := e.Start()
	if err != nil {
		t.Fatal(err)
	}
	begun := func(st web.State) bool {
		return st.Lesson != nil && st.Lesson.ID == e.ID && st.Lesson.State == "open" && len(st.Moves) == 0 && st.Prompt != nil && st.Prompt.Key == "lesson-"+e.ID
	}
	s.until(t, e.ID, begun)
	time.Sleep(time.Second)
	moves := p.LegalMoves(nil)
	if i := slices.IndexFunc(moves, func(m rules.Move) bool {
		q := p.Play(m)
		plain := !p.IsCapture(m) && !m.IsCastle() && m.Promotion() == rules.NoRole && q.Outcome() == rules.None
		return plain && e.Judge(p, []rules.Move{m}).State == teacher.Wrong
	}); i >= 0 {
		from, to := moves[i].From(), moves[i].To()
		s.move(t, from.String(), to.String())
		s.until(t, e.ID+": the wrong answer", func(st web.State) bool {
			lit := st.LEDs[from] == "do-next" && st.LEDs[to] == "cannot-stay"
			return st.Lesson.State == "wrong" && st.Prompt != nil && st.Prompt.Key == "lesson-wrong" && lit
		})
		time.Sleep(3 * time.Second) // it is settled
		s.do(t, web.Lift, to.String())
		s.do(t, web.Place, from.String())
		s.until(t, e.ID+" again", begun)
		missed = true
	}
	var line []rules.Move
	for at := p; ; {
		moves := at.LegalMoves(nil)
		i := slices.IndexFunc(moves, func(m rules.Move) bool { return e.Judge(p, append(slices.Clone(line), m)).State != teacher.Wrong })
		if i < 0 {
			t.Fatalf("%s: nothing solves it after %v", e.ID, line)
		}
		s.byHand(t, &at, moves[i])
		line, at = append(line, moves[i]), at.Play(moves[i])
		stands := e.Judge(p, line)
		if stands.State == teacher.Solved {
			break
		}
		s.until(t, e.ID+": the reply", func(st web.State) bool { return len(st.Moves) == len(line)+1 })
		s.carryOut(t)
		line, at = append(line, stands.Reply), at.Play(stands.Reply)
	}
	s.until(t, e.ID+": praise", func(st web.State) bool {
		return st.Lesson != nil && st.Lesson.State == "solved" && (st.Prompt.Key == "lesson-right" || st.Prompt.Key == "lesson-finished")
	})
	return missed
}

// byHand makes a move on the simulated board.
func (s *started) byHand(t *testing.T, p *rules.Position, m rules.Move) {
	t.Helper()
	time.Sleep(time.Second)
	if victim := p.Victim(m); victim != square.None {
		s.do(t, web.Lift, victim.String())
	}
	carry := func(from, to square.Square) {
		s.do(t, web.Lift, from.String())
		time.Sleep(300 * time.Millisecond)
		s.do(t, web.Place, to.String())
		time.Sleep(500 * time.Millisecond)
	}
	if !m.IsCastle() {
		carry(m.From(), m.To())
		return
	}
	king, rook := m.CastleTo()
	carry(m.From(), king)
	carry(m.To(), rook)
}
