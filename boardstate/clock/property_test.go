package clock_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"jadoube/boardstate/clock"
	"jadoube/rules"
)

// op is one input at a moment.
type op struct {
	t    int64
	kind int
	side rules.Color
	ms   int64
}

func (o op) do(c *clock.Clock, log []clock.Event) []clock.Event {
	var events []clock.Event
	switch o.kind {
	case 0:
		events, _ = c.Start(o.t)
	case 1:
		events, _ = c.Arrive(o.t, o.side)
	case 2:
		events, _ = c.Complete(o.t, o.side)
	case 3:
		events, _ = c.Pause(o.t, clock.Arbiter, clock.Ruling)
	case 4:
		events, _ = c.Resume(o.t)
	case 5:
		events, _ = c.Add(o.t, o.side, o.ms, clock.Conduct)
	case 6:
		r := c.Correction(o.t)
		r.Left[o.side] = max(1, o.ms)
		r.Down[o.side] = false
		r.Moves[o.side] = int(max(0, o.ms)) % 7
		events, _ = c.Correct(o.t, r)
	case 7: // who undoes an event has heard of those before
		events, _ = c.Advance(o.t)
		if log, events = append(log, events...), nil; len(log) > 0 {
			events, _ = c.Undo(o.t, log[int(max(0, o.ms))%len(log)])
		}
	default:
		events, _ = c.Press(o.t, o.side)
	}
	return append(log, events...)
}

func drawSettings(t *rapid.T) clock.Settings {
	s := clock.Both(drawControl(t))
	if c := drawControl(t); (c.Periods[0].Mode == clock.Sandglass) == (s.Controls[0].Periods[0].Mode == clock.Sandglass) {
		s.Controls[rules.Black] = c
	}
	s.Begins = rules.Color(rapid.IntRange(0, 1).Draw(t, "begins"))
	s.First = rapid.Bool().Draw(t, "first")
	s.OnFlag = clock.OnFlag(rapid.IntRange(0, 1).Draw(t, "on flag"))
	s.DefaultTime = rapid.SampledFrom([]int64{clock.NoDefault, 0, 5000, 60_000}).Draw(t, "default time")
	return s
}

func drawOps(t *rapid.T, kinds int) []op {
	now := int64(0)
	ops := make([]op, rapid.IntRange(1, 30).Draw(t, "inputs"))
	for i := range ops {
		now += rapid.SampledFrom([]int64{0, 1, 700, 999, 1000, 1001, 4000, 12_345}).Draw(t, "wait")
		ops[i] = op{now, rapid.IntRange(0, kinds).Draw(t, "kind"), rules.Color(rapid.IntRange(0, 1).Draw(t, "side")), rapid.Int64Range(-9000, 9000).Draw(t, "ms")}
	}
	ops[0].kind = 0
	return ops
}

func drawClock(t *rapid.T) (*clock.Clock, clock.Settings) {
	s := drawSettings(t)
	c, err := clock.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return c, s
}

// TestConserved: between two events time passes from what is left to what was used and nothing else changes; within an event time is given
// and nothing passes.
func TestConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, s := drawClock(t)
		var log []clock.Event
		for _, o := range drawOps(t, 12) {
			log = o.do(c, log)
		}
		for i, e := range log {
			if e.N != i+1 {
				t.Fatalf("event %d has the number %d", i+1, e.N)
			}
			checkEvent(t, e)
			if i > 0 {
				checkBetween(t, s, log[i-1], e)
			}
		}
	})
}

func checkEvent(t *rapid.T, e clock.Event) {
	for i := range e.Before.Sides {
		was, is := e.Before.Sides[i], e.After.Sides[i]
		if is.Left < 0 || is.Free > is.Used || is.Out && is.Left > 0 {
			t.Fatalf("no clock shows this: %+v", e)
		}
		if e.What == clock.Corrected || e.What == clock.Undid {
			continue
		}
		gain := int64(0)
		if rules.Color(i) == e.Side {
			gain = e.Gain
		}
		if is.Left-was.Left != gain || is.Used != was.Used || is.Free != was.Free {
			t.Fatalf("%d ms gained, not %d: %+v", is.Left-was.Left, gain, e)
		}
	}
}

func checkBetween(t *rapid.T, s clock.Settings, e, next clock.Event) {
	from, to := e.After, next.Before
	passed, used, sum := int64(0), int64(0), int64(0)
	if from.Phase == clock.Running {
		passed = next.At - e.At
	}
	glass := s.Controls[0].Periods[0].Mode == clock.Sandglass
	for i := range from.Sides {
		was, is := &from.Sides[i], &to.Sides[i]
		used += is.Used - was.Used
		balance := is.Left + is.Used - is.Free - was.Left - was.Used + was.Free
		if sum += is.Left - was.Left; !glass && balance != 0 {
			t.Fatalf("%d ms from nowhere between %+v and %+v", balance, e, next)
		}
		is.Left, is.Used, is.Free = was.Left, was.Used, was.Free
		if glass && was.Out && !is.Out && from.Turn != rules.Color(i) {
			is.Out = true // the other's sand came down to him
		}
	}
	if used != passed || glass && sum != 0 {
		t.Fatalf("%d ms passed, %d were used, the sandglass has %d more, between %+v and %+v", passed, used, sum, e, next)
	}
	if to.Spell != from.Spell+passed {
		t.Fatalf("the move under way took %d ms, not %d: %+v", to.Spell, from.Spell+passed, next)
	}
	if to.Spell = from.Spell; to != from {
		t.Fatalf("changed without an event between %+v and %+v", e, next)
	}
}

// TestAsking: the same inputs make the same events and the same clock, however often it is asked in between, and what View foretold comes true.
func TestAsking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		quiet, s := drawClock(t)
		asked, _ := clock.New(s)
		var want, got []clock.Event
		now := int64(0)
		for _, o := range drawOps(t, 12) {
			for rapid.IntRange(0, 2).Draw(t, "ask") > 0 {
				now += rapid.Int64Range(0, o.t-now).Draw(t, "after")
				foretold := asked.View(now)
				events, err := asked.Advance(now)
				if err != nil || asked.View(now) != foretold {
					t.Fatalf("at %d: %v, foretold %+v, is %+v", now, err, foretold, asked.View(now))
				}
				got = append(got, events...)
			}
			want, got, now = o.do(quiet, want), o.do(asked, got), o.t
			if !reflect.DeepEqual(want, got) || quiet.View(now+500) != asked.View(now+500) {
				t.Fatalf("at %d: asked\n%s\nnever asked\n%s", now, told(got), told(want))
			}
		}
	})
}

// TestNext: nothing happens before Next, and something at it.
func TestNext(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, _ := drawClock(t)
		var log []clock.Event
		for _, o := range drawOps(t, 12) {
			log = o.do(c, log)
		}
		for range 4 {
			now := c.State().Now
			at, ok := c.Next()
			if !ok {
				if events, err := c.Advance(now + 1<<40); len(events) > 0 || err != nil {
					t.Fatalf("nothing was to happen: %s, %v", told(events), err)
				}
				return
			}
			if at <= now {
				t.Fatalf("%d is next, at %d", at, now)
			}
			if at > now {
				if events, err := c.Advance(at - 1); len(events) > 0 || err != nil {
					t.Fatalf("before %d: %s, %v", at, told(events), err)
				}
			}
			if events, err := c.Advance(at); len(events) == 0 || events[0].At != at || err != nil {
				t.Fatalf("at %d: %s, %v", at, told(events), err)
			}
		}
		t.Fatal("more than two flags and two players that don't come")
	})
}

// ticker is a slow twin: it counts every millisecond by itself and knows nothing of periods to come.
type ticker struct {
	s               clock.Settings
	left, delay     [2]int64
	used            int64 // in this move
	moves, place    [2]int
	inPeriod        [2]int
	turn            rules.Color
	running, frozen bool
	down            [2]bool
	out             [2]bool
}

func newTicker(s clock.Settings) *ticker {
	k := &ticker{s: s, turn: s.Begins}
	for i := range k.left {
		p := k.period(i)
		k.left[i] = p.Time
		if s.First && (p.Mode == clock.Fischer || p.Mode == clock.Bronstein) {
			k.left[i] += p.Bonus
		}
	}
	return k
}

func (k *ticker) period(i int) clock.Period {
	all := k.s.Controls[i].Periods
	return all[min(k.place[i], len(all)-1)]
}

func (k *ticker) tick() {
	if !k.running || k.frozen {
		return
	}
	k.used++
	switch i := k.turn; {
	case k.out[i]:
	case k.delay[i] > 0:
		k.delay[i]--
	default:
		k.left[i]--
		if k.period(int(i)).Mode == clock.Sandglass {
			k.left[1-i]++
			k.out[1-i] = false
		}
		if k.left[i] == 0 {
			k.out[i], k.down[i], k.frozen = true, true, k.s.OnFlag == clock.Freeze
		}
	}
}

func (k *ticker) begin() {
	k.used, k.delay[k.turn] = 0, 0
	if p := k.period(int(k.turn)); p.Mode == clock.Delay && !k.out[k.turn] {
		k.delay[k.turn] = p.Bonus
	}
}

func (k *ticker) press(side rules.Color) {
	i := int(side)
	if !k.running || k.frozen || side != k.turn {
		return
	}
	was := k.period(i)
	k.moves[i]++
	k.inPeriod[i]++
	fresh := was.Moves > 0 && k.inPeriod[i] == was.Moves
	if fresh {
		k.place[i]++
		k.inPeriod[i] = 0
	}
	is := k.period(i)
	if !k.out[i] {
		if was.Mode == clock.Bronstein {
			k.left[i] += min(k.used, was.Bonus)
		}
		if was.Mode == clock.Fischer && !k.s.First || is.Mode == clock.Fischer && k.s.First {
			k.left[i] += map[bool]int64{false: was.Bonus, true: is.Bonus}[k.s.First]
		}
		if k.s.First && is.Mode == clock.Bronstein && was.Mode != clock.Bronstein {
			k.left[i] += is.Bonus
		}
	}
	if fresh {
		k.left[i] += is.Time
		k.out[i] = false
	}
	k.turn = side.Other()
	k.begin()
}

// TestTwin plays against the ticker.
func TestTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, s := drawClock(t)
		k := newTicker(s)
		now := int64(0)
		if _, err := c.Start(0); err != nil {
			t.Fatal(err)
		}
		k.running = true
		k.begin()
		for range rapid.IntRange(1, 12).Draw(t, "presses") {
			for range rapid.Int64Range(0, 12_000).Draw(t, "wait") {
				k.tick()
				now++
			}
			side := rules.Color(rapid.IntRange(0, 1).Draw(t, "side"))
			if _, err := c.Press(now, side); err != nil {
				t.Fatal(err)
			}
			k.press(side)
			v := c.View(now)
			for i, d := range v.Sides {
				if d.Left != k.left[i] || d.Moves != k.moves[i] || d.Flag.Down != k.down[i] || d.Period != k.place[i]+1 {
					t.Fatalf("%v at %d: %+v, the ticker has %+v", s, now, d, k)
				}
			}
			if v.Turn != k.turn || v.Sides[k.turn].Delay != k.delay[k.turn] && !k.out[k.turn] {
				t.Fatalf("%v at %d: %+v, the ticker has %+v", s, now, v, k)
			}
		}
	})
}

// TestRestore: a state survives its text, comes back standing with the same times, and counts on as it would have after a pause.
func TestRestore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, _ := drawClock(t)
		var log []clock.Event
		for _, o := range drawOps(t, 12) {
			log = o.do(c, log)
		}
		text, err := json.Marshal(c.State())
		if err != nil {
			t.Fatal(err)
		}
		var state clock.State
		if err := json.Unmarshal(text, &state); err != nil || fmt.Sprint(state) != fmt.Sprint(c.State()) {
			t.Fatalf("%s\nread as %+v, %v", text, state, err)
		}
		at := rapid.Int64Range(0, 1<<30).Draw(t, "restored at")
		again, events, err := clock.Restore(state, at)
		if err != nil || len(events) != 1 || events[0].What != clock.Reloaded || events[0].N != len(log)+1 {
			t.Fatalf("%s: %s, %v", text, told(events), err)
		}
		was, is := c.View(state.Now), again.View(at)
		if is.Phase == clock.Running || is.Sides != was.Sides || is.Turn != was.Turn {
			t.Fatalf("before %+v\nafter %+v", was, is)
		}
		if was.Phase == clock.Running {
			if _, err := again.Resume(at); err != nil {
				t.Fatal(err)
			}
			before, ok := c.Next()
			after, ok2 := again.Next()
			if ok != ok2 || ok && before-state.Now != after-at {
				t.Fatalf("the next was to come in %d ms, and comes in %d", before-state.Now, after-at)
			}
		}
	})
}

// TestUndo: any event can be put back, and that too.
func TestUndo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, _ := drawClock(t)
		var log []clock.Event
		ops := drawOps(t, 12)
		for _, o := range ops {
			log = o.do(c, log)
		}
		now := ops[len(ops)-1].t
		e := log[rapid.IntRange(0, len(log)-1).Draw(t, "event")]
		undo := func(e clock.Event) clock.Event {
			events, err := c.Undo(now, e)
			if err != nil || len(events) == 0 {
				t.Fatalf("undo %+v: %v", e, err)
			}
			u := events[0]
			got, want := u.After, e.Before
			got.Phase, got.Reason, got.Start = want.Phase, want.Reason, want.Start
			for i := range got.Sides { // who is there: see TestUndoneArrival
				got.Sides[i].Present, got.Sides[i].Defaulted = want.Sides[i].Present, want.Sides[i].Defaulted
			}
			if got != want || u.Undoes != e.N || u.After.Phase == clock.Running {
				t.Fatalf("put back %+v\nwant %+v", got, want)
			}
			return u
		}
		undo(undo(e))
	})
}

// TestNames: every name is read as it is written, and no other.
func TestNames(t *testing.T) {
	type text interface {
		UnmarshalText([]byte) error
		MarshalText() ([]byte, error)
	}
	for _, of := range []func(i uint8) (text, fmt.Stringer){
		func(i uint8) (text, fmt.Stringer) { v := clock.Mode(i); return &v, v },
		func(i uint8) (text, fmt.Stringer) { v := clock.OnFlag(i); return &v, v },
		func(i uint8) (text, fmt.Stringer) { v := clock.Phase(i); return &v, v },
		func(i uint8) (text, fmt.Stringer) { v := clock.Reason(i); return &v, v },
		func(i uint8) (text, fmt.Stringer) { v := clock.What(i); return &v, v },
		func(i uint8) (text, fmt.Stringer) { v := clock.By(i); return &v, v },
	} {
		n := uint8(0)
		for ; ; n++ {
			v, name := of(n)
			written, err := v.MarshalText()
			if err != nil {
				break
			}
			read, _ := of(0)
			if err := read.UnmarshalText(written); err != nil || !reflect.DeepEqual(read, v) || string(written) != name.String() {
				t.Errorf("%s: read as %v, %v", written, read, err)
			}
		}
		v, name := of(n)
		if n < 2 || name.String() != fmt.Sprintf("unknown(%d)", n) || v.UnmarshalText([]byte("nonsense")) == nil {
			t.Errorf("%T %d is %v", v, n, name)
		}
	}
}
