package ledchips

import (
	"fmt"

	"jadoube/hw"
)

// MAX7219 is a chain of MAX7219.
type MAX7219 struct {
	wire
	shift []byte // 16 bits a chip, the nearest chip's last
	chips []max7219
}

// max7219 is the registers of one chip, by address.
type max7219 [16]byte

var _ hw.SPI = (*MAX7219)(nil)

// NewMAX7219 returns a chain of chips that have just got power.
func NewMAX7219(chips int) *MAX7219 {
	return &MAX7219{shift: make([]byte, 2*chips), chips: make([]max7219, chips)}
}

// Tx shifts all bits in, and lets each chip take its 16 when the line is released.
func (c *MAX7219) Tx(w, r []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.enter(errCut); err != nil {
		return err
	}
	clear(r)
	for _, b := range w {
		copy(c.shift, c.shift[1:])
		c.shift[len(c.shift)-1] = b
	}
	for i := range c.chips {
		at := len(c.shift) - 2 - 2*i
		register := c.shift[at] & 0x0f
		if register == 0x0d || register == 0x0e {
			c.fault(fmt.Sprintf("register 0x%02x doesn't exist", register))
		}
		c.chips[i][register] = c.shift[at+1]
	}
	return nil
}

// Lights is what the LEDs show: 64 for each chip, eight for each digit, from bit 0.
func (c *MAX7219) Lights() []Light {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]Light, 64*len(c.chips))
	for n := range out {
		if c.chips[n/64].on(n/8%8, n%8) {
			out[n] = White
		}
	}
	return out
}

func (m *max7219) on(digit, bit int) bool {
	switch {
	case m[0x0f]&1 != 0: // display test
		return true
	case m[0x0c]&1 == 0: // shut down
		return false
	case digit > int(m[0x0b]&7): // not scanned
		return false
	case m[0x09]>>digit&1 != 0: // decoded as a figure
		return m[1+digit]&0x0f != 0x0f
	}
	return m[1+digit]>>bit&1 != 0
}

// Intensity is the step of brightness of a chip, 0 to 15.
func (c *MAX7219) Intensity(chip int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return int(c.chips[chip][0x0a] & 0x0f)
}

// Forget takes the power away and gives it back: all chips are shut down.
func (c *MAX7219) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.chips)
	clear(c.shift)
}

// Disturb makes a chip show all its LEDs, as an interference on the wires can.
func (c *MAX7219) Disturb(chip int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.chips[chip][0x0f] = 1
}

// String returns "simulated SPI".
func (c *MAX7219) String() string { return "simulated SPI" }
