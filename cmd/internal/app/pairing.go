package app

import (
	"context"
	"net"
	"time"

	"jadoube/cmd/internal/access"
	"jadoube/ledmatrix"
)

// patternShows is for how long the squares of an offer are lit; the game's lights are dark meanwhile.
const patternShows = time.Minute

// offerFirst lets a first device be paired as admin where nobody could do so otherwise: the board is to be reached from
// elsewhere, and nothing is paired.
func (d *daemon) offerFirst(addr net.Addr) {
	t, ok := addr.(*net.TCPAddr)
	far := !ok || !t.IP.IsLoopback()
	if len(d.devices.Devices()) == 0 && (far || d.policy.Local < access.Admin) {
		d.devices.Offer(access.Admin, access.FirstLasts)
	}
}

// watchOffers shows each offer to pair a device where only those can see it who are at the board or on its machine: as
// lit squares, and once in the log.
func (d *daemon) watchOffers(ctx context.Context) {
	shown := access.Offer{}
	for ctx.Err() == nil {
		changed := d.devices.Changed()
		o, stands := d.devices.Offered()
		hide := o.Until
		switch {
		case !stands && shown.Code != "":
			shown = access.Offer{}
			d.lights.cover(nil)
		case stands && o.Code != shown.Code:
			shown = o
			d.log.Info("a device can be paired", "role", o.Role.String(), "code", o.Code, "until", o.Until.Format(time.TimeOnly))
			d.light(ctx, o)
			hide = time.Now().Add(patternShows)
		}
		d.awaitOffer(ctx, changed, hide, stands)
	}
}

// awaitOffer waits for a change, but hides the squares when it is time for it.
func (d *daemon) awaitOffer(ctx context.Context, changed <-chan struct{}, hide time.Time, stands bool) {
	var later <-chan time.Time
	if stands {
		timer := time.NewTimer(time.Until(hide))
		defer timer.Stop()
		later = timer.C
	}
	select {
	case <-ctx.Done():
	case <-changed:
	case <-later:
		d.lights.cover(nil)
		select {
		case <-ctx.Done():
		case <-changed:
		}
	}
}

// light lights the squares of an offer, as they are called in the game.
func (d *daemon) light(ctx context.Context, o access.Offer) {
	var scene ledmatrix.Scene
	err := d.call(ctx, func() {
		for s := range o.Squares.Squares() {
			scene[d.game.OnBoard(s)] = ledmatrix.MayGo
		}
	})
	if err == nil {
		d.lights.cover(&scene)
	}
}
