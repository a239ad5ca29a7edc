package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"jadoube/cmd/internal/web"
)

// statusEvery is how often systemd is told in a line what goes on.
const statusEvery = 10 * time.Second

// call has something done in the loop, and waits for it.
func (d *daemon) call(ctx context.Context, f func()) error {
	done := make(chan struct{})
	select {
	case d.calls <- func() { f(); d.picture(nil); close(done) }: // what no event tells is seen by who waits
	case <-d.ended:
		return web.ErrEnded
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Alive reports whether the loop takes orders.
func (d *daemon) Alive(ctx context.Context) error { return d.call(ctx, func() {}) }

// watchdog tells systemd that the program works as long as the loop does. When it doesn't, systemd is told nothing, and
// starts the program anew.
func (d *daemon) watchdog(ctx context.Context, n Notifier) {
	every := n.Watchdog() / 3
	if every <= 0 {
		return
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		in, cancel := context.WithTimeout(ctx, every)
		err := d.Alive(in)
		cancel()
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			n.Alive()
		default:
			d.log.Error("the board's loop doesn't answer", "in", every)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// tellStatus tells systemd in a line what goes on, when it has changed.
func (d *daemon) tellStatus(ctx context.Context, n Notifier, server *web.Server) {
	tick := time.NewTicker(statusEvery)
	defer tick.Stop()
	for said := ""; ; {
		if text := status(d.State(), server.Stats().Readers); text != said {
			n.Status(text)
			said = text
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// status is a line on what goes on: "move 12, 3 readers, leds failed".
func status(s web.State, readers int) string {
	text := fmt.Sprintf("move %d, %d readers", (len(s.Moves)+1)/2, readers)
	if s.Result != nil {
		text = fmt.Sprintf("game over %s, %d readers", s.Result.Result, readers)
	}
	if failed := failedParts(s.Health); len(failed) > 0 {
		text += ", failed: " + strings.Join(failed, ", ")
	}
	return text
}

func failedParts(all []web.Health) (names []string) {
	for _, h := range all {
		if h.State != "ok" {
			names = append(names, h.Part)
		}
	}
	return names
}
