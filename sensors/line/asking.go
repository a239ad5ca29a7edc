package line

import (
	"time"

	"jadoube/sensors/link"
)

// asking asks for all squares: often until something comes, for a board may still be starting, then now
// and then; a board that doesn't answer is left alone.
type asking struct {
	at    int64 // ms: when the last question was put
	tries int   // since the last answer
}

const (
	askSoon  = 1000 // ms between two questions to a board that hasn't said anything yet
	askQuiet = 5 * time.Second
	maxTries = 5
)

func (a *asking) greet(e *link.Ear) {
	a.tries = 0
	a.ask(e)
}

func (a *asking) ask(e *link.Ear) {
	e.Send('?', '\n')
	a.at = e.Now()
	a.tries++
}

func (a *asking) tend(e *link.Ear) {
	waited := e.Now() - a.at
	due := e.Quiet() >= askQuiet && waited >= askQuiet.Milliseconds() || e.Fresh() && waited >= askSoon || a.at < 0
	if due && a.tries < maxTries {
		a.ask(e)
	}
}

// answered takes note that all squares have come.
func (a *asking) answered() { a.tries = 0 }

// soon asks again at once: something was not understood.
func (a *asking) soon() { a.at = -1 }
