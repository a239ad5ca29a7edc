package chesslink

import "math/bits"

// Messages are letters and digits of seven bits, each with odd parity in its high bit, and end with two
// hexadecimal digits: the exclusive or of all that came before.

const hexDigits = "0123456789ABCDEF"

// odd adds the parity.
func odd(c byte) byte {
	if bits.OnesCount8(c)&1 == 0 {
		return c | 0x80
	}
	return c
}

// command appends a command with its check digits.
func command(b []byte, text ...byte) []byte {
	var sum byte
	for _, c := range text {
		sum ^= c
		b = append(b, odd(c))
	}
	return append(b, odd(hexDigits[sum>>4]), odd(hexDigits[sum&15]))
}

// lengths of the answers, by their first letter: what stands on the board, the version, and that the lights
// were set, made dark, or a register written. No letter of these is in what follows them.
var lengths = [128]int{'s': 67, 'v': 7, 'l': 3, 'x': 3, 'w': 7}

// scanner finds answers in bytes. It doesn't look at parity, which not all boards have: the check digits tell
// more.
type scanner struct {
	buf [67]byte
	n   int
}

// next takes a byte. It returns an answer without its check digits when that was its last, valid until the
// next byte; ok = false when bytes have to be given up.
func (s *scanner) next(c byte) (msg []byte, ok bool) {
	c &= 0x7f
	if lengths[c] > 0 {
		ok = s.n == 0
		s.buf[0], s.n = c, 1
		return nil, ok
	}
	if s.n == 0 {
		return nil, false
	}
	s.buf[s.n] = c
	s.n++
	n := lengths[s.buf[0]]
	if s.n < n {
		return nil, true
	}
	s.n = 0
	if !checks(s.buf[:n]) {
		return nil, false
	}
	return s.buf[:n-2], true
}

// checks reports whether the last two digits are the exclusive or of all before them.
func checks(b []byte) bool {
	n := len(b) - 2
	var sum byte
	for _, c := range b[:n] {
		sum ^= c
	}
	return b[n] == hexDigits[sum>>4] && b[n+1] == hexDigits[sum&15]
}
