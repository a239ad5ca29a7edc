package sensors

import (
	"math"
	"reflect"
	"testing"

	"jadoube/rules/square"

	"pgregory.net/rapid"
)

func at(t int64, changes ...Change) Reading { return Reading{T: t, Changes: changes} }
func gone(s square.Square) Change           { return Change{s, Nothing} }
func some(s square.Square) Change           { return Change{s, Something} }

func startFrame(t testing.TB) Frame {
	f, err := ParsePlacement(InitialPlacement)
	if err != nil {
		t.Fatal(err)
	}
	return f.As(Occupancy)
}

func TestDebouncer(t *testing.T) {
	const e2, e4, d7 = square.E2, square.E4, square.D7
	stable := func(c Change, from Contact, first, believed int64) Stable { return Stable{c, from, first, believed} }
	tests := map[string]struct {
		in   []Reading
		want []Stable
	}{
		"lift": {[]Reading{at(100, gone(e2))}, []Stable{stable(gone(e2), Something, 100, 160)}},
		"lift that bounces": {
			[]Reading{at(100, gone(e2)), at(105, some(e2)), at(110, gone(e2))},
			[]Stable{stable(gone(e2), Something, 100, 170)},
		},
		"place that bounces": {
			[]Reading{at(100, gone(e2)), at(500, some(e4)), at(505, gone(e4)), at(515, some(e4))},
			[]Stable{stable(gone(e2), Something, 100, 160), stable(some(e4), Nothing, 500, 535)},
		},
		"brushed":        {[]Reading{at(100, gone(e2)), at(159, some(e2))}, nil},
		"just too short": {[]Reading{at(100, gone(e2)), at(160, some(e2))}, nil},
		"just long enough": {
			[]Reading{at(100, gone(e2)), at(161, some(e2))},
			[]Stable{stable(gone(e2), Something, 100, 160), stable(some(e2), Nothing, 161, 181)},
		},
		"slide over a square": {
			[]Reading{at(100, gone(e2)), at(100, some(square.E3)), at(115, gone(square.E3), some(e4))},
			[]Stable{stable(some(e4), Nothing, 115, 135), stable(gone(e2), Something, 100, 160)},
		},
		"a brush long ago is another story": {
			[]Reading{at(100, gone(d7)), at(120, some(d7)), at(200, gone(d7))},
			[]Stable{stable(gone(d7), Something, 200, 260)},
		},
		"a change that is none": {[]Reading{at(100, some(e2)), at(100, Change{square.None, Something})}, nil},
		"in the order of time, then of squares": {
			[]Reading{at(100, gone(d7)), at(103, gone(e2)), at(140, some(e4))},
			[]Stable{stable(some(e4), Nothing, 140, 160), stable(gone(d7), Something, 100, 160), stable(gone(e2), Something, 103, 163)},
		},
	}
	for name, tt := range tests {
		d := NewDebouncer(DebounceFor(5), startFrame(t))
		got := play(d, tt.in, nil)
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s:\n got %v\nwant %v", name, got, tt.want)
		}
	}
}

func TestDebounceInPlace(t *testing.T) {
	start, _ := ParsePlacement(InitialPlacement)
	d := NewDebouncer(DebounceFor(10), start)
	got := play(d, []Reading{at(10, Change{square.A7, WhiteQueen}), at(20, gone(square.A7)), at(30, Change{square.A7, WhiteQueen})}, nil)
	want := []Stable{{Change{square.A7, WhiteQueen}, BlackPawn, 10, 50}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// play feeds the readings, and times at which the debouncer is advanced between them.
func play(d *Debouncer, in []Reading, ticks []int64) []Stable {
	var out []Stable
	for _, r := range in {
		for len(ticks) > 0 && ticks[0] <= r.T {
			out = d.Advance(out, ticks[0])
			ticks = ticks[1:]
		}
		out = d.Take(out, r.T, r.Changes)
	}
	return d.Advance(out, math.MaxInt64)
}

func TestDebounceFor(t *testing.T) {
	for scan, want := range map[int64]Debounce{
		0: {60, 20}, 1: {60, 20}, 2: {60, 20}, 5: {60, 20}, 7: {63, 21}, 10: {60, 20}, 20: {60, 20},
		25: {75, 0}, 40: {80, 0}, 80: {80, 0}, 160: {160, 0},
	} {
		if got := DebounceFor(scan); got != want {
			t.Errorf("scan %d: %v, want %v", scan, got, want)
		}
	}
}

func TestDebounceNext(t *testing.T) {
	d := NewDebouncer(DebounceFor(5), startFrame(t))
	if _, ok := d.Next(); ok {
		t.Error("something pending at the start")
	}
	d.Take(nil, 100, []Change{gone(square.E2)})
	d.Take(nil, 110, []Change{some(square.E4)})
	next, ok := d.Next()
	if !ok || next != 131 {
		t.Errorf("next %d %v, want 131", next, ok)
	}
	if out := d.Advance(nil, next-1); out != nil {
		t.Errorf("too early: %v", out)
	}
	if out := d.Advance(nil, next); len(out) != 1 || out[0].Square != square.E4 {
		t.Errorf("at the time: %v", out)
	}
	if f := d.Frame(); f[square.E4] != Something || f[square.E2] != Something || d.Raw()[square.E2] != Nothing {
		t.Error("frames")
	}
}

func TestDebounceAllocatesNothing(t *testing.T) {
	d := NewDebouncer(DebounceFor(5), startFrame(t))
	out := make([]Stable, 0, 4)
	changes := [][]Change{{gone(square.E2)}, {some(square.E2)}}
	now := int64(0)
	n := testing.AllocsPerRun(1000, func() {
		now += 100
		out = d.Take(out[:0], now, changes[now/100%2])
		out = d.Advance(out, now+50)
		d.Next()
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// The naive twin lives every millisecond.
func naive(times Debounce, start Frame, in []Reading, end int64) []Stable {
	var out []Stable
	raw, stable := start, start
	var quiet, first [64]int64
	for s := range quiet {
		quiet[s] = 1 << 30
	}
	for t := int64(0); t <= end; t++ {
		before := raw
		for _, r := range in {
			if r.T == t {
				raw.Apply(r.Changes)
			}
		}
		for s := range raw {
			need := times.of(before[s])
			switch {
			case raw[s] == before[s]:
				quiet[s]++
			case before[s] == stable[s] && quiet[s] >= need:
				first[s] = t
				quiet[s] = 0
			default:
				quiet[s] = 0
			}
			if raw[s] != stable[s] && quiet[s] == times.of(raw[s]) {
				out = append(out, Stable{Change{square.Square(s), raw[s]}, stable[s], first[s], t})
				stable[s] = raw[s]
			}
		}
	}
	return out
}

func TestDebouncerAgainstTwin(t *testing.T) {
	start := startFrame(t)
	rapid.Check(t, func(t *rapid.T) {
		times := Debounce{rapid.Int64Range(0, 30).Draw(t, "lifted"), rapid.Int64Range(0, 12).Draw(t, "placed")}
		contacts := []Contact{Nothing, Nothing, Something, White}
		var in []Reading
		now := int64(0)
		for range rapid.IntRange(0, 30).Draw(t, "readings") {
			now += rapid.Int64Range(1, 20).Draw(t, "dt")
			r := Reading{T: now}
			for _, s := range []square.Square{square.E2, square.E4} {
				if rapid.Bool().Draw(t, "changes") {
					r.Changes = append(r.Changes, Change{s, rapid.SampledFrom(contacts).Draw(t, "to")})
				}
			}
			in = append(in, r)
		}
		ticks := rapid.SliceOfN(rapid.Int64Range(0, 3), 0, 100).Draw(t, "ticks")
		for i := range ticks[:max(0, len(ticks)-1)] {
			ticks[i+1] += ticks[i]
		}
		want := naive(times, start, in, now+100)
		for _, tick := range [][]int64{nil, ticks} {
			if got := play(NewDebouncer(times, start), in, tick); !reflect.DeepEqual(got, want) {
				t.Fatalf("advanced at %v:\n got %v\nwant %v", tick, got, want)
			}
		}
	})
}
