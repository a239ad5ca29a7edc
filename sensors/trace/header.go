package trace

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"

	"jadoube/sensors"
)

const magic = "trace 1"

var keys = []string{"sensor", "scan", "fen", "laws", "clock", "lever", "chess960", "promotion", "debounce", "level", "rated", "first", "default-time", "times"}

// maxDefault is the longest default time, a day in seconds.
const maxDefault = 86_400

const defaultWant = "seconds after the start within which the players must arrive, 0 to 86400"

// readHeader reads up to the first event, which becomes next.
func (r *Reader) readHeader() error {
	if err := r.readMagic(); err != nil {
		return err
	}
	for {
		line, err := r.readLine()
		if err == io.EOF {
			r.err = io.EOF
			break
		}
		if err != nil {
			return err
		}
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		if startsEvent(line) {
			return r.startEvents(line)
		}
		if err := r.headerLine(string(line)); err != nil {
			return err
		}
	}
	return r.startEvents(nil)
}

func (r *Reader) readMagic() error {
	line, err := r.readLine()
	if err != nil && err != io.EOF {
		return err
	}
	r.line = 1
	line = bytes.TrimPrefix(line, []byte("\ufeff"))
	if string(line) != magic {
		return r.fail("first line", string(line), strconv.Quote(magic))
	}
	return nil
}

// startsEvent tells an event from a key: only events start with a digit or a sign.
func startsEvent(line []byte) bool {
	return line[0] >= '0' && line[0] <= '9' || line[0] == '-' || line[0] == '+'
}

// startEvents ends the header; line is the first event's, nil when there is none.
func (r *Reader) startEvents(line []byte) error {
	if r.Sensor == 0 {
		return r.fail("no sensor line before the events", "", "sensor occupancy, sensor colour or sensor piece")
	}
	start, err := r.Header.Start()
	if err != nil {
		return r.fail("fen", r.FEN, err.Error())
	}
	r.Start, r.frame = start, start
	if line = uncomment(line); len(line) > 0 {
		r.take(line)
	}
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// headerLine takes in a key line. Of the file's last line, cut off, an error is forgiven where more
// text could have mended it.
func (r *Reader) headerLine(line string) error {
	key, value := line, ""
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		key, value = line[:i], strings.TrimSpace(line[i:])
	}
	err := r.setKey(key, value)
	switch {
	case r.cut && (err == nil || err.short):
		r.warn("the file ends in its header")
	case err != nil:
		return err
	}
	return nil
}

func (r *Reader) setKey(key, value string) *Error {
	if r.seen[key] {
		return r.fail("key given twice", key, "each key once")
	}
	r.seen[key] = true
	if key[0] >= 'A' && key[0] <= 'Z' {
		return r.setTag(key, value)
	}
	var err *Error
	switch key {
	case "sensor":
		err = r.oneOf(key, value, "occupancy", "colour", "piece")
		if err == nil {
			r.Sensor, _ = sensors.ParseKind(value)
		}
	case "scan":
		r.Scan, err = r.number("scan", value, "milliseconds between two scans, 0 or more")
	case "fen":
		if _, bad := sensors.ParsePlacement(value); bad != nil {
			return r.failShort("fen", value, "a FEN: "+bad.Error())
		}
		r.FEN = value
	case "laws":
		r.Laws, err = value, r.oneOf(key, value, "2001", "2023")
	case "clock":
		r.Clock, err = value, r.checkClock(value)
	case "lever":
		r.Lever, err = value == "yes", r.oneOf(key, value, "yes", "no")
	case "chess960":
		r.Chess960, err = value == "yes", r.oneOf(key, value, "yes", "no")
	case "promotion":
		r.Lifts, err = value == "lift", r.oneOf(key, value, "queen", "lift")
	case "debounce":
		r.Debounce, err = r.debounce(value)
	case "level":
		r.Level, err = value, r.oneOf(key, value, "off", "trainer", "arbiter", "strict")
	case "rated":
		r.Rated, err = value == "yes", r.oneOf(key, value, "yes", "no")
	case "times":
		r.Outside, err = value == "outside", r.oneOf(key, value, "own", "outside")
	case "default-time":
		var s int64
		if s, err = r.number(key, value, defaultWant); err == nil && s > maxDefault {
			err = r.fail(key, value, defaultWant)
		}
		r.Default = value
	case "first":
		r.First, err = value == "yes", r.oneOf(key, value, "yes", "no")
	default:
		return r.unknownKey(key)
	}
	return err
}

// timeControl is PGN's TimeControl: periods of "40/7200" or "3600", each perhaps with an increment, joined
// by ":"; "*180" for a sandglass, "?" and "-" for an unknown one and none. Besides PGN's "+" an increment
// may be "d", a delay, or "b", Bronstein's.
var timeControl = regexp.MustCompile(`^(\?|-|(\*\d{1,9}|(\d{1,9}/)?\d{1,9}([+db]\d{1,9})?)(:(\*\d{1,9}|(\d{1,9}/)?\d{1,9}([+db]\d{1,9})?))*)$`)

func (r *Reader) checkClock(value string) *Error {
	const want = "a time control, as in 5400+30, 40/7200:3600 or 300d3"
	switch {
	case value == "":
		return r.failShort("clock without a value", "", want)
	case timeControl.MatchString(value):
		return nil
	case timeControl.MatchString(value + "0"):
		return r.failShort("clock", value, want)
	}
	return r.fail("clock", value, want)
}

// debounce reads the times after which a piece counts as lifted and as set down.
func (r *Reader) debounce(value string) (d sensors.Debounce, err *Error) {
	const want = "milliseconds until a piece counts as lifted and as set down, as in 60 20"
	lifted, placed, _ := strings.Cut(value, " ")
	if d.Lifted, err = r.number("debounce", lifted, want); err == nil {
		d.Placed, err = r.number("debounce", strings.TrimSpace(placed), want)
	}
	return d, err
}

func (r *Reader) unknownKey(key string) *Error {
	e := r.fail("unknown key", key, strings.Join(keys, ", ")+", a PGN tag with a capital first letter, or an event")
	e.short = prefixOf(key, keys)
	return e
}

func (r *Reader) setTag(name, value string) *Error {
	if !validTagName(name) {
		return r.fail("tag name", name, "letters, digits and '_' after a capital letter")
	}
	r.Tags = append(r.Tags, Tag{name, value})
	return nil
}

func validTagName(name string) bool {
	for i, c := range []byte(name) {
		letter := c >= 'A' && c <= 'Z' || i > 0 && c >= 'a' && c <= 'z'
		if !letter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return name != ""
}

func (r *Reader) oneOf(what, value string, words ...string) *Error {
	for _, w := range words {
		if value == w {
			return nil
		}
	}
	last := len(words) - 1
	e := r.fail(what, value, strings.Join(words[:last], ", ")+" or "+words[last])
	e.short = prefixOf(value, words)
	return e
}

func (r *Reader) number(what, value, want string) (int64, *Error) {
	n, err := strconv.ParseUint(value, 10, 63)
	if err != nil || n > maxTime {
		e := r.fail(what, value, want)
		e.short = value == ""
		return 0, e
	}
	return int64(n), nil
}

func prefixOf(s string, words []string) bool {
	for _, w := range words {
		if strings.HasPrefix(w, s) {
			return true
		}
	}
	return false
}
