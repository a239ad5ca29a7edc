package clock

import "jadoube/rules"

// Display is what one side sees.
type Display struct {
	Left      int64 // ms of main time
	Delay     int64 // ms of delay left for the move under way, or for the next one: they come before Left runs
	Moves     int   // completed
	Period    int   // of the next move, from 1
	ToControl int   // moves until the next time control; 0: none is left
	Used      int64 // ms of thinking so far
	Flag      Flag
	Present   bool
	Defaulted bool
}

// Available returns the ms that the player has for his next move (FIDE's standards of equipment, C.02):
// the time to the next control.
func (d Display) Available() int64 { return d.Left + d.Delay }

// View is what a clock shows at one moment.
type View struct {
	Phase  Phase
	Reason Reason      // why it is Stopped
	Turn   rules.Color // whose time runs, or will
	Sides  [2]Display
	Until  int64 // ms until the default time is over; 0 when it is, or when nobody is waited for
}

// Waited reports whether a side's player hasn't come and may still come in time.
func (d Display) Waited() bool { return !d.Present && !d.Defaulted }

// View returns what the clock shows at t, flags that will have fallen by then included, and changes nothing.
// For a moment before the last input it is that of the input.
func (c *Clock) View(t int64) View {
	then := c.then(t)
	f := &then.s.Face
	v := View{Phase: f.Phase, Reason: f.Reason, Turn: f.Turn}
	for i := range v.Sides {
		v.Sides[i] = then.display(rules.Color(i))
	}
	if v.Sides[0].Waited() || v.Sides[1].Waited() {
		v.Until = c.s.Settings.DefaultTime
		if f.Phase != Ready {
			v.Until = max(0, f.Start+v.Until-then.s.Now)
		}
	}
	return v
}

// then returns the clock as it will be at t if nobody touches it.
func (c *Clock) then(t int64) Clock {
	then := *c
	_, _ = then.Advance(min(max(t, c.s.Now), maxMoment)) // within its bounds: never refused
	then.settle(then.s.Now)
	return then
}

func (c *Clock) display(side rules.Color) Display {
	s := &c.s.Face.Sides[side]
	place, left := c.place(side)
	d := Display{
		Left: s.Left, Moves: s.Moves, Period: place + 1, ToControl: left, Used: s.Used, Flag: s.Flag, Present: s.Present, Defaulted: s.Defaulted,
	}
	switch p := c.period(side); {
	case side == c.s.Face.Turn:
		d.Delay = c.delayLeft()
	case p.Mode == Delay && !s.Out:
		d.Delay = p.Bonus
	}
	return d
}

// First returns the side whose flag fell first of those that are down, false when none is.
func (v View) First() (rules.Color, bool) {
	for i, d := range v.Sides {
		if d.Flag.Down && d.Flag.First {
			return rules.Color(i), true
		}
	}
	return rules.White, false
}
