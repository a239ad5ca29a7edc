package doctor

import (
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// halls is a board of hall sensors on which one pawn may stand.
type halls struct {
	noise, white, black int

	mu     sync.Mutex
	at     square.Square
	colour string
	random *rand.Rand
}

func (h *halls) String() string     { return "halls" }
func (h *halls) Info() sensors.Info { return sensors.Info{Kind: sensors.Colour} }
func (h *halls) Close() error       { return nil }
func (h *halls) Next(ctx context.Context) (sensors.Reading, error) {
	<-ctx.Done()
	return sensors.Reading{}, ctx.Err()
}

func (h *halls) rest(s int) int { return 490 + s%7 }

func (h *halls) Health() (health sensors.Health) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range health.Levels {
		health.Levels[s] = h.rest(s) + h.random.IntN(2*h.noise+1) - h.noise
		if square.Square(s) == h.at {
			health.Levels[s] += map[string]int{"white": h.white - s%5, "black": h.black}[h.colour]
		}
	}
	return health
}

var pawnOn = regexp.MustCompile(`Put a (white|black) pawn on ([a-h][1-8])`)

// levels has a hand teach the levels.
func levels(t *testing.T, h *halls) (l *Levels, log string, err error) {
	t.Helper()
	h.at, h.random = square.None, rand.New(rand.NewPCG(5, 5))
	synctest.Test(t, func(t *testing.T) {
		p := &hand{t: t, wood: newWood(), says: func(line string) (string, bool) {
			if m := pawnOn.FindStringSubmatch(line); m != nil {
				h.mu.Lock()
				defer h.mu.Unlock()
				h.at, _ = square.Parse(m[2])
				h.colour = m[1]
			}
			return "q", strings.HasPrefix(line, "Nothing yet")
		}}
		ctx, cancel := context.WithCancel(t.Context())
		con := p.sit(ctx)
		closed := false
		l, err = Metered{Open: func() (sensors.Monitored, func(), error) { return h, func() { closed = true }, nil }}.Learn(ctx, con)
		if !closed {
			t.Error("the board was left open")
		}
		cancel()
		p.leave()
		log = p.log.String()
	})
	return l, log, err
}

func TestLevels(t *testing.T) {
	for name, c := range map[string]struct {
		board *halls
		high  bool
		alike bool
		peak  int
	}{
		"usual":      {&halls{noise: 3, white: 110, black: -100}, true, false, 100},
		"other way":  {&halls{noise: 3, white: -90, black: 120}, false, false, 90},
		"alike":      {&halls{noise: 2, white: 80, black: 80}, true, true, 76},
		"much noise": {&halls{noise: 9, white: 110, black: -100}, true, false, 100},
	} {
		h := c.board
		l, log, err := levels(t, h)
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, log)
			continue
		}
		if l.WhiteHigh != c.high || l.Alike != c.alike || abs(l.Peak-c.peak) > 2*h.noise+4 || l.On != l.Peak/2 || l.Off >= l.On || l.Off <= l.Noise || l.Placements != 4 {
			t.Errorf("%s: %+v", name, l)
		}
		for s, rest := range l.Rest {
			if abs(rest-h.rest(s)) > h.noise {
				t.Errorf("%s: the rest of %v is %d, was learned as %d", name, square.Square(s), h.rest(s), rest)
			}
		}
	}
}

func TestLevelsOfWeakMagnets(t *testing.T) {
	if _, log, err := levels(t, &halls{noise: 20, white: 30, black: -30}); !errors.Is(err, ErrQuit) || !strings.Contains(log, "Nothing yet: turn the pawn over") {
		t.Errorf("%v\n%s", err, log)
	}
	l := Levels{Noise: 12}
	if err := l.judge([]int{40, 50, 45, -41}); err == nil || !strings.Contains(err.Error(), "stronger magnets") {
		t.Errorf("%+v, %v", l, err)
	}
	if err := l.judge([]int{140, -150, 145, -141}); !errors.Is(err, errMixed) {
		t.Error(err)
	}
}
