package app

import (
	"context"
	"slices"
	"time"

	"jadoube/boardstate/game"
	"jadoube/cmd/internal/config"
	"jadoube/hw"
	"jadoube/sensors"
	"jadoube/sensors/buttons"
)

// newButtons returns the buttons of the config, nil when there are none. They are opened as a board is, again and again until they
// are there.
func newButtons(b config.Buttons, wires func() hw.Wiring, now func() int64) sensors.Source {
	if len(b.Pins()) == 0 {
		return nil
	}
	return &wired{
		name: "buttons", wires: wires, now: now, retry: retryBoard,
		open: func(w hw.Wiring) (sensors.Source, error) { return openButtons(b, w, now) },
	}
}

func openButtons(b config.Buttons, w hw.Wiring, now func() int64) (sensors.Source, error) {
	var pins []hw.Pin
	var keys []buttons.Key
	for _, p := range b.Pins() {
		pins, keys = append(pins, p.Pin), append(keys, buttons.Key{On: p.On, Off: p.Off, Held: p.Held})
	}
	group, err := w.In(pins...)
	if err != nil {
		return nil, err
	}
	return buttons.New(group, keys, time.Duration(b.Debounce)*time.Millisecond, now)
}

// hums says how the buzzer tells of an event: on and off in turn.
var hums = map[game.Type][]time.Duration{
	game.Illegal:     {120 * time.Millisecond, 80 * time.Millisecond, 120 * time.Millisecond},
	game.Breach:      {120 * time.Millisecond, 80 * time.Millisecond, 120 * time.Millisecond},
	game.ResultShown: {700 * time.Millisecond},
}

// buzzer hums in a goroutine of its own: one that is broken costs the game nothing.
type buzzer struct {
	pin     string
	wires   func() hw.Wiring
	tunes   chan []time.Duration
	trouble chan string // what is wrong with it, "" when it is well again
}

func newBuzzer(b config.Buzzer, wires func() hw.Wiring) *buzzer {
	return &buzzer{pin: b.Pin, wires: wires, tunes: make(chan []time.Duration, 1), trouble: make(chan string, 1)}
}

// hear hums for the events; while it hums already it leaves them out.
func (b *buzzer) hear(events []game.Event) {
	i := slices.IndexFunc(events, func(e game.Event) bool { return hums[e.Type] != nil && (e.Type != game.ResultShown || e.Result != "") })
	if i < 0 || b.pin == "" {
		return
	}
	select {
	case b.tunes <- hums[events[i].Type]:
	default:
	}
}

// loop plays what is heard until ctx ends.
func (b *buzzer) loop(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case tune := <-b.tunes:
			b.tell(b.play(ctx, tune))
		}
	}
}

// play opens the pin for each tune, so that it is free, and silent, between them.
func (b *buzzer) play(ctx context.Context, tune []time.Duration) error {
	w := b.wires()
	defer w.Close()
	pin, err := openOut([]string{b.pin}, w)
	if err != nil {
		return err
	}
	for i, d := range tune {
		if err := pin.Write(uint64(1-i%2), 1); err != nil {
			return err
		}
		select {
		case <-time.After(d):
		case <-ctx.Done():
		}
	}
	return pin.Write(0, 1)
}

func (b *buzzer) tell(err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	select {
	case <-b.trouble: // older news that nobody has read
	default:
	}
	b.trouble <- text
}
