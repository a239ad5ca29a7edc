package clock

import (
	"fmt"

	"jadoube/rules"
)

// OnFlag is what happens to the clock when a flag falls.
type OnFlag uint8

// FIDE's standards of equipment (C.02, 5.4.1) want Freeze, and allow RunOn in rapid and blitz play.
const (
	Freeze OnFlag = iota // both times stop; who goes on all the same resumes the clock
	RunOn                // the clock goes on, and the other flag may fall too
)

var onFlagNames = [...]string{"freeze", "run-on"}

// String returns the name in lower case.
func (o OnFlag) String() string { return nameOf(onFlagNames[:], uint8(o)) }

// MarshalText returns the name.
func (o OnFlag) MarshalText() ([]byte, error) { return textOf("on flag", onFlagNames[:], uint8(o)) }

// UnmarshalText reads a name.
func (o *OnFlag) UnmarshalText(text []byte) error {
	return parseName("on flag", onFlagNames[:], string(text), (*uint8)(o))
}

// NoDefault as a default time: nobody loses by being late, and nobody is asked whether he is there.
const NoDefault = -1

// Settings are fixed before the game.
type Settings struct {
	Controls [2]Control  `json:"controls"` // White's and Black's, as a rule the same
	Begins   rules.Color `json:"begins"`   // has the first move
	// First puts a bonus on the clock before the first move of each side, as FIDE's events do: 90:30 and not
	// 90:00 for 5400+30. A Delay needs none.
	First  bool   `json:"first"`
	OnFlag OnFlag `json:"on_flag"`
	// DefaultTime is how many ms after the start a player may arrive (Article 6.7); 3,600,000 in the Laws of 2001,
	// 0 in those of 2023 where an event says nothing. NoDefault: no such rule.
	DefaultTime int64 `json:"default_time"`
}

// Both returns settings with one control for both sides, no default time, and all else at its zero value.
func Both(c Control) Settings { return Settings{Controls: [2]Control{c, c}, DefaultTime: NoDefault} }

// Check returns an *Error for the first thing that no clock could do.
func (s Settings) Check() error {
	for side, c := range s.Controls {
		if err := s.checkControl(rules.Color(side).String()+": ", c); err != nil {
			return err
		}
	}
	switch {
	case s.sandglass(rules.White) != s.sandglass(rules.Black):
		return &Error{"sandglass", "for one side", "a sandglass for both sides or for none", ""}
	case s.Begins > rules.Black:
		return &Error{"begins", fmt.Sprint(uint8(s.Begins)), "0 (White) or 1 (Black)", ""}
	case s.OnFlag > RunOn:
		return &Error{"on flag", fmt.Sprint(uint8(s.OnFlag)), "0 (freeze) or 1 (run-on)", ""}
	}
	return within("default time", s.DefaultTime, NoDefault, MaxBonus, " ms", "-1 means none")
}

func (s Settings) checkControl(at string, c Control) error {
	if err := c.Check(); err != nil {
		e := *err.(*Error)
		e.Field = at + e.Field
		return &e
	}
	if c.Kind != Timed {
		return &Error{at + "control", c.String(), "a time control", "without one there is nothing to count: play without a clock"}
	}
	if p := c.Periods[0]; p.Time == 0 && !s.First && p.Mode != Delay {
		return &Error{at + "time", "0 ms", "1000 ms or more, or the first bonus before the first move", "set First"}
	}
	return nil
}

func (s Settings) sandglass(side rules.Color) bool {
	return s.Controls[side].at(0).Mode == Sandglass
}
