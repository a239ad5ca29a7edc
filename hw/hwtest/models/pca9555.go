package models

import "sync"

// PCA9555 is a 16-bit expander with pull-ups (NXP PCA9555 revision 8). Make it with NewPCA9555.
type PCA9555 struct {
	Pins
	mu      sync.Mutex
	regs    [8]byte
	command byte
	before  uint16 // levels at the last read of the ports
}

// NewPCA9555 returns a chip that has just been switched on.
func NewPCA9555() *PCA9555 {
	m := new(PCA9555)
	m.Reset()
	return m
}

// Reset is a brown-out.
func (m *PCA9555) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.regs, m.command = [8]byte{2: 0xff, 3: 0xff, 6: 0xff, 7: 0xff}, 0
}

// Outputs is which pins are outputs, and their levels.
func (m *PCA9555) Outputs() (pins, levels uint16) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return ^(uint16(m.regs[6]) | uint16(m.regs[7])<<8), uint16(m.regs[2]) | uint16(m.regs[3])<<8
}

// Interrupt reports whether INT is pulled low.
func (m *PCA9555) Interrupt() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.port() != m.before
}

// port are the levels of the pins, all of which have a pull-up.
func (m *PCA9555) port() uint16 {
	config := uint16(m.regs[6]) | uint16(m.regs[7])<<8
	out := uint16(m.regs[2]) | uint16(m.regs[3])<<8
	return uint16(m.levels(^uint64(0)))&config | out&^config
}

// Tx is one transaction.
func (m *PCA9555) Tx(w, r []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, b := range w {
		if i == 0 {
			m.command = b & 7
			continue
		}
		if m.command >= 2 {
			m.regs[m.command] = b
		}
		m.command ^= 1
	}
	for i := range r {
		r[i] = m.read()
		m.command ^= 1
	}
	return nil
}

func (m *PCA9555) read() byte {
	if m.command >= 2 {
		return m.regs[m.command]
	}
	shift := 8 * m.command
	levels := m.port()
	m.before = m.before&^(0xff<<shift) | levels&(0xff<<shift)
	return byte(levels>>shift) ^ m.regs[4+m.command]
}
