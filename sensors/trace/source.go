package trace

import (
	"context"
	"io"
	"sync/atomic"

	"jadoube/sensors"
)

// Source plays a trace as fast as it is asked for.
type Source struct {
	name   string
	trace  *Trace
	next   int
	closed atomic.Bool
}

var _ sensors.Source = (*Source)(nil)

// NewSource returns a source of t's readings; name is what its String says.
func NewSource(name string, t *Trace) *Source { return &Source{name: name, trace: t} }

// String names the source.
func (s *Source) String() string { return "trace " + s.name }

// Info says what board was recorded.
func (s *Source) Info() sensors.Info {
	h := &s.trace.Header
	return sensors.Info{Kind: h.Sensor, Scan: h.Scan, Lever: h.Lever, Start: s.trace.Start}
}

// Next returns the next reading at once, io.EOF after the last or after Close.
func (s *Source) Next(ctx context.Context) (sensors.Reading, error) {
	if err := ctx.Err(); err != nil {
		return sensors.Reading{}, err
	}
	if s.closed.Load() || s.next == len(s.trace.Readings) {
		return sensors.Reading{}, io.EOF
	}
	s.next++
	return s.trace.Readings[s.next-1], nil
}

// Close ends the source.
func (s *Source) Close() error {
	s.closed.Store(true)
	return nil
}
