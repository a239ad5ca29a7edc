// Package chesslink knows the talk of Millennium's boards behind a ChessLink: their squares and the lights on
// the corners of the squares. It must not know what is legal.
//
// The bytes are those that clients of such boards agree on (docs/boards/chesslink.md).
package chesslink
