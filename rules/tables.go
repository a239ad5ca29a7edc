package rules

var startPosition Position

// init makes the tables, in the order in which they need each other, in about a tenth of a millisecond.
func init() {
	initAttacks()
	initZobrist()
	startPosition = MustFEN(StartFEN)
}
