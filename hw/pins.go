package hw

import (
	"fmt"
	"strings"
	"time"
)

// InPins is a group of up to 64 input pins that are read at once. Bit n is the n-th pin of the group in
// the order in which it was opened; 1 is high, or low for an inverted pin.
//
// Wait blocks until a pin has changed since the last Wait returned nil, at most for d (> 0), then
// returns ErrTimeout. It says only "look again": several changes may be told as one, and one that
// bounced back may be told although Read shows nothing new. Wait and Read are called from one goroutine.
type InPins interface {
	fmt.Stringer
	Len() int
	Read() (uint64, error)
	Wait(d time.Duration) error
}

// OutPins is a group of up to 64 output pins, numbered and inverted as InPins are.
//
// Write drives the pins whose bit is set in mask to their bit in levels, all at once, and leaves the
// others; an empty mask does nothing. Pins are released, inert, when they are closed.
type OutPins interface {
	fmt.Stringer
	Len() int
	Write(levels, mask uint64) error
}

// Pull is the resistor that holds an input that nothing drives.
type Pull uint8

// The pulls.
const (
	Floating Pull = iota // as the board has it
	PullUp
	PullDown
)

// Pin is how a config names a pin: the kernel's name of the line, "GPIO17", with '^' before it for a
// pull-up or '~' for a pull-down, and '!' for one that counts as 1 when it is low. "^!GPIO17" is a
// button to ground.
type Pin struct {
	Name     string
	Pull     Pull
	Inverted bool
}

// ParsePin reads a pin as String writes it; '!' and the pull may come in either order.
func ParsePin(s string) (Pin, error) {
	var p Pin
	name := strings.TrimLeft(s, "^~!")
	marks := s[:len(s)-len(name)]
	if strings.Count(marks, "!") > 1 || strings.Count(marks, "^")+strings.Count(marks, "~") > 1 {
		return Pin{}, fmt.Errorf("pin %q: expected at most one of ^ (pull-up) and ~ (pull-down), and one ! (inverted)", s)
	}
	if name == "" || strings.ContainsFunc(name, notInName) {
		return Pin{}, fmt.Errorf("pin %q: expected a line's name of letters, digits and the marks - _ . only, such as GPIO17", s)
	}
	p.Name = name
	p.Inverted = strings.Contains(marks, "!")
	switch {
	case strings.Contains(marks, "^"):
		p.Pull = PullUp
	case strings.Contains(marks, "~"):
		p.Pull = PullDown
	}
	return p, nil
}

func notInName(r rune) bool {
	switch {
	case r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z', r == '-', r == '_', r == '.':
		return false
	}
	return true
}

// String writes the pin as configs do, the pull first.
func (p Pin) String() string {
	s := p.Name
	if p.Inverted {
		s = "!" + s
	}
	switch p.Pull {
	case PullUp:
		return "^" + s
	case PullDown:
		return "~" + s
	}
	return s
}

// UnmarshalText reads a pin from a config.
func (p *Pin) UnmarshalText(b []byte) error {
	v, err := ParsePin(string(b))
	*p = v
	return err
}

// MarshalText writes a pin to a config.
func (p Pin) MarshalText() ([]byte, error) { return []byte(p.String()), nil }
