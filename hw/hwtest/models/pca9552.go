package models

import "sync"

// PCA9552 is an LED driver with 16 pins that can be read (Philips PCA9552, 2004), here with pull-ups beside them. Make it with
// NewPCA9552.
type PCA9552 struct {
	Pins
	mu      sync.Mutex
	regs    [10]byte
	control byte
}

// NewPCA9552 returns a chip that has just been switched on.
func NewPCA9552() *PCA9552 {
	m := new(PCA9552)
	m.Reset()
	return m
}

// Reset is a brown-out.
func (m *PCA9552) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.regs, m.control = [10]byte{3: 0x80, 5: 0x80, 6: 0x55, 7: 0x55, 8: 0x55, 9: 0x55}, 0
}

// port is what INPUT0 or INPUT1 says: a pin is low where a contact is closed or its LED is on.
func (m *PCA9552) port(n byte) byte {
	levels := byte(m.levels(^uint64(0)) >> (8 * n))
	for i := range byte(8) {
		if m.regs[6+2*n+i/4]>>(i%4*2)&3 == 0 {
			levels &^= 1 << i
		}
	}
	return levels
}

// Tx is one transaction. A read with auto-increment that begins at register 0, which the datasheet forbids, gives nothing
// useful.
func (m *PCA9552) Tx(w, r []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, b := range w {
		if i == 0 {
			m.control = b & 0x1f
			continue
		}
		if at := m.control & 0x0f; at >= 2 && at < 10 {
			m.regs[at] = b
		}
		m.advance()
	}
	forbidden := m.control == 0x10
	for i := range r {
		switch at := m.control & 0x0f; {
		case forbidden || at >= 10:
			r[i] = 0
		case at < 2:
			r[i] = m.port(at)
		default:
			r[i] = m.regs[at]
		}
		m.advance()
	}
	return nil
}

func (m *PCA9552) advance() {
	if m.control&0x10 != 0 {
		m.control = 0x10 | (m.control&0x0f+1)%10
	}
}
