// Package buttons knows how to read buttons and a lever on pins: when a contact that bounces was pressed. It must not know what
// a press means to the game.
package buttons

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"jadoube/hw"
	"jadoube/sensors"
)

// Key is what one pin is for. A button has a word for On, and perhaps one for being held down; a lever has one for each of its ends.
type Key struct {
	On, Off *sensors.Press // pressed when the pin goes to 1, or to 0; nil = nothing
	Held    *sensors.Press // told after On, when the pin has been 1 for the Hold; nil = nothing
}

// Hold is how long a button must be down to count as held.
const Hold = time.Second

// Buttons are the keys of a group of pins. A press is told when the pin has kept its new level for the time of debouncing, and dated
// at the first edge. What is held down at the start was not pressed.
//
//	         edge               kept for Debounce
//	stable ────────▶ unrest ──────────────────────▶ stable: another level → press
//	                  │  ▲                          or the old one: nothing
//	                  └──┘ edge: waits anew         1 for the Hold → held
type Buttons struct {
	pins     hw.InPins
	keys     []Key
	debounce time.Duration
	now      func() int64

	known   bool
	stable  uint64        // levels that were told
	raw     uint64        // levels as they were read last
	unrest  [64]time.Time // when the last edge was, zero when there is none
	first   [64]int64     // when the first edge was, ms
	down    [64]time.Time // when the contact of a button that is down came to rest, zero when it is told as held, or isn't down
	queue   []sensors.Reading
	told    int64 // the time of the last press
	failing bool
	ended   chan struct{}
	once    sync.Once
}

var _ sensors.Source = (*Buttons)(nil)

const (
	idle  = 100 * time.Millisecond // without an edge: the levels are read all the same
	again = time.Second            // after an error
)

// New returns the buttons on pins, with a key for each pin, debounced for a time of 1 ms to 1 s. now gives the time for readings, ms.
func New(pins hw.InPins, keys []Key, debounce time.Duration, now func() int64) (*Buttons, error) {
	if len(keys) != pins.Len() {
		return nil, fmt.Errorf("%d keys on %v: expected one for each pin", len(keys), pins)
	}
	if debounce < time.Millisecond || debounce > time.Second {
		return nil, fmt.Errorf("buttons debounced for %v: expected 1 ms to 1 s", debounce)
	}
	return &Buttons{pins: pins, keys: keys, debounce: debounce, now: now, ended: make(chan struct{})}, nil
}

// String names the pins.
func (b *Buttons) String() string { return fmt.Sprintf("buttons on %v", b.pins) }

// Info says nothing: buttons see no pieces.
func (b *Buttons) Info() sensors.Info { return sensors.Info{} }

// Close ends a blocked Next, within a tenth of a second.
func (b *Buttons) Close() error {
	b.once.Do(func() { close(b.ended) })
	return nil
}

// Next waits for a press.
func (b *Buttons) Next(ctx context.Context) (sensors.Reading, error) {
	for {
		if len(b.queue) > 0 {
			r := b.queue[0]
			b.queue = b.queue[1:]
			return r, nil
		}
		if err := b.rest(ctx); err != nil {
			return sensors.Reading{}, err
		}
		if err := b.look(); err != nil {
			b.failing = true
			return sensors.Reading{}, err
		}
	}
}

// rest returns when the buttons have to end, or waits after an error.
func (b *Buttons) rest(ctx context.Context) error {
	if b.failing {
		select {
		case <-time.After(again):
		case <-ctx.Done():
		case <-b.ended:
		}
	}
	b.failing = false
	select {
	case <-b.ended:
		return io.EOF
	default:
		return ctx.Err()
	}
}

// look waits for an edge, or for what is in unrest to settle, and takes the levels.
func (b *Buttons) look() error {
	if err := b.pins.Wait(b.wait()); err != nil && !errors.Is(err, hw.ErrTimeout) {
		return err
	}
	levels, err := b.pins.Read()
	if err != nil {
		return err
	}
	if !b.known {
		b.known, b.stable, b.raw = true, levels, levels
	}
	b.take(levels, time.Now())
	return nil
}

// wait is how long nothing has to be done without an edge.
func (b *Buttons) wait() time.Duration {
	wait := idle
	for i, key := range b.keys {
		switch {
		case !b.unrest[i].IsZero():
			wait = min(wait, time.Until(b.unrest[i].Add(b.debounce)))
		case !b.down[i].IsZero() && key.Held != nil:
			wait = min(wait, time.Until(b.down[i].Add(Hold)))
		}
	}
	return max(wait, time.Millisecond)
}

// take notes edges and tells what has settled.
func (b *Buttons) take(levels uint64, now time.Time) {
	edges := levels ^ b.raw
	b.raw = levels
	for i, key := range b.keys {
		bit := uint64(1) << i
		switch {
		case edges&bit != 0:
			if b.unrest[i].IsZero() {
				b.first[i] = b.now()
			}
			b.unrest[i] = now
		case !b.unrest[i].IsZero() && now.Sub(b.unrest[i]) >= b.debounce:
			b.unrest[i] = time.Time{}
			if (levels^b.stable)&bit != 0 {
				b.stable ^= bit
				b.down[i] = time.Time{}
				if levels&bit != 0 {
					b.down[i] = now
					b.tell(key.On, b.first[i])
				} else {
					b.tell(key.Off, b.first[i])
				}
			}
		case b.unrest[i].IsZero() && !b.down[i].IsZero() && now.Sub(b.down[i]) >= Hold:
			b.down[i] = time.Time{}
			b.tell(key.Held, b.now())
		}
	}
}

func (b *Buttons) tell(press *sensors.Press, at int64) {
	if press == nil {
		return
	}
	b.told = max(b.told, at)
	b.queue = append(b.queue, sensors.Reading{T: b.told, Press: press})
}
