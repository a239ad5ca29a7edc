// Package simled knows how to be 64 LEDs without any: it keeps the last image for a page to draw and
// for tests to read. It must not know what the lights mean.
package simled

import (
	"sync"

	"jadoube/ledmatrix"
)

// Panel is a set of simulated LEDs. The zero Panel is dark and ready. All its methods may be called
// from several goroutines.
type Panel struct {
	mu    sync.Mutex
	image ledmatrix.Image
	shown int
	fault error
}

var _ ledmatrix.Driver = (*Panel)(nil)

// Show keeps the image, or fails as Fail said.
func (p *Panel) Show(img *ledmatrix.Image) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault != nil {
		return p.fault
	}
	p.image = *img
	p.shown++
	return nil
}

// Halt makes the panel dark, or fails as Fail said.
func (p *Panel) Halt() error { return p.Show(&ledmatrix.Image{}) }

// String returns "simulated LEDs".
func (p *Panel) String() string { return "simulated LEDs" }

// Image returns what the LEDs show, and how many images they have shown so far, so that a reader can
// tell whether there was another one.
func (p *Panel) Image() (ledmatrix.Image, int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.image, p.shown
}

// Fail makes every Show and Halt from now on return err, as a broken wire would; nil mends it.
func (p *Panel) Fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = err
}
