package dgt

import "time"

// Clock is what the chess clock said last.
type Clock struct {
	Left, Right time.Duration // what the players have left, to the second; those at its left and right, seen from its front
	Running     bool
	RightUp     bool // the lever is up on the right: the player there is to move
	FlagLeft    bool // that player's flag has fallen
	FlagRight   bool
	LowBattery  bool

	stopped bool // it stands after it has run
}

// Button is one of those below the display of a DGT 3000, from the left.
type Button uint8

// The buttons.
const (
	Back Button = iota + 1
	Minus
	RunPause
	Plus
	OK
)

// buttonOf are the buttons by the code of their event.
var buttonOf = map[byte]Button{0x31: Back, 0x34: Minus, 0x33: RunPause, 0x32: Plus, 0x35: OK}

// buttonNames are the buttons' words in configs.
var buttonNames = map[string]Button{"back": Back, "minus": Minus, "run": RunPause, "plus": Plus, "ok": OK}

// ParseButton reads a button's word; false when there is none of it.
func ParseButton(name string) (Button, bool) {
	b, ok := buttonNames[name]
	return b, ok
}

// isAck reports whether a clock message answers a command, or tells an event, instead of the times.
func isAck(m []byte) bool { return m[3]&0x0f == 0x0a || m[6]&0x0f == 0x0a }

// ack is an answer's four bytes, whose high bits travel apart.
func ack(m []byte) (a [4]byte) {
	return [4]byte{
		m[4] | m[6]<<3&0x80,
		m[5] | m[6]<<2&0x80,
		m[7] | m[3]<<3&0x80,
		m[8] | m[3]<<2&0x80,
	}
}

// readClock reads the times; there = false when no clock is plugged in, ok = false when they mean nothing.
func readClock(m []byte) (c Clock, there, ok bool) {
	status := m[9]
	if status&0x20 != 0 {
		return Clock{}, false, true
	}
	right, okRight := readTime(m[3:6])
	left, okLeft := readTime(m[6:9])
	return Clock{
		Left: left, Right: right,
		Running: status&1 != 0, RightUp: status&2 != 0, LowBattery: status&4 != 0,
		FlagRight: m[3]&0x10 != 0, FlagLeft: m[6]&0x10 != 0,
	}, true, okLeft && okRight
}

// readTime reads hours in the low four bits, minutes and seconds as two decimal digits each.
func readTime(b []byte) (time.Duration, bool) {
	minutes, ok1 := bcd(b[1])
	seconds, ok2 := bcd(b[2])
	hours := int(b[0] & 0x0f)
	return time.Duration(hours*3600+minutes*60+seconds) * time.Second, ok1 && ok2 && hours <= 9
}

func bcd(b byte) (int, bool) {
	tens, ones := int(b>>4), int(b&15)
	return 10*tens + ones, tens <= 5 && ones <= 9
}
