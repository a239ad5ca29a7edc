package config

import (
	"fmt"
	"slices"
	"strings"
)

// on is a table of hardware that hangs on devices of which only one program at a time can make sense.
type on interface{ devices() []string }

// Devices are what board and lights hang on, each named in one way however the config writes it: a serial port or an SPI
// line by its path, a chip on an I²C bus by the bus's path and its address. Pins are not among them: the kernel gives each
// to one program. c must have passed the check.
func (c *Config) Devices() (list []string) {
	tables := []any{c.Board.table()}
	if field, ok := tablesOf(&c.LEDs)[c.LEDs.Kind]; ok && !field.IsNil() {
		tables = append(tables, field.Interface())
	}
	for _, t := range tables {
		if t, ok := t.(on); ok {
			list = append(list, t.devices()...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func spiLine(name string) string { return "/dev/spidev" + strings.TrimPrefix(name, "/dev/spidev") }

func i2cChip(bus string, addr uint16) string {
	return fmt.Sprintf("/dev/i2c-%s 0x%02x", strings.TrimPrefix(strings.TrimPrefix(bus, "/dev/"), "i2c-"), addr)
}

func (s *Serial) devices() []string { return []string{s.Port} }

func (e *Expanders) devices() (list []string) {
	chips, _ := e.Wired()
	for _, c := range chips {
		list = append(list, i2cChip(e.Bus, c.Addr))
	}
	return list
}

func (r *ShiftRegisters) devices() []string { return []string{spiLine(r.Bus)} }

func (h *Hall) devices() (list []string) {
	chips, _, _ := h.Wired()
	for _, c := range chips {
		if c.Line != "" {
			list = append(list, spiLine(c.Line))
		} else {
			list = append(list, i2cChip(h.Bus, c.Addr))
		}
	}
	return list
}

func (c *WS2812) devices() []string  { return []string{spiLine(c.Bus)} }
func (c *APA102) devices() []string  { return []string{spiLine(c.Bus)} }
func (c *MAX7219) devices() []string { return []string{spiLine(c.Bus)} }
func (c *HT16K33) devices() []string { return []string{i2cChip(c.Bus, c.Addr())} }

func (p *Pins) devices() (list []string) {
	if p.Shifted() > 0 {
		return []string{spiLine(p.Bus)}
	}
	for _, c := range p.Expanders() {
		list = append(list, i2cChip(p.Bus, c.Addr))
	}
	return list
}
