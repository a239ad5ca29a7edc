// Package linktest knows how to be the board at the far end of a serial port, with the faults that such
// boards have, and what every board on a serial port promises. It must not know any protocol.
package linktest

import (
	"io"
	"time"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// Model is a board as its firmware is: it answers what it is told, and says what happens on it.
type Model interface {
	// Hear takes bytes from the host and returns what the board answers.
	Hear(b []byte) []byte
	// Happen takes what happens on the board and returns what the board says of that, nothing if it
	// waits to be asked.
	Happen(r sensors.Reading) []byte
	// PowerUp is what the board does when it is plugged in: it forgets what it was told, but men stand
	// where they stood. It returns what the board says by itself.
	PowerUp() []byte
	// Lit is the set of squares whose lights are on.
	Lit() square.Set
}

// Talker is a model that talks by itself.
type Talker interface {
	Model
	Tick() []byte          // what it says …
	Period() time.Duration // … every so often; always the same
}

// Wire is a serial line with a model at its far end. Its methods may be called from any goroutine.
type Wire struct {
	model Model

	lock chan struct{}      // a mutex that a test with time of its own can wait for
	far  io.ReadWriteCloser // nil while the board is unplugged
	gone chan struct{}      // closed when the board is unplugged
	cut  int                // of the next message only so many bytes arrive; < 0 = all
	slow time.Duration      // between two bytes
	lit  bool               // a light was on at some time
}

// NewWire returns the line of a board that isn't plugged in.
func NewWire(m Model) *Wire { return &Wire{model: m, cut: -1, lock: make(chan struct{}, 1)} }

// Plug plugs the board into a line, whose far end this is.
func (w *Wire) Plug(far io.ReadWriteCloser) {
	w.lock <- struct{}{}
	w.far = far
	gone := make(chan struct{})
	w.gone = gone
	w.say(w.model.PowerUp())
	<-w.lock
	go w.listen(far)
	if t, ok := w.model.(Talker); ok {
		go w.talk(t, gone)
	}
}

// talk lets the board talk by itself until it is unplugged.
func (w *Wire) talk(t Talker, gone <-chan struct{}) {
	every := time.NewTicker(t.Period())
	defer every.Stop()
	for {
		select {
		case <-gone:
			return
		case <-every.C:
			w.lock <- struct{}{}
			w.say(t.Tick())
			<-w.lock
		}
	}
}

func (w *Wire) hold() (release func()) {
	w.lock <- struct{}{}
	return func() { <-w.lock }
}

func (w *Wire) listen(far io.Reader) {
	b := make([]byte, 256)
	for {
		n, err := far.Read(b)
		if err != nil {
			return
		}
		w.lock <- struct{}{}
		w.say(w.model.Hear(b[:n]))
		w.lit = w.lit || w.model.Lit() != 0
		<-w.lock
	}
}

// say sends a message, with the fault that is due.
func (w *Wire) say(msg []byte) {
	if w.far == nil || len(msg) == 0 {
		return
	}
	if w.cut >= 0 {
		msg, w.cut = msg[:min(w.cut, len(msg))], -1
	}
	if w.slow == 0 {
		w.far.Write(msg)
		return
	}
	for i := range msg {
		w.far.Write(msg[i : i+1])
		time.Sleep(w.slow)
	}
}

// Happen lets something happen on the board, plugged in or not.
func (w *Wire) Happen(r sensors.Reading) {
	defer w.hold()()
	w.say(w.model.Happen(r))
}

// Say puts bytes on the line that the board never meant.
func (w *Wire) Say(b []byte) {
	defer w.hold()()
	w.say(b)
}

// Cut lets only the first n bytes of the next message arrive.
func (w *Wire) Cut(n int) {
	defer w.hold()()
	w.cut = n
}

// Slow puts a pause behind each byte from now on.
func (w *Wire) Slow(d time.Duration) {
	defer w.hold()()
	w.slow = d
}

// Unplug pulls the plug.
func (w *Wire) Unplug() {
	defer w.hold()()
	if w.far != nil {
		w.far.Close()
		close(w.gone)
		w.far = nil
	}
}

// Lights are the squares that are lit now, and whether some ever were.
func (w *Wire) Lights() (now square.Set, ever bool) {
	defer w.hold()()
	return w.model.Lit(), w.lit
}
