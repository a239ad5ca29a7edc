package app

import (
	"context"
	"crypto/tls"
	"fmt"
	"slices"
	"sync/atomic"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
)

// reloader takes over what has changed in a config while the daemon runs.
type reloader struct {
	daemon  *daemon
	server  *web.Server
	running config.Config // what is in force
	cert    *certificate
}

// certificate is the one that the page is served with, nil without.
type certificate struct {
	now atomic.Pointer[tls.Certificate]
}

func newCertificate(a config.Access) (*certificate, error) {
	if a.Certificate == "" {
		return nil, nil
	}
	c := &certificate{}
	return c, c.load(a)
}

func (c *certificate) load(a config.Access) error {
	pair, err := tls.LoadX509KeyPair(a.Certificate, a.Key)
	if err != nil {
		return fmt.Errorf("the certificate for https: %w: see [access] certificate and key in the config", err)
	}
	c.now.Store(&pair)
	return nil
}

// get is what the server asks; nil = it serves http.
func (c *certificate) get() func() *tls.Certificate {
	if c == nil {
		return nil
	}
	return c.now.Load
}

// live says which options are in force as soon as they are read; for the others the program is started anew.
func live(key string, running, fresh *config.Config) bool {
	switch key {
	case "access.strangers", "access.local", "page.hosts", "game.tags", "leds.palette", "leds.gamma":
		return true
	case "access.certificate", "access.key":
		return running.Access.Certificate != "" && fresh.Access.Certificate != ""
	case "leds.brightness", "leds.max-milliamps": // chips with a dimmer of their own are told when they are opened
		return slices.Contains([]string{"sim", "ws2812", "apa102"}, running.LEDs.Kind)
	}
	return false
}

// reload reads the config anew. One that is refused changes nothing.
func (r *reloader) reload(ctx context.Context, load func() (config.Config, error)) error {
	fresh, err := load()
	if err != nil {
		return err
	}
	now, later := []string{}, []string{}
	for _, key := range config.Diff(&r.running, &fresh) {
		if live(key, &r.running, &fresh) {
			now = append(now, key)
		} else {
			later = append(later, key)
		}
	}
	if err := r.apply(ctx, now, &fresh); err != nil {
		return err
	}
	log := r.daemon.log.Info
	if len(later) > 0 {
		log = r.daemon.log.Warn
	}
	log("the config was read anew", "in force", now, "only after a restart", later)
	return nil
}

// apply puts options in force. A certificate is read anew even if its file is called the same.
func (r *reloader) apply(ctx context.Context, keys []string, fresh *config.Config) error {
	if r.cert != nil && fresh.Access.Certificate != "" {
		if err := r.cert.load(fresh.Access); err != nil {
			return err
		}
	}
	next := r.running
	next.Access.Strangers, next.Access.Local = fresh.Access.Strangers, fresh.Access.Local
	if r.cert != nil {
		next.Access.Certificate, next.Access.Key = fresh.Access.Certificate, fresh.Access.Key
	}
	next.Page.Hosts, next.Game.Tags = fresh.Page.Hosts, fresh.Game.Tags
	for _, key := range keys {
		switch key {
		case "leds.palette":
			next.LEDs.Palette = fresh.LEDs.Palette
		case "leds.gamma":
			next.LEDs.Gamma = fresh.LEDs.Gamma
		case "leds.brightness":
			next.LEDs.Brightness = fresh.LEDs.Brightness
		case "leds.max-milliamps":
			next.LEDs.MaxMilliamps = fresh.LEDs.MaxMilliamps
		}
	}
	r.running = next
	r.server.SetHosts(next.Page.Hosts)
	r.daemon.devices.SetPolicy(next.Access.Policy())
	return r.daemon.retune(ctx, &next)
}

// retune takes over lights and tags; tags are those of the next game.
func (d *daemon) retune(ctx context.Context, c *config.Config) error {
	lights := lightsOf(c.LEDs)
	return d.call(ctx, func() {
		d.tags = c.Game.TagList()
		d.lights.change(lights)
		d.mu.Lock()
		d.state.Lights = lights.looks()
		d.mu.Unlock()
	})
}

// serve reloads whenever it is asked to.
func (r *reloader) serve(ctx context.Context, h *Hooks) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.Reload:
		}
		h.notify().Reloading()
		if err := r.reload(ctx, h.Load); err != nil {
			r.daemon.log.Error("the config was not read anew: what was in force stays so", "error", err)
		}
		h.notify().Ready()
	}
}
