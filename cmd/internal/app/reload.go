package app

import (
	"context"
	"crypto/tls"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
)

// reloader takes over what has changed in a config while the daemon runs.
type reloader struct {
	daemon *daemon
	server *web.Server
	cert   *certificate
	load   func(config.Chosen) (config.Config, error) // reads the config, with what was set on the page

	mu      sync.Mutex
	running config.Config // what is in force
	wanted  config.Config // what was read last
	chosen  config.Chosen // what was set on the page
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
	case "access.strangers", "access.local", "page.hosts", "leds.palette", "leds.gamma", "teacher.white", "teacher.black", "teacher.takeback",
		"opponent.move-time":
		return true
	case "game.tags", "game.laws", "game.level", "game.rated", "game.clock", "game.clock-first", "game.default-time", "game.promotion", "sensors.debounce-lifted",
		"sensors.debounce-placed": // of the next game
		return true
	case "game.unfinished": // is asked for at the next start only
		return true
	case "access.certificate", "access.key":
		return running.Access.Certificate != "" && fresh.Access.Certificate != ""
	case "leds.brightness", "leds.max-milliamps": // chips with a dimmer of their own are told when they are opened
		return slices.Contains([]string{"sim", "ws2812", "apa102"}, running.LEDs.Kind)
	}
	return false
}

// reload reads the config anew. One that is refused changes nothing.
func (r *reloader) reload(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	chosen, err := config.LoadChosen(r.running.Data.Folder)
	if err != nil {
		return err
	}
	fresh, err := r.load(chosen)
	if err != nil {
		return err
	}
	r.chosen = chosen
	_, err = r.takeOver(ctx, &fresh)
	return err
}

// takeOver puts in force what can be of a config that was read. The caller holds mu.
func (r *reloader) takeOver(ctx context.Context, fresh *config.Config) (web.Changed, error) {
	c := web.Changed{Now: []string{}, Later: []string{}}
	for _, key := range config.Diff(&r.running, fresh) {
		if live(key, &r.running, fresh) {
			c.Now = append(c.Now, key)
		} else {
			c.Later = append(c.Later, key)
		}
	}
	if err := r.apply(ctx, c.Now, fresh); err != nil {
		return c, err
	}
	r.wanted = *fresh
	log := r.daemon.log.Info
	if len(c.Later) > 0 {
		log = r.daemon.log.Warn
	}
	log("the config was read anew", "in force", c.Now, "only after a restart", c.Later)
	return c, nil
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
	next.Page.Hosts, next.Game, next.Teacher, next.Sensors = fresh.Page.Hosts, fresh.Game, fresh.Teacher, fresh.Sensors
	next.Opponent.MoveTime = fresh.Opponent.MoveTime
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

// retune takes over lights and help, and what the next game is to be like.
func (d *daemon) retune(ctx context.Context, c *config.Config) error {
	lights := lightsOf(c.LEDs)
	return d.call(ctx, func() {
		if !reflect.DeepEqual(d.configured, c.Game) {
			next := otherwise(d.play, d.configured, c.Game)
			d.configured = c.Game
			d.wants(next)
		}
		d.debounce = c.Sensors.Debounce(c.Board.Scan())
		d.opponent.think = c.Opponent.Think()
		if help := c.Teacher.Help(); help != d.help {
			d.help, d.tutor.help = help, help
		}
		d.tutor.patience = c.Teacher.Patience()
		d.lights.change(lights)
		d.mu.Lock()
		d.state.Lights = lights.looks()
		d.mu.Unlock()
	})
}

// otherwise is what was chosen for the next game, with what a config that is read anew says otherwise than the one before it.
func otherwise(chosen, before, fresh config.Game) config.Game {
	out := reflect.ValueOf(&chosen).Elem()
	was, is := reflect.ValueOf(before), reflect.ValueOf(fresh)
	for i := range out.NumField() {
		if !reflect.DeepEqual(was.Field(i).Interface(), is.Field(i).Interface()) {
			out.Field(i).Set(is.Field(i))
		}
	}
	return chosen
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
		if err := r.reload(ctx); err != nil {
			r.daemon.log.Error("the config was not read anew: what was in force stays so", "error", err)
		}
		h.notify().Ready()
	}
}
