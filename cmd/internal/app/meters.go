package app

import (
	"io"
	"time"

	"jadoube/boardstate/game"
	"jadoube/cmd/internal/web"
	"jadoube/sensors"

	"github.com/VictoriaMetrics/metrics"
)

// meters count what happens at a board, for Prometheus. They are read at any time from any goroutine.
type meters struct {
	set      *metrics.Set
	readings *metrics.Counter
	changes  *metrics.Counter
	unread   *metrics.Counter
	store    *metrics.PrometheusHistogram
	events   map[game.Type]*metrics.Counter
}

func newMeters() *meters {
	s := metrics.NewSet()
	m := &meters{
		set: s, readings: s.NewCounter("jadoube_readings_total"), changes: s.NewCounter("jadoube_contact_changes_total"),
		unread: s.NewCounter("jadoube_board_failures_total"), events: map[game.Type]*metrics.Counter{},
		store: s.NewPrometheusHistogram("jadoube_store_seconds"),
	}
	for _, t := range game.Types {
		m.events[t] = s.NewCounter(`jadoube_events_total{type="` + string(t) + `"}`)
	}
	return m
}

// reading counts a reading that changed something.
func (m *meters) reading(r *sensors.Reading) {
	m.readings.Inc()
	m.changes.Add(len(r.Changes))
}

// event counts what the game told: the counters of provisional, withdrawn, amended, ambiguous and illegal say how
// recognition fares.
func (m *meters) event(e *game.Event) {
	if c := m.events[e.Type]; c != nil {
		c.Inc()
	}
}

// stored notes how long it took to make something safe on the disk.
func (m *meters) stored(took time.Duration) { m.store.Update(took.Seconds()) }

// watch reads what others count.
func (m *meters) watch(d *daemon) {
	gauge := func(name string, value func(sensors.Health) int64) {
		m.set.NewGauge(name, func() float64 {
			if s, ok := d.source.(sensors.Monitored); ok {
				return float64(value(s.Health()))
			}
			return 0
		})
	}
	gauge("jadoube_scans_total", func(h sensors.Health) int64 { return h.Scans })
	gauge("jadoube_bus_retries_total", func(h sensors.Health) int64 { return h.Retries })
	gauge("jadoube_bus_errors_total", func(h sensors.Health) int64 { return h.Errors })
	gauge("jadoube_chip_resets_total", func(h sensors.Health) int64 { return h.Resets })
	m.set.NewGauge("jadoube_leds_retries_total", func() float64 { return float64(d.lights.retries()) })
	m.set.NewGauge("jadoube_leds_errors_total", func() float64 { return float64(d.lights.failed.Load()) })
	m.set.NewGauge("jadoube_parts_failed", func() float64 { return float64(len(failedParts(d.State().Health))) })
	m.set.NewGauge("jadoube_recording", func() float64 {
		if d.State().Recording.On {
			return 1
		}
		return 0
	})
	m.set.NewGauge("jadoube_devices_paired", func() float64 { return float64(len(d.devices.Devices())) })
}

// serving reads what the page's server counts.
func (m *meters) serving(s *web.Server) {
	for name, value := range map[string]func(web.Stats) int64{
		"jadoube_readers":                   func(s web.Stats) int64 { return int64(s.Readers) },
		"jadoube_readers_dropped_total":     func(s web.Stats) int64 { return s.Dropped },
		"jadoube_connections_refused_total": func(s web.Stats) int64 { return s.Refused },
		"jadoube_requests_denied_total":     func(s web.Stats) int64 { return s.Denied },
		"jadoube_requests_limited_total":    func(s web.Stats) int64 { return s.Limited },
	} {
		m.set.NewGauge(name, func() float64 { return float64(value(s.Stats())) })
	}
}

// write writes all of them, and the program's own: memory, processor time, goroutines.
func (m *meters) write(w io.Writer) {
	m.set.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
}
