// Package certabotest knows how to be a Certabo or Tabutronic board, for tests.
package certabotest

import (
	"fmt"
	"math/bits"
	"strings"
	"time"

	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/link/linktest"
)

// Model is a board as its firmware is: it tells everything four times a second, whatever happens.
type Model struct {
	Chips   bool // reads chips; else it sees occupancy
	Colours bool // has coloured lights on the corners
	Frame   sensors.Frame
	Turned  bool // the board stands turned by 180°
	Every   time.Duration

	lit square.Set
	in  []byte
}

var _ linktest.Talker = (*Model)(nil)

// New returns a board with all men at home.
func New(chips bool) *Model {
	home, err := sensors.ParsePlacement(sensors.InitialPlacement)
	if err != nil {
		panic(err)
	}
	return &Model{Chips: chips, Frame: home, Every: 250 * time.Millisecond}
}

// PowerUp makes the lights dark.
func (m *Model) PowerUp() []byte {
	m.lit, m.in = 0, nil
	return nil
}

// Happen moves men.
func (m *Model) Happen(r sensors.Reading) []byte {
	m.Frame.Apply(r.Changes)
	return nil
}

// Chip is what the chip of a man is called.
func Chip(man sensors.Contact) [5]byte { return [5]byte{3, 0, 84, 252, 100 + byte(man)} }

// Period is Every.
func (m *Model) Period() time.Duration { return m.Every }

// Tick is a frame.
func (m *Model) Tick() []byte {
	var out strings.Builder
	out.WriteByte(':')
	for row := range 8 {
		var occupied byte
		for file := range 8 {
			man := m.Frame[m.turn(square.At(file, 7-row))]
			if m.Chips {
				writeChip(&out, man)
			} else if man != sensors.Nothing {
				occupied |= 0x80 >> file
			}
		}
		if !m.Chips {
			fmt.Fprintf(&out, "%d ", occupied)
		}
	}
	out.WriteString("\r\n")
	return []byte(out.String())
}

func writeChip(out *strings.Builder, man sensors.Contact) {
	var chip [5]byte
	if man != sensors.Nothing {
		chip = Chip(man)
	}
	for _, b := range chip {
		fmt.Fprintf(out, "%d ", b)
	}
}

func (m *Model) turn(s square.Square) square.Square {
	if m.Turned {
		return 63 - s
	}
	return s
}

// Hear takes what the lights are told, and answers.
func (m *Model) Hear(b []byte) (out []byte) {
	m.in = append(m.in, b...)
	size, answer := 8, "L\r\n"
	if m.Colours {
		size, answer = 247, "D\r\n"
	}
	for len(m.in) >= size {
		if m.Colours {
			m.lit = lit(m.in[2:245])
		} else {
			m.lit = 0
			for i, b := range m.in[:8] {
				m.lit |= square.Set(b) << (8 * (7 - i))
			}
		}
		m.in = m.in[size:]
		out = append(out, answer...)
	}
	return out
}

// lit are the squares whose four corners are all lit; the first light is outside of h1, the ninth outside of a1.
func lit(rgb []byte) (on square.Set) {
	light := func(file, rank int) bool { // of the corner at the right lower end of a square
		at := 3 * (9*rank + 8 - file)
		return rgb[at]|rgb[at+1]|rgb[at+2] != 0
	}
	for s := range square.None {
		f, r := s.File(), s.Rank()
		if light(f, r) && light(f+1, r) && light(f, r+1) && light(f+1, r+1) {
			on = on.With(s)
		}
	}
	return on
}

// Lit is what the lights show, as squares of the game.
func (m *Model) Lit() square.Set {
	if m.Turned {
		return square.Set(bits.Reverse64(uint64(m.lit)))
	}
	return m.lit
}
