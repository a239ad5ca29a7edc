package pgn_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"jadoube/rules"
	"jadoube/rules/pgn"
)

func ExampleWrite() {
	g := &pgn.Game{Result: pgn.BlackWins}
	g.SetTag("White", "Adams")
	g.SetTag("Date", "2026.11.30")
	p := rules.StartPosition()
	for _, san := range []string{"f3", "e5", "g4", "Qh4#"} {
		m, err := p.ParseSAN(san)
		if err != nil {
			fmt.Println(err)
			return
		}
		g.Append(m).SetElapsed(3 * time.Second)
		p = p.Play(m)
	}
	if err := pgn.Write(os.Stdout, g); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "2026.11.30"]
	// [Round "?"]
	// [White "Adams"]
	// [Black "?"]
	// [Result "0-1"]
	//
	// 1. f3 {[%emt 0:00:03]} 1... e5 {[%emt 0:00:03]} 2. g4 {[%emt 0:00:03]} 2...
	// Qh4# {[%emt 0:00:03]} 0-1
}

func ExampleReader() {
	r := pgn.NewReader(strings.NewReader("[White \"Adams\"]\n1. e4 e5 2. Ke3 *\n[White \"Brown\"]\n1. d4 d5 *"))
	for {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if g == nil { // the file can't be read
			fmt.Println(err)
			return
		}
		for _, e := range g.Errors {
			fmt.Println("refused:", e)
		}
		fmt.Printf("%s: %d moves, cut: %v\n", g.Tag("White"), len(g.Moves), g.Cut != nil)
	}
	// Output:
	// refused: 2:13: move 2.: illegal move "Ke3": no legal move of white fits
	// Adams: 2 moves, cut: true
	// Brown: 2 moves, cut: false
}
