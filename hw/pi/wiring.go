package pi

import (
	"errors"
	"io"
	"sync"

	"jadoube/hw"
)

// Wiring opens what hangs on this computer. The zero Wiring is ready.
type Wiring struct {
	mu   sync.Mutex
	open []io.Closer
}

var _ hw.Wiring = (*Wiring)(nil)

// keep notes what was opened. A device that could not be opened must not become an interface that isn't nil.
func keep[D io.Closer](w *Wiring, device D, err error) (D, error) {
	if err == nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.open = append(w.open, device)
	}
	return device, err
}

// I2C is OpenI2C.
func (w *Wiring) I2C(name string) (hw.I2C, error) {
	bus, err := OpenI2C(name)
	return keep(w, bus, err)
}

// SPI is OpenSPI.
func (w *Wiring) SPI(name string, hz, mode int) (hw.SPI, error) {
	line, err := OpenSPI(name, hz, mode)
	return keep(w, line, err)
}

// In is OpenIn.
func (w *Wiring) In(pins ...hw.Pin) (hw.InPins, error) {
	group, err := OpenIn(pins...)
	return keep(w, group, err)
}

// Out is OpenOut.
func (w *Wiring) Out(pins ...hw.Pin) (hw.OutPins, error) {
	group, err := OpenOut(pins...)
	return keep(w, group, err)
}

// Serial is OpenSerial.
func (w *Wiring) Serial(path string, mode hw.SerialMode) (hw.Port, error) {
	port, err := OpenSerial(path, mode)
	return keep(w, port, err)
}

// Close closes all that was opened, the last first; w is ready again then.
func (w *Wiring) Close() error {
	w.mu.Lock()
	open := w.open
	w.open = nil
	w.mu.Unlock()
	var failed []error
	for i := len(open) - 1; i >= 0; i-- {
		failed = append(failed, open[i].Close())
	}
	return errors.Join(failed...)
}
