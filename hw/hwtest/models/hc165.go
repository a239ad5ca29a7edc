package models

import "sync"

// HC165 is a chain of n 74HC165 on SPI, with pull-ups at the inputs. It is an hw.SPI. With Latch, an hw.OutPins of one pin, it
// loads while that is low; without a write to it, whenever it isn't selected.
type HC165 struct {
	Pins
	N   int
	End byte // what the last DS brings: 0x00 or 0xff

	mu      sync.Mutex
	latched bool // PL is driven
	load    bool
	shift   uint64
	dead    bool
}

// String names the model.
func (m *HC165) String() string { return "simulated 74HC165" }

// Len is 1: PL.
func (m *HC165) Len() int { return 1 }

// Write drives PL.
func (m *HC165) Write(levels, mask uint64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if mask&1 == 0 {
		return nil
	}
	m.latched = true
	m.load = levels&1 == 0
	if m.load {
		m.shift = m.levels(^uint64(0))
	}
	return nil
}

// Break takes the supply away, or brings it back: MISO is 0 then.
func (m *HC165) Break(dead bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dead = dead
}

// Tx shifts a byte for each of w.
func (m *HC165) Tx(w, r []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.latched {
		m.shift = m.levels(^uint64(0))
	}
	for i := range w {
		out := byte(m.shift)
		switch {
		case m.dead:
			out = 0
		case m.load: // not shifting: D7 of the first chip all the time
			out = byte(int8(out) >> 7)
		default:
			m.shift = m.shift>>8 | uint64(m.End)<<(8*(m.N-1))
		}
		if r != nil {
			r[i] = out
		}
	}
	return nil
}
