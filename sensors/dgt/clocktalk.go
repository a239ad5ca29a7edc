package dgt

import (
	"sync"
	"time"

	"jadoube/sensors/link"
)

// Commands to the clock, between clockMessage, a size, 3, and a 0.
const (
	clockDisplay = 0x01 // six figures of seven segments, on a DGT XL
	clockEnd     = 0x03 // back to the times
	clockVersion = 0x09
	clockSetRun  = 0x0a
	clockASCII   = 0x0c // eight characters, on a DGT 3000
)

const (
	ackEvent  = 0x80 // set in answers that nobody asked for
	ackButton = 0x88
	ackError  = 0x40
)

const (
	clockPatience = 2000 // ms for an answer
	clockTries    = 3
)

// clockTalk talks to the clock that is plugged into the board: one command at a time, each until it is
// answered or has been sent three times. What is wanted may be said from any goroutine.
type clockTalk struct {
	mu    sync.Mutex
	clock Clock
	there bool
	want  wishes

	known   bool   // the lever's side has been told
	major   byte   // version of the clock; 0 = unknown: 1 is a DGT XL, 2 a DGT 3000
	asked   bool   // what its version is, since it was plugged in
	waiting byte   // command that isn't answered yet
	sent    []byte // its bytes
	sentAt  int64
	tries   int
}

// wishes are what the clock should do that it hasn't been told yet.
type wishes struct {
	text  string
	fresh bool // text hasn't been told
	run   []byte
}

func newClockTalk() *clockTalk { return new(clockTalk) }

// greet asks the clock what it is, and forgets what an earlier one did.
func (c *clockTalk) greet(e *link.Ear) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known, c.major, c.there, c.asked = false, 0, false, true
	c.send(e, clockVersion) // a clock that answers is there
}

// send begins a command.
func (c *clockTalk) send(e *link.Ear, id byte, args ...byte) {
	c.sent = append(c.sent[:0], clockMessage, byte(len(args)+3), 3, id)
	c.sent = append(append(c.sent, args...), 0)
	c.waiting, c.tries = id, 0
	c.repeat(e)
}

func (c *clockTalk) repeat(e *link.Ear) {
	e.Send(c.sent...)
	c.sentAt = e.Now()
	c.tries++
}

// tend repeats a command that isn't answered, or begins the next.
func (c *clockTalk) tend(e *link.Ear) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.waiting != 0 && e.Now()-c.sentAt < clockPatience:
	case c.waiting != 0 && c.tries < clockTries:
		c.repeat(e)
	case c.there && !c.asked:
		c.asked = true
		c.send(e, clockVersion)
	case !c.there || c.major == 0:
		c.waiting = 0
	case c.want.run != nil:
		c.send(e, clockSetRun, c.want.run...)
		c.want.run = nil
	case c.want.fresh:
		c.show(e)
	default:
		c.waiting = 0
	}
}

// show tells the text.
func (c *clockTalk) show(e *link.Ear) {
	c.want.fresh = false
	switch {
	case c.want.text == "":
		c.send(e, clockEnd)
	case c.major >= 2:
		c.send(e, clockASCII, ascii(c.want.text)...)
	default:
		c.send(e, clockDisplay, segments(c.want.text)...)
	}
}

// answered takes an answer. A button is one too.
func (c *clockTalk) answered(a [4]byte) (Button, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	id := a[1]
	if id == ackButton {
		b, ok := buttonOf[a[3]]
		return b, ok
	}
	if id&ackEvent != 0 || id != c.waiting {
		return 0, false
	}
	c.waiting = 0
	if id == clockVersion && a[0] != ackError {
		c.major = max(a[2]>>4, 1)
	}
	return 0, false
}

// tell keeps what the clock says, and returns what it said before; known = false when that was another clock.
func (c *clockTalk) tell(now Clock, there bool) (was Clock, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if there && !c.there {
		c.want.fresh = c.want.text != ""
	}
	if !there {
		c.major, c.asked = 0, false
	}
	was, known = c.clock, there && c.known
	now.stopped = known && !now.Running && (was.Running || was.stopped)
	c.clock, c.there, c.known = now, there, there
	return was, known
}

// ascii is a text for a DGT 3000: eight characters, no beep.
func ascii(text string) []byte {
	b := []byte("        \x00")
	n := 0
	for _, r := range text {
		if n == 8 {
			break
		}
		if r < ' ' || r > '~' {
			r = '?'
		}
		b[n] = byte(r)
		n++
	}
	return b
}

// figures are the seven segments of characters: 1 the top, then clockwise to 0x20, and 0x40 the middle.
var figures = map[rune]byte{
	'0': 0x3f, '1': 0x06, '2': 0x5b, '3': 0x4f, '4': 0x66, '5': 0x6d, '6': 0x7d, '7': 0x07, '8': 0x7f, '9': 0x6f,
	'a': 0x5f, 'b': 0x7c, 'c': 0x58, 'd': 0x5e, 'e': 0x7b, 'f': 0x71, 'g': 0x3d, 'h': 0x74, 'k': 0x75, 'n': 0x54,
	'o': 0x5c, 'p': 0x73, 'q': 0x67, 'r': 0x50, 'x': 0x76, '-': 0x40, '=': 0x48, '+': 0x46,
}

// segments is a text for a DGT XL: six figures in the order 3, 2, 1, 6, 5, 4, the icons, no beep.
func segments(text string) []byte {
	var six [6]byte
	n := 0
	for _, r := range text {
		if n == 6 {
			break
		}
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		six[n] = figures[r]
		n++
	}
	return []byte{six[2], six[1], six[0], six[5], six[4], six[3], 0, 1}
}

// Clock is what the clock said last; false while none is plugged in.
func (b *Board) Clock() (Clock, bool) {
	c := b.talk.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.clock, c.there
}

// Text shows a text on the clock, or with "" the times again. A DGT 3000 has eight characters, a DGT XL six
// figures; what is longer is cut off. It waits for nothing: a later text replaces one that wasn't shown yet.
func (b *Board) Text(text string) {
	c := b.talk.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.want.text != text {
		c.want.text, c.want.fresh = text, true
	}
}

// Side is a player at the clock.
type Side uint8

// The sides, seen from the front of the clock.
const (
	NoSide Side = iota // the clock stands
	LeftSide
	RightSide
)

// Run sets the clock to times of at most 9:59:59 and lets one side's run down. A clock obeys only in the mode
// for boards (23 on a DGT XL, 25 on a DGT 3000).
func (b *Board) Run(left, right time.Duration, running Side) {
	mode := map[Side]byte{NoSide: 4, LeftSide: 1, RightSide: 2}[running]
	args := append(append(hms(left), hms(right)...), mode)
	c := b.talk.clock
	c.mu.Lock()
	defer c.mu.Unlock()
	c.want.run = args
}

func hms(d time.Duration) []byte {
	s := int(min(max(d, 0), 9*time.Hour+59*time.Minute+59*time.Second) / time.Second)
	return []byte{byte(s / 3600), byte(s / 60 % 60), byte(s % 60)}
}
