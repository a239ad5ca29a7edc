package doctor

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/certabo"
)

// Enrolled is a board that reads chips in its men, of whom it isn't known who is who.
type Enrolled struct {
	// Open opens the board so that it tells tell, in whatever goroutine reads it, how the men stand. What it returns
	// closes the board and its wires.
	Open func(tell func(certabo.Roll)) (sensors.Source, func(), error)
}

const (
	glance    = 250 * time.Millisecond // between two looks at the roll
	standing  = 2 * time.Second        // without a change: the men stand
	mostNames = 8                      // squares that are named in a line
)

// Learn has a person stand all men at home, and returns whose each chip is: when all are read and stand, or when he says
// that more of them can't be read.
func (w Enrolled) Learn(ctx context.Context, con *Console) (certabo.Chips, error) {
	var mu sync.Mutex
	var last certabo.Roll
	var since time.Time // last has been so; zero before the board has told anything
	board, end, err := w.Open(func(r certabo.Roll) {
		mu.Lock()
		defer mu.Unlock()
		if since.IsZero() || !r.Equal(&last) {
			last, since = r, time.Now()
		}
	})
	if err != nil {
		return nil, err
	}
	defer end()
	t := sit(ctx, con, board)
	defer t.leave()
	con.Say("Put all men at home, White's on the ranks 1 and 2 of the board's own lettering, spare queens on d3 (white) and d6 (black).")
	for said := ""; ; {
		what, _, err := t.next(ctx, glance)
		if err != nil {
			return nil, err
		}
		mu.Lock()
		now, known := last, !since.IsZero()
		stand := known && time.Since(since) >= standing
		mu.Unlock()
		if text := prompt(&now); known && text != said {
			said = text
			con.Progress(32-now.Missing.Len(), 32, "%s", text)
		}
		switch {
		case what == line && now.Strange|now.Twice == 0 && len(now.Men) > 0, stand && now.Whole():
			return now.Men, nil
		case what == nothing && t.con.lines == nil:
			return nil, ErrQuit
		}
	}
}

// prompt says what is to be done.
func prompt(r *certabo.Roll) string {
	var todo []string
	add := func(set square.Set, one string) {
		if n := set.Len(); n > mostNames {
			todo = append(todo, fmt.Sprintf(one, fmt.Sprintf("%d squares", n)))
		} else if n > 0 {
			todo = append(todo, fmt.Sprintf(one, names(set)))
		}
	}
	add(r.Strange, "Take away what stands on %s.")
	add(r.Twice, "The men on %s have the same chip: give one of them another.")
	if add(r.Missing, "Nobody is read on %s."); r.Missing != 0 && r.Missing.Len() <= mostNames {
		todo = append(todo, "Turn them, or press Enter to leave them out.")
	}
	if len(todo) == 0 {
		return "All men are read. Leave them."
	}
	return strings.Join(todo, " ")
}
