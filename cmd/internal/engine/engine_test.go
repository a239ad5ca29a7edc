package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"jadoube/cmd/internal/engine/enginetest"
	"jadoube/rules"
)

func TestMain(m *testing.M) {
	enginetest.Main()
	os.Exit(m.Run())
}

var quiet = slog.New(slog.DiscardHandler)

// hasty is a patience for tests.
var hasty = patience{ready: 10 * time.Second, stop: time.Second, over: time.Second, leave: 300 * time.Millisecond}

// fake are the settings of an engine of a manner, and the file of what it is told.
func fake(t *testing.T, manner string) (Settings, string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "told")
	return Settings{Program: self, Args: enginetest.Args(manner, log), Threads: 2, Hash: 512}, log
}

func started(t *testing.T, manner string) (*Engine, string) {
	t.Helper()
	s, log := fake(t, manner)
	e, err := start(t.Context(), s, quiet, hasty)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e, log
}

// toldTo are the lines that an engine was told.
func toldTo(t *testing.T, log string) []string {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

func play(t *testing.T, sans ...string) Query {
	t.Helper()
	q := Query{Start: rules.StartPosition(), Limit: Limit{Time: 10 * time.Millisecond}}
	p := q.Start
	for _, san := range sans {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		q.Moves, p = append(q.Moves, m), p.Play(m)
	}
	return q
}

func TestSearch(t *testing.T) {
	for _, manner := range []string{enginetest.Good, enginetest.Garbage, enginetest.Plain} {
		e, _ := started(t, manner)
		a, err := e.Search(t.Context(), play(t, "e4", "e5"), nil)
		if err != nil || a.Move.String() != "a2a3" || a.Engine != enginetest.Name {
			t.Errorf("%s: %v by %s, %v", manner, a.Move, a.Engine, err)
		}
		if len(a.Lines) != 1 || a.Lines[0].Score.Centipawns != 31 || a.Lines[0].Moves[0] != a.Move {
			t.Errorf("%s: lines %+v", manner, a.Lines)
		}
	}
}

// TestToldInOrder: what an engine is told, word by word.
func TestToldInOrder(t *testing.T) {
	e, log := started(t, enginetest.Good)
	q := play(t, "e4")
	q.Level, _ = ParseLevel("elo 800")
	q.Limit = Limit{Clock: &Clock{White: time.Minute, Black: 30500 * time.Millisecond, BlackIncrement: time.Second, MovesToGo: 12}}
	a, err := e.Search(t.Context(), q, nil)
	if err != nil || a.Level.String() != "elo 1350" {
		t.Fatalf("level %s, %v", a.Level, err)
	}
	q.Level, q.Lines, q.Limit = Level{}, 3, Limit{Nodes: 5000}
	if _, err := e.Search(t.Context(), q, nil); err != nil {
		t.Fatal(err)
	}
	want := strings.Split(`uci
setoption name Threads value 2
setoption name Hash value 64
setoption name OwnBook value false
setoption name UCI_LimitStrength value true
setoption name Skill Level value 20
setoption name UCI_Elo value 1350
setoption name MultiPV value 1
setoption name UCI_Chess960 value false
ucinewgame
isready
position startpos moves e2e4
go wtime 60000 btime 30500 winc 1 binc 1000 movestogo 12
setoption name UCI_LimitStrength value false
setoption name MultiPV value 3
isready
position startpos moves e2e4
go movetime 1000 nodes 5000`, "\n")
	if got := toldTo(t, log); !slices.Equal(got, want) {
		t.Errorf("told\n%s", strings.Join(got, "\n"))
	}
}

func TestChess960(t *testing.T) {
	e, log := started(t, enginetest.Good)
	start, err := rules.Chess960Start(1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Search(t.Context(), Query{Start: start, Limit: Limit{Time: time.Millisecond}}, nil); err != nil {
		t.Fatal(err)
	}
	if told := toldTo(t, log); !slices.Contains(told, "setoption name UCI_Chess960 value true") || !slices.Contains(told, "position fen "+start.ShredderFEN()) {
		t.Error(told)
	}
	plain, _ := started(t, enginetest.Plain)
	if _, err := plain.Search(t.Context(), Query{Start: start}, nil); err == nil || !strings.Contains(err.Error(), "Chess960") {
		t.Error(err)
	}
}

// TestMisbehaviour: each fault is an error that names the engine, in time, and the engine can be closed.
func TestMisbehaviour(t *testing.T) {
	for manner, want := range map[string]string{
		enginetest.Crash: "out of memory", enginetest.Hang: "no answer", enginetest.Deaf: "no answer", enginetest.Illegal: "no legal move",
		enginetest.Resign: "no legal move", enginetest.Parent: "no answer",
	} {
		s, _ := fake(t, manner)
		wait := hasty
		e, err := start(t.Context(), s, quiet, wait)
		if err != nil {
			t.Errorf("%s: %v", manner, err)
			continue
		}
		e.ready, e.over, e.stop = 300*time.Millisecond, 100*time.Millisecond, 100*time.Millisecond
		began := time.Now()
		_, err = e.Search(t.Context(), play(t, "e4"), nil)
		if err == nil || !strings.Contains(err.Error(), want) || time.Since(began) > 10*time.Second {
			t.Errorf("%s: %v after %v", manner, err, time.Since(began))
		}
		e.Close()
		if left := alive(t, e.cmd.Process.Pid); left != "" {
			t.Errorf("%s: still runs: %s", manner, left)
		}
	}
}

// alive is what still runs of a process group, as /proc tells it.
func alive(t *testing.T, group int) (left string) {
	t.Helper()
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		text, _ := os.ReadFile(file) // it may have ended
		_, rest, _ := strings.Cut(string(text), ") ")
		if f := strings.Fields(rest); len(f) > 2 && f[2] == fmt.Sprint(group) && f[0] != "Z" && f[0] != "X" {
			left += string(text)
		}
	}
	return left
}

func TestStartFails(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "text")
	os.WriteFile(text, []byte("no program"), 0o644)
	foreign := filepath.Join(folder, "foreign")
	os.WriteFile(foreign, []byte("\x7fELF\x01\x01\x01 of another machine"), 0o755)
	for program, want := range map[string]string{
		"/no/such": "no such file", folder: "a folder", text: "chmod +x", foreign: "not a program for this machine", "no-such-engine": "[engine] program",
	} {
		if _, err := start(t.Context(), Settings{Program: program}, quiet, hasty); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", program, err)
		}
	}
	short := hasty
	short.ready = 300 * time.Millisecond
	for manner, want := range map[string]string{enginetest.CrashAtOnce: "the net can't be read", enginetest.Mute: "no answer", enginetest.Babble: "no answer"} {
		s, _ := fake(t, manner)
		if _, err := start(t.Context(), s, quiet, short); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", manner, err)
		}
	}
}

func TestFindWithoutAny(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if path, err := Find(""); err == nil && !strings.HasPrefix(path, gamesDir) || err != nil && !strings.Contains(err.Error(), "apt install stockfish") {
		t.Errorf("%s, %v", path, err)
	}
}

// TestStopAndHurry: a search that is stopped leaves the engine fit for the next.
func TestStopAndHurry(t *testing.T) {
	e, log := started(t, enginetest.Slow)
	q := play(t, "d4")
	q.Limit.Time = time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		for range 1000 { // until it thinks
			if text, _ := os.ReadFile(log); strings.Contains(string(text), "go movetime") {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	if _, err := e.Search(ctx, q, nil); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	hurry := make(chan struct{})
	time.AfterFunc(50*time.Millisecond, func() { close(hurry) })
	a, err := e.Search(t.Context(), q, hurry)
	if err != nil || a.Move.String() != "a7a5" || a.Took > 10*time.Second {
		t.Errorf("%v after %v, %v", a.Move, a.Took, err)
	}
	if n := strings.Count(strings.Join(toldTo(t, log), "\n"), "stop"); n != 2 {
		t.Errorf("told to stop %d times", n)
	}
}

// TestOverTime: an engine that thinks too long is told to stop, and its move counts.
func TestOverTime(t *testing.T) {
	e, _ := started(t, enginetest.Slow)
	if a, err := e.Search(t.Context(), play(t), nil); err != nil || a.Move.String() != "a2a3" {
		t.Error(a.Move, err)
	}
}

// TestLate: a move that comes after the engine was told to stop counts as well.
func TestLate(t *testing.T) {
	e, log := started(t, enginetest.Late)
	e.over, e.stop = 20*time.Millisecond, 10*time.Second
	if a, err := e.Search(t.Context(), play(t), nil); err != nil || a.Move.String() != "a2a3" {
		t.Error(a.Move, err)
	}
	if !slices.Contains(toldTo(t, log), "stop") {
		t.Error("it was never told to stop")
	}
}

func TestEndedWhileIdle(t *testing.T) {
	e, _ := started(t, enginetest.Good)
	syscall.Kill(e.cmd.Process.Pid, syscall.SIGTERM)
	for range e.lines { // until it has ended
	}
	if _, err := e.Search(t.Context(), play(t), nil); err == nil || !strings.Contains(err.Error(), "ended") {
		t.Error(err)
	}
}

func TestOwnOptions(t *testing.T) {
	s, log := fake(t, enginetest.Good)
	s.Options = map[string]string{"style": "Risky", "Colour": "blue"}
	var said strings.Builder
	e, err := start(t.Context(), s, slog.New(slog.NewTextHandler(&said, nil)), hasty)
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
	if !slices.Contains(toldTo(t, log), "setoption name Style value Risky") || !strings.Contains(said.String(), "Colour") {
		t.Errorf("told %v, logged %s", toldTo(t, log), &said)
	}
}

// TestStockfish plays a game against itself at several levels, with the engine that Debian has.
func TestStockfish(t *testing.T) {
	if _, err := Find(""); err != nil {
		t.Skip(err)
	}
	e, err := Start(t.Context(), Settings{Threads: 1, Hash: 16}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if !strings.HasPrefix(e.Name(), "Stockfish") {
		t.Errorf("it calls itself %s", e.Name())
	}
	q := play(t)
	for i := range 12 {
		for _, text := range []string{"full", "elo 1500", "skill 2"}[i%3:][:1] {
			q.Level, _ = ParseLevel(text)
		}
		a, err := e.Search(t.Context(), q, nil)
		if err != nil || a.Level != q.Level || len(a.Lines) == 0 {
			t.Fatalf("move %d: %+v, %v", i, a, err)
		}
		q.Moves = append(q.Moves, a.Move)
	}
	mate := Query{Start: rules.MustFEN("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"), Limit: Limit{Time: 200 * time.Millisecond}, Lines: 2}
	a, err := e.Search(t.Context(), mate, nil)
	if err != nil || a.Move.String() != "a1a8" || len(a.Lines) != 2 || !a.Lines[0].Score.Mate || a.Lines[0].Score.In != 1 {
		t.Errorf("%v %+v, %v", a.Move, a.Lines, err)
	}
}

func ExampleLevel() {
	l, _ := ParseLevel("elo 1500")
	fmt.Println(l, l.Elo())
	// Output: elo 1500 1500
}
