// Package trace knows the text form in which a board's raw sensor changes and presses are kept; it
// knows what a sensor can say, but not what is legal.
//
// A trace is read whole or not at all: the first thing wrong refuses it, with an [*Error] that names
// file, line, value and what was wanted. Only the last line is treated mildly, because a power cut may
// have taken its end: a last line without a newline that could have gone on is dropped with a warning.
//
// The format's line end is LF; CR LF is taken for LF, and a byte order mark is passed over, because
// editors put them in. Tabs and several spaces separate words as one space does.
package trace
