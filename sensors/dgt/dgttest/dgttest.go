// Package dgttest knows how to be a DGT board with a clock, for tests.
package dgttest

import (
	"math/bits"
	"slices"

	"jadoube/rules/square"
	"jadoube/sensors"
	"jadoube/sensors/link/linktest"
)

// Model is a DGT board as its firmware is. It scans without hurry and tells each change by itself; after a
// reset it tells nothing until it is asked to.
type Model struct {
	Frame  sensors.Frame // by the squares of the game
	Turned bool          // the board stands turned by 180°
	Clock  *Clock        // nil while none is plugged in

	mode byte // what it was last told about telling changes
	in   []byte
	lit  square.Set
}

// Clock is a chess clock at the board.
type Clock struct {
	Version byte // 0x22 is a DGT 3000, 0x12 a DGT XL
	Deaf    bool // answers nothing
	RightUp bool
	Left    [3]byte // hours, minutes, seconds
	Right   [3]byte
	Shown   []byte // the arguments of the last text command; nil = the times
	Run     []byte // those of the last command that set the clock
}

var _ linktest.Model = (*Model)(nil)

// New returns a board with all men at home and a DGT 3000.
func New() *Model {
	home, err := sensors.ParsePlacement(sensors.InitialPlacement)
	if err != nil {
		panic(err)
	}
	return &Model{Frame: home, Clock: &Clock{Version: 0x22, Left: [3]byte{0, 5, 0}, Right: [3]byte{0, 4, 59}}}
}

// PowerUp makes the board say nothing by itself.
func (m *Model) PowerUp() []byte {
	m.mode, m.in, m.lit = 0x40, nil, 0
	return nil
}

// Lit is what the lights show, as squares of the game.
func (m *Model) Lit() square.Set {
	if m.Turned {
		return square.Set(bits.Reverse64(uint64(m.lit)))
	}
	return m.lit
}

const codes = ".PRNBKQprnbkq"

func (m *Model) field(s square.Square) byte {
	if m.Turned {
		s = 63 - s
	}
	return byte(s) ^ 56
}

func code(c sensors.Contact) byte {
	for i := range codes {
		if codes[i] == c.Letter() {
			return byte(i)
		}
	}
	return 0
}

// message adds the header.
func message(id byte, data ...byte) []byte {
	n := len(data) + 3
	return append([]byte{id, byte(n >> 7), byte(n & 0x7f)}, data...)
}

// Happen tells changes, the last first, as a board that scans the other way would, and presses the lever.
func (m *Model) Happen(r sensors.Reading) (out []byte) {
	telling := m.mode == 0x43 || m.mode == 0x44 || m.mode == 0x4b
	for _, c := range slices.Backward(r.Changes) {
		m.Frame[c.Square] = c.To
		if telling {
			out = append(out, message(0x8e, m.field(c.Square), code(c.To))...)
		}
	}
	if r.Press != nil && m.Clock != nil {
		m.Clock.RightUp = r.Press.Key == "white"
		if telling {
			out = append(out, m.Times()...)
		}
	}
	return out
}

// Button is what the board tells when a button of the clock is pressed.
func (m *Model) Button(code byte) []byte { return answer(0x10, 0x88, 0x05, code) }

// Times is what the clock shows.
func (m *Model) Times() []byte {
	if m.Clock == nil {
		return message(0x8d, 0, 0, 0, 0, 0, 0, 0x20)
	}
	status := byte(0x09)
	if m.Clock.RightUp {
		status = 0x13
	}
	r, l := m.Clock.Right, m.Clock.Left
	return message(0x8d, r[0], bcd(r[1]), bcd(r[2]), l[0], bcd(l[1]), bcd(l[2]), status)
}

func bcd(v byte) byte { return v/10<<4 | v%10 }

// Hear obeys commands.
func (m *Model) Hear(b []byte) (out []byte) {
	m.in = append(m.in, b...)
	for len(m.in) > 0 {
		n := 1
		if c := m.in[0]; c == 0x2b || c == 0x60 {
			if len(m.in) < 2 || len(m.in) < 2+int(m.in[1]) {
				break
			}
			n = 2 + int(m.in[1])
		}
		out = append(out, m.obey(m.in[0], m.in[1:n])...)
		m.in = m.in[n:]
	}
	return out
}

func (m *Model) obey(command byte, args []byte) []byte {
	switch command {
	case 0x40, 0x43, 0x44, 0x4b:
		m.mode = command
		if command == 0x43 || command == 0x4b {
			return m.Times()
		}
	case 0x41:
		return m.Times()
	case 0x42:
		var fields [64]byte
		for s, c := range m.Frame {
			fields[m.field(square.Square(s))] = code(c)
		}
		return message(0x86, fields[:]...)
	case 0x45:
		return message(0x91, []byte("00137")...)
	case 0x4d:
		return message(0x93, 1, 8)
	case 0x60:
		m.light(args[1:])
	case 0x2b:
		return m.clock(args[1:])
	}
	return nil
}

// light obeys a Revelation's command: mode, from, to, 0.
func (m *Model) light(args []byte) {
	if len(args) != 4 {
		return
	}
	for _, f := range args[1:3] {
		switch {
		case f == 0x40:
			m.lit = 0
		case args[0] == 1:
			m.lit = m.lit.With(square.Square(f ^ 56))
		default:
			m.lit = m.lit.Without(square.Square(f ^ 56))
		}
	}
}

// clock obeys a command to the clock: 3, id, arguments, 0. It answers in the modes that tell of the clock only.
func (m *Model) clock(args []byte) []byte {
	if len(args) < 3 || m.Clock == nil || m.Clock.Deaf || m.mode != 0x43 && m.mode != 0x4b {
		return nil
	}
	id, args := args[1], args[2:len(args)-1]
	switch id {
	case 0x01, 0x0c:
		if want := map[byte]byte{0x01: 0x10, 0x0c: 0x20}[id]; m.Clock.Version&0xf0 < want {
			return answer(0x40, id, 0, 0)
		}
		m.Clock.Shown = append([]byte(nil), args...)
	case 0x03:
		m.Clock.Shown = nil
	case 0x09:
		return answer(0x10, id, m.Clock.Version, 0)
	case 0x0a:
		m.Clock.Run = append([]byte(nil), args...)
	}
	return answer(0x10, id, 0, 0)
}

// answer packs four bytes, whose high bits travel apart.
func answer(a, b, c, d byte) []byte {
	return message(0x8d, 0x0a|c>>7<<4|d>>7<<5, a&0x7f, b&0x7f, 0x0a|a>>7<<4|b>>7<<5, c&0x7f, d&0x7f, 0)
}
