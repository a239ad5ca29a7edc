package clock

import "jadoube/rules"

// What tells what an Event was.
type What uint8

// What may happen.
const (
	Started   What = iota // the first time runs
	Arrived               // Side's player is there
	Completed             // Side pressed: his move is complete, the other time runs
	Counted               // Side's move is complete although he didn't press (2023: 6.2.1.2)
	Fell                  // Side's flag
	Absent                // Side's player didn't arrive within the default time
	Paused                // the times stopped, or the reason why they stand changed
	Resumed               // Side's time runs on
	Added                 // Gain ms were given to Side, or taken (below 0)
	Corrected             // the arbiter set times, counts, flags or the side to move
	Undid                 // the clock was put back to before the event Undoes
	Reloaded              // the clock came back from a store
)

var whatNames = [...]string{
	"started", "arrived", "completed", "counted", "flag", "absent", "paused", "resumed", "added", "corrected", "undone", "reloaded",
}

// String returns the name in lower case.
func (w What) String() string { return nameOf(whatNames[:], uint8(w)) }

// MarshalText returns the name.
func (w What) MarshalText() ([]byte, error) { return textOf("what", whatNames[:], uint8(w)) }

// UnmarshalText reads a name.
func (w *What) UnmarshalText(text []byte) error {
	return parseName("what", whatNames[:], string(text), (*uint8)(w))
}

// By is who did it.
type By uint8

// Who may do something.
const (
	Itself By = iota // the clock
	ByWhite
	ByBlack
	Arbiter // or the players together, where there is none
)

var byNames = [...]string{"clock", "white", "black", "arbiter"}

// String returns the name in lower case.
func (b By) String() string { return nameOf(byNames[:], uint8(b)) }

// MarshalText returns the name.
func (b By) MarshalText() ([]byte, error) { return textOf("by", byNames[:], uint8(b)) }

// UnmarshalText reads a name.
func (b *By) UnmarshalText(text []byte) error {
	return parseName("by", byNames[:], string(text), (*uint8)(b))
}

func player(c rules.Color) By { return ByWhite + By(c) }

// Event records one change. Kept in order, the events are the whole history of a clock.
type Event struct {
	N      int         `json:"n"`                // from 1 without gaps
	At     int64       `json:"at"`               // the moment, ms; of a flag the moment it fell, however late the clock was asked
	What   What        `json:"what"`             //
	Side   rules.Color `json:"side"`             // whom it is about; the side to move where it is about both
	By     By          `json:"by"`               //
	Reason Reason      `json:"reason"`           //
	Gain   int64       `json:"gain,omitempty"`   // ms that were added to Side's time
	Period int         `json:"period,omitempty"` // that begins for Side with this move, from 1: a time control was passed
	Undoes int         `json:"undoes,omitempty"` // the number of the event put back
	Before Face        `json:"before"`           // worked out to At
	After  Face        `json:"after"`            //
}

// open works the times out to a moment and begins the record of a change there.
func (c *Clock) open(at int64, what What, side rules.Color, by By) Event {
	c.settle(at)
	c.s.Events++
	return Event{N: c.s.Events, At: at, What: what, Side: side, By: by, Before: c.s.Face}
}

func (c *Clock) close(e Event) Event {
	e.After = c.s.Face
	return e
}
