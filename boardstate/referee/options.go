package referee

import (
	"fmt"
	"slices"

	"jadoube/boardstate/clock"
	"jadoube/boardstate/laws"
	"jadoube/sensors"
)

// Level says how much of the Laws is enforced, and by whom.
type Level uint8

// The levels.
const (
	Off     Level = iota // moves and times are recorded, nothing else
	Trainer              // what is owed or wrong is explained, nobody is penalised
	Arbiter              // everything is noted for an arbiter, who decides
	Strict               // there is no arbiter: fixed penalties are charged, claims are answered
)

var levelNames = [...]string{"off", "trainer", "arbiter", "strict"}

// String returns the word of configs, traces and command lines.
func (l Level) String() string {
	if int(l) >= len(levelNames) {
		return fmt.Sprintf("Level(%d)", uint8(l))
	}
	return levelNames[l]
}

// Levels returns the words of all levels, the one that enforces least first.
func Levels() []string { return levelNames[:] }

// ParseLevel reads a level's word.
func ParseLevel(s string) (Level, error) {
	i := slices.Index(levelNames[:], s)
	if i < 0 {
		return 0, fmt.Errorf("level %q: expected off, trainer, arbiter or strict", s)
	}
	return Level(i), nil
}

// Options say what is kept.
type Options struct {
	Edition string // of the Laws, by name; "" is the newest
	Level   Level
	Kind    sensors.Kind
	Pace    clock.Pace      // NoPace: what the clock's control says, standard where there is none
	Clock   *clock.Settings // nil: no clock
	Left    [2]int64        // ms on White's and Black's clock when the game begins, 0 for what the settings give
	Outside bool            // a clock beside the program keeps the times and tells them; Clock says only what was agreed
	Running bool            // the time of the side to move runs from the first moment; else the clock is started by a press or the first touch
	Auto    bool            // nobody presses: a move is completed when it is settled
	Rated   bool            // with an arbiter: nothing may be shown that helps before the press
	Illegal [2]int          // completed illegal moves of White and Black before
	Seen    int             // how often the position at the start has stood, this time included; 0 is once
	Exact   bool            // every contact tells at once what is done: none is late, and no scan is lost
	Dwell   int64           // ms that a man must stand to count as released; 0: 250 in blitz, else 500
}

// What hands and ears are given.
const (
	dwellStandard = 500    // ms
	dwellBlitz    = 250    // ms
	pressEarly    = 1000   // ms that a press may come before the release
	backTold      = 60_000 // ms for which the button says that moves are taken back
	bumpLifts     = 4      // so many lifts …
	bumpTime      = 300    // … within so many ms are a bump
)

func (o *Options) check() (*laws.Edition, error) {
	if o.Edition == "" {
		names := laws.Editions()
		o.Edition = names[len(names)-1]
	}
	e := laws.EditionOf(o.Edition)
	if e == nil {
		return nil, fmt.Errorf("laws %q: expected one of %v", o.Edition, laws.Editions())
	}
	for side, n := range o.Illegal {
		if n < 0 || o.Level == Strict && n >= e.IllegalLoses.Value {
			return nil, fmt.Errorf("illegal moves of %s: %d: expected 0 to %d, since the game ends at %d (%s)",
				[]string{"White", "Black"}[side], n, e.IllegalLoses.Value-1, e.IllegalLoses.Value, e.IllegalLoses.Article)
		}
	}
	if o.Pace == clock.NoPace && o.Clock != nil {
		o.Pace = o.Clock.Controls[0].Pace()
	}
	if o.Dwell == 0 {
		o.Dwell = dwellStandard
		if o.Pace == clock.Blitz {
			o.Dwell = dwellBlitz
		}
	}
	return e, nil
}

// fast reports whether the penalties of rapid and blitz are the ones to charge.
func (o *Options) fast() bool { return o.Pace == clock.Rapid || o.Pace == clock.Blitz }
