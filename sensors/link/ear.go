package link

import (
	"fmt"
	"time"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// Ear makes readings of what a protocol hears, and takes what it wants to say.
type Ear struct {
	now    int64 // ms
	frame  sensors.Frame
	told   square.Set        // the squares of which the board has said what stands there
	queue  []sensors.Reading // to be handed on, from head
	head   int
	out    []byte // to be sent
	heard  int64  // when the board last said something readable, or was greeted
	toldAt int64  // when garbage was last told of
	fresh  bool   // nothing readable came since the board was greeted
	mute   bool   // squares aren't believed before the whole state has come
	lost   bool   // the next reading carries a Gap …
	lostAt int64  // … since this moment
	fault  error  // to be told once
	count  counts
}

// garbageFor is for how long nothing but garbage may come before that is told.
const garbageFor = 3000 // ms

// NewEar returns an ear for tests of protocols; a Board has its own.
func NewEar() *Ear { return new(Ear) }

// Readings returns the readings that nobody has taken yet.
func (e *Ear) Readings() (all []sensors.Reading) {
	for r, ok := e.pop(); ok; r, ok = e.pop() {
		all = append(all, r)
	}
	return all
}

// greet begins a conversation. Whole: the board will tell its whole state first.
func (e *Ear) greet(whole bool) {
	e.heard, e.toldAt = e.now, e.now
	e.fresh, e.mute = true, whole
	e.out = e.out[:0]
}

// missed says that the board hasn't been read since a moment.
func (e *Ear) missed(since int64) {
	if !e.lost {
		e.lost, e.lostAt = true, since
	}
}

// Now is the board's time in ms.
func (e *Ear) Now() int64 { return e.now }

// Quiet is for how long the board has said nothing that can be read, from its greeting on.
func (e *Ear) Quiet() time.Duration { return time.Duration(e.now-e.heard) * time.Millisecond }

// Fresh reports whether the board hasn't said anything readable since it was greeted.
func (e *Ear) Fresh() bool { return e.fresh }

// Send queues bytes for the board. They are written in one piece when the protocol returns.
func (e *Ear) Send(b ...byte) { e.out = append(e.out, b...) }

// Heard says that the board said something readable that is no news.
func (e *Ear) Heard() { e.heard, e.fresh = e.now, false }

// Whole takes what stands on all squares, in contacts of the board's kind. It keeps nothing of f. The first
// time that is news of all squares.
func (e *Ear) Whole(f *sensors.Frame) {
	e.Heard()
	e.count.whole.Add(1)
	e.mute = false
	n := 0
	for s := range f {
		if e.news(square.Square(s), f[s]) {
			n++
		}
	}
	if n == 0 {
		if e.lost {
			e.tell(sensors.Reading{})
		}
		return
	}
	changes := make([]sensors.Change, 0, n)
	for s := range f {
		if e.news(square.Square(s), f[s]) {
			changes = append(changes, sensors.Change{Square: square.Square(s), To: f[s]})
		}
	}
	e.frame, e.told = *f, square.All
	e.tell(sensors.Reading{Changes: changes})
}

// news reports whether the board hasn't said that before.
func (e *Ear) news(s square.Square, c sensors.Contact) bool { return !e.told.Has(s) || e.frame[s] != c }

// Changed takes what one scan of the board found, each square once. It keeps nothing of changes.
func (e *Ear) Changed(changes ...sensors.Change) {
	e.Heard()
	if e.mute {
		return
	}
	var news []sensors.Change
	for _, c := range changes {
		if c.Square.Valid() && e.news(c.Square, c.To) {
			e.frame[c.Square], e.told = c.To, e.told.With(c.Square)
			news = append(news, c)
		}
	}
	if len(news) > 0 {
		e.tell(sensors.Reading{Changes: news})
	}
}

// Pressed takes a button or lever, in the words of traces.
func (e *Ear) Pressed(p sensors.Press) {
	e.Heard()
	e.tell(sensors.Reading{Press: &p})
}

// Garbled says that bytes came that are no message, and what would be one. All lines stumble; it is told
// only of a board that has said nothing else since it was greeted.
func (e *Ear) Garbled(b []byte, want string) {
	e.count.garbled.Add(1)
	if !e.fresh || e.now-e.toldAt < garbageFor {
		return
	}
	e.toldAt = e.now
	e.Fail(fmt.Errorf("%q can't be read: expected %s; is the speed of the line right?", b[:min(len(b), 40)], want))
}

// Fail has an error told, once.
func (e *Ear) Fail(err error) { e.fault = err }

// tell queues a reading of this moment.
func (e *Ear) tell(r sensors.Reading) {
	r.T = e.now
	if e.lost {
		r.Gap = max(e.now-e.lostAt, 1)
		e.lost = false
	}
	e.queue = append(e.queue, r)
}

// pop returns the next reading.
func (e *Ear) pop() (sensors.Reading, bool) {
	if e.head == len(e.queue) {
		return sensors.Reading{}, false
	}
	r := e.queue[e.head]
	e.queue[e.head] = sensors.Reading{}
	if e.head++; e.head == len(e.queue) {
		e.queue, e.head = e.queue[:0], 0
	}
	return r, true
}
