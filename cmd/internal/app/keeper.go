package app

import (
	"encoding/json"
	"sync"

	"jadoube/boardstate/game"
	"jadoube/cmd/internal/store"
	"jadoube/cmd/internal/web"
)

// keptEvents is how many events a reader may be behind and still be served from memory;
// readerBuffer how many may wait for one reader before it is let go to ask again.
const (
	keptEvents   = 20_000
	readerBuffer = 512
)

// keeper holds the last events and hands them to readers. Numbers go on across games.
type keeper struct {
	mu      sync.Mutex
	events  []web.Event // without gaps
	last    int64
	told    int64 // readers have been given the events up to here
	readers map[chan web.Event]struct{}
	closed  bool
}

// newKeeper numbers events on from the last one.
func newKeeper(last int64) *keeper {
	return &keeper{last: last, told: last, readers: map[chan web.Event]struct{}{}}
}

// add numbers the events and keeps them; tell hands them out. It returns them as they are to be stored.
func (k *keeper) add(events []game.Event) []store.Event {
	k.mu.Lock()
	defer k.mu.Unlock()
	out := make([]store.Event, len(events))
	for i := range events {
		k.last++
		e := &events[i]
		e.N = k.last
		text, err := json.Marshal(e)
		if err != nil {
			panic("app: an event of plain values can't be written: " + err.Error())
		}
		k.events = append(k.events, web.Event{N: e.N, JSON: text})
		out[i] = store.Event{N: e.N, T: e.T, Type: string(e.Type), JSON: string(text)}
	}
	if over := len(k.events) - keptEvents; over > keptEvents/4 {
		k.events = append([]web.Event(nil), k.events[over:]...)
	}
	return out
}

func (k *keeper) lastNumber() int64 {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.last
}

// tell hands out what add kept. A reader whose buffer is full is let go.
func (k *keeper) tell() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, e := range k.after(k.told) {
		for ch := range k.readers {
			select {
			case ch <- e:
			default:
				k.drop(ch)
			}
		}
	}
	k.told = k.last
}

// after returns the kept events with numbers above n.
func (k *keeper) after(n int64) []web.Event {
	first := k.last - int64(len(k.events))
	return k.events[max(0, n-first):]
}

func (k *keeper) drop(ch chan web.Event) {
	if _, is := k.readers[ch]; is {
		delete(k.readers, ch)
		close(ch)
	}
}

// subscribe is web.Board's Subscribe.
func (k *keeper) subscribe(after int64) (<-chan web.Event, func(), bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	first := k.last - int64(len(k.events))
	if after < first || after > k.last || k.closed {
		return nil, func() {}, false
	}
	var old []web.Event
	for _, e := range k.after(after) {
		if e.N <= k.told {
			old = append(old, e)
		}
	}
	ch := make(chan web.Event, readerBuffer+len(old))
	for _, e := range old {
		ch <- e
	}
	k.readers[ch] = struct{}{}
	return ch, func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.drop(ch)
	}, true
}

func (k *keeper) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.closed = true
	for ch := range k.readers {
		k.drop(ch)
	}
}
