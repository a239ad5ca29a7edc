package app

import (
	"sync"
	"time"

	"jadoube/cmd/internal/config"
	"jadoube/hw"
	"jadoube/hw/hwtest"
	"jadoube/hw/hwtest/ledchips"
)

// pins is the levels of many pins, wherever they come from: MCP23017 on I²C, a chain of 74HC595 on SPI. LEDs hang on
// them as a config says.
type pins struct {
	c *config.Pins

	mu     sync.Mutex
	levels [64]bool
	output [64]bool
	sent   int
}

func pinBoard(c *config.Pins) (*hwtest.Wiring, ledChip) {
	p := &pins{c: c}
	if c.Shifted() > 0 {
		for i := range p.output {
			p.output[i] = true
		}
		return &hwtest.Wiring{Lines: map[string]hw.SPI{c.Bus: chain{p}}}, p
	}
	bus := hwtest.Chips{}
	for i, chip := range c.Expanders() {
		bus[chip.Addr] = func(w, _ []byte) error { p.register(16*i, w); return nil }
	}
	return &hwtest.Wiring{Buses: map[string]hw.I2C{c.Bus: bus}}, p
}

// register writes the registers of an MCP23017: OLAT and IODIR.
func (p *pins) register(first int, w []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent++
	for i, b := range w[1:] {
		for bit := range 8 {
			at, set := first+8*i+bit, b>>bit&1 != 0
			switch w[0] {
			case 0x14:
				p.levels[at] = set
			case 0x00:
				p.output[at] = !set
			}
		}
	}
}

// chain is shift registers: the first byte goes furthest.
type chain struct{ *pins }

func (c chain) String() string { return "simulated SPI" }
func (c chain) Tx(w, _ []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent++
	for i, b := range w {
		for bit := range 8 {
			c.levels[8*(len(w)-1-i)+bit] = b>>bit&1 != 0
		}
	}
	return nil
}

// Lights watches for as long as all rows take.
func (p *pins) Lights() []ledchips.Light {
	out := make([]ledchips.Light, 64)
	for range 40 {
		p.look(out)
		if p.c.Rows == 0 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	return out
}

func (p *pins) look(out []ledchips.Light) {
	p.mu.Lock()
	defer p.mu.Unlock()
	on := func(at int, level string) bool { return p.output[at] && p.levels[at] == (level == "high") }
	for n := range out {
		lit := on(n, p.c.Lit)
		if rows := p.c.Rows; rows > 0 {
			lit = on(n/8, p.c.RowsLit) && on(rows+n%8, p.c.Lit)
		}
		if lit {
			out[n] = ledchips.White
		}
	}
}

func (p *pins) Break(bool)       {}
func (p *pins) Forget()          {}
func (p *pins) Faults() []string { return nil }
func (p *pins) Sent() int        { return p.sent }
