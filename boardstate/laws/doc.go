// Package laws knows what the FIDE Laws of Chess make of touching, releasing and completing moves, in several editions; it must not
// know how a hand's doings were seen, nor who enforces what.
//
// A [Ledger] keeps what the player having the move did, in the order in which it happened. Everything else is a pure function of the
// position at the start of his turn, the ledger and the [Edition]: [Edition.Obligation] says which legal moves he still may make and
// why, [MadeAt] when a move was made, [Edition.CompletedAt] when it was completed, [Edition.Breach] whether a move broke the
// obligation, and [Edition.ClaimEnds] when the opponent lost the right to claim that.
//
// Times are milliseconds since any fixed instant, never decreasing.
package laws
