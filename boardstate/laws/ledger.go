package laws

import (
	"slices"

	"jadoube/rules"
	"jadoube/rules/square"
)

// Intent is how a touch is judged.
type Intent uint8

// The intents. Only a deliberate touch obliges to anything.
const (
	Deliberate Intent = iota // or not clearly accidental, which counts as much (2023 Art. 4.2.2)
	Adjusting                // announced in time (Art. 4.2)
	Accidental               // brushed against with another piece in the hand, or in a bump
	OutOfTurn                // by the player not having the move: displaced, to be restored, and nothing more (Art. 7.3, 2023 7.4)
)

// Timing says what the Laws leave to him who watches. Milliseconds.
type Timing struct {
	Together   int64 // touches less than this apart: which came first is unclear
	Adjust     int64 // an announcement covers touches less than this after it
	Accidental int64 // a piece back on its square after at most this, while another was in the hand, was brushed against
}

// DefaultTiming returns 80 ms, 10 s and 150 ms.
func DefaultTiming() Timing { return Timing{Together: 80, Adjust: 10_000, Accidental: 150} }

// act is one thing that a hand did. A touch has from = to.
type act struct {
	at       int64
	from, to square.Square
	role     rules.Role // of a released piece that came from beside the board
	released bool
	intent   Intent // of a touch
}

func (a act) touch() bool      { return !a.released }
func (a act) returned() bool   { return a.released && a.from == a.to }
func (a act) deliberate() bool { return a.touch() && a.intent == Deliberate }

// Ledger is what the player having the move did since he has it. Pieces are named by the squares on which they stood then, wherever
// they are now. A Ledger grows with what was done in one turn; a piece that is touched and put back again and again counts once.
type Ledger struct {
	timing    Timing
	acts      []act
	announced int64
	adjusting bool
}

// NewLedger returns the ledger of a turn in which nothing has been touched.
func NewLedger(t Timing) Ledger { return Ledger{timing: t} }

// Reset begins a new turn and keeps the memory.
func (l *Ledger) Reset() { l.acts, l.adjusting = l.acts[:0], false }

// Announce notes that the player says "j'adoube". Whether he may is [Edition.MayAdjust]'s answer; even if he may not, it shows that he
// doesn't intend to move what he touches then. What he touched before, he touched.
func (l *Ledger) Announce(at int64) { l.announced, l.adjusting = at, true }

// Touch notes that the player touches or lifts the piece of square s, own or enemy, and returns how that is judged by what is known.
func (l *Ledger) Touch(s square.Square, at int64) Intent {
	intent := Deliberate
	if l.adjusting && at-l.announced < l.timing.Adjust {
		intent = Adjusting
	}
	l.acts = append(l.acts, act{at: at, from: s, to: s, intent: intent})
	return intent
}

// Judge changes how the latest touch of the piece of s is judged: as part of a bump, out of turn after all, or as deliberate when a
// piece that was to be adjusted is set on another square. It returns false when s wasn't touched.
func (l *Ledger) Judge(s square.Square, intent Intent) bool {
	i := l.lastTouch(s)
	if i >= 0 {
		l.acts[i].intent = intent
	}
	return i >= 0
}

// Return notes that the piece of s is back on s. Another tells whether the hand held another piece when it was touched.
func (l *Ledger) Return(s square.Square, at int64, another bool) {
	i := l.lastTouch(s)
	if i < 0 {
		return
	}
	if another && at-l.acts[i].at <= l.timing.Accidental {
		l.acts[i].intent = Accidental
	}
	if i == len(l.acts)-1 && l.idle(i) {
		l.acts = l.acts[:i] // as if nothing had happened
		return
	}
	l.acts = append(l.acts, act{at: at, from: s, to: s, released: true})
}

// Release notes that the piece of square from is released on to, which is another square. For a piece from beside the board, put down
// to promote a pawn, role is what it is; from is the pawn's square, or square.None while no pawn has been touched.
func (l *Ledger) Release(from, to square.Square, role rules.Role, at int64) {
	l.acts = append(l.acts, act{at: at, from: from, to: to, role: role, released: true})
}

// lastTouch returns the index of the latest touch of the piece of s, -1 when there is none.
func (l *Ledger) lastTouch(s square.Square) int {
	for i := len(l.acts) - 1; i >= 0; i-- {
		if l.acts[i].touch() && l.acts[i].from == s {
			return i
		}
	}
	return -1
}

// idle reports whether act i, a touch of a piece that is back again, says nothing new: it wasn't deliberate, or not the first that was,
// and the piece stood on its square before.
func (l *Ledger) idle(i int) bool {
	home, deliberate := true, false
	for _, a := range l.acts[:i] {
		if a.from == l.acts[i].from {
			home, deliberate = a.returned(), deliberate || a.deliberate()
		}
	}
	return home && (deliberate || !l.acts[i].deliberate())
}

// Deliberate returns when the piece of square s was first touched deliberately; false when it wasn't.
func (l *Ledger) Deliberate(s square.Square) (at int64, ok bool) {
	for _, a := range l.acts {
		if a.from == s && a.deliberate() {
			return a.at, true
		}
	}
	return 0, false
}

// Touched reports whether any piece was touched deliberately.
func (l *Ledger) Touched() bool { return slices.ContainsFunc(l.acts, act.deliberate) }
