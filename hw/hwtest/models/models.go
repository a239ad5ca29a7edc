// Package models knows chips as they behave in a board: with registers, pointers, pins that contacts pull down, and
// faults. Tests put them on a bus of hwtest in place of the real ones. It must not know any driver.
package models

import (
	"math/rand/v2"
	"sync"

	"jadoube/hw"
)

// Pins are the pins of a chip as the board outside sees them: contacts that close to ground or are open. The zero
// Pins are all open. Its methods may be called from any goroutine.
type Pins struct {
	mu     sync.Mutex
	closed uint64
}

// Close closes or opens the contacts in mask to their bits of closed.
func (p *Pins) Close(closed, mask uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = p.closed&^mask | closed&mask
}

// levels are the pins' levels: low where a contact is closed, else high with a pull-up, and without one
// whatever the air says.
func (p *Pins) levels(pulled uint64) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return ^p.closed & (pulled | rand.Uint64())
}

// Fault is what befalls one transaction.
type Fault uint8

// The faults.
const (
	None  Fault = iota
	Nak         // the chip doesn't acknowledge its address
	Cut         // it takes the first byte, or gives it, and then no more
	Flip        // all goes well, but a bit of the answer is turned over
	Brown       // before it, the supply breaks down and the chip resets
)

// Resetter is a chip that loses its settings when its supply breaks down.
type Resetter interface{ Reset() }

// Faulty returns the transactions of a chip, with faults: next says which befalls each. chip may be nil when
// there is no Brown among them.
func Faulty(tx func(w, r []byte) error, chip Resetter, next func() Fault) func(w, r []byte) error {
	return func(w, r []byte) error {
		switch next() {
		case Nak:
			return hw.ErrNoAnswer
		case Cut:
			return cut(tx, w, r)
		case Flip:
			err := tx(w, r)
			if len(r) > 0 {
				r[rand.IntN(len(r))] ^= 1 << rand.IntN(8)
			}
			return err
		case Brown:
			chip.Reset()
		}
		return tx(w, r)
	}
}

func cut(tx func(w, r []byte) error, w, r []byte) error {
	if len(w) > 0 {
		tx(w[:1], nil)
	} else if len(r) > 0 {
		tx(nil, r[:1])
	}
	return hw.ErrNoAnswer
}

// Storm returns a source of faults for Faulty: each transaction has one of the given kinds with probability p. It may
// be called from any goroutine.
func Storm(seed uint64, p float64, kinds ...Fault) func() Fault {
	var mu sync.Mutex
	r := rand.New(rand.NewPCG(seed, 1))
	return func() Fault {
		mu.Lock()
		defer mu.Unlock()
		if r.Float64() >= p {
			return None
		}
		return kinds[r.IntN(len(kinds))]
	}
}
