// Package chesslinktest knows how to be a board behind a ChessLink, for tests.
package chesslinktest

import (
	"fmt"
	"math/bits"
	"strconv"
	"time"

	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/link/linktest"
)

// Model is a board as its firmware is: until it is told otherwise it says what stands on it after every scan.
type Model struct {
	Frame    sensors.Frame
	Turned   bool // the board stands turned by 180°, as most do
	NoParity bool // sends seven bits without parity, as the eONE does
	Bright   byte // what the lights' brightness was set to

	reports byte
	in      []byte
	lights  [81]bool
}

var _ linktest.Talker = (*Model)(nil)

// New returns a board with all men at home.
func New() *Model {
	home, err := sensors.ParsePlacement(sensors.InitialPlacement)
	if err != nil {
		panic(err)
	}
	return &Model{Frame: home}
}

// PowerUp forgets all settings.
func (m *Model) PowerUp() []byte {
	m.reports, m.Bright, m.in, m.lights = 0, 7, nil, [81]bool{}
	return nil
}

// Period is that of a scan, slower than real.
func (m *Model) Period() time.Duration { return 200 * time.Millisecond }

// Tick tells what a scan found, as long as every scan is to be told.
func (m *Model) Tick() []byte {
	if m.reports == 0 {
		return m.status()
	}
	return nil
}

// Happen moves men, and tells of it when changes are to be told.
func (m *Model) Happen(r sensors.Reading) []byte {
	m.Frame.Apply(r.Changes)
	if m.reports == 3 && len(r.Changes) > 0 {
		return m.status()
	}
	return nil
}

func (m *Model) turn(s square.Square) square.Square {
	if m.Turned {
		return 63 - s
	}
	return s
}

func (m *Model) status() []byte {
	text := []byte{'s'}
	for i := range square.None {
		text = append(text, m.Frame[m.turn(i^56)].Letter())
	}
	return m.answer(string(text))
}

// answer adds check digits and parity.
func (m *Model) answer(text string) []byte {
	var sum byte
	for i := range len(text) {
		sum ^= text[i]
	}
	b := fmt.Appendf(nil, "%s%02X", text, sum)
	for i := range b {
		if bits.OnesCount8(b[i])%2 == 0 && !m.NoParity {
			b[i] |= 0x80
		}
	}
	return b
}

// sizes of commands, check digits included.
var sizes = map[byte]int{'V': 3, 'S': 3, 'X': 3, 'L': 167, 'W': 7}

// Hear obeys commands. Those with a wrong parity or wrong check digits are passed over.
func (m *Model) Hear(b []byte) (out []byte) {
	for _, c := range b {
		if bits.OnesCount8(c)%2 == 0 {
			m.in = nil
			continue
		}
		m.in = append(m.in, c&0x7f)
		size := sizes[m.in[0]]
		switch {
		case size == 0:
			m.in = nil
		case len(m.in) == size:
			out = append(out, m.obey(string(m.in))...)
			m.in = nil
		}
	}
	return out
}

func (m *Model) obey(command string) []byte {
	text := command[:len(command)-2]
	var sum byte
	for i := range len(text) {
		sum ^= text[i]
	}
	if fmt.Sprintf("%02X", sum) != command[len(text):] {
		return nil
	}
	switch text[0] {
	case 'V':
		return m.answer("v0103")
	case 'S':
		return m.status()
	case 'X':
		m.lights = [81]bool{}
		return m.answer("x")
	case 'L':
		for i := range m.lights {
			m.lights[i] = text[3+2*i:5+2*i] != "00"
		}
		return m.answer("l")
	}
	value, err := strconv.ParseUint(text[3:], 16, 8)
	if err != nil {
		return nil
	}
	switch text[1:3] {
	case "02":
		m.reports = byte(value)
	case "04":
		m.Bright = byte(value)
	}
	return m.answer("w" + text[1:])
}

// Lit are the squares of the game whose four corners are all lit. The first light is outside of a8, the ninth
// outside of a1.
func (m *Model) Lit() (on square.Set) {
	light := func(file, rank int) bool { return m.lights[9*file+8-rank] }
	for s := range square.None {
		f, r := s.File(), s.Rank()
		if light(f, r) && light(f+1, r) && light(f, r+1) && light(f+1, r+1) {
			on = on.With(m.turn(s))
		}
	}
	return on
}
