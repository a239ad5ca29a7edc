package gesture

import (
	"slices"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// Choice is a square that may be chosen.
type Choice struct {
	Square square.Square
	Word   string // what is chosen, for whoever acts on it
	Light  string // its meaning as long as it is only offered
	Grave  bool   // it has to be chosen twice
	Last   bool   // what follows is no business of the chooser any more
}

// How long, in ms, the parts of a choice last.
const (
	tapTime   = 300    // a square is otherwise than it was, before that is more than a touch
	strayTime = 8000   // hands leave something otherwise: they do something else
	sureTime  = 15_000 // what has to be chosen twice waits for the second time
	idleTime  = 60_000 // nobody chooses
	longTime  = 600_000
)

// Chooser lets hands choose among squares, by the same act on all of them: what is on the square is changed for a moment and put right
// again. Where a man stands he is lifted and put back; where none does any man is set down and taken away. The lights answer while
// the square is otherwise; the choice is made when it is put right, and given up when meanwhile another square of the choice is
// otherwise too. What has to be chosen twice is chosen again within 15 s. Both kings lifted together leave the choice, and so do hands
// that put nothing right for 8 s, or do nothing for a minute.
//
//	            one square otherwise for 0.3 s           put right            grave: once more
//	offered ──────────────────────────────────▶ pressed ───────────▶ chosen ───────────────▶ sure
//	   ▲            another one too, 8 s           │                             15 s         │
//	   └───────────────────────────────────────────┴────────────────────────────────◀─────────┘
//
// Two keys do as well: [Chooser.Step] goes from one square to the next, [Chooser.Take] chooses it.
type Chooser struct {
	choices []Choice
	home    sensors.Frame
	kings   [2]square.Square
	opened  int64
	now     int64 // ms: of the last look
	moved   int64 // ms: when something was otherwise than before
	off     square.Set
	single  square.Square // of the choice, the only one that is otherwise; None
	since   int64         // ms: since when
	spoilt  bool          // several have been otherwise: nothing is chosen until all are right
	leaving int64         // ms: since when both kings are off; -1
	sure    square.Square // chosen once
	until   int64         // ms: so long
	keyed   int           // where the keys are; -1
}

// NewChooser offers choices from a moment on which all men stand as l tells.
func NewChooser(l *Look, choices []Choice) *Chooser {
	return &Chooser{
		choices: choices, home: l.Home, kings: l.Kings, opened: l.T, now: l.T, moved: l.T,
		single: square.None, leaving: -1, sure: square.None, keyed: -1,
	}
}

// Offer changes what is offered, after a choice.
func (c *Chooser) Offer(choices []Choice) { c.choices = choices }

// Look takes in what is seen. chosen is a choice that has been made, nil for none; left is true when the chooser has been left.
func (c *Chooser) Look(l *Look) (chosen *Choice, left bool) {
	c.now = l.T
	if l.T > c.until {
		c.sure = square.None
	}
	off := differ(&l.Frame, &c.home)
	if off != c.off {
		c.moved = l.T
	}
	c.off = off
	if c.leaves(off, l.T) {
		return nil, true
	}
	lit := off & c.squares()
	if off == 0 {
		c.spoilt = false
	}
	switch {
	case lit.Len() > 1:
		c.spoilt, c.single = true, square.None
	case c.spoilt:
	case lit == 0 && c.single.Valid():
		at, since := c.single, c.since
		c.single = square.None
		if l.T-since >= tapTime {
			return c.choose(at, l.T), false
		}
	case lit.Len() == 1 && c.single != lit.First():
		c.single, c.since = lit.First(), l.T
	}
	return nil, false
}

// leaves reports whether the choice is left.
func (c *Chooser) leaves(off square.Set, t int64) bool {
	kings := square.Of(c.kings[0], c.kings[1])
	if off == kings {
		c.spoilt = true
		if c.leaving < 0 {
			c.leaving = t
		}
	} else if off == 0 {
		if c.leaving >= 0 {
			return true
		}
	} else if off&^kings != 0 {
		c.leaving = -1
	}
	quiet := t - c.moved
	return off != 0 && quiet >= strayTime || quiet >= idleTime || t-c.opened >= longTime
}

// choose is what a choice comes to.
func (c *Chooser) choose(at square.Square, t int64) *Choice {
	i := slices.IndexFunc(c.choices, func(o Choice) bool { return o.Square == at })
	if i < 0 {
		return nil
	}
	c.moved = t
	if c.choices[i].Grave && c.sure != at {
		c.sure, c.until = at, t+sureTime
		return nil
	}
	c.sure = square.None
	return &c.choices[i]
}

// Step goes on to the next choice; after the last of them to leaving.
func (c *Chooser) Step(t int64) {
	c.now, c.moved = t, t
	c.keyed = (c.keyed + 1) % (len(c.choices) + 1)
	c.sure = square.None
}

// Take chooses where the keys are: a choice, nil where it has to be taken once more or nothing is chosen yet, or leaving.
func (c *Chooser) Take(t int64) (chosen *Choice, left bool) {
	c.now, c.moved = t, t
	switch {
	case c.keyed < 0:
		return nil, false
	case c.keyed >= len(c.choices):
		return nil, true
	}
	return c.choose(c.choices[c.keyed].Square, t), false
}

func (c *Chooser) squares() (out square.Set) {
	for i := range c.choices {
		out = out.With(c.choices[i].Square)
	}
	return out
}

// Lights are the meanings of the squares: what is offered, what is pressed and will be chosen when it is put right ("do-next"), what has
// been chosen once ("cannot-stay").
func (c *Chooser) Lights() map[square.Square]string {
	out := map[square.Square]string{}
	for i := range c.choices {
		out[c.choices[i].Square] = c.choices[i].Light
	}
	if c.leaving >= 0 || c.keyed >= len(c.choices) {
		return map[square.Square]string{c.kings[0]: "do-next", c.kings[1]: "do-next"}
	}
	if c.keyed >= 0 {
		out[c.choices[c.keyed].Square] = "do-next"
	}
	if c.sure.Valid() {
		out[c.sure] = "cannot-stay"
	}
	if c.single.Valid() && c.now-c.since >= tapTime {
		out[c.single] = "do-next"
	}
	return out
}

// Next tells when Look will find something else if nothing moves.
func (c *Chooser) Next() int64 {
	next := min(c.moved+idleTime, c.opened+longTime)
	if c.off != 0 {
		next = min(next, c.moved+strayTime)
	}
	if c.single.Valid() && c.now < c.since+tapTime {
		next = min(next, c.since+tapTime)
	}
	if c.sure.Valid() {
		next = min(next, c.until+1)
	}
	return next
}
