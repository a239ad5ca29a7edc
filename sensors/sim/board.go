package sim

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// Board is a simulated board: callers lift and place pieces and press keys, and it tells what its sensors
// see of that. It knows which piece is which, also where its sensors don't, and refuses what can't happen
// on wood; it asks for no rules. All methods may be called from any goroutine, but Next from one only.
type Board struct {
	kind  sensors.Kind
	lever bool
	begin sensors.Frame
	now   func() int64
	wake  chan struct{} // holds a token when there is something to read

	mu     sync.Mutex
	stand  sensors.Frame
	off    []sensors.Contact // pieces beside the board or in a hand, the last lifted last
	queue  []sensors.Reading
	last   int64
	closed bool
}

var _ sensors.Source = (*Board)(nil)

// NewBoard returns a board with sensors of the given kind and the pieces of start, a frame of kind Piece, on
// it. now gives the milliseconds since the start for everything that has no time of its own. lever says
// whether the players press a lever after each move.
func NewBoard(kind sensors.Kind, lever bool, start sensors.Frame, now func() int64) *Board {
	return &Board{
		kind: kind, lever: lever, begin: start, stand: start, now: now,
		wake: make(chan struct{}, 1),
	}
}

// String names the board.
func (b *Board) String() string { return "simulated board" }

// Info says what the sensors see and saw at first. The board is scanned every millisecond.
func (b *Board) Info() sensors.Info {
	return sensors.Info{Kind: b.kind, Scan: 1, Lever: b.lever, Start: b.begin.As(b.kind)}
}

// Standing returns the pieces on the board.
func (b *Board) Standing() sensors.Frame {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.stand
}

// Off returns the pieces beside the board or in a hand, the last lifted last.
func (b *Board) Off() []sensors.Contact {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.off)
}

// Lift takes the piece off a square now and returns it. A square off the board and an empty one are errors.
func (b *Board) Lift(s square.Square) (sensors.Contact, error) { return b.lift(nil, s) }

// LiftAt is Lift at t ms, which must not be earlier than anything before.
func (b *Board) LiftAt(t int64, s square.Square) (sensors.Contact, error) { return b.lift(&t, s) }

// Place sets a piece (WhitePawn to BlackKing) on an empty square now: one from beside the board, or else
// one from the box of spares. A square off the board or occupied and a contact that is no piece are errors.
func (b *Board) Place(s square.Square, piece sensors.Contact) error { return b.place(nil, s, piece) }

// PlaceAt is Place at t ms, which must not be earlier than anything before.
func (b *Board) PlaceAt(t int64, s square.Square, piece sensors.Contact) error {
	return b.place(&t, s, piece)
}

// Press presses a key now; its words are those of traces.
func (b *Board) Press(p sensors.Press) error { return b.press(nil, p) }

// PressAt is Press at t ms, which must not be earlier than anything before.
func (b *Board) PressAt(t int64, p sensors.Press) error { return b.press(&t, p) }

// Arrange makes the board stand as the frame of kind Piece says, now and in one instant, as if all
// pieces had been put up behind a curtain; what was off the board goes back into the box.
func (b *Board) Arrange(want sensors.Frame) error {
	for s, c := range want {
		if !c.Fits(sensors.Piece) {
			return fmt.Errorf("%v: arrange %v with %q: expected a piece letter or an empty square", b, square.Square(s), c.Letter())
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	var changes []sensors.Change
	for s, c := range want {
		if c.As(b.kind) != b.stand[s].As(b.kind) {
			changes = append(changes, sensors.Change{Square: square.Square(s), To: c.As(b.kind)})
		}
	}
	if err := b.tell(nil, sensors.Reading{Changes: changes}); err != nil {
		return err
	}
	b.stand, b.off = want, nil
	return nil
}

func (b *Board) lift(at *int64, s square.Square) (sensors.Contact, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !s.Valid() {
		return 0, fmt.Errorf("%v: lift from square %d: expected one of the 64, a1 = 0 to h8 = 63", b, s)
	}
	piece := b.stand[s]
	if piece == sensors.Nothing {
		return 0, fmt.Errorf("%v: lift from %v: nothing stands there", b, s)
	}
	if err := b.tell(at, change(s, sensors.Nothing)); err != nil {
		return 0, err
	}
	b.stand[s] = sensors.Nothing
	b.off = append(b.off, piece)
	return piece, nil
}

func (b *Board) place(at *int64, s square.Square, piece sensors.Contact) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case !s.Valid():
		return fmt.Errorf("%v: place on square %d: expected one of the 64, a1 = 0 to h8 = 63", b, s)
	case piece == sensors.Nothing || !piece.Fits(sensors.Piece):
		return fmt.Errorf("%v: place %q on %v: expected a piece, one of PNBRQKpnbrqk", b, piece.Letter(), s)
	case b.stand[s] != sensors.Nothing:
		return fmt.Errorf("%v: place %c on %v: %c stands there, lift it first", b, piece.Letter(), s, b.stand[s].Letter())
	}
	if err := b.tell(at, change(s, piece.As(b.kind))); err != nil {
		return err
	}
	b.stand[s] = piece
	for i := len(b.off) - 1; i >= 0; i-- {
		if b.off[i] == piece {
			b.off = slices.Delete(b.off, i, i+1)
			break
		}
	}
	return nil
}

func (b *Board) press(at *int64, p sensors.Press) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tell(at, sensors.Reading{Press: &p})
}

func change(s square.Square, to sensors.Contact) sensors.Reading {
	return sensors.Reading{Changes: []sensors.Change{{Square: s, To: to}}}
}

// tell queues a reading; at nil means now.
func (b *Board) tell(at *int64, r sensors.Reading) error {
	if at == nil {
		r.T = max(b.now(), b.last)
	} else if r.T = *at; r.T < b.last {
		return fmt.Errorf("%v: time %d runs backwards: expected %d or later", b, r.T, b.last)
	}
	if b.closed {
		return fmt.Errorf("%v: closed: open another", b)
	}
	b.last = r.T
	b.queue = append(b.queue, r)
	b.signal()
	return nil
}

func (b *Board) signal() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// Next returns the next reading as soon as there is one. After Close it returns what was still to be read,
// then io.EOF.
func (b *Board) Next(ctx context.Context) (sensors.Reading, error) {
	for {
		if err := ctx.Err(); err != nil {
			return sensors.Reading{}, err
		}
		if r, ok, closed := b.pop(); ok {
			return r, nil
		} else if closed {
			return sensors.Reading{}, io.EOF
		}
		select {
		case <-b.wake:
		case <-ctx.Done():
		}
	}
}

func (b *Board) pop() (r sensors.Reading, ok, closed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) == 0 {
		return r, false, b.closed
	}
	r = b.queue[0]
	b.queue = b.queue[1:]
	return r, true, false
}

// Close ends the board: nothing more can be done on it.
func (b *Board) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.signal()
	return nil
}
