// Package hwtest knows how to be hardware for tests: scripted and recorded buses, chips made of
// functions, pins and serial ports made of memory, pseudo-terminals, and the test that every hw.Port
// runs. It must not know any real chip or board.
package hwtest

import (
	"fmt"

	"jadoube/hw"
)

// Chips is an I²C bus with a model of a chip at each address, for tests that need chips with a memory.
// A model answers one transaction as hw.I2C's Tx does; an address without a model doesn't answer.
type Chips map[uint16]func(w, r []byte) error

var _ hw.I2C = Chips(nil)

// Tx lets the chip at addr answer.
func (c Chips) Tx(addr uint16, w, r []byte) error {
	chip, ok := c[addr]
	if !ok {
		return fmt.Errorf("chip 0x%02x: %w", addr, hw.ErrNoAnswer)
	}
	return chip(w, r)
}

// String returns "simulated I2C".
func (c Chips) String() string { return "simulated I2C" }
