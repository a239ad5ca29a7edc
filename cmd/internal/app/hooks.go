package app

import (
	"net"
	"time"

	"jadoube/cmd/internal/access"
	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
)

// Notifier is who wants to know how the daemon is: systemd.
type Notifier interface {
	Ready()
	Reloading()
	Stopping()
	Alive()
	Status(text string)
	Watchdog() time.Duration // within which Alive is wanted again; 0 = never
}

// Hooks connect the daemon with whoever started it. All may be left out.
type Hooks struct {
	Ready  func(Place)                                // is called when the page answers
	Reload <-chan struct{}                            // asks to read the config anew
	Load   func(config.Chosen) (config.Config, error) // reads it, with what was set on the page
	Notify Notifier
}

// Place is where the page answers.
type Place struct {
	Addr   net.Addr
	Secure bool          // by https
	Far    []string      // the addresses for other devices, the likeliest first
	Offer  *access.Offer // to pair a first device, nil = none
}

// place is where the page answers on a listener.
func (d *daemon) place(ln net.Listener, secure bool) Place {
	p := Place{Addr: ln.Addr(), Secure: secure, Far: web.Reach(ln.Addr(), secure)}
	if o, stands := d.devices.Offered(); stands {
		p.Offer = &o
	}
	return p
}

func (h *Hooks) notify() Notifier {
	if h.Notify == nil {
		return silent{}
	}
	return h.Notify
}

func (h *Hooks) ready(p Place) {
	if h.Ready != nil {
		h.Ready(p)
	}
	h.notify().Ready()
}

// silent tells nobody.
type silent struct{}

func (silent) Ready()                  {}
func (silent) Reloading()              {}
func (silent) Stopping()               {}
func (silent) Alive()                  {}
func (silent) Status(string)           {}
func (silent) Watchdog() time.Duration { return 0 }
