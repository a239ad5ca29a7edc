package hwtest

import (
	"fmt"
	"sync"

	"jadoube/hw"
)

// Wiring is a computer made of memory. What its maps don't hold isn't there: hw.ErrUnplugged. Pins are looked
// up by the name of the first of a group.
type Wiring struct {
	Buses   map[string]hw.I2C
	Lines   map[string]hw.SPI
	Inputs  map[string]hw.InPins
	Outputs map[string]hw.OutPins
	Ports   map[string]hw.Port

	mu     sync.Mutex
	opened []string
	closes int
}

var _ hw.Wiring = (*Wiring)(nil)

// Opened returns the names of what was opened, in order, and how often Close was called.
func (w *Wiring) Opened() (names []string, closes int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.opened...), w.closes
}

// Attach makes a group of input pins appear.
func (w *Wiring) Attach(name string, pins hw.InPins) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Inputs[name] = pins
}

func find[D any](w *Wiring, name string, devices map[string]D) (D, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d, ok := devices[name]
	if !ok {
		return d, fmt.Errorf("simulated %s: %w", name, hw.ErrUnplugged)
	}
	w.opened = append(w.opened, name)
	return d, nil
}

// I2C returns Buses[name].
func (w *Wiring) I2C(name string) (hw.I2C, error) { return find(w, name, w.Buses) }

// SPI returns Lines[name].
func (w *Wiring) SPI(name string, _, _ int) (hw.SPI, error) { return find(w, name, w.Lines) }

// In returns the group of Inputs that is named like the first pin.
func (w *Wiring) In(pins ...hw.Pin) (hw.InPins, error) { return find(w, pins[0].Name, w.Inputs) }

// Out returns the group of Outputs that is named like the first pin.
func (w *Wiring) Out(pins ...hw.Pin) (hw.OutPins, error) { return find(w, pins[0].Name, w.Outputs) }

// Serial returns Ports[path], once: who opens it closes it, and the next to open it waits for Plug.
func (w *Wiring) Serial(path string, _ hw.SerialMode) (hw.Port, error) {
	p, err := find(w, path, w.Ports)
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.Ports, path)
	return p, err
}

// Plug makes a port be there.
func (w *Wiring) Plug(path string, p hw.Port) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.Ports == nil {
		w.Ports = map[string]hw.Port{}
	}
	w.Ports[path] = p
}

// Close counts.
func (w *Wiring) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closes++
	return nil
}
