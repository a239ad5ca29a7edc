// Package referee keeps a game by the Laws: who touched what, what he owes, when a move was made and completed, what was illegal and
// what it costs, whose time runs, who may claim what, and how the game ends. It must not know how a move is recognised: the line that
// was played is told to it, and it never argues with it.
//
// A [Referee] is told of contacts that are believed ([Referee.Contact]), of the line that is shown ([Referee.Shown]), of keys
// ([Referee.Press]) and of time ([Referee.Advance]), in the order in which they happened, and answers with [Ruling] values. What the
// Laws say is in boardstate/laws, the clock in boardstate/clock; here they meet the board.
//
//	                contacts                 the line shows a move        his press, or the opponent touches his man
//	a turn begins ──────────▶ ledger, what is owed ──────▶ his move stands ──────────▶ the opponent's turn begins
//	      ▲                                                    │ moved on: it is another move, or none
//	      │ put back, or claimed                               ▼
//	      └──────────── an illegal move was completed ◀──── pressed with no move standing
//
// Times are milliseconds since the start of the recording. The package has no goroutines and looks at no clock: the same inputs give
// the same rulings.
package referee
