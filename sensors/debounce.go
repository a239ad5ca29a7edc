package sensors

import (
	"cmp"
	"slices"

	"jadoube/rules/square"
)

// Debounce says for how many milliseconds a contact must keep its new word before it is believed. Lifted
// should be the longer: a weak contact that loses a standing piece for an instant must not count as a hand,
// while a piece set down should be shown at once.
type Debounce struct {
	Lifted int64 // the square became empty
	Placed int64 // something stands there, or something else than before
}

// How long the contacts of reed and hall sensors bounce, with a margin: openings while a piece is set down
// last up to some 20 ms, and a hand that brushes a piece breaks its contact for two or three times that.
const (
	bounceLifted = 60
	bouncePlaced = 20
)

// DebounceFor returns times that suit a board scanned every scan milliseconds (0 = unknown). They are whole
// scans, and few: when scans are further apart than a bounce lasts, one scan that sees a piece is enough, and
// one more that doesn't see it confirms that it is gone.
func DebounceFor(scan int64) Debounce {
	if scan <= 0 {
		return Debounce{Lifted: bounceLifted, Placed: bouncePlaced}
	}
	d := Debounce{Lifted: wholeScans(bounceLifted, scan)}
	if scan <= bouncePlaced {
		d.Placed = wholeScans(bouncePlaced, scan)
	}
	return d
}

func wholeScans(ms, scan int64) int64 { return (ms + scan - 1) / scan * scan }

func (d Debounce) of(c Contact) int64 {
	if c == Nothing {
		return d.Lifted
	}
	return d.Placed
}

// Stable is a change that is believed.
type Stable struct {
	Change
	From     Contact // what stood there before, as far as it was believed
	First    int64   // when the unrest began: the first raw change, before any bounce
	Believed int64   // when the contact had kept its word long enough
}

// Debouncer turns raw changes into stable ones, each square for itself. It has no clock: time is what Take
// and Advance say. What comes out, and its dates, depends on the changes only, never on how often Advance was
// called. It is not safe for concurrent use.
//
//	           raw change                    kept for Lifted/Placed
//	stable ───────────────▶ unrest (First) ─────────────────────────▶ stable: another word → Stable
//	                          │    ▲                                  or the old one: bounce, nothing said
//	                          └────┘ raw change: waits anew
type Debouncer struct {
	times   Debounce
	raw     Frame
	stable  Frame
	changed [64]int64 // time of the last raw change
	first   [64]int64 // time when the unrest began
	moved   square.Set
	pending square.Set // squares whose raw and stable words differ
	now     int64
}

// NewDebouncer returns a debouncer that believes start.
func NewDebouncer(times Debounce, start Frame) *Debouncer {
	return &Debouncer{times: times, raw: start, stable: start}
}

// Raw returns what the contacts said last.
func (d *Debouncer) Raw() Frame { return d.raw }

// Frame returns what is believed.
func (d *Debouncer) Frame() Frame { return d.stable }

// Take takes in the raw changes of one scan at t ms and appends to out what had to be believed before t.
// A t that lies before one given earlier counts as that one; changes off the board are passed over.
func (d *Debouncer) Take(out []Stable, t int64, changes []Change) []Stable {
	out = d.Advance(out, t)
	for _, c := range changes {
		if c.Square.Valid() && d.raw[c.Square] != c.To {
			d.take(c)
		}
	}
	return out
}

func (d *Debouncer) take(c Change) {
	s := c.Square
	if !d.moved.Has(s) || !d.pending.Has(s) && d.deadline(s) < d.now {
		d.first[s] = d.now
	}
	d.raw[s], d.changed[s] = c.To, d.now
	d.moved = d.moved.With(s)
	d.pending = d.pending.Without(s)
	if c.To != d.stable[s] {
		d.pending = d.pending.With(s)
	}
}

// deadline is when the word that s says now has been kept long enough.
func (d *Debouncer) deadline(s square.Square) int64 { return d.changed[s] + d.times.of(d.raw[s]) }

// Advance says that all changes before t were given, and appends to out what is believed since, in the
// order of time, then of squares. A change of the instant t itself may still come.
func (d *Debouncer) Advance(out []Stable, t int64) []Stable {
	d.now = max(d.now, t)
	start := len(out)
	for s := range d.pending.Squares() {
		if at := d.deadline(s); at < d.now {
			out = append(out, Stable{Change{s, d.raw[s]}, d.stable[s], d.first[s], at})
			d.stable[s] = d.raw[s]
			d.pending = d.pending.Without(s)
		}
	}
	if len(out)-start > 1 {
		slices.SortStableFunc(out[start:], func(a, b Stable) int { return cmp.Compare(a.Believed, b.Believed) })
	}
	return out
}

// Next returns the time at which Advance will have something to say if nothing changes until then;
// false when nothing is pending.
func (d *Debouncer) Next() (int64, bool) {
	var next int64
	for s := range d.pending.Squares() {
		if at := d.deadline(s) + 1; next == 0 || at < next {
			next = at
		}
	}
	return next, d.pending != 0
}
