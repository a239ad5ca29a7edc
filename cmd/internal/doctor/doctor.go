// Package doctor knows how to find out what is wrong with a board, and how it is wired, by telling a person which
// piece to put where and watching what the sensors say. It must not know how a kind of board is opened, what is legal,
// or the command line.
//
// It speaks in plain lines, which a person reads and a test can obey.
package doctor

import (
	"context"
	"errors"
	"io"
	"time"

	"jadoube/hw"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// ErrQuit is the error of an examination that the person ended with q.
var ErrQuit = errors.New("ended by q")

// How patient the doctor is.
const (
	quiet = 400 * time.Millisecond // without a change: a piece stands
	watch = 2 * time.Second        // for what an empty board says
	hint  = 8 * time.Second        // without a contact: told how to go on
	again = time.Second            // after a board couldn't be read
)

// table is a board on which somebody moves pieces as they are told.
type table struct {
	con      *Console
	readings chan sensors.Reading
	failed   chan error
	frame    sensors.Frame
	marks    []mark // every change since the last forget
	end      context.CancelFunc
}

// mark is a change of one contact.
type mark struct {
	t      int64 // ms
	square square.Square
	closed bool
}

// sit begins to watch a board. The caller ends it with leave, and closes the board.
func sit(ctx context.Context, con *Console, board sensors.Source) *table {
	ctx, end := context.WithCancel(ctx)
	t := &table{con: con, readings: make(chan sensors.Reading), failed: make(chan error), end: end}
	go t.read(ctx, board)
	return t
}

func (t *table) leave() { t.end() }

func (t *table) read(ctx context.Context, board sensors.Source) {
	for {
		r, err := board.Next(ctx)
		if ctx.Err() != nil || errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			select {
			case t.failed <- err:
			case <-ctx.Done():
				return
			}
			select {
			case <-time.After(again):
			case <-ctx.Done():
			}
			continue
		}
		select {
		case t.readings <- r:
		case <-ctx.Done():
			return
		}
	}
}

// heard is what comes next: a change, a line, or nothing in time.
type heard uint8

const (
	nothing heard = iota // in time
	change
	line
)

// next waits for what comes next, for d at the most. A board that can't be read is told, and waited for; one that was
// unplugged is an error.
func (t *table) next(ctx context.Context, d time.Duration) (heard, string, error) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case r := <-t.readings:
			if t.take(r) {
				return change, "", nil
			}
		case err := <-t.failed:
			if errors.Is(err, hw.ErrUnplugged) {
				return nothing, "", err
			}
			t.con.Say("The board can't be read: %v", err)
		case text, ok := <-t.con.lines:
			switch {
			case !ok:
				t.con.lines = nil // nobody is there any more
			case text == "q":
				return line, text, ErrQuit
			default:
				return line, text, nil
			}
		case <-timer.C:
			return nothing, "", nil
		case <-ctx.Done():
			return nothing, "", ctx.Err()
		}
	}
}

// take notes a reading; false when nothing changed.
func (t *table) take(r sensors.Reading) bool {
	news := false
	for _, c := range r.Changes {
		if !c.Square.Valid() || t.frame[c.Square] == c.To {
			continue
		}
		t.marks = append(t.marks, mark{r.T, c.Square, c.To != sensors.Nothing})
		t.frame[c.Square] = c.To
		news = true
	}
	return news
}

func (t *table) forget() { t.marks = nil }

// enter waits for Enter, and watches meanwhile.
func (t *table) enter(ctx context.Context) (string, error) {
	for {
		what, text, err := t.next(ctx, time.Hour)
		if what == line || err != nil {
			return text, err
		}
		if t.con.lines == nil {
			return "", ErrQuit
		}
	}
}

// rest watches for d.
func (t *table) rest(ctx context.Context, d time.Duration) error {
	for end := time.Now().Add(d); ; {
		what, _, err := t.next(ctx, time.Until(end))
		if err != nil || what == nothing {
			return err
		}
	}
}

// settle waits until is true of the contacts and they have been quiet; false when Enter was pressed before.
func (t *table) settle(ctx context.Context, is func(closed square.Set) bool, help string, args ...any) (bool, error) {
	helped := false
	for {
		patience := hint
		ready := is(t.frame.Occupied())
		if ready {
			patience = quiet
		}
		what, _, err := t.next(ctx, patience)
		switch {
		case err != nil:
			return false, err
		case what == line:
			return false, nil
		case what == nothing && ready:
			return true, nil
		case what == nothing && t.con.lines == nil:
			return false, ErrQuit
		case what == nothing && !helped:
			helped = true
			t.con.Say(help, args...)
		}
	}
}
