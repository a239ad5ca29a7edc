// Package engine knows how to talk to a chess engine, a program that speaks the Universal Chess Interface: to find and
// start it, to tell it a position and how strong to play, and to live with one that crashes, hangs or talks nonsense. It
// must not know boards, games, lights, or what its answers are good for.
//
// [Engine] is one running program, for one caller at a time. [Player] keeps one running: it starts it again when it fails,
// and lets callers who must not wait ask and go on.
//
//	  Ask                  go                     bestmove
//	──────▶ (start, ready) ──▶ thinking ─────────────────────────▶ Answers
//	             ▲                │ crash, no answer, an illegal move
//	             └── after 1…30 s ┘──────────────────────────────▶ Trouble
//
// The interface: https://www.shredderchess.com/chess-features/uci-universal-chess-interface.html
package engine
