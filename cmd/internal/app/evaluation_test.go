package app

import (
	"errors"
	"testing"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/engine/enginetest"
	"jadoube/cmd/internal/web"
	"jadoube/rules/square"
)

// oneQueen is a game in which White, and Black by his own sight, counts a queen more for White, and which ends with mate.
const oneQueen = `[White "Anna"]
[Black "Boris"]
[FEN "7k/8/6K1/8/8/8/8/1Q6 w - - 0 1"]
[SetUp "1"]
[Result "1-0"]

1. Qb2+ Kg8 2. Qb8# 1-0
`

func (s *started) evaluate(t *testing.T, id int64) error {
	t.Helper()
	return s.Command(t.Context(), web.Command{Do: web.Evaluate, Square: square.None, Game: id})
}

// evaluated waits until as much is known of a game as is wanted.
func (s *started) evaluated(t *testing.T, id int64, is func(*web.Evaluation) bool) (e *web.Evaluation) {
	t.Helper()
	s.until(t, "the evaluation", func(web.State) bool {
		var err error
		if e, err = (shelf{s.daemon}).Evaluation(id); err != nil {
			t.Fatal(err)
		}
		return is(e)
	})
	return e
}

// TestEvaluation: what the engine thinks of each position, as White sees it; the mate at the end needs no engine.
func TestEvaluation(t *testing.T) {
	t.Parallel()
	s, log := against(t, enginetest.Greedy, nil)
	id := shelved(t, s.daemon, oneQueen)[0]
	if e := s.evaluated(t, id, func(*web.Evaluation) bool { return true }); e.State != "none" || !e.Engine || e.Of != 4 || len(e.Values) != 0 {
		t.Errorf("before it is asked for: %+v", e)
	}
	if err := s.evaluate(t, id); err != nil {
		t.Fatal(err)
	}
	e := s.evaluated(t, id, func(e *web.Evaluation) bool { return e.State == "done" })
	if len(e.Values) != 4 {
		t.Fatalf("%+v", e)
	}
	for ply, v := range e.Values[:3] {
		if v.Centipawns <= 0 || v.Mate != nil || v.Centipawns != e.Values[0].Centipawns {
			t.Errorf("ply %d: %+v", ply, v)
		}
	}
	if v := e.Values[3]; v.Mate == nil || *v.Mate != 0 || v.Centipawns != 30_000 {
		t.Errorf("the mate: %+v", v)
	}
	toldIn(t, log, "go movetime 150")
	if err := s.evaluate(t, id); err != nil { // known already
		t.Fatal(err)
	}
	if e := s.evaluated(t, id, func(*web.Evaluation) bool { return true }); e.State != "done" || len(e.Values) != 4 {
		t.Errorf("asked again: %+v", e)
	}
}

// TestEvaluationEnds when it is left off, when a game begins, and when the engine fails; what was known stays.
func TestEvaluationEnds(t *testing.T) {
	t.Parallel()
	stopped := func(e *web.Evaluation) bool { return e.State == "stopped" }
	s, _ := against(t, enginetest.Slow, nil)
	id := shelved(t, s.daemon, oneQueen)[0]
	for _, end := range []func(){
		func() { s.command(t, web.Command{Do: web.Evaluate, Square: square.None}) },
		func() { s.move(t, "e2", "e4") },
	} {
		if err := s.evaluate(t, id); err != nil {
			t.Fatal(err)
		}
		end()
		s.evaluated(t, id, stopped)
	}
	s, _ = against(t, enginetest.Crash, nil)
	id = shelved(t, s.daemon, oneQueen)[0]
	if err := s.evaluate(t, id); err != nil {
		t.Fatal(err)
	}
	s.until(t, "word of the engine", s.ill("engine"))
	s.evaluated(t, id, stopped)
}

// TestNoEvaluationWithoutAnEngine: none is shown, and whoever asks is told what to do.
func TestNoEvaluationWithoutAnEngine(t *testing.T) {
	t.Parallel()
	s, _ := against(t, enginetest.Good, func(c *config.Config) { c.Engine.Program = "/no/such/engine" })
	id := shelved(t, s.daemon, oneQueen)[0]
	if err := s.evaluate(t, id); !errors.Is(err, errNoEngine) {
		t.Errorf("it was begun: %v", err)
	}
	s.evaluated(t, id, func(e *web.Evaluation) bool { return e.State == "none" && !e.Engine })
}
