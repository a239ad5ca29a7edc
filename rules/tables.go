package rules

var startPosition Position

// init makes the tables, in the order in which they need each other, in half a millisecond on a desktop.
func init() {
	initAttacks()
	initZobrist()
	initEffects()
	startPosition = MustFEN(StartFEN)
}
