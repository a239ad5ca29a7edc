package clock

import (
	"fmt"

	"jadoube/rules"
)

// Phase is what the clock does.
type Phase uint8

// The phases.
const (
	Ready   Phase = iota // not started
	Running              // one time runs
	Stopped              // none runs; Reason says why
)

var phaseNames = [...]string{"ready", "running", "stopped"}

// String returns the phase's name in lower case.
func (p Phase) String() string { return nameOf(phaseNames[:], uint8(p)) }

// MarshalText returns the phase's name.
func (p Phase) MarshalText() ([]byte, error) { return textOf("phase", phaseNames[:], uint8(p)) }

// UnmarshalText reads a phase's name.
func (p *Phase) UnmarshalText(text []byte) error {
	return parseName("phase", phaseNames[:], string(text), (*uint8)(p))
}

// Reason is why the clock stands, or why time was given or taken.
type Reason uint8

// The reasons.
const (
	NoReason    Reason = iota // it runs, or nothing has to be said
	Assistance                // a player asks for the arbiter (6.13 b in 2001, 6.11.2 in 2023); the only reason a player may stop it for
	Ruling                    // the arbiter has to decide something
	IllegalMove               // one was completed (7.4 in 2001, 7.5 in 2023)
	Displaced                 // pieces have to be put back (7.3, 7.4)
	Disturbance               // an interruption from outside
	Defect                    // the clock, or its setting, was wrong (6.11 in 2001, 6.10 in 2023)
	WrongClaim                // a draw was claimed and was none (9.5)
	Conduct                   // a penalty for what a player did (13.4 in 2001, 12.9 in 2023)
	Adjourned                 // to be played on later
	FlagFell                  // a flag fell, and the clock froze
	Undone                    // a change was put back
	Restored                  // the clock comes back from a store, after a loss of power say
	Over                      // the game is over
)

var reasonNames = [...]string{
	"none", "assistance", "ruling", "illegal-move", "displaced", "disturbance", "defect", "wrong-claim", "conduct", "adjourned",
	"flag", "undone", "restored", "over",
}

// String returns the reason's name in lower case.
func (r Reason) String() string { return nameOf(reasonNames[:], uint8(r)) }

// MarshalText returns the reason's name.
func (r Reason) MarshalText() ([]byte, error) { return textOf("reason", reasonNames[:], uint8(r)) }

// UnmarshalText reads a reason's name.
func (r *Reason) UnmarshalText(text []byte) error {
	return parseName("reason", reasonNames[:], string(text), (*uint8)(r))
}

// Flag is the sign that a side's time ran out. It stays until the arbiter takes it away, whatever the
// clock does meanwhile.
type Flag struct {
	Down   bool  `json:"down"`
	First  bool  `json:"first"`  // it fell while the other stood: the first of two
	At     int64 `json:"at"`     // the moment at which the last millisecond was used
	Period int   `json:"period"` // in which it fell, from 1
}

// Side is one of the two clocks.
type Side struct {
	Left      int64 `json:"left"`      // ms of main time, never below 0
	Moves     int   `json:"moves"`     // completed
	Given     int   `json:"given"`     // periods after the first whose time was given: they are given once, also when moves are taken back
	Earned    int64 `json:"earned"`    // ms that completed moves gave
	Used      int64 `json:"used"`      // ms of thinking
	Free      int64 `json:"free"`      // ms of Used that were not taken from Left: delays, and what came after the flag
	Out       bool  `json:"out"`       // Left ran out, and nothing has been given since
	Flag      Flag  `json:"flag"`      //
	Present   bool  `json:"present"`   // the player is, or was, at the board
	Defaulted bool  `json:"defaulted"` // he didn't arrive in time (6.7)
}

// Face is all of a clock that changes: what an Event keeps of before and after.
type Face struct {
	Phase  Phase       `json:"phase"`
	Reason Reason      `json:"reason"` // why it is Stopped
	Turn   rules.Color `json:"turn"`   // whose time runs, or will when it runs
	Spell  int64       `json:"spell"`  // ms of the move under way that are in Used already
	Start  int64       `json:"start"`  // the moment of the start, 0 while Ready
	Sides  [2]Side     `json:"sides"`
}

// State is everything that a clock is: a plain value. It shares nothing that is ever changed.
type State struct {
	Settings Settings `json:"settings"`
	Face     Face     `json:"face"`
	Since    int64    `json:"since"`  // the moment up to which Face is worked out
	Now      int64    `json:"now"`    // the last moment that the clock was told of
	Events   int      `json:"events"` // numbered so far
}

// check returns an *Error for what no clock with these settings can show.
func (f Face) check(s Settings) error {
	switch {
	case f.Phase > Stopped:
		return &Error{"phase", fmt.Sprint(uint8(f.Phase)), "0 to 2", ""}
	case int(f.Reason) >= len(reasonNames):
		return &Error{"reason", fmt.Sprint(uint8(f.Reason)), fmt.Sprintf("0 to %d", len(reasonNames)-1), ""}
	case f.Turn > rules.Black:
		return &Error{"turn", fmt.Sprint(uint8(f.Turn)), "0 (White) or 1 (Black)", ""}
	}
	if err := within("spell", f.Spell, 0, maxMoment, " ms", ""); err != nil {
		return err
	}
	if err := within("start", f.Start, -maxMoment, maxMoment, " ms", ""); err != nil {
		return err
	}
	for c, side := range f.Sides {
		if err := side.check(rules.Color(c).String()+": ", s.Controls[c]); err != nil {
			return err
		}
	}
	return nil
}

func (s Side) check(at string, c Control) error {
	for _, v := range []struct {
		name    string
		v, high int64
	}{
		{"time left", s.Left, 2 * maxClock}, // of a sandglass all may be on one side,
		{"moves", int64(s.Moves), maxCount},
		{"periods given", int64(s.Given), maxCount},
		{"time earned", s.Earned, maxMoment},
		{"time used", s.Used, maxMoment},
		{"free time", s.Free, s.Used},
		{"flag's moment", s.Flag.At, maxMoment},
	} {
		if err := within(at+v.name, v.v, 0, v.high, "", ""); err != nil {
			return err
		}
	}
	if s.Out && s.Left > 0 {
		return &Error{at + "time left", fmt.Sprintf("%d ms", s.Left), "0 ms on a side whose time ran out", "say that it is not out"}
	}
	return nil
}
