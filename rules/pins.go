package rules

import "jadoube/rules/square"

// Pin is a piece that stands alone between an enemy bishop, rook or queen and a more valuable piece of its own side.
type Pin struct {
	Pinned square.Square // the piece in between
	By     square.Square // the enemy piece
	To     square.Square // the piece that would be exposed
	// Absolute: To is the king, and leaving the line is illegal; moves along the line, up to taking By, stay legal. Else
	// the pin is relative: leaving is legal, but costs the piece behind or part of its value.
	Absolute bool
}

// Pins returns the pins that c's pieces are in, those to the king first. A relative pin is told only when the piece
// behind is worth more than the one in between and the opponent would win by taking it there. Two pawns that en passant
// would take off one rank at once are no pin.
func (p *Position) Pins(c Color) (pins []Pin) {
	c &= 1
	king := p.King(c)
	pins = p.appendPins(pins, c, king)
	for to := range p.Side(c).Without(king).Squares() {
		pins = p.appendPins(pins, c, to)
	}
	return pins
}

// appendPins appends the pins of c's pieces to its piece on a square.
func (p *Position) appendPins(pins []Pin, c Color, to square.Square) []Pin {
	seen := p.attackers(to, c^1, p.Occupied())
	for pinned := range p.Side(c).Without(p.King(c)).Without(to).Squares() {
		behind := p.Occupied().Without(pinned)
		for by := range (p.attackers(to, c^1, behind) &^ seen).Squares() {
			if p.pays(pinned, by, to) {
				pins = append(pins, Pin{pinned, by, to, p.At(to).Role() == King})
			}
		}
	}
	return pins
}

// pays reports whether a piece is kept in its place by what its leaving would cost.
func (p *Position) pays(pinned, by, to square.Square) bool {
	worth := p.At(to).Role()
	if worth == King {
		return true
	}
	x := exchange{p: p, at: to}
	return worth.Value() > p.At(pinned).Role().Value() &&
		x.capture(p.At(by).Color(), by, p.Occupied().Without(pinned), worth.Value()) > 0
}
