package models

import "sync"

// MCP23017 is a 16-bit expander (Microchip DS20001952C, tables 3-4 and 3-5). Make it with NewMCP23017.
type MCP23017 struct {
	Pins
	mu      sync.Mutex
	regs    [22]byte // by the addresses of BANK = 0
	pointer byte     // as it was sent, so by the addresses of the BANK in force
	before  uint16   // levels at the last read of GPIO
}

// NewMCP23017 returns a chip that has just been switched on.
func NewMCP23017() *MCP23017 {
	m := new(MCP23017)
	m.Reset()
	return m
}

const (
	mcpIPOL  = 0x02
	mcpIOCON = 0x0a
	mcpGPPU  = 0x0c
	mcpGPIO  = 0x12
	mcpOLAT  = 0x14
)

// Reset is a brown-out, or a pulse on RESET.
func (m *MCP23017) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.regs, m.pointer = [22]byte{0: 0xff, 1: 0xff}, 0
}

// Leave leaves the chip in another state than that after power-up, as a program before may have done.
func (m *MCP23017) Leave(iocon, pointer byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.regs[mcpIOCON], m.regs[mcpIOCON+1], m.pointer = iocon, iocon, pointer
}

// Pulled is which pins have a pull-up.
func (m *MCP23017) Pulled() uint16 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.word(mcpGPPU)
}

// Outputs is which pins are outputs, and their levels.
func (m *MCP23017) Outputs() (pins, levels uint16) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return ^m.word(0), m.word(mcpOLAT)
}

// Interrupt reports whether INTA, mirrored, is pulled low.
func (m *MCP23017) Interrupt() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return (m.port()^m.before)&m.word(0x04) != 0
}

func (m *MCP23017) word(reg byte) uint16 { return uint16(m.regs[reg]) | uint16(m.regs[reg+1])<<8 }

// port is what GPIO says.
func (m *MCP23017) port() uint16 {
	inputs := m.word(0)
	pulled := uint64(m.word(mcpGPPU)) | ^uint64(0xffff)
	levels := uint16(m.levels(pulled))
	return (levels^m.word(mcpIPOL))&inputs | m.word(mcpOLAT)&^inputs
}

// Tx is one transaction.
func (m *MCP23017) Tx(w, r []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, b := range w {
		if i == 0 {
			m.pointer = b
			continue
		}
		m.write(b)
		m.advance()
	}
	for i := range r {
		r[i] = m.read()
		m.advance()
	}
	return nil
}

// at is the register the pointer means, by BANK = 0; false where there is none.
func (m *MCP23017) at() (byte, bool) {
	if m.regs[mcpIOCON]&0x80 == 0 {
		return m.pointer, m.pointer < 22
	}
	n := m.pointer & 0x0f
	return 2*n + m.pointer>>4&1, n < 11 && m.pointer < 0x20
}

func (m *MCP23017) write(b byte) {
	reg, ok := m.at()
	switch {
	case !ok, reg >= 0x0e && reg <= 0x11: // INTF and INTCAP can't be written
	case reg == mcpIOCON, reg == mcpIOCON+1:
		m.regs[mcpIOCON], m.regs[mcpIOCON+1] = b&0xfe, b&0xfe
	case reg == mcpGPIO, reg == mcpGPIO+1:
		m.regs[reg+2] = b
	default:
		m.regs[reg] = b
	}
}

func (m *MCP23017) read() byte {
	reg, ok := m.at()
	switch {
	case !ok:
		return 0
	case reg == mcpGPIO, reg == mcpGPIO+1:
		shift := 8 * (reg & 1)
		levels := m.port()
		m.before = m.before&^(0xff<<shift) | levels&(0xff<<shift)
		return byte(levels >> shift)
	}
	return m.regs[reg]
}

// advance moves the pointer: on, or in byte mode to the other register of the pair (section 3.2.1).
func (m *MCP23017) advance() {
	bank, byteMode := m.regs[mcpIOCON]&0x80 != 0, m.regs[mcpIOCON]&0x20 != 0
	switch {
	case byteMode && !bank:
		m.pointer ^= 1
	case byteMode:
	default:
		m.pointer++
		if m.pointer >= 22 && !bank || m.pointer > 0x1a {
			m.pointer = 0
		}
	}
}
