// Package dgt knows the talk of electronic boards that are compatible with DGT's: their squares, the chess
// clock that is plugged into them, and the lights of the Revelation II. It must not know what is legal, nor
// how a game's clock is kept.
//
// The bytes are those that clients and recordings of such boards agree on (docs/boards/dgt.md).
package dgt
