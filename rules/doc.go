// Package rules knows chess: what can stand on a board, which moves are legal, what they are called, and when a
// game is over; it must not know of time, of input and output, or of how a position came to be on a real board.
//
// A [Setup] is anything that can stand on 64 squares. [Setup.Position] turns it into a [Position], which is proved
// sane, or says with a typed [Reason] why not. A Position is a value: [Position.Play] returns a copy with the move
// played, 64 bytes without an allocation.
//
// Chess960 needs no mode. Castling rights are the squares of the rooks that have them, and a castling move goes from
// the king's square to the rook's. Both colours are treated by themselves: their kings may start on different files.
//
// Laws are those of FIDE in force from 1 January 2023; the article numbers in comments are theirs.
package rules
