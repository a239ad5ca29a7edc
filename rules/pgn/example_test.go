package pgn_test

import (
	"fmt"
	"os"
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
