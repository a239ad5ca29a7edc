package openings_test

import (
	"fmt"
	"strings"

	"jadoube/rules"
	"jadoube/rules/openings"
)

// Another order of moves leads into the Queen's Gambit Declined.
func ExampleBook_ByMoves() {
	book := openings.Load()
	p := rules.StartPosition()
	var moves []rules.Move
	for san := range strings.FieldsSeq("c4 e6 d4 d5 b3") {
		m, err := p.ParseSAN(san)
		if err != nil {
			fmt.Println(err)
			return
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	o, ply, _ := book.ByMoves(moves)
	fmt.Println(o, "after", ply, "moves:", o.Class())
	// Output: D30 Queen's Gambit Declined after 4 moves: closed
}
