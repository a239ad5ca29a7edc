// Package enginetest is a chess engine for tests, which can misbehave in all the ways that engines do; it knows nothing of
// who asks it.
//
// A test's TestMain calls [Main] first: the test's own binary is then the engine when it is started with [Args].
package enginetest

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"

	"jadoube/rules"
)

// flag is the first argument of a test binary that is to be an engine.
const flag = "-as-chess-engine"

// The manners of an engine.
const (
	Good        = "good"          // plays the first legal move in the order of its UCI text, at once
	Greedy      = "greedy"        // takes what it can with gain, else as good; it counts the men
	CrashAtOnce = "crash-at-once" // ends before it says anything
	Crash       = "crash"         // ends when it is to think
	CrashFirst  = "crash-first"   // … only in the first run: it leaves a file behind
	Mute        = "mute"          // reads and says nothing
	Deaf        = "deaf"          // greets, then reads nothing more
	Hang        = "hang"          // never gives its move
	Slow        = "slow"          // thinks until it is told to stop
	Late        = "late"          // thinks for 300 ms, whatever it is told
	Garbage     = "garbage"       // says all sorts of things between the right ones, very long lines too
	Babble      = "babble"        // nothing but garbage, without end
	Illegal     = "illegal"       // plays a move that isn't legal
	Resign      = "resign"        // plays "(none)"
	Plain       = "plain"         // good, but without any option
	Parent      = "parent"        // leaves the work to a child and hangs
	stopWord    = "stop"
	Name        = "Fake 1.0" // what it calls itself
)

// Args are the arguments that make a test's binary an engine of a manner. What it is told is added to the file log, where
// that isn't "".
func Args(manner, log string) []string { return []string{flag, manner, log} }

// Main is the engine, when the program was started with [Args]; else it returns.
func Main() {
	if len(os.Args) != 4 || os.Args[1] != flag {
		return
	}
	f := &fake{manner: os.Args[2], log: os.Args[3], moves: make(chan string), in: make(chan string)}
	os.Exit(f.run())
}

type fake struct {
	manner, log string
	pos         rules.Position
	in, moves   chan string
	thinking    bool
}

func (f *fake) run() int {
	switch f.manner {
	case CrashAtOnce:
		fmt.Fprintln(os.Stderr, "the net can't be read")
		return 3
	case Babble:
		for {
			fmt.Println(strings.Repeat("\x00\xffinfo uci best ", 50))
		}
	case Parent:
		os.StartProcess("/bin/sleep", []string{"sleep", "60"}, &os.ProcAttr{Files: []*os.File{nil, os.Stdout, os.Stderr}})
	}
	go f.read()
	for {
		select {
		case line, ok := <-f.in:
			if !ok || !f.obey(line) {
				return 4
			}
		case m := <-f.moves:
			f.thinking = false
			fmt.Printf("bestmove %s\n", m)
		}
	}
}

func (f *fake) read() {
	defer close(f.in)
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		f.note(in.Text())
		f.in <- in.Text()
	}
}

func (f *fake) note(line string) {
	if f.log == "" {
		return
	}
	if file, err := os.OpenFile(f.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		fmt.Fprintln(file, line)
		file.Close()
	}
}

// obey does what a line says; it is false when the engine is to end.
func (f *fake) obey(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	if f.manner == Mute && word != "quit" {
		return true
	}
	if f.manner == Garbage {
		fmt.Print("\x80\x00 info depth x score cp pv\nbestmove\noption name\n" + strings.Repeat("z", 200_000) + "\n\n")
	}
	switch word {
	case "uci":
		f.greet()
	case "isready":
		if f.manner == Deaf {
			time.Sleep(time.Hour)
		}
		fmt.Println("readyok")
	case "position":
		f.position(rest)
	case "go":
		return f.think()
	case stopWord:
		if f.thinking && f.manner == Slow {
			f.thinking = false
			fmt.Printf("bestmove %s\n", f.first())
		}
	case "quit":
		return false
	}
	return true
}

func (f *fake) greet() {
	fmt.Println("id name " + Name + "\nid author nobody")
	if f.manner != Plain {
		fmt.Println(`option name Threads type spin default 1 min 1 max 4
option name Hash type spin default 16 min 1 max 64
option name MultiPV type spin default 1 min 1 max 5
option name OwnBook type check default true
option name Skill Level type spin default 20 min 0 max 20
option name UCI_LimitStrength type check default false
option name UCI_Elo type spin default 1350 min 1350 max 2850
option name UCI_Chess960 type check default false
option name Style type combo default Very Solid var Very Solid var Risky`)
	}
	fmt.Println("uciok")
}

func (f *fake) position(words string) {
	start, moves, _ := strings.Cut(words, "moves")
	f.pos = rules.StartPosition()
	if fen, is := strings.CutPrefix(strings.TrimSpace(start), "fen "); is {
		f.pos = rules.MustFEN(fen)
	}
	for _, w := range strings.Fields(moves) {
		m, err := f.pos.ParseUCI(w)
		if err != nil {
			panic(err) // the test sees the crash
		}
		f.pos = f.pos.Play(m)
	}
}

// first is the first legal move in the order of the texts.
func (f *fake) first() (text string) {
	for _, m := range f.pos.LegalMoves(nil) {
		if u := f.pos.UCI960(m); text == "" || u < text {
			text = u
		}
	}
	return text
}

// greedy is the move that wins most at once, and the balance of material after it.
func (f *fake) greedy() (text string, score int) {
	text = f.first()
	won := rules.Centipawns(0)
	for _, m := range f.pos.LegalMoves(nil) {
		if w := f.pos.ExchangeOf(m); w > won {
			text, won = f.pos.UCI960(m), w
		}
	}
	us := f.pos.Turn()
	return text, int(f.pos.Material(us) - f.pos.Material(us.Other()) + won)
}

func (f *fake) think() bool {
	first, score := f.first(), 31
	if f.manner == Greedy {
		first, score = f.greedy()
	}
	fmt.Printf("info string thinking\ninfo depth 1 multipv 1 score cp %d nodes 20 pv %s\n", score, first)
	switch f.manner {
	case Crash:
		fmt.Fprintln(os.Stderr, "out of memory")
		return false
	case CrashFirst:
		if _, err := os.Stat(f.log + ".crashed"); err != nil {
			os.WriteFile(f.log+".crashed", nil, 0o600)
			return false
		}
	case Hang, Parent:
		return true
	case Slow:
		f.thinking = true
		return true
	case Late:
		f.thinking = true
		time.AfterFunc(300*time.Millisecond, func() { f.moves <- first })
		return true
	case Illegal:
		first = "e2e5"
	case Resign:
		first = "(none)"
	}
	fmt.Printf("bestmove %s ponder e7e5\n", first)
	return true
}
