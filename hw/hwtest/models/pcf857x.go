package models

import "sync"

// PCF857x is an expander with 1 or 2 bytes of pins that are held up weakly (PCF8574, PCF8575). Make it with NewPCF857x.
type PCF857x struct {
	Pins
	mu     sync.Mutex
	n      int
	latch  [2]byte
	before [2]byte
}

// NewPCF857x returns a chip of n bytes that has just been switched on.
func NewPCF857x(n int) *PCF857x {
	m := &PCF857x{n: n}
	m.Reset()
	return m
}

// Reset is a brown-out.
func (m *PCF857x) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.latch = [2]byte{0xff, 0xff}
}

// Leave is what another program wrote to the pins.
func (m *PCF857x) Leave(latch [2]byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.latch = latch
}

// Outputs is which pins are pulled down, and what was written.
func (m *PCF857x) Outputs() (pins, levels uint16) {
	m.mu.Lock()
	defer m.mu.Unlock()
	levels = uint16(m.latch[0]) | uint16(m.latch[1])<<8
	return ^levels, levels
}

// Interrupt reports whether INT is pulled low.
func (m *PCF857x) Interrupt() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.port(0) != m.before[0] || m.n > 1 && m.port(1) != m.before[1]
}

func (m *PCF857x) port(i int) byte { return byte(m.levels(^uint64(0))>>(8*i)) & m.latch[i] }

// Tx is one transaction: bytes go to and come from the ports in turn.
func (m *PCF857x) Tx(w, r []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, b := range w {
		m.latch[i%m.n] = b
	}
	for i := range r {
		r[i] = m.port(i % m.n)
		m.before[i%m.n] = r[i]
	}
	return nil
}
