package clock_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"jadoube/boardstate/clock"
)

func TestParse(t *testing.T) {
	const s = 1000
	timed := func(p ...clock.Period) clock.Control { return clock.Control{Periods: p} }
	for _, tt := range []struct {
		text, print string
		want        clock.Control
	}{
		{"?", "?", clock.Control{Kind: clock.Unknown}},
		{"-", "-", clock.Control{Kind: clock.Untimed}},
		{"300", "300", timed(clock.Period{Time: 300 * s})},
		{"300+0", "300", timed(clock.Period{Time: 300 * s})},
		{"0300+03", "300+3", timed(clock.Period{Time: 300 * s, Bonus: 3 * s, Mode: clock.Fischer})},
		{"0+10", "0+10", timed(clock.Period{Bonus: 10 * s, Mode: clock.Fischer})},
		{"300d3", "300d3", timed(clock.Period{Time: 300 * s, Bonus: 3 * s, Mode: clock.Delay})},
		{"300b3", "300b3", timed(clock.Period{Time: 300 * s, Bonus: 3 * s, Mode: clock.Bronstein})},
		{"*180", "*180", timed(clock.Period{Time: 180 * s, Mode: clock.Sandglass})},
		{"40/9000", "40/9000", timed(clock.Period{Moves: 40, Time: 9000 * s})},
		{"40/7200:3600", "40/7200:3600", timed(clock.Period{Moves: 40, Time: 7200 * s}, clock.Period{Time: 3600 * s})},
		{"40/5400+30:1800+30", "40/5400+30:1800+30", timed(
			clock.Period{Moves: 40, Time: 5400 * s, Bonus: 30 * s, Mode: clock.Fischer}, clock.Period{Time: 1800 * s, Bonus: 30 * s, Mode: clock.Fischer})},
		{"1/259200", "1/259200", timed(clock.Period{Moves: 1, Time: 259200 * s})},
	} {
		got, err := clock.Parse(tt.text)
		if err != nil || !got.Equal(tt.want) || got.String() != tt.print {
			t.Errorf("Parse(%q) = %+v, %v, printed %q", tt.text, got, err, got)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                               `period 1: seconds "": expected a number from 0 to 8640000; write it as`,
		"five":                           `period 1: seconds "five"`,
		"+5":                             `period 1: seconds ""`,
		"-5":                             `period 1: seconds "-5"`,
		"5 + 3":                          `period 1: bonus " 3"`,
		"300+3+3":                        `period 1: bonus "3+3"`,
		"300+-3":                         `period 1: bonus "-3"`,
		"40/":                            `period 1: seconds ""`,
		"0/7200":                         `period 1: moves 0: expected 1 to 9999; leave 0/ away`,
		"10000/7200":                     `period 1: moves "10000": expected a number from 0 to 9999`,
		"8640001":                        `period 1: seconds "8640001": expected a number from 0 to 8640000`,
		"99999999999999999999":           `period 1: seconds "99999999999999999999"`,
		"300+86401":                      `period 1: bonus "86401": expected a number from 0 to 86400`,
		"0":                              `period 1: time 0 ms: expected 1000 ms or more; the flag would fall`,
		"40/0:3600":                      `period 1: time 0 ms`,
		"7200:3600":                      `period 1: moves 0: expected 1 to 9999 in all periods but the last; write MOVES/SECONDS`,
		"40/7200:":                       `period 2: seconds ""`,
		"40/7200:?":                      `period 2: seconds "?"`,
		"40/7200:*180":                   `period 2: sandglass among 2 periods, with 0 moves: expected to stand alone`,
		"*0":                             `period 1: time 0: expected 1000 to 8640000000 ms`,
		"*180+3":                         `period 1: seconds "180+3"`,
		strings.Repeat("1/1:", 16) + "1": `periods 17: expected 1 to 16`,
	} {
		_, err := clock.Parse(text)
		var typed *clock.Error
		if !errors.As(err, &typed) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("Parse(%q): %v, want %s…", text, err, want)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	for want, c := range map[string]clock.Control{
		"kind 7":                               {Kind: 7},
		"periods 1: expected 0 to 0":           {Kind: clock.Untimed, Periods: []clock.Period{{Time: 1000}}},
		"periods 0: expected 1 to 16":          {},
		"period 1: mode 9":                     {Periods: []clock.Period{{Time: 1000, Mode: 9}}},
		"period 1: time 1500 ms: expected who": {Periods: []clock.Period{{Time: 1500}}},
		"period 1: time -1000":                 {Periods: []clock.Period{{Time: -1000}}},
		"period 1: bonus 1000: expected 0 to 0 ms; name a mode": {Periods: []clock.Period{{Time: 1000, Bonus: 1000}}},
		"period 1: bonus 0: expected 1000 to":                   {Periods: []clock.Period{{Time: 1000, Mode: clock.Fischer}}},
		"period 1: moves -1":                                    {Periods: []clock.Period{{Time: 1000, Moves: -1}}},
		"period 1: bonus 1000: expected 0 to 0 ms; a sandglass": {Periods: []clock.Period{{Time: 1000, Bonus: 1000, Mode: clock.Sandglass}}},
	} {
		if err := c.Check(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: %v, want %s…", c, err, want)
		}
	}
}

func TestPace(t *testing.T) {
	for text, want := range map[string]clock.Pace{
		"-": clock.NoPace, "?": clock.NoPace, "60": clock.Blitz, "600": clock.Blitz, "601": clock.Rapid, "180+2": clock.Blitz, "480+2": clock.Blitz,
		"481+2": clock.Rapid, "3599": clock.Rapid, "3600": clock.Standard, "1800+30": clock.Standard, "1799+30": clock.Rapid, "540d1": clock.Blitz,
		"40/300:300": clock.Blitz, "40/300:301": clock.Rapid, "61/300:3600": clock.Blitz, "20/200": clock.Blitz, "20/201": clock.Rapid,
	} {
		c, err := clock.Parse(text)
		if err != nil || c.Pace() != want {
			t.Errorf("%s: %v (%d ms), %v, want %v", text, c.Pace(), c.SixtyMoves(), err, want)
		}
	}
}

func TestPresets(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range clock.Presets() {
		c, err := clock.Named(p.Name)
		if err != nil || c.String() != p.Notation || seen[p.Name] {
			t.Errorf("%+v: %v, %v", p, c, err)
		}
		seen[p.Name] = true
	}
	if c, err := clock.Named("300+3"); err != nil || c.String() != "300+3" {
		t.Errorf("Named(300+3) = %v, %v", c, err)
	}
}

// drawControl draws any control that passes Check.
func drawControl(t *rapid.T) clock.Control {
	if rapid.IntRange(0, 9).Draw(t, "sandglass") == 0 {
		return clock.Control{Periods: []clock.Period{{Time: 1000 * rapid.Int64Range(1, 30).Draw(t, "seconds"), Mode: clock.Sandglass}}}
	}
	periods := make([]clock.Period, rapid.IntRange(1, 4).Draw(t, "periods"))
	for i := range periods {
		p := &periods[i]
		*p = clock.Period{
			Moves: rapid.IntRange(1, 5).Draw(t, "moves"), Time: 1000 * rapid.Int64Range(1, 30).Draw(t, "seconds"),
			Mode: rapid.SampledFrom([]clock.Mode{clock.Plain, clock.Fischer, clock.Delay, clock.Bronstein}).Draw(t, "mode"),
		}
		if p.Mode != clock.Plain {
			p.Bonus = 1000 * rapid.Int64Range(1, 5).Draw(t, "bonus")
		}
	}
	if rapid.Bool().Draw(t, "all") {
		periods[len(periods)-1].Moves = 0
	}
	return clock.Control{Periods: periods}
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawControl(t)
		if got, err := clock.Parse(c.String()); err != nil || !got.Equal(c) {
			t.Fatalf("%v read again: %v, %v", c, got, err)
		}
	})
}

// FuzzParse insists that what is read is printed so that it is read the same, and that errors are typed.
func FuzzParse(f *testing.F) {
	for _, p := range clock.Presets() {
		f.Add(p.Notation)
	}
	for _, s := range []string{"?", "300b3", "0+10", "7200:3600", "40/7200:*180", "300+0", "1/1:1/1:1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := clock.Parse(text)
		if err != nil {
			var typed *clock.Error
			if !errors.As(err, &typed) || typed.Field == "" || typed.Bound == "" {
				t.Fatalf("Parse(%q): %#v", text, err)
			}
			return
		}
		again, err := clock.Parse(c.String())
		if err != nil || !again.Equal(c) || again.String() != c.String() {
			t.Fatalf("%q → %v → %v, %v", text, c, again, err)
		}
	})
}
