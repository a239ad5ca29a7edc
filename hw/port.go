package hw

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Port is an open serial port: bytes both ways, without frames.
//
// Read waits for at most wait until at least one byte is there and returns what has come, up to
// len(b). With no byte in that time it returns 0 and ErrTimeout, at once if wait is 0 or less. It never
// returns 0 and nil, unless b is empty.
//
// Write hands over all of b or returns an error with the number of bytes that were taken. A device that
// takes nothing for seconds is ErrTimeout.
//
// When the device goes away, a blocked Read returns ErrUnplugged, and so do all later calls but Close;
// bytes that were on their way may be lost. Close ends blocked calls, which then return os.ErrClosed;
// closing twice is no error.
//
// One goroutine may read while another writes; Close may be called from any.
type Port interface {
	fmt.Stringer
	Read(b []byte, wait time.Duration) (int, error)
	Write(b []byte) (int, error)
	Close() error
}

// Parity is the extra bit of a serial character.
type Parity uint8

// The parities.
const (
	NoParity Parity = iota
	OddParity
	EvenParity
)

const parityLetters = "NOE"

// SerialMode is how a serial line is clocked.
type SerialMode struct {
	Baud   int // bits a second, 50 to 4000000
	Data   int // bits in a character, 5 to 8
	Parity Parity
	Stop   int // stop bits, 1 or 2
}

// Check returns everything that is wrong with m.
func (m SerialMode) Check() error {
	var problems []error
	if m.Baud < 50 || m.Baud > 4_000_000 {
		problems = append(problems, fmt.Errorf("serial speed %d: expected 50 to 4000000 bits a second", m.Baud))
	}
	if m.Data < 5 || m.Data > 8 {
		problems = append(problems, fmt.Errorf("serial characters of %d bits: expected 5 to 8", m.Data))
	}
	if m.Parity > EvenParity {
		problems = append(problems, fmt.Errorf("serial parity %d: expected none, odd or even", m.Parity))
	}
	if m.Stop != 1 && m.Stop != 2 {
		problems = append(problems, fmt.Errorf("serial: %d stop bits: expected 1 or 2", m.Stop))
	}
	return errors.Join(problems...)
}

// ParseSerialMode reads a mode as String writes it, "9600 8N1"; a speed alone means 8N1.
func ParseSerialMode(s string) (SerialMode, error) {
	speed, frame, framed := strings.Cut(s, " ")
	if !framed {
		frame = "8N1"
	}
	baud, err := strconv.ParseUint(speed, 10, 31)
	if err != nil || len(frame) != 3 || !strings.Contains(parityLetters, frame[1:2]) {
		return SerialMode{}, fmt.Errorf(`serial mode %q: expected a speed and a frame, as in "9600 8N1" or "38400 7O1"`, s)
	}
	m := SerialMode{
		Baud:   int(baud),
		Data:   int(frame[0]) - '0',
		Parity: Parity(strings.IndexByte(parityLetters, frame[1])),
		Stop:   int(frame[2]) - '0',
	}
	if err := m.Check(); err != nil {
		return SerialMode{}, fmt.Errorf("serial mode %q: %w", s, err)
	}
	return m, nil
}

// String writes the mode in the usual short form, "38400 7O1".
func (m SerialMode) String() string {
	letter := byte('?')
	if m.Parity <= EvenParity {
		letter = parityLetters[m.Parity]
	}
	return fmt.Sprintf("%d %d%c%d", m.Baud, m.Data, letter, m.Stop)
}

// UnmarshalText reads a mode from a config.
func (m *SerialMode) UnmarshalText(b []byte) error {
	v, err := ParseSerialMode(string(b))
	*m = v
	return err
}

// MarshalText writes a mode to a config.
func (m SerialMode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }
