package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// hands act out words on the process's simulated board: "-e1" lifts, "+e1" sets down what was lifted last, a number is ms that pass.
func (p *process) hands(t *testing.T, words string) {
	t.Helper()
	for _, w := range strings.Fields(words) {
		verb := "lift"
		switch w[0] {
		case '+':
			verb = "place"
		case '-':
		default:
			ms, _ := strconv.Atoi(w)
			time.Sleep(time.Duration(ms) * time.Millisecond)
			continue
		}
		p.do(t, `{"do":"`+verb+`","square":"`+w[1:]+`"}`)
	}
}

// TestBoardAlone: side, level and clock, resigning and shutting down, by hands on the board of the program as users start it.
func TestBoardAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 20 seconds of real time")
	}
	if _, err := exec.LookPath("stockfish"); err != nil {
		if _, err := os.Stat("/usr/games/stockfish"); err != nil {
			t.Skip("no stockfish to play against")
		}
	}
	t.Parallel()
	dir := t.TempDir()
	config, off := filepath.Join(dir, "board.toml"), filepath.Join(dir, "off")
	for file, text := range map[string]string{
		config:                          "[opponent]\nmove-time = 50\n[menu]\nshut-down = \"machine\"\n",
		filepath.Join(dir, "systemctl"): "#!/bin/sh\necho \"$@\" >" + off + "\n",
	} {
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	p := serveApart(t, config, filepath.Join(dir, "data"), "PATH="+dir+":"+os.Getenv("PATH"))
	const menu = " 800 -e1 200 -e8 1900 +e8 200 +e1 800 "
	tap := func(s string) string { return " +" + s + " 600 -" + s + " 500 " }
	p.hands(t, menu+"-d1"+tap("a3")+tap("c4")+tap("c6")+"+d1 900")
	if s := p.state(t); s.Clock == nil || s.Clock.White != 180_000 || s.Prompt == nil || s.Prompt.Key != "menu" {
		t.Fatalf("%+v", s)
	}
	p.hands(t, "-e1 200 -e8 300 +e8 100 +e1")
	until(t, "the engine's move", func() bool { return len(p.state(t).Moves) == 1 })
	uci := p.state(t).Moves[0].UCI
	p.hands(t, "500 -"+uci[:2]+" 200 +"+uci[2:4]+" 800"+menu+"-e8 600 +e8 500 -e8 600 +e8 800")
	if s := p.state(t); s.Result == nil || s.Result.Result != "1-0" || s.Result.Reason != "resignation" {
		t.Fatalf("%+v", s)
	}
	p.hands(t, "-"+uci[2:4]+" 200 +"+uci[:2])
	until(t, "the engine's move in the next game", func() bool { s := p.state(t); return s.Result == nil && len(s.Moves) == 1 })
	uci = p.state(t).Moves[0].UCI
	p.hands(t, "500 -"+uci[:2]+" 200 +"+uci[2:4]+" 800"+menu+"-d1"+tap("h4")+"+h4 600 -h4")
	overdue := time.AfterFunc(patience, func() { p.cmd.Process.Kill() })
	defer overdue.Stop()
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, p.errs.String())
	}
	if text, _ := os.ReadFile(off); string(text) != "poweroff\n" {
		t.Errorf("systemctl was told %q", text)
	}
}

// TestUnfinishedAfterAKill: the program is killed in a game, and asks on the board when it is started again: a man held in thought says
// nothing, a move goes on, and after another kill hands end the game.
func TestUnfinishedAfterAKill(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 15 seconds of real time")
	}
	t.Parallel()
	dir := t.TempDir()
	config, data := filepath.Join(dir, "board.toml"), filepath.Join(dir, "data")
	if err := os.WriteFile(config, []byte("[board]\nsensor = \"occupancy\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := serveApart(t, config, data)
	asks := func(want bool, moves int) {
		t.Helper()
		s := p.state(t)
		if asked := s.Prompt != nil && s.Prompt.Key == "resume-game"; asked != want || len(s.Moves) != moves {
			t.Fatalf("prompt %+v, moves %v", s.Prompt, s.Moves)
		}
		if lit := s.LEDs["e1"] == "do-next" && s.LEDs["e8"] == "do-next"; lit != want {
			t.Fatalf("lights %v", s.LEDs)
		}
	}
	again := func() {
		t.Helper()
		p.kill()
		p = serveApart(t, config, data)
	}
	p.hands(t, "-e2 300 +e4 900")
	asks(false, 1)
	again()
	asks(true, 1)
	p.hands(t, "900 -g8 1500 +g8 900")
	asks(true, 1)
	p.hands(t, "-e7 300 +e5 900")
	asks(false, 2)
	again()
	p.hands(t, "900 -e1 200 -e8 1900 +e8 200 +e1 800 -d1 300 +a4 600 -a4 500 +a4 600 -a4 500 +d1 900")
	asks(false, 0)
	p.kill()
	_, games := kept(t, data)
	if len(games) != 1 || games[0].Moves != "e2e4 e7e5" || !strings.Contains(games[0].PGN, `[Termination "abandoned"]`) {
		t.Errorf("%+v", games)
	}
}
