package boardstate

import (
	"math/bits"

	"jadoube/rules"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// planes holds what 64 contacts say as four bit planes: bit s of plane i is bit i of the contact of
// square s. Two of them are compared in four operations whatever the kind of sensor.
type planes [4]square.Set

func (p *planes) set(s square.Square, c sensors.Contact) {
	for i := range p {
		p[i] = p[i]&^s.Set() | square.Set(c>>i&1)<<s
	}
}

// hash is a number that differs for different planes, nearly always.
func (p *planes) hash() uint64 {
	h := uint64(0)
	for _, b := range p {
		h = bits.RotateLeft64((h^uint64(b))*0x9e3779b97f4a7c15, 29)
	}
	return h
}

// diff is the set of squares whose contacts differ.
func (p *planes) diff(o *planes) square.Set {
	return (p[0] ^ o[0]) | (p[1] ^ o[1]) | (p[2] ^ o[2]) | (p[3] ^ o[3])
}

// eye translates pieces into what one kind of sensor says of them.
type eye struct {
	kind sensors.Kind
	says [256]sensors.Contact // indexed by rules.Piece
}

func newEye(k sensors.Kind) *eye {
	e := &eye{kind: k}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		for r := rules.Pawn; r <= rules.King; r++ {
			p := rules.MakePiece(c, r)
			e.says[p] = sensors.PieceContact(p.Letter()).As(k)
		}
	}
	return e
}

// frame is what the sensors say when a position stands on the board.
func (e *eye) frame(p *rules.Position) (f sensors.Frame, v planes) {
	for s := range p.Occupied().Squares() {
		f[s] = e.says[p.At(s)]
		v.set(s, f[s])
	}
	return f, v
}

// Men is what stands in a position, as a board says that sees pieces. See [sensors.Frame.As] for what others say.
func Men(p *rules.Position) (f sensors.Frame) {
	for s := range p.Occupied().Squares() {
		f[s] = sensors.PieceContact(p.At(s).Letter())
	}
	return f
}
