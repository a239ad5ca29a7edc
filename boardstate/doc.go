// Package boardstate knows how lifts and placements become moves: raw sensor readings in, the
// cheapest legal story of everything since the start out. It must not know a clock, a light, an
// engine or any result but the kings' sign; time comes in as a value, and the same readings always
// give the same stories.
//
// A move is never read from the difference of two snapshots, because a man in the hand looks like a
// finished capture and half of all middlegame positions have two moves with the same occupancy.
// Tracker keeps nodes instead: pairs of a position and an instant at which it stood complete, that
// is, at which what the sensors saw was what they would see of it. An edge leads from a node to a
// later instant by a legal move whose contacts were all seen to do their part, or by nothing, when
// contacts came and went. Everything that an edge doesn't explain costs (Costs); a node's cost is
// the cheapest path's from the start.
//
//	          contacts change                       every contact of a legal move did its part
//	complete ────────────────▶ something waits ─────────────────────────────────────────▶ complete, a ply on
//	   ▲                         │    │  │                                                    (the old node lives on)
//	   └──── came to nothing ────┘    │  └── no move fits, the board was not read, or contacts failed:
//	                                  │      several moves at once are looked for
//	                                  └── two kings on centre squares ──▶ sign of a result
//
// What waits costs more the longer it waits: a man standing where it only passed, a man in the hand.
// So the story with a finished move becomes cheaper than the one in which the hand is still on its
// way; it is shown at once and provisional. It is settled when every rival is SettleGap dearer, which
// time, the lever and the opponent's touch bring about alike. Stories more than Beam away are given up.
package boardstate
