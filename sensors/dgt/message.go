package dgt

// Commands to the board: one byte each, but clockMessage and setLeds, which are followed by a size and as
// many bytes.
const (
	sendReset      = 0x40 // stop telling changes
	sendBoard      = 0x42
	sendUpdateNice = 0x4b // tell changes of squares and of the clock
	sendVersion    = 0x4d
	setLeds        = 0x60
	clockMessage   = 0x2b
)

// Messages from the board: the first byte of each has its high bit set, no other has.
const (
	boardDump   = 0x86
	bwTime      = 0x8d
	fieldUpdate = 0x8e
	version     = 0x93
)

// lengths of the messages that are understood, header included.
var lengths = map[byte]int{boardDump: 67, bwTime: 10, fieldUpdate: 5, version: 5}

const (
	headerLen = 3   // id, and the length in two times seven bits
	maxLen    = 512 // of messages that are passed over; the memory of moves is longer, but nobody asks for it
)

// scanner finds messages in bytes. Whatever was before, a byte with its high bit set begins one.
type scanner struct {
	buf [67]byte
	n   int // bytes of the message so far; 0 = none has begun
	len int // of the whole message, once that is known
}

// next takes a byte. It returns a message when that was its last, valid until the next byte, and ok = false
// when bytes have to be given up: a message that was cut, or bytes of none.
func (s *scanner) next(c byte) (msg []byte, ok bool) {
	if c&0x80 != 0 {
		ok = s.n == 0
		s.buf[0], s.n, s.len = c, 1, 0
		return nil, ok
	}
	if s.n == 0 {
		return nil, false
	}
	if s.n < len(s.buf) {
		s.buf[s.n] = c
	}
	s.n++
	if s.n == headerLen {
		s.len = int(s.buf[1])<<7 | int(s.buf[2])
		want, known := lengths[s.buf[0]]
		if s.len < headerLen || s.len > maxLen || known && s.len != want {
			s.n = 0
			return nil, false
		}
	}
	if s.n < headerLen || s.n < s.len {
		return nil, true
	}
	n := min(s.n, len(s.buf))
	s.n = 0
	return s.buf[:n], true
}
