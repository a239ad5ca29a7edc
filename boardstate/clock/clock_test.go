package clock_test

import (
	"fmt"
	"strings"
	"testing"

	"jadoube/boardstate/clock"
	"jadoube/rules"
)

const (
	w = rules.White
	b = rules.Black
)

func settings(t testing.TB, notation string) clock.Settings {
	t.Helper()
	c, err := clock.Parse(notation)
	if err != nil {
		t.Fatal(err)
	}
	return clock.Both(c)
}

func newClock(t testing.TB, s clock.Settings) *clock.Clock {
	t.Helper()
	c, err := clock.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// told are events in short: "1000 completed white +3000".
func told(events []clock.Event) string {
	var lines []string
	for _, e := range events {
		line := fmt.Sprintf("%d %v %v", e.At, e.What, e.Side)
		if e.Gain != 0 {
			line += fmt.Sprintf(" %+d", e.Gain)
		}
		if e.Period != 0 {
			line += fmt.Sprintf(" period %d", e.Period)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, ", ")
}

// must gives the events of an input that may not be refused.
func must(t testing.TB) func([]clock.Event, error) string {
	return func(events []clock.Event, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return told(events)
	}
}

// play presses in turn, White first, each after so many ms from 0 on, and returns the moment of the last press and
// all that happened.
func play(t testing.TB, c *clock.Clock, took ...int64) (now int64, out string) {
	t.Helper()
	var all []clock.Event
	do := func(events []clock.Event, err error) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, events...)
	}
	do(c.Start(0))
	for i, ms := range took {
		now += ms
		do(c.Press(now, rules.Color(i%2)))
	}
	return now, told(all)
}

// TestModes has the same moves with each way of counting (Article 6.2): what is left then, White's and Black's.
func TestModes(t *testing.T) {
	for _, tt := range []struct {
		notation     string
		first        bool
		white, black int64
	}{
		// White takes 2 s and 7 s, Black 3 s and 1 s.
		{"60", false, 51_000, 56_000},
		{"60+5", false, 61_000, 66_000},
		{"60+5", true, 66_000, 71_000},
		{"60d5", false, 58_000, 60_000},
		{"60d5", true, 58_000, 60_000},
		{"60b5", false, 58_000, 60_000}, // the same main time as with a delay afterwards
		{"60b5", true, 63_000, 65_000},
		{"*60", false, 55_000, 65_000},
		{"2/60:30", false, 81_000, 86_000}, // what is saved is carried to the next period (6.2 b)
		{"2/60d5:30d5", false, 88_000, 90_000},
		{"2/60+5:30+10", false, 91_000, 96_000},
		{"2/60+5:30+10", true, 101_000, 106_000},                            // the third move's bonus is there already
		{"1/60:30b5", true, 91_000, 92_000},                                 // Bronstein's bonus is put on the clock once, when his period begins
		{"1/60", false, 60_000 - 9_000 + 120_000, 60_000 - 4_000 + 120_000}, // the last period is repeated
	} {
		s := settings(t, tt.notation)
		s.First = tt.first
		c := newClock(t, s)
		now, _ := play(t, c, 2000, 3000, 7000, 1000)
		v := c.View(now)
		if v.Sides[w].Left != tt.white || v.Sides[b].Left != tt.black {
			t.Errorf("%s, first %v: %d and %d ms, want %d and %d", tt.notation, tt.first, v.Sides[w].Left, v.Sides[b].Left, tt.white, tt.black)
		}
		if v.Sides[w].Used != 9000 || v.Sides[b].Used != 4000 {
			t.Errorf("%s: used %d and %d ms", tt.notation, v.Sides[w].Used, v.Sides[b].Used)
		}
	}
}

// TestFlagMoment: the press before the last millisecond is used completes the move, the next millisecond's is too late (6.3).
func TestFlagMoment(t *testing.T) {
	for notation, last := range map[string]int64{"10": 10_000, "10+5": 10_000, "10b5": 10_000, "*10": 10_000, "10d5": 15_000, "0d5": 5_000} {
		c := newClock(t, settings(t, notation))
		play(t, c)
		if at, ok := c.Next(); !ok || at != last {
			t.Errorf("%s: the flag falls at %d, %v, want %d", notation, at, ok, last)
		}
		if got := must(t)(c.Press(last-1, w)); !strings.HasPrefix(got, fmt.Sprintf("%d completed white", last-1)) {
			t.Errorf("%s, pressed in time: %s", notation, got)
		}
		c = newClock(t, settings(t, notation))
		play(t, c)
		if got, want := must(t)(c.Press(last+700, w)), fmt.Sprintf("%d flag white", last); got != want {
			t.Errorf("%s, pressed too late: %s, want %s", notation, got, want)
		}
		v := c.View(last + 9999)
		if v.Phase != clock.Stopped || v.Reason != clock.FlagFell || v.Sides[w].Moves != 0 || !v.Sides[w].Flag.Down || v.Sides[w].Flag.At != last {
			t.Errorf("%s, frozen: %+v", notation, v)
		}
	}
}

// TestControls follows the moves to the next time control, and that nothing is added behind the last one.
func TestControls(t *testing.T) {
	c := newClock(t, settings(t, "2/60:1/30+1:10+2"))
	var got []string
	must(t)(c.Start(0))
	for i := range int64(8) {
		d := c.View(i * 100).Sides[w]
		if i%2 == 0 {
			got = append(got, fmt.Sprintf("%d:%d", d.Period, d.ToControl))
		}
		must(t)(c.Press(i*100+100, rules.Color(i%2)))
	}
	if text := strings.Join(got, " "); text != "1:2 1:1 2:1 3:0" {
		t.Errorf("periods and moves to go: %s", text)
	}
	_, out := play(t, newClock(t, settings(t, "1/60:10")), 100, 200, 300)
	if out != "0 started white, 100 completed white +10000 period 2, 300 completed black +10000 period 2, 600 completed white" {
		t.Error(out)
	}
}

// TestBothFlags: an electronic clock knows which fell first (6.12 in 2001, III.3 in 2023).
func TestBothFlags(t *testing.T) {
	s := settings(t, "10+5")
	s.OnFlag = clock.RunOn
	c := newClock(t, s)
	_, out := play(t, c, 1000, 2000, 20_000, 3000, 1000, 30_000, 500)
	want := "0 started white, 1000 completed white +5000, 3000 completed black +5000, 17000 flag white, 23000 completed white, 26000 completed black +5000, " +
		"27000 completed white, 42000 flag black, 57000 completed black, 57500 completed white"
	if out != want {
		t.Errorf("%s\nwant %s", out, want)
	}
	v := c.View(60_000)
	if first, ok := v.First(); !ok || first != w || !v.Sides[b].Flag.Down || v.Sides[b].Flag.First {
		t.Errorf("first %v, %v: %+v", first, ok, v)
	}
	if _, ok := c.Next(); ok {
		t.Error("two fallen flags can't fall again")
	}
	// The arbiter lifts White's: then Black's is the only one.
	must(t)(c.Pause(60_000, clock.Arbiter, clock.Ruling))
	r := c.Correction(60_000)
	r.Left[w], r.Down[w] = 5000, false
	must(t)(c.Correct(60_000, r))
	if first, ok := c.View(60_000).First(); !ok || first != b {
		t.Errorf("first %v, %v after White's flag was lifted", first, ok)
	}
}

// TestFlagBeforeControl: who passed a control too late and is let play on gets the next period's time, but no bonus; the flag stays down.
func TestFlagBeforeControl(t *testing.T) {
	s := settings(t, "2/10+5:30+5")
	s.OnFlag = clock.RunOn
	c := newClock(t, s)
	_, out := play(t, c, 11_000, 1000, 1000)
	if want := "0 started white, 10000 flag white, 11000 completed white, 12000 completed black +5000, 13000 completed white +30000 period 2"; out != want {
		t.Errorf("%s\nwant %s", out, want)
	}
	d := c.View(13_000).Sides[w]
	if d.Left != 30_000 || !d.Flag.Down || d.Flag.Period != 1 {
		t.Errorf("%+v", d)
	}
}

func TestDefaultTime(t *testing.T) {
	for _, tt := range []struct {
		name    string
		allowed int64
		arrive  map[rules.Color]int64
		want    string
	}{
		{"2001: an hour, White comes with it, Black after it", 3_600_000, map[rules.Color]int64{w: 3_600_000, b: 3_600_001}, "3600000 arrived white, 3600001 absent black, 3600001 arrived black"},
		{"2023: none, neither is there", 0, nil, "1 absent white, 1 absent black"},
		{"2023: none, both at the start", 0, map[rules.Color]int64{w: 0, b: 0}, "0 arrived white, 0 arrived black"},
	} {
		s := settings(t, "7200")
		s.DefaultTime = tt.allowed
		c := newClock(t, s)
		must(t)(c.Start(0))
		var out []string
		for _, side := range []rules.Color{w, b} {
			if at, comes := tt.arrive[side]; comes {
				if text := must(t)(c.Arrive(at, side)); text != "" {
					out = append(out, text)
				}
			}
		}
		if text := must(t)(c.Advance(4_000_000)); text != "" {
			out = append(out, text)
		}
		if got := strings.Join(out, ", "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		// White's time ran from the start, whoever was there (6.6 in 2001).
		if d := c.View(4_000_000).Sides[w]; d.Left != 3_200_000 {
			t.Errorf("%s: White has %d ms", tt.name, d.Left)
		}
	}
}

// TestPresses: who may press when, and that a press never wakes a clock.
func TestPresses(t *testing.T) {
	c := newClock(t, settings(t, "10"))
	for _, step := range []struct {
		t    int64
		side rules.Color
		want string
	}{
		{5, w, ""}, {10, b, "10 started white"}, {15, b, ""}, {20, w, "20 completed white"}, {25, w, ""},
	} {
		if got := must(t)(c.Press(step.t, step.side)); got != step.want {
			t.Errorf("at %d %v: %q, want %q", step.t, step.side, got, step.want)
		}
	}
	must(t)(c.Pause(30, clock.ByWhite, clock.Assistance))
	if got := must(t)(c.Press(50, b)); got != "" {
		t.Errorf("pressed while it stands: %s", got)
	}
	v := c.View(1_000_000)
	if v.Reason != clock.Assistance || v.Turn != b || v.Sides[w].Left != 9_990 || v.Sides[b].Left != 9_990 {
		t.Errorf("paused: %+v", v)
	}
}

// TestPausedDelay: a delay that was begun goes on where it was.
func TestPausedDelay(t *testing.T) {
	c := newClock(t, settings(t, "10d5"))
	must(t)(c.Start(0))
	must(t)(c.Pause(3000, clock.Arbiter, clock.Disturbance))
	if d := c.View(99_000).Sides[w]; d.Delay != 2000 || d.Left != 10_000 || d.Available() != 12_000 {
		t.Errorf("%+v", d)
	}
	must(t)(c.Resume(100_000))
	if at, _ := c.Next(); at != 112_000 {
		t.Errorf("the flag falls at %d", at)
	}
}

// TestComplete: a move that is complete without a press counts (2023: 6.2.1.2), and the clock runs on.
func TestComplete(t *testing.T) {
	c := newClock(t, settings(t, "2/10+5:20+5"))
	must(t)(c.Start(0))
	if got := must(t)(c.Complete(1000, b)); got != "1000 counted black +5000" {
		t.Error(got)
	}
	must(t)(c.Complete(1000, w))
	if got := must(t)(c.Press(3000, w)); got != "3000 completed white +25000 period 2" {
		t.Error(got)
	}
	if d := c.View(3000).Sides[w]; d.Left != 10_000-3000+5000+25_000 || d.Moves != 2 {
		t.Errorf("%+v", d)
	}
}

// TestIllegalMove acts out 7.5.5 of 2023: the press is put back, the opponent gets two minutes, and the offender's time runs.
func TestIllegalMove(t *testing.T) {
	c := newClock(t, settings(t, "300+3"))
	must(t)(c.Start(0))
	press, err := c.Press(10_000, w)
	if err != nil {
		t.Fatal(err)
	}
	must(t)(c.Undo(14_000, press[0]))
	must(t)(c.Add(14_000, b, 120_000, clock.IllegalMove))
	must(t)(c.Resume(20_000))
	v := c.View(20_000)
	if v.Turn != w || v.Sides[w].Left != 290_000 || v.Sides[w].Moves != 0 || v.Sides[b].Left != 420_000 {
		t.Errorf("%+v", v)
	}
}

func TestCorrect(t *testing.T) {
	c := newClock(t, settings(t, "40/7200:3600"))
	must(t)(c.Start(0))
	must(t)(c.Pause(60_000, clock.Arbiter, clock.Defect))
	r := c.Correction(60_000)
	r.Left, r.Moves, r.Turn = [2]int64{7_000_000, 3_700_000}, [2]int{39, 40}, b
	must(t)(c.Correct(70_000, r))
	v := c.View(80_000)
	if v.Turn != b || v.Sides[w].Left != 7_000_000 || v.Sides[w].ToControl != 1 || v.Sides[b].Period != 2 || v.Sides[b].Left != 3_700_000 {
		t.Errorf("%+v", v)
	}
}

func TestRefusals(t *testing.T) {
	fresh := func() *clock.Clock { return newClock(t, settings(t, "10")) }
	running := fresh()
	must(t)(running.Start(100))
	fallen := fresh()
	play(t, fallen, 20_000)
	for _, tt := range []struct {
		want string
		do   func() error
	}{
		{"moment 99: expected 100 to", func() error { _, err := running.Press(99, w); return err }},
		{"side 2: expected 0 to 1", func() error { _, err := running.Press(100, 2); return err }},
		{"start a clock that is running", func() error { _, err := running.Start(100); return err }},
		{"resume a clock that is running: expected one that stands", func() error { _, err := running.Resume(100); return err }},
		{"resume a clock that is ready", func() error { _, err := fresh().Resume(1); return err }},
		{"pause a clock that is ready", func() error { _, err := fresh().Pause(1, clock.Arbiter, clock.Ruling); return err }},
		{"complete a move a clock that is ready", func() error { _, err := fresh().Complete(1, w); return err }},
		{"pause by white for ruling: expected assistance", func() error { _, err := running.Pause(100, clock.ByWhite, clock.Ruling); return err }},
		{"pause by arbiter for none", func() error { _, err := running.Pause(100, clock.Arbiter, clock.NoReason); return err }},
		{"correct a clock that is running: expected one that stands; pause it first", func() error { _, err := running.Correct(100, running.Correction(100)); return err }},
		{"time for white -10000: expected -9999 to", func() error { _, err := running.Add(100, w, -10_000, clock.Conduct); return err }},
		{"time for white 1000 ms: expected a side whose flag stands", func() error { _, err := fallen.Add(20_000, w, 1000, clock.Conduct); return err }},
		{"white: time left 0: expected 1 to", func() error { r := fresh().Correction(0); r.Left[w] = 0; _, err := fresh().Correct(1, r); return err }},
		{"white: time left 0: expected 1 to", func() error {
			r := fallen.Correction(20_000)
			r.Down[w] = false
			_, err := fallen.Correct(20_000, r)
			return err
		}},
		{"black: flag down: expected a flag that stands", func() error {
			r := fresh().Correction(0)
			r.Down[b] = true
			_, err := fresh().Correct(1, r)
			return err
		}},
		{"black: moves -1", func() error { r := fresh().Correction(0); r.Moves[b] = -1; _, err := fresh().Correct(1, r); return err }},
		{"event 9: expected 1 to 1", func() error { _, err := running.Undo(100, clock.Event{N: 9}); return err }},
		{"white: time left -1: expected 0 to", func() error {
			e := clock.Event{N: 1}
			e.Before.Sides[w].Left = -1
			_, err := running.Undo(100, e)
			return err
		}},
		{"black: control -: expected a time control; without one", func() error {
			s := settings(t, "10")
			s.Controls[b] = clock.Control{Kind: clock.Untimed}
			return s.Check()
		}},
		{"sandglass for one side", func() error { s := settings(t, "10"); s.Controls[b] = settings(t, "*10").Controls[b]; return s.Check() }},
		{"white: time 0 ms: expected 1000 ms or more, or the first bonus", func() error { return settings(t, "0+5").Check() }},
		{"white: periods 0", func() error { return clock.Settings{}.Check() }},
		{"default time -2: expected -1 to", func() error { s := settings(t, "10"); s.DefaultTime = -2; return s.Check() }},
		{"begins 3", func() error { s := settings(t, "10"); s.Begins = 3; return s.Check() }},
		{"on flag 3", func() error { s := settings(t, "10"); s.OnFlag = 3; return s.Check() }},
		{"since 5: expected 0 to 0", func() error { s := fresh().State(); s.Since = 5; _, _, err := clock.Restore(s, 0); return err }},
	} {
		var typed *clock.Error
		if err := tt.do(); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%v, want %s…", err, tt.want)
		} else if typed, _ = err.(*clock.Error); typed == nil {
			t.Errorf("%v is a %T", err, err)
		}
	}
	if v := running.View(100); v.Sides[w].Left != 10_000 || v.Phase != clock.Running {
		t.Errorf("what was refused changed the clock: %+v", v)
	}
}

// TestDamaged: a stored state that no clock can have is refused.
func TestDamaged(t *testing.T) {
	for want, damage := range map[string]func(*clock.State){
		"white: periods 0":      func(s *clock.State) { s.Settings.Controls[w] = clock.Control{} },
		"phase 3":               func(s *clock.State) { s.Face.Phase = 3 },
		"reason 99":             func(s *clock.State) { s.Face.Reason = 99 },
		"turn 2":                func(s *clock.State) { s.Face.Turn = 2 },
		"spell -1":              func(s *clock.State) { s.Face.Spell = -1 },
		"start ":                func(s *clock.State) { s.Face.Start = 1 << 60 },
		"black: time left -1":   func(s *clock.State) { s.Face.Sides[b].Left = -1 },
		"black: time left 5 ms": func(s *clock.State) { s.Face.Sides[b].Left, s.Face.Sides[b].Out = 5, true },
		"black: moves -1":       func(s *clock.State) { s.Face.Sides[b].Moves = -1 },
		"black: free time 1":    func(s *clock.State) { s.Face.Sides[b].Free = 1 },
		"white: flag's moment ": func(s *clock.State) { s.Face.Sides[w].Flag.At = -1 },
		"now -1":                func(s *clock.State) { s.Now = -1 },
		"events -1":             func(s *clock.State) { s.Events = -1 },
		"since 501: expected":   func(s *clock.State) { s.Since = 501 },
	} {
		c := newClock(t, settings(t, "10"))
		must(t)(c.Start(0))
		must(t)(c.Advance(500))
		s := c.State()
		damage(&s)
		if _, _, err := clock.Restore(s, 0); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s…", err, want)
		}
	}
	c := newClock(t, settings(t, "10"))
	if _, _, err := clock.Restore(c.State(), -1); err == nil || !strings.HasPrefix(err.Error(), "moment -1") {
		t.Error(err)
	}
}

// TestUndoneFlag: time that was used up is used up; without a correction the flag falls again when the clock runs.
func TestUndoneFlag(t *testing.T) {
	c := newClock(t, settings(t, "10"))
	must(t)(c.Start(0))
	flag, _ := c.Advance(10_000)
	must(t)(c.Undo(12_000, flag[0]))
	if got := must(t)(c.Resume(13_000)); got != "13000 resumed white, 13000 flag white" {
		t.Error(got)
	}
}

// TestUndoneArrival: who has come is there, also when an older press is put back; his own arrival can be put back.
func TestUndoneArrival(t *testing.T) {
	s := settings(t, "7200")
	s.DefaultTime = 1000
	c := newClock(t, s)
	must(t)(c.Arrive(0, w))
	must(t)(c.Start(0))
	press, _ := c.Press(500, w)
	arrival, _ := c.Arrive(900, b)
	must(t)(c.Undo(950, press[0]))
	if got := must(t)(c.Advance(5000)); got != "" {
		t.Errorf("Black was there: %s", got)
	}
	undone, _ := c.Undo(5000, arrival[0])
	if got := told(undone); got != "5000 undone black, 5000 absent black" {
		t.Error(got)
	}
	must(t)(c.Undo(6000, undone[0]))
	must(t)(c.Undo(6000, undone[1]))
	if d := c.View(6000).Sides[b]; !d.Present || d.Defaulted {
		t.Errorf("brought back: %+v", d)
	}
}

// TestDelays: what a delay is after a flag, a correction and a move without a press.
func TestDelays(t *testing.T) {
	s := settings(t, "10d5")
	s.OnFlag = clock.RunOn
	c := newClock(t, s)
	play(t, c, 20_000, 1000)
	v := c.View(21_000)
	must(t)(c.Press(21_000, w))
	after := c.View(21_000)
	if v.Sides[w].Delay != 0 || after.Sides[w].Delay != 0 || v.Sides[b].Delay != 5000 || after.Sides[b].Available() != 15_000 {
		t.Errorf("White's flag is down, Black's delay is whole: %+v, then %+v", v, after)
	}
	must(t)(c.Pause(23_000, clock.Arbiter, clock.Ruling))
	r := c.Correction(23_000)
	must(t)(c.Correct(23_000, r))
	if d := c.View(23_000).Sides[b]; d.Delay != 3000 {
		t.Errorf("nothing was corrected: %+v", d)
	}
	r.Turn = w
	must(t)(c.Correct(23_000, r))
	r.Turn = b
	must(t)(c.Correct(23_000, r))
	if d := c.View(23_000).Sides[b]; d.Delay != 5000 {
		t.Errorf("Black begins his move anew: %+v", d)
	}
	r.Turn = w
	must(t)(c.Correct(23_000, r))
	must(t)(c.Resume(23_000))
	if at, ok := c.Next(); ok {
		t.Errorf("a flag that is down falls again at %d", at)
	}

	c = newClock(t, settings(t, "10d5"))
	must(t)(c.Start(0))
	must(t)(c.Complete(4000, w))
	if d := c.View(4000).Sides[w]; d.Delay != 5000 {
		t.Errorf("the next move has its own delay: %+v", d)
	}
	c = newClock(t, settings(t, "10b5"))
	must(t)(c.Start(0))
	if got := must(t)(c.Complete(4000, b)); got != "4000 counted black" {
		t.Errorf("Black has used nothing that could be given back: %s", got)
	}
}

// TestFlagStays: the sign of the first fall stays as it is when the same flag falls again in a later period.
func TestFlagStays(t *testing.T) {
	s := settings(t, "1/10:10")
	s.OnFlag = clock.RunOn
	c := newClock(t, s)
	_, out := play(t, c, 12_000, 1000, 10_500)
	if want := "0 started white, 10000 flag white, 12000 completed white +10000 period 2, 13000 completed black +10000 period 2, 23000 flag white, 23500 completed white"; out != want {
		t.Errorf("%s\nwant %s", out, want)
	}
	if f := c.View(24_000).Sides[w].Flag; f != (clock.Flag{Down: true, First: true, At: 10_000, Period: 1}) {
		t.Errorf("%+v", f)
	}
}

// TestDefaultTimeEnds: a flag goes before an absence of the same moment; after the game nobody is absent; a store doesn't bring it nearer.
func TestDefaultTimeEnds(t *testing.T) {
	s := settings(t, "10")
	s.DefaultTime = 9999
	c := newClock(t, s)
	must(t)(c.Start(0))
	if got := must(t)(c.Advance(10_000)); got != "10000 flag white, 10000 absent white, 10000 absent black" {
		t.Error(got)
	}

	c = newClock(t, s)
	must(t)(c.Start(0))
	must(t)(c.Pause(5000, clock.Arbiter, clock.Over))
	if got := must(t)(c.Advance(50_000)); got != "" {
		t.Error(got)
	}

	c = newClock(t, s)
	must(t)(c.Start(70_000))
	press, _ := c.Press(71_000, w)
	c, _, err := clock.Restore(c.State(), 0)
	if err != nil {
		t.Fatal(err)
	}
	must(t)(c.Undo(0, press[0]))
	if at, ok := c.Next(); !ok || at != 9000 {
		t.Errorf("Black is absent at %d, %v: of his 10 seconds one was over", at, ok)
	}
}

// TestAddWhileRunning: only what is left at the moment can be taken.
func TestAddWhileRunning(t *testing.T) {
	c := newClock(t, settings(t, "10"))
	must(t)(c.Start(0))
	if _, err := c.Add(9000, w, -1000, clock.Conduct); err == nil || !strings.HasPrefix(err.Error(), "time for white -1000: expected -999 to") {
		t.Error(err)
	}
	must(t)(c.Add(9000, w, -999, clock.Conduct))
	if got := must(t)(c.Advance(9001)); got != "9001 flag white" {
		t.Error(got)
	}
}

// TestAllocations: asking costs no memory.
func TestAllocations(t *testing.T) {
	c := newClock(t, settings(t, "40/7200d5:3600d5"))
	play(t, c, 1000, 2000)
	now := int64(3000)
	if n := testing.AllocsPerRun(100, func() {
		now++
		_, _ = c.Advance(now)
		c.Next()
		c.View(now + 10)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
