// Package ads1115 knows the ADS1115, a slow and precise converter with 4 channels on I²C. It must not know what is measured.
//
// Datasheet: Texas Instruments SBAS563 (ADS1115-Q1). The addresses are table 5, page 17; pointer, conversion and config register are page
// 18 and 19, reading is figure 30, page 21. A conversion begins when the config is written with OS = 1; at the fastest it takes
// 1/860 s, and a tenth more when the chip's clock is slow. The chip has a reference of its own, so a level is the share of a
// supply that has to be told.
package ads1115

import (
	"fmt"
	"time"

	"jadoube/hw"
)

// Channels is the number of inputs.
const Channels = 4

const (
	conversion = 0x00
	config     = 0x01
	start      = 0x80 | 0x40 | 0x02 | 0x01 // OS, single-ended (its channel are bits 4 and 5), ±4.096 V, single shot
	fastest    = 0xe0 | 0x03               // 860 a second, no comparator
	full       = 4096                      // mV

	slowest = 1280 * time.Microsecond // that a conversion may be
)

// Chip is one ADS1115. It is used from one goroutine.
type Chip struct {
	bus    hw.I2C
	addr   uint16
	supply int // mV
	ready  time.Time
	w      [3]byte
	r      [2]byte
}

// CheckAddress returns an error for an address that the chip can't have.
func CheckAddress(addr uint16) error {
	if addr < 0x48 || addr > 0x4b {
		return fmt.Errorf("ADS1115 at 0x%02x: expected an address of 0x48 to 0x4b", addr)
	}
	return nil
}

// New returns the chip at an address; supply is the sensors' supply in mV, 1000 to 4096, of which levels are shares. Nothing is sent yet.
func New(bus hw.I2C, addr uint16, supply int) (*Chip, error) {
	if supply < 1000 || supply > full {
		return nil, fmt.Errorf("ADS1115: supply of %d mV: expected 1000 to 4096", supply)
	}
	return &Chip{bus: bus, addr: addr, supply: supply}, CheckAddress(addr)
}

// String names the chip: "ADS1115 at 0x48 on I2C1".
func (c *Chip) String() string { return fmt.Sprintf("ADS1115 at 0x%02x on %v", c.addr, c.bus) }

// Channels is 4.
func (c *Chip) Channels() int { return Channels }

// Start begins to measure a channel.
func (c *Chip) Start(channel int) error {
	if channel < 0 || channel >= Channels {
		return fmt.Errorf("ADS1115: channel %d: expected 0 to 3", channel)
	}
	c.w = [3]byte{config, start | byte(channel)<<4, fastest}
	err := c.bus.Tx(c.addr, c.w[:], nil)
	c.ready = time.Now().Add(slowest)
	return err
}

// Level waits for the end of the measurement, and returns the level in 65536ths of the supply.
func (c *Chip) Level() (uint16, error) {
	time.Sleep(time.Until(c.ready))
	c.w[0] = conversion
	if err := c.bus.Tx(c.addr, c.w[:1], c.r[:]); err != nil {
		return 0, err
	}
	code := int(int16(uint16(c.r[0])<<8 | uint16(c.r[1])))
	return uint16(min(max(code, 0)*2*full/c.supply, 0xffff)), nil
}
