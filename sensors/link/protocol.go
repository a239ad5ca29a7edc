package link

import (
	"time"

	"jadoube/sensors"
)

// Protocol is how one kind of board talks. Its methods are called from one goroutine, that of Next.
type Protocol interface {
	// Greet begins a conversation: it forgets what was half heard, and tells the board to say everything
	// that stands on it and every change from then on.
	Greet(e *Ear)
	// Take reads the bytes that came, in pieces of any size, and tells the ear what they say. What isn't
	// a whole message yet it keeps.
	Take(b []byte, e *Ear)
	// Tend is called after every Take, and some twenty times a second when nothing comes: the place to
	// ask again.
	Tend(e *Ear)
}

// Spec says what a kind of board is.
type Spec struct {
	Name string // "DGT board", for messages
	Info sensors.Info
	// Whole: the board tells its whole state when it is greeted. Until then nothing else is believed.
	Whole bool
	// Silence is for how long a board may say nothing that can be read before that is an error and the
	// board is greeted again; 0 = for ever.
	Silence time.Duration
}
