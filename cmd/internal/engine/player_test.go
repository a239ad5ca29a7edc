package engine

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"jadoube/cmd/internal/engine/enginetest"
)

// running is a player of a fake engine, at work until the test ends.
func running(t *testing.T, manner string) (*Player, string) {
	t.Helper()
	s, log := fake(t, manner)
	p := NewPlayer(s, quiet)
	p.patience, p.pause = hasty, 20*time.Millisecond
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); p.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	return p, log
}

func answer(t *testing.T, p *Player) Answer {
	t.Helper()
	select {
	case a := <-p.Answers():
		return a
	case <-time.After(30 * time.Second):
		t.Fatal("no answer")
	}
	return Answer{}
}

// troubled waits for trouble that says something.
func troubled(t *testing.T, p *Player, want string) {
	t.Helper()
	for {
		select {
		case text := <-p.Trouble():
			if text != "" || want == "" {
				if !strings.Contains(text, want) {
					t.Errorf("trouble %q, want %q", text, want)
				}
				return
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("no trouble, want %q", want)
		}
	}
}

func TestPlayerAnswers(t *testing.T) {
	p, _ := running(t, enginetest.Good)
	l, _ := ParseLevel("elo 100")
	if p.Name() != "" || p.Level(l) != l {
		t.Errorf("%q knows its levels before it runs", p.Name())
	}
	q := play(t, "e4")
	q.Purpose = "move"
	p.Ask(q)
	if a := answer(t, p); a.Move.String() != "a7a5" || a.Purpose != "move" || p.Name() != enginetest.Name || p.Level(l).String() != "elo 1350" {
		t.Errorf("%+v", a)
	}
}

// TestPlayerStartsAgain: after a crash the same query is answered by the next engine, and the trouble is over.
func TestPlayerStartsAgain(t *testing.T) {
	p, log := running(t, enginetest.CrashFirst)
	p.Ask(play(t, "e4"))
	troubled(t, p, "ended")
	if a := answer(t, p); a.Move.String() != "a7a5" {
		t.Error(a.Move)
	}
	troubled(t, p, "")
	if n := slices.Index(toldTo(t, log), "uci"); n != 0 || strings.Count(strings.Join(toldTo(t, log), "\n"), "uci\n") != 2 {
		t.Errorf("told %v", toldTo(t, log))
	}
}

// TestPlayerGoesOnTrying: a bad engine is told of, and does no harm.
func TestPlayerGoesOnTrying(t *testing.T) {
	for manner, want := range map[string]string{enginetest.Crash: "out of memory", enginetest.Hang: "no answer", enginetest.Illegal: "no legal move", enginetest.CrashAtOnce: "net"} {
		p, _ := running(t, manner)
		p.Ask(play(t))
		troubled(t, p, want)
		troubled(t, p, want)
		p.Stop()
	}
}

func TestPlayerWithoutEngine(t *testing.T) {
	p := NewPlayer(Settings{Program: "/no/such/engine"}, quiet)
	p.pause = time.Millisecond
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go p.Run(ctx)
	p.Prepare()
	troubled(t, p, "/no/such/engine")
}

// TestPlayerReplaces: a query that is replaced or stopped is never answered.
func TestPlayerReplaces(t *testing.T) {
	p, log := running(t, enginetest.Slow)
	long := play(t)
	long.Limit.Time = time.Hour
	p.Ask(long)
	told(t, log, "go movetime")
	short := play(t, "e4")
	short.Purpose = 2
	p.Ask(short)
	if a := answer(t, p); a.Purpose != 2 {
		t.Errorf("answered %v", a.Purpose)
	}
	p.Ask(long)
	p.Stop()
	select {
	case a := <-p.Answers():
		t.Errorf("answered %v", a)
	case <-time.After(300 * time.Millisecond):
	}
}

// told waits until the engine has been told something.
func told(t *testing.T, log, what string) {
	t.Helper()
	for range 500 {
		if f, err := os.ReadFile(log); err == nil && strings.Contains(string(f), what) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("never told %q", what)
}

func TestPlayerHurries(t *testing.T) {
	p, log := running(t, enginetest.Slow)
	p.Hurry() // nothing to hurry
	q := play(t)
	q.Limit.Time = time.Hour
	p.Ask(q)
	told(t, log, "go movetime")
	p.Hurry()
	p.Hurry()
	if a := answer(t, p); a.Move.String() != "a2a3" {
		t.Error(a.Move)
	}
}

// TestPlayerIsNotAskedTheImpossible: there is no answer where no move is legal, and no trouble.
func TestPlayerIsNotAskedTheImpossible(t *testing.T) {
	p, _ := running(t, enginetest.Good)
	p.Ask(play(t, "f3", "e5", "g4", "Qh4"))
	p.Ask(play(t))
	if a := answer(t, p); len(a.Query.Moves) != 0 {
		t.Error(a)
	}
}

// TestPlayerEndsAtOnce, also while an engine doesn't answer.
func TestPlayerEndsAtOnce(t *testing.T) {
	for _, manner := range []string{enginetest.Hang, enginetest.Deaf, enginetest.Slow, enginetest.Mute} {
		s, _ := fake(t, manner)
		p := NewPlayer(s, quiet) // with its usual patience
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); p.Run(ctx) }()
		q := play(t)
		q.Limit.Time = time.Hour
		p.Ask(q)
		time.Sleep(200 * time.Millisecond)
		cancel()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			t.Errorf("%s: still running", manner)
		}
	}
}
