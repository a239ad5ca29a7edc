package ledchips

import (
	"fmt"

	"jadoube/hw"
)

// HT16K33 is an HT16K33: its Tx is a chip for hwtest.Chips.
type HT16K33 struct {
	wire
	ram     [16]byte
	at      int // the pointer into ram
	running bool
	display byte // bits 0: on, 1 and 2: blinking
	rows    byte // the command that set the pin ROW15/INT
	dim     byte
}

// NewHT16K33 returns a chip that has just got power.
func NewHT16K33() *HT16K33 {
	c := new(HT16K33)
	c.Forget()
	return c
}

// Tx is one transaction.
func (c *HT16K33) Tx(w, r []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.enter(hw.ErrNoAnswer); err != nil {
		return err
	}
	if len(w) > 0 {
		c.command(w[0], w[1:])
	}
	for i := range r {
		r[i] = c.ram[c.at]
		c.at = (c.at + 1) % len(c.ram)
	}
	return nil
}

func (c *HT16K33) command(command byte, data []byte) {
	switch command & 0xf0 {
	case 0x00:
		c.at = int(command & 0x0f)
		for _, b := range data {
			c.ram[c.at] = b
			c.at = (c.at + 1) % len(c.ram)
		}
		return
	case 0x20:
		c.running = command&1 != 0
	case 0x80:
		c.display = command & 7
	case 0xa0:
		c.rows = command & 3
	case 0xe0:
		c.dim = command & 0x0f
	default:
		c.fault(fmt.Sprintf("0x%02x is no command", command))
	}
	if len(data) > 0 {
		c.fault(fmt.Sprintf("command 0x%02x takes no data", command))
	}
}

// Lights is what the LEDs show: 64 on rows 0 to 7, eight for each common pin, and then 64 on rows 8 to 15.
func (c *HT16K33) Lights() []Light {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]Light, 128)
	if !c.running || c.display != 1 {
		return out
	}
	for n := range out {
		common, row := n/8%8, n%8+n/64*8
		if row == 15 && c.rows&1 != 0 {
			continue // the pin is an interrupt
		}
		if c.ram[2*common+row/8]>>(row%8)&1 != 0 {
			out[n] = White
		}
	}
	return out
}

// Dim is the step of brightness, 0 to 15.
func (c *HT16K33) Dim() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return int(c.dim)
}

// Forget takes the power away and gives it back: standby, a dark display, and anything in the RAM.
func (c *HT16K33) Forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running, c.display, c.rows, c.dim, c.at = false, 0, 0, 15, 0
	for i := range c.ram {
		c.ram[i] = 0xa5
	}
}
