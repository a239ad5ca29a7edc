// Package sim knows boards that do not exist: [Board] has sensors but no wires and is played on by
// whoever calls it, [Hands] acts out a whole game on one, as tidily or carelessly as wanted. It is the
// one kind of sensor that knows the rules of chess, because hands do; what it tells the rest is only what
// a board's sensors would.
package sim
