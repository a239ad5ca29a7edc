// Package pgn knows Portable Game Notation, the text format of chess games: it reads it leniently and writes it
// strictly; it must not know of files, boards or who played.
//
// A [Reader] streams one game at a time, so that a file of millions needs the memory of one. It keeps comments,
// annotations, variations and unknown tags. What makes no sense is reported with line and column and spoils as little
// as possible: the part of the game before it is kept, and the next game is read. [Write] produces the export format of
// the PGN standard of 1994: seven tags always, then the others by name, lines under 80 columns.
//
// Choices where files differ: the result at the end of the moves counts, not the Result tag; of two tags of one name
// the first counts; white space in comments means nothing but a gap between words; bytes that are not UTF-8 are taken
// for Latin-1, with Windows' additions; a null move is read in variations only.
package pgn
