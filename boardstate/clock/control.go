package clock

import (
	"fmt"
	"slices"
)

// Mode is what a period gives beside its time.
type Mode uint8

// The modes. Delay is the "time delay mode" of the Laws of 2001 (Article 6.2 b).
const (
	Plain     Mode = iota // nothing
	Fischer               // the bonus, added with each move
	Delay                 // the time waits for the bonus before it runs, move by move (simple or US delay)
	Bronstein             // what the move took is given back after it, up to the bonus
	Sandglass             // what one side uses the other side gains
)

var modeNames = [...]string{"plain", "fischer", "delay", "bronstein", "sandglass"}

// String returns the mode's name in lower case.
func (m Mode) String() string { return nameOf(modeNames[:], uint8(m)) }

// MarshalText returns the mode's name.
func (m Mode) MarshalText() ([]byte, error) { return textOf("mode", modeNames[:], uint8(m)) }

// UnmarshalText reads a mode's name.
func (m *Mode) UnmarshalText(text []byte) error {
	return parseName("mode", modeNames[:], string(text), (*uint8)(m))
}

// Bounds of a control.
const (
	MaxPeriods = 16                   // of one control
	MaxMoves   = 9999                 // in one period
	MaxTime    = 100 * 86_400_000     // ms in one period: 100 days, for play by correspondence
	MaxBonus   = 86_400_000           // ms with each move: a day
	second     = int64(1000)          // ms
	minute     = 60 * second          // ms
	maxClock   = MaxPeriods * MaxTime // ms that one side may have
)

// Period is one stretch of a game: so many moves in so much time.
type Period struct {
	Moves int   // to be completed in it; 0: all that are left
	Time  int64 // ms given at its beginning, a whole number of seconds
	Bonus int64 // ms for each move, a whole number of seconds; 0 where the mode is Plain or Sandglass
	Mode  Mode
}

// Kind says whether a control is known.
type Kind uint8

// The kinds: periods were agreed on, there is no time control ("-"), or nobody knows ("?").
const (
	Timed Kind = iota
	Untimed
	Unknown
)

// Control is what was agreed on before the game (Article 6.2). The periods follow one another; when the
// last one has a number of moves it is repeated until the game is over, as PGN (9.6.1) has it.
type Control struct {
	Kind    Kind
	Periods []Period // none unless Timed
}

// Equal reports whether both say the same.
func (c Control) Equal(d Control) bool { return c.Kind == d.Kind && slices.Equal(c.Periods, d.Periods) }

// Check returns an *Error for the first thing that no clock could count.
func (c Control) Check() error {
	n := len(c.Periods)
	if c.Kind != Timed {
		if c.Kind > Unknown {
			return &Error{"kind", fmt.Sprint(uint8(c.Kind)), "0, 1 or 2", ""}
		}
		return within("periods", int64(n), 0, 0, "", "a control that is unknown or none has no periods")
	}
	if err := within("periods", int64(n), 1, MaxPeriods, "", "a last period with a number of moves repeats itself"); err != nil {
		return err
	}
	for i, p := range c.Periods {
		if err := p.check(fmt.Sprintf("period %d: ", i+1), i == n-1, n); err != nil {
			return err
		}
	}
	if first := c.Periods[0]; first.Time == 0 && first.Mode == Plain {
		return &Error{"period 1: time", "0 ms", "1000 ms or more", "the flag would fall before the first move"}
	}
	return nil
}

func (p Period) check(at string, last bool, of int) error {
	switch {
	case p.Mode > Sandglass:
		return &Error{at + "mode", fmt.Sprint(uint8(p.Mode)), "0 to 4", ""}
	case p.Mode == Sandglass && (of > 1 || p.Moves != 0):
		return &Error{at + "sandglass", fmt.Sprintf("among %d periods, with %d moves", of, p.Moves), "to stand alone, without a number of moves", "write *SECONDS and nothing else"}
	case p.Moves == 0 && !last:
		return &Error{at + "moves", "0", fmt.Sprintf("1 to %d in all periods but the last", MaxMoves), "write MOVES/SECONDS, as in 40/7200"}
	}
	if err := within(at+"moves", int64(p.Moves), 0, MaxMoves, "", ""); err != nil {
		return err
	}
	return p.checkTimes(at)
}

func (p Period) checkTimes(at string) error {
	if err := seconds(at+"time", p.Time, 0, MaxTime, ""); err != nil {
		return err
	}
	switch p.Mode {
	case Plain:
		return seconds(at+"bonus", p.Bonus, 0, 0, "name a mode: fischer, delay or bronstein")
	case Sandglass:
		if err := seconds(at+"bonus", p.Bonus, 0, 0, "a sandglass has none"); err != nil {
			return err
		}
		return seconds(at+"time", p.Time, second, MaxTime, "")
	}
	return seconds(at+"bonus", p.Bonus, second, MaxBonus, "leave the bonus away, or use mode plain")
}

// seconds returns nil for a whole number of seconds from low to high, all in ms.
func seconds(field string, v, low, high int64, remedy string) error {
	if err := within(field, v, low, high, " ms", remedy); err != nil {
		return err
	}
	if v%second != 0 {
		return &Error{field, fmt.Sprintf("%d ms", v), "whole seconds", "the notation knows no fractions: take a multiple of 1000 ms"}
	}
	return nil
}

// period returns the period in which a move falls that has n completed moves before it: its place (from
// 0; a repeated last one counts on), and how many moves are left to its end, 0 where it has none.
func (c Control) period(n int) (place, left int) {
	last := len(c.Periods) - 1
	for i, p := range c.Periods {
		switch {
		case p.Moves == 0:
			return i, 0
		case n < p.Moves:
			return i, p.Moves - n
		case i < last:
			n -= p.Moves
		}
	}
	m := c.Periods[last].Moves
	return last + n/m, m - n%m
}

// at returns the period of a place, as period counts them.
func (c Control) at(place int) Period { return c.Periods[min(place, len(c.Periods)-1)] }

// SixtyMoves returns the time in ms that 60 moves have: all periods' times and 60 bonuses, by which the Laws
// tell rapid (A.1) and blitz (B.1) from standard play; 0 when it is not timed.
func (c Control) SixtyMoves() (ms int64) {
	if c.Kind != Timed || len(c.Periods) == 0 {
		return 0
	}
	begun := -1
	for n := range 60 {
		place, _ := c.period(n)
		if p := c.at(place); place > begun {
			ms, begun = ms+p.Time, place
		}
		ms += c.at(place).Bonus
	}
	return ms
}

// Pace is how fast a control is by the Laws of 2023.
type Pace uint8

// The paces.
const (
	NoPace   Pace = iota // not timed
	Blitz                // 10 minutes or less for 60 moves (B.1)
	Rapid                // more than 10 and less than 60 minutes (A.1)
	Standard             // 60 minutes or more
)

var paceNames = [...]string{"none", "blitz", "rapid", "standard"}

// String returns the pace's name in lower case.
func (p Pace) String() string { return nameOf(paceNames[:], uint8(p)) }

// Pace returns the control's pace. A delay counts as a bonus does.
func (c Control) Pace() Pace {
	switch ms := c.SixtyMoves(); {
	case ms == 0:
		return NoPace
	case ms <= 10*minute:
		return Blitz
	case ms < 60*minute:
		return Rapid
	}
	return Standard
}
