package pgn

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Clock returns what the mover's clock showed after the move, from a %clk command in a comment.
func (m *Move) Clock() (d time.Duration, ok bool) { return m.duration("clk") }

// SetClock notes what the mover's clock showed after the move; tenths of a second are kept, finer parts dropped.
func (m *Move) SetClock(d time.Duration) { m.setCommand("clk", d) }

// Elapsed returns how long the move took, from an %emt command in a comment.
func (m *Move) Elapsed() (d time.Duration, ok bool) { return m.duration("emt") }

// SetElapsed notes how long the move took; tenths of a second are kept, finer parts dropped.
func (m *Move) SetElapsed(d time.Duration) { m.setCommand("emt", d) }

// Command returns what stands in a command [%name …] in a comment after the move, as "0.17" in [%eval 0.17]; of several
// the first.
func (m *Move) Command(name string) (text string, ok bool) {
	for _, c := range m.Comments {
		if from, to, ok := findCommand(c, name); ok {
			return strings.TrimSpace(c[from+len("[%")+len(name) : to-1]), true
		}
	}
	return "", false
}

func (m *Move) duration(name string) (d time.Duration, ok bool) {
	text, ok := m.Command(name)
	if !ok {
		return 0, false
	}
	return parseClock(text)
}

func (m *Move) setCommand(name string, d time.Duration) {
	text := fmt.Sprintf("[%%%s %s]", name, formatClock(d))
	for i, c := range m.Comments {
		if from, to, ok := findCommand(c, name); ok {
			m.Comments[i] = c[:from] + text + c[to:]
			return
		}
	}
	if len(m.Comments) == 0 {
		m.Comments = []string{text}
		return
	}
	m.Comments[0] = insertCommand(m.Comments[0], text)
}

// insertCommand puts a command behind those with which a comment begins.
func insertCommand(comment, text string) string {
	at := 0
	for strings.HasPrefix(comment[at:], "[%") {
		n := strings.IndexByte(comment[at:], ']')
		if n < 0 {
			break
		}
		at += n + 1
		at += len(comment[at:]) - len(strings.TrimLeft(comment[at:], " "))
	}
	return strings.TrimSpace(strings.TrimSpace(comment[:at]) + " " + text + " " + comment[at:])
}

// findCommand returns where "[%name …]" begins and ends in a comment.
func findCommand(comment, name string) (from, to int, ok bool) {
	from = strings.Index(comment, "[%"+name+" ")
	if from < 0 {
		return 0, 0, false
	}
	n := strings.IndexByte(comment[from:], ']')
	return from, from + n + 1, n >= 0
}

// parseClock reads H:MM:SS, MM:SS or SS, with a fraction of a second or not.
func parseClock(s string) (time.Duration, bool) {
	parts := strings.Split(s, ":")
	if len(parts) > 3 {
		return 0, false
	}
	var d time.Duration
	for _, part := range parts[:len(parts)-1] {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return 0, false
		}
		d = (d + time.Duration(n)) * 60
	}
	whole, fraction, _ := strings.Cut(parts[len(parts)-1], ".")
	n, err := strconv.ParseUint(whole, 10, 32)
	if err != nil {
		return 0, false
	}
	f, ok := parseFraction(fraction)
	return (d+time.Duration(n))*time.Second + f, ok
}

// parseFraction reads the digits after the point, at most nine.
func parseFraction(s string) (time.Duration, bool) {
	if s == "" {
		return 0, true
	}
	if len(s) > 9 {
		return 0, false
	}
	n, err := strconv.ParseUint(s+"000000000"[len(s):], 10, 32)
	return time.Duration(n), err == nil
}

// formatClock writes H:MM:SS, with tenths when there are any; a negative time as 0.
func formatClock(d time.Duration) string {
	d = max(d, 0)
	s := fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d/time.Minute%60, d/time.Second%60)
	if tenths := d / (100 * time.Millisecond) % 10; tenths != 0 {
		s += fmt.Sprintf(".%d", tenths)
	}
	return s
}
