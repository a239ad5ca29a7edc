package app

import (
	"context"

	"jadoube/cmd/internal/config"
	"jadoube/cmd/internal/web"
)

var _ web.Settings = (*reloader)(nil)

// Settings is web.Settings's.
func (r *reloader) Settings() (list []web.Setting) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range config.Settable() {
		_, chosen := r.chosen[s.Key]
		list = append(list, web.Setting{
			Key: s.Key, Value: r.wanted.Get(s.Key), Choices: s.Choices, Low: s.Low, High: s.High, Unit: s.Unit,
			Chosen: chosen, Live: live(s.Key, &r.running, &r.running),
		})
	}
	return list
}

// inForce is the config that is.
func (r *reloader) inForce() config.Config {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.running
}

// Change is web.Settings's.
func (r *reloader) Change(ctx context.Context, set map[string]any) (web.Changed, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	chosen, err := r.chosen.With(set)
	if err != nil {
		return web.Changed{}, err
	}
	fresh, err := r.load(chosen)
	if err != nil {
		return web.Changed{}, err
	}
	if err := chosen.Save(r.running.Data.Folder); err != nil {
		return web.Changed{}, err
	}
	r.chosen = chosen
	return r.takeOver(ctx, &fresh)
}
