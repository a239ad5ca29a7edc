package models

import (
	"math/rand/v2"
	"sync"
	"time"

	"jadoube/hw/hwtest"
)

// Level says what stands at a converter's channel, in 65536ths of the supply.
type Level func(channel int) uint16

// MCP3008 is a converter on SPI (Microchip DS21295D): it looks for a start bit and answers bit by bit. It is an hw.SPI.
type MCP3008 struct {
	Level Level
}

// String names the model.
func (m *MCP3008) String() string { return "simulated MCP3008" }

// Tx is one conversion. After the start bit come SGL/DIFF and three bits of channel; a clock later a null bit and ten of the value.
func (m *MCP3008) Tx(w, r []byte) error {
	start, command, value := -1, 0, 0
	for i := range 8 * len(w) {
		in := int(w[i/8] >> (7 - i%8) & 1)
		out := 1 // nothing drives the line, which is held up
		switch n := i - start; {
		case start < 0:
			if in == 1 {
				start = i
			}
		case n <= 4:
			command = command<<1 | in
			if n == 4 && command&8 != 0 {
				value = int(m.Level(command&7)) >> 6
			}
		case n == 6:
			out = 0
		case n > 6 && n <= 16:
			out = value >> (16 - n) & 1
		}
		if r != nil {
			r[i/8] = r[i/8]<<1 | byte(out)
		}
	}
	return nil
}

// ADS7830 is a converter on I²C (Texas Instruments SBAS302).
type ADS7830 struct {
	Level Level
}

// Reset does nothing: the chip keeps nothing.
func (m *ADS7830) Reset() {}

// Tx is one conversion.
func (m *ADS7830) Tx(w, r []byte) error {
	if len(w) == 0 || w[0]&0x80 == 0 { // without a command, or differential: nothing that a board uses
		clear(r)
		return nil
	}
	code := int(w[0] >> 4 & 7)
	level := m.Level(code&3<<1 | code>>2)
	for i := range r {
		r[i] = byte(level >> 8)
	}
	return nil
}

// ADS1115 is a slow converter on I²C (Texas Instruments SBAS563) beside a supply of so many mV. Make it with NewADS1115.
type ADS1115 struct {
	Level  Level
	supply int

	mu      sync.Mutex
	pointer byte
	config  uint16
	result  int16
	next    int16
	done    time.Time
}

// NewADS1115 returns a chip that has just been switched on.
func NewADS1115(supply int, level Level) *ADS1115 {
	m := &ADS1115{Level: level, supply: supply}
	m.Reset()
	return m
}

// Reset is a brown-out.
func (m *ADS1115) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pointer, m.config, m.result, m.done = 0, 0x8583, 0, time.Time{}
}

// Tx is one transaction. A conversion takes up to a tenth more or less than 1/860 s; until it is done the result is that of the one
// before.
func (m *ADS1115) Tx(w, r []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(w) > 0 {
		m.pointer = w[0] & 3
	}
	if len(w) == 3 && m.pointer == 1 {
		m.configure(uint16(w[1])<<8 | uint16(w[2]))
	}
	if !m.done.IsZero() && !time.Now().Before(m.done) {
		m.result, m.done = m.next, time.Time{}
	}
	value := uint16(m.result)
	if m.pointer == 1 {
		value = m.config &^ 0x8000
		if m.done.IsZero() {
			value |= 0x8000
		}
	}
	for i := range r {
		r[i] = byte(value >> (8 * (1 - i%2)))
	}
	return nil
}

func (m *ADS1115) configure(to uint16) {
	m.config = to
	if to&0x8000 == 0 || to&0x4000 == 0 { // no start, or differential
		return
	}
	mv := int(m.Level(int(to>>12&3))) * m.supply >> 16
	m.next = int16(min(mv*32768/4096, 32767))
	m.done = time.Now().Add(time.Duration(float64(time.Second/860) * (0.9 + 0.2*rand.Float64())))
}

// Halls are 64 linear hall sensors behind four multiplexers of 16 channels, whose four select lines are common. Make them with
// NewHalls.
type Halls struct {
	Select *hwtest.Lines

	mu     sync.Mutex
	levels [64]uint16
	at     int
	noise  int
}

// NewHalls returns sensors at rest, with noise of up to so many 65536ths.
func NewHalls(noise int) *Halls {
	h := &Halls{Select: hwtest.NewLines(4), noise: noise}
	for i := range h.levels {
		h.levels[i] = 1 << 15
	}
	h.Select.OnWrite = func(levels uint64) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.at = int(levels & 15)
	}
	return h
}

// Set sets what a sensor says, in 65536ths of the supply. Sensor 16·m + c is at channel c of multiplexer m.
func (h *Halls) Set(sensor int, level uint16) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.levels[sensor] = level
}

// Mux is the common pin of multiplexer m, with noise.
func (h *Halls) Mux(m int) uint16 {
	h.mu.Lock()
	defer h.mu.Unlock()
	level := int(h.levels[16*(m&3)+h.at])
	if h.noise > 0 {
		level += rand.IntN(2*h.noise+1) - h.noise
	}
	return uint16(min(max(level, 0), 0xffff))
}
