// Package link knows how a board at the end of a serial port is kept: greeted, watched, greeted again when
// it fell silent, and how what it tells becomes readings of which nothing is lost. It must not know any
// board's protocol, nor how a port is opened.
package link
