package linktest

import (
	"reflect"
	"testing"

	"jadoube/sensors"
	"jadoube/sensors/link"
)

// Fuzz gives a protocol anything. Nothing panics, what it tells fits the kind of board, and the pieces in
// which bytes come make no difference.
func Fuzz(f *testing.F, kind sensors.Kind, fresh func() link.Protocol) {
	f.Fuzz(func(t *testing.T, b []byte, piece uint8) {
		whole := hear(fresh(), b, len(b))
		pieces := hear(fresh(), b, int(piece)+1)
		if !reflect.DeepEqual(whole, pieces) {
			t.Errorf("all at once it is\n%+v\nin pieces of %d bytes\n%+v", whole, int(piece)+1, pieces)
		}
		for _, r := range whole {
			for _, c := range r.Changes {
				if !c.Square.Valid() || !c.To.Fits(kind) {
					t.Errorf("a board of kind %v said %+v", kind, r)
				}
			}
		}
	})
}

func hear(p link.Protocol, b []byte, piece int) []sensors.Reading {
	e := link.NewEar()
	p.Greet(e)
	for len(b) > 0 {
		n := min(piece, len(b))
		p.Take(b[:n], e)
		b = b[n:]
	}
	p.Tend(e)
	return e.Readings()
}

// Steady wants a protocol to read what changes nothing without allocating: messages must be whole, and all
// say the same.
func Steady(t *testing.T, p link.Protocol, messages []byte) {
	t.Helper()
	e := link.NewEar()
	p.Greet(e)
	for range 5 { // some protocols believe nothing the first time
		p.Take(messages, e)
	}
	if len(e.Readings()) == 0 {
		t.Fatalf("nothing was read of % x", messages)
	}
	if n := testing.AllocsPerRun(200, func() { p.Take(messages, e) }); n != 0 {
		t.Errorf("%v allocations for each message", n)
	}
	if more := e.Readings(); len(more) > 0 {
		t.Errorf("the same again was read as %v", more)
	}
}
