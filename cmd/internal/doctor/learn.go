package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// Wired is a board of which the inputs are known, but not the squares that they belong to.
type Wired struct {
	Inputs int // that may be used, 64 or more
	// Open opens the board so that it tells input first as a1, the next as b1, and so on: 64 of them. What it returns
	// closes the board and its wires.
	Open func(first int) (sensors.Source, func(), error)
	// Usual is the ways in which boards are usually wired, the commonest first: the square of each input, square.None for
	// one that isn't used.
	Usual [][]square.Square
}

// Map is what was learned about a board.
type Map struct {
	Square     []square.Square // by input, square.None for one that isn't used
	Usual      int             // which of the usual ways it is; -1 for none of them
	Placements int             // how often a piece was put down
	Slides     int             // how often one was slid over a line of squares
}

// ErrInverted is the error of a board of which most contacts are closed when nothing stands on it.
var ErrInverted = errors.New("most contacts are closed though nothing stands on the board: the level in `occupied` is the other one")

// patience of learning
const (
	elsewhere = 2 * time.Second // without a contact: looked for among the other inputs
	lifted    = time.Second     // without a contact: a piece that was slid has been lifted
	enough    = 5               // placements after which a wiring that fits none of the usual ones is learned square by square
)

// Learn has a person show where each input lies, with as few placements as can be: two or three and a slide where the
// board is wired in one of the usual ways, else a slide for each file.
func (w Wired) Learn(ctx context.Context, con *Console) (*Map, error) {
	l := &learner{Wired: w, con: con, last: -1, m: &Map{Usual: -1}, at: map[square.Square]int{}}
	defer l.shut()
	err := l.run(ctx)
	return l.m, err
}

type learner struct {
	Wired
	con   *Console
	m     *Map
	table *table // the inputs that are looked at: 64 from first on
	close func()
	first int
	stuck map[int]bool
	last  int // the input on which the piece stands, -1 for none
	at    map[square.Square]int
}

func (l *learner) shut() {
	if l.table != nil {
		l.table.leave()
		l.close()
		l.table = nil
	}
}

// look looks at 64 inputs from first on.
func (l *learner) look(ctx context.Context, first int) error {
	l.shut()
	board, end, err := l.Open(first)
	if err != nil {
		return err
	}
	l.table, l.close, l.first = sit(ctx, l.con, board), end, first
	return l.table.rest(ctx, quiet)
}

// windows are the first inputs of all looks that are needed to see every input.
func (l *learner) windows() []int {
	list := []int{0}
	for at := 64; at < l.Inputs; at += 64 {
		list = append(list, min(at, l.Inputs-64))
	}
	return list
}

// closed are the inputs in sight that are closed, but for those that always are.
func (l *learner) closed() (list []int) {
	for s := range l.table.frame.Occupied().Squares() {
		if i := l.first + int(s); !l.stuck[i] {
			list = append(list, i)
		}
	}
	return list
}

func (l *learner) run(ctx context.Context) error {
	if err := l.empty(ctx); err != nil {
		return err
	}
	fits, err := l.usual(ctx)
	if err != nil {
		return err
	}
	if fits >= 0 {
		l.m.Usual, l.m.Square = fits, l.Usual[fits]
		l.con.Progress(64, 64, "It is wired in a usual way. `jadoube doctor` tries each contact.")
		return nil
	}
	l.con.Say("It isn't wired in a usual way.")
	if err := l.unusual(ctx); err != nil {
		return err
	}
	l.m.Square = make([]square.Square, l.Inputs)
	for i := range l.m.Square {
		l.m.Square[i] = square.None
	}
	for s, i := range l.at {
		l.m.Square[i] = s
	}
	return nil
}

// empty learns which inputs are always closed.
func (l *learner) empty(ctx context.Context) error {
	l.stuck = map[int]bool{}
	if err := l.look(ctx, 0); err != nil {
		return err
	}
	l.con.Say("Take all pieces off the board, then press Enter. (q and Enter gives up at any time.)")
	if _, err := l.table.enter(ctx); err != nil {
		return err
	}
	for _, first := range l.windows() {
		if err := l.look(ctx, first); err != nil {
			return err
		}
		closed := l.closed()
		if len(closed) > 32 {
			return ErrInverted
		}
		for _, i := range closed {
			l.stuck[i] = true
		}
	}
	if n := len(l.stuck); n > 0 {
		l.con.Say("%d contacts are closed though nothing stands there. They are left out: `jadoube doctor` helps.", n)
	}
	return l.look(ctx, 0)
}

// press waits for a piece where it was asked for, and returns the input that it closes; false when Enter said that
// nothing happens.
func (l *learner) press(ctx context.Context, s square.Square) (int, bool, error) {
	l.table.forget()
	l.m.Placements++
	waited, patience := time.Duration(0), elsewhere
	for {
		fresh := l.fresh()
		if patience = elsewhere; len(fresh) > 0 {
			patience = quiet
		}
		what, _, err := l.table.next(ctx, patience)
		switch {
		case err != nil, what == line:
			return 0, false, err
		case what == nothing && len(fresh) > 0:
			l.last = fresh[0]
			return fresh[0], true, nil
		case what == nothing:
			if waited += patience; waited == hint {
				l.con.Say("Nothing yet: turn the piece or press it down on %v, or press Enter if its contact is dead.", s)
			}
			if err := l.elsewhere(ctx); err != nil {
				return 0, false, err
			}
		}
	}
}

// elsewhere looks at the inputs that were out of sight.
func (l *learner) elsewhere(ctx context.Context) error {
	if l.con.lines == nil && len(l.windows()) == 1 {
		return ErrQuit
	}
	windows := l.windows()
	if len(windows) == 1 {
		return nil
	}
	at := slices.Index(windows, l.first)
	return l.look(ctx, windows[(at+1)%len(windows)])
}

// fresh are the closed inputs but for the last one, in the order in which they closed.
func (l *learner) fresh() (list []int) {
	closed := l.closed()
	add := func(i int) {
		if i != l.last && slices.Contains(closed, i) && !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	for _, m := range l.table.marks {
		if m.closed {
			add(l.first + int(m.square))
		}
	}
	for _, i := range closed {
		add(i)
	}
	return list
}

// usual finds the usual way in which the board is wired; -1 when it is none of them.
func (l *learner) usual(ctx context.Context) (int, error) {
	left := make([]int, len(l.Usual))
	for i := range left {
		left[i] = i
	}
	dead := square.Empty
	for asked := 0; asked < 2 || len(left) > 1; asked++ {
		s := l.telling(left, dead)
		if len(left) == 0 || s == square.None || asked == enough {
			return -1, nil
		}
		if done := 64 * (len(l.Usual) - len(left)) / len(l.Usual); l.m.Placements == 0 {
			l.con.Progress(done, 64, "Put one piece on %v.", s)
		} else {
			l.con.Progress(done, 64, "Move it to %v.", s)
		}
		input, seen, err := l.press(ctx, s)
		if err != nil {
			return -1, err
		}
		dead = dead.With(s) // not asked again
		if !seen {
			l.last = -1
			continue
		}
		l.at[s] = input
		left = slices.DeleteFunc(left, func(i int) bool { return l.Usual[i][input] != s })
	}
	return l.verified(ctx, left)
}

// telling is the square on which the ways that are left differ most; square.None when they can't be told apart.
func (l *learner) telling(left []int, asked square.Set) square.Square {
	best, most := square.None, 0
	for s := range square.None {
		if asked.Has(s) {
			continue
		}
		inputs := map[int]bool{}
		for _, i := range left {
			inputs[slices.Index(l.Usual[i], s)] = true
		}
		if len(inputs) > most {
			best, most = s, len(inputs)
		}
	}
	return best
}

// verified has the way that is left confirmed on each file and each rank.
func (l *learner) verified(ctx context.Context, left []int) (int, error) {
	if len(left) == 0 {
		return -1, nil
	}
	var want []int
	for k := range 8 {
		want = append(want, slices.Index(l.Usual[left[0]], square.At(k, 7-k)))
	}
	if len(l.windows()) > 1 {
		return left[0], nil // a slide would leave what is in sight
	}
	got, err := l.slide(ctx, square.A8, square.H1)
	if err != nil {
		return -1, err
	}
	if inOrder(want, got) < len(want)-1 { // one contact may be dead
		return -1, nil
	}
	return left[0], nil
}

// inOrder is how many of want come in got in this order, at the most.
func inOrder(want, got []int) int {
	best := make([]int, len(want)+1)
	for _, g := range got {
		for i := len(want); i > 0; i-- {
			if want[i-1] == g {
				best[i] = max(best[i], slices.Max(best[:i])+1)
			}
		}
	}
	return slices.Max(best)
}

// slide waits for a piece that is slid over a line of squares and lifted, and returns the inputs that it closed, in the order
// of their first time.
func (l *learner) slide(ctx context.Context, from, to square.Square) ([]int, error) {
	l.con.Say("Slide the piece slowly from %v to %v, then lift it off the board.", from, to)
	t := l.table
	t.forget()
	l.m.Slides++
	begun := false
	for {
		patience := time.Hour
		if begun && len(l.closed()) == 0 {
			patience = lifted
		}
		what, _, err := t.next(ctx, patience)
		if err != nil {
			return nil, err
		}
		if what == line || what == nothing && begun {
			break
		}
		begun = begun || len(l.order()) > 0
	}
	l.last = -1
	return l.order(), nil
}

// order are the inputs that have closed since the last forget, but for the one on which the piece stood.
func (l *learner) order() (list []int) {
	for _, m := range l.table.marks {
		if i := l.first + int(m.square); m.closed && !l.stuck[i] && !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	return list
}

// unusual learns file by file, and where that fails square by square.
func (l *learner) unusual(ctx context.Context) error {
	for file := range 8 {
		l.con.Progress(len(l.at), 64, "Now the %s-file.", string(rune('a'+file)))
		if len(l.windows()) == 1 {
			got, err := l.slide(ctx, square.At(file, 0), square.At(file, 7))
			if err != nil {
				return err
			}
			if l.accept(file, got) {
				continue
			}
			l.con.Say("That were %d contacts that fit, not 8: square by square, then.", len(got))
		}
		if err := l.singly(ctx, file); err != nil {
			return err
		}
	}
	l.con.Progress(len(l.at), 64, "Done.")
	return nil
}

// accept takes the inputs of a slide over a file, unless they can't be right.
func (l *learner) accept(file int, inputs []int) bool {
	if len(inputs) != 8 {
		return false
	}
	for rank, i := range inputs {
		s := square.At(file, rank)
		if known, is := l.at[s]; is && known != i || !is && l.taken(i) {
			return false
		}
	}
	for rank, i := range inputs {
		l.at[square.At(file, rank)] = i
	}
	return true
}

func (l *learner) taken(input int) bool {
	for _, i := range l.at {
		if i == input {
			return true
		}
	}
	return false
}

func (l *learner) singly(ctx context.Context, file int) error {
	for rank := range 8 {
		s := square.At(file, rank)
		if _, known := l.at[s]; known {
			continue
		}
		if i, only := l.rest(); only {
			l.at[s] = i
			continue
		}
		l.con.Progress(len(l.at), 64, "Put a piece on %v.", s)
		input, seen, err := l.press(ctx, s)
		if err != nil {
			return err
		}
		if !seen || l.taken(input) {
			return fmt.Errorf("%v has no contact of its own: `jadoube doctor` helps to find out why", s)
		}
		l.at[s] = input
	}
	return nil
}

// rest is the input of the only square that is left, when there is only one.
func (l *learner) rest() (input int, only bool) {
	if len(l.at) != 63 || l.Inputs != 64 {
		return 0, false
	}
	for i := range l.Inputs {
		if !l.taken(i) && !l.stuck[i] {
			return i, true
		}
	}
	return 0, false
}
