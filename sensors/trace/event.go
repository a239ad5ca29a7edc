package trace

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"jadoube/rules/square"
	"jadoube/sensors"
)

// event is one line: a change, a press or a gap.
type event struct {
	t      int64
	change sensors.Change
	press  *sensors.Press
	gap    int64
}

// open reports whether the line could have gone on although it could be read.
func (e event) open() bool { return e.gap > 0 || e.press != nil && e.press.Args != "" }

// args says what may follow a press word.
type args uint8

const (
	noArgs    args = iota
	claimArgs      // a kind, perhaps a move
	newArgs        // perhaps a position
	moveArgs       // a move
	pauseArgs      // perhaps a reason
	timesArgs      // what is left to White and Black, ms, perhaps whose time runs
	anyArgs        // one word or more
	menuArgs       // nothing, or any words
	offArgs        // nothing, or "off"
	gapArgs        // milliseconds
)

// none reports whether the word may stand alone.
func (a args) none() bool {
	return slices.Contains([]args{noArgs, newArgs, pauseArgs, menuArgs, offArgs}, a)
}

// pressWords are the words that may follow "press".
var pressWords = map[string]args{
	"white": noArgs, "black": noArgs, "adjust-white": noArgs, "adjust-black": noArgs, "takeback": noArgs,
	"draw-white": noArgs, "draw-black": noArgs, "decline-white": noArgs, "decline-black": noArgs,
	"claim-white": claimArgs, "claim-black": claimArgs, "resign-white": noArgs, "resign-black": noArgs, "agree": noArgs,
	"flag-white": noArgs, "flag-black": noArgs, "start": noArgs, "arrive-white": noArgs, "arrive-black": noArgs,
	"hold-white": noArgs, "hold-black": noArgs, "times": timesArgs,
	"queen": noArgs, "rook": noArgs, "bishop": noArgs, "knight": noArgs,
	"hint": noArgs, "pause": pauseArgs, "resume": noArgs, "new": newArgs, "flip": noArgs, "menu": menuArgs, "analyse": offArgs, "move": moveArgs, "arbiter": anyArgs, "gap": gapArgs,
}

// pauseReasons are why clocks may be stopped.
var pauseReasons = []string{"assistance", "ruling", "displaced", "disturbance", "defect", "conduct", "adjourned", "restored"}

const (
	pressed = "white, black, adjust-white, adjust-black, takeback, draw-white, draw-black, decline-white, " +
		"decline-black, claim-white, claim-black, resign-white, resign-black, agree, flag-white, flag-black, start, arrive-white, arrive-black, " +
		"hold-white, hold-black, queen, rook, bishop, knight, " +
		"hint, pause, pause REASON, times MS MS, resume, new, new FEN, new here, menu, menu close, analyse, analyse off, flip, move UCI or arbiter WORDS"
	pressWant = pressed + ", or gap MS"
)

// plain holds the presses without arguments, shared by all readings.
var plain = func() map[string]*sensors.Press {
	m := map[string]*sensors.Press{}
	for word, a := range pressWords {
		if a.none() {
			m[word] = &sensors.Press{Key: word}
		}
	}
	return m
}()

// parseEvent reads an event line that isn't empty.
func (r *Reader) parseEvent(line []byte) (event, *Error) {
	if !startsEvent(line) {
		return event{}, r.notAnEvent(line)
	}
	word, rest := cutWord(line)
	t, err := r.time(word)
	if err != nil {
		return event{}, err
	}
	if len(rest) == 0 {
		return event{}, r.failShort("no event after the time", "", "+SQUARE, -SQUARE or press WORD")
	}
	if t < r.now {
		return event{}, r.fail("time runs backwards:", string(word), strconv.FormatInt(r.now, 10)+" or later")
	}
	e := event{t: t}
	word, rest = cutWord(rest)
	if word[0] == '+' || word[0] == '-' {
		if len(rest) > 0 {
			return e, r.fail("more than one event on a line:", string(rest), "a line for each")
		}
		e.change, err = r.parseChange(string(word))
		return e, err
	}
	if string(word) != "press" {
		bad := r.fail("unknown event", string(word), "+SQUARE, -SQUARE or press WORD")
		bad.short = len(rest) == 0 && strings.HasPrefix("press", string(word))
		return e, bad
	}
	return r.parsePress(e, rest)
}

func (r *Reader) notAnEvent(line []byte) *Error {
	word, _ := cutWord(line)
	return r.fail("unknown event", string(word), "a time in milliseconds first; keys and tags stand before the events")
}

// maxTime is the largest time and the longest gap, in ms: sums of two of them still fit.
const maxTime = 1<<62 - 1

func (r *Reader) time(word []byte) (int64, *Error) {
	var n int64
	for _, c := range word {
		if c < '0' || c > '9' {
			return 0, r.fail("time", string(word), "milliseconds since the start, a whole number of 0 or more")
		}
		if d := int64(c - '0'); n <= (maxTime-d)/10 {
			n = n*10 + d
		} else {
			return 0, r.fail("time", string(word), fmt.Sprintf("at most %d milliseconds since the start", int64(maxTime)))
		}
	}
	return n, nil
}

func (r *Reader) parseChange(word string) (sensors.Change, *Error) {
	if len(word) < 3 {
		e := r.fail("square", word[1:], "a1 to h8")
		e.short = word[1:] == "" || word[1] >= 'a' && word[1] <= 'h'
		return sensors.Change{}, e
	}
	sq, bad := square.Parse(word[1:3])
	if bad != nil {
		return sensors.Change{}, r.fail("unknown square", word[1:3], "a1 to h8")
	}
	c := sensors.Change{Square: sq}
	if word[0] == '-' {
		return c, r.checkGone(sq, word)
	}
	var err *Error
	c.To, err = r.contact(word)
	if err == nil && r.Sensor == sensors.Occupancy && r.frame[sq] != sensors.Nothing {
		err = r.fail("+ on an occupied square:", word, "a change; "+sq.String()+" was occupied already")
	}
	return c, err
}

func (r *Reader) checkGone(sq square.Square, word string) *Error {
	if len(word) > 3 {
		return r.fail("unknown event", word, "-"+sq.String()+" alone")
	}
	if r.frame[sq] == sensors.Nothing {
		return r.fail("- on an empty square:", word, "a change; "+sq.String()+" was empty already")
	}
	return nil
}

// contact reads what stands behind the square of a "+".
func (r *Reader) contact(word string) (sensors.Contact, *Error) {
	what := word[3:]
	want := map[sensors.Kind]string{
		sensors.Occupancy: "the square alone, because the sensors are of kind occupancy",
		sensors.Colour:    "w or b after the square, because the sensors are of kind colour",
		sensors.Piece:     "a FEN letter after the square, because the sensors are of kind piece",
	}[r.Sensor]
	switch {
	case r.Sensor == sensors.Occupancy && what == "":
		return sensors.Something, nil
	case r.Sensor == sensors.Colour && what == "w":
		return sensors.White, nil
	case r.Sensor == sensors.Colour && what == "b":
		return sensors.Black, nil
	case r.Sensor == sensors.Piece && len(what) == 1 && sensors.PieceContact(what[0]) != sensors.Nothing:
		return sensors.PieceContact(what[0]), nil
	}
	e := r.fail("the sensor can't say", word, want)
	e.short = what == ""
	return 0, e
}

func (r *Reader) parsePress(e event, rest []byte) (event, *Error) {
	word, tail := cutWord(rest)
	key, arg := string(word), strings.Join(strings.Fields(string(tail)), " ")
	kind, known := pressWords[key]
	if !known {
		bad := r.fail("unknown press", key, pressWant)
		bad.short = arg == "" && isPressPrefix(key)
		return e, bad
	}
	if arg == "" && kind.none() {
		e.press = plain[key]
		return e, nil
	}
	var err *Error
	switch kind {
	case noArgs:
		return e, r.fail("press "+key+" with", arg, "nothing after it")
	case claimArgs:
		err = r.checkClaim(arg)
	case moveArgs:
		if !looksUCI(arg) {
			err = r.fail("press move", arg, "UCI, as in e2e4 or a7a8q")
			err.short = len(arg) < 4
		}
	case newArgs:
		err = r.checkStart(arg)
	case pauseArgs:
		err = r.oneOf("reason", arg, pauseReasons...)
	case offArgs:
		if arg != "off" {
			err = r.fail("press "+key+" with", arg, "nothing after it, or off")
			err.short = strings.HasPrefix("off", arg)
		}
	case timesArgs:
		err = r.checkTimes(arg)
	case anyArgs:
		if arg == "" {
			err = r.failShort("press arbiter without words", "", "a ruling")
		}
	case gapArgs:
		const want = "milliseconds, 1 or more"
		if e.gap, err = r.number("gap", arg, want); err == nil && e.gap == 0 {
			err = r.failShort("gap", arg, want) // a digit may be missing behind the 0
		}
		return e, err
	}
	e.press = &sensors.Press{Key: key, Args: arg}
	return e, err
}

// ParsePress reads a press as it stands after "press" on a line, "white" or "claim-white threefold e2e4".
// A gap is refused: it is nothing that somebody presses. The error names what may be pressed.
func ParsePress(words string) (sensors.Press, error) {
	var r Reader
	if !isText([]byte(words)) || strings.Contains(" "+words, " #") || len(words) > maxLine/2 {
		return sensors.Press{}, fmt.Errorf("press %q: expected at most %d bytes of text in one line, no word of it with a # in front", words, maxLine/2)
	}
	line := []byte(strings.TrimSpace(words))
	key, _ := cutWord(line)
	if kind, known := pressWords[string(key)]; !known || kind == gapArgs {
		return sensors.Press{}, fmt.Errorf("press %q: expected %s", words, pressed)
	}
	e, err := r.parsePress(event{}, line)
	if err != nil {
		return sensors.Press{}, errors.New(err.problem())
	}
	return *e.press, nil
}

func isPressPrefix(s string) bool {
	for w := range pressWords {
		if strings.HasPrefix(w, s) {
			return true
		}
	}
	return false
}

func (r *Reader) checkClaim(arg string) *Error {
	kind, move, _ := strings.Cut(arg, " ")
	if err := r.oneOf("claim", kind, "touch", "illegal", "threefold", "fifty"); err != nil {
		err.short = err.short && move == ""
		return err
	}
	if move != "" && !looksUCI(move) {
		e := r.fail("move of a claim", move, "UCI, as in e2e4 or a7a8q")
		e.short = len(move) < 4
		return e
	}
	return nil
}

// checkTimes reads what an outside clock says.
func (r *Reader) checkTimes(arg string) *Error {
	words := strings.Fields(arg)
	if len(words) < 2 || len(words) > 3 {
		return r.failShort("times", arg, "what White and Black have left, in ms, then white or black if a time runs")
	}
	for _, w := range words[:2] {
		if n, err := r.number("times", w, "milliseconds that are left, at most 99 hours"); err != nil || n > maxLeft {
			return r.fail("times", w, "milliseconds that are left, at most 99 hours")
		}
	}
	if len(words) > 2 {
		return r.oneOf("times", words[2], "white", "black")
	}
	return nil
}

// maxLeft is the most that an outside clock can say, ms.
const maxLeft = 99 * 3_600_000

// checkStart reads where a new game begins: a FEN, of which only the placement is looked at, or "here" and what the
// sensors can't see.
func (r *Reader) checkStart(arg string) *Error {
	words := strings.Fields(arg)
	if words[0] != "here" {
		if _, err := sensors.ParsePlacement(arg); err != nil {
			return r.failShort("press new with", arg, "a FEN, or here: "+err.Error())
		}
		return nil
	}
	if len(words) > 1 {
		if err := r.oneOf("side to move", words[1], "white", "black"); err != nil {
			return err
		}
	}
	if len(words) > 2 && strings.Trim(words[2], "KQkqABCDEFGHabcdefgh-") != "" {
		return r.fail("castling rights", words[2], "as in a FEN, KQkq or -")
	}
	if len(words) > 3 {
		return r.fail("press new here with", words[3], "nothing after the castling rights")
	}
	return nil
}

// looksUCI knows the shape only: two squares and perhaps a promotion letter.
func looksUCI(s string) bool {
	if len(s) != 4 && (len(s) != 5 || strings.IndexByte("qrbn", s[4]) < 0) {
		return false
	}
	_, from := square.Parse(s[:2])
	_, to := square.Parse(s[2:4])
	return from == nil && to == nil
}

// cutWord splits a trimmed line after its first word.
func cutWord(line []byte) (word, rest []byte) {
	i := bytes.IndexAny(line, " \t")
	if i < 0 {
		return line, nil
	}
	return line[:i], bytes.TrimLeft(line[i:], " \t")
}
