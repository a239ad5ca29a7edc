// Package clock knows time controls and the chess clock: two times of which one runs at most, the counts
// of moves, the flags, and what an arbiter may change. It must not know the time of day, a board, a game's
// result or what is to be done about a fallen flag; time comes in as a value, and the same inputs always
// give the same clock, however often it was asked in between.
//
// A Control is what was agreed (Article 6.2 of the Laws; PGN's TimeControl), Settings add how the clock
// behaves, Clock is the machine, State everything in it, to be stored and restored, and View what a display shows.
// All times are milliseconds; moments are milliseconds on the caller's own scale, which must not run backwards.
//
//	          Start, or a Press by the side that doesn't begin
//	Ready ───────────────────────────────────────────────────▶ Running ◀─┐
//	                                                            │   │    │ Press: the move is complete, the other runs
//	                              Pause, Undo, Restored, or     │   └────┘
//	                              a flag (where OnFlag is Freeze)▼
//	                                                          Stopped ──▶ Resume: Running
//
// A press never wakes a stopped clock and never takes anything away. Every change returns an Event with
// what the clock was before and after it, and Undo puts that back.
package clock
