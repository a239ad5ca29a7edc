package teacher

import (
	"jadoube/rules/square"
)

// What helps in exercises: at first the lights of the lifted man, later only what is asked for and why castling fails.
const (
	shown = Usual | Hints | Castling
	alone = Hints | Castling
)

func reach(s square.Square) Goal  { return Goal{Aim: Reach, Square: s} }
func take(s square.Square) Goal   { return Goal{Aim: Take, Square: s} }
func castle(s square.Square) Goal { return Goal{Aim: Castle, Square: s} }
func mate(moves int) Goal         { return Goal{Aim: Mate, Moves: moves} }

// Exercises are all exercises, lesson after lesson in the order in which they are taught. Where it can be, the men of one
// stand already when the one before is solved. The numbers behind are the articles of the Laws.
var Exercises = []Exercise{
	{"rook-1", "rook", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", reach(square.A6), shown}, // 3.3
	{"rook-2", "rook", "4k3/8/R7/8/8/8/8/4K3 w - - 0 1", reach(square.H6), shown},
	{"rook-3", "rook", "4k3/8/7R/8/8/7n/8/4K3 w - - 0 1", take(square.H3), shown},  // 3.1
	{"rook-4", "rook", "4k3/7p/7p/8/8/7R/8/4K3 w - - 0 1", take(square.H6), alone}, // 3.5: not the one behind

	{"bishop-1", "bishop", "4k3/p7/8/8/8/8/8/2B1K3 w - - 0 1", reach(square.H6), shown}, // 3.2
	{"bishop-2", "bishop", "4k3/p7/7B/8/8/8/8/4K3 w - - 0 1", reach(square.G7), shown},
	{"bishop-3", "bishop", "4k3/p5B1/8/8/8/2p5/8/4K3 w - - 0 1", take(square.C3), alone},

	{"queen-1", "queen", "4k3/p7/8/8/8/8/8/3QK3 w - - 0 1", reach(square.D5), shown}, // 3.4
	{"queen-2", "queen", "4k3/p7/8/3Q4/8/8/8/4K3 w - - 0 1", reach(square.A2), shown},
	{"queen-3", "queen", "4k3/p7/8/8/8/8/Q6p/4K3 w - - 0 1", take(square.H2), alone},

	{"knight-1", "knight", "4k3/p7/8/8/8/8/8/1N2K3 w - - 0 1", reach(square.C3), shown}, // 3.6
	{"knight-2", "knight", "4k3/p7/8/8/8/2N5/8/4K3 w - - 0 1", reach(square.E4), shown},
	{"knight-3", "knight", "4k3/p7/3p4/8/4N3/8/8/4K3 w - - 0 1", take(square.D6), alone},
	{"knight-4", "knight", "4k3/8/8/2ppp3/2pNp3/2ppp3/8/4K3 w - - 0 1", reach(square.F5), alone}, // it jumps

	{"king-1", "king", "4k3/p7/8/8/8/8/8/4K3 w - - 0 1", reach(square.E2), shown}, // 3.8.1
	{"king-2", "king", "8/p7/4k3/8/4K3/8/8/8 w - - 0 1", reach(square.D4), shown}, // kings don't touch
	{"king-3", "king", "4k3/p7/8/8/8/8/3q4/4K3 w - - 0 1", take(square.D2), alone},

	{"pawn-1", "pawn", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", reach(square.E3), shown},              // 3.7.1
	{"pawn-2", "pawn", "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", reach(square.D4), shown},             // 3.7.2
	{"pawn-3", "pawn", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", take(square.D5), shown},             // 3.7.3
	{"pawn-4", "pawn", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Goal{Aim: EnPassant}, shown},        // 3.7.3.1
	{"pawn-5", "pawn", "8/4P3/8/8/k7/8/8/4K3 w - - 0 1", Goal{Aim: Promote}, shown},             // 3.7.3.3
	{"safe-1", "safe", "6k1/8/8/3p4/4Q3/8/8/4K3 w - - 0 1", Goal{Aim: Save}, alone | Attacked},  // a piece is attacked
	{"safe-2", "safe", "6k1/p7/8/8/2b5/8/4R3/4K3 w - - 0 1", Goal{Aim: Save}, alone},            // protected, and lost all the same
	{"safe-3", "safe", "6k1/p7/8/8/1r6/8/1N4PP/6K1 w - - 0 1", Goal{Aim: Save}, alone | Risks},  // away, not to where it is lost
	{"castling-1", "castling", "4k3/p7/8/8/8/8/8/4K2R w K - 0 1", castle(square.G1), shown},     // 3.8.2
	{"castling-2", "castling", "4k3/p7/8/8/8/8/8/R3K3 w Q - 0 1", castle(square.C1), shown},     //
	{"castling-3", "castling", "1r2k3/p7/8/8/8/8/8/R3K3 w Q - 0 1", castle(square.C1), alone},   // the rook's way may be attacked
	{"castling-4", "castling", "2r1k3/p7/8/8/8/8/8/R3K2R w KQ - 0 1", castle(square.G1), alone}, // the king's may not
	{"castling-5", "castling", "4k3/p7/8/8/8/8/8/R3K2R w Q - 0 1", castle(square.C1), alone},    // 3.8.2.1
	{"check-1", "check", "4k3/p7/8/8/8/8/8/r3K3 w - - 0 1", Goal{Aim: Go}, shown | Check},       // 3.9
	{"check-2", "check", "4r2k/p7/8/1B6/8/8/8/4K3 w - - 0 1", Goal{Aim: Remove}, shown},         //
	{"check-3", "check", "4r2k/p7/8/1B6/8/8/8/4K3 w - - 0 1", Goal{Aim: Block}, shown},          //
	{"check-4", "check", "6k1/p7/8/8/8/3n4/8/4K2R w - - 0 1", Goal{Aim: Go}, alone},             // nothing goes between a knight and a king
	{"check-5", "check", "4r2k/p7/8/8/8/3n4/8/4K2B w - - 0 1", Goal{Aim: Go}, alone},            // two at once
	{"pin-1", "pin", "4r2k/p7/8/8/8/8/4R3/4K3 w - - 0 1", take(square.E8), shown},               // 3.9.2: along the line
	{"mate-1", "mate", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", mate(1), shown},                     // on the back rank
	{"mate-2", "mate", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", mate(1), shown},                        // the queen, protected
	{"mate-3", "mate", "4k3/R7/8/8/8/8/8/1R2K3 w - - 0 1", mate(1), alone},                      // two rooks
	{"mate-4", "mate", "4k3/8/4K3/8/8/8/8/R7 w - - 0 1", mate(1), alone},                        // rook and king
	{"mate-5", "mate", "6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", mate(1), alone},                     // smothered
	{"mate-6", "mate", "4k3/8/R7/1R6/8/8/8/6K1 w - - 0 1", mate(2), alone},                      // the ladder
	{"mate-7", "mate", "2k5/8/1K6/8/8/8/8/7Q w - - 0 1", mate(2), alone},                        // king and queen
	{"mate-8", "mate", "1k6/8/3K4/8/8/8/8/7R w - - 0 1", mate(3), alone},                        // king and rook
}
