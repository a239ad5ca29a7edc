// Package link knows how a board at the end of a serial port is kept: opened, greeted, watched, opened
// again after it was unplugged, and how what it tells becomes readings of which nothing is lost. It must
// not know any board's protocol.
//
//	         opened           whole state, or a change
//	closed ─────────▶ greeted ────────────────────────▶ heard ──▶ readings
//	   ▲                 │ nothing readable for Silence    │ unplugged, or the same
//	   └─────────────────┴─────────────────────────────────┘ an error; the next reading has a Gap
package link
