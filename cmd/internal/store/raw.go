package store

import (
	"encoding/binary"
	"fmt"
	"strings"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// A packet is readings in few bytes; numbers are unsigned varints, seven bits a byte, the lowest first.
//
//	milliseconds since the reading before; for the first of a packet, since the packet's t
//	4 × number of changes, + 2 when something was pressed, + 1 when the board hadn't been read
//	for each change: 64 × what the sensor says (sensors.Contact) + square, a1 = 0
//	the gap in ms, if there was one
//	the press, if there was one: its length in bytes and the words of a trace
const (
	pressBit = 2
	gapBit   = 1
)

// appendReading adds a reading that comes after the time before.
func appendReading(b []byte, r *sensors.Reading, before int64) []byte {
	b = binary.AppendUvarint(b, uint64(r.T-before))
	head := uint64(len(r.Changes)) << 2
	if r.Press != nil {
		head |= pressBit
	}
	if r.Gap > 0 {
		head |= gapBit
	}
	b = binary.AppendUvarint(b, head)
	for _, c := range r.Changes {
		b = binary.AppendUvarint(b, uint64(c.To)<<6|uint64(c.Square))
	}
	if r.Gap > 0 {
		b = binary.AppendUvarint(b, uint64(r.Gap))
	}
	if r.Press != nil {
		words := strings.TrimSuffix(r.Press.Key+" "+r.Press.Args, " ")
		b = append(binary.AppendUvarint(b, uint64(len(words))), words...)
	}
	return b
}

// pack makes a packet of readings, of which there is at least one.
func pack(readings []sensors.Reading) (t int64, data []byte) {
	before := readings[0].T
	for i := range readings {
		data = appendReading(data, &readings[i], before)
		before = readings[i].T
	}
	return readings[0].T, data
}

// errPacket says that a packet ends where a number or a word should stand.
var errPacket error = damage{"a packet of readings that makes no sense"}

// unpacker takes a packet apart.
type unpacker struct {
	b   []byte
	err error
}

func (u *unpacker) number() uint64 {
	n, size := binary.Uvarint(u.b)
	if size <= 0 {
		u.err, u.b = errPacket, nil
		return 0
	}
	u.b = u.b[size:]
	return n
}

// unpack returns a packet's readings; with an error, those before the damage.
func unpack(t int64, data []byte) (list []sensors.Reading, err error) {
	u := unpacker{b: data}
	for len(u.b) > 0 {
		r := u.reading(t)
		if u.err != nil {
			return list, u.err
		}
		t = r.T
		list = append(list, r)
	}
	return list, nil
}

func (u *unpacker) reading(before int64) sensors.Reading {
	r := sensors.Reading{T: before + int64(u.number())}
	head := u.number()
	if n := head >> 2; n > 64 || r.T < before {
		u.err = errPacket
		return r
	}
	for range head >> 2 {
		r.Changes = append(r.Changes, u.change())
	}
	if head&gapBit != 0 {
		r.Gap = int64(u.number())
	}
	if head&pressBit != 0 {
		r.Press = u.press()
	}
	return r
}

func (u *unpacker) change() sensors.Change {
	n := u.number()
	c := sensors.Change{Square: square.Square(n & 63), To: sensors.Contact(n >> 6)}
	if n>>6 > uint64(sensors.BlackKing) {
		u.err = errPacket
	}
	return c
}

func (u *unpacker) press() *sensors.Press {
	n := u.number()
	if n > uint64(len(u.b)) {
		u.err = errPacket
		return nil
	}
	key, args, _ := strings.Cut(string(u.b[:n]), " ")
	u.b = u.b[n:]
	return &sensors.Press{Key: key, Args: args}
}

// Readings writes readings of a recording, which come after all that were written before.
func (t *Tx) Readings(recording int64, readings []sensors.Reading) error {
	if len(readings) == 0 {
		return nil
	}
	at, data := pack(readings)
	return t.exec(`INSERT INTO readings (recording, seq, t, data)
		SELECT ?1, coalesce(max(seq), 0) + 1, ?2, ?3 FROM readings WHERE recording = ?1`, recording, at, data)
}

// maxPacket is how many bytes of readings are put together.
const maxPacket = 1 << 16

// Compact puts the packets of a recording together.
func (t *Tx) Compact(recording int64) error {
	list, err := readingsOf(t.tx.Query, recording)
	if err != nil || len(list) == 0 {
		return err
	}
	if err := t.exec("DELETE FROM readings WHERE recording = ?", recording); err != nil {
		return err
	}
	for len(list) > 0 {
		n, size := 0, 0
		for n < len(list) && size < maxPacket {
			size += 4 + 2*len(list[n].Changes)
			n++
		}
		if err := t.Readings(recording, list[:n]); err != nil {
			return err
		}
		list = list[n:]
	}
	return nil
}

// Readings returns a recording's readings. With an error come those that could be read before the damage.
func (s *Store) Readings(recording int64) ([]sensors.Reading, error) {
	list, err := readingsOf(s.db.Query, recording)
	return list, s.named(err)
}

func readingsOf(query queryer, recording int64) (list []sensors.Reading, err error) {
	rows, err := query("SELECT seq, t, data FROM readings WHERE recording = ? ORDER BY seq", recording)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for next := int64(1); rows.Next(); next++ {
		var seq, t int64
		var data []byte
		if err := rows.Scan(&seq, &t, &data); err != nil {
			return list, err
		}
		if seq != next {
			return list, fmt.Errorf("recording %d: packet %d of its readings is lost: %w", recording, next, errPacket)
		}
		some, err := unpack(t, data)
		list = append(list, some...)
		if err != nil {
			return list, fmt.Errorf("recording %d, packet %d: %w", recording, seq, err)
		}
	}
	return list, rows.Err()
}
