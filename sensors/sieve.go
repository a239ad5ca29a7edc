package sensors

import (
	"errors"

	"jadoube/rules/square"
)

// ErrAllClosed is the error of a board on which every square seems to be occupied. No game has that.
var ErrAllClosed = errors.New("all 64 squares seem to be occupied: look at the supply of the sensors, their common wire, and which level counts as occupied")

// How a sieve is patient, in ms.
const (
	sieveFirst = 60  // the first frame must last so long
	sieveDoubt = 500 // what hands can't do must last so long
	sieveGap   = 50  // without a good scan: what comes then is a difference over a gap
	sieveHands = 8   // changes in one scan that hands and sleeves can make
)

// Sieve keeps back what a board's wires say when no hand can have done it: sensors whose supply comes up or
// breaks down make all squares change in one instant. It has no clock: times are what its methods are given, in ms, never
// decreasing. It is not safe for concurrent use.
//
//	           8 changes or fewer: told
//	          ┌──────────────┐
//	          ▼              │   more: Doubted            lasts 500 ms: told, over a gap
//	known: scan ─────────────┴──────────────▶ scan scan … ─────────────────────────────▶ known
//	  ▲                                         │ back to 8 or fewer: told, over a gap
//	  └── the first frame, when it lasted 60 ms ┴─▶ known
type Sieve struct {
	scan    int64 // ms between two scans
	frame   Frame // as it was told
	known   bool  // something was told
	read    int64 // the last scan that was believed
	missed  bool  // scans failed since
	doubted bool
	began   bool  // there is a first frame
	first   Frame // the one that must last
	since   int64 // when the first frame, or the doubt, began
}

// NewSieve returns a sieve for a board that is scanned every scan ms.
func NewSieve(scan int64) *Sieve { return &Sieve{scan: scan} }

// Frame returns what was told so far.
func (s *Sieve) Frame() *Frame { return &s.frame }

// Calm reports whether a scan that finds the frame as it was told has nothing to say.
func (s *Sieve) Calm() bool { return s.known && !s.missed && !s.doubted }

// Doubted reports whether the last scan was kept back because no hand can have done what it found. The
// sensors should be looked after.
func (s *Sieve) Doubted() bool { return s.doubted }

// Miss says that a scan at t failed.
func (s *Sieve) Miss() { s.missed = true }

// Scan takes what a scan at t found. ok says that the reading r is to be told: the changes against what was
// told before, and a Gap where they are a difference over time. The first reading tells of all squares.
func (s *Sieve) Scan(t int64, seen *Frame) (r Reading, ok bool, err error) {
	if s.known && *seen == s.frame && s.Calm() {
		s.read = t
		return r, false, nil
	}
	if seen.Occupied() == ^square.Set(0) {
		s.missed = true
		return r, false, ErrAllClosed
	}
	if !s.known {
		return s.begin(t, seen)
	}
	return s.compare(t, seen)
}

func (s *Sieve) begin(t int64, seen *Frame) (Reading, bool, error) {
	if !s.began || *seen != s.first {
		s.began, s.first, s.since = true, *seen, t
	}
	if t-s.since < sieveFirst {
		return Reading{}, false, nil
	}
	r := Reading{T: t, Gap: max(t, 1)}
	for at, c := range seen {
		r.Changes = append(r.Changes, Change{square.Square(at), c})
	}
	s.known = true
	s.accept(t, seen)
	return r, true, nil
}

func (s *Sieve) compare(t int64, seen *Frame) (Reading, bool, error) {
	n := differences(seen, &s.frame)
	if n > sieveHands {
		if !s.doubted {
			s.doubted, s.since = true, t
		}
		if t-s.since < sieveDoubt {
			return Reading{}, false, nil
		}
	}
	r := Reading{T: t}
	if gap := t - s.read; (s.missed || s.doubted) && gap >= max(sieveGap, 4*s.scan) {
		r.Gap = gap
	}
	if n > 0 {
		r.Changes = make([]Change, 0, n)
	}
	for at, c := range seen {
		if c != s.frame[at] {
			r.Changes = append(r.Changes, Change{square.Square(at), c})
		}
	}
	s.accept(t, seen)
	return r, n > 0 || r.Gap > 0, nil
}

func (s *Sieve) accept(t int64, seen *Frame) {
	s.frame, s.read, s.missed, s.doubted = *seen, t, false, false
}

func differences(a, b *Frame) (n int) {
	for at := range a {
		if a[at] != b[at] {
			n++
		}
	}
	return n
}
