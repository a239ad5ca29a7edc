package doctor

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"jadoube/ledmatrix"
	"jadoube/ledmatrix/simled"
	"jadoube/rules/square"
	"jadoube/sensors"
)

// wood is a board with faults, and what stands on it.
type wood struct {
	contact [64]square.Square            // which contact a piece on each square closes
	dead    square.Set                   // contacts that never close
	stuck   square.Set                   // contacts that are always closed
	hanging square.Set                   // contacts that never open again
	leaks   map[square.Square]square.Set // contacts that a piece closes besides
	bounces map[square.Square]int        // times that a contact opens and closes again, 5 ms apart, when it closes
	losses  map[square.Square]int        // times that it opens for 40 ms while the piece stands
	bridged square.Set                   // contacts whose diode lets current back

	mu       sync.Mutex
	standing square.Set // where pieces are
	told     square.Set // contacts as they were told
	hung     square.Set
	queue    chan sensors.Reading
	faults   chan error // what keeps it from being read
	began    time.Time
}

func newWood() *wood {
	w := &wood{queue: make(chan sensors.Reading, 10_000), faults: make(chan error, 10), began: time.Now(), leaks: map[square.Square]square.Set{}, bounces: map[square.Square]int{}, losses: map[square.Square]int{}}
	for s := range w.contact {
		w.contact[s] = square.Square(s)
	}
	return w
}

func (w *wood) String() string     { return "wood" }
func (w *wood) Info() sensors.Info { return sensors.Info{Kind: sensors.Occupancy, Scan: 5} }
func (w *wood) Close() error       { return nil }
func (w *wood) Health() sensors.Health {
	return sensors.Health{Scans: 1000, Retries: 7, Warnings: []string{"the wires are long"}}
}

func (w *wood) Next(ctx context.Context) (sensors.Reading, error) {
	select {
	case r := <-w.queue:
		return r, nil
	case err := <-w.faults:
		return sensors.Reading{}, err
	case <-ctx.Done():
		return sensors.Reading{}, ctx.Err()
	}
}

// stand puts pieces on exactly these squares.
func (w *wood) stand(on square.Set) {
	w.mu.Lock()
	w.standing = on
	closed := w.stuck
	for s := range on.Squares() {
		closed |= w.contact[s].Set() | w.leaks[s]
	}
	closed = meets(closed, w.bridged)
	closed = closed&^w.dead | w.stuck
	w.hung |= closed & w.hanging
	closed |= w.hung
	w.mu.Unlock()
	for s := range (closed &^ w.seen()).Squares() {
		for range w.bounces[s] {
			w.tell(w.seen().With(s))
			time.Sleep(5 * time.Millisecond)
			w.tell(w.seen().Without(s))
			time.Sleep(5 * time.Millisecond)
		}
	}
	w.tell(closed)
	for s := range closed.Squares() {
		for range w.losses[s] {
			time.Sleep(120 * time.Millisecond)
			w.tell(closed.Without(s))
			time.Sleep(40 * time.Millisecond)
			w.tell(closed)
		}
	}
}

// meets is what the rows show: current flows from a row's column through each closed switch, and back into another row through
// those whose diode is bridged.
func meets(closed, bridged square.Set) (shown square.Set) {
	for row := range 8 {
		rows, columns := 1<<row, 0
		for change := true; change; {
			change = false
			for s := range closed.Squares() {
				on, met := rows>>s.Rank()&1 == 1, columns>>s.File()&1 == 1
				if on && !met {
					columns |= 1 << s.File()
					change = true
				}
				if met && !on && bridged.Has(s) {
					rows |= 1 << s.Rank()
					change = true
				}
			}
		}
		for file := range 8 {
			if columns>>file&1 == 1 {
				shown = shown.With(square.At(file, row))
			}
		}
	}
	return shown
}

func (w *wood) seen() square.Set {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.told
}

func (w *wood) tell(closed square.Set) {
	w.mu.Lock()
	defer w.mu.Unlock()
	r := sensors.Reading{T: time.Since(w.began).Milliseconds()}
	for s := range (closed ^ w.told).Squares() {
		c := sensors.Change{Square: s}
		if closed.Has(s) {
			c.To = sensors.Something
		}
		r.Changes = append(r.Changes, c)
	}
	w.told = closed
	if len(r.Changes) > 0 {
		w.queue <- r
	}
}

// hand obeys what is said, as a person does: it reads the lines, moves pieces, and presses Enter.
type hand struct {
	t     *testing.T
	wood  *wood
	leds  *simled.Panel
	order []square.Square                  // where each LED of the wire lies; nil = as it should
	says  func(line string) (string, bool) // answers that are not usual

	in    io.WriteCloser
	lines chan string
	rest  string
	log   strings.Builder
	busy  sync.WaitGroup
}

// sit lets a hand sit down at a board; the console speaks to it. Leave ends it.
func (h *hand) sit(ctx context.Context) *Console {
	in, out := io.Pipe()
	h.in, h.lines = out, make(chan string, 1000)
	h.busy.Go(func() {
		for line := range h.lines {
			h.obey(line)
		}
	})
	return NewConsole(ctx, in, h, false)
}

func (h *hand) leave() {
	close(h.lines)
	h.in.Close()
	h.busy.Wait()
}

// Write takes what is said.
func (h *hand) Write(b []byte) (int, error) {
	h.log.Write(b)
	h.rest += string(b)
	for {
		line, rest, whole := strings.Cut(h.rest, "\n")
		if !whole {
			return len(b), nil
		}
		h.rest = rest
		h.lines <- line
	}
}

func (h *hand) answer(text string) { fmt.Fprintln(h.in, text) }

var (
	anySquare = regexp.MustCompile(`\b[a-h][1-8]\b`)
	slide     = regexp.MustCompile(`from ([a-h][1-8]) to ([a-h][1-8])`)
)

func (h *hand) obey(line string) {
	time.Sleep(300 * time.Millisecond)
	if h.says != nil {
		if text, mine := h.says(line); mine {
			h.answer(text)
			return
		}
	}
	switch {
	case strings.HasPrefix(line, "Take all pieces off"):
		h.wood.stand(0)
		h.answer("")
	case strings.Contains(line, "Take it off"):
		h.wood.stand(0)
	case strings.Contains(line, "put all men at home but"):
		h.wood.stand(men)
	case strings.Contains(line, "Put the rook on"):
		h.wood.stand(men)
		h.wood.stand(men | squaresIn(line))
	case strings.Contains(line, "Move the pawn to"):
		pawn := squaresIn(line).First()
		h.wood.stand(men | square.At(0, pawn.Rank()).Set())
		h.wood.stand(men | square.At(0, pawn.Rank()).Set() | pawn.Set())
	case strings.Contains(line, "Lift the pawn, then put it on"):
		h.wood.stand(men)
		time.Sleep(time.Second)
		h.wood.stand(men | squaresIn(line))
	case strings.HasPrefix(line, "Put pieces on"):
		h.wood.stand(0)
		h.wood.stand(squaresIn(line))
	case strings.Contains(line, "Slide"):
		ends := slide.FindStringSubmatch(line)
		h.slide(ends[1], ends[2])
	case strings.Contains(line, "on the light"):
		if s, ok := h.light(); ok {
			h.move(s)
		} else {
			h.answer("")
		}
	case strings.Contains(line, "Put one piece on"), strings.Contains(line, "Put a piece on"), strings.Contains(line, "Move it to"):
		h.move(squaresIn(line).First())
	case strings.HasPrefix(line, "Nothing yet"), strings.HasPrefix(line, "Press Enter"), strings.HasPrefix(line, "All squares should be"), strings.HasPrefix(line, "A light runs now"):
		h.answer("")
	}
}

func (h *hand) move(s square.Square) {
	h.wood.stand(0)
	time.Sleep(300 * time.Millisecond)
	h.wood.stand(s.Set())
}

// slide goes from square to square, with nothing closed in between.
func (h *hand) slide(from, to string) {
	a, _ := square.Parse(from)
	b, _ := square.Parse(to)
	step := func(x, y int) int { return max(-1, min(1, y-x)) }
	for s := a; ; {
		h.wood.stand(s.Set())
		time.Sleep(150 * time.Millisecond)
		h.wood.stand(0)
		time.Sleep(60 * time.Millisecond)
		if s == b {
			return
		}
		s = square.At(s.File()+step(s.File(), b.File()), s.Rank()+step(s.Rank(), b.Rank()))
	}
}

// light is the square on which a light is seen.
func (h *hand) light() (square.Square, bool) {
	img, _ := h.leds.Image()
	lit := img.Mono()
	if lit.Len() != 1 {
		return square.None, false
	}
	if h.order == nil {
		return lit.First(), true
	}
	s := h.order[lit.First()]
	return s, s != square.None
}

func squaresIn(line string) (set square.Set) {
	for _, name := range anySquare.FindAllString(line, -1) {
		if s, err := square.Parse(name); err == nil {
			set = set.With(s)
		}
	}
	return set
}

// examined runs an examination of a board by a hand.
func examined(t *testing.T, w func() *wood, says func(string) (string, bool)) (f *Findings, log string, err error) {
	t.Helper()
	return examinedAs(t, Exam{}, w, says)
}

func examinedAs(t *testing.T, x Exam, w func() *wood, says func(string) (string, bool)) (f *Findings, log string, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := &hand{t: t, wood: w(), leds: &simled.Panel{}, says: says}
		h.wood.stand(0)
		ctx, cancel := context.WithCancel(t.Context())
		con := h.sit(ctx)
		lights := &Lights{Driver: h.leds, Power: ledmatrix.DefaultPower, Strip: ledmatrix.Layout{}.Strip()}
		x.Board, x.Lights = h.wood, lights
		f, err = x.Run(ctx, con)
		cancel()
		h.leave()
		log = h.log.String()
	})
	return f, log, err
}
