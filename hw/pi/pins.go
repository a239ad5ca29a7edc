package pi

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/host/v3/gpioioctl"

	"jadoube/hw"
)

// lineSet is what Pins need of a gpioioctl.LineSet.
type lineSet interface {
	Read(mask gpio.GPIOValue) (gpio.GPIOValue, error)
	Out(bits, mask gpio.GPIOValue) error
	WaitForEdge(timeout time.Duration) (int, gpio.Edge, error)
	Close() error
}

// Pins is a group of GPIO lines of one chip, all inputs or all outputs.
type Pins struct {
	lines  lineSet
	pins   []hw.Pin
	all    uint64     // the bits of all pins
	invert uint64     // the bits of the inverted ones
	wait   sync.Mutex // Close lets a Wait end before
	closed atomic.Bool
}

var (
	_ hw.InPins  = (*Pins)(nil)
	_ hw.OutPins = (*Pins)(nil)
)

// OpenIn opens lines as inputs that watch for edges. All must be on one chip; on a Raspberry Pi the
// whole header is.
func OpenIn(pins ...hw.Pin) (*Pins, error) {
	return open(gpioioctl.LineInput, gpio.BothEdges, pins)
}

// OpenOut opens lines as outputs, driven low, or high for the inverted ones: all pins are 0.
func OpenOut(pins ...hw.Pin) (*Pins, error) {
	for _, p := range pins {
		if p.Pull != hw.Floating {
			return nil, fmt.Errorf("pin %v: an output has no pull: leave out ^ or ~", p)
		}
	}
	p, err := open(gpioioctl.LineOutput, gpio.NoEdge, pins)
	if err != nil {
		return nil, err
	}
	if err := p.Write(0, p.all); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

func open(dir gpioioctl.LineDir, edge gpio.Edge, pins []hw.Pin) (*Pins, error) {
	if err := checkPins(pins); err != nil {
		return nil, err
	}
	start()
	chip, err := chipWith(pins)
	if err != nil {
		return nil, err
	}
	config := gpioioctl.LineSetConfig{DefaultDirection: dir, DefaultEdge: edge}
	for _, p := range pins {
		config.Lines = append(config.Lines, p.Name)
	}
	if err := pull(&config, dir, edge, pins); err != nil {
		return nil, err
	}
	lines, err := chip.LineSetFromConfig(&config)
	if err != nil {
		return nil, fmt.Errorf("open pins %v: %w", pins, because(err))
	}
	return newPins(lines, pins), nil
}

func checkPins(pins []hw.Pin) error {
	if len(pins) < 1 || len(pins) > 64 {
		return fmt.Errorf("%d pins in a group: expected 1 to 64", len(pins))
	}
	seen := make(map[string]bool)
	for _, p := range pins {
		if seen[p.Name] {
			return fmt.Errorf("pin %s is named twice in a group", p.Name)
		}
		seen[p.Name] = true
	}
	return nil
}

// chipWith finds the chip that has all lines. Chips are looked up by the names of their lines, as their
// numbers change with the model and the kernel.
func chipWith(pins []hw.Pin) (*gpioioctl.GPIOChip, error) {
	var missing string
	for _, chip := range gpioioctl.Chips {
		missing = ""
		for _, p := range pins {
			if chip.ByName(p.Name) == nil {
				missing = p.Name
				break
			}
		}
		if missing == "" {
			return chip, nil
		}
	}
	if missing == "" {
		return nil, fmt.Errorf("pins %v: %w: this computer has no GPIO chip that this user may open; the group is gpio", pins, hw.ErrUnplugged)
	}
	return nil, fmt.Errorf("pins %v: %w: no GPIO chip has them all; gpioinfo lists the lines' names", pins, hw.ErrUnplugged)
}

func pull(config *gpioioctl.LineSetConfig, dir gpioioctl.LineDir, edge gpio.Edge, pins []hw.Pin) error {
	names := map[hw.Pull][]string{}
	for _, p := range pins {
		names[p.Pull] = append(names[p.Pull], p.Name)
	}
	for _, with := range []struct {
		ours   hw.Pull
		theirs gpio.Pull
	}{{hw.PullUp, gpio.PullUp}, {hw.PullDown, gpio.PullDown}} {
		if lines := names[with.ours]; len(lines) > 0 {
			if err := config.AddOverrides(dir, edge, with.theirs, lines...); err != nil {
				return err
			}
		}
	}
	return nil
}

func newPins(lines lineSet, pins []hw.Pin) *Pins {
	p := &Pins{lines: lines, pins: pins}
	for i, pin := range pins {
		p.all |= 1 << i
		if pin.Inverted {
			p.invert |= 1 << i
		}
	}
	return p
}

// Len is the number of pins.
func (p *Pins) Len() int { return len(p.pins) }

// Read returns the levels of all pins at one moment.
func (p *Pins) Read() (uint64, error) {
	if p.closed.Load() {
		return 0, p.errClosed()
	}
	levels, err := p.lines.Read(gpio.GPIOValue(p.all))
	if err != nil {
		return 0, fmt.Errorf("read %v: %w", p, because(err))
	}
	return (uint64(levels) ^ p.invert) & p.all, nil
}

// Write drives the pins in mask.
func (p *Pins) Write(levels, mask uint64) error {
	if p.closed.Load() {
		return p.errClosed()
	}
	if mask &= p.all; mask == 0 { // to the library, no mask means all
		return nil
	}
	if err := p.lines.Out(gpio.GPIOValue((levels^p.invert)&mask), gpio.GPIOValue(mask)); err != nil {
		return fmt.Errorf("write %v: %w", p, because(err))
	}
	return nil
}

// The kernel keeps 16 events a line, and a contact that bounces leaves many: Wait takes those that are
// there already, and those of the next millisecond, as one.
const (
	together  = time.Millisecond
	maxEvents = 16 * 64
)

// Wait waits for a change of any pin, for at most d.
func (p *Pins) Wait(d time.Duration) error {
	p.wait.Lock()
	defer p.wait.Unlock()
	if p.closed.Load() {
		return p.errClosed()
	}
	// To the library, 0 means for ever, and below 0 not at all.
	if err := p.event(max(d, time.Microsecond)); err != nil {
		return err
	}
	for range maxEvents {
		if p.event(together) != nil {
			break
		}
	}
	return nil
}

func (p *Pins) event(d time.Duration) error {
	_, _, err := p.lines.WaitForEdge(d)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return hw.ErrTimeout
	}
	return fmt.Errorf("wait for %v: %w", p, because(err))
}

// Close releases the lines after a Wait in progress has ended.
func (p *Pins) Close() error {
	p.wait.Lock()
	defer p.wait.Unlock()
	if p.closed.Swap(true) {
		return nil
	}
	return p.lines.Close()
}

// errClosed keeps the library from using the descriptor 0 in place of the closed one.
func (p *Pins) errClosed() error { return fmt.Errorf("%v: %w", p, os.ErrClosed) }

// String names the pins: "pins GPIO4 !GPIO17".
func (p *Pins) String() string {
	names := make([]string, len(p.pins))
	for i, pin := range p.pins {
		names[i] = pin.String()
	}
	return "pins " + strings.Join(names, " ")
}
