package rules_test

import (
	"fmt"

	"jadoube/rules"
	"jadoube/rules/square"
)

// The bishop pins the knight to its queen.
func ExamplePosition_Pins() {
	p := rules.MustFEN("rnbqkb1r/ppp2ppp/4pn2/3p2B1/2PP4/2N5/PP2PPPP/R2QKBNR b KQkq - 3 4")
	for _, pin := range p.Pins(rules.Black) {
		fmt.Println(pin.Pinned, "is pinned by", pin.By, "to", pin.To, pin.Absolute)
	}
	// Output: f6 is pinned by g5 to d8 false
}

// Queen and rook stand behind each other against a pawn, but the queen would have to take first.
func ExamplePosition_StaticExchange() {
	p := rules.MustFEN("4k3/8/2p5/3p4/8/3Q4/3R4/4K3 w - - 0 1")
	fmt.Println(p.Attackers(square.D5, rules.White), p.Defenders(square.D5), p.StaticExchange(square.D5, rules.White).Pawns())
	// Output: {d3} {c6} 0
}
