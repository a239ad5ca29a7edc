package dgt

import (
	"jadoube/rules/square"
	"jadoube/sensors"
)

// men are the pieces in the order of their codes. The codes after them are pieces that show a result: they
// count as no man.
var men = [16]sensors.Contact{
	sensors.Nothing,
	sensors.WhitePawn, sensors.WhiteRook, sensors.WhiteKnight, sensors.WhiteBishop, sensors.WhiteKing, sensors.WhiteQueen,
	sensors.BlackPawn, sensors.BlackRook, sensors.BlackKnight, sensors.BlackBishop, sensors.BlackKing, sensors.BlackQueen,
}

// fieldSquare is the square of a field: 0 is a8, 7 is h8, 63 is h1. On a board that stands turned they are
// the other way round; that is found out elsewhere.
func fieldSquare(field byte) square.Square { return square.Square(field ^ 56) }

func squareField(s square.Square) byte { return byte(s) ^ 56 }

// readBoard reads the 64 fields of a dump; false when one holds what can't stand there.
func readBoard(f *sensors.Frame, fields []byte) bool {
	for i, code := range fields {
		if int(code) >= len(men) {
			return false
		}
		f[fieldSquare(byte(i))] = men[code]
	}
	return true
}
