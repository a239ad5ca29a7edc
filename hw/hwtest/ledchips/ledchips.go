// Package ledchips knows how WS2812B, APA102, SK9822, MAX7219 and HT16K33 behave, going by their datasheets: models
// with a memory that turn the bytes on a bus back into what the LEDs show, and that fail when told to. It must
// not know any driver.
//
// All methods of the models may be called from several goroutines.
package ledchips

import (
	"errors"
	"sync"

	"jadoube/hw"
)

// Light is how strongly the red, green and blue of one LED shine, 0 to 255 each. An LED of one colour is
// White or dark.
type Light [3]byte

// White is an LED of one colour that is on.
var White = Light{255, 255, 255}

// wire is what all models share: a bus that can be cut.
type wire struct {
	mu     sync.Mutex
	broken bool
	naks   int
	sent   int
	faults []string
}

var errCut = errors.New("the wire is cut")

// Break cuts the wire, or mends it. On I²C nobody answers then.
func (w *wire) Break(broken bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.broken = broken
}

// NAK makes the next n transactions stay unanswered.
func (w *wire) NAK(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.naks = n
}

// Sent is how many transactions reached the chip.
func (w *wire) Sent() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sent
}

// Faults returns what was done to the chip that its datasheet doesn't allow.
func (w *wire) Faults() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.faults...)
}

// enter counts a transaction or refuses it with the error given; w.mu is held.
func (w *wire) enter(refusal error) error {
	switch {
	case w.broken:
		return refusal
	case w.naks > 0:
		w.naks--
		return hw.ErrNoAnswer
	}
	w.sent++
	return nil
}

func (w *wire) fault(text string) {
	if len(w.faults) < 20 {
		w.faults = append(w.faults, text)
	}
}
