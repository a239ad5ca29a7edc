package ledmatrix

// Latch is a Refresher but for its name: it keeps what LEDs show, and asks a function to send them what
// they don't show yet. Drivers embed one.
type Latch struct {
	send  func(img *Image, anew bool) error
	last  Image
	known bool // the LEDs show last
}

// NewLatch returns a dark Latch. Send puts an image on the LEDs; with anew it must rely on nothing that
// was sent before: the first time, after an error, and on a Refresh.
func NewLatch(send func(img *Image, anew bool) error) Latch { return Latch{send: send} }

// Show sends an image unless the LEDs show it already.
func (l *Latch) Show(img *Image) error {
	if l.known && *img == l.last {
		return nil
	}
	l.last = *img
	return l.put(!l.known)
}

// Halt sends a dark image, whatever the LEDs show.
func (l *Latch) Halt() error {
	l.last = Image{}
	return l.put(true)
}

// Refresh sends the last image anew.
func (l *Latch) Refresh() error { return l.put(true) }

func (l *Latch) put(anew bool) error {
	err := l.send(&l.last, anew)
	l.known = err == nil
	return err
}
